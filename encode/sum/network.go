package sum

import (
	"math"
	"slices"

	"qmsat/encode/formula"
	"qmsat/model"
)

// Asín and others, Cardinality networks: a theoretical and empirical study, 2011; lists of any length, and merges without inner
// variables where they are smaller, are from Abío and others, A parametric approach for smaller and better encodings of
// cardinality constraints, 2013.
func init() {
	formula.LinearEncodings.Register("network", formula.LinearEncoding{About: formula.About{
		Meaning: "a merging network for 0/1 variables with one weight; otherwise bdd", Paper: "Asín and others 2011",
		Clauses: "≈ 3n²", Variables: "≈ 2n", Propagation: formula.WrongSums,
	}, Linear: func(c *formula.Compiler, constraint *model.Linear) error {
		if !sameWeights(c, constraint) {
			return reachClauses(c, constraint, formula.MaxEdges)
		}
		return networkClauses(c, constraint)
	}})
}

// sameWeights reports whether all terms have two values that differ by the same amount.
func sameWeights(c *formula.Compiler, constraint *model.Linear) bool {
	for _, t := range constraint.Terms {
		if c.Map.Left(t.Var).Size() != 2 || sizeOfTerm(t)*span(c, t) != sizeOfTerm(constraint.Terms[0])*span(c, constraint.Terms[0]) {
			return false
		}
	}
	return len(constraint.Terms) > 0
}

// span returns by how much a term's values differ at most.
func span(c *formula.Compiler, t model.Term) int {
	return c.Map.Left(t.Var).Max() - c.Map.Left(t.Var).Min()
}

// networkClauses writes a sum of terms that count one thing each, by sorting as many of them as the bounds can tell apart. The
// sorted literals are tied in both directions, so they are determined, unless the rules are written by polarity. All weights are
// equal here, so unit propagation finds all consequences of each bound; the weaker claim in the About above is about the bdd of
// other weights. Size: O(n log² k) clauses and variables for n terms and a bound of k.
func networkClauses(c *formula.Compiler, constraint *model.Linear) error {
	least, most := c.SumBounds(constraint)
	inputs, weight := make([]formula.Literal, len(constraint.Terms)), (most-least)/len(constraint.Terms)
	for i, t := range constraint.Terms {
		inputs[i] = c.Map.Literals(t.Var)[1]
		if t.Coefficient < 0 {
			inputs[i] = c.Map.Literals(t.Var)[0]
		}
	}
	atLeast, atMost := (max(constraint.Lo, least)-least+weight-1)/weight, (min(constraint.Hi, most)-least)/weight
	if constraint.Hi < least || atLeast > atMost {
		c.Add()
		return nil
	}
	if sorted(atLeast, atMost, len(inputs)) > sorted(len(inputs)-atMost, len(inputs)-atLeast, len(inputs)) {
		for i := range inputs {
			inputs[i] = -inputs[i]
		}
		atLeast, atMost = len(inputs)-atMost, len(inputs)-atLeast
	}
	n := &network{c, needed(c, atLeast > 0, atMost < len(inputs))}
	want := slices.Repeat([]formula.Literal{unused}, sorted(atLeast, atMost, len(inputs)))
	assert := func(index int, l formula.Literal) {
		if want[index] = l; len(c.Unless()) > 0 {
			want[index] = 0
		}
	}
	if atLeast > 0 {
		assert(atLeast-1, formula.True)
	}
	if atMost < len(inputs) {
		assert(atMost, formula.False)
	}
	end := c.Always()
	out := n.sort(inputs, want)
	end()
	for i, l := range out {
		if want[i] == 0 && i < atLeast {
			c.AddSimplifiedOnce([]formula.Literal{l})
		} else if want[i] == 0 {
			c.AddSimplifiedOnce([]formula.Literal{-l})
		}
	}
	return nil
}

// sorted returns how many literals have to be sorted to tell the bounds on n literals.
func sorted(atLeast, atMost, n int) int {
	if atMost < n {
		return atMost + 1
	}
	return atLeast
}

// network writes sorted lists: literal i says that more than i of the inputs are true. What its methods take as want are the
// literals of a list's beginning that the caller has: True, False, unused, or 0 for a new one.
type network struct {
	c       *formula.Compiler
	written formula.Direction
}

// unused stands for a literal that nobody needs.
const unused formula.Literal = math.MinInt32

// sort returns the beginning of the sorted inputs.
func (n *network) sort(inputs, want []formula.Literal) []formula.Literal {
	if len(inputs) < 2 {
		return n.settle(inputs, want)
	}
	half := len(inputs) / 2
	beginning := func(inputs []formula.Literal) []formula.Literal {
		return n.sort(inputs, make([]formula.Literal, min(len(inputs), len(want))))
	}
	return n.merge(beginning(inputs[:half]), beginning(inputs[half:]), want)
}

