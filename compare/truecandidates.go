package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// TrueCandidates returns the values that each variable of the model has in some solution that meets the cube; those of variables
// that are no outputs are empty. Variables with one value are the backbone; if there is no solution, all are empty. The session
// is asked for one solution that has a value which none so far has, until every value is settled: a run a value at most. Each
// solution is checked. The error is the context's cause, of the engine, or of a solution that is none.
func TrueCandidates(ctx context.Context, s engine.Session, m *model.Model, cube model.Cube) ([]model.Domain, error) {
	possible := make([]model.Domain, len(m.Variables))
	outputs := m.OutputVars()
	ask := func(cube model.Cube) (found bool, err error) {
		var wrong error
		result, err := s.Run(ctx, cube, 1, func(a model.Assignment) bool {
			found = true
			wrong = errors.Join(m.Check(a), m.CheckCube(a, cube))
			for _, v := range outputs {
				possible[v] = possible[v].Union(model.Values(a[v]))
			}
			return false
		})
		switch {
		case err != nil:
			return false, err
		case wrong != nil:
			return false, fmt.Errorf("found a wrong solution: %w", wrong)
		case !found && !result.Complete():
			return false, result.Cause
		}
		return found, nil
	}
	if found, err := ask(cube); !found {
		return possible, err
	}
	for _, v := range outputs {
		for value := range m.DomainOf(v).All() {
			if possible[v].Contains(value) {
				continue
			}
			if _, err := ask(append(slices.Clip(cube), model.Given{Var: v, Value: value})); err != nil {
				return nil, err
			}
		}
	}
	return possible, nil
}
