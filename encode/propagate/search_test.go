package propagate

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// search is a fixed depth-first search for all solutions with unit propagation as its only inference. It takes the variable with
// the fewest values left (the first on a tie), and tries its values, lowest first. Its number of nodes shows how strongly an
// encoding propagates, independent of solvers.
type search struct {
	propagator *Propagator
	model      *model.Model
	literals   [][]encode.Literal // by variable: the literals of its values
}

// newSearch compiles a model into a new propagator.
func newSearch(ctx context.Context, m *model.Model, encoding encode.Options) (*search, *encode.Map, error) {
	s := &search{propagator: &Propagator{}, model: m}
	vm, err := encode.Compile(ctx, m, encoding, s.propagator)
	if err != nil {
		return nil, nil, err
	}
	for v := range m.Variables {
		s.literals = append(s.literals, vm.Literals(model.Var(v)))
	}
	return s, vm, nil
}

// run searches under the literals of a cube. It returns the number of values tried, which is 0 if propagation alone decides, and
// the number of assignments of the model's variables found. It stops with the context's error.
func (s *search) run(ctx context.Context, cube []encode.Literal) (nodes, solutions int64, err error) {
	for _, l := range cube {
		s.propagator.Decide(l)
	}
	defer func() {
		for range cube {
			s.propagator.Undo()
		}
	}()
	if s.propagator.Consistent() {
		err = s.branch(ctx, &nodes, &solutions)
	}
	return nodes, solutions, err
}

// branch searches below the current decisions.
func (s *search) branch(ctx context.Context, nodes, solutions *int64) error {
	var best []encode.Literal
	fewest := 0
	for _, literals := range s.literals {
		left, decided := 0, false
		for _, l := range literals {
			switch s.propagator.Value(l) {
			case 0:
				left++
			case 1:
				decided = true
			}
		}
		if !decided && left > 0 && (best == nil || left < fewest) {
			best, fewest = literals, left
		}
	}
	if best == nil {
		*solutions++
		return nil
	}
	if *nodes&1023 == 0 && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, l := range best {
		if s.propagator.Value(l) != 0 {
			continue
		}
		*nodes++
		var err error
		if s.propagator.Decide(l) {
			err = s.branch(ctx, nodes, solutions)
		}
		s.propagator.Undo()
		if err != nil {
			return err
		}
	}
	return nil
}

var measure = flag.Bool("measure", false, "measure the linear encodings; minutes")

// measureLimit is the longest time for one encoding and file.
const measureLimit = 10 * time.Second

// TestMeasureNodes prints, for each linear encoding with the default cells and at-most-one, the nodes of a search over all
// puzzles (with a '>' if time ran out), and how many puzzles need none.
func TestMeasureNodes(t *testing.T) {
	if !*measure {
		t.Skip("without -measure")
	}
	for delta, name := range map[int]string{
		2: "quasimagic-180", 4: "quasimagic-delta4", 6: "quasimagic-delta6", 8: "quasimagic-delta8",
	} {
		m, err := model.QuasiMagic(3, delta)
		if err != nil {
			t.Fatal(err)
		}
		puzzles := modeltest.Cubes(t, m, name+".txt")
		for _, linear := range encode.LinearEncodings.Names() {
			nodes, none := measureNodes(t, m, linear, puzzles)
			fmt.Printf("Δ = %d, %-12s %10s nodes, %d puzzles without any\n", delta, linear, nodes, none)
		}
	}
}

func measureNodes(t *testing.T, m *model.Model, linear string, puzzles []model.Cube) (nodes string, none int) {
	ctx, cancel := context.WithTimeout(t.Context(), measureLimit)
	defer cancel()
	s, vm, err := newSearch(t.Context(), m, encode.Options{Linear: linear})
	if err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	for _, cube := range puzzles {
		literals, _ := vm.Cube(cube)
		found, solutions, err := s.run(ctx, literals)
		total += found
		if err != nil {
			return fmt.Sprintf(">%d", total), none
		}
		if solutions != 1 {
			t.Errorf("%s: %d solutions by propagation, expected one", linear, solutions)
		}
		if found == 0 {
			none++
		}
	}
	return fmt.Sprint(total), none
}
