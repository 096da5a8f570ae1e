package native

import (
	"qmsat/model"
	"qmsat/native/bitset"
)

// formula is a model's formula, compiled. It is an atom, or a count: the number of its true parts lies within lo..hi or, if
// outside is set, does not. All connectives are counts: And is n of n parts, Or is fewer than n of the negated parts, and an
// implication is at least 1 of ¬If and Then. Negation is part of atoms and counts, so it needs no node.
type formula struct {
	variable model.Var  // of an atom
	mask     bitset.Set // of an atom: the values that make it true; nil for a count
	parts    []formula
	lo, hi   int
	outside  bool
	size     int     // total words of its masks
	spread   *spread // of a count of one value; nil if it is in no house with another of its cells
}

// heavyFormula is the size from which evaluating a formula counts as work.
const heavyFormula = 1 << 10

// truth is the truth value of a formula in the current domains.
type truth int

const (
	undecided truth = iota // not known, or some assignments make it true and others false
	isTrue
	isFalse
)

// rule keeps a formula true. A call takes O(atoms · depth) steps.
type rule struct {
	formula formula
	clause  clause
	source  *model.Rule // the rule that it is a part of
}

func init() {
	registerKind("rule", ofAll, func(b *builder, c *model.Rule) {
		b.postRule(c, b.compile(c.Formula, true))
	})
}

func (p *rule) propagate(s *space) bool {
	if p.clause != nil {
		return p.clause.require(s)
	}
	return p.formula.require(s, true)
}

// postRule posts the parts of a conjunction one by one, so that a change wakes only the parts with that variable. A single atom
// is applied at once and needs no propagator.
func (b *builder) postRule(source *model.Rule, f formula) {
	if f.mask == nil && !f.outside && f.lo == len(f.parts) && f.hi >= f.lo {
		for _, part := range f.parts {
			b.postRule(source, part)
		}
		return
	}
	var scope []model.Var
	if f.mask == nil {
		scope = f.scope()
	}
	b.post(&rule{f, b.clauseOf(&f), source}, onChange, askValues, scope)
}

// compile compiles a formula, or its negation if want is false.
func (b *builder) compile(f model.Formula, want bool) formula {
	if b.over(1) {
		return formula{}
	}
	if atom, is := model.AtomOf(f); is {
		mask := b.maskOf(atom, want)
		return formula{variable: atom.Var, mask: mask, size: len(mask)}
	}
	parts, lo, hi, known := model.Tally(f)
	if !known {
		b.fail("no propagator for formulas of type %T", f)
	}
	var compiled formula
	switch n := len(parts); {
	case n == 1 && lo == 0 && hi == 0:
		return b.compile(parts[0], !want)
	case lo == 1 && hi == n && n > 1:
		// No part is true if and only if all negations are true, a conjunction.
		compiled = between(n, n, b.compileAll(parts, false), !want)
	default:
		compiled = between(lo, hi, b.compileAll(parts, true), want)
	}
	if lo < len(parts) && hi > 0 {
		if compiled.spread = b.spreadOf(parts); compiled.spread != nil {
			compiled.spread.negated = lo == 1 && hi == len(parts)
		}
	}
	return compiled
}

func (b *builder) compileAll(parts []model.Formula, want bool) []formula {
	compiled := make([]formula, len(parts))
	for i, part := range parts {
		compiled[i] = b.compile(part, want)
	}
	return compiled
}

// maskOf returns the values that make an atom true, or false if want is false.
func (b *builder) maskOf(atom model.In, want bool) bitset.Set {
	mask := make(bitset.Set, len(b.bits(atom.Var)))
	n := &b.numberings[atom.Var]
	for _, r := range b.model.DomainOf(atom.Var).Intersect(atom.Values).Ranges() {
		mask.AddBetween(n.below(r.Lo), n.below(r.Hi))
	}
	b.over(len(mask))
	if !want {
		for i := range mask {
			mask[i] = bitset.Below(n.size-64*i) &^ mask[i]
		}
	}
	return mask
}

// between returns the formula that lo to hi of the parts are true, or its negation if want is false. lo and hi may be any
// numbers. If the negation is a range too, it is written as one.
func between(lo, hi int, parts []formula, want bool) formula {
	n := len(parts)
	f := formula{parts: parts, lo: min(max(lo, -1), n+1), hi: min(max(hi, -1), n+1)}
	for i := range parts {
		f.size += parts[i].size
	}
	switch {
	case want:
	case f.lo <= 0:
		f.lo, f.hi = f.hi+1, n
	case f.hi >= n:
		f.lo, f.hi = 0, f.lo-1
	default:
		f.outside = true
	}
	return f
}

func (f *formula) scope() []model.Var {
	var scope []model.Var
	seen := map[model.Var]bool{}
	var visit func(f *formula)
	visit = func(f *formula) {
		if f.mask != nil && !seen[f.variable] {
			seen[f.variable] = true
			scope = append(scope, f.variable)
		}
		for i := range f.parts {
			visit(&f.parts[i])
		}
	}
	visit(f)
	return scope
}

