package generate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
	"qmsat/model/variant"
)

// families are words for several kinds of clues.
var families = map[string][]string{"kropki": {"white-dot", "black-dot"}, "xv": {"x", "v"}, "dots": {"white-dot", "black-dot"}}

// kindsNamed returns the kinds of clues that a word means: a kind, in the singular or plural, or a family such as kropki. It returns
// none for an unknown word.
func kindsNamed(word string) []variant.Kind {
	return lists.Filter(variant.Kinds(), func(k variant.Kind) bool {
		return slices.ContainsFunc([]string{word, strings.TrimSuffix(word, "s")}, func(w string) bool {
			return k.Name == w || slices.Contains(k.Also, w) || slices.Contains(families[w], k.Name)
		})
	})
}

// clueDrawer draws clues that hold in a full grid.
type clueDrawer struct {
	model    *model.Model
	solution model.Assignment
	random   *rand.Rand
	open     func(context.Context, *model.Model) (engine.Session, error)
	used     map[model.Var]bool    // cells of cages and lines drawn so far
	pairs    map[[2]model.Var]bool // ends of clues
}

// Groups of kinds whose clues stand on lines with corners, and on rows, columns or whole diagonals.
const (
	lines   = "lines"
	outside = "outside clues"
)

// drawnTries is how many lines or cages are tried for one clue.
const drawnTries = 300

// DrawClues returns clues of a kind that hold in a full grid of a model, on cells that no other of them has; most is the most clues, or
// -1. open opens sessions of models that check clues.
func DrawClues(ctx context.Context, random *rand.Rand, m *model.Model, grid model.Assignment, kind variant.Kind, most int,
	open func(context.Context, *model.Model) (engine.Session, error),
) ([]variant.Clue, error) {
	return newClueDrawer(random, m, grid, open).draw(ctx, kind, most)
}

func newClueDrawer(
	random *rand.Rand, m *model.Model, grid model.Assignment, open func(context.Context, *model.Model) (engine.Session, error),
) *clueDrawer {
	return &clueDrawer{m, grid, random, open, map[model.Var]bool{}, map[[2]model.Var]bool{}}
}

// draw returns clues of a kind: all of its kind for two cells, one cell or a side of the grid; otherwise up to a number on cells that no other
// drawn line or cage has.
func (d *clueDrawer) draw(ctx context.Context, kind variant.Kind, most int) ([]variant.Clue, error) {
	var all []variant.Clue
	places := d.places(kind)
	if places == nil {
		return nil, fmt.Errorf("found %s, expected clues of cells, lines, rows or columns and numbers", kind.Name)
	}
	failed, size := 0, exampleSize(kind)
	for place := range places {
		if ctx.Err() != nil || len(all) == most || failed == drawnTries {
			break
		}
		if failed++; place == nil {
			continue
		}
		n, err := d.filled(ctx, place)
		if err != nil {
			return nil, err
		}
		if n == nil {
			continue
		}
		failed = 0
		all = append(all, n)
		for _, f := range variant.FieldsOf(n) {
			cells := cellsOf(f)
			if len(cells) > 1 {
				d.pairs[pairOf(cells)] = true
			}
			for _, v := range cells {
				d.used[v] = d.used[v] || size > 2 && kind.Group != outside
			}
		}
	}
	return all, context.Cause(ctx)
}

// places yields clues without numbers, at the places where clues of a kind may stand: each row and column, or endless lines or cages.
// It returns nil for kinds with other fields.
func (d *clueDrawer) places(kind variant.Kind) func(func(variant.Clue) bool) {
	switch lane, stands := placed(kind); {
	case d.model.Grid == nil || !stands:
		return nil
	case lane:
		return d.lanes(kind)
	default:
		return d.lines(kind)
	}
}

