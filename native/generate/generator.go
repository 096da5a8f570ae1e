package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// Options are the properties of the puzzles.
type Options struct {
	// Givens is the number of given cells, or [AsFewAsRemovalLeaves].
	Givens int
	// Unique requires that each puzzle has only one solution; without it the given cells are chosen at random.
	Unique bool
	// Minimal requires that no given is implied by the others: without it there are several solutions.
	Minimal bool
	// Symmetry is the symmetry of the positions of givens; nil for none.
	Symmetry *Symmetry
	// Accept reports whether to take a puzzle that meets all other options; nil takes all. An error ends the search.
	Accept func(ctx context.Context, p Puzzle) (bool, error)
	// Tries is how many grids are tried for one puzzle before the search gives up; 0 for no limit.
	Tries int
	// Progress is called now and then during the search for a puzzle; it may be nil.
	Progress func(Status)
}

// AsFewAsRemovalLeaves asks for puzzles from which random givens are removed one by one, until none can be.
const AsFewAsRemovalLeaves = -1

// Status is the progress of a search for a puzzle.
type Status struct {
	Try     int // the current grid, counting from 1
	Closest int // the number of givens closest to the requested one so far, or -1
}

// String describes the progress.
func (s Status) String() string {
	if s.Closest < 0 {
		return fmt.Sprintf("grid %d", s.Try)
	}
	return fmt.Sprintf("grid %d, closest %d givens", s.Try, s.Closest)
}

// Puzzle is a puzzle and the solution from which it was made.
type Puzzle struct {
	Givens   model.Cube // in the order of the variables
	Solution model.Assignment
}

// UnreachedError says that no puzzle with the requested properties was found.
type UnreachedError struct {
	Status
	Best  Puzzle // the puzzle with Status.Closest givens; none if that is -1
	Clues string // how many clues of each kind the closest puzzle has, or were drawn for it; "" if none are wanted
	Err   error  // why the search ended: the context's end, or nil if all tries were made
}

// Error describes the closest puzzle.
func (e *UnreachedError) Error() string {
	text := fmt.Sprintf("grids searched: %d", e.Try)
	if e.Clues != "" {
		text += ", clues of the closest puzzle: " + e.Clues
	}
	if e.Closest >= 0 {
		text += fmt.Sprintf(", givens of the closest puzzle: %d", e.Closest)
	}
	return text
}

// Unwrap returns why the search ended.
func (e *UnreachedError) Unwrap() error { return e.Err }

// Generator makes puzzles of one model.
type Generator struct {
	options Options
	grids   gridSource
	oracle  *oracle
	units   *units
}

// New returns a generator of puzzles of a model. givens are in every puzzle. session is an engine's on the model; puzzles do not
// depend on the engine. Errors name impossible options, or are the context's cause.
func New(ctx context.Context, m *model.Model, givens model.Cube, session engine.Session, options Options) (*Generator, error) {
	members, err := unitsOf(m, givens, options.Symmetry)
	if err != nil {
		return nil, err
	}
	g := &Generator{
		options: options,
		oracle:  &oracle{session: session, givens: givens},
		units:   newUnits(members, len(m.Variables)),
	}
	if k := options.Givens; k != AsFewAsRemovalLeaves && (k < 0 || k > g.units.cells) {
		return nil, fmt.Errorf("%d givens, expected 0 to %d", k, g.units.cells)
	} else if k >= 0 && !g.units.reaches(k) {
		return nil, fmt.Errorf("%d givens: impossible with symmetry %s", k, options.Symmetry.Name)
	} else if k < 0 && !options.Unique {
		return nil, errors.New("found as few givens as removal leaves, expected a number of givens for puzzles that may have several solutions")
	}
	if options.Unique && options.Givens >= 0 && len(givens) == 0 {
		if err := fewestGivens(m).check(options.Givens, g.units.cells); err != nil {
			return nil, err
		}
	}
	g.grids, err = newGridSource(ctx, m, givens, g.oracle, options.Unique)
	return g, err
}

// unitsOf returns the outputs without the model's givens: cells with their images under the symmetry, all others alone.
func unitsOf(m *model.Model, givens model.Cube, symmetry *Symmetry) ([][]model.Var, error) {
	var members [][]model.Var
	cells := 0 // of the grid, if orbits hold them
	if symmetry != nil {
		if m.Grid == nil {
			return nil, fmt.Errorf("symmetry %s: the model has no grid", symmetry.Name)
		}
		orbits, err := symmetry.Orbits(m.Grid)
		if err != nil {
			return nil, err
		}
		members, cells = orbits, m.Grid.Cells()
	}
	for _, v := range slices.Sorted(slices.Values(m.OutputVars())) {
		if int(v) >= cells {
			members = append(members, []model.Var{v})
		}
	}
	open := make([]bool, len(m.Variables))
	for _, v := range m.OutputVars() {
		open[v] = true
	}
	for _, g := range givens {
		open[g.Var] = false
	}
	for i := range members {
		members[i] = slices.DeleteFunc(members[i], func(v model.Var) bool { return !open[v] })
	}
	return slices.DeleteFunc(members, func(member []model.Var) bool { return len(member) == 0 }), nil
}