// evaluate returns the formula's truth value in the current domains.
func (f *formula) evaluate(s *space) truth {
	if f.mask != nil {
		return f.evaluateAtom(s)
	}
	least, most := f.tally(s)
	known := within(least, most, f.lo, f.hi)
	if known == undecided && f.spread != nil {
		lower, upper := f.spread.bounds(s.state)
		known = within(max(least, lower), min(most, upper), f.lo, f.hi)
	}
	if known != undecided {
		return truthOf((known == isTrue) != f.outside)
	}
	return undecided
}

// within returns whether a number from least to most lies in lo..hi, as far as that is known.
func within(least, most, lo, hi int) truth {
	switch {
	case lo <= least && most <= hi:
		return isTrue
	case most < lo || least > hi:
		return isFalse
	default:
		return undecided
	}
}

func truthOf(b bool) truth {
	if b {
		return isTrue
	}
	return isFalse
}

func (f *formula) evaluateAtom(s *space) truth {
	words, some, others := s.bits(f.variable), false, false
	if len(words) == 1 { // as below, for speed
		some, others = words[0]&f.mask[0] != 0, words[0]&^f.mask[0] != 0
		words = nil
	}
	for i, w := range words {
		some = some || w&f.mask[i] != 0
		others = others || w&^f.mask[i] != 0
	}
	if some && others {
		return undecided
	}
	return truthOf(some)
}

// tally returns the least and the greatest number of true parts.
func (f *formula) tally(s *space) (least, most int) {
	most = len(f.parts)
	if f.size >= heavyFormula && s.over(f.size) {
		return 0, most // leaves the formula undecided
	}
	for i := range f.parts {
		switch f.parts[i].evaluate(s) {
		case isTrue:
			least++
		case isFalse:
			most--
		}
	}
	return least, most
}

// require makes the formula true, or false if want is false, by removing values. It reports false if that is impossible.
func (f *formula) require(s *space, want bool) bool {
	if f.mask != nil {
		if want {
			return s.keep(f.variable, f.mask)
		}
		return s.drop(f.variable, f.mask)
	}
	least, most := f.tally(s)
	if want != f.outside {
		return f.requireBetween(s, least, most, f.lo, f.hi)
	}
	// The number must not be in lo..hi: if it cannot be on one side, it must be on the other.
	switch {
	case least >= f.lo:
		return f.requireBetween(s, least, most, f.hi+1, len(f.parts))
	case most <= f.hi:
		return f.requireBetween(s, least, most, 0, f.lo-1)
	default:
		return true
	}
}

// requireBetween makes lo to hi parts true, given that now least to most parts are. If a limit is reached, it decides
// the undecided parts.
func (f *formula) requireBetween(s *space, least, most, lo, hi int) bool {
	switch {
	case lo > hi || least > hi || most < lo:
		return false
	case least == most:
		return true
	case least == hi:
		return f.requireRest(s, false)
	case most == lo:
		return f.requireRest(s, true)
	case f.spread != nil:
		return f.spread.require(s, lo, hi)
	default:
		return true
	}
}

// requireRest makes all undecided parts true, or false. Deciding one part may decide others the wrong way. The change wakes the
// rule, which then counts again and finds that.
func (f *formula) requireRest(s *space, want bool) bool {
	for i := range f.parts {
		if part := &f.parts[i]; part.evaluate(s) == undecided && !part.require(s, want) {
			return false
		}
	}
	return true
}

// clause is a formula: one of some atoms is true. Each atom's variable has one word. A clause finds what the formula would find,
// and stops at an atom that is true, or at the second one that may be. The next call begins with these.
type clause []clauseAtom

type clauseAtom struct {
	mask     uint64 // the values for which it is true
	variable model.Var
	offset   int32 // of the variable's word in a state
}

// clauseOf returns a compiled formula as a clause, or nil if it is not one. As a count it says: not all of its parts (the negated
// atoms) are true.
func (b *builder) clauseOf(f *formula) clause {
	if f.mask != nil || f.spread != nil || f.outside || f.lo > 0 || f.hi != len(f.parts)-1 {
		return nil
	}
	var c clause
	for _, part := range f.parts {
		if len(part.mask) != 1 {
			return nil
		}
		c = append(c, clauseAtom{b.bits(part.variable)[0] &^ part.mask[0], part.variable, int32(b.offsets[part.variable])})
	}
	return c
}

func (c clause) require(s *space) bool {
	open := 0
	for i := range c {
		a := c[i]
		w := s.state[a.offset]
		if w&a.mask == 0 {
			continue
		}
		c[open], c[i] = a, c[open]
		if open++; open == 2 || w&^a.mask == 0 {
			return true
		}
	}
	return open == 1 && s.put(c[0].variable, s.state[c[0].offset]&c[0].mask)
}
