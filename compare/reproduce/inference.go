package reproduce

import (
	"context"

	"qmsat/encode"
	"qmsat/encode/propagate"
	"qmsat/model"
)

// Technique is a way to infer values without search; each includes unit propagation.
type Technique struct {
	Name  string
	apply func(p *propagate.Propagator) bool
}

// Techniques are those of Lynce and Ouaknine, Sudoku as a SAT problem, 2006, section 5, weakest first.
var Techniques = []Technique{
	{"unit propagation", (*propagate.Propagator).Consistent},
	{"failed literals", (*propagate.Propagator).FailedLiterals},
	{"hyper-binary", (*propagate.Propagator).HyperBinaryResolution},
	{"binary failed", (*propagate.Propagator).BinaryFailedLiterals},
}

// PublishedInference are the published shares of puzzles, in percent, by encoding and in the order of Techniques: Lynce
// and Ouaknine 2006, for 24,260 puzzles with 17 givens.
var PublishedInference = map[string][]int{
	"minimal":  {0, 1, 25, 69},
	"extended": {47, 100, 100, 100},
}

// Inference returns how many of the puzzles each technique solves by itself, in the order of Techniques. A puzzle is solved
// when every output has a value. progress is called after each puzzle and may be nil.
func Inference(ctx context.Context, m *model.Model, choice encode.Choice, cubes []model.Cube, progress func()) ([]int, error) {
	solved := make([]int, len(Techniques))
	for _, cube := range cubes {
		for i, technique := range Techniques {
			done, err := infer(ctx, m, choice, cube, technique)
			if err != nil {
				return nil, err
			}
			if done {
				// What one technique solves, the stronger ones after it do too.
				for j := i; j < len(solved); j++ {
					solved[j]++
				}
				break
			}
		}
		if progress != nil {
			progress()
		}
	}
	return solved, nil
}

// infer reports whether a technique solves a puzzle.
func infer(ctx context.Context, m *model.Model, choice encode.Choice, cube model.Cube, technique Technique) (bool, error) {
	p := propagate.New()
	vm, err := encode.CompileCube(ctx, m, cube, choice, p)
	if err != nil {
		return false, err
	}
	if !technique.apply(p) {
		return false, nil
	}
	for _, v := range m.OutputVars() {
		for value := range m.DomainOf(v).All() {
			if l := vm.Literal(v, value); l != encode.True && l != encode.False && p.Value(l) == 0 {
				return false, nil
			}
		}
	}
	return true, nil
}
