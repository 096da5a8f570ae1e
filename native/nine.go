package native

import (
	"context"
	"math/big"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/nine"
	"qmsat/native/space"
)

// Values of the setting search.
const (
	searchAuto    = "auto"
	searchGeneral = "general"
)

// searchSetting chooses between the general search and the specialised ones.
var searchSetting = &engine.Setting{
	Name:    "search",
	Usage:   "which search native uses; auto has one made for 9×9 Sudoku",
	Values:  func() []string { return []string{searchAuto, searchGeneral} },
	Default: searchAuto,
	Flag:    true,
}

// nineSolver is a search for 9×9 grids.
type nineSolver interface {
	Solve(givens *nine.Grid, limit uint64, done <-chan struct{}, yield func(*nine.Grid) bool) nine.Outcome
	Tell(tell func(nodes int64, share float64))
}

// nineSession runs 9×9 Sudoku, with or without further constraints within its boxes, by a specialised search.
type nineSession struct {
	solver     nineSolver
	givens     nine.Grid
	rules      [][]check             // those that the search ignores: solutions are held against them
	checks     func(*nine.Grid) bool // the method check
	checked    checked
	kept       uint64 // how many solutions are remembered until one breaks a rule
	posts      bool   // a solution broke a rule, so the general search runs, which posts them
	assignment model.Assignment
	show       tells // nil if nobody wants reports
	lazySession
}

// openNine returns a session for a model that a specialised search can run. For any other model, or if ctx ends, it returns nil.
func openNine(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
	searched, checks := m, false
	if rulesSetting.Value(options) == rulesCheck {
		searched, checks = withoutProved(m)
	}
	boxes, across, ok := boxParts(ctx, searched)
	if !ok || len(across) > 0 && !checks {
		return nil, nil
	}
	k, limits := engine.NewChecker(space.EngineName, m), engine.LimitsOf[limits](options)
	solver := newNineSolver(ctx, boxes, limits, k)
	if solver == nil || k.Err != nil {
		return nil, k.Err
	}
	s := &nineSession{
		solver: solver, kept: uint64(limits.Kept), assignment: make(model.Assignment, len(m.Variables)),
		lazySession: lazySession{model: m, options: options},
	}
	for _, r := range across {
		s.rules = append(s.rules, newCheck(r.Formula, true))
	}
	s.checks = s.check
	return s, nil
}

// newNineSolver returns the search for plain Sudoku with further constraints in its boxes, or nil if none fits or ctx ends.
func newNineSolver(ctx context.Context, boxes [9]*space.Fragment, limits *limits, k *engine.Checker) nineSolver {
	if catalogues, ok := newCatalogues(ctx, boxes, limits.Fillings, map[string]*nine.Catalogue{}, k); ok {
		return nine.NewBoxes(catalogues, limits.VectorBits)
	}
	triples, ok := newTriples(boxes)
	if !ok {
		return nil
	}
	bands, err := nine.NewBands(ctx, triples, limits.VectorBits)
	if err != nil {
		return nil
	}
	checkBands(boxes, bands, k)
	return bands
}

// checkBands compares the tables of triples with their constraints: for each sum it takes three different digits.
func checkBands(boxes [9]*space.Fragment, bands *nine.Bands, k *engine.Checker) {
	for i, box := range boxes {
		for triple, c := range box.Originals {
			scope := c.Scope()
			for sum := 1 + 2 + 3; sum <= 7+8+9; sum++ {
				high := min(9, sum-3)
				middle := min(8, sum-high-1)
				digits := []int{high, middle, sum - high - middle}
				for j, v := range scope {
					k.Sample[v] = digits[j]
				}
				k.Check("sums of a triple", bands.Allows(i, triple, digits), box.Originals[triple:triple+1], scope)
			}
		}
	}
}

// Run implements engine.Session. Its effort is the number of nodes: digits, or fillings of a box, tried.
func (s *nineSession) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (
	result engine.Result, err error) {
	defer engine.Guard(space.EngineName, &err)
	if err := s.model.CheckGivens(cube); err != nil {
		return engine.Result{}, err
	}
	var show func(*nine.Grid) bool
	if yield != nil {
		show = func(grid *nine.Grid) bool {
			for cell, digit := range grid {
				s.assignment[cell] = int(digit)
			}
			return yield(s.assignment)
		}
	}
	if len(s.rules) > 0 {
		return s.runChecked(ctx, cube, limit, show)
	}
	return nineResult(ctx, limit, s.solve(ctx, cube, limit, show)), nil
}

// solve runs the cube without the rules that the search ignores.
func (s *nineSession) solve(ctx context.Context, cube model.Cube, limit uint64, show func(*nine.Grid) bool) nine.Outcome {
	if ctx.Err() != nil || !s.give(cube) {
		return nine.Outcome{Exhausted: ctx.Err() == nil}
	}
	s.solver.Tell(teller(ctx, s.show))
	return s.solver.Solve(&s.givens, limit, ctx.Done(), show)
}

func nineResult(ctx context.Context, limit uint64, o nine.Outcome) engine.Result {
	return engine.NewResult(ctx, limit, big.NewInt(int64(o.Solutions)), o.Exhausted, effort(o.Nodes))
}

// Report implements [engine.Reporter].
func (s *nineSession) Report(show func(engine.Progress)) { s.show = shown(show) }

// give makes givens of a cube. It reports false if a value is not a digit, or a cell has two.
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
