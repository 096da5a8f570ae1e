package propositional

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/input"
	"qmsat/model"
)

// TestReadPropositional compares what is read with the meaning of the text, over all assignments.
func TestReadPropositional(t *testing.T) {
	for _, test := range []struct {
		name, text string
		outputs    []model.Var
		holds      func(x []int) bool // x[1] is x1
		objective  string
	}{
		{"a.cnf", "c by hand\nc t mc\np cnf 3 4\n1 -2 0 2 3\n-1 0\n1 1 2 0\n3 -3 0\n", nil, func(x []int) bool {
			return (x[1] == 1 || x[2] == 0) && (x[2] == 1 || x[3] == 1 || x[1] == 0) && (x[1] == 1 || x[2] == 1)
		}, ""},
		{"b.cnf", "c p show 3 1 0\nc t pmc\np  cnf 3 2\n0\n2 0\n", []model.Var{0, 2}, func([]int) bool { return false }, ""},
		{"satlib.cnf", "p cnf 1 1 \r\n-1 0\r\n%\r\n0\r\n", nil, func(x []int) bool { return x[1] == 0 }, ""},
		{"c.opb", "* #variable= 4 #constraint= 3\n* show 1 2 0\nmin: +1 x1 -2 x3\n+0 x2 ;\n+2 x1 +3 ~x2 -1 x3 >= 2;\n1 x1 1 x1 +1 x2 = 2 ;\n" +
			"1 x3 1 x4 <= 1 ; 1 x1 >= -1;", []model.Var{0, 1}, func(x []int) bool {
			return 2*x[1]+3*(1-x[2])-x[3] >= 2 && 2*x[1]+x[2] == 2 && x[3]+x[4] <= 1
		}, "minimize [{1 0} {-2 2}]"},
		{"d.opb", "max: 1 x2 ;\n1 x1 -1 x1 >= 1 ;\n", nil, func([]int) bool { return false }, "maximize [{1 1}]"},
		{"e.opb", "min: 1 x1 -1 x1 ;\n2 x1 -2 x2 >= 0 ;\n", nil, func(x []int) bool { return x[1] >= x[2] }, ""},
	} {
		m, _, err := readNamed(test.name, strings.NewReader(test.text))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if err := m.Validate(); err != nil || !slices.Equal(m.Outputs, test.outputs) {
			t.Errorf("%s: %v, outputs %v, expected %v", test.name, err, m.Outputs, test.outputs)
		}
		objective := ""
		if m.Objective != nil {
			objective = fmt.Sprint(m.Objective.Word(), " ", m.Objective.Terms)
		}
		if objective != test.objective {
			t.Errorf("%s: %s, expected %s", test.name, objective, test.objective)
		}
		for bits := range 1 << len(m.Variables) {
			a, x := make(model.Assignment, len(m.Variables)), []int{0}
			for i := range a {
				a[i] = bits >> i & 1
			}
			if err := m.Check(a); (err == nil) != test.holds(append(x, a...)) {
				t.Errorf("%s: %v: %v", test.name, a, err)
			}
		}
	}
}

// readNamed reads with the reader for a file's suffix.
func readNamed(file string, r io.Reader) (*model.Model, model.Cube, error) {
	if strings.HasSuffix(file, ".opb") {
		return ReadOPB(file, r)
	}
	return ReadDIMACS(file, r)
}

