package sat

import "qmsat/encode"

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
