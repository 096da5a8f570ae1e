package sum

import (
	"fmt"
	"slices"
	"sort"

	"qmsat/encode/formula"
	"qmsat/model"
)

// Tamura and others, Compiling finite linear CSP into SAT, 2009; Crawford and Baker 1994. If all-different constraints keep
// variables with one coefficient apart, bounds on them leave only sums of different values.
func init() {
	formula.LinearEncodings.Register("order", formula.LinearEncoding{About: formula.About{
		Meaning: "literals that say at least k", Paper: "Tamura and others 2009",
		Clauses: "≈ 2n²", Variables: "≈ 3n", Propagation: formula.AllButOne,
	}, Linear: orderClauses})
}

// orderClauses writes each bound of the sum with the order literals of its variables.
func orderClauses(c *formula.Compiler, constraint *model.Linear) error {
	if constraint.Hi != model.NoUpper {
		if err := atMostSum(c, constraint.Terms, constraint.Hi); err != nil {
			return err
		}
	}
	if constraint.Lo != model.NoLower {
		negated := slices.Clone(constraint.Terms)
		for i := range negated {
			negated[i].Coefficient *= -1
		}
		return atMostSum(c, negated, -constraint.Lo)
	}
	return nil
}

// orderTerm is a term of a sum: the amounts that it can add, ascending, and for each the literal "adds at least this much".
type orderTerm struct {
	v       model.Var
	addends []int
	atLeast []formula.Literal // the first is True
	most    int               // the value that adds the most
}

// orderSum is a sum of terms that must not exceed a limit.
type orderSum struct {
	terms  []orderTerm
	groups []orderGroup
	most   int
	bounds []int // of a group, in least
}

// orderGroup is the terms of different variables with one coefficient.
type orderGroup struct {
	places  []int // of the terms
	addends []int // of all of them, ascending
}

// atMostSum writes Σ terms ≤ most: for each minimal choice of lower bounds on the terms that exceeds most, one bound fails. The
// term with the most values comes last, since the others' bounds determine its bound; they may have at most [formula.MaxTuples] choices.
func atMostSum(c *formula.Compiler, terms []model.Term, most int) error {
	list := make([]orderTerm, len(terms))
	choices := 1
	for i, term := range terms {
		left := c.Map.Left(term.Var)
		t := orderTerm{v: term.Var, most: left.Max()}
		atLeast := c.OrderLiterals(term.Var)
		for value := range left.All() {
			t.addends = append(t.addends, term.Coefficient*value)
		}
		t.atLeast = atLeast[:len(t.addends)]
		if term.Coefficient < 0 {
			slices.Reverse(t.addends)
			t.atLeast = formula.Negate(atLeast[1:])
			slices.Reverse(t.atLeast)
			t.most = left.Min()
		}
		list[i] = t
	}
	slices.SortStableFunc(list, func(a, b orderTerm) int { return len(a.addends) - len(b.addends) })
	for _, t := range list[:len(list)-1] {
		if choices *= len(t.addends); choices > formula.MaxTuples {
			return fmt.Errorf("more than %d choices of bounds, the limit of this encoding", formula.MaxTuples)
		}
	}
	s := &orderSum{terms: list, most: most}
	for _, group := range groupsOf(c, terms) {
		s.addGroup(group)
	}
	orderFrom(c, s, make([]int, len(list)), 0)
	return nil
}

// addGroup adds a group, if its terms have one coefficient, or each of its terms.
func (s *orderSum) addGroup(group []model.Term) {
	if slices.ContainsFunc(group, func(t model.Term) bool { return t.Coefficient != group[0].Coefficient }) {
		for i := range group {
			s.addGroup(group[i : i+1])
		}
		return
	}
	var g orderGroup
	for _, t := range group {
		place := slices.IndexFunc(s.terms, func(o orderTerm) bool { return o.v == t.Var })
		g.places, g.addends = append(g.places, place), append(g.addends, s.terms[place].addends...)
	}
	slices.Sort(g.addends)
	g.addends = slices.Compact(g.addends)
	s.groups = append(s.groups, g)
}

// least returns the least sum with these bounds on the terms. It reports false if the terms cannot be different then.
func (s *orderSum) least(at []int) (sum int, possible bool) {
	for _, g := range s.groups {
		s.bounds = s.bounds[:0]
		for _, i := range g.places {
			s.bounds = append(s.bounds, s.terms[i].addends[at[i]])
		}
		own, possible := leastDistinct(g.addends, s.bounds)
		if !possible {
			return 0, false
		}
		sum += own
	}
	return sum, true
}

// exceeds reports whether all sums with these bounds exceed the limit, and there are such sums.
func (s *orderSum) exceeds(at []int) bool {
	sum, possible := s.least(at)
	return possible && sum > s.most
}

// minimal reports whether loosening any bound by a step leaves a sum that does not exceed the limit.
func (s *orderSum) minimal(at []int) bool {
	for i := range at {
		if at[i] > 0 {
			at[i]--
			exceeds := s.exceeds(at)
			at[i]++
			if exceeds {
				return false
			}
		}
	}
	return true
}

// orderFrom chooses the bounds of the terms from a place on, and writes a clause for every minimal choice. The further bounds in
// at are the loosest.
func orderFrom(c *formula.Compiler, s *orderSum, at []int, place int) {
	sum, possible := s.least(at)
	if !possible || !c.Step() {
		return // if it is not possible, the all-different constraints say so
	}
	if sum > s.most {
		if s.minimal(at) {
			orderClause(c, s.terms, at)
		}
		return
	}
	if place == len(at) || s.within(at, place) {
		return
	}
	over := sort.Search(len(s.terms[place].addends), func(k int) bool {
		at[place] = k
		sum, possible := s.least(at)
		return !possible || sum > s.most
	})
	for k := range min(over+1, len(s.terms[place].addends)) {
		if k == over || place < len(at)-1 {
			at[place] = k
			orderFrom(c, s, at, place+1)
		}
	}
	at[place] = 0
}

// within reports whether the sum does not exceed the limit with the tightest bounds from a place on.
func (s *orderSum) within(at []int, place int) bool {
	for i, t := range s.terms[place:] {
		at[place+i] = len(t.addends) - 1
	}
	sum, possible := s.least(at)
	clear(at[place:])
	return possible && sum <= s.most
}

// orderClause writes that one of the bounds fails. If two bounds leave two variables that must differ the same single value, it
// writes nothing.
func orderClause(c *formula.Compiler, list []orderTerm, at []int) {
	var clause []formula.Literal
	var bound []orderTerm
	single := true
	for i, k := range at {
		if l := list[i].atLeast[k]; l != formula.True {
			clause = append(clause, -l)
			bound = append(bound, list[i])
			single = single && k == len(list[i].addends)-1
		}
	}
	if len(clause) == 2 && single && bound[0].most == bound[1].most && c.Different(bound[0].v, bound[1].v) {
		return
	}
	c.Add(clause...)
}
