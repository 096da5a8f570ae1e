package answer

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"qmsat/encode/formula"
	"qmsat/model"
)

const smallFile = `c var 1 x=1
c var 2 x=2
c var 3 y=1
c var 4 y=2
p cnf 5 3
1 2 0
-1 -3 0 -2
-4 0
`

func TestReadExportedErrors(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "f: no line p cnf: expected a DIMACS CNF file"},
		{"no problem line", "c var 1 x=1\n", "f: no line p cnf: expected a DIMACS CNF file"},
		{"clause first", "c var 1 x=1\n1 0\n", "f:2: found a clause before the line p cnf"},
		{"other problem", "p wcnf 1 1\n", `f:1: found "p wcnf 1 1", expected p cnf VARIABLES CLAUSES`},
		{"short problem", "p cnf 1\n", `f:1: found "p cnf 1", expected p cnf VARIABLES CLAUSES`},
		{"negative variables", "p cnf -1 0\n", `f:1: found "p cnf -1 0", expected p cnf VARIABLES CLAUSES`},
		{"negative clauses", "p cnf 1 -1\n", `f:1: found "p cnf 1 -1", expected p cnf VARIABLES CLAUSES`},
		{"too many variables", "p cnf 2147483648 0\n", `f:1: found "p cnf 2147483648 0", expected p cnf VARIABLES CLAUSES`},
		{"two problems", "p cnf 1 0\np cnf 1 0\n", "f:2: found a second line p cnf"},
		{"no names", "p cnf 1 1\n1 0\n", "f: no c var or c fix lines: expected a file that export wrote"},
		{"no name", "c var 1\n", "f:1: found c var 1, expected c var NUMBER NAME=VALUE"},
		{"no value", "c var 1 x\n", "f:1: found c var 1 x, expected c var NUMBER NAME=VALUE"},
		{"empty name", "c var 1 =1\n", "f:1: found c var 1 =1, expected c var NUMBER NAME=VALUE"},
		{"value is no number", "c var 1 x=a\n", "f:1: found c var 1 x=a, expected c var NUMBER NAME=VALUE"},
		{"zero", "c var 0 x=1\n", "f:1: found c var 0 x=1, expected c var NUMBER NAME=VALUE"},
		{"lowest number", "c var -2147483648 x=1\n", "f:1: found c var -2147483648 x=1, expected c var NUMBER NAME=VALUE"},
		{"number 0", "c var 0 x=1\n", "f:1: found c var 0 x=1, expected c var NUMBER NAME=VALUE"},
		{"too many words", "c var 1 x=1 y=2\n", "f:1: found c var 1 x=1 y=2, expected c var NUMBER NAME=VALUE"},
		{"variable beyond", "c\nc var 2 x=1\np cnf 1 1\n1 0\n", "f:2: found variable 2, expected one of the 1 variables"},
		{"literal beyond", "c var 1 x=1\np cnf 1 1\n\n1 -2 0\n", `f:4: found "-2", expected a literal of up to 1 variables`},
		{"lowest literal", "c var 1 x=1\np cnf 1 1\n-2147483648 0\n", `f:3: found "-2147483648", expected a literal of up to 1 variables`},
		{"word", "c var 1 x=1\np cnf 1 1\none 0\n", `f:3: found "one", expected a literal of up to 1 variables`},
		{"too few clauses", "c var 1 x=1\np cnf 1 2\n1 0\n",
			"f: 1 clauses that end in 0, but the line p cnf says 2: the file is cut off or damaged"},
		{"too many clauses", "c var 1 x=1\np cnf 1 1\n1 0 -1 0\n",
			"f: 2 clauses that end in 0, but the line p cnf says 1: the file is cut off or damaged"},
		{"cut off in a clause", "c var 1 x=1\np cnf 1 1\n1 0\n1",
			"f: 1 clauses that end in 0, but the line p cnf says 1: the file is cut off or damaged"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e, err := ReadExported("f", strings.NewReader(test.text))
			var input *model.InputError
			if e != nil || !errors.As(err, &input) || err.Error() != test.want {
				t.Errorf("%v, error %v\nexpected %s", e, err, test.want)
			}
		})
	}
}