// TestProjections checks that each form of projection lines is read, in any place, and that several add up.
func TestProjections(t *testing.T) {
	for text, want := range map[string][]model.Var{
		"c p show 3 0\nc p show 1 0\np cnf 3 1\n1 0\n":         {0, 2},
		"c ind 1 0\np cnf 3 1\n1 0\nc ind 2 0\n":               {0, 1},
		"c t pmc\np cnf 3 1\n1 0\n%\n0\nc p show 2 3 0\n":      {1, 2},
		"* #variable= 3\n* show 3 0\n* show 1 0\n1 x1 >= 1;":   {0, 2},
		"\ufeff c ind 1 0\n p cnf 3 1\n1 0\n":                  {0},
		"*show 1 0\n1 x1>=1;min:1 x2;":                         {0},
		"p cnf 3 1\n1 0\nc p show 0\n":                         {3},
		"p cnf 0 0\n":                                          {0},
		"* #variable= 3 #constraint= 0\n* show 0\n":            {3},
		"* #variable= 0 #constraint= 0\n":                      {0},
		"c indeed 1\nc ind is 1 of 3\nc 2 0\np cnf 3 1\n1 0\n": nil,
		"c weights of some\nc p show is a word\nc p optshow 1 0\nc t wmc or pmc\nc MUST MULTIPLY BY 1 0\np cnf 3 1\n1 0\n": nil,
		"* show me 1 of 3\n* 2 0\n* x1 = a\n1 x1 >= 1;":                                                                    nil,
	} {
		read := ReadDIMACS
		if strings.HasPrefix(text, "*") {
			read = ReadOPB
		}
		m, _, err := read("file", strings.NewReader(text))
		if err != nil || !slices.Equal(m.Outputs, want) {
			t.Errorf("%q: %v, expected the outputs %v", text, err, want)
		}
	}
}

