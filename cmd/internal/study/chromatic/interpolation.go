package chromatic

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Count returns the same polynomial as [Completions] by Newton's interpolation, from a model that [NewGraph] takes and its
// givens. With d given colours it is
//
//	Σ b(j) (λ - d)(λ - d - 1)…(λ - d - j + 1)
//
// where b(j), the j-th divided difference of the numbers of completions with d, d + 1, … colours, is how many completions use j
// further colours if these have no names. The engine lists them on the model with as many colours as vertices, with rules by which
// further colours come up in order. That takes as long as there are such completions: 6,591,813 for the 4×4 graph.
func Count(ctx context.Context, by engine.Chosen, m *model.Model, givens model.Cube) (Polynomial, error) {
	m, cube, d := unnamed(m, givens)
	numbers := make([]int64, len(m.Variables)+1)
	err := each(ctx, by, m, cube, func(a model.Assignment) {
		further := 0
		for _, colour := range a {
			further = max(further, colour-d)
		}
		numbers[further]++
	})
	if err != nil {
		return nil, err
	}
	var sum Polynomial
	term := one()
	for j, n := range numbers {
		sum = sum.plus(term.times(Polynomial{big.NewInt(n)}).trimmed())
		term = term.times(minus(d + j))
	}
	return sum, nil
}

// each lets an engine list all solutions of a model under a cube. An assignment is valid until the next one.
func each(ctx context.Context, by engine.Chosen, m *model.Model, cube model.Cube, yield func(model.Assignment)) error {
	session, err := by.Engine.Open(ctx, m, by.Options)
	if err != nil {
		return err
	}
	defer session.Close()
	result, err := session.Run(ctx, cube, 0, func(a model.Assignment) bool {
		yield(a)
		return true
	})
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case !result.Complete():
		return fmt.Errorf("engine %s does not list all solutions: %v", by.Engine.Name, result.Outcome)
	}
	return nil
}

// unnamed returns the model with the colours 1 to d, the given ones, and then as many as there are free variables: one of these has
// such a colour only if an earlier one has the one before.
func unnamed(m *model.Model, givens model.Cube) (named *model.Model, cube model.Cube, d int) {
	var palette []int
	given := make([]bool, len(m.Variables))
	for _, g := range givens {
		palette, given[g.Var] = append(palette, g.Value), true
	}
	slices.Sort(palette)
	palette = slices.Compact(palette)
	cube = lists.Map(givens, func(g model.Given) model.Given {
		return model.Given{Var: g.Var, Value: 1 + slices.Index(palette, g.Value)}
	})
	d = len(palette)
	named = &model.Model{Constraints: slices.Clone(m.Constraints)}
	var free []model.Var
	for v, variable := range m.Variables {
		if !given[v] {
			free = append(free, model.Var(v))
		}
		named.AddVariable(variable.Name, model.Interval(1, max(1, d+len(free))))
	}
	for i, v := range free {
		for further := 2; further <= i+1; further++ {
			before := model.Or(lists.Map(free[further-2:i], func(v model.Var) model.Formula { return model.Is(v, d+further-1) }))
			named.Constraints = append(named.Constraints, &model.Rule{
				Formula: model.Implies{If: model.Is(v, d+further), Then: before},
			})
		}
	}
	return named, cube, d
}