func TestReadAnswer(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       string // the error, or the answer
	}{
		{"unsatisfiable", "c x\ns UNSATISFIABLE\n", "true []"},
		{"one model", "s SATISFIABLE\nv 1 -2 0\n", "false [[1 -2]]"},
		{"several lines", "v 1 -2\nc in between\nv 3\nv 0", "false [[1 -2 3]]"},
		{"several models", "v 1 0\nv -1 2 0 3\nv 4 0\n", "false [[1] [-1 2] [3 4]]"},
		{"windows", "s SATISFIABLE\r\nv 1 0\r\n", "false [[1]]"},
		{"nothing true", "v 0\n", "false [[]]"},
		{"both verdicts", "s SATISFIABLE\ns UNSATISFIABLE\n", "f: found both satisfiable and unsatisfiable, expected one of them"},
		{"unsatisfiable with a model", "s UNSATISFIABLE\nv 1 0\n", "f: found both satisfiable and unsatisfiable, expected one of them"},
		{"all", "s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n", "f: found both satisfiable and unsatisfiable, expected one of them"},
		{"empty", "", "f: no model and no s UNSATISFIABLE: expected a SAT solver's output"},
		{"unknown", "s UNKNOWN\n", "f: the solver did not decide: there is no answer to decode"},
		{"unknown to minisat", "INDET\n", "f: the solver did not decide: there is no answer to decode"},
		{"unknown, and a model", "s UNKNOWN\nv 1 0\n", "false [[1]]"},
		{"satisfiable alone", "s SATISFIABLE\ns\n", "f: no model and no s UNSATISFIABLE: expected a SAT solver's output"},
		{"cut off", "v 1 2 0\nv 1", "f: the last model does not end in 0: the solver's output is cut off"},
		{"another letter", "v 1 2 0\nw 1 -2 0\n", `f:2: found "w" before literals, expected v`},
		{"no blank", "v 1 2 0\nv1 -2 0\n", `f:2: found "v1" before literals, expected v`},
		{"no v", "v 1 2 0\n1 -2 0\n", `f:2: found "1" before literals, expected v`},
		{"other lines of solvers", "restarts 1 2 0\nc 1 2 0\n| 1 2 |\nv 1 0\n", "false [[1]]"},
		{"a verdict and more", "s SATISFIABLEv 1 0\nv 1 0\n", `f:1: found "s SATISFIABLEv 1 0", expected s SATISFIABLE alone`},
		{"word", "c\nv 1 x 0\n", `f:2: found "x", expected a literal`},
		{"too large", "v 2147483648 0\n", `f:1: found "2147483648", expected a literal`},
		{"lowest", "v -2147483648 0\n", `f:1: found "-2147483648", expected a literal`},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer, err := Read("f", strings.NewReader(test.text))
			got := fmt.Sprint(answer.Unsatisfiable, answer.Models)
			if err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("%s, expected %s", got, test.want)
			}
		})
	}
}

func TestReadErrorsComeBack(t *testing.T) {
	broken := errors.New("broken")
	reader := func() *strings.Reader { return strings.NewReader("c var 1 x") }
	if _, err := ReadExported("f", iotest.DataErrReader(iotest.TimeoutReader(iotest.OneByteReader(reader())))); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("error %v, expected %v", err, iotest.ErrTimeout)
	}
	if _, err := Read("f", iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("error %v, expected %v", err, broken)
	}
}

