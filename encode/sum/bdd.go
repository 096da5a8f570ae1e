package sum

import (
	"math"
	"slices"

	"qmsat/encode/formula"
	"qmsat/model"
)

// Abío and others, A new look at BDDs for pseudo-Boolean constraints, 2012.
func init() {
	formula.LinearEncodings.Register("bdd", formula.LinearEncoding{About: formula.About{
		Meaning: "a gate for each bound that the rest of a sum may have to reach", Paper: "Abío and others 2012",
		Clauses: "≈ 3n²", Variables: "≈ 2n", Propagation: formula.WrongSums,
	}, Linear: func(c *formula.Compiler, constraint *model.Linear) error {
		return reachClauses(c, constraint, formula.MaxEdges)
	}})
}

// reach holds gates that say that the terms from one on add up to a bound or more. Each term counts from its least value.
type reach struct {
	c        *formula.Compiler
	added    [][]int // by term and value
	literals [][]formula.Literal
	most     []int        // by term: what the terms from it on add at most; 0 at the end
	gates    [][]interval // by term, in the order of bounds
	written  formula.Direction
	room     int // for further clauses
}

// interval is a gate that stands for all bounds of an interval.
type interval struct {
	from, to int
	gate     formula.Literal
}

// reachClauses writes that the terms reach the lower bound, and do not reach one more than the upper bound. Both share gates. A
// gate is tied in both directions, so it is determined, unless the rules are written by polarity. For terms of two values unit
// propagation finds all consequences of each bound: of the constraint, if it has one bound or its weights are the same.
// Size: G gates over terms of k values have G variables and up to 2k·G clauses.
func reachClauses(c *formula.Compiler, constraint *model.Linear, room int) error {
	least, most := c.SumBounds(constraint)
	below, above := constraint.Lo > least, constraint.Hi < most
	if constraint.Lo > most || constraint.Hi < least {
		c.Add()
		return nil
	}
	r := &reach{c: c, written: needed(c, below, above), room: room}
	terms := slices.Clone(constraint.Terms)
	slices.SortStableFunc(terms, func(a, b model.Term) int { return sizeOfTerm(b) - sizeOfTerm(a) })
	r.most = append(r.most, most-least)
	for i, term := range terms {
		first, last := c.TermBounds(term)
		var added []int
		for value := range c.Map.Left(term.Var).All() {
			added = append(added, term.Coefficient*value-first)
		}
		r.added, r.literals = append(r.added, added), append(r.literals, c.Map.Literals(term.Var))
		r.most = append(r.most, r.most[i]-(last-first))
	}
	r.gates = make([][]interval, len(terms))
	var asserted []formula.Literal
	end := c.Always()
	if below {
		asserted = append(asserted, r.reaches(0, constraint.Lo-least).gate)
	}
	if above {
		asserted = append(asserted, -r.reaches(0, constraint.Hi-least+1).gate)
	}
	if end(); r.room < 0 {
		return errEdges
	}
	for _, l := range asserted {
		c.AddSimplifiedOnce([]formula.Literal{l})
	}
	return nil
}

// needed returns the directions in which gates of the bounds of a sum are tied: one, if there is one bound and rules are written by
// polarity.
func needed(c *formula.Compiler, below, above bool) formula.Direction {
	switch {
	case c.Options.Rules != "polarity" || below == above || len(c.Unless()) > 0:
		return formula.Both
	case above:
		return formula.Backward
	}
	return formula.Forward
}

// reachesAll reports whether unit propagation finds all consequences of a constraint by bdd: its variables have two values, and it
// has one bound or weights of one size. A clause needs no bdd.
func reachesAll(c *formula.Compiler, constraint *model.Linear) bool {
	least, most := c.SumBounds(constraint)
	below, above := 0, 0 // compared first: without a bound the difference could overflow
	if constraint.Lo > least {
		below = constraint.Lo - least
	}
	if constraint.Hi < most {
		above = most - constraint.Hi
	}
	lightest, heaviest := math.MaxInt, 0
	for _, t := range constraint.Terms {
		if left := c.Map.Left(t.Var); left.Max()-left.Min() != 1 {
			return false
		}
		lightest, heaviest = min(lightest, sizeOfTerm(t)), max(heaviest, sizeOfTerm(t))
	}
	if below == 0 || above == 0 {
		return max(below, above) > lightest
	}
	return lightest == heaviest
}

// reaches returns the gate for the terms from one on, and a bound.
func (r *reach) reaches(i, bound int) interval {
	switch {
	case bound <= 0:
		return interval{math.MinInt / 2, 0, formula.True}
	case bound > r.most[i]:
		return interval{r.most[i] + 1, math.MaxInt / 2, formula.False}
	}
	at, known := slices.BinarySearchFunc(r.gates[i], bound, func(g interval, bound int) int {
		if bound < g.from {
			return 1
		}
		return min(0, g.to-bound)
	})
	if known {
		return r.gates[i][at]
	}
	same, next := interval{from: math.MinInt / 2, to: math.MaxInt / 2}, make([]formula.Literal, len(r.added[i]))
	for k, added := range r.added[i] {
		r.room--
		n := r.reaches(i+1, bound-added)
		if r.room < 0 || !r.c.Step() {
			return interval{bound, bound, formula.False} // without clauses: they would refer to gates that there are not
		}
		same.from, same.to, next[k] = max(same.from, n.from+added), min(same.to, n.to+added), n.gate
	}
	same.gate = r.choose(r.literals[i], next, slices.Index(r.added[i], 0), slices.Index(r.added[i], slices.Max(r.added[i])))
	r.gates[i] = slices.Insert(r.gates[i], at, same)
	return same
}

// choose returns a gate that equals the literal beside the value. The literals grow with the values: least is the first of them,
// and most the last.
func (r *reach) choose(values, next []formula.Literal, least, most int) formula.Literal {
	if next[least] == next[most] {
		return next[least]
	}
	if !slices.ContainsFunc(next, func(l formula.Literal) bool { return l != formula.True && l != formula.False }) {
		var reach []formula.Literal
		for k, l := range next {
			if l == formula.True {
				reach = append(reach, values[k])
			}
		}
		return r.c.AnyOf(reach, formula.Both)
	}
	gate := r.c.NewGate(r.written)
	for k, l := range next {
		if r.written&formula.Forward != 0 && (k == most || l != next[most]) {
			r.c.AddSimplified(ofValue(values[k], k == most, -gate, l))
		}
		if r.written&formula.Backward != 0 && (k == least || l != next[least]) {
			r.c.AddSimplified(ofValue(values[k], k == least, gate, -l))
		}
	}
	return gate
}

// ofValue returns a clause that holds for a value, or for all values.
func ofValue(value formula.Literal, all bool, clause ...formula.Literal) []formula.Literal {
	if all {
		return clause
	}
	return append(clause, -value)
}
