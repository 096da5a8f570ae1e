package native

import (
	"context"
	"math/big"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/nine"
)

// Values of the setting search.
const (
	searchAuto    = "auto"
	searchGeneral = "general"
)

// searchSetting says how the engine native searches.
var searchSetting = &engine.Setting{
	Name:    "search",
	Usage:   "search of the native engine: the general one, or a tuned one where there is one for the model",
	Values:  func() []string { return []string{searchAuto, searchGeneral} },
	Default: searchAuto,
	Flag:    true,
}

// maxFillings is the largest number of fillings of a box that are listed. Beyond, a search by bands with the lines' tables
// takes less time a puzzle: for quasi-magic Sudoku from Δ = 5 (57,216 fillings) on.
const maxFillings = 1 << 15

// nineSolver is a search for 9×9 grids.
type nineSolver interface {
	Solve(givens *nine.Grid, limit uint64, done <-chan struct{}, yield func(*nine.Grid) bool) nine.Outcome
}

// nineSession runs a model that is 9×9 Sudoku, with or without more constraints within its boxes, by a search made for such
// models.
type nineSession struct {
	solver     nineSolver
	givens     nine.Grid
	assignment model.Assignment
	generalSplitter
}

// openNine returns a session for a model that a tuned search can run, and nil for any other.
func openNine(m *model.Model) engine.Session {
	rest, ok := beyondSudoku(m)
	if !ok {
		return nil
	}
	solver := newNineSolver(m, rest)
	if solver == nil {
		return nil
	}
	return &nineSession{solver: solver, assignment: make(model.Assignment, len(m.Variables)), generalSplitter: generalSplitter{model: m}}
}

// beyondSudoku returns, box by box, the constraints that the model has beside those of plain 9×9 Sudoku; a rule that says several
// things is several constraints. It reports false where the model is not that, or where a constraint goes beyond a box.
func beyondSudoku(m *model.Model) (rest [9][]model.Constraint, ok bool) {
	if len(m.Variables) != 81 || m.Projected() {
		return rest, false
	}
	for _, v := range m.Variables {
		if !v.Domain.Equal(model.Interval(1, 9)) {
			return rest, false
		}
	}
	houses := map[string]bool{}
	for _, house := range (&model.Grid{Rows: 9, Columns: 9, BoxRows: 3, BoxColumns: 3}).Houses() {
		houses[scopeKey(house.Cells)] = true
	}
	for _, c := range conjuncts(m.Constraints) {
		scope := scopeKey(c.Scope())
		if _, different := c.(*model.AllDifferent); different && houses[scope] {
			delete(houses, scope)
			continue
		}
		box, within := boxOf(c)
		if !within {
			return rest, false
		}
		rest[box] = append(rest[box], c)
	}
	return rest, len(houses) == 0
}

// boxOf returns the box that has all the cells of a constraint.
func boxOf(c model.Constraint) (box int, within bool) {
	box = -1
	for _, v := range c.Scope() {
		b, _ := nine.BoxAt(int(v))
		if box >= 0 && b != box {
			return 0, false
		}
		box = b
	}
	return box, box >= 0
}

// newNineSolver returns the search for plain Sudoku with more constraints in its boxes, or nil where there is none.
func newNineSolver(m *model.Model, rest [9][]model.Constraint) nineSolver {
	var none [9][]nine.Triple
	plain := true
	for _, constraints := range rest {
		plain = plain && len(constraints) == 0
	}
	if plain {
		return nine.NewBands(none)
	}
	if catalogues, ok := newCatalogues(m, rest); ok {
		return nine.NewBoxes(catalogues)
	}
	if triples, ok := newTriples(rest); ok {
		return nine.NewBands(triples)
	}
	return nil
}

// newCatalogues lists the fillings of each box. It reports false where there are too many.
func newCatalogues(m *model.Model, rest [9][]model.Constraint) (catalogues [9]*nine.Catalogue, ok bool) {
	known := map[string]*nine.Catalogue{}
	for box, constraints := range rest {
		var cells []model.Var
		for place := range 9 {
			cells = append(cells, model.Var(nine.CellAt(box, place)))
		}
		key := groupKey(m, constraints, cells)
		if c := known[key]; c != nil {
			catalogues[box] = c
			continue
		}
		if len(constraints) == 0 {
			return catalogues, false // all 362,880
		}
		fillings := nine.Fillings(maxFillings+1, newFilter(m, box, constraints).accepts)
		if len(fillings) > maxFillings {
			return catalogues, false
		}
		catalogues[box] = nine.NewCatalogue(fillings)
		known[key] = catalogues[box]
	}
	return catalogues, true
}

// filter holds the constraints of a box against partial fillings.
type filter struct {
	box        int
	due        [10][]model.Constraint // by the number of places filled, the constraints that speak of no further ones
	assignment model.Assignment
}

func newFilter(m *model.Model, box int, constraints []model.Constraint) *filter {
	f := &filter{box: box, assignment: make(model.Assignment, len(m.Variables))}
	for _, c := range constraints {
		last := 0
		for _, v := range c.Scope() {
			_, place := nine.BoxAt(int(v))
			last = max(last, place)
		}
		f.due[last+1] = append(f.due[last+1], c)
	}
	return f
}

// accepts reports whether the constraints of the first n places hold; those of fewer places are known to.
func (f *filter) accepts(filling *nine.Filling, n int) bool {
	f.assignment[nine.CellAt(f.box, n-1)] = int(filling[n-1])
	for _, c := range f.due[n] {
		if !c.Holds(f.assignment) {
			return false
		}
	}
	return true
}

// newTriples returns the constraints as triples. It reports false where one is something else.
func newTriples(rest [9][]model.Constraint) (triples [9][]nine.Triple, ok bool) {
	for box, constraints := range rest {
		for _, c := range constraints {
			linear, is := c.(*model.Linear)
			if !is || len(linear.Terms) != 3 {
				return triples, false
			}
			triple := nine.Triple{Lo: linear.Lo, Hi: linear.Hi}
			for i, t := range linear.Terms {
				if t.Coefficient != 1 {
					return triples, false
				}
				_, triple.Places[i] = nine.BoxAt(int(t.Var))
			}
			triples[box] = append(triples[box], triple)
		}
	}
	return triples, true
}

// Run implements engine.Session. Its effort is the number of nodes: digits, or fillings of a box, tried.
func (s *nineSession) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	if err := checkCube(len(s.assignment), cube); err != nil {
		return engine.Result{}, err
	}
	outcome := nine.Outcome{Exhausted: ctx.Err() == nil}
	if outcome.Exhausted && s.give(cube) {
		var show func(*nine.Grid) bool
		if yield != nil {
			show = func(grid *nine.Grid) bool {
				for cell, digit := range grid {
					s.assignment[cell] = int(digit)
				}
				return yield(s.assignment)
			}
		}
		outcome = s.solver.Solve(&s.givens, limit, ctx.Done(), show)
	}
	return engine.NewResult(ctx, limit, new(big.Int).SetUint64(outcome.Solutions), outcome.Exhausted,
		engine.Measure{Name: "nodes", Value: outcome.Nodes}), nil
}

// give makes givens of a cube. It reports false where one is no digit, or a cell has two.
func (s *nineSession) give(cube model.Cube) bool {
	clear(s.givens[:])
	for _, g := range cube {
		before := s.givens[g.Var]
		if g.Value < 1 || g.Value > 9 || before != 0 && int(before) != g.Value {
			return false
		}
		s.givens[g.Var] = uint8(g.Value)
	}
	return true
}

// Close implements engine.Session.
func (s *nineSession) Close() error { return nil }
