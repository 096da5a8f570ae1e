package model

// randomFormula draws an atom, or a formula of at most so many connectives one within another. Counts may be such that they
// cannot be reached.
func randomFormula(d Drawer, depth int) Formula {
	const maxParts = 3
	connective := 0
	if depth > 0 {
		connective = d.IntN(8)
	}
	part := func() Formula { return randomFormula(d, depth-1) }
	parts := func() []Formula {
		list := make([]Formula, d.IntN(maxParts+1))
		for i := range list {
			list[i] = part()
		}
		return list
	}
	k := func() int { return between(d, -1, maxParts+1) }
	switch connective {
	case 1:
		return And(parts())
	case 2:
		return Or(parts())
	case 3:
		return Not{part()}
	case 4:
		return Implies{part(), part()}
	case 5:
		return Count{AtMost, k(), parts()}
	case 6:
		return Count{AtLeast, k(), parts()}
	case 7:
		return Count{Exactly, k(), parts()}
	default:
		return randomAtom(d)
	}
}

func randomAtom(d Drawer) In {
	v := d.Var()
	values := []int{d.ValueOf(v)}
	for range d.IntN(3) {
		values = append(values, d.Value())
	}
	return Is(v, values...)
}
