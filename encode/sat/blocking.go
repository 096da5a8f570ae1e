package sat

import (
	"math"

	"qmsat/encode"
	"qmsat/model"
)

// unlimited is more solutions than any round finds.
const unlimited = math.MaxUint64

// clauseOf makes a clause that excludes the solution in e.assignment from later searches. The clause is valid until the next
// call. An empty clause means that there is no other solution.
type clauseOf func() []encode.Literal

// blockAll enumerates in one round by blocking each solution.
func blockAll(e *enumeration, clause clauseOf) (complete bool, err error) {
	return e.round(nil, func() (bool, error) {
		complete, _, err := e.block(clause, unlimited)
		return complete, err
	})
}

// block enumerates in the current round. It searches and blocks the solution, until nothing is left, the run must end, or it has
// found most solutions. goesOn is true only in the last case.
func (e *enumeration) block(clause clauseOf, most uint64) (complete, goesOn bool, err error) {
	for n := uint64(0); n < most; n++ {
		e.tell()
		answer, err := e.solver.Solve(e.ctx)
		if err != nil || answer != satisfiable {
			return answer == unsatisfiable, false, err
		}
		if more, err := e.found(); err != nil || !more {
			return false, false, err
		}
		blocking := clause()
		if len(blocking) == 0 {
			return true, false, nil
		}
		e.solver.Block(blocking)
	}
	return false, true, nil
}

// blockOutputs returns the clause over the negated values of these outputs.
func (e *enumeration) blockOutputs(outputs []model.Var) clauseOf {
	return func() []encode.Literal { return e.vars.Excluding(outputs, e.assignment) }
}