// settle returns the beginning of a sorted list.
func (n *network) settle(list, want []formula.Literal) []formula.Literal {
	for i, w := range want {
		switch w {
		case formula.True:
			n.c.AddSimplified([]formula.Literal{list[i]})
		case formula.False:
			n.c.AddSimplified([]formula.Literal{-list[i]})
		}
	}
	return list[:len(want)]
}

// merge returns the beginning of two merged lists.
func (n *network) merge(a, b, want []formula.Literal) []formula.Literal {
	switch {
	case !n.c.Work(len(a) + len(b)):
		return want
	case len(a) == 0 || len(b) == 0:
		return n.settle(append(a, b...), want)
	case mergeCost(len(a), len(b), len(want)) == directCost(len(a), len(b), len(want)):
		return n.direct(a, b, want)
	}
	oddA, evenA := alternate(a)
	oddB, evenB := alternate(b)
	odd := make([]formula.Literal, min(len(oddA)+len(oddB), len(want)/2+1))
	even := make([]formula.Literal, min(len(evenA)+len(evenB), len(want)/2))
	at := func(i int) formula.Literal {
		if i < len(want) {
			return want[i]
		}
		return unused
	}
	odd[0] = at(0)
	for i := 1; i < len(odd) || i <= len(even); i++ {
		w := formula.Literal(0)
		switch larger, smaller := at(2*i-1), at(2*i); {
		case larger == formula.False || i >= len(odd) || i > len(even):
			w = larger
		case smaller == formula.True || smaller == unused && larger == unused:
			w = smaller
		}
		if i < len(odd) {
			odd[i] = w
		}
		if i <= len(even) {
			even[i-1] = w
		}
	}
	odd, even = n.merge(oddA, oddB, odd), n.merge(evenA, evenB, even)
	out := odd[:1:1]
	for i := 1; len(out) < len(want); i++ {
		switch {
		case i >= len(odd):
			out = append(out, even[i-1])
		case i > len(even):
			out = append(out, odd[i])
		default:
			out = append(out, n.direct(odd[i:i+1], even[i-1:i], want[2*i-1:min(2*i+1, len(want))])...)
		}
	}
	return out
}

// direct merges without inner variables: k of both lists are true if i of one and k − i of the other are.
func (n *network) direct(a, b, want []formula.Literal) []formula.Literal {
	out := slices.Clone(want)
	for i, w := range want {
		if w == 0 {
			out[i] = n.c.NewGate(n.written)
		}
	}
	for i := range len(a) + 1 {
		for j := range len(b) + 1 {
			if k := i + j; n.written&formula.Backward != 0 && k > 0 && k <= len(out) && out[k-1] != unused {
				n.c.AddSimplified([]formula.Literal{-more(a, i-1), -more(b, j-1), out[k-1]})
			}
			if k := i + j; n.written&formula.Forward != 0 && k < len(out) && out[k] != unused {
				n.c.AddSimplified([]formula.Literal{more(a, i), more(b, j), -out[k]})
			}
		}
	}
	return out
}

// more returns the literal that says that more than i of a list are true.
func more(list []formula.Literal, i int) formula.Literal {
	switch {
	case i < 0:
		return formula.True
	case i >= len(list):
		return formula.False
	}
	return list[i]
}

// directCost returns the variables and, for one direction, literals of a merge of lists of a and b into one of k, without inner
// variables.
func directCost(a, b, k int) int {
	cost := k + 2*min(a, k) + 2*min(b, k)
	for i := 1; i <= min(a, k-1); i++ {
		cost += 3 * min(b, k-i)
	}
	return cost
}

// mergeCost returns the same of the smaller way to merge.
func mergeCost(a, b, k int) int {
	cost := directCost(a, b, k)
	switch {
	case a == 0 || b == 0:
		return 0
	case a == 1 && b == 1:
		return cost
	}
	oddA, oddB := (a+1)/2, (b+1)/2
	odd, even := min(oddA+oddB, k/2+1), min(a/2+b/2, k/2)
	return min(cost, mergeCost(oddA, oddB, odd)+mergeCost(a/2, b/2, even)+9*min(odd-1, even))
}

// alternate splits a list.
func alternate(list []formula.Literal) (odd, even []formula.Literal) {
	for i, l := range list {
		if i%2 == 0 {
			odd = append(odd, l)
		} else {
			even = append(even, l)
		}
	}
	return odd, even
}
