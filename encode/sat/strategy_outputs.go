package sat

import (
	"slices"

	"qmsat/encode"
	"qmsat/model"
)

// Block each solution by a clause over the values of the outputs that the givens leave open.
func init() {
	strategies.Register("outputs", strategy{
		run: func(e *enumeration) (bool, error) {
			var clause clauseOf
			return blockAll(e, func() []encode.Literal {
				if clause == nil {
					clause = e.blockOutputs(e.openOutputs())
				}
				return clause()
			})
		},
	})
}

// openOutputs returns the outputs that the cube does not fix: by propagation if the solver has scopes, otherwise by the givens
// alone. It must be called in a round.
func (e *enumeration) openOutputs() []model.Var {
	if solver, ok := e.solver.(scoped); ok {
		solver.Push()
		defer solver.Pop()
		return slices.DeleteFunc(slices.Clone(e.outputs), func(v model.Var) bool {
			return slices.ContainsFunc(e.vars.Literals(v), solver.Implied)
		})
	}
	return e.withoutGivens(e.cube)
}

// withoutGivens returns the outputs for which the cube has no given.
func (e *enumeration) withoutGivens(cube model.Cube) []model.Var {
	given := map[model.Var]bool{}
	for _, g := range cube {
		given[g.Var] = true
	}
	return slices.DeleteFunc(slices.Clone(e.outputs), func(v model.Var) bool { return given[v] })
}

// Block each solution by a clause over all literals of the outputs, true and false ones.
func init() {
	strategies.Register("literals", strategy{
		run: func(e *enumeration) (bool, error) {
			var clause []encode.Literal
			return blockAll(e, func() []encode.Literal {
				clause = clause[:0]
				for _, v := range e.outputs {
					for _, l := range e.vars.Literals(v) {
						if e.solver.True(l) {
							l = -l
						}
						clause = append(clause, l)
					}
				}
				return clause
			})
		},
	})
}
