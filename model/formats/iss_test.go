package formats

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	_ "qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
	_ "qmsat/native"
)

// published returns the solution as givens: digits, or letters from A = 1.
func published(p modeltest.ISSPuzzle) model.Cube {
	letters := strings.ContainsAny(p.Solution, "ABCDEFGHI")
	var cube model.Cube
	for i, c := range p.Solution {
		value := int(c - '0')
		if letters && c != '0' {
			value = int(c-'A') + 1
		}
		cube = append(cube, model.Given{Var: model.Var(i), Value: value})
	}
	return cube
}

// solutions counts solutions up to two by an engine.
func solutions(t *testing.T, name string, m *model.Model, cube model.Cube, limit time.Duration) engine.Result {
	t.Helper()
	e, err := engine.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	session, err := e.Open(ctx, m, nil)
	if ctx.Err() != nil {
		return engine.Result{}
	}
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	result, err := session.Run(ctx, cube, 2, func(a model.Assignment) bool {
		if err := m.Check(a); err != nil {
			t.Error(err)
		}
		return true
	})
	if err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	return result
}

// Puzzles that are not read, whose published solution is not the only one, or that come back as another model, with the reason.
var (
	issOther  = map[string]string{"Chaos Construction: 6x6 [extra numValues]": "tables come back without the values that no cell has"}
	issUnread = map[string]string{"How Shall We Split This?": "its automaton has over 20,000 states if it is deterministic"}
	issTwo    = map[string]string{
		"0-indexed: Sums and indexing": "ISS misses sandwiches of grids with the value 0", "Sandwich snipe 18": "ISS finds two as well",
	}
)

// TestISSPuzzles reads every puzzle and checks that it has the published solution and no other one. It solves every
// twentieth where QMSAT_LONG is set, all where QMSAT_CONFIRM is, and some without them.
func TestISSPuzzles(t *testing.T) {
	limit := modeltest.Scale(200*time.Millisecond, time.Second/2, 20*time.Second)
	every := modeltest.Scale(97, 40, 1)
	f, _ := Lookup("iss")
	for i, p := range modeltest.ISS(t) {
		t.Run(p.Name, func(t *testing.T) {
			z, err := f.ReadNamed("", p.Input)
			if (err != nil) != (issUnread[p.Name] != "") {
				t.Fatal(err)
			}
			if err != nil || i%every != 0 {
				return
			}
			for _, name := range []string{"native", "gini"} {
				if p.Solution != "" {
					given := solutions(t, name, z.Model, slices.Concat(z.Givens, published(p)), limit)
					if given.Complete() && given.Count.Int64() != 1 {
						t.Errorf("%s: the published grid has %v solutions", name, given.Count)
					}
				}
				want := int64(len(p.Solution) / max(len(p.Solution), 1))
				if issTwo[p.Name] != "" {
					want = 2
				}
				if all := solutions(t, name, z.Model, z.Givens, limit); all.Outcome != engine.CutOff && all.Count.Int64() != want {
					t.Errorf("%s: %v solutions, expected %d", name, all.Count, want)
				}
			}
		})
	}
}

// TestISSComesBack writes puzzles as model files and reads them back: the model and the givens are the same.
func TestISSComesBack(t *testing.T) {
	iss, _ := Lookup("iss")
	for i, p := range modeltest.ISS(t) {
		if issUnread[p.Name] != "" || i%9 != 0 && !modeltest.Long() {
			continue
		}
		z, err := iss.ReadNamed("", p.Input)
		if err != nil {
			t.Fatal(err)
		}
		text, _, err := writeYAML(z)
		if err != nil {
			t.Fatal(err)
		}
		again, err := readYAML(text)
		if err != nil {
			t.Errorf("%s: %v in %s", p.Name, err, text)
			continue
		}
		if (again.Model.Hash() == z.Model.Hash()) != (issOther[p.Name] == "") || !slices.Equal(again.Givens, z.Givens) {
			t.Errorf("%s came back as another model or with other givens:\n%s", p.Name, text)
		}
	}
}