func TestDecode(t *testing.T) {
	e, err := ReadExported("f", strings.NewReader(smallFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		literals []formula.Literal
		want     string // the error, or names and values
	}{
		{[]formula.Literal{-1, 2, 3, -4, -5}, "[x y] [2 1]"},
		{[]formula.Literal{3, 2}, "[x y] [2 1]"},
		{[]formula.Literal{1, -2, 3, -4}, "the assignment breaks the clause on line 7"},
		{[]formula.Literal{-1, -2}, "the assignment breaks the clause on line 6"},
		{[]formula.Literal{-1, 2, -3, 4}, "the assignment breaks the clause on line 8"},
		{[]formula.Literal{2}, "y has 0 values in the assignment, expected one"},
		{[]formula.Literal{3}, "the assignment breaks the clause on line 6"},
		{nil, "the assignment breaks the clause on line 6"},
		{[]formula.Literal{2, 3, 6}, "the assignment has 6, expected a literal of up to 5 variables"},
		{[]formula.Literal{2, 3, -6}, "the assignment has -6, expected a literal of up to 5 variables"},
		{[]formula.Literal{2, -2, 3}, "the assignment has both 2 and -2"},
	} {
		names, values, err := e.Decode(test.literals)
		got := fmt.Sprint(names, values)
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%v: %s, expected %s", test.literals, got, test.want)
		}
	}

	two, err := ReadExported("f", strings.NewReader("c var 1 x=1\nc var 2 x=2\np cnf 2 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := "x has 2 values in the assignment, expected one"
	if _, _, err := two.Decode([]formula.Literal{1, 2}); err == nil || err.Error() != want {
		t.Errorf("error %v, expected %s", err, want)
	}
}

// TestDecodePartial decodes models that lack variables. Clauses are checked under the values that are printed.
func TestDecodePartial(t *testing.T) {
	const bare = "c var -1 a=0\nc var 1 a=1\nc var -2 b=0\nc var 2 b=1\n"
	const broken = "the assignment breaks the clause on line "
	for _, test := range []struct {
		text     string
		literals []formula.Literal
		want     string
	}{
		{bare + "p cnf 2 2\n1 2 0\n1 -2 0\n", nil, broken + "6"},
		{bare + "p cnf 2 2\n1 2 0\n1 -2 0\n", []formula.Literal{-2}, broken + "6"},
		{bare + "p cnf 2 2\n1 2 0\n1 -2 0\n", []formula.Literal{2}, broken + "7"},
		{bare + "p cnf 2 2\n1 2 0\n1 -2 0\n", []formula.Literal{1}, "[1 0]"},
		{"c var 1 a=1\nc var 2 a=2\np cnf 2 1\n2 0\n", []formula.Literal{1}, broken + "4"},
		// variable 3 has no name
		{bare + "p cnf 3 2\n1 3 0\n1 -3 0\n", nil, broken + "6"},
		{bare + "p cnf 3 1\n-1 -3 0\n", []formula.Literal{1}, "[1 0]"},
		{bare + "p cnf 3 1\n1 3 0\n", nil, broken + "6"},
		{bare + "c t pmc\np cnf 3 1\n1 3 0\n", nil, "[0 0]"},
		{bare + "c t pmc\np cnf 3 1\n1 3 0\n", []formula.Literal{-3}, broken + "7"},
		{bare + "c t pmc\np cnf 3 1\n1 2 0\n", []formula.Literal{3}, broken + "7"},
	} {
		e, err := ReadExported("f", strings.NewReader(test.text))
		if err != nil {
			t.Fatal(err)
		}
		_, values, err := e.Decode(test.literals)
		got := fmt.Sprint(values)
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q, %v: %s, expected %s", test.text, test.literals, got, test.want)
		}
	}
}

// FuzzReadExported checks that solver output can be decoded against any file that is read, and that each decoded solution names
// every variable once.
func FuzzReadExported(f *testing.F) {
	f.Add(smallFile, 2, 3)
	f.Add("c var 1 x=1\np cnf 1 1\n1 0\n", 1, -1)
	f.Add("p cnf 2147483647 0\nc var 2147483647 a=-9\n", 2147483647, 1)
	f.Add("c t pmc\nc p show 1 2 0\nc var 1 x=1\np cnf 2 2\n1 2\n0 -1 0\n", 1, 2)
	f.Fuzz(func(t *testing.T, text string, a, b int) {
		e, err := ReadExported("f", strings.NewReader(text))
		var input *model.InputError
		if (e == nil) == (err == nil) || err != nil && (!errors.As(err, &input) || strings.Contains(err.Error(), "\n")) {
			t.Fatalf("%v, error %v", e, err)
		}
		if err != nil {
			return
		}
		names, values, err := e.Decode([]formula.Literal{formula.Literal(a), formula.Literal(b)})
		if err == nil && len(names) != len(values) {
			t.Errorf("names %v, values %v", names, values)
		}
		seen := map[string]bool{}
		for _, name := range names {
			if seen[name] {
				t.Errorf("%s appears twice", name)
			}
			seen[name] = true
		}
	})
}

// FuzzReadAnswer checks that an answer stays the same if it is written and read again.
func FuzzReadAnswer(f *testing.F) {
	for _, seed := range []string{
		"s SATISFIABLE\nv 1 -2 0\n", "s UNSATISFIABLE\n", "v 1\nv 2 0\nv -1 0\n", "v 0 0", "v 1", "c v 1 0\n", "v\nv 0", "v -2147483648 0",
		"v 0\ns mc 12\n", "v 0\nc s type pmc\nc s exact arb int 123456789012345678901234567890\n", "v 0\ns pmc -1", "SAT\n1 -2 0\n", "UNSAT\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		answer, err := Read("f", strings.NewReader(text))
		if err != nil {
			var input *model.InputError
			if !errors.As(err, &input) {
				t.Fatalf("error %v is no input error", err)
			}
			return
		}
		var again strings.Builder
		for text, said := range map[string]bool{
			"s SATISFIABLE\n": answer.Satisfiable, "s UNSATISFIABLE\n": answer.Unsatisfiable, "c s type pmc\n": answer.Projected,
			fmt.Sprintf("c s exact arb int %v\n", answer.Count): answer.Count != nil,
		} {
			if said {
				again.WriteString(text)
			}
		}
		for _, literals := range answer.Models {
			again.WriteString("v")
			for _, l := range literals {
				fmt.Fprintf(&again, " %d", l)
			}
			again.WriteString(" 0\n")
		}
		second, err := Read("f", strings.NewReader(again.String()))
		if diff := cmp.Diff(answer, second, cmp.Comparer(sameCount)); diff != "" || err != nil {
			t.Errorf("read again: %v (-first +second):\n%s", err, diff)
		}
	})
}

