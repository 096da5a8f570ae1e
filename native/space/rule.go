package space

import (
	"qmsat/model"
	"qmsat/native/bitset"
)

// Formula is a model's formula, compiled. It is an atom, or a count: the number of its true parts lies within lo..hi or, if
// outside is set, does not. All connectives are counts: And is n of n parts, Or is fewer than n of the negated parts, and an
// implication is at least 1 of ¬If and Then. Negation is part of atoms and counts, so it needs no node.
type Formula struct {
	Variable model.Var  // of an atom
	Mask     bitset.Set // of an atom: the values that make it true; nil for a count
	Parts    []Formula
	atoms    clause // the parts again, if they are atoms of one word each and quicken was called
	lo, hi   int
	outside  bool
	Size     int     // total words of its masks
	Spread   *spread // of a count of one value; nil if it is in no house with another of its cells
}

// heavyFormula is the size from which evaluating a formula counts as work.
const heavyFormula = 1 << 10

// Truth is the truth value of a formula in the current domains.
type Truth int

const (
	Undecided Truth = iota // not known, or some assignments make it true and others false
	IsTrue
	IsFalse
)

// Rule keeps a formula true. A call takes O(atoms · depth) steps.
type Rule struct {
	Formula Formula
	Clause  clause
	Source  *model.Rule // the rule that it is a part of
}

func init() {
	RegisterKind("rule", OfAll, func(b *Builder, c *model.Rule) {
		b.postRule(c, b.Compile(c.Formula, true))
	})
}

func (p *Rule) Propagate(s *Space) bool {
	if p.Clause != nil {
		return p.Clause.require(s)
	}
	return p.Formula.Require(s, true)
}

// postRule posts the parts of a conjunction one by one, so that a change wakes only the parts with that variable. A single atom
// is applied at once and needs no propagator.
func (b *Builder) postRule(source *model.Rule, f Formula) {
	if f.Mask == nil && !f.outside && f.lo == len(f.Parts) && f.hi >= f.lo {
		for _, part := range f.Parts {
			b.postRule(source, part)
		}
		return
	}
	var scope []model.Var
	if f.Mask == nil {
		scope = f.scope()
	}
	p := &Rule{f, b.ClauseOf(&f), source}
	if p.Clause == nil {
		b.quicken(&p.Formula)
	}
	b.Post(p, OnChange, AskValues, scope)
}

// Compile compiles a formula, or its negation if want is false.
func (b *Builder) Compile(f model.Formula, want bool) Formula {
	if b.Over(1) {
		return Formula{}
	}
	if atom, is := model.AtomOf(f); is {
		mask := b.maskOf(atom, want)
		return Formula{Variable: atom.Var, Mask: mask, Size: len(mask)}
	}
	parts, lo, hi, known := model.Tally(f)
	if !known {
		b.fail("no propagator for formulas of type %T", f)
	}
	var compiled Formula
	switch n := len(parts); {
	case n == 1 && lo == 0 && hi == 0:
		return b.Compile(parts[0], !want)
	case lo == 1 && hi == n && n > 1:
		// No part is true if and only if all negations are true, a conjunction.
		compiled = between(n, n, b.compileAll(parts, false), !want)
	default:
		compiled = between(lo, hi, b.compileAll(parts, true), want)
	}
	if lo < len(parts) && hi > 0 {
		if compiled.Spread = b.spreadOf(parts); compiled.Spread != nil {
			compiled.Spread.negated = lo == 1 && hi == len(parts)
		}
	}
	return compiled
}

func (b *Builder) compileAll(parts []model.Formula, want bool) []Formula {
	compiled := make([]Formula, len(parts))
	for i, part := range parts {
		compiled[i] = b.Compile(part, want)
	}
	return compiled
}

// maskOf returns the values that make an atom true, or false if want is false.
func (b *Builder) maskOf(atom model.In, want bool) bitset.Set {
	mask := make(bitset.Set, len(b.Bits(atom.Var)))
	n := &b.Numberings[atom.Var]
	for _, r := range b.Model.DomainOf(atom.Var).Intersect(atom.Values).Ranges() {
		mask.AddBetween(n.Below(r.Lo), n.Below(r.Hi))
	}
	b.Over(len(mask))
	if !want {
		for i := range mask {
			mask[i] = bitset.Below(n.Size-64*i) &^ mask[i]
		}
	}
	return mask
}

