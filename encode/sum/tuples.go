package sum

import (
	"fmt"
	"slices"

	"qmsat/encode/formula"
	"qmsat/internal/lists"
	"qmsat/model"
)

// tuples are the value tuples of a linear constraint, without those that break an all-different constraint.
type tuples struct {
	c          *formula.Compiler
	constraint *model.Linear
	values     [][]int           // by term: the values of its variable
	literals   []formula.Literal // by term: that of its first value
	different  [][]bool          // by pair of terms
	// lowest and highest are the least and the greatest that the term can add to the sum.
	lowest, highest []int
}

// newTuples lists the values. choices is the number of further choices for a term: 1 if the encoding also leaves terms open, in
// partial tuples.
func newTuples(c *formula.Compiler, constraint *model.Linear, choices int) (*tuples, error) {
	t := &tuples{c: c, constraint: constraint}
	product := 1
	for _, term := range constraint.Terms {
		d := c.Map.Left(term.Var)
		if product = product * min(d.Size()+choices, formula.MaxTuples+1); product > formula.MaxTuples {
			return nil, fmt.Errorf("more than %d tuples of values, the limit of this encoding; try --sum auto", formula.MaxTuples)
		}
		least, most := c.TermBounds(term)
		t.values, t.literals = append(t.values, slices.Collect(d.All())), append(t.literals, c.Map.At(term.Var, 0))
		t.lowest, t.highest = append(t.lowest, least), append(t.highest, most)
		different := lists.Map(constraint.Terms, func(other model.Term) bool { return other.Var != term.Var && c.Different(term.Var, other.Var) })
		t.different = append(t.different, different)
	}
	return t, nil
}

// open marks a term without a value in a partial tuple.
const open = -1

// partial is a tuple in which each term has a value, as an index into the term's values, or is open.
type partial []int

// none returns a partial tuple in which all terms are open.
func none(terms int) partial { return slices.Repeat(partial{open}, terms) }

// apart reports whether term i may have value k together with the values in p.
func (t *tuples) apart(p partial, i, k int) bool {
	for j, fixed := range p {
		if fixed != open && t.different[i][j] && t.values[j][fixed] == t.values[i][k] {
			return false
		}
	}
	return true
}

// feasible reports whether p can be completed to a tuple whose sum is within the bounds. It is exact; bounds on the open terms
// prune the search.
func (t *tuples) feasible(p partial) bool {
	if !t.c.Step() {
		return false
	}
	lo, hi, next := 0, 0, open
	for i, k := range p {
		if k == open {
			lo, hi = lo+t.lowest[i], hi+t.highest[i]
			if next == open {
				next = i
			}
			continue
		}
		addend := t.constraint.Terms[i].Coefficient * t.values[i][k]
		lo, hi = lo+addend, hi+addend
	}
	if lo > t.constraint.Hi || hi < t.constraint.Lo {
		return false
	}
	if next == open {
		return true
	}
	completed := false
	for k := 0; k < len(t.values[next]) && !completed; k++ {
		if t.apart(p, next, k) {
			p[next] = k
			completed = t.feasible(p)
			p[next] = open
		}
	}
	return completed
}

func (t *tuples) literal(i, k int) formula.Literal {
	return t.literals[i] + formula.Literal(k)
}

// refute returns a clause that is true if and only if p does not hold.
func (t *tuples) refute(p partial) (clause []formula.Literal) {
	for i, k := range p {
		if k != open {
			clause = append(clause, -t.literal(i, k))
		}
	}
	return clause
}
