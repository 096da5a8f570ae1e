package logic

import (
	"slices"

	"qmsat/model"
)

func init() {
	register(&Technique{
		Name: "sum", Title: "Sum", Group: groupConstraints, Order: 500, Score: 50, Level: Medium, Rating: 2.6, find: sums,
		Describe: (*Board).constraintText, Of: func(c model.Constraint) bool { return c.Kind() == "linear" },
	})
}

// groupConstraints is the group of techniques on constraints other than all-different. HoDoKu and Sudoku Explainer have none of
// them; here they get the score and the rating of locked candidates.
const groupConstraints = "constraints"

// sums finds values of a cell without partners in a linear constraint: no candidates of the other cells (different if these see
// each other) bring the sum within its bounds. In quasi-magic Sudoku the constraint is a triple, in killer Sudoku a cage.
func sums(f *finder) {
	for _, linear := range model.Each[*model.Linear](f.Model.Constraints) {
		if f.over() {
			return
		}
		if f.clued[linear] {
			continue
		}
		partners := partnerSearch{State: f.State, terms: linear.Terms, lo: linear.Lo, hi: linear.Hi}
		f.found(&Step{Constraint: linear, sum: linear, Cells: linear.Scope(), Eliminations: partners.missing()})
	}
}

// constraintText writes the constraint of a step: 13..17 in r1c123, r1c2 - r1c1 ≥ 1, or its cells if it is not a sum; then its
// name in brackets.
func (b *Board) constraintText(s *Step) string {
	text := b.CellNames(s.Cells)
	if s.sum != nil {
		text = b.sumText(s.sum)
	}
	if name := s.Constraint.Label(); name != "" {
		text += " (" + name + ")"
	}
	return text
}

func (b *Board) sumText(c *model.Linear) string {
	bounds := c.BoundsText()
	if !c.Weighted() {
		return bounds + " in " + b.CellNames(c.Scope())
	}
	if c.Lo != model.NoLower && c.Hi != model.NoUpper {
		bounds = "= " + bounds
	}
	return b.Model.SumText(c.Terms) + " " + bounds
}

// partnerSearch looks for partners of the values in a sum.
type partnerSearch struct {
	*State
	terms     []model.Term
	lo, hi    int
	chosen    []int    // by term: a value, or -1 if it has none yet
	supported []uint64 // by term: values with partners
	least     []int    // by term: the least sum of this and all later terms
	most      []int
	tries     int
}

// mostTries limits the search for a value's partners. A value without partners after that may still have some.
const mostTries = 20000

// missing returns the candidates without partners.
func (p *partnerSearch) missing() (list []Candidate) {
	n := len(p.terms)
	p.chosen, p.supported = slices.Repeat([]int{-1}, n), make([]uint64, n)
	for i, t := range p.terms {
		for value := range bitsOf(p.candidates[t.Var] &^ p.supported[i]) {
			if p.supported[i]>>value&1 != 0 {
				continue
			}
			p.chosen[i], p.tries = value, 0
			p.bound()
			if !p.choose(0, 0) {
				list = append(list, Candidate{t.Var, value})
			}
			p.chosen[i] = -1
		}
	}
	return list
}

// left returns the values that a term may have.
func (p *partnerSearch) left(i int) uint64 {
	if p.chosen[i] >= 0 {
		return 1 << p.chosen[i]
	}
	return p.mask(p.terms[i].Var)
}

// bound computes the least and the greatest sum from each term on.
func (p *partnerSearch) bound() {
	n := len(p.terms)
	p.least, p.most = make([]int, n+1), make([]int, n+1)
	for i := n - 1; i >= 0; i-- {
		mask := p.left(i)
		if mask == 0 {
			continue
		}
		a, b := p.terms[i].Coefficient*p.Number(lowest(mask)), p.terms[i].Coefficient*p.Number(highest(mask))
		p.least[i], p.most[i] = p.least[i+1]+min(a, b), p.most[i+1]+max(a, b)
	}
}

// choose gives values to term i and all later ones, and reports whether that is possible. Values that it finds have partners.
func (p *partnerSearch) choose(i, sum int) bool {
	if sum+p.least[i] > p.hi || sum+p.most[i] < p.lo {
		return false
	}
	if i == len(p.terms) {
		for j, value := range p.chosen {
			p.supported[j] |= 1 << value
		}
		return true
	}
	if p.tries++; p.tries > mostTries {
		return true
	}
	before, found := p.chosen[i], false
	for value := range bitsOf(p.left(i)) {
		if p.clashes(i, value) {
			continue
		}
		p.chosen[i] = value
		found = p.choose(i+1, sum+p.terms[i].Coefficient*p.Number(value))
		if p.chosen[i] = before; found {
			break
		}
	}
	return found
}

// clashes reports whether a term that sees term i already has the value.
func (p *partnerSearch) clashes(i, value int) bool {
	for j, other := range p.chosen {
		if other == value && j != i && p.sees(p.terms[i].Var, p.terms[j].Var) {
			return true
		}
	}
	return false
}