// TestPropositionalErrors checks that each error gives its place, what was found and what was expected.
func TestPropositionalErrors(t *testing.T) {
	for file, errors := range map[string]map[string]string{
		"a.cnf": {
			"":                                       `1:1: found the end of the file, expected p cnf VARIABLES CLAUSES`,
			"c\n1 0\n":                               `2:1: found "1", expected p cnf VARIABLES CLAUSES first`,
			"p cnf 3\n":                              `1:1: found "p cnf 3", expected p cnf VARIABLES CLAUSES`,
			"p cnf 2147483647 0\n":                   `1:7: found "2147483647", expected 0 to 1048576 variables`,
			"p cnf 1 -1\n":                           `1:9: found "-1", expected the number of clauses`,
			"p cnf 1 0\np cnf 1 0\n":                 `2:1: found a second line p, expected clauses`,
			"p cnf 2 1\n1 3 0\n":                     `2:3: found "3", expected a literal of the variables that the line p cnf says, or 0`,
			"p cnf 2 1\n1 x 0\n":                     `2:3: found "x", expected a literal of the variables that the line p cnf says, or 0`,
			"p cnf 2 1\n1 2\n":                       `3:1: found the end of the file in a clause, expected 0`,
			"p cnf 2 2\n1 2 0\n":                     `3:1: found 1 clauses, expected the 2 that the line p cnf says`,
			"p cnf 2 1\n1 2 0 -1 0\n":                `2:7: found "-1" behind the last of the 1 clauses that the line p cnf says, expected the end of the file`,
			"p cnf 1 0\nc p show 1\n":                `2:11: found 1 at the end of variables to project on, expected 0`,
			"c weights 1 0.5\np cnf 1 0\n":           `1:1: found "c weights 1 0.5", expected a formula without weights`,
			"p cnf 1 0\nc show 1 0\n":                `2:1: found "c show 1 0", expected c p show or c ind before a list of variables to project on`,
			"p cnf 1 0\nc p shwo 0\n":                `2:1: found "c p shwo 0", expected c p show or c ind before a list of variables to project on`,
			"cr 1 0\np cnf 1 0\n":                    `1:1: found "cr 1 0", expected c p show or c ind before a list of variables to project on`,
			"c ind a 1 0\np cnf 1 0\n":               `1:7: found "a", expected a variable, or 0 at the end`,
			"c MUST MULTIPLY BY 2**3 0\np cnf 1 0\n": `1:1: found "c MUST MULTIPLY BY 2**3 0", expected a formula without weights`,
			"p cnf 1 0\n%\n0\n1 0\n":                 `4:1: found "1 0" behind %, which ends the formula`,
			"p cnf 1 0\n%\n0\nc ind 2 0\n":           `4:7: found variable 2, expected one of the 1 that the line p cnf says`,
			"p cnf 1 0\nc p show 2 0\n":              `2:10: found variable 2, expected one of the 1 that the line p cnf says`,
			"p cnf 1 0\nc p show 0 1\n":              `2:12: found "1" behind 0, expected the end of the line`,
			"p cnf 1 0\nc p show -1 0\n":             `2:10: found "-1", expected a variable, or 0 at the end`,
			"c t pmc\np cnf 1 0\n":                   `1:1: found a projection on no variables, expected them in c p show … 0`,
			"c t wmc\n":                              `1:1: found "c t wmc", expected a formula without weights`,
			"p cnf 1 0\nc p weight 1 0.5 0\n":        `2:1: found "c p weight 1 0.5 0", expected a formula without weights`,
			strings.Repeat(" ", input.MaxLine+1):     `1: the line is longer than 16 MiB`,
		},
		"a.opb": {
			"":                               `1:1: found the end of the file, expected a variable`,
			"x1 >= 1 ;":                      `1:1: found "x1", expected a coefficient, min: or max:`,
			"1 x0 >= 1 ;":                    `1:3: found "0", expected x1 to x1048576`,
			"1 y1 >= 1 ;":                    `1:3: found "y1", expected a variable such as x1 or, in a constraint, ~x1`,
			"1 x1 x2 >= 1 ;":                 `1:6: found "x2", expected a coefficient, >=, <=, = or, in an objective, ;`,
			"1 x1 ;":                         `1:6: found ;, expected a coefficient, >=, <=, = or, in an objective, ;`,
			"1 x1 >= ;":                      `1:9: found ;, expected a whole number within ±2^52`,
			"1 x1 >= 1\n1":                   `2:1: found "1", expected ;`,
			"1 x1 >= 1":                      `2:1: found the end of the file, expected ;`,
			"min: 1 ~x1 ;":                   `1:8: found "~x1", expected a variable such as x1 or, in a constraint, ~x1`,
			"min: 1 x1 ;\nmax: 1 x1 ;":       `2:1: found "max:", expected one objective`,
			"min: ;\nmin: 1 x1 ;":            `2:1: found "min:", expected one objective`,
			"* shwo 1 0\n1 x1 >= 1;":         `1:1: found "* shwo 1 0", expected * show before a list of variables to project on`,
			"* #varable= 2\n":                `1:1: found "* #varable= 2", expected * #variable= VARIABLES #constraint= CONSTRAINTS`,
			"9007199254740993 x1 >= 1;":      `1:1: found "9007199254740993", which is too large, expected a number within ±2^52`,
			"1 x1 >= -99999999999999999999;": `1:9: found "-99999999999999999999", which is too large, expected a number within ±2^52`,
			"1 x1 < 1;":                      `1:6: found "<", expected a coefficient, >=, <=, = or, in an objective, ;`,
			"* show 1\n1 x1 >= 1;":           `1:9: found 1 at the end of variables to project on, expected 0`,
			"* #variable= 2 #constraint= 2\n1 x1 >= 1;": `3:1: found 1 constraints, expected the 2 that the header says`,
			"4503599627370496 x1 1 x2 >= 1;":            `1:23: found a sum that may reach more than 2^52, expected one within ±2^52`,
		},
	} {
		for text, want := range errors {
			_, _, err := readNamed(file, strings.NewReader(text))
			if err == nil || err.Error() != file+":"+want {
				t.Errorf("%.40q: %v, expected %s:%s", text, err, file, want)
			}
		}
	}
	failure := errors.New("disk on fire")
	if _, _, err := ReadDIMACS("file", io.MultiReader(strings.NewReader("p cnf 1 1\n1 "), failing{failure})); !errors.Is(err, failure) {
		t.Errorf("%v, expected the reader's error", err)
	}
}

type failing struct{ err error }

func (r failing) Read([]byte) (int, error) { return 0, r.err }

