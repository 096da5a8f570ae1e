package space

import (
	"math/bits"
	"slices"

	"qmsat/model"
	"qmsat/native/bitset"
)

// allDifferent removes the value of each fixed variable from the others. If there are as many values left as variables, each value
// must occur. Then a value that only one variable can take fixes that variable (a hidden single); if no variable can take it,
// there is no solution. A call takes O(variables · words) steps if the domains are equal, and O(values left · log ranges) more
// for each domain that is not the union of all.
type allDifferent struct {
	members []member
	Union   numbering
	counts  bool       // values left are counted, not only those of fixed variables
	taken   bitset.Set // the values of fixed variables; this set and the following ones use the union's numbers, during a call only
	once    bitset.Set // the values that some variable may have
	twice   bitset.Set // the values that two or more may have
	moved   bitset.Set // a domain converted to the union's numbers
}

// member is a variable of the constraint. Its domain is aligned if it equals the union of all domains; then its bits mean the
// same values.
type member struct {
	variable model.Var
	aligned  bool
}

func init() {
	RegisterKind("all-different", OfAll, func(b *Builder, c *model.AllDifferent) {
		if len(c.Vars) == 2 {
			b.PostApart(model.Term{Coefficient: 1, Var: c.Vars[0]}, model.Term{Coefficient: -1, Var: c.Vars[1]}, 0)
			return
		}
		PostSingles(b, c.Vars)
	})
}

// PostSingles posts a propagator that finds naked singles, and hidden ones if every value must occur.
func PostSingles(b *Builder, variables []model.Var) {
	p := NewAllDifferent(b, variables)
	switch {
	case !p.Union.InWord() && p.Union.Size > len(variables):
		p.postForward(b, variables)
	case p.aligned() && p.Union.InWord() && p.Union.Size == len(variables):
		b.Post(NewPermutation(b.Layout, variables), OnChange, AskWord, variables)
	case p.Union.InWord():
		b.Post(p.InWord(b), OnChange, AskWord, variables)
	default:
		b.PostSlow(p, AskValues, variables)
	}
}

// PostForward posts a propagator that finds naked singles only: forward checking.
func PostForward(b *Builder, variables []model.Var) {
	p := NewAllDifferent(b, variables)
	p.counts = false
	p.postForward(b, variables)
}

func (p *allDifferent) postForward(b *Builder, variables []model.Var) {
	if p.Union.InWord() {
		b.Post(p.InWord(b), OnFix, AskWord, variables)
	} else {
		b.Post(p, OnFix, AskValues, variables)
	}
}

func NewAllDifferent(b *Builder, variables []model.Var) *allDifferent {
	union := b.UnionOf(variables)
	p := &allDifferent{Union: newWordNumbering(union, b.InWord), counts: true}
	for _, v := range variables {
		p.members = append(p.members, member{v, b.Model.DomainOf(v).Equal(union)})
	}
	size := p.Union.Size
	p.taken, p.once, p.twice, p.moved = bitset.New(size), bitset.New(size), bitset.New(size), bitset.New(size)
	return p
}

// UnionOf returns the values that at least one of the variables may have.
func (b *Builder) UnionOf(variables []model.Var) (union model.Domain) {
	for _, v := range variables {
		if d := b.Model.DomainOf(v); !d.Equal(union) {
			union = union.Union(d)
		}
		if b.Over(len(union.Ranges())) {
			break
		}
	}
	return union
}

func (p *allDifferent) aligned() bool {
	return !slices.ContainsFunc(p.members, func(x member) bool { return !x.aligned })
}

func (p *allDifferent) Propagate(s *Space) bool {
	if !p.collectTaken(s) || !p.dropTaken(s) {
		return false
	}
	if !p.counts {
		return true
	}
	values := p.countCandidates(s)
	return values > len(p.members) || values == len(p.members) && p.fixSingles(s)
}

// collectTaken gathers the values of fixed variables. It reports false if two have the same value.
func (p *allDifferent) collectTaken(s *Space) bool {
	clear(p.taken)
	for _, x := range p.members {
		if s.Over(len(p.taken)) {
			return false
		}
		if !s.Fixed(x.variable) {
			continue
		}
		for i, w := range p.domain(s, x) {
			if p.taken[i]&w != 0 {
				return false
			}
			p.taken[i] |= w
		}
	}
	return true
}

// dropTaken removes the taken values from the other variables. Variables that it fixes wake the propagator again.
func (p *allDifferent) dropTaken(s *Space) bool {
	for _, x := range p.members {
		if s.Over(len(p.taken)) {
			return false
		}
		if s.Fixed(x.variable) {
			continue
		}
		if !x.aligned {
			if !p.dropMoved(s, x) {
				return false
			}
		} else if !s.Drop(x.variable, p.taken) {
			return false
		}
	}
	return true
}

// dropMoved removes the taken values from a variable that is not aligned.
func (p *allDifferent) dropMoved(s *Space, x member) bool {
	words, n := s.Bits(x.variable), &s.Numberings[x.variable]
	for i := range words.All() {
		if s.Over(1) || p.taken.Has(p.Union.Below(n.Value(i))) && !s.DropIndex(x.variable, i) {
			return false
		}
	}
	return true
}

// countCandidates finds the values that one variable, or several, may have, and returns how many there are.
func (p *allDifferent) countCandidates(s *Space) int {
	clear(p.once)
	clear(p.twice)
	for _, x := range p.members {
		for i, w := range p.domain(s, x) {
			p.twice[i] |= p.once[i] & w
			p.once[i] |= w
		}
	}
	return p.once.Size()
}

// fixSingles fixes each variable that is the only one for a value.
func (p *allDifferent) fixSingles(s *Space) bool {
	for _, x := range p.members {
		if s.Fixed(x.variable) {
			continue
		}
		single := -1
		for i, w := range p.domain(s, x) {
			hidden := w & p.once[i] &^ p.twice[i]
			if hidden == 0 {
				continue
			}
			if single >= 0 || hidden&(hidden-1) != 0 {
				return false
			}
			single = 64*i + bits.TrailingZeros64(hidden)
		}
		if single < 0 {
			continue
		}
		if i, _ := s.Numberings[x.variable].Index(p.Union.Value(single)); !s.Fix(x.variable, i) {
			return false
		}
	}
	return true
}

// domain returns the domain of a variable in the union's numbers. It is valid until the next call.
func (p *allDifferent) domain(s *Space, x member) bitset.Set {
	words := s.Bits(x.variable)
	if x.aligned {
		return words
	}
	n := &s.Numberings[x.variable]
	clear(p.moved)
	for i := range words.All() {
		p.moved.Add(p.Union.Below(n.Value(i)))
	}
	return p.moved
}
