package variant_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
	_ "qmsat/native"
)

// meaning is what a test knows of a kind.
type meaning struct {
	// holds says plainly whether an assignment of the cells satisfies the clue. It shares no code with the definition.
	holds func(m *model.Model, n variant.Clue, a model.Assignment) bool
	// draw draws an instance; nil: drawFields does. It may return nil.
	draw func(r *rand.Rand, m *model.Model) variant.Clue
	// repair changes a random assignment so that the clue holds more often; nil: an engine changes the cells of the fields.
	repair   func(r *rand.Rand, m *model.Model, n variant.Clue, a model.Assignment)
	largest  int    // the largest side to test; 0: 16
	testedBy string // the test that holds the kind instead
}

// meanings has the meaning of each kind, by name. The files of the groups fill it.
var meanings = map[string]meaning{}

// sides are the grids of the tests: rows, columns, box rows, box columns.
var sides = [][4]int{{4, 4, 2, 2}, {5, 5, 0, 0}, {6, 6, 2, 3}, {4, 6, 2, 3}, {9, 9, 3, 3}, {8, 8, 2, 4}, {12, 12, 3, 4}, {16, 16, 4, 4}}

// emptyGrid returns cells without houses.
func emptyGrid(side [4]int, lowest int) *model.Model {
	n := max(side[0], side[1])
	g := &model.Grid{Rows: side[0], Columns: side[1], BoxRows: side[2], BoxColumns: side[3]}
	return model.NewGrid(g, model.Interval(lowest, lowest+n-1))
}

// TestDefinitions holds each kind's definition against its plain meaning, on random instances of all sizes.
func TestDefinitions(t *testing.T) {
	seeds := modeltest.Scale(uint64(1), 2, 4)
	for _, kind := range variant.Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			what, known := meanings[kind.Name]
			if !known {
				t.Fatal("no plain meaning in this test's files")
			}
			if what.testedBy != "" {
				t.Skipf("tested by %s", what.testedBy)
			}
			held := 0
			for i, side := range sides {
				if largest := what.largest; largest > 0 && max(side[0], side[1]) > largest {
					continue
				}
				for seed := range seeds {
					held += checkInstances(t, kind, what, side, rand.New(rand.NewPCG(seed, uint64(i))))
				}
			}
			if held == 0 {
				t.Error("no assignment satisfied any instance")
			}
		})
	}
}

// checkInstances draws an instance and assignments, and returns how many satisfy it.
func checkInstances(t *testing.T, kind variant.Kind, what meaning, side [4]int, r *rand.Rand) (held int) {
	t.Helper()
	m := emptyGrid(side, lowestOf(r, kind.Name))
	var n variant.Clue
	if what.draw != nil {
		n = what.draw(r, m)
	} else {
		n = drawFields(r, m, kind.New())
	}
	if n == nil {
		return 0
	}
	if r.IntN(3) == 0 {
		repeatCells(r, n)
	}
	cells := m.Grid.Cells()
	if err := modeltest.AddClues(m, n); err != nil {
		t.Fatalf("%v: %v: %+v", side, err, n)
	}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	session := open(t, m)
	decide := decider(t, m, session)
	for range 30 {
		a := drawAssignment(r, m, n)
		switch {
		case r.IntN(3) == 0:
		case what.repair != nil:
			what.repair(r, m, n, a)
		default:
			solve(t, r, session, n, a)
		}
		want := what.holds(m, n, a)
		if want {
			held++
		}
		if got := decide(a[:cells]); got != want {
			t.Fatalf("%v, %s: the definition says %v, the plain meaning %v of %v", side, yamlOf(t, m), got, want, a[:cells])
		}
	}
	return held
}

// lowestOf draws the lowest value, mostly 1. (Kinds in which 0 makes no sense are drawn from 1 by their own draw.) Expressions
// have no negative values.
func lowestOf(r *rand.Rand, kind string) int {
	lowest := []int{1, 1, 1, 0, -2}[r.IntN(5)]
	if kind == "regex" {
		return max(0, lowest)
	}
	return lowest
}

