package generate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/engine"
)

// oracle answers questions about the solutions of a model. Its answers are facts that do not depend on the order in which an
// engine finds solutions; so the puzzles do not either.
type oracle struct {
	session engine.Session
	givens  model.Cube // part of every question
	cube    model.Cube // of the current question
}

// solution returns a solution that meets the cube, or nil if there is none.
func (o *oracle) solution(ctx context.Context, cube model.Cube) (model.Assignment, error) {
	var found model.Assignment
	err := o.solutions(ctx, cube, 1, func(a model.Assignment) bool {
		found = slices.Clone(a)
		return false
	})
	return found, err
}

// solutions calls yield with the solutions that meet the cube, up to limit of them (0: all), until it returns false. An error
// means that the answer is unknown: the context has ended, or the engine failed.
func (o *oracle) solutions(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) error {
	stopped := false
	o.cube = append(append(o.cube[:0], o.givens...), cube...)
	result, err := o.session.Run(ctx, o.cube, limit, func(a model.Assignment) bool {
		stopped = !yield(a)
		return !stopped
	})
	reached := limit > 0 && err == nil && result.Count.IsUint64() && result.Count.Uint64() >= limit
	if err == nil && !result.Complete() && !stopped && !reached {
		return cmp.Or(context.Cause(ctx), errors.New("the engine gave up, expected one that always answers"))
	}
	return err
}

// ErrNoGrid says that a model has no solution, so no puzzles can be made.
var ErrNoGrid = errors.New("the model has no solution")

// randomSolution returns a solution of the model. Every solution is possible, but they are not equally likely; see redraw.
func (o *oracle) randomSolution(ctx context.Context, random *rand.Rand, m *model.Model) (model.Assignment, error) {
	solution, err := o.solution(ctx, nil)
	if err != nil {
		return nil, err
	}
	if solution == nil {
		return nil, ErrNoGrid
	}
	return o.redraw(ctx, random, m, solution, m.OutputVars())
}

// redraw returns a solution that agrees with another one in all outputs except the open ones. It visits the open outputs in
// random order, and gives each a value drawn uniformly from those that some solution still allows. Every solution that agrees is
// possible, but solutions that share their first values with few others are more likely.
func (o *oracle) redraw(ctx context.Context, random *rand.Rand, m *model.Model, solution model.Assignment, open []model.Var) (model.Assignment, error) {
	isOpen, most := make([]bool, len(m.Variables)), 0
	for _, v := range open {
		isOpen[v] = true
		most = max(most, m.DomainOf(v).Size())
	}
	if err := memory.Ask(ctx, fmt.Sprintf("%d values of a variable in random order", most), 8*int64(most)); err != nil {
		return nil, err
	}
	var cube model.Cube
	for _, v := range m.OutputVars() {
		if !isOpen[v] {
			cube = append(cube, model.Given{Var: v, Value: solution[v]})
		}
	}
	// The witness is a solution that meets the cube, so its values need no question.
	witness := solution
	for _, i := range random.Perm(len(open)) {
		v := open[i]
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
