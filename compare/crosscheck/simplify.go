package crosscheck

import (
	"qmsat/model"
)

// nameless returns a copy of a constraint without its name.
func nameless(c model.Constraint) model.Constraint {
	switch c := c.(type) {
	case *model.AllDifferent:
		return &model.AllDifferent{Vars: c.Vars}
	case *model.Linear:
		return &model.Linear{Terms: c.Terms, Lo: c.Lo, Hi: c.Hi}
	case *model.Table:
		return &model.Table{Vars: c.Vars, Tuples: c.Tuples, Forbidden: c.Forbidden}
	case *model.Rule:
		return &model.Rule{Formula: c.Formula}
	default:
		return c
	}
}

// simplerConstraints returns constraints of the same kind that are simpler in one way each, the simplest first. A chain of
// them ends: each has fewer parts, or smaller numbers.
func simplerConstraints(c model.Constraint) []model.Constraint {
	var list []model.Constraint
	switch c := c.(type) {
	case *model.AllDifferent:
		for _, p := range pieces(len(c.Vars), 1) {
			list = append(list, &model.AllDifferent{Name: c.Name, Vars: cut(c.Vars, p.from, p.to)})
		}
	case *model.Linear:
		for _, simple := range simplerLinear(c) {
			list = append(list, simple)
		}
	case *model.Table:
		for _, p := range pieces(len(c.Tuples), 0) {
			list = append(list, &model.Table{Name: c.Name, Vars: c.Vars, Tuples: cut(c.Tuples, p.from, p.to), Forbidden: c.Forbidden})
		}
		for i := range c.Vars {
			if len(c.Vars) > 1 {
				list = append(list, withoutColumn(c, i))
			}
		}
	case *model.Rule:
		for _, f := range simplerFormulas(c.Formula) {
			list = append(list, &model.Rule{Name: c.Name, Formula: f})
		}
	}
	return list
}

// piece is a part of a list.
type piece struct{ from, to int }

// pieces returns the parts of a list of n items that may be left out while some number of items stays: halves, then smaller ones.
func pieces(n, least int) []piece {
	var list []piece
	for size := n - least; size >= 1; size /= 2 {
		for from := 0; from+size <= n; from += size {
			list = append(list, piece{from, from + size})
		}
		if rest := n % size; rest > 0 && n > size {
			list = append(list, piece{n - rest, n})
		}
	}
	return list
}

func withoutColumn(c *model.Table, column int) *model.Table {
	left := &model.Table{Name: c.Name, Vars: cut(c.Vars, column, column+1), Forbidden: c.Forbidden}
	for _, tuple := range c.Tuples {
		left.Tuples = append(left.Tuples, cut(tuple, column, column+1))
	}
	return left
}

// simplerLinear returns the constraint without a term, without a bound, and with coefficients and bounds nearer to 0.
func simplerLinear(c *model.Linear) []*model.Linear {
	var list []*model.Linear
	for i := range c.Terms {
		if len(c.Terms) > 1 {
			list = append(list, &model.Linear{Name: c.Name, Terms: cut(c.Terms, i, i+1), Lo: c.Lo, Hi: c.Hi})
		}
	}
	if c.Lo != model.NoLower && c.Hi != model.NoUpper {
		list = append(list,
			&model.Linear{Name: c.Name, Terms: c.Terms, Lo: c.Lo, Hi: model.NoUpper},
			&model.Linear{Name: c.Name, Terms: c.Terms, Lo: model.NoLower, Hi: c.Hi})
	}
	for i, t := range c.Terms {
		for _, coefficient := range smaller(t.Coefficient) {
			if coefficient != 0 {
				terms := replaced(c.Terms, i, model.Term{Coefficient: coefficient, Var: t.Var})
				list = append(list, &model.Linear{Name: c.Name, Terms: terms, Lo: c.Lo, Hi: c.Hi})
			}
		}
	}
	if c.Lo != model.NoLower {
		for _, lo := range smaller(c.Lo) {
			list = append(list, &model.Linear{Name: c.Name, Terms: c.Terms, Lo: lo, Hi: max(lo, c.Hi)})
		}
	}
	if c.Hi != model.NoUpper {
		for _, hi := range smaller(c.Hi) {
			if c.Lo <= hi {
				list = append(list, &model.Linear{Name: c.Name, Terms: c.Terms, Lo: c.Lo, Hi: hi})
			}
		}
	}
	return list
}

