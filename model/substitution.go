package model

// Substitution says what takes the place of each variable where a constraint or a formula is rebuilt.
type Substitution struct {
	// Var returns the variable in its place; ok is false where it goes. Different variables that stay stay different.
	Var func(v Var) (place Var, ok bool)
	// Value returns, of a variable that goes, the value in its place; ok is false where what is said of it is left out. Nil:
	// there are no values.
	Value func(v Var) (value int, ok bool)
}

// value asks for the value in a variable's place.
func (s Substitution) value(v Var) (value int, ok bool) {
	if s.Value == nil {
		return 0, false
	}
	return s.Value(v)
}

// Vars returns the variables in the places of those that stay.
func (s Substitution) Vars(vars []Var) []Var {
	var left []Var
	for _, v := range vars {
		if place, ok := s.Var(v); ok {
			left = append(left, place)
		}
	}
	return left
}

// all returns the variables in the places of these, and whether all of them stay.
func (s Substitution) all(vars ...Var) (places []Var, stay bool) {
	places = s.Vars(vars)
	return places, len(places) == len(vars)
}

// Formula returns the formula without the variables that go: an atom that speaks of one is the constant that its value makes
// it, or true.
func (s Substitution) Formula(f Formula) Formula {
	return MapAtoms(f, func(atom In) Formula {
		place, ok := s.Var(atom.Var)
		if ok {
			return In{place, atom.Values}
		}
		if value, known := s.value(atom.Var); known && !atom.Values.Contains(value) {
			return Or{}
		}
		return And{}
	})
}
