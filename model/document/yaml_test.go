package document_test

import (
	"bytes"
	"fmt"
	"io"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func readYAML(t *testing.T, text string) (*model.Model, model.Cube) {
	t.Helper()
	m, givens, err := modeltest.ReadYAML("file", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return m, givens
}

// addRules reads rules and adds them to the model.
func addRules(file string, r io.Reader, m *model.Model) error {
	rules, err := document.ReadRules(file, r, m)
	if err == nil {
		m.Constraints = append(m.Constraints, rules...)
	}
	return err
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func three(constraints ...model.Constraint) *model.Model {
	m := &model.Model{Constraints: constraints}
	for _, name := range []string{"a", "b", "c"} {
		m.AddVariable(name, model.Interval(0, 4))
	}
	return m
}

func grid23(values model.Domain) *model.Model {
	return model.NewGrid(&model.Grid{Rows: 2, Columns: 3}, values)
}

func modelDiff(want, got *model.Model) string { return cmp.Diff(want, got, modeltest.Options) }

func builtModel(t *testing.T, f model.Family) *model.Model {
	t.Helper()
	var m *model.Model
	var err error
	if f.QuasiMagic {
		m, err = model.QuasiMagic(f.BoxRows, f.Delta)
	} else {
		m, err = model.Sudoku(f.BoxRows, f.BoxColumns)
	}
	if err == nil && len(f.PruningRules) > 0 {
		err = model.AddPruningRules(m, f.PruningRules)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var families = []model.Family{
	{BoxRows: 1, BoxColumns: 4},
	{BoxRows: 2, BoxColumns: 3},
	{BoxRows: 3, BoxColumns: 5},
	{BoxRows: 2, BoxColumns: 2, QuasiMagic: true, Delta: 2},
	{BoxRows: 3, BoxColumns: 3, QuasiMagic: true},
	{BoxRows: 4, BoxColumns: 4, QuasiMagic: true, Delta: 5},
	{BoxRows: 3, BoxColumns: 3, QuasiMagic: true, Delta: 2, PruningRules: []int{1, 2, 3, 7}},
}

func writeYAML(t testing.TB, m *model.Model, givens model.Cube) string {
	t.Helper()
	var text bytes.Buffer
	if err := modeltest.WriteYAML(m, &text, givens); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// Files are read by the format of their suffix, others as YAML.
func TestReaderOf(t *testing.T) {
	for _, file := range []string{"a.yaml", "a.yml", "a.txt", ""} {
		if r, err := document.ReaderOf("", file); err != nil || r.Name != "yaml" {
			t.Errorf("%q: %s, error %v", file, r.Name, err)
		}
	}
	if !document.IsModelFile("a.yml") {
		t.Error("no reader has the suffix .yml")
	}
	if _, err := document.ReaderOf("yam", "a.yaml"); err == nil {
		t.Error("a reader yam")
	}
}

func TestReadYAML(t *testing.T) {
	built := func(m *model.Model, err error) *model.Model {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	with := func(m *model.Model, change func(m *model.Model)) *model.Model {
		m.Name = ""
		change(m)
		return m
	}
	nothing := func(*model.Model) {}
	for _, c := range []struct {
		name   string
		text   string
		want   *model.Model
		givens model.Cube
	}{
		{"boxes", "grid: {boxes: 2x3}", with(built(model.Sudoku(2, 3)), nothing), nil},
		{"name", "name: 'a name'\ngrid: {boxes: 2x3}", with(built(model.Sudoku(2, 3)), func(m *model.Model) { m.Name = "a name" }), nil},
		{"quasi-magic", "grid: {boxes: 3x3}\nquasi-magic: 2", with(built(model.QuasiMagic(3, 2)), nothing), nil},
		{"keys in any order", "quasi-magic: 2\npruning-rules: [3, 1]\ngrid: {boxes: 3x3}",
			with(builtModel(t, model.Family{BoxRows: 3, BoxColumns: 3, QuasiMagic: true, Delta: 2, PruningRules: []int{1, 3}}), nothing), nil},
		{"quasi-magic boxes", "grid: {boxes: 2x2}\nquasi-magic: {delta: 1, boxes: [4, 2]}",
			with(built(model.Sudoku(2, 2)), func(m *model.Model) {
				for _, box := range []int{3, 1} {
					lines, err := model.QuasiMagicBox(m.Grid, box, 1)
					if err != nil {
						t.Fatal(err)
					}
					m.Constraints = append(m.Constraints, lines...)
				}
			}), nil},
		{"rows and columns", "grid: {rows: 2, columns: 3}",
			with(grid23(model.Interval(1, 3)), func(m *model.Model) { m.Constraints = model.AllDifferentHouses(m.Grid.Houses()) }), nil},
		{"values", "grid: {rows: 2, columns: 3, values: [0, 4..5, 7], houses: none}",
			grid23(model.NewDomain(model.Range{Lo: 0, Hi: 0}, model.Range{Lo: 4, Hi: 5}, model.Range{Lo: 7, Hi: 7})), nil},
		{"one value", "grid: {rows: 2, columns: 3, values: 7, houses: none}", grid23(model.Values(7)), nil},
		{"houses", "grid: {rows: 2, columns: 3, values: -1..3, houses: [columns, rows]}",
			with(grid23(model.Interval(-1, 3)), func(m *model.Model) {
				m.Constraints = append(model.AllDifferentHouses(m.Grid.ColumnHouses()), model.AllDifferentHouses(m.Grid.RowHouses())...)
			}), nil},
		{"no houses in a list", "grid: {rows: 2, columns: 3, values: 1..3, houses: []}", grid23(model.Interval(1, 3)), nil},
		{"boxes that do not fill a square", "grid: {boxes: 1x3, rows: 2, columns: 6, values: 1..6, houses: [boxes]}",
			with(model.NewGrid(&model.Grid{Rows: 2, Columns: 6, BoxRows: 1, BoxColumns: 3}, model.Interval(1, 6)), func(m *model.Model) {
				m.Constraints = model.AllDifferentHouses(m.Grid.BoxHouses())
			}), nil},
		{"variables", "variables: {a: 0..4, b: 0..4, c: [0, 1..3, 4]}", three(), nil},
		{"variables beside cells", "grid: {rows: 2, columns: 3, houses: none}\nvariables: {null: 5}",
			with(grid23(model.Interval(1, 3)), func(m *model.Model) { m.AddVariable("null", model.Values(5)) }), nil},
		{"domains", "variables: {a: 9, b: 0..4, c: 0..4}\ndomains: {a: 0..4}", three(), nil},
		{"outputs", "variables: {a: 0..4, b: 0..4, c: 0..4}\noutputs: [c, a]",
			with(three(), func(m *model.Model) { m.Outputs = []model.Var{2, 0} }), nil},
		{"givens", "variables: {a: 0..4, b: 0..4, c: 0..4}\ngivens: {c: 1, a: 0}", three(), model.Cube{{Var: 2, Value: 1}, {Var: 0, Value: 0}}},
		{"no givens", "variables: {a: 0..4, b: 0..4, c: 0..4}\ngivens: {}", three(), nil},
	} {
		m, givens := readYAML(t, c.text)
		if diff := modelDiff(c.want, m); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if diff := cmp.Diff(c.givens, givens, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: givens (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestReadYAMLConstraints(t *testing.T) {
	for _, c := range []struct {
		text string
		want model.Constraint
	}{
		{"{kind: all-different, cells: [c, a]}", &model.AllDifferent{Vars: []model.Var{2, 0}}},
		{"{cells: [a], name: x, kind: all-different}", &model.AllDifferent{Name: "x", Vars: []model.Var{0}}},
		{"{kind: linear, cells: [a, b], sum: 3}", model.Sum("", 3, 3, 0, 1)},
		{"{kind: linear, name: l, cells: [b, a], min: -3}", model.Sum("l", -3, model.NoUpper, 1, 0)},
		{"{kind: linear, cells: [a], max: 3}", model.Sum("", model.NoLower, 3, 0)},
		{"{kind: linear, cells: [a, b], min: 1, max: 3, coefficients: [2, -1]}",
			&model.Linear{Terms: []model.Term{{Coefficient: 2, Var: 0}, {Coefficient: -1, Var: 1}}, Lo: 1, Hi: 3}},
		{"{kind: table, cells: [a, b], allowed: [[1, 2], [7, -8]]}", &model.Table{Vars: []model.Var{0, 1}, Tuples: [][]int{{1, 2}, {7, -8}}}},
		{"{kind: table, cells: [a], allowed: []}", &model.Table{Vars: []model.Var{0}}},
		{"{kind: table, name: t, cells: [a], forbidden: [[1]]}",
			&model.Table{Name: "t", Vars: []model.Var{0}, Tuples: [][]int{{1}}, Forbidden: true}},
		{"{kind: rule, name: r, a: 1}", &model.Rule{Name: "r", Formula: model.Is(0, 1)}},
		{"{kind: rule, a: [1, 3..9]}", &model.Rule{Formula: model.In{Var: 0, Values: model.NewDomain(model.Range{Lo: 1, Hi: 1}, model.Range{Lo: 3, Hi: 9})}}},
		{"{kind: rule, a: []}", &model.Rule{Formula: model.Is(0)}},
		{"{kind: rule, b: 1, a: 2..3}", &model.Rule{Formula: model.And{model.Is(1, 1), model.Is(0, 2, 3)}}},
		{"{kind: rule, all: [{a: 1}, {b: 2}]}", &model.Rule{Formula: model.And{model.Is(0, 1), model.Is(1, 2)}}},
		{"{kind: rule, any: [{a: 1}, {b: 2}]}", &model.Rule{Formula: model.Or{model.Is(0, 1), model.Is(1, 2)}}},
		{"{kind: rule, any: []}", &model.Rule{Formula: model.Or{}}},
		{"{kind: rule, not: {a: 1}}", &model.Rule{Formula: model.Not{Of: model.Is(0, 1)}}},
		{"{kind: rule, then: {b: 2}, if: {a: 1}}", &model.Rule{Formula: model.Implies{If: model.Is(0, 1), Then: model.Is(1, 2)}}},
		{"{kind: rule, at-most: 1, of: [{a: 1}, {b: 2}]}", &model.Rule{Formula: model.Count{Kind: model.AtMost, K: 1, Of: []model.Formula{model.Is(0, 1), model.Is(1, 2)}}}},
		{"{kind: rule, at-least: -1, of: []}", &model.Rule{Formula: model.Count{Kind: model.AtLeast, K: -1, Of: nil}}},
		{"{kind: rule, exactly: 1, of: [{not: {all: [{a: 1}]}}]}", &model.Rule{Formula: model.Count{Kind: model.Exactly, K: 1, Of: []model.Formula{model.Not{Of: model.And{model.Is(0, 1)}}}}}},
	} {
		m, _ := readYAML(t, "variables: {a: 0..4, b: 0..4, c: 0..4}\nconstraints:\n  - "+c.text+"\n")
		if diff := cmp.Diff([]model.Constraint{c.want}, m.Constraints, modeltest.Options...); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.text, diff)
		}
	}
}

func TestReadYAMLRefuses(t *testing.T) {
	anyKind := strings.Join(model.KindNames(), ", ") + ", or a kind of qmsat help variants"
	const abc = "variables: {a: 0..4, b: 0..4, c: 0..4}\n"
	constraint := func(text string) string { return abc + "constraints:\n- " + text }
	quasiMagic := func(text string) string { return "grid: {boxes: 3x3}\nquasi-magic: " + text }
	for _, c := range []struct{ text, want string }{
		// The text as YAML.
		{"", "1:1: found an empty file, expected a mapping"},
		{"# only a comment\n", "1:1: found an empty file, expected a mapping"},
		{"---\n", "2:1: found nothing, expected a mapping"},
		{"a: [1\nb: 2", "2:2: not YAML: did not find expected ',' or ']'"},
		{"a: *b", "1:4: not YAML: unknown anchor 'b' referenced"},
		{"name: x\n\tgrid: 1", "2:1: not YAML: found a tab, expected blanks"},
		{"name: x\nname2: é\x01", "2:9: not YAML: control characters are not allowed (value: 1)"},
		{"name: x\n\xff", "2:1: not YAML: invalid leading UTF-8 octet (value: 255)"},
		{abc + "---\nvariables: {a: 1}\n", "2:1: found a second document, expected one"},
		{abc + "...\n[", "4:1: not YAML: did not find expected node content"},

		// The top level.
		{"just text", `1:1: found "just text", expected a mapping`},
		{"[a, b]", "1:1: found a list, expected a mapping"},
		{"{}", "1:1: found no variables, expected a grid or variables"},
		{"name: x", "1:1: found no variables, expected a grid or variables"},
		{"name: [x]", "1:7: found a list, expected text"},
		{"name:", "1:6: found nothing, expected text"},
		{abc + "variables: {d: 1}", `2:1: "variables" appears twice, expected once`},
		{abc + "constraint: []", `2:1: found the key "constraint"; did you mean constraints?`},
		{abc + "limits: []", `2:1: found the key "limits", expected only name, grid, variables, domains, ` +
			"quasi-magic, pruning-rules, constraints, anti, diagonals, dots, global, negative, xv, outputs, minimize, maximize, givens, author, " +
			"rules, solution, marks"},
		{abc + "? [x]\n: 1", "2:3: found a list, expected a key"},

		// The grid.
		{"grid: 3x3", `1:7: found "3x3", expected a mapping`},
		{"grid: {}", "1:7: found no size, expected boxes, or rows and columns"},
		{"grid: {rows: 3}", "1:7: found no size, expected boxes, or rows and columns"},
		{"grid: {boxes: 3}", `1:15: found "3", expected rows x columns such as 3x3`},
		{"grid: {boxes: 0x3}", `1:15: found "0x3", expected rows x columns such as 3x3`},
		{"grid: {boxes: [3, 3]}", "1:15: found a list, expected rows x columns such as 3x3"},
		{"grid: {boxes: 20000x3}", `1:15: found "20000x3", expected boxes of at most 10000 rows and columns`},
		{"grid: {boxes: 4294967296x4294967296}",
			`1:15: found "4294967296x4294967296", expected boxes of at most 10000 rows and columns`},
		{"grid: {boxes: 100x100}", "1:7: 10000 rows and 10000 columns, expected at least one of each and 1 to 10000 cells"},
		{"grid: {rows: 0, columns: 3}", "1:7: 0 rows and 3 columns, expected at least one of each and 1 to 10000 cells"},
		{"grid: {rows: 4294967296, columns: 4294967296}",
			"1:7: 4294967296 rows and 4294967296 columns, expected at least one of each and 1 to 10000 cells"},
		{"grid: {rows: x, columns: 3}", `1:14: found "x", expected a whole number`},
		{"grid: {rows: 1.5, columns: 3}", `1:14: found "1.5", expected a whole number`},
		{"grid: {rows: 99999999999999999999, columns: 3}",
			`1:14: found "99999999999999999999", expected a whole number of 64 bits`},
		{"grid: {boxes: 2x2, rows: 5}", "1:7: boxes of 2×2 do not tile 5×4 cells"},
		{"grid: {boxes: 2x2, values: x}", `1:28: found "x", expected a number, a range lo..hi or a list of them`},
		{"grid: {boxes: 2x2, values: {a: 1}}", "1:28: found a mapping, expected a number, a range lo..hi or a list of them"},
		{"grid: {boxes: 2x2, values: []}", "1:28: found an empty list, expected at least one value"},
		{"grid: {boxes: 2x2, values: 4..1}", `1:28: found "4..1", expected the lower number first`},
		{"grid: {boxes: 2x2, values: [1, x]}", `1:32: found "x", expected a number or a range lo..hi`},
		{"grid: {boxes: 2x2, values: [1, [2]]}", "1:32: found a list, expected a number or a range lo..hi"},
		{"grid: {boxes: 2x2, houses: all}", `1:28: found "all", expected none, or a list of rows, columns, boxes, regions`},
		{"grid: {boxes: 2x2, houses: [rows, cages]}",
			`1:35: found "cages", expected rows, columns or, if the grid has them, boxes or regions`},
		{"grid: {rows: 2, columns: 2, houses: [boxes]}",
			`1:38: found "boxes", expected rows, columns or, if the grid has them, boxes or regions`},
		{"grid: {boxes: 2x2, houses: [rows, rows]}", "1:35: rows appears twice, expected once"},
		{"name: &rows x\ngrid: {boxes: 2x2, houses: [*rows]}",
			"1:7: found \"x\", expected rows, columns or, if the grid has them, boxes or regions"},
		{"grid: {boxes: 2x2, size: 4}", `1:20: found the key "size", expected only boxes, rows, columns, regions, values, houses`},

		// Objectives.
		{abc + "minimize: {a: 1}\nmaximize: {b: 1}", "3:11: found maximize and minimize, expected one of them"},
		{abc + "maximize: a", `2:11: found "a", expected coefficients such as {a: 2, b: -1}, or a list of variables`},
		{abc + "minimize: {}", "2:11: minimize: expected at least one term"},
		{abc + "minimize: []", "2:11: found an empty list, expected at least one cell or variable"},
		{abc + "minimize: [a, a]", "2:15: a appears twice, expected once"},
		{abc + "minimize: {a: 1, a: 2}", `2:18: "a" appears twice, expected once`},
		{abc + "maximize: {a: 1, d: 2}", `2:18: found "d", expected a cell or variable of the model`},
		{abc + "maximize: {a: x}", `2:15: found "x", expected a whole number`},
		{abc + "maximize: {a: 0}", "2:11: maximize: the coefficient of a is 0, expected another"},
		{abc + "maximize: {a: 4503599627370496, b: -4503599627370496}",
			"2:11: maximize: the sum may reach 3.6e+16, expected one within ±2^52"},

		// Variables, domains, outputs, givens.
		{"variables: [a]", "1:12: found a list, expected a mapping"},
		{"variables: {}", "1:1: found no variables, expected a grid or variables"},
		{"variables: {a: }", "1:16: found nothing, expected a number, a range lo..hi or a list of them"},
		{"variables: {a: 0..4503599627370497}", `1:16: found "0..4503599627370497", expected numbers within ±2^52`},
		{"variables: {a: -99999999999999999999..1}", `1:16: found "-99999999999999999999..1", expected numbers within ±2^52`},
		{"variables: {a-b: 1}",
			`1:13: variable name "a-b", expected a letter or underscore, then letters, digits and underscores`},
		{"variables: {\"a\\nb\": 1}",
			`1:13: variable name "a\nb", expected a letter or underscore, then letters, digits and underscores`},
		{"variables: {then: 1}", `1:13: variable name "then", expected another name: this is a keyword of model files`},
		{"variables: {a: 1, a: 2}", `1:19: "a" appears twice, expected once`},
		{"variables: {r1c1: 1}\ngrid: {boxes: 2x2}", "1:13: r1c1 is a cell of the grid, expected another name"},
		{abc + "domains: {d: 1}", `2:11: found "d", expected a cell or variable of the model`},
		{abc + "domains: {b: []}", "2:14: found an empty list, expected at least one value"},
		{abc + "outputs: {a: 1}", `2:10: found a mapping, expected a list`},
		{abc + "outputs: []", "2:10: found an empty list, expected at least one cell or variable"},
		{abc + "outputs: [a, b, a]", "2:17: a appears twice, expected once"},
		{abc + "outputs: [a, r1c1]", `2:14: found "r1c1", expected a cell or variable of the model`},
		{abc + "outputs: [[a]]", "2:11: found a list, expected a cell or variable of the model"},
		{abc + "givens: [a]", "2:9: found a list, expected a mapping"},
		{abc + "givens: {a: x}", `2:13: found "x", expected a whole number`},
		{abc + "givens: {a: 5}", "2:13: found 5, expected a value of 0..4"},
		{abc + "givens: {a: 1, d: 1}", `2:16: found "d", expected a cell or variable of the model`},
		{"grid: {boxes: 3x3}\ngivens: {r1c1: 10}", "2:16: found 10, expected a value of 1..9"},

		// Quasi-magic and pruning rules.
		{abc + "quasi-magic: 2", "2:14: found quasi-magic without boxes, expected a grid with boxes"},
		{"grid: {rows: 9, columns: 9}\nquasi-magic: 2", "2:14: found quasi-magic without boxes, expected a grid with boxes"},
		{"grid: {boxes: 2x3}\nquasi-magic: 2", "2:14: boxes of 2×3 have no quasi-magic form, expected square boxes"},
		{quasiMagic("10"), "2:14: quasi-magic Δ = 10, expected 0 to 9 for 3×3 boxes"},
		{quasiMagic("-1"), "2:14: quasi-magic Δ = -1, expected 0 to 9 for 3×3 boxes"},
		{quasiMagic("two"), `2:14: found "two", expected a whole number`},
		{quasiMagic("[2]"), "2:14: found a list, expected a whole number"},
		{quasiMagic("{boxes: [5]}"), `2:14: found no "delta", expected one`},
		{quasiMagic("{delta: 2}"), `2:14: found no "boxes", expected one`},
		{quasiMagic("{delta: 12, boxes: [5]}"), "2:22: quasi-magic Δ = 12, expected 0 to 9 for 3×3 boxes"},
		{quasiMagic("{delta: 2, boxes: [5, 10]}"), "2:36: found box 10, expected 1 to 9"},
		{quasiMagic("{delta: 2, boxes: [0]}"), "2:33: found box 0, expected 1 to 9"},
		{quasiMagic("{delta: 2, boxes: [5, 5]}"), "2:36: box 5 appears twice, expected once"},
		{quasiMagic("{delta: 2, boxes: [5], x: 1}"), `2:37: found the key "x", expected only delta, boxes`},
		{quasiMagic("2\npruning-rules: [1, 11]"), "3:16: pruning rule 11, expected 1 to 10"},
		{quasiMagic("2\npruning-rules: all"), `3:16: found "all", expected a list`},
		{quasiMagic("3\npruning-rules: [1]"), "3:16: the pruning rules hold for quasi-magic 9×9 grids with Δ = 2 only"},
		{"grid: {boxes: 3x3}\npruning-rules: [1]", "2:16: the pruning rules hold for quasi-magic 9×9 grids with Δ = 2 only"},

		// Constraints.
		{abc + "constraints: {a: 1}", "2:14: found a mapping, expected a list"},
		{constraint("a"), `3:3: found "a", expected a mapping`},
		{constraint("{cells: [a]}"), `3:3: found no "kind", expected one`},
		{constraint("{kind: teapot, cells: [a]}"), `3:10: found "teapot", expected ` + anyKind},
		{constraint("{kind: [rule], cells: [a]}"), "3:10: found a list, expected " + anyKind},
		{"name: &rule zz\n" + constraint("{kind: *rule, a: 1}"), "1:7: found \"zz\", expected " + anyKind},
		{constraint("{kind: all-different}"), `3:3: found no "cells", expected one`},
		{constraint("{kind: all-different, cells: []}"), "3:32: found an empty list, expected at least one cell or variable"},
		{constraint("{kind: all-different, cells: [a, b, b]}"), "3:39: b appears twice, expected once"},
		{constraint("{kind: all-different, cells: [a, r1c1]}"), `3:36: found "r1c1", expected a cell or variable of the model`},
		{constraint("{kind: all-different, cells: [a], sum: 1}"), `3:37: found the key "sum", expected only kind, name, cells`},
		{constraint("{kind: linear, cells: [a, b]}"), "3:3: found no bound, expected sum, min or max"},
		{constraint("{kind: linear, cells: [a], sum: 1, max: 2}"), "3:35: found sum and min or max, expected one of them"},
		{constraint("{kind: linear, cells: [a], min: 3, max: 2}"), "3:3: linear: the lower bound 3 is above the upper bound 2"},
		{constraint("{kind: linear, cells: [a], max: 4503599627370497}"),
			"3:3: linear: the upper bound is 4503599627370497, expected one within ±2^52"},
		{constraint("{kind: linear, cells: [a, b], coefficients: [1], sum: 1}"), "3:47: found 1 coefficients, expected 2, one per cell"},
		{constraint("{kind: linear, cells: [a, b], coefficients: [1, 0], sum: 1}"),
			"3:3: linear: the coefficient of b is 0, expected another"},
		{constraint("{kind: linear, cells: [a], coefficients: [4503599627370496], sum: 1}"),
			"3:3: linear: the sum may reach 1.8e+16, expected one within ±2^52"},
		{constraint("{kind: linear, cells: [a], sum: 1, count: 2}"),
			`3:38: found the key "count", expected only kind, name, cells, coefficients, sum, min, max`},
		{constraint("{kind: table, cells: [a, b]}"), "3:3: found no tuples, expected allowed or forbidden"},
		{constraint("{kind: table, cells: [a], allowed: [[1]], forbidden: [[2]]}"),
			"3:56: found forbidden and allowed, expected one of them"},
		{constraint("{kind: table, cells: [a], allowed: [1]}"), `3:39: found "1", expected a list`},
		{constraint("{kind: extremum, cells: [a]}"), "3:3: found no result, expected min or max"},
		{constraint("{kind: extremum, cells: [a], min: b, max: c}"), "3:45: found max and min, expected one of them"},
		{constraint("{kind: element, index: a, cells: [], result: b}"), "3:36: found an empty list, expected at least one cell or variable"},
		{constraint("{kind: reified-linear, cells: [a], sum: 1, outside: yes}"), `3:55: found "yes", expected true`},
		{constraint("{kind: reified-linear, cells: [a], sum: 1, iff: {b: 1}, if: {c: 1}}"), "3:63: found if and iff, expected one of them"},
		{constraint("{kind: reified-linear, cells: [a], sum: 1, if: {}}"), "3:50: found 0 variables, expected one with its values"},
		{constraint("{kind: reified-linear, cells: [a], sum: 1, if: {a: 1}}"), "3:3: reified-linear: a appears twice, expected once"},
		{constraint("{kind: table, cells: [a, b], allowed: [[1, 2], [3]]}"), "3:50: found a tuple of 1 values, expected 2, one per cell"},
		{constraint("{kind: table, cells: [a], allowed: [[x]]}"), `3:40: found "x", expected a whole number`},

		{constraint("{kind: product, of: [a], result: b}"), "3:23: found 1 factors, expected 2"},
		{constraint("{kind: product, of: [a, b]}"), `3:3: found no "result", expected one`},
		{constraint("{kind: product, of: [a, x], result: b}"), `3:27: found "x", expected a cell or variable of the model`},
		{constraint("{kind: division, dividend: a, divisor: b, quotient: c}"), `3:3: found no "remainder", expected one`},

		// Formulas.
		{constraint("{kind: rule}"), "3:3: found an empty formula, expected all, any, not, if, at-most, at-least, exactly or a cell"},
		{constraint("{kind: rule, not: {}}"),
			"3:21: found an empty formula, expected all, any, not, if, at-most, at-least, exactly or a cell"},
		{constraint("{kind: rule, not: [{a: 1}]}"), "3:21: found a list, expected a mapping"},
		{constraint("{kind: rule, all: {a: 1}}"), "3:21: found a mapping, expected a list"},
		{constraint("{kind: rule, any: [a]}"), `3:22: found "a", expected a mapping`},
		{constraint("{kind: rule, if: {a: 1}}"), `3:3: found no "then", expected one`},
		{constraint("{kind: rule, then: {a: 1}}"), `3:3: found no "if", expected one`},
		{constraint("{kind: rule, at-most: 1}"), `3:3: found no "of", expected one`},
		{constraint("{kind: rule, at-least: x, of: []}"), `3:26: found "x", expected a whole number`},
		{constraint("{kind: rule, of: [], exactly: 1}"), "3:16: found of first, expected at-most, at-least or exactly before it"},
		{constraint("{kind: rule, exactly: 1, of: [{a: 1}], name: x, b: 2}"), `3:51: found the key "b", expected only exactly, of`},
		{constraint("{kind: rule, a: 1, any: []}"), `3:22: found "any", expected a cell or variable of the model`},
		{constraint("{kind: rule, any: [], a: 1}"), `3:25: found the key "a", expected only any`},
		{constraint("{kind: rule, d: 1}"), `3:16: found "d", expected a cell or variable of the model`},
		{constraint("{kind: rule, a: x}"), `3:19: found "x", expected a number, a range lo..hi or a list of them`},
		{constraint("{kind: rule, a: 2..1}"), `3:19: found "2..1", expected the lower number first`},
		{constraint("{kind: rule, cells: [a]}"), `3:16: found "cells", expected a cell or variable of the model`},
	} {
		m, givens, err := modeltest.ReadYAML("f.yaml", strings.NewReader(c.text))
		if want := "f.yaml:" + c.want; message(err) != want || m != nil || givens != nil {
			t.Errorf("%s\n got %s\nwant %s", c.text, message(err), want)
		}
	}
}

// Files of many thousand words are refused or read. The YAML library limits nesting.
func TestReadYAMLLargeFiles(t *testing.T) {
	repeat := func(n int, format string) string {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, format, i)
		}
		return text.String()
	}
	const many, most = 4_000, 10_001
	for _, c := range []struct{ name, text, want string }{
		{"givens", "variables: {" + repeat(most, "a%d: 1..2, ") + "}\ngivens: {" + repeat(most, "a%d: 1, ") + "}", ""},
		{"values", "variables: {a: [" + repeat(many, "%d, ") + "]}", ""},
		{"values with gaps", "variables: {a: [" + repeat(many, "%[1]d7..%[1]d8, ") + "]}", ""},
		{"unknown keys", "variables: {a: 1}\n" + repeat(many, "k%d: 1\n"), `f:2:1: found the key "k0", expected only`},
		{"cells", "grid: {rows: 100, columns: 100}\nquasi-magic: {delta: 0, boxes: [1]}",
			"f:2:14: found quasi-magic without boxes, expected a grid with boxes"},
		{"boxes of one cell", "grid: {rows: 30, columns: 100, boxes: 1x1}\nquasi-magic: 0", ""},
		{"the largest box", "grid: {rows: 100, columns: 100, boxes: 100x100}\nquasi-magic: 7", ""},
		{"nested lists", strings.Repeat("[", most), "f:1:10001: not YAML: exceeded max depth of 10000"},
		{"nested formulas", "variables: {a: 1}\nconstraints: [{kind: rule, " +
			strings.Repeat("not: {", 5000) + "a: 1" + strings.Repeat("}", 5000) + "}]", ""},
		{"aliases of aliases", "variables: {a: 1}\nx: &x0 [1, 2]\n" + repeat(30, "x%[1]d: &y%[1]d [1, 2]\n") +
			"y: [*x0, *x0, *x0]\n", `f:2:1: found the key "x", expected only`},
	} {
		_, _, err := modeltest.ReadYAML("f", strings.NewReader(c.text))
		if !strings.HasPrefix(message(err), c.want) || (err == nil) != (c.want == "") {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestYAMLRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Drawn(t)
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		givens := modeltest.DrawnCube(t, m, (&model.Model{Variables: m.Variables}).OutputVars())
		var text bytes.Buffer
		if err := modeltest.WriteYAML(m, &text, givens); err != nil {
			t.Fatal(err)
		}
		got, gotGivens, err := modeltest.ReadYAML("written", bytes.NewReader(text.Bytes()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, &text)
		}
		if diff := modelDiff(m, got); diff != "" {
			t.Fatalf("(-want +got):\n%s\n%s", diff, &text)
		}
		if diff := cmp.Diff(givens, gotGivens, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("givens (-want +got):\n%s\n%s", diff, &text)
		}
		if got.Hash() != m.Hash() {
			t.Fatalf("another hash after\n%s", &text)
		}
	})
}

// Builders' models with additions are also written in the short form, and read back.
func TestYAMLRoundTripOfExtendedBuilders(t *testing.T) {
	for _, f := range families {
		m := builtModel(t, f)
		x := m.AddVariable("x", model.Interval(0, 9))
		m.Constraints = append(m.Constraints, model.Sum("extra", 1, 10, 0, x))
		m.Outputs = []model.Var{0, x}
		text := writeYAML(t, m, model.Cube{{Var: x, Value: 3}})
		if strings.Count(text, "\n") > 9 {
			t.Errorf("%v: not in the short form:\n%.300s", f, text)
		}
		got, givens := readYAML(t, text)
		if diff := modelDiff(m, got); diff != "" || len(givens) != 1 {
			t.Errorf("%v: givens %v (-want +got):\n%s", f, givens, diff)
		}
	}
}

func TestWriteYAML(t *testing.T) {
	long := three(
		&model.AllDifferent{Name: "x", Vars: []model.Var{0, 1}},
		&model.Linear{Terms: []model.Term{{Coefficient: 1, Var: 0}, {Coefficient: -2, Var: 2}}, Lo: model.NoLower, Hi: 4},
		&model.Table{Vars: []model.Var{0, 1}, Tuples: [][]int{{1, 2}}, Forbidden: true},
		&model.Rule{Name: "r", Formula: model.Implies{If: model.Is(0, 1, 2, 4), Then: model.Not{Of: model.Count{Kind: model.AtLeast, K: 1, Of: []model.Formula{model.Or{model.Is(1, 3), model.Is(2)}, model.And{}}}}}})
	long.Outputs = []model.Var{2, 0}
	bare := grid23(model.Interval(1, 4))
	bare.Name = "null"
	bare.Variables[4].Domain = model.Values(2, 4)
	killer, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	killer.Constraints = append(killer.Constraints, model.Sum("cage: 1", 5, 5, 0, 1))
	for _, c := range []struct {
		m      *model.Model
		givens model.Cube
		want   string
	}{
		{builtModel(t, model.Family{BoxRows: 3, BoxColumns: 3}), model.Cube{{Var: 0, Value: 5}, {Var: 80, Value: 1}}, `name: Sudoku 9×9
grid: {boxes: 3x3}
givens: {r1c1: 5, r9c9: 1}
`},
		{builtModel(t, model.Family{BoxRows: 3, BoxColumns: 3, QuasiMagic: true, Delta: 2, PruningRules: []int{1, 2, 10}}), nil, `name: quasi-magic Sudoku 9×9, Δ = 2
grid: {boxes: 3x3}
quasi-magic: 2
pruning-rules: [1, 2, 10]
`},
		{killer, nil, `name: Sudoku 4×4
grid: {boxes: 2x2}
constraints:
- {kind: linear, name: 'cage: 1', cells: [r1c1, r1c2], sum: 5}
`},
		{bare, nil, `name: 'null'
grid: {rows: 2, columns: 3, values: 1..4, houses: none}
domains: {r2c2: [2, 4]}
`},
		{long, nil, `variables: {a: 0..4, b: 0..4, c: 0..4}
outputs: [c, a]
constraints:
- {kind: all-different, name: x, cells: [a, b]}
- {kind: linear, cells: [a, c], coefficients: [1, -2], max: 4}
- {kind: table, cells: [a, b], forbidden: [[1, 2]]}
- {kind: rule, name: r, if: {a: [1..2, 4]}, then: {not: {at-least: 1, of: [{any: [{b: 3}, {c: []}]}, {all: []}]}}}
`},
	} {
		if diff := cmp.Diff(c.want, writeYAML(t, c.m, c.givens)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	var text bytes.Buffer
	if err := modeltest.WriteYAML(long, &text, model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 2}, {Var: 0, Value: 2}}); message(err) != "givens: a appears twice, expected once" ||
		text.Len() > 0 {
		t.Errorf("a variable given twice: %v, wrote %q", err, &text)
	}
}

func TestReadRules(t *testing.T) {
	m := builtModel(t, model.Family{BoxRows: 3, BoxColumns: 3, QuasiMagic: true, Delta: 2})
	before := len(m.Constraints)
	err := addRules("rules.yaml", strings.NewReader(`
quasi-magic: 2
rules:
  - {name: one, r2c2: [3..7]}
  - {kind: rule, not: {r1c2: 5}}
`), m)
	if err != nil {
		t.Fatal(err)
	}
	want := []model.Constraint{
		&model.Rule{Name: "one", Formula: model.Is(10, 3, 4, 5, 6, 7)},
		&model.Rule{Formula: model.Not{Of: model.Is(1, 5)}},
	}
	if diff := cmp.Diff(want, m.Constraints[before:], modeltest.Options...); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// Additions to the model do not hide its Δ, and a file without Δ fits any model.
	for _, text := range []string{"quasi-magic: 2\nrules: [{r1c1: 1}]", "rules: []"} {
		if err := addRules("rules.yaml", strings.NewReader(text), m); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	if err := addRules("rules.yaml", strings.NewReader("rules: [{a: 1}]"), three()); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ text, want string }{
		{"", "1:1: found an empty file, expected a mapping"},
		{"[]", "1:1: found a list, expected a mapping"},
		{"quasi-magic: 2", `1:1: found no "rules", expected one`},
		{"rules: {r1c1: 1}", "1:8: found a mapping, expected a list"},
		{"quasi-magic: 3\nrules: []", "1:14: found rules proved for Δ = 3, expected the model's Δ = 2"},
		{"quasi-magic: x\nrules: []", `1:14: found "x", expected a whole number`},
		{"rules: [{r1c1: 1}]\nx: 1", `2:1: found the key "x", expected only quasi-magic, rules`},
		{"rules: [{r1c1: 1}, {kind: linear, cells: [r1c1], sum: 1}]", `1:27: found "linear", expected rule`},
		{"rules: [{r1c1: 1}, {r10c1: 1}]", `1:21: found "r10c1", expected a cell or variable of the model`},
		{"rules: [{name: x}]", "1:9: found an empty formula, expected all, any, not, if, at-most, at-least, exactly or a cell"},
		{"rules: [{r1c1: 1}, {not: {r1c1: 1}, r1c2: 2}]", `1:37: found the key "r1c2", expected only not`},
	} {
		before := len(m.Constraints)
		err := addRules("rules.yaml", strings.NewReader(c.text), m)
		if want := "rules.yaml:" + c.want; message(err) != want || len(m.Constraints) != before {
			t.Errorf("%s\n got %s\nwant %s; %d constraints more", c.text, message(err), want, len(m.Constraints)-before)
		}
	}
	plain := builtModel(t, model.Family{BoxRows: 3, BoxColumns: 3})
	if err := addRules("rules.yaml", strings.NewReader("quasi-magic: 2\nrules: []"), plain); message(err) !=
		"rules.yaml:1:14: found rules proved for Δ = 2, but the model is not quasi-magic" {
		t.Errorf("rules for Δ = 2 on plain Sudoku: %v", err)
	}
}

// The rules that WriteRules writes are read back unchanged, in any form, with and without comments.
func TestWriteRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Drawn(t)
		var rules []*model.Rule
		want := slices.Clone(m.Constraints)
		for range rapid.IntRange(0, 12).Draw(t, "constraints") {
			if rule, is := modeltest.DrawnConstraint(t, m).(*model.Rule); is {
				rules, want = append(rules, rule), append(want, rule)
			}
		}
		var text bytes.Buffer
		if err := document.WriteRules(&text, m, []string{"made for", "", "a test"}, rules); err != nil {
			t.Fatal(err)
		}
		if err := addRules("rules.yaml", &text, m); err != nil {
			t.Fatalf("%v in\n%s", err, text.String())
		}
		if diff := cmp.Diff(want, m.Constraints, modeltest.Options); diff != "" {
			t.Fatalf("read back otherwise:\n%s", diff)
		}
	})
}

// The file states the Δ of its rules, and a model with another Δ refuses them.
func TestWriteRulesDelta(t *testing.T) {
	var text bytes.Buffer
	if err := document.WriteRules(&text, quasiMagic(t, 2), []string{"rules"}, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := text.String(), "# rules\nquasi-magic: 2\nrules: []\n"; got != want {
		t.Errorf("wrote %q, expected %q", got, want)
	}
	if err := addRules("f", &text, quasiMagic(t, 3)); message(err) != "f:2:14: found rules proved for Δ = 2, expected the model's Δ = 3" {
		t.Errorf("read for another Δ: %v", err)
	}
	if err := document.WriteRules(io.Discard, quasiMagic(t, 2), []string{"a\nrules: 1"}, nil); err == nil {
		t.Error("a comment of two lines is taken")
	}
}

func quasiMagic(t *testing.T, delta int) *model.Model {
	t.Helper()
	m, err := model.QuasiMagic(3, delta)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestObjectiveIsPartOfTheModel checks the hash with an objective, that a builder's model is no longer one with it, and both
// forms in files.
func TestObjectiveIsPartOfTheModel(t *testing.T) {
	read := func(objective string) *model.Model {
		m, _ := readYAML(t, "grid: {boxes: 2x2}\n"+objective)
		return m
	}
	plain, smallest := read(""), read("minimize: [r1c1, r2c2]")
	if smallest.Hash() != read("minimize: {r1c1: 1, r2c2: 1}").Hash() {
		t.Error("a list is not the sum of its variables")
	}
	for _, other := range []*model.Model{plain, read("maximize: [r1c1, r2c2]"), read("minimize: {r1c1: 1, r2c2: 2}"), read("minimize: [r1c1, r2c3]")} {
		if other.Hash() == smallest.Hash() {
			t.Errorf("%+v has the hash of another objective", other.Objective)
		}
	}
	if _, whole := smallest.Family(); whole {
		t.Error("a model with an objective is taken for the builder's")
	}
}

// A clue about the regions of a chaos construction may come before it: the model is as if the construction came first.
func TestClueBeforeItsConstruction(t *testing.T) {
	const (
		construction = "{kind: chaos-construction}"
		arrow        = "{kind: chaos-arrow, control: r1c1, arms: [r1c1-r1c4, r1c1-r4c1]}"
		count        = "{kind: chaos-count, control: r2c2, cells: r1c1..r2c2}"
		different    = "{kind: all-different, cells: [r1c1, r2c2]}"
	)
	read := func(lines ...string) *model.Model {
		m, _ := readYAML(t, "grid: {boxes: 2x2, houses: [rows, columns]}\nconstraints: ["+strings.Join(lines, ", ")+"]")
		return m
	}
	for _, c := range [][2][]string{
		{{arrow, construction}, {construction, arrow}},
		{{arrow, different, count, construction}, {different, construction, arrow, count}},
		{{count, construction, arrow}, {construction, arrow, count}},
	} {
		early, late := read(c[0]...), read(c[1]...)
		if early.Hash() != late.Hash() {
			t.Errorf("%v: another model than of %v", c[0], c[1])
		}
	}
	clues := []variant.Clue{&variant.ChaosCount{Control: model.Cells{5}, Cells: model.Cells{0, 1, 4, 5}}, &variant.ChaosConstruction{}}
	added := document.New(model.NewGrid(&model.Grid{Rows: 4, Columns: 4}, model.Interval(1, 4)))
	if err := added.AddClues(clues...); err != nil || added.Clues()[0] != clues[1] {
		t.Errorf("error %v, first clue %v", err, added.Clues())
	}
}