// Grid makes a full grid suitable for a puzzle.
func (g *Generator) Grid(ctx context.Context, random *rand.Rand) (model.Assignment, error) {
	return g.grids(ctx, random)
}

// Puzzle makes a puzzle. If it finds none with the requested properties, the error is an [UnreachedError].
func (g *Generator) Puzzle(ctx context.Context, random *rand.Rand) (Puzzle, error) {
	if !g.options.Unique {
		p, err := g.anyPuzzle(ctx, random)
		if err != nil && ctx.Err() != nil {
			err = &UnreachedError{Status: Status{Try: 1, Closest: -1}, Err: err}
		}
		return p, err
	}
	best := UnreachedError{Status: Status{Closest: -1}}
	for best.Try = 1; ; best.Try++ {
		found, err := g.try(ctx, random, &best)
		if found || err != nil && ctx.Err() == nil {
			return best.Best, err
		}
		if err != nil || best.Try == g.options.Tries {
			best.Err = err
			return Puzzle{}, &best
		}
	}
}

// anyPuzzle makes a puzzle with any number of solutions.
func (g *Generator) anyPuzzle(ctx context.Context, random *rand.Rand) (Puzzle, error) {
	solution, err := g.grids(ctx, random)
	if err != nil {
		return Puzzle{}, err
	}
	p := Puzzle{Givens: model.Cube{}, Solution: solution}
	chosen, err := g.units.choose(ctx, random, g.options.Givens)
	if err != nil {
		return Puzzle{}, err
	}
	for _, unit := range chosen {
		for _, v := range g.units.members[unit] {
			p.Givens = append(p.Givens, model.Given{Var: v, Value: solution[v]})
		}
	}
	slices.SortFunc(p.Givens, func(a, b model.Given) int { return int(a.Var - b.Var) })
	return p, nil
}

// fruitlessExchanges is how many consecutive exchanges of givens may bring a puzzle no closer to the options before another grid
// is tried.
const fruitlessExchanges = 200

// try searches the puzzles of one more grid, and reports whether best now meets the options.
func (g *Generator) try(ctx context.Context, random *rand.Rand, best *UnreachedError) (bool, error) {
	g.show(best)
	solution, err := g.grids(ctx, random)
	if err != nil {
		return false, err
	}
	s := newSearch(g.units, g.oracle, random, solution)
	floor := g.options.Givens
	if g.options.Minimal {
		floor = 0
	}
	err = s.prune(ctx, floor)
	for left := fruitlessExchanges; ; left-- {
		g.keep(s, best)
		if err != nil {
			return false, err
		}
		done, acceptError := g.accepts(ctx, s)
		if done {
			best.Best = s.finished()
		}
		if done || acceptError != nil || left == 0 {
			return done, acceptError
		}
		before := s.state.clone()
		changed := false
		if changed, err = s.exchange(ctx, s.size < g.options.Givens); changed {
			err = s.prune(ctx, floor)
		}
		if err != nil || !changed || g.distance(s.size) > g.distance(before.size) {
			s.state = before
		} else if g.distance(s.size) < g.distance(before.size) {
			left = fruitlessExchanges
		}
	}
}

// keep stores the search's puzzle as the best one, unless that is closer to the options.
func (g *Generator) keep(s *search, best *UnreachedError) {
	if g.distance(s.size) > g.distance(best.Closest) {
		return
	}
	closer := g.distance(s.size) < g.distance(best.Closest)
	best.Closest, best.Best = s.size, s.finished()
	if closer {
		g.show(best)
	}
}

// distance returns how far a number of givens is from the options.
func (g *Generator) distance(givens int) int {
	switch {
	case givens < 0:
		return g.units.cells + 1
	case g.options.Givens == AsFewAsRemovalLeaves:
		return givens
	default:
		return max(givens-g.options.Givens, g.options.Givens-givens)
	}
}

// accepts reports whether the search's current puzzle meets the options.
func (g *Generator) accepts(ctx context.Context, s *search) (bool, error) {
	if g.options.Givens != AsFewAsRemovalLeaves && s.size != g.options.Givens {
		return false, nil
	}
	if g.options.Minimal && g.options.Symmetry != nil {
		if minimal, err := s.minimal(ctx); !minimal || err != nil {
			return false, err
		}
	}
	if g.options.Accept == nil {
		return true, nil
	}
	return g.options.Accept(ctx, s.finished())
}

func (g *Generator) show(best *UnreachedError) {
	if g.options.Progress != nil {
		g.options.Progress(best.Status)
	}
}
