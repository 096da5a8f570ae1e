package sat

// automatic is the name of the default strategy.
const automatic = "auto"

// fewSolutions is the limit up to which blocking is the cheapest.
const fewSolutions = 16

// The fastest measured: outputs where few solutions are asked for, else depth-first, or conquer without scopes.
func init() {
	strategies.Register(automatic, strategy{
		run: func(e *enumeration) (bool, error) {
			name := "conquer"
			if _, ok := e.solver.(scoped); ok {
				name = depthFirstName
			}
			if e.limit > 0 && e.limit <= fewSolutions {
				name = "outputs"
			}
			return strategies.Entries[name].run(e)
		},
	})
}
