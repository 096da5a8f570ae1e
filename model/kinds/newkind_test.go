package kinds_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qmsat/compare"
	"qmsat/compare/crosscheck"
	"qmsat/compare/rules"
	"qmsat/encode"
	"qmsat/encode/program"
	_ "qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/draw"
	"qmsat/model/engine"
	"qmsat/model/engine/bruteforce"
	"qmsat/model/engine/enginetest"
	"qmsat/model/sample"
	_ "qmsat/native"
)

// A new kind, without a file in encode and native, works wherever none is needed, and is refused by name everywhere else. It is
// never ignored.

// thermometer returns a small Sudoku with an ascending first column, from a model file.
func thermometer(t *testing.T, grid string) *model.Model {
	t.Helper()
	d, err := document.Read(t.Context(), "thermometer.yaml", strings.NewReader(
		"grid: "+grid+"\nconstraints:\n- {kind: ascending, name: warm, cells: [r1c1, r2c1, r1c2]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	return d.Model
}

func TestNewKindInFiles(t *testing.T) {
	m := thermometer(t, "{boxes: 2x2}")
	var text bytes.Buffer
	if err := document.New(m).Write(&text); err != nil {
		t.Fatal(err)
	}
	d, err := document.Read(t.Context(), "written", &text)
	if err != nil || d.Model.Hash() != m.Hash() {
		t.Errorf("read back as %v, %v", d, err)
	}
	m.Constraints[len(m.Constraints)-1] = &Ascending{Name: "warm", Vars: []model.Var{0, 4}}
	if m.Hash() == d.Model.Hash() {
		t.Error("the hash does not tell two of the kind apart")
	}
	m.Constraints[len(m.Constraints)-1] = &Ascending{Vars: []model.Var{0}}
	if err := m.Validate(); err == nil || !strings.Contains(err.Error(), "ascending on r1c1") {
		t.Errorf("one variable: %v, expected an error that names the kind", err)
	}
}

func TestNewKindIsDrawnAtRandom(t *testing.T) {
	found := 0
	for i := range uint64(200) {
		drawn := sample.Draw(rand.New(rand.NewPCG(1, i))).Model
		if err := drawn.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, c := range drawn.Constraints {
			if c.Kind() == "ascending" {
				found++
			}
		}
	}
	if found == 0 {
		t.Error("no random model has the kind")
	}
}

// TestNewKindByEngines checks that each engine counts what brute force does, or refuses the kind by name. (The engine paper says
// what it runs, and nothing else.)
func TestNewKindByEngines(t *testing.T) {
	sudoku := thermometer(t, "{boxes: 3x3}")
	for _, c := range []struct {
		name string
		m    *model.Model
		cube model.Cube
	}{
		{"bare", thermometer(t, "{rows: 2, columns: 2, values: 1..3, houses: none}"), nil},
		{"4×4", thermometer(t, "{boxes: 2x2}"), model.Cube{{Var: 0, Value: 2}}},
		{"9×9", sudoku, someCells(t, sudoku)},
	} {
		var taken []string
		want := count(t, bruteforce.Name, c.m, c.cube)
		for _, name := range engine.Names() {
			if e, err := engine.Lookup(name); err != nil || e.Abilities.MayFail {
				continue // it does not count
			}
			got := count(t, name, c.m, c.cube)
			if got == refused {
				continue
			}
			taken = append(taken, name)
			if got != want {
				t.Errorf("%s: %s counts %s, expected %s", c.name, name, got, want)
			}
		}
		if want == "0" || want == refused {
			t.Errorf("%s: %s solutions", c.name, want)
		}
		t.Logf("%s: %s solutions, by %v", c.name, want, taken)
	}
}

// someCells returns most cells of a grid in which r1c1, r2c1 and r1c2 ascend, without the first two.
func someCells(t *testing.T, m *model.Model) model.Cube {
	t.Helper()
	text := ""
	for r := range 8 {
		for c := range 9 {
			text += string("142357689"[(3*(r%3)+r/3+c)%9])
		}
	}
	cube, err := model.Characters.Parse(m, text+".........")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(cube, func(g model.Given) bool { return g.Var == 0 || g.Var == 9 })
}

const refused = "refused"

// count returns an engine's count, or that the engine refuses the kind by name.
func count(t *testing.T, name string, m *model.Model, cube model.Cube) string {
	t.Helper()
	e, err := engine.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	session, err := e.Open(t.Context(), m, nil)
	if unsupported := new(engine.UnsupportedError); errors.As(err, &unsupported) {
		if !strings.Contains(err.Error(), "ascending") && !strings.Contains(err.Error(), "nothing else") {
			t.Errorf("%s: %v, expected the kind's name, or a list of all that the engine runs", name, err)
		}
		return refused
	} else if err != nil {
		t.Errorf("%s: %v, expected an UnsupportedError", name, err)
		return refused
	}
	defer session.Close()
	result, err := session.Run(t.Context(), cube, 0, nil)
	if err != nil || !result.Complete() {
		t.Fatalf("%s: %v, %v", name, result, err)
	}
	return result.Count.String()
}

// TestNewKindIsNotExported checks that no file is written without the constraint.
func TestNewKindIsNotExported(t *testing.T) {
	m := thermometer(t, "{boxes: 2x2}")
	for _, cells := range encode.CellEncodings.Names() {
		for _, sum := range encode.LinearEncodings.Names() {
			_, err := encode.NewDIMACS(t.Context(), m, encode.Options{Cells: cells, Linear: sum}, nil)
			if err == nil || !strings.Contains(err.Error(), "ascending") {
				t.Errorf("%s, %s: %v, expected an error that names the kind", cells, sum, err)
			}
		}
	}
	if _, err := program.New(t.Context(), m, nil, encode.Options{}); err == nil || !strings.Contains(err.Error(), "ascending") {
		t.Errorf("OPB: %v, expected an error that names the kind", err)
	}
}

// TestNewKindIsShrunk checks that a disagreement about the kind shrinks to one constraint on two variables.
func TestNewKindIsShrunk(t *testing.T) {
	plain, err := engine.Lookup(bruteforce.Name)
	if err != nil {
		t.Fatal(err)
	}
	backwards := enginetest.Miscompiling("backwards", plain, func(c model.Constraint) model.Constraint {
		if ascending, is := c.(*Ascending); is {
			vars := slices.Clone(ascending.Vars)
			slices.Reverse(vars)
			return &Ascending{Vars: vars}
		}
		return c
	})
	m := thermometer(t, "{rows: 2, columns: 2, values: 1..3}")
	m.AddVariable("other", model.Interval(1, 2))
	shrunk := crosscheck.Shrink(t.Context(), &crosscheck.Case{
		Model: m, Cubes: []model.Cube{{{Var: 0, Value: 1}}}, Contenders: []compare.Contender{{Engine: plain}, {Engine: backwards}},
	}, 0)
	if shrunk.Fault == nil {
		t.Fatal("the case is not at fault")
	}
	small := shrunk.Case.Model
	if len(small.Constraints) != 1 || small.Constraints[0].Kind() != "ascending" || small.Constraints[0].Label() != "" || len(small.Variables) != 2 {
		t.Errorf("shrunk to %d variables and %v", len(small.Variables), small.Constraints)
	}
	var text bytes.Buffer
	if err := shrunk.Case.WriteModel(&text, "small"); err != nil || !strings.Contains(text.String(), "kind: ascending") {
		t.Errorf("written as %s, %v", text.String(), err)
	}
}

// TestNewKindInPictures checks that a picture names what it does not show.
func TestNewKindInPictures(t *testing.T) {
	var picture bytes.Buffer
	if err := draw.SVG(&picture, document.New(thermometer(t, "{boxes: 2x2}")), []draw.Picture{{}}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(picture.String(), "not drawn: ascending") {
		t.Error("the picture does not name the kind")
	}
}

// TestNewKindInQuestions checks that nothing is proved about a model without the constraint.
func TestNewKindInQuestions(t *testing.T) {
	m := thermometer(t, "{boxes: 2x2}")
	_, err := rules.Prove(context.Background(), rules.Question{Model: m, Rule: &model.Rule{Formula: model.Is(0, 1, 2)}})
	if err == nil || !strings.Contains(err.Error(), "ascending") {
		t.Errorf("%v, expected an error that names the kind", err)
	}
}

// stranger is an unknown connective.
type stranger struct{ model.Not }

// TestNewConnective checks that an unknown formula is not valid, and that it is still named in errors and walked like any other.
func TestNewConnective(t *testing.T) {
	m, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	strange := stranger{model.Not{Of: model.Is(3, 1)}}
	for _, f := range []model.Formula{strange, model.Or{model.Is(0, 1), strange}, model.Count{Kind: model.Exactly, K: 1, Of: []model.Formula{strange, model.Is(2, 2)}}} {
		rule := &model.Rule{Formula: f}
		if !slices.Contains(rule.Scope(), 3) {
			t.Errorf("%v speaks of %v, expected 3 among them", f, rule.Scope())
		}
		m.Constraints = []model.Constraint{rule}
		_, clauses := encode.NewDIMACS(t.Context(), m, encode.Options{}, nil)
		_, constraints := program.New(t.Context(), m, nil, encode.Options{})
		native, err := engine.Lookup("native")
		if err != nil {
			t.Fatal(err)
		}
		_, propagators := native.Open(t.Context(), m, nil)
		for who, err := range map[string]error{"model": m.Validate(), "clauses": clauses, "OPB": constraints, "native": propagators} {
			if err == nil || !strings.Contains(err.Error(), "stranger") {
				t.Errorf("%s: %v, expected an error that names the type", who, err)
			}
		}
	}
}
