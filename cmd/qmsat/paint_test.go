package main

import (
	"strings"
	"testing"

	"qmsat/model/modeltest"
)

// What stands out at a terminal, and what turns that off. What is piped is never marked: the scripts compare it.
func TestPaint(t *testing.T) {
	modeltest.OnlyLong(t)
	const bold, red, green, plain = "\x1b[1m", "\x1b[1;38;5;160m", "\x1b[38;5;28m", "\x1b[0m"
	for _, test := range []struct {
		line     string
		expected []string // is shown
	}{
		{"solve --box 2x2 --format grid 1....2...3....4.", []string{bold + "1" + plain + " 4   3 2"}},
		{"compare --box 2x2 --engine native 1....2...3....4.", []string{bold + " "}},
		{"rules prove --delta 2 1", []string{"1 " + green + "proved" + plain + " "}},
		{"rules prove --delta 3 1", []string{"1 " + red + "refuted" + plain + " ", red + "qmsat:" + plain + " 1 of 1 rules refuted"}},
		{"check-proof --box 2x2 testdata/proof/4x4.proof", []string{green + "verified" + plain + " 6"}},
		{"count --help", []string{bold + "Puzzle:" + plain}},
		{"help engines", []string{bold + "List every solution:" + plain}},
		{"help amo", []string{bold + "--amo NAME:" + plain + " at most one"}},
		{"help native", []string{bold + "Settings:" + plain}},
	} {
		words := append([]string{"qmsat"}, strings.Fields(test.line)...)
		for _, environment := range [][]string{{"TERM=xterm", "NO_COLOR="}, {"TERM=xterm", "NO_COLOR=1"}, {"TERM=dumb", "NO_COLOR="}} {
			painted := environment[0] == "TERM=xterm" && environment[1] == "NO_COLOR="
			if !painted && takesLong(test.line) {
				continue
			}
			shown := startTerminal(t, root, environment, words...).all()
			for _, expected := range test.expected {
				if painted && !strings.Contains(shown, expected) {
					t.Errorf("%s: expected %q in %q", test.line, expected, shown)
				} else if !painted && (strings.Contains(shown, plain) || !strings.Contains(shown, unpainted(expected))) {
					t.Errorf("%s, %s: expected %q, unmarked, in %q", test.line, environment, unpainted(expected), shown)
				}
			}
		}
	}
}

// unpainted takes the marks out of a text.
func unpainted(text string) string {
	return strings.NewReplacer("\x1b[1m", "", "\x1b[1;38;5;160m", "", "\x1b[38;5;28m", "", "\x1b[0m", "").Replace(text)
}
