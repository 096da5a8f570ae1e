package encode

// A gate is a variable that is true just where a formula over other literals is. Both directions are written, so that
// the variable is determined by its inputs (Tseitin, On the complexity of derivation in propositional calculus, 1968).
// Gates with the same inputs are written once.

// disjunction returns a literal that is true just where one of the inputs is: the literal of a gate, or one of the inputs,
// True or False where the inputs leave no more.
func (c *Compiler) disjunction(inputs []Literal) Literal {
	simple, valid := simplify(inputs)
	switch {
	case valid:
		return True
	case len(simple) == 0:
		return False
	case len(simple) == 1:
		return simple[0]
	}
	key := keyOf(simple)
	if gate, known := c.memo[key]; known {
		return gate
	}
	gate := c.NewVariable()
	for _, l := range simple {
		c.Add(-l, gate)
	}
	c.Add(append(simple, -gate)...)
	c.memo[key] = gate
	return gate
}

// conjunction returns a literal that is true just where all inputs are.
func (c *Compiler) conjunction(inputs []Literal) Literal { return -c.disjunction(negate(inputs)) }

// atLeast returns a literal that is true just where k or more of the inputs are. It counts through the inputs, as Sinz's
// sequential counter does, each partial count being a gate: O(k·n) variables and clauses.
func (c *Compiler) atLeast(k int, inputs []Literal) Literal {
	if k <= 0 {
		return True
	}
	if k > len(inputs) {
		return False
	}
	// reached[j] is true where j or more of the inputs seen so far are.
	reached := make([]Literal, k+1)
	for j := range reached {
		reached[j] = False
	}
	reached[0] = True
	for i, input := range inputs {
		// Fewer than k less the inputs still to come is too few to matter.
		for j := k; j >= max(1, k-(len(inputs)-1-i)); j-- {
			reached[j] = c.disjunction([]Literal{reached[j], c.conjunction([]Literal{input, reached[j-1]})})
		}
	}
	return reached[k]
}

// moreThan returns a literal that is true just where more than k of the inputs are.
func (c *Compiler) moreThan(k int, inputs []Literal) Literal {
	return c.atLeast(min(k, len(inputs))+1, inputs) // k+1 alone might overflow
}

// negate returns the negations of the literals.
func negate(literals []Literal) []Literal {
	negations := make([]Literal, len(literals))
	for i, l := range literals {
		negations[i] = -l
	}
	return negations
}