// open opens an engine.
func open(t *testing.T, m *model.Model) engine.Session {
	t.Helper()
	e, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	session, err := e.Open(t.Context(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// decider returns a function that says whether the cells' values satisfy the model. If there are auxiliary variables, the engine
// looks for their values.
func decider(t *testing.T, m *model.Model, session engine.Session) func(model.Assignment) bool {
	t.Helper()
	if len(m.Variables) == m.Grid.Cells() {
		return func(a model.Assignment) bool { return m.Check(a) == nil }
	}
	return func(a model.Assignment) bool {
		cube := lists.Map(lists.Numbers[model.Var](len(a)), func(v model.Var) model.Given { return model.Given{Var: v, Value: a[v]} })
		result, err := session.Run(t.Context(), cube, 2, func(found model.Assignment) bool {
			if err := m.Check(found); err != nil {
				t.Fatal(err)
			}
			return true
		})
		if err != nil || !result.Complete() || result.Count.Int64() > 1 {
			t.Fatalf("%v solutions for fixed cells, %v", result.Count, err)
		}
		return result.Count.Sign() > 0
	}
}

// solve gives a few of the clue's cells (or of all cells) values with which it holds, if there are some, and then may change one cell.
func solve(t *testing.T, r *rand.Rand, session engine.Session, n variant.Clue, a model.Assignment) {
	t.Helper()
	cells := slices.Concat(cellsOf(n)...)
	free := 1
	if len(cells) == 0 {
		cells, free = lists.Numbers[model.Var](len(a)), len(a)/8
	}
	r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	for ; free < 2*len(cells); free *= 2 {
		var cube model.Cube
		for v, value := range a {
			if !slices.Contains(cells[:min(free, len(cells))], model.Var(v)) {
				cube = append(cube, model.Given{Var: model.Var(v), Value: value})
			}
		}
		result, err := session.Run(t.Context(), cube, 1, func(found model.Assignment) bool {
			copy(a, found)
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		if result.Count.Sign() > 0 {
			break
		}
	}
	if len(cells) > 0 && r.IntN(3) == 0 {
		a[cells[0]] = a[cells[r.IntN(len(cells))]]
	}
}

// drawAssignment draws values: few different ones, permuted rows, or sorted ones in the clue's cells.
func drawAssignment(r *rand.Rand, m *model.Model, n variant.Clue) model.Assignment {
	all := slices.Collect(m.CellValues().All())
	a := make(model.Assignment, m.Grid.Cells())
	how := r.IntN(4)
	order := r.Perm(len(all))
	for v := range a {
		row, column, _ := m.Grid.Coordinates(model.Var(v))
		switch how {
		case 0:
			a[v] = all[r.IntN(len(all))]
		case 1:
			a[v] = all[r.IntN(min(3, len(all)))]
		default:
			a[v] = all[order[(column+row*(1+m.Grid.BoxColumns)+row/max(m.Grid.BoxRows, 1))%len(all)]]
		}
	}
	for _, cells := range cellsOf(n) {
		switch r.IntN(4) {
		case 0: // sorted along the line
			values := lists.Map(cells, func(v model.Var) int { return a[v] })
			slices.Sort(values)
			for i, v := range cells {
				a[v] = values[i]
			}
		case 1: // different
			for i, p := range r.Perm(len(all))[:min(len(cells), len(all))] {
				a[cells[i]] = all[p]
			}
		}
	}
	return a
}

// cellsOf returns the cells of a clue's fields, by field.
func cellsOf(n variant.Clue) []model.Cells {
	var sets []model.Cells
	eachField(n, func(_ string, v reflect.Value) {
		switch value := v.Interface().(type) {
		case model.Cells:
			sets = append(sets, value)
		case []model.Cells:
			sets = append(sets, value...)
		}
	})
	return sets
}

// eachField visits the tagged fields of a clue.
func eachField(n variant.Clue, visit func(tag string, v reflect.Value)) {
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if field.Anonymous {
				walk(v.Field(i))
			} else if tag := field.Tag.Get("field"); tag != "" {
				visit(tag, v.Field(i))
			}
		}
	}
	walk(reflect.ValueOf(n).Elem())
}

// drawFields fills a clue's fields: lines that touch, sets, numbers up to a likely sum. Optional fields are filled half of the time.
func drawFields(r *rand.Rand, m *model.Model, n variant.Clue) variant.Clue {
	eachField(n, func(tag string, v reflect.Value) {
		if key, optional, _ := strings.Cut(tag, ","); key == "name" || strings.Contains(optional, "optional") && r.IntN(2) == 0 {
			return
		}
		switch into := v.Addr().Interface().(type) {
		case *model.Cells:
			least := 2
			if strings.Contains(tag, "least=3") {
				least = 3
			}
			*into = drawLine(r, m, least+r.IntN(min(5, m.Grid.Columns-1)))
		case *int:
			*into = 1 + r.IntN(3*m.CellValues().Max())
		case **int:
			number := 1 + r.IntN(3*m.CellValues().Max())
			*into = &number
		case *bool:
			*into = r.IntN(2) == 0
		}
	})
	return n
}

// repeatCells lets each list of a clue come back to one of its cells, at a place after the first.
func repeatCells(r *rand.Rand, n variant.Clue) {
	again := func(cells model.Cells) model.Cells {
		switch {
		case len(cells) == 0:
			return cells
		case slices.Contains([]string{"white-dot", "black-dot", "x", "v", "pair-sum", "greater-than"}, variant.KindOf(n)):
			return model.Cells{cells[0], cells[0]}
		}
		return slices.Insert(slices.Clone(cells), 1+r.IntN(len(cells)), cells[r.IntN(len(cells))])
	}
	eachField(n, func(tag string, v reflect.Value) {
		switch into := v.Addr().Interface().(type) {
		case *model.Cells:
			if !strings.HasPrefix(tag, "counts,") { // a cell for each value
				*into = again(*into)
			}
		case *[]model.Cells:
			*into = lists.Map(*into, again)
		}
	})
}

// once returns the cells without repetitions, for the meanings of sets.
func once(cells model.Cells) (set model.Cells) {
	for _, v := range cells {
		if !slices.Contains(set, v) {
			set = append(set, v)
		}
	}
	return set
}

// drawLine draws a line of cells that touch, also at corners, each once.
func drawLine(r *rand.Rand, m *model.Model, length int) model.Cells {
	line := model.Cells{model.Var(r.IntN(m.Grid.Cells()))}
	for range 100 {
		if len(line) == length {
			break
		}
		row, column, _ := m.Grid.Coordinates(line[len(line)-1])
		row, column = row+r.IntN(3)-1, column+r.IntN(3)-1
		if row < 0 || column < 0 || row >= m.Grid.Rows || column >= m.Grid.Columns || slices.Contains(line, m.Grid.Cell(row, column)) {
			continue
		}
		line = append(line, m.Grid.Cell(row, column))
	}
	return line
}

func yamlOf(t *testing.T, of any) string {
	t.Helper()
	d, is := of.(*document.Document)
	if !is {
		d = document.New(of.(*model.Model))
	}
	var text bytes.Buffer
	if err := d.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// TestExamples checks that each kind's example is read, defined, written as the same line, and read back to the same model.
func TestExamples(t *testing.T) {
	for _, kind := range variant.Kinds() {
		file := kind.ExampleFile()
		m, err := document.Read(t.Context(), "f.yaml", strings.NewReader(file))
		if err != nil {
			t.Errorf("%s: %v", kind.Name, err)
			continue
		}
		got := yamlOf(t, m)
		if got != file {
			t.Errorf("%s is written as\n%s\nexpected\n%s", kind.Name, got, file)
		}
		again, err := document.Read(t.Context(), "f.yaml", strings.NewReader(got))
		if err != nil || again.Model.Hash() != m.Model.Hash() {
			t.Errorf("%s is read back to another model, %v", kind.Name, err)
		}
		if len(kind.Summary) > 100 || kind.Summary == "" || kind.Group == "" {
			t.Errorf("%s: summary %q, group %q", kind.Name, kind.Summary, kind.Group)
		}
	}
}

// TestRepeatedCells counts lines and sets that come back to a cell. Random ones are in TestDefinitions.
func TestRepeatedCells(t *testing.T) {
	for _, c := range []struct {
		clue string
		want int
	}{
		{"kind: thermometer, line: [r1c1, r1c2, r1c1]", 0},
		{"kind: thermometer, line: [r1c1, r1c1]", 0},
		{"kind: thermometer, line: [r1c1, r1c2, r1c1], slow: true", 9},
		{"kind: thermometer, line: [r1c1, r1c1], slow: true", 27},
		{"kind: whispers, line: [r1c1, r1c1], difference: 1", 0},
		{"kind: renban, line: [r1c1, r1c2, r1c1]", 12},
		{"kind: nabner, line: [r1c1, r1c2, r1c1]", 6},
		{"kind: between, line: [r1c1, r1c2, r1c3, r1c1]", 0},
		{"kind: lockout, line: [r1c1, r1c2, r1c1], difference: 1", 0},
		{"kind: palindrome, line: [r1c1, r1c2, r1c3, r1c1]", 9},
		{"kind: zipper, line: [r1c1, r1c2, r1c1]", 3},
		{"kind: lunchbox, line: [r1c1, r1c2, r1c3, r1c1], sum: 2", 2},
		{"kind: region-sum, line: [r1c1, r1c2, r1c3, r1c1]", 27},
		{"kind: killer, cells: [r1c1, r1c2, r1c1], sum: 3", 6},
		{"kind: sum, cells: [r1c1, r1c2, r1c1], sum: 3", 3},
		{"kind: little-killer, line: [r1c1, r1c2, r1c1], sum: 3", 3},
		{"kind: contain, cells: [r1c1, r1c1], values: [1, 1]", 0},
		{"kind: greater-than, cells: [r1c1, r1c1]", 0},
		{"kind: white-dot, cells: [r1c1, r1c1]", 0},
		{"kind: pair-sum, cells: [r1c1, r1c1], sum: 4", 9},
	} {
		m, err := read("rows: 1, columns: 3, values: 1..3, houses: none", c.clue)
		if err != nil {
			t.Errorf("%s: %v", c.clue, err)
			continue
		}
		if got := countBy(t, m.Model, nil); got != c.want {
			t.Errorf("%s: %d lines, expected %d", c.clue, got, c.want)
		}
		if again := readBack(t, m); again.Model.Hash() != m.Model.Hash() || !reflect.DeepEqual(again.Clues(), m.Clues()) {
			t.Errorf("%s is read back as %+v", c.clue, again.Clues())
		}
	}
}

// Values of cells, as plain meanings read them.

func valuesOf(a model.Assignment, cells model.Cells) []int {
	return lists.Map(cells, func(v model.Var) int { return a[v] })
}

// residue returns value modulo m, from 0 on.
func residue(value, m int) int { return (value%m + m) % m }

func total(values []int) int { return lists.Sum(values, func(v int) int { return v }) }

func allDiffer(values []int) bool {
	seen := map[int]bool{}
	for _, v := range values {
		if seen[v] {
			return false
		}
		seen[v] = true
	}
	return true
}

// laneOf returns the cells of a row or column, both counted from 1, or 0.
func laneOf(m *model.Model, row, column int, end bool) model.Cells {
	var cells model.Cells
	for v := range m.Grid.Cells() {
		r, c, _ := m.Grid.Coordinates(model.Var(v))
		if r+1 == row || c+1 == column {
			cells = append(cells, model.Var(v))
		}
	}
	if end {
		slices.Reverse(cells)
	}
	return cells
}

// drawLane draws a row or a column.
func drawLane(r *rand.Rand, m *model.Model) (row, column int) {
	if r.IntN(2) == 0 {
		return 1 + r.IntN(m.Grid.Rows), 0
	}
	return 0, 1 + r.IntN(m.Grid.Columns)
}
