package chromatic

import (
	"context"
	"fmt"
	"math/big"

	"qmsat/model"
	"qmsat/model/engine"
)

// Count returns the same polynomial as [Completions] by Newton's interpolation: with d given colours it is
//
//	Σ b(j) (λ - d)(λ - d - 1)…(λ - d - j + 1)
//
// where b(j), the j-th divided difference of the numbers of completions with d, d + 1, … colours, is how many completions use j
// further colours if these have no names. The engine lists them on the model with as many colours as vertices, with rules by which
// further colours come up in order. That takes as long as there are such completions: 6,591,813 for the 4×4 graph.
func Count(ctx context.Context, by engine.Chosen, g *Graph) (Polynomial, error) {
	if g.clash {
		return nil, nil
	}
	m, cube := g.unnamed()
	d := g.Colours()
	numbers := make([]int64, g.Free()+1)
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

// each has an engine list all solutions of a model under a cube. The assignment is valid until the next one.
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

// unnamed is the graph as a model whose colours are 1 to d, the given ones, and then as many as there are free vertices: a vertex has
// one of those only where an earlier vertex has the one before.
func (g *Graph) unnamed() (*model.Model, model.Cube) {
	m, cube := &model.Model{}, model.Cube{}
	palette := g.palette()
	var free []model.Var
	for v, colour := range g.colour {
		for i, given := range palette {
			if given == colour {
				cube = append(cube, model.Given{Var: model.Var(v), Value: i + 1})
			}
		}
		if colour == uncoloured {
			free = append(free, model.Var(v))
		}
		m.AddVariable(fmt.Sprintf("v%d", v), model.Interval(1, max(1, len(palette)+len(free))))
	}
	for v, neighbours := range g.neighbours {
		for _, w := range neighbours {
			if v < w {
				m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: []model.Var{model.Var(v), model.Var(w)}})
			}
		}
	}
	for i, v := range free {
		for further := 2; further <= i+1; further++ {
			var before model.Or
			for _, earlier := range free[further-2 : i] {
				before = append(before, model.Is(earlier, len(palette)+further-1))
			}
			m.Constraints = append(m.Constraints, &model.Rule{
				Formula: model.Implies{If: model.Is(v, len(palette)+further), Then: before},
			})
		}
	}
	return m, cube
}
