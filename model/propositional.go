package model

import (
	"math"
	"slices"
	"strconv"

	"qmsat/internal/document"
)

// propositional is a model that is read from a format whose variables are 0 or 1 and numbered from 1; they are called x1, x2 and
// so on.
type propositional struct {
	*Model
	atoms [2][]Formula // by value, for each variable: that it has this value
	signs []int8       // by variable: its sign in the clause that is added, 0 in between
}

// maxPropositional bounds the variables of a propositional model, each of which takes some 300 bytes.
const maxPropositional = 1 << 20

func newPropositional() propositional { return propositional{Model: &Model{}} }

var truthValues = Interval(0, 1)

// Propositional reports whether all variables have the values 0 and 1, so that the numbers of variables, from 1 on, are literals.
func (m *Model) Propositional() bool {
	return !slices.ContainsFunc(m.Variables, func(v Variable) bool { return !v.Domain.Equal(truthValues) })
}

// grow makes sure that there are n variables.
func (p *propositional) grow(n int) {
	for i := len(p.Variables); i < n; i++ {
		v := p.AddVariable("x"+strconv.Itoa(i+1), truthValues)
		for value := range p.atoms {
			p.atoms[value] = append(p.atoms[value], Is(v, value))
		}
		p.signs = append(p.signs, 0)
	}
}

// clause adds the clause of some literals, which are numbers of variables, negative ones for 0: a literal that is repeated counts
// once, and nothing is added where one stands beside its negation.
func (p *propositional) clause(literals []int) {
	formula, valid := make(Or, 0, len(literals)), false
	for _, l := range literals {
		v, value := max(l, -l)-1, 1
		sign := int8(1)
		if l < 0 {
			sign, value = -1, 0
		}
		switch p.signs[v] {
		case 0:
			p.signs[v] = sign
			formula = append(formula, p.atoms[value][v])
		case -sign:
			valid = true
		}
	}
	for _, l := range literals {
		p.signs[max(l, -l)-1] = 0
	}
	switch {
	case valid:
	case len(formula) == 1:
		p.Constraints = append(p.Constraints, &Rule{Formula: formula[0]})
	default:
		p.Constraints = append(p.Constraints, &Rule{Formula: formula})
	}
}

// atLeast adds Σ terms ≥ bound, as a clause where it is one.
func (p *propositional) atLeast(terms []Term, bound int) error {
	literals := make([]int, len(terms))
	missing := bound // what literals must add, each as much as its coefficient says, whatever its sign
	least := math.MaxInt
	for i, t := range terms {
		literals[i] = int(t.Var) + 1
		least = min(least, max(t.Coefficient, -t.Coefficient))
		if t.Coefficient < 0 {
			literals[i] *= -1
			missing -= t.Coefficient
		}
	}
	if missing <= 0 {
		return nil
	}
	if least >= missing {
		p.clause(literals)
		return nil
	}
	return p.linear(terms, bound, NoUpper)
}

// linear adds lo ≤ Σ terms ≤ hi.
func (p *propositional) linear(terms []Term, lo, hi int) error {
	c := &Linear{Terms: terms, Lo: lo, Hi: hi}
	p.Constraints = append(p.Constraints, c)
	return p.validateConstraint(c)
}

// output makes variables outputs, each once, in their order.
func (p *propositional) output(vars []Var) {
	slices.Sort(vars)
	p.Outputs = slices.Compact(vars)
}

// number reads a whole number from lo to hi, which is called what.
func number(column int, word string, lo, hi int, what string) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || n < lo || n > hi {
		return 0, document.ErrorAt(column, "found %q, expected %s", document.Clip(word), what)
	}
	return n, nil
}