// placed reports whether clues of a kind stand on cells, or on a row or column, with nothing else but numbers.
func placed(kind variant.Kind) (lane, stands bool) {
	cells := 0
	for _, f := range variant.FieldsOf(kind.New()) {
		switch f.Value.Interface().(type) {
		case model.Cells:
			cells++
		case int:
			lane = lane || f.Key == "row"
		case []model.Cells, bool, *int: // an arrow's shafts
		default:
			if !f.Optional {
				return false, false
			}
		}
	}
	return lane, lane && cells == 0 || !lane && cells == 1
}

func (d *clueDrawer) lanes(kind variant.Kind) func(func(variant.Clue) bool) {
	g := d.model.Grid
	return func(yield func(variant.Clue) bool) {
		for _, i := range d.random.Perm(2 * (g.Rows + g.Columns)) {
			n := kind.New()
			f, key, lane := variant.Fields(n), "row", i/2
			if lane >= g.Rows {
				key, lane = "column", lane-g.Rows
			}
			f[key].SetInt(int64(lane + 1))
			end, ends := f["end"]
			if ends {
				end.SetBool(i%2 == 1)
			}
			if (ends || i%2 == 0) && !yield(n) {
				return
			}
		}
	}
}

// lines yields clues of a kind on cells: as its example has, on single cells, on neighbours, or on endless random lines or cages, which
// are nil if they find no room.
func (d *clueDrawer) lines(kind variant.Kind) func(func(variant.Clue) bool) {
	with := func(cells model.Cells) variant.Clue {
		n := kind.New()
		for _, f := range slices.Backward(variant.FieldsOf(n)) {
			switch into := f.Value.Addr().Interface().(type) {
			case *[]model.Cells:
				*into, cells = []model.Cells{cells[1:]}, cells[:1]
			case *model.Cells:
				*into = cells
			}
		}
		return n
	}
	size, corners := exampleSize(kind), kind.Group == lines
	least := 2
	if corners {
		least = 3
	}
	return func(yield func(variant.Clue) bool) {
		for again := true; size > 2 && again; {
			cells := d.line(least+d.random.IntN(3), corners)
			if kind.Group == outside {
				cells = d.diagonal()
			}
			if len(cells) < least || kind.Group == outside && d.pairs[pairOf(cells)] {
				again = yield(nil)
			} else {
				again = yield(with(cells))
			}
		}
		if size > 2 || size == 0 { // clues of no cells cannot be drawn
			return
		}
		for _, i := range d.random.Perm(4 * d.model.Grid.Cells()) {
			cells := d.neighbours(model.Var(i/4), i%4)
			if cells = cells[:min(size, len(cells))]; len(cells) == size && (size < 2 && i%4 == 0 || size == 2 && !d.pairs[pairOf(cells)]) && !yield(with(cells)) {
				return
			}
		}
	}
}

// neighbours returns a cell and its neighbour to one of the four sides.
func (d *clueDrawer) neighbours(v model.Var, side int) model.Cells {
	row, column, _ := d.model.Grid.Coordinates(v)
	row, column = row+[]int{0, 1, 0, -1}[side], column+[]int{1, 0, -1, 0}[side]
	if row < 0 || column < 0 || row == d.model.Grid.Rows || column == d.model.Grid.Columns {
		return model.Cells{v}
	}
	return model.Cells{v, d.model.Grid.Cell(row, column)}
}

// exampleSize returns the number of cells in a kind's example: 1 for a cell, 2 for a pair, more for a line or cage.
func exampleSize(kind variant.Kind) int {
	d, err := document.Read(context.Background(), kind.Name, strings.NewReader(kind.ExampleFile()))
	if err != nil || len(d.Clues()) == 0 {
		return 0
	}
	return lists.Sum(variant.FieldsOf(d.Clues()[0]), func(f variant.Field) int { return len(cellsOf(f)) })
}

// cellsOf returns the cells of a field.
func cellsOf(f variant.Field) model.Cells {
	switch value := f.Value.Interface().(type) {
	case model.Cells:
		return value
	case []model.Cells:
		return slices.Concat(value...)
	}
	return nil
}