// TestISSTexts reads the same grid from the forms of text of its page.
func TestISSTexts(t *testing.T) {
	f, _ := Lookup("iss")
	grid := "12.." + "...." + "...." + "...4"
	for _, text := range []string{
		".Shape~4x4.~R1C1_1~R1C2_2~R4C4_4", "# four\n.Shape~4x4\n\n.~R1C1_1 ~R1C2_2\n.~r4c4_3_4.~R4C4_4_1.", grid, "=" + grid,
		"1 2 . .\n. . . . \n-------\n. . . .\n. . . 4",
		"https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.%7ER1C1_1%7ER1C2_2~R4C4_4&mode=count",
	} {
		z, err := f.ReadNamed("", text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if want, _ := model.Sudoku(2, 2); z.Model.Hash() != want.Hash() || model.Characters.FormatCube(z.Model, z.Givens) != grid {
			t.Errorf("%s is read as %s", text, model.Characters.FormatCube(z.Model, z.Givens))
		}
	}
	for _, text := range []string{".", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=."} { // no clue, and not a grid of one cell
		z, err := f.ReadNamed("", text)
		if want, _ := model.Sudoku(3, 3); err != nil || z.Model.Hash() != want.Hash() || len(z.Givens) > 0 {
			t.Errorf("%s: error %v, expected the empty grid", text, err)
		}
	}
}

// TestISSFaults checks what malformed texts are answered.
func TestISSFaults(t *testing.T) {
	f, _ := Lookup("iss")
	for text, want := range map[string]string{
		".Foo~R1C1.Bar.Thermo~R1C1~R1C2": "found Bar, Foo, expected", ".Or.~R1C1_1": "without .End", ".Thermo~R1C1.End": "without .Or",
		".Thermo~R1C1~RaC2": `found "RaC2"`, ".Shape~9x9~2-9": "found 8 values from 2", ".Shape~17x17": "expected 1 to 16",
		".Cage~x~R1C1": `found "x"`, ".NFA~!~_~R1C1": `the code "!"`,
		".NFA~AjFAGhAx~_~R1C1": "its end after 2 states", ".Replicate~_~R9C9.Thermo~R1C1~R1C2.End": "leaves the grid",
		".WhiteDot~R1C1~R3C3": "share a side", ".Jigsaw~AAB": "jigsaw of 3 cells", ".Quad~R9C9~1": "upper left", "12x4": "expected tokens", "1": "expected tokens",
		"3x3::k:1": "81 numbers", ".Var~A~~2000": "over 1000 cells", ".RegionSize~x": `found "x"`, ".Sum~3_=_1~R1C1~R1C2": "coefficients",
	} {
		if _, err := f.ReadNamed("", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", text, err, want)
		}
	}
}

// TestISSForms checks that the kinds and fields of all forms exist.
func TestISSForms(t *testing.T) {
	for _, form := range issForms() {
		for _, key := range strings.Fields(form.fields) {
			if clueField(variant.KindNamed(form.kind).New(), key) == nil {
				t.Errorf("%s: %s has no field %s", form.token, form.kind, key)
			}
		}
	}
}

func FuzzISS(f *testing.F) {
	format, _ := Lookup("iss")
	for _, text := range []string{".Thermo~R1C1~R1C2", ".Replicate~B.Or.~R1C1_1.And.X~R1C1~R1C2.End.End.End", ".NFA~UgMP_CIZ~_~R1C1~-~R1C2", "3x3:d:k:"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		z, err := format.ReadNamed("", text)
		if err != nil {
			return
		}
		written, _, err := writeYAML(z)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := readYAML(written); err != nil || again.Model.Hash() != z.Model.Hash() {
			t.Errorf("%v in %s", err, written)
		}
	})
}
