package generate

import (
	"context"
	"errors"
	"math/rand/v2"

	"qmsat/model"
)

// ErrNoGrid says that a model has no solution, so that there is nothing to make puzzles of.
var ErrNoGrid = errors.New("the model has no solution")

// randomSolution returns a solution of the model. It goes through the outputs in random order and gives each a value drawn
// from those that some solution still has there, all being equally likely. Every solution may come out, but they are not
// equally likely: those that share their first values with few others are drawn more often.
func (o *oracle) randomSolution(ctx context.Context, random *rand.Rand, m *model.Model) (model.Assignment, error) {
	// The witness is a solution that meets the cube; a value that it has needs no question.
	witness, err := o.solution(ctx, nil)
	if err != nil {
		return nil, err
	}
	if witness == nil {
		return nil, ErrNoGrid
	}
	outputs := m.OutputVars()
	var cube model.Cube
	for _, i := range random.Perm(len(outputs)) {
		v := outputs[i]
		domain := m.DomainOf(v)
		for _, number := range random.Perm(domain.Size()) {
			g := model.Given{Var: v, Value: domain.Value(number)}
			if witness[v] == g.Value {
				break
			}
			other, err := o.solution(ctx, append(cube, g))
			if err != nil {
				return nil, err
			}
			if other != nil {
				witness = other
				break
			}
		}
		cube = append(cube, model.Given{Var: v, Value: witness[v]})
	}
	return witness, nil
}
