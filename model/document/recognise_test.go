package document_test

import (
	"qmsat/model/document"
	"strings"
	"testing"
)

// TestReaderFor finds formats by name, by suffix and by text.
func TestReaderFor(t *testing.T) {
	for _, test := range []struct{ name, file, head, want string }{
		{"", "a.cnf", "variables:", "dimacs"},
		{"opb", "a.cnf", "p cnf 1 1", "opb"},
		{"", "a.cnf.gz", "", "dimacs"},
		{"", "standard input", "p cnf 3 1\n1 2 0\n", "dimacs"},
		{"", "standard input", "c a comment\n\nc\np cnf 3 1\n", "dimacs"},
		{"", "standard input", "c a comment that goes on", "dimacs"},
		{"", "standard input", "* #variable= 3 #constraint= 1\n", "opb"},
		{"", "a.txt", "* a comment\nmin: 1 x1 ;\n", "opb"},
		{"", "a.txt", "+1 x1 -2 ~x2 >= 1 ;\n", "opb"},
		{"", "standard input", "variables: {x: 1..3}\n", "yaml"},
		{"", "standard input", "\n# a comment\nconstraints: []\n", "yaml"},
		{"", "standard input", "", "yaml"},
		{"", "standard input", "5\n", "yaml"},
		{"", "a.wcnf", "p cnf 1 1", "a.wcnf: found a weighted formula (WCNF): weights are not read"},
		{"", "a.wcnf.gz", "p cnf 1 1", "a.wcnf.gz: found a weighted formula"},
		{"", "standard input", "c a comment\np wcnf 3 4 10\n", "standard input:2:1: found a weighted formula (WCNF): weights are not read"},
		{"", "a", "h 1 2 0\n", "a:1:1: found a weighted formula"},
		{"", "a.mzn", "", "a.mzn: found a MiniZinc model: compile it first: minizinc -c"},
		{"", "standard input", "% colours\ninclude \"globals.mzn\";\n", "standard input:2:1: found a MiniZinc model"},
		{"", "standard input", "Minimize\n obj: + 0 x1\n", "standard input:1:1: found an integer program"},
		{"", "standard input", "\\* a comment *\\\nMinimize\n", "standard input:2:1: found an integer program"},
		{"", "standard input", " leading: 5\n", "yaml"},
		{"cnf", "a", "", "unknown model format \"cnf\""},
	} {
		r, err := document.ReaderFor(test.name, test.file, test.head)
		got := r.Name
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, test.want) || err == nil && got != test.want {
			t.Errorf("%q, %q, %q: %s, expected %s", test.name, test.file, test.head, got, test.want)
		}
	}
}
