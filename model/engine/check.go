package engine

import (
	"cmp"
	"errors"
	"fmt"

	"qmsat/model"
)

// MismatchError says that something compiled from a constraint, or taken as equivalent, contradicts [model.Constraint.Holds]: a
// fault of the engine, found by its check of itself.
type MismatchError struct {
	Model      *model.Model     // of the session
	Constraint model.Constraint // the one that was about to use what was compiled
	Part       string           // what was compiled, such as "automaton"
	Detail     string           // which values, and what is wrong with them
}

// Error names the constraint and the contradiction.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("the check of itself failed: %s, %s: %s", model.Describe(e.Model, e.Constraint), e.Part, e.Detail)
}

func isMismatch(err error) bool { return errors.As(err, new(*MismatchError)) }

// Checker compares what was compiled from constraints, or is taken as the same, with [model.Constraint.Holds] of the constraints that are
// about to use it, at every use. Whoever compiled it chooses the samples: boundary cases, and some that it allows and some that it does not.
type Checker struct {
	Sample model.Assignment // of which the variables in scope count
	Err    error            // the first [MismatchError], as a [FailedError] of the engine
	engine string
	model  *model.Model
}

// NewChecker returns a checker of what an engine compiles for a model.
func NewChecker(engine string, m *model.Model) *Checker {
	return &Checker{make(model.Assignment, len(m.Variables)), nil, engine, m}
}

// Check notes an error unless a part allows the sample if and only if all constraints over the scope hold.
func (k *Checker) Check(part string, allows bool, constraints []model.Constraint, scope []model.Var) {
	broken := Broken(constraints, k.Sample)
	k.Compare(part, allows, broken == nil, cmp.Or(broken, constraints[0]), scope)
}

// Compare notes an error if a part says otherwise of the sample than a constraint.
func (k *Checker) Compare(part string, allows, holds bool, c model.Constraint, scope []model.Var) {
	if allows == holds || k.Err != nil {
		return
	}
	text := []byte("it allows what does not hold:")
	if holds {
		text = []byte("it excludes what holds:")
	}
	for _, v := range scope[:min(len(scope), 100)] {
		text = fmt.Appendf(text, " %s=%d", k.model.NameOf(v), k.Sample[v])
	}
	k.Err = Failed(k.engine, &MismatchError{k.model, c, part, string(text)})
}

// Broken returns the first of the constraints that does not hold, or nil.
func Broken(constraints []model.Constraint, a model.Assignment) model.Constraint {
	for _, c := range constraints {
		if !c.Holds(a) {
			return c
		}
	}
	return nil
}
