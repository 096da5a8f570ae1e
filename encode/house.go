package encode

import "qmsat/model"

// house is an all-different constraint as cell encodings write it: value by value.
type house struct {
	c    *Compiler
	vars []model.Var
	// apart says, by pair of places, whether an earlier all-different constraint keeps the two variables apart. It does not
	// depend on the value, so it is looked up once.
	apart []bool
}

// house prepares the constraint, which stands at the given place in the model.
func (c *Compiler) house(index int, constraint *model.AllDifferent) *house {
	n := len(constraint.Vars)
	h := &house{c: c, vars: constraint.Vars}
	if !c.ask(int64(n) * int64(n)) {
		return h
	}
	h.apart = make([]bool, n*n)
	for i, u := range h.vars {
		if !c.work(i) {
			break
		}
		for j, v := range h.vars[:i] {
			if c.differentBefore(u, v, index) {
				h.apart[i*len(h.vars)+j] = true
				h.apart[j*len(h.vars)+i] = true
			}
		}
	}
	return h
}

// of returns the literals that say that a variable has the value, and the places of those variables in the house.
func (h *house) of(value int) (literals []Literal, places []int) {
	for place, v := range h.vars {
		if l := h.c.Map.Literal(v, value); l != False {
			literals = append(literals, l)
			places = append(places, place)
		}
	}
	return literals, places
}

// atMostOne writes that at most one of the variables in the places has a value, given the literals that say so.
func (h *house) atMostOne(literals []Literal, places []int) {
	h.c.AtMostOne(literals, func(i, j int) bool { return h.apart[places[i]*len(h.vars)+places[j]] })
}

// atMostOnePlace writes that each value has at most one place in an all-different constraint.
func atMostOnePlace(c *Compiler, index int, constraint *model.AllDifferent) {
	h := c.house(index, constraint)
	for value := range valuesOf(c.Model, h.vars).All() {
		if !c.work(len(h.vars)) {
			return
		}
		h.atMostOne(h.of(value))
	}
}
