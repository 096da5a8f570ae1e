package instances

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"qmsat/encode"
	"qmsat/encode/cells"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
	"qmsat/native/generate/full"
)

// The statuses, as the output of SAT solvers has them in lower case.
const (
	Satisfiable   = "sat"
	Unsatisfiable = "unsat"
)

// Levels is the number of levels of difficulty.
const Levels = 10

// Encoding is the encoding of all instances, whatever the defaults are: what the givens fix has no variable, sums are short, and
// all clauses are written once.
var Encoding = encode.Options{Cells: cells.Reduced, AMO: "pairwise", Linear: "order"}

// Family says what instances are like.
type Family struct {
	Order  int // of the boxes, at least 3
	Delta  int
	Status string
	Level  int // from 1 to [Levels]
}

// Instance is a puzzle with its answer.
type Instance struct {
	Model    *model.Model
	Cube     model.Cube
	Solution model.Assignment // nil: there is none
	Wrong    *model.Given     // the given that leaves no solution, the last of the cube; nil if there is a solution
}

// Check reports what is wrong with a family.
func (f Family) Check() error {
	switch most := model.MaxDelta(f.Order) - 1; {
	case f.Order < 3 || f.Order > 6:
		return fmt.Errorf("boxes of %d×%[1]d, expected 3×3 to 6×6", f.Order)
	case f.Delta < 2 || f.Delta > most:
		return fmt.Errorf("found Δ = %d, expected 2 to %d for boxes of %d×%[3]d", f.Delta, most, f.Order)
	case f.Level < 1 || f.Level > Levels:
		return fmt.Errorf("difficulty %d, expected 1 to %d", f.Level, Levels)
	}
	return nil
}

// Givens returns the number of givens of a level. It falls by the same share of the cells from level to level, from a share
// where unit propagation leaves little. Figures are in docs/instances.md.
func (f Family) Givens() int {
	s, cells := shares[f.Status][f.Order-3], f.Order*f.Order*f.Order*f.Order
	loose := s.loose * min(f.Delta-2, 8*(f.Order-2)) / (8 * (f.Order - 2))
	return max(0, (s.first+loose-s.step*(f.Level-1))*cells/10_000)
}

// shares are the shares of givens by status and order, from 3, in hundredths of a percent: at level 1 and Δ = 2, by how much a
// level lowers it, and by how much a large Δ raises it. Only those of order 4 are measured.
var shares = map[string][]struct{ first, step, loose int }{
	Satisfiable:   {{1600, 160, 1200}, {2110, 130, 900}, {2700, 40, 900}, {3000, 30, 900}},
	Unsatisfiable: {{1600, 160, 1200}, {2030, 80, 900}, {2700, 40, 900}, {3000, 30, 900}},
}

// Make makes an instance. Its givens are drawn from a grid. If it has to be unsatisfiable, one open cell gets a wrong value that
// unit propagation leaves open, the first of a shuffled list that leaves no solution; gini decides that, and only the fact counts.
// It fails with [ErrNone] if no value does.
func (f Family) Make(ctx context.Context, seed, number uint64) (*Instance, error) {
	m, err := model.QuasiMagic(f.Order, f.Delta)
	if err != nil {
		return nil, err
	}
	random := generate.NewStream(seed, number)
	for range maxGrids {
		grid, err := f.grid(ctx, m, random)
		if err != nil {
			return nil, err
		}
		cube, err := generate.Givens(random, grid, f.Givens())
		if err != nil {
			return nil, err
		}
		i := &Instance{Model: m, Cube: cube}
		if f.Status == Satisfiable {
			i.Solution = grid
			return i, m.Check(grid)
		}
		if err := i.spoil(ctx, grid, random); !errors.Is(err, ErrNone) {
			return i, err
		}
	}
	return nil, ErrNone
}

// Bounds of the search for an unsatisfiable instance.
const (
	maxGrids  = 20
	maxWrongs = 4 // values tried with a grid
)

// ErrNone says that no wrong value left a puzzle without solutions.
var ErrNone = fmt.Errorf("found no wrong given in %d grids: all leave solutions; use a lower --difficulty", maxGrids)

func (f Family) grid(ctx context.Context, m *model.Model, random *rand.Rand) (model.Assignment, error) {
	if f.Order > 3 {
		grid, _, err := full.Fill(ctx, full.Magic{Delta: f.Delta}, full.Shape{BoxRows: f.Order, BoxColumns: f.Order}, random)
		return grid, err
	}
	session, err := engine.Open(ctx, "native", m, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	generator, err := generate.New(ctx, m, nil, session, generate.Options{Unique: true, Givens: generate.AsFewAsRemovalLeaves})
	if err != nil {
		return nil, err
	}
	return generator.Grid(ctx, random)
}

// spoil adds a given that leaves no solution.
func (i *Instance) spoil(ctx context.Context, grid model.Assignment, random *rand.Rand) error {
	d, err := encode.NewDIMACS(ctx, i.Model, Encoding, i.Cube)
	if err != nil {
		return err
	}
	var open []model.Given
	for v, value := range grid {
		for other := range d.Map.Left(model.Var(v)).All() {
			if other != value {
				open = append(open, model.Given{Var: model.Var(v), Value: other})
			}
		}
	}
	random.Shuffle(len(open), func(a, b int) { open[a], open[b] = open[b], open[a] })
	right := i.Cube
	for _, wrong := range open[:min(len(open), maxWrongs)] {
		i.Cube = append(right[:len(right):len(right)], wrong)
		r, err := i.Solve(ctx, Solvers[0], unlimited)
		switch {
		case err != nil:
			return err
		case r.Outcome == Unsatisfiable:
			i.Wrong = &wrong
			return nil
		}
	}
	return ErrNone
}

// unlimited is a limit that no run reaches.
const unlimited = 1000 * time.Hour
