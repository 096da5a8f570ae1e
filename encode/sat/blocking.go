package sat

import (
	"math"

	"qmsat/encode"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
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

// seek enumerates in one round. After each solution a clause says that some output has a wanted value; if that does not exclude the
// solution, a further clause does.
//
// Source: Janota, Lynce, Marques-Silva, "Algorithms for computing backbones of propositional formulae", AI Communications 28, 2015: the
// same with complements of backbone literals.
func (e *enumeration) seek(wanted engine.Wanted) (complete bool, err error) {
	outputs := e.session.model.OutputVars()
	return e.round(nil, func() (bool, error) {
		last := -1
		for {
			var clause []encode.Literal
			always := false // any solution is wanted
			for _, v := range outputs {
				left, before := e.vars.Left(v), len(clause)
				for value := range left.All() {
					if wanted(v, value) {
						clause = append(clause, e.vars.Literal(v, value))
					}
				}
				always = always || len(clause)-before == left.Size()
			}
			if len(clause) == 0 {
				return true, nil
			}
			if len(clause) != last && !always {
				e.solver.Block(clause)
			}
			last = len(clause)
			complete, goesOn, err := e.block(e.blockOutputs(e.outputs), 1)
			if !goesOn {
				return complete, err
			}
		}
	})
}

// blockOutputs returns the clause over the negated values of these outputs.
func (e *enumeration) blockOutputs(outputs []model.Var) clauseOf {
	return func() []encode.Literal { return excluding(e.vars, outputs, e.assignment) }
}

// excluding returns the clause that an assignment to these outputs violates, and no other.
func excluding(vars *encode.Map, outputs []model.Var, a model.Assignment) []encode.Literal {
	return lists.Map(outputs, func(v model.Var) encode.Literal { return -vars.Literal(v, a[v]) })
}
