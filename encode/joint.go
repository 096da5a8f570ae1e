package encode

import (
	"slices"

	"qmsat/model"
)

// Support as for pairs, on the relation that the constraints of a box have jointly.
func init() {
	registerBlocks("joint", false, func(b *block, shared map[string]*joint) error {
		_, err := b.encodeJoint(shared)
		return err
	})
}

// joint is what is known of the fillings of blocks of one form.
type joint struct {
	pairs map[string][]bool
	known map[string]bool // by choices: whether some filling has them
	steps int             // that searches may still take
}

// encodeJoint writes the pairs of values that no filling has and the support clauses of the lines. It returns a function
// that writes the support clauses of further constraints on the block's variables.
func (b *block) encodeJoint(shared map[string]*joint) (func(*model.Linear) error, error) {
	form := b.form()
	if shared[form] == nil {
		shared[form] = &joint{map[string][]bool{}, map[string]bool{}, maxBlockSteps}
	}
	j := shared[form]
	s := b.pairs(j.pairs)
	if !s.exclude() {
		return func(*model.Linear) error { return nil }, nil
	}
	support := func(constraint *model.Linear) error {
		l, err := newLine(s, constraint)
		if err != nil {
			return err
		}
		l.support(func(p partial) bool { return l.feasible(p) && j.fillable(l, p) })
		return nil
	}
	for _, place := range b.sums {
		if err := support(b.linear(place)); err != nil {
			return nil, err
		}
	}
	return support, nil
}

// fillable reports whether some filling of the block has the values of p. It says so of any p where it runs out of steps,
// and of one or two values, which the pairs have settled.
func (j *joint) fillable(l *line, p partial) bool {
	var chosen []Literal
	for i, k := range p {
		if k != open {
			chosen = append(chosen, Literal(l.first[i]+k))
		}
	}
	if len(chosen) < 3 {
		return true
	}
	slices.Sort(chosen)
	key := keyOf(chosen)
	found, known := j.known[key]
	if !known {
		b := l.pairs.b
		choices := make([]choice, len(chosen))
		for i, at := range chosen {
			choices[i] = b.choices[at]
		}
		b.steps = j.steps
		found = !b.extend(b.none(), choices, func(partial) bool { return false })
		j.steps = b.steps
		j.known[key] = found
	}
	return found
}