// smaller returns numbers nearer to 0, the nearest first.
func smaller(n int) []int {
	switch {
	case n == 0:
		return nil
	case n < 0:
		list := smaller(-n)
		for i := range list {
			list[i] = -list[i]
		}
		return append(list, -n) // positive numbers are simpler
	}
	list := []int{0}
	for half := n / 2; half > 0; half /= 2 {
		list = append(list, n-half)
	}
	return list
}

// simplerFormulas returns formulas that have fewer nodes or smaller numbers: a constant, a part, or the formula with one
// place made simpler.
func simplerFormulas(f model.Formula) []model.Formula {
	switch {
	case isEmptyAnd(f):
		return nil
	case isEmptyOr(f):
		return []model.Formula{model.And{}}
	}
	parts := partsOf(f)
	list := []model.Formula{model.And{}, model.Or{}}
	list = append(list, parts...)
	if _, fixed := fixedParts(f); !fixed {
		for _, p := range pieces(len(parts), 0) {
			list = append(list, withParts(f, cut(parts, p.from, p.to)))
		}
	}
	list = append(list, simplerNumbers(f)...)
	for i, part := range parts {
		for _, simple := range simplerFormulas(part) {
			list = append(list, withParts(f, replaced(parts, i, simple)))
		}
	}
	return list
}

// isEmptyAnd reports the constant that is true.
func isEmptyAnd(f model.Formula) bool {
	and, ok := f.(model.And)
	return ok && len(and) == 0
}

// isEmptyOr reports the constant that is false.
func isEmptyOr(f model.Formula) bool {
	or, ok := f.(model.Or)
	return ok && len(or) == 0
}

// simplerNumbers returns a formula with smaller numbers of its own: a lower count, fewer values.
func simplerNumbers(f model.Formula) []model.Formula {
	var list []model.Formula
	switch f := f.(type) {
	case model.In:
		for value := range f.Values.All() {
			list = append(list, model.In{Var: f.Var, Values: f.Values.Minus(model.Values(value))})
		}
	case model.AtMost:
		for _, k := range smaller(f.K) {
			list = append(list, model.AtMost{K: k, Of: f.Of})
		}
	case model.AtLeast:
		for _, k := range smaller(f.K) {
			list = append(list, model.AtLeast{K: k, Of: f.Of})
		}
	case model.Exactly:
		for _, k := range smaller(f.K) {
			list = append(list, model.Exactly{K: k, Of: f.Of})
		}
	}
	return list
}

// partsOf returns the formulas that a formula is made of.
func partsOf(f model.Formula) []model.Formula {
	switch f := f.(type) {
	case model.And:
		return f
	case model.Or:
		return f
	case model.AtMost:
		return f.Of
	case model.AtLeast:
		return f.Of
	case model.Exactly:
		return f.Of
	default:
		parts, _ := fixedParts(f)
		return parts
	}
}

// fixedParts returns the parts of a connective whose number of parts cannot change.
func fixedParts(f model.Formula) (parts []model.Formula, fixed bool) {
	switch f := f.(type) {
	case model.In:
		return nil, true
	case model.Not:
		return []model.Formula{f.Of}, true
	case model.Implies:
		return []model.Formula{f.If, f.Then}, true
	}
	return nil, false
}

// withParts returns a formula with other parts.
func withParts(f model.Formula, parts []model.Formula) model.Formula {
	switch f := f.(type) {
	case model.And:
		return model.And(parts)
	case model.Or:
		return model.Or(parts)
	case model.Not:
		return model.Not{Of: parts[0]}
	case model.Implies:
		return model.Implies{If: parts[0], Then: parts[1]}
	case model.AtMost:
		return model.AtMost{K: f.K, Of: parts}
	case model.AtLeast:
		return model.AtLeast{K: f.K, Of: parts}
	case model.Exactly:
		return model.Exactly{K: f.K, Of: parts}
	default:
		return f
	}
}
