package implied

import (
	"encoding/binary"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// equation says that a sum with the coefficients 1 and -1 has a value.
type equation struct {
	terms []model.Term // by variable
	sum   int
	from  []int // the constraints from which it follows, ascending
}

// equationOf returns what a constraint's sum says as an equation. ok is false if it is not an equality, or its coefficients
// differ by more than the sign.
func equationOf(c *model.Linear, from int) (e equation, ok bool) {
	size := max(c.Terms[0].Coefficient, -c.Terms[0].Coefficient)
	if c.Lo != c.Hi || c.Lo%size != 0 || len(c.Terms) > maxScope {
		return equation{}, false
	}
	for _, t := range c.Terms {
		if t.Coefficient != size && t.Coefficient != -size {
			return equation{}, false
		}
		e.terms = append(e.terms, model.Term{Coefficient: t.Coefficient / size, Var: t.Var})
	}
	e.sum, e.from = c.Lo/size, []int{from}
	slices.SortFunc(e.terms, func(a, b model.Term) int { return int(a.Var - b.Var) })
	return e, true
}

// key returns a map key of the terms, equal for two equations of opposite signs.
func (e *equation) key() string {
	return keyOf(lists.Map(e.terms, func(t model.Term) int { return 2*int(t.Var) + (1+t.Coefficient*e.terms[0].Coefficient)/2 }))
}

// keyOf returns a map key of a list of numbers.
func keyOf[T ~int](list []T) string {
	var key []byte
	for _, i := range list {
		key = binary.AppendUvarint(key, uint64(i))
	}
	return string(key)
}

// constraint returns the equation as a constraint, with few negative terms, and these last.
func (e *equation) constraint() *model.Linear {
	sign := 1
	if 2*e.negative() > len(e.terms) {
		sign = -1
	}
	terms := lists.Map(e.terms, func(t model.Term) model.Term { return model.Term{Coefficient: sign * t.Coefficient, Var: t.Var} })
	slices.SortStableFunc(terms, func(a, b model.Term) int { return b.Coefficient - a.Coefficient })
	return &model.Linear{Terms: terms, Lo: sign * e.sum, Hi: sign * e.sum}
}

// negative returns the number of negative terms.
func (e *equation) negative() int {
	return lists.Count(e.terms, func(t model.Term) bool { return t.Coefficient < 0 })
}