// FuzzReadDIMACS checks that bad text gives a one-line error with its place, and that a formula that is read is valid and true
// exactly if its clauses, read in a simpler way, are.
func FuzzReadDIMACS(f *testing.F) {
	f.Add([]byte("c t pmc\np cnf 3 3\n1 -2 0 2 3\n-1 0\nc p show 1 2 0\n0\n"))
	f.Add([]byte("p cnf 1 1\n-1 1 0\n%\n0\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, _, err := ReadDIMACS("file", bytes.NewReader(text))
		if err != nil {
			expectPlaced(t, err)
			return
		}
		if err := m.Validate(); err != nil {
			t.Fatalf("read, but not valid: %v", err)
		}
		if len(m.Variables) > 8 {
			return
		}
		var numbers []int
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "%") {
				break
			}
			if strings.HasPrefix(line, "c") || strings.HasPrefix(line, "p") {
				continue
			}
			for word := range strings.FieldsSeq(line) {
				n, err := strconv.Atoi(word)
				if err != nil {
					t.Fatal(err)
				}
				numbers = append(numbers, n)
			}
		}
		for bits := range 1 << len(m.Variables) {
			a := make(model.Assignment, len(m.Variables))
			for i := range a {
				a[i] = bits >> i & 1
			}
			all, some := true, false
			for _, n := range numbers {
				if n == 0 {
					all, some = all && some, false
				} else {
					some = some || (a[max(n, -n)-1] == 1) == (n > 0)
				}
			}
			if err := m.Check(a); (err == nil) != all {
				t.Fatalf("%v: %v, expected a solution: %t", a, err, all)
			}
		}
	})
}

// FuzzReadOPB checks that bad text gives a one-line error with its place, and that a model that is read is valid.
func FuzzReadOPB(f *testing.F) {
	f.Add([]byte("* #variable= 4 #constraint= 3\n* show 1 2 0\nmin: +1 x1 -2 x3\n+0 x2 ;\n+2 x1 +3 ~x2 -1 x3 >= 2;\n1 x1 1 x1 +1 x2 = 2 ;\n"))
	f.Add([]byte("max: 1 x2 ;\n1 x1 -1 x1 >= 1 ;\n4503599627370496 x1 <= -4503599627370496 ;"))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, _, err := ReadOPB("file", bytes.NewReader(text))
		if err != nil {
			expectPlaced(t, err)
		} else if err := m.Validate(); err != nil {
			t.Fatalf("read, but not valid: %v", err)
		}
	})
}

// TestReadOPBSums compares random sums with arithmetic.
func TestReadOPBSums(t *testing.T) {
	const variables = 4
	rapid.Check(t, func(t *rapid.T) {
		relation := rapid.SampledFrom(opbRelations).Draw(t, "relation")
		bound := rapid.IntRange(-6, 6).Draw(t, "bound")
		terms := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [3]int {
			return [3]int{rapid.IntRange(-3, 3).Draw(t, "coefficient"), rapid.IntRange(1, variables).Draw(t, "variable"), rapid.IntRange(0, 1).Draw(t, "negated")}
		}), 0, 6).Draw(t, "terms")
		text := fmt.Sprintf("* #variable= %d #constraint= 1\n1 x1 >= 0 ;", variables)
		for _, term := range terms {
			text += fmt.Sprintf(" %+d %s", term[0], strings.Repeat("~", term[2])+fmt.Sprint("x", term[1]))
		}
		if len(terms) == 0 {
			text += " 0 x1"
		}
		text += fmt.Sprintf(" %s %d;", relation, bound)
		m, _, err := ReadOPB("file", strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for bits := range 1 << variables {
			sum, a := 0, make(model.Assignment, variables)
			for i := range a {
				a[i] = bits >> i & 1
			}
			for _, term := range terms {
				sum += term[0] * (a[term[1]-1] ^ term[2])
			}
			want := map[string]bool{">=": sum >= bound, "<=": sum <= bound, "=": sum == bound}[relation]
			if err := m.Check(a); (err == nil) != want {
				t.Fatalf("%s: %v: %v, expected a solution: %t", text, a, err, want)
			}
		}
	})
}

func expectPlaced(t *testing.T, err error) {
	t.Helper()
	var bad *model.InputError
	if !errors.As(err, &bad) || bad.Line < 1 || bad.Column < 1 || strings.ContainsAny(err.Error(), "\n\r") {
		t.Fatalf("%q: expected one line that says where", err)
	}
}
