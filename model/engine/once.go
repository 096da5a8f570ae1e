package engine

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"qmsat/model"
)

// Count opens an engine by name and returns the number of solutions of a model under a cube. It fails if the search was cut off, or if
// the engine may miss solutions and did not find all.
func Count(ctx context.Context, name string, m *model.Model, cube model.Cube) (*big.Int, error) {
	s, err := Open(ctx, name, m, nil)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	result, err := s.Run(ctx, cube, 0, nil)
	return result.Count, cmp.Or(err, incomplete(name, result))
}

// Solutions opens an engine by name and yields the solutions of a model under a cube, each with a nil error. A last pair has the
// error of a search that failed or was cut off. Breaking the loop ends the search.
func Solutions(ctx context.Context, name string, m *model.Model, cube model.Cube) iter.Seq2[model.Assignment, error] {
	return func(yield func(model.Assignment, error) bool) {
		s, err := Open(ctx, name, m, nil)
		if err != nil {
			yield(nil, err)
			return
		}
		defer s.Close()
		wanted := true
		result, err := s.Run(ctx, cube, 0, func(a model.Assignment) bool {
			wanted = yield(slices.Clone(a), nil)
			return wanted
		})
		if err == nil && result.Unlisted {
			err = Unsupported(name, "it only counts, expected an engine that lists solutions")
		}
		if err = cmp.Or(err, incomplete(name, result)); err != nil && wanted {
			yield(nil, err)
		}
	}
}

// incomplete returns why a result is not complete, or nil.
func incomplete(name string, result Result) error {
	switch {
	case result.Complete():
		return nil
	case result.Cause != nil:
		return result.Cause
	}
	return fmt.Errorf("engine %s: %v", name, result.Outcome)
}
