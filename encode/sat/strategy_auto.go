package sat

import "qmsat/model/engine"

// automatic is the name of the default strategy.
const automatic = "auto"

var fewSolutions = engine.NewThreshold("few-solutions", "limit up to which blocking is the cheapest", 16, 1)

// The fastest measured: outputs where few solutions are asked for, else depth-first, or conquer without scopes.
func init() {
	strategies.Register(automatic, strategy{
		run: func(e *enumeration) (bool, error) {
			name := "conquer"
			if _, ok := e.solver.(scoped); ok {
				name = depthFirstName
			}
			if e.limit > 0 && e.limit <= uint64(e.threshold(fewSolutions)) {
				name = "outputs"
			}
			return strategies.Entries[name].run(e)
		},
	})
}
