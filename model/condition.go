package model

import (
	"fmt"

	"qmsat/internal/input"
)

// The keys for conditions in model files.
const (
	exactlyWhere = "iff"
	atLeastWhere = "if"
)

// Meets reports whether what a condition asks for has the right truth value.
func Meets(met bool, condition *In, half bool, a Assignment) bool {
	switch {
	case condition == nil:
		return met
	case half:
		return met || !condition.Eval(a)
	default:
		return met == condition.Eval(a)
	}
}

// ValidateCondition checks a condition that may be nil.
func ValidateCondition(m *Model, condition *In, half bool) error {
	if condition != nil {
		return (&Rule{Formula: *condition}).Validate(m)
	}
	if half {
		return fmt.Errorf("found half without a condition, expected a condition")
	}
	return nil
}

// Condition adds a condition that may be nil.
func (f Fields) Condition(m *Model, condition *In, half bool) Fields {
	switch {
	case condition == nil:
		return f
	case half:
		return f.Add(atLeastWhere, condition.Fields(m))
	default:
		return f.Add(exactlyWhere, condition.Fields(m))
	}
}

// condition reads a condition that may be missing.
func (d *Decoder) Condition(f *input.Mapping) (condition *In, half bool) {
	f.If(exactlyWhere, func(n *node) { condition = d.atom(n) })
	f.If(atLeastWhere, func(n *node) {
		if condition != nil {
			d.Failf(n, "found %s and %s, expected one of them", atLeastWhere, exactlyWhere)
		}
		condition, half = d.atom(n), true
	})
	return condition, half
}

// atom reads a mapping from one variable to its values.
func (d *Decoder) atom(n *node) *In {
	var atoms []In
	d.Mapping(n).Each(func(key, value *node) { atoms = append(atoms, In{d.Variable(key), d.Values(value)}) })
	if len(atoms) != 1 {
		d.Failf(n, "found %d variables, expected one with its values", len(atoms))
		return &In{}
	}
	return &atoms[0]
}
