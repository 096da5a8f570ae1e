package model

import (
	"qmsat/internal/lists"
)

// Substitution says how a constraint or a formula is rebuilt: what replaces each variable.
type Substitution struct {
	// Var returns the variable that replaces v; ok is false if v does not stay. Different variables get different replacements.
	Var func(v Var) (image Var, ok bool)
	// Value returns the value that replaces a variable that does not stay. If ok is false, the variable is dropped without a
	// value. Nil means that there are no values.
	Value func(v Var) (value int, ok bool)
}

// ValueOf returns the value that replaces a variable.
func (s Substitution) ValueOf(v Var) (value int, ok bool) {
	if s.Value == nil {
		return 0, false
	}
	return s.Value(v)
}

// Vars returns the replacements of the variables that stay.
func (s Substitution) Vars(vars []Var) []Var {
	var left []Var
	for _, v := range vars {
		if image, ok := s.Var(v); ok {
			left = append(left, image)
		}
	}
	return left
}

// Whole rebuilds a constraint from the replacements of its variables. It returns nil if a variable does not stay.
func (s Substitution) Whole(vars []Var, rebuild func(images []Var) Constraint) Constraint {
	images := s.Vars(vars)
	if len(images) < len(vars) {
		return nil
	}
	return rebuild(images)
}

// Formula returns the formula without the variables that do not stay. An atom on such a variable becomes the constant given by
// its value, or true if it has none.
func (s Substitution) Formula(f Formula) Formula {
	return MapAtoms(f, func(atom In) Formula {
		image, ok := s.Var(atom.Var)
		if ok {
			return In{image, atom.Values}
		}
		if value, known := s.ValueOf(atom.Var); known && !atom.Values.Contains(value) {
			return Or{}
		}
		return And{}
	})
}

// nearer returns numbers nearer to 0, the nearest first.
func nearer(n int) []int {
	switch {
	case n == 0:
		return nil
	case n < 0:
		list := nearer(-n)
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

// simplerFormulas returns formulas with fewer nodes or smaller numbers: a constant, a part, or the formula with one part
// simplified.
func simplerFormulas(f Formula) []Formula {
	switch f := f.(type) {
	case And:
		if len(f) == 0 {
			return nil
		}
	case Or:
		if len(f) == 0 {
			return []Formula{And{}}
		}
	}
	parts := f.Parts()
	list := append([]Formula{And{}, Or{}}, parts...)
	list = append(list, f.Less()...)
	for i, part := range parts {
		list = append(list, lists.Map(simplerFormulas(part), func(simple Formula) Formula { return f.With(lists.Replaced(parts, i, simple)) })...)
	}
	return list
}

// Less drops ranges of values, halves of ranges, and values at their ends.
func (f In) Less() []Formula {
	in := func(ranges []Range) Formula { return In{f.Var, NewDomain(ranges...)} }
	ranges := f.Values.Ranges()
	list := lists.Shorter(ranges, in)
	for i, r := range ranges {
		middle := r.Lo + (r.Hi-r.Lo)/2
		for _, left := range []Range{{r.Lo, middle}, {middle + 1, r.Hi}, {r.Lo + 1, r.Hi}, {r.Lo, r.Hi - 1}} {
			if r.Lo < r.Hi {
				list = append(list, in(lists.Replaced(ranges, i, left)))
			}
		}
	}
	return list
}

func (f And) Less() []Formula   { return lists.Shorter(f, f.With) }
func (f Or) Less() []Formula    { return lists.Shorter(f, f.With) }
func (Not) Less() []Formula     { return nil }
func (Implies) Less() []Formula { return nil }

// Less drops parts of a count, and moves its number nearer to 0.
func (f Count) Less() []Formula {
	return append(lists.Shorter(f.Of, f.With), lists.Map(nearer(f.K), func(k int) Formula { return Count{f.Kind, k, f.Of} })...)
}

// EachOnce returns the variables without repetitions, in order of first mention.
func EachOnce(vars ...Var) []Var {
	seen := make(map[Var]bool, len(vars))
	var scope []Var
	for _, v := range vars {
		if !seen[v] {
			seen[v] = true
			scope = append(scope, v)
		}
	}
	return scope
}