// diagonal draws a whole diagonal, for outside clues.
func (d *clueDrawer) diagonal() model.Cells {
	g := d.model.Grid
	row, column, right := 0, d.random.IntN(g.Columns), 1-2*d.random.IntN(2)
	if d.random.IntN(2) == 0 {
		row, column = d.random.IntN(g.Rows), (1-right)/2*(g.Columns-1)
	}
	var cells model.Cells
	for ; row < g.Rows && column >= 0 && column < g.Columns; row, column = row+1, column+right {
		cells = append(cells, g.Cell(row, column))
	}
	return cells
}

// pairOf returns two cells in ascending order.
func pairOf(cells model.Cells) [2]model.Var {
	return [2]model.Var{min(cells[0], cells[1]), max(cells[0], cells[1])}
}

// line draws a run of free cells that touch, each once: in a line also at corners, in a cage side by side with any cell before.
func (d *clueDrawer) line(length int, corners bool) model.Cells {
	g := d.model.Grid
	var cells model.Cells
	for range 10 * length {
		if len(cells) == length {
			break
		}
		next := model.Var(d.random.IntN(g.Cells()))
		if len(cells) > 0 {
			from := cells[len(cells)-1]
			if !corners {
				from = cells[d.random.IntN(len(cells))]
			}
			row, column, _ := g.Coordinates(from)
			down, right := d.random.IntN(3)-1, d.random.IntN(3)-1
			if row, column = row+down, column+right; !corners && down*right != 0 || row < 0 || column < 0 || row >= g.Rows || column >= g.Columns {
				continue
			}
			next = g.Cell(row, column)
		}
		if !d.used[next] && !slices.Contains(cells, next) {
			cells = append(cells, next)
		}
	}
	return cells
}

// filled returns the clue with its numbers read from the grid, or nil if it does not hold there.
func (d *clueDrawer) filled(ctx context.Context, n variant.Clue) (variant.Clue, error) {
	number := openNumber(n)
	if !number.IsValid() {
		holds, err := d.holds(ctx, n)
		if err != nil || !holds {
			return nil, err
		}
		return n, nil
	}
	for value := 0; value <= lists.Sum(slices.Collect(d.model.CellValues().All()), func(v int) int { return v }); value++ {
		set(number, value)
		if holds, err := d.holds(ctx, n); holds || err != nil {
			return n, err
		}
	}
	return nil, nil
}

// openNumber returns the number that a clue leaves open: its only number besides row and column, or a sum that may be missing.
func openNumber(n variant.Clue) reflect.Value {
	for _, f := range variant.FieldsOf(n) {
		_, required := f.Value.Interface().(int)
		_, pointer := f.Value.Interface().(*int)
		if required && !f.Optional || pointer && (f.Key == "sum" || !f.Optional) && f.Value.IsNil() {
			return f.Value
		}
	}
	return reflect.Value{}
}

func set(number reflect.Value, value int) {
	if number.Kind() == reflect.Pointer {
		number.Set(reflect.ValueOf(&value))
	} else {
		number.SetInt(int64(value))
	}
}

// holds reports whether a clue is well formed and the grid satisfies it.
func (d *clueDrawer) holds(ctx context.Context, n variant.Clue) (bool, error) {
	alone := document.New(&model.Model{Variables: d.model.Variables, Outputs: d.model.OutputVars(), Grid: d.model.Grid})
	if alone.AddClues(n) != nil {
		return false, nil
	}
	m := alone.Model
	if len(m.Variables) == len(d.model.Variables) {
		return !slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool { return !c.Holds(d.solution) }), nil
	}
	session, err := d.open(ctx, m)
	if err != nil {
		return false, err
	}
	defer session.Close()
	cube := lists.Map(m.OutputVars(), func(v model.Var) model.Given { return model.Given{Var: v, Value: d.solution[v]} })
	found, err := (&oracle{session: session}).solution(ctx, cube)
	return found != nil, err
}
