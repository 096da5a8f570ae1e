package encode

import (
	"fmt"
	"math"
	"slices"

	"qmsat/model"
)

// Tamura and others, Compiling finite linear CSP into SAT, 2009; Crawford and Baker 1994.
func init() {
	LinearEncodings.Register("order", LinearEncoding{
		About: About{
			Meaning: "literals that say at least k", Paper: "Tamura and others 2009",
			Clauses: "≈ 2n²", Variables: "≈ 3n", Propagation: WrongSums,
		},
		Linear: orderClauses,
	})
}

// orderClauses writes each bound of the sum with the order literals of its variables.
func orderClauses(c *Compiler, constraint *model.Linear) error {
	if constraint.Hi != model.NoUpper {
		if err := c.atMostSum(constraint.Terms, constraint.Hi); err != nil {
			return err
		}
	}
	if constraint.Lo != model.NoLower {
		negated := slices.Clone(constraint.Terms)
		for i := range negated {
			negated[i].Coefficient *= -1
		}
		return c.atMostSum(negated, -constraint.Lo)
	}
	return nil
}

// orderTerm is a term of a sum: the amounts that it can add, ascending, and for each the literal "adds at least this much".
type orderTerm struct {
	v       model.Var
	addends []int
	atLeast []Literal // the first is True
	most    int       // the value that adds the most
}

// atMostSum writes Σ terms ≤ most: for each minimal choice of lower bounds on the terms that exceeds most, one bound fails. The
// term with the most values comes last, since the others' bounds determine its bound; they may have at most maxTuples choices.
func (c *Compiler) atMostSum(terms []model.Term, most int) error {
	list := make([]orderTerm, len(terms))
	choices := 1
	for i, term := range terms {
		left := c.Map.Left(term.Var)
		t := orderTerm{v: term.Var, most: left.Max()}
		atLeast := c.orderLiterals(term.Var)
		for value := range left.All() {
			t.addends = append(t.addends, term.Coefficient*value)
		}
		t.atLeast = atLeast[:len(t.addends)]
		if term.Coefficient < 0 {
			slices.Reverse(t.addends)
			t.atLeast = negate(atLeast[1:])
			slices.Reverse(t.atLeast)
			t.most = left.Min()
		}
		list[i] = t
	}
	slices.SortStableFunc(list, func(a, b orderTerm) int { return len(a.addends) - len(b.addends) })
	for _, t := range list[:len(list)-1] {
		if choices *= len(t.addends); choices > maxTuples {
			return fmt.Errorf("more than %d choices of bounds, the limit of this encoding", maxTuples)
		}
	}
	c.orderFrom(list, make([]int, 0, len(list)), most)
	return nil
}

// orderLiterals returns the literals "at least the lowest value", "at least the second", and so on, and False for "above the
// highest". Each is true if and only if one of the values from there on is.
func (c *Compiler) orderLiterals(v model.Var) []Literal {
	values := c.Map.Literals(v)
	literals := make([]Literal, len(values)+1)
	literals[len(values)] = False
	for k := len(values) - 1; k > 0; k-- {
		literals[k] = c.disjunction([]Literal{values[k], literals[k+1]})
	}
	literals[0] = True
	return literals
}

// orderFrom chooses the bounds of the terms after the first len(at), and writes a clause for every minimal choice.
func (c *Compiler) orderFrom(list []orderTerm, at []int, most int) {
	if !c.step() {
		return
	}
	sum, loose := 0, math.MaxInt // loose is the least decrease of the sum if one bound is loosened by a step
	for i, k := range at {
		t := list[i]
		sum += t.addends[k]
		if k > 0 {
			loose = min(loose, t.addends[k]-t.addends[k-1])
		}
	}
	lowest, highest := sum, sum
	for _, t := range list[len(at):] {
		lowest += t.addends[0]
		highest += t.addends[len(t.addends)-1]
	}
	switch {
	case highest <= most:
	case lowest > most:
		if len(at) == 0 || loose == math.MaxInt || lowest-loose <= most {
			c.orderClause(list, at)
		}
	default:
		next := list[len(at)]
		if len(at) == len(list)-1 {
			least, _ := slices.BinarySearch(next.addends, most-sum+1)
			c.orderFrom(list, append(at, least), most)
			return
		}
		for k := range next.addends {
			c.orderFrom(list, append(at, k), most)
		}
	}
}

// orderClause writes that one of the bounds fails. If two bounds leave two variables that must differ the same single value, it
// writes nothing.
func (c *Compiler) orderClause(list []orderTerm, at []int) {
	var clause []Literal
	var bound []orderTerm
	single := true
	for i, k := range at {
		if l := list[i].atLeast[k]; l != True {
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
