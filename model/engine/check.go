package engine

import (
	"cmp"
	"errors"
	"fmt"

	"qmsat/model"
)

// MismatchError says that data compiled from a constraint, or shared as equivalent, contradicts [model.Constraint.Holds]. This is
// a bug of the engine, found by its self-check.
type MismatchError struct {
	Model      *model.Model     // of the session
	Constraint model.Constraint // the constraint about to use the data
	Part       string           // the name of the data, such as "automaton"
	Detail     string           // the values and the contradiction
}

// Error names the constraint and the contradiction.
func (e *MismatchError) Error() string {
	return fmt.Sprintf("the self-check failed: %s, %s: %s", model.Describe(e.Model, e.Constraint), e.Part, e.Detail)
}

func isMismatch(err error) bool { return errors.As(err, new(*MismatchError)) }

// Checker compares data compiled from constraints, or shared as equivalent, with [model.Constraint.Holds] of the constraints that
// are about to use it. It does so at every use. The engine chooses the samples: boundary cases, some that its data allow and some
// that they exclude.
type Checker struct {
	Sample model.Assignment // only variables in scope matter
	Err    error            // the first [MismatchError], as a [FailedError] of the engine
	engine string
	model  *model.Model
}

// NewChecker returns a checker for an engine's data on a model.
func NewChecker(engine string, m *model.Model) *Checker {
	return &Checker{make(model.Assignment, len(m.Variables)), nil, engine, m}
}

// Check notes an error unless allows, a part's verdict on the sample, equals whether all constraints over the scope hold.
func (k *Checker) Check(part string, allows bool, constraints []model.Constraint, scope []model.Var) {
	broken := Broken(constraints, k.Sample)
	k.Compare(part, allows, broken == nil, cmp.Or(broken, constraints[0]), scope)
}

// Compare notes an error if a part's verdict on the sample differs from a constraint's.
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
