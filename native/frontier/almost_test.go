package frontier

import (
	"qmsat/model/modeltest"
	"strings"
	"testing"
)

// Rules that differ only in nested connectives do not share an automaton. The counts are those of brute force, native and gini.
func TestAlmostEqualRules(t *testing.T) {
	const ifs = `
- {kind: rule, if: {a: 1}, then: {all: [{b: 2}, {c: 3}]}}
- {kind: rule, if: {d: 1}, then: {any: [{e: 2}, {f: 3}]}}
`
	for _, test := range []struct{ name, text, want string }{
		{"all and any", "variables: {a: 1..3, b: 1..3, c: 1..3, d: 1..3, e: 1..3, f: 1..3}\nconstraints:" + ifs, "437"},
		{"all and any, beside nine others", "variables: {a: 1..3, b: 1..3, c: 1..3, d: 1..3, e: 1..3, f: 1..3, " +
			"o1: 1..9, o2: 1..9, o3: 1..9, o4: 1..9, o5: 1..9, o6: 1..9, o7: 1..9, o8: 1..9, o9: 1..9}\nconstraints:" + ifs, "169302753693"},
		{"not any and not all", `
variables: {a: 1..3, b: 1..3, c: 1..3, d: 1..3, e: 1..3, f: 1..3}
constraints:
- {kind: rule, not: {any: [{a: 1}, {b: 1}, {c: 1}]}}
- {kind: rule, not: {all: [{d: 1}, {e: 1}, {f: 1}]}}
`, "208"},
		{"in a Sudoku", `
grid: {boxes: 2x2}
constraints:
- {kind: rule, if: {r1c1: 1}, then: {all: [{r1c2: 2}, {r1c3: 3}]}}
- {kind: rule, if: {r2c1: 1}, then: {any: [{r2c2: 2}, {r2c3: 3}]}}
`, "192"},
	} {
		m, cube, err := modeltest.ReadYAML(test.name, strings.NewReader(test.text))
		if err != nil {
			t.Fatal(err)
		}
		if got := countOf(t, m, cube, nil).Count.String(); got != test.want {
			t.Errorf("%s: counted %s, expected %s", test.name, got, test.want)
		}
	}
}