// FuzzReadOutput checks that solvers' output is read safely, whatever else it contains, and that bad output gives a one-line
// error.
func FuzzReadOutput(f *testing.F) {
	for _, seed := range []string{
		"", "c o a\ns SATISFIABLE\nv 1 0\n", "s mc 12\r\n", "c s exact arb int 3\nc s type pmc\n", "v\u00a01 0\n", "s mc many\n", "v 0 0 0", "v 1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		answer, err := ReadOutput("f", strings.NewReader(text))
		if err != nil {
			var input *model.InputError
			if !errors.As(err, &input) || strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q: expected one line", err)
			}
			return
		}
		for _, literals := range answer.Models {
			if slices.Contains(literals, 0) || slices.Contains(literals, math.MinInt32) {
				t.Fatalf("literals %v", literals)
			}
		}
		if answer.Count != nil && answer.Count.Sign() < 0 {
			t.Fatalf("%v models", answer.Count)
		}
		if again, err := ReadOutput("f", strings.NewReader(text+"\nc one more line\n")); err != nil || !cmp.Equal(again, answer, cmp.Comparer(sameCount)) {
			t.Fatalf("a comment makes it %v, error %v", again, err)
		}
	})
}

// sameCount compares counts, which may be nil.
func sameCount(a, b *big.Int) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Cmp(b) == 0
}

func TestReadOutput(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "false false [] <nil> false"},
		{"c o a\ns SATISFIABLE\nv 1 0\n", "true false [[1]] <nil> false"},
		{"s UNSATISFIABLE\n", "false true [] <nil> false"},
		{"s SATISFIABLE\nc s type mc\nc s log10-estimate 2.4\nc s exact arb int 288\n", "true false [] 288 false"},
		{"c s type pmc\ns SATISFIABLE\nc s exact arb int 6670903752021072936960\n", "true false [] 6670903752021072936960 true"},
		{"SAT\n1 -2\n3 0\n", "true false [[1 -2 3]] <nil> false"},
		{"| statistics |\nSAT\nv 1 0\n", "true false [[1]] <nil> false"},
		{"SAT\nmore to come\n-1 0\n2 0\n", "true false [[-1] [2]] <nil> false"},
		{"1 2 0\n", `f:1: found "1" before literals, expected v`},
		{"UNSAT\n", "false true [] <nil> false"},
		{"SAT\n1 2\n", "f: the last model does not end in 0: the solver's output is cut off"},
		{"SAT\n1 x 0\n", `f:2: found "x", expected a literal`},
		{"s mc 0\n", "false false [] 0 false"},
		{"s pmc 12\r\n", "false false [] 12 true"},
		{"c s exact double prec-sci 2.88e2\n", "false false [] <nil> false"},
		{"s mc many\n", `f:1: found "s mc many", expected a number of models`},
		{"c\nc s exact arb int -3\n", `f:2: found "c s exact arb int -3", expected a number of models`},
	} {
		a, err := ReadOutput("f", strings.NewReader(test.text))
		got := fmt.Sprint(a.Satisfiable, a.Unsatisfiable, a.Models, a.Count, a.Projected)
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q: %s, expected %s", test.text, got, test.want)
		}
	}
}