// between returns the formula that lo to hi of the parts are true, or its negation if want is false. lo and hi may be any
// numbers. If the negation is a range too, it is written as one.
func between(lo, hi int, parts []Formula, want bool) Formula {
	n := len(parts)
	f := Formula{Parts: parts, lo: min(max(lo, -1), n+1), hi: min(max(hi, -1), n+1)}
	for i := range parts {
		f.Size += parts[i].Size
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

func (f *Formula) scope() []model.Var {
	var scope []model.Var
	seen := map[model.Var]bool{}
	var visit func(f *Formula)
	visit = func(f *Formula) {
		if f.Mask != nil && !seen[f.Variable] {
			seen[f.Variable] = true
			scope = append(scope, f.Variable)
		}
		for i := range f.Parts {
			visit(&f.Parts[i])
		}
	}
	visit(f)
	return scope
}

// Evaluate returns the formula's truth value in the current domains.
func (f *Formula) Evaluate(s *Space) Truth {
	if f.Mask != nil {
		return f.EvaluateAtom(s)
	}
	least, most := f.tally(s)
	known := Within(least, most, f.lo, f.hi)
	if known == Undecided && f.Spread != nil {
		lower, upper := f.Spread.bounds(s.State)
		known = Within(max(least, lower), min(most, upper), f.lo, f.hi)
	}
	if known != Undecided {
		return truthOf((known == IsTrue) != f.outside)
	}
	return Undecided
}

// Within returns whether a number from least to most lies in lo..hi, as far as that is known.
func Within(least, most, lo, hi int) Truth {
	switch {
	case lo <= least && most <= hi:
		return IsTrue
	case most < lo || least > hi:
		return IsFalse
	default:
		return Undecided
	}
}

func truthOf(b bool) Truth {
	if b {
		return IsTrue
	}
	return IsFalse
}

func (f *Formula) EvaluateAtom(s *Space) Truth {
	words, some, others := s.Bits(f.Variable), false, false
	if len(words) == 1 { // as below, for speed
		some, others = words[0]&f.Mask[0] != 0, words[0]&^f.Mask[0] != 0
		words = nil
	}
	for i, w := range words {
		some = some || w&f.Mask[i] != 0
		others = others || w&^f.Mask[i] != 0
	}
	if some && others {
		return Undecided
	}
	return truthOf(some)
}

// tally returns the least and the greatest number of true parts.
func (f *Formula) tally(s *Space) (least, most int) {
	most = len(f.Parts)
	if f.Size >= heavyFormula && s.Over(f.Size) {
		return 0, most // leaves the formula undecided
	}
	if f.atoms != nil { // as below, in half the time
		for i := range f.atoms {
			switch w, mask := s.State[f.atoms[i].offset], f.atoms[i].mask; {
			case w&mask == 0:
				most--
			case w&^mask == 0:
				least++
			}
		}
		return least, most
	}
	for i := range f.Parts {
		switch f.Parts[i].Evaluate(s) {
		case IsTrue:
			least++
		case IsFalse:
			most--
		}
	}
	return least, most
}

// quicken prepares a formula that is evaluated often.
func (b *Builder) quicken(f *Formula) {
	f.atoms = b.atomsOf(f.Parts)
	for i := range f.Parts {
		b.quicken(&f.Parts[i])
	}
}

// atomsOf returns the parts of a count, or nil unless all are atoms of one word.
func (b *Builder) atomsOf(parts []Formula) (atoms clause) {
	for _, part := range parts {
		if len(part.Mask) != 1 {
			return nil
		}
		atoms = append(atoms, clauseAtom{part.Mask[0], part.Variable, int32(b.Offsets[part.Variable])})
	}
	return atoms
}

// Require makes the formula true, or false if want is false, by removing values. It reports false if that is impossible.
func (f *Formula) Require(s *Space, want bool) bool {
	if f.Mask != nil {
		if want {
			return s.Keep(f.Variable, f.Mask)
		}
		return s.Drop(f.Variable, f.Mask)
	}
	least, most := f.tally(s)
	if want != f.outside {
		return f.requireBetween(s, least, most, f.lo, f.hi)
	}
	// The number must not be in lo..hi: if it cannot be on one side, it must be on the other.
	switch {
	case least >= f.lo:
		return f.requireBetween(s, least, most, f.hi+1, len(f.Parts))
	case most <= f.hi:
		return f.requireBetween(s, least, most, 0, f.lo-1)
	default:
		return true
	}
}

// requireBetween makes lo to hi parts true, given that now least to most parts are. If a limit is reached, it decides
// the undecided parts.
func (f *Formula) requireBetween(s *Space, least, most, lo, hi int) bool {
	switch {
	case lo > hi || least > hi || most < lo:
		return false
	case least == most:
		return true
	case least == hi:
		return f.requireRest(s, false)
	case most == lo:
		return f.requireRest(s, true)
	case f.Spread != nil:
		return f.Spread.require(s, lo, hi)
	default:
		return true
	}
}

// requireRest makes all undecided parts true, or false. Deciding one part may decide others the wrong way. The change wakes the
// rule, which then counts again and finds that.
func (f *Formula) requireRest(s *Space, want bool) bool {
	for i := range f.Parts {
		if part := &f.Parts[i]; part.Evaluate(s) == Undecided && !part.Require(s, want) {
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

// ClauseOf returns a compiled formula as a clause, or nil if it is not one. As a count it says: not all of its parts (the negated
// atoms) are true.
func (b *Builder) ClauseOf(f *Formula) clause {
	if f.Mask != nil || f.Spread != nil || f.outside || f.lo > 0 || f.hi != len(f.Parts)-1 {
		return nil
	}
	c := b.atomsOf(f.Parts)
	for i := range c {
		c[i].mask = b.Bits(c[i].variable)[0] &^ c[i].mask
	}
	return c
}

func (c clause) require(s *Space) bool {
	open := 0
	for i := range c {
		a := c[i]
		w := s.State[a.offset]
		if w&a.mask == 0 {
			continue
		}
		c[open], c[i] = a, c[open]
		if open++; open == 2 || w&^a.mask == 0 {
			return true
		}
	}
	return open == 1 && s.Put(c[0].variable, s.State[c[0].offset]&c[0].mask)
}
