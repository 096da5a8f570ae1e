package model

// simplerFormulas returns formulas that have fewer nodes or smaller numbers: a constant, a part, or the formula with one
// place made simpler.
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
	list = append(list, f.less()...)
	for i, part := range parts {
		for _, simple := range simplerFormulas(part) {
			list = append(list, f.With(replaced(parts, i, simple)))
		}
	}
	return list
}

// less leaves out ranges of values, halves of them, and values at their ends.
func (f In) less() []Formula {
	in := func(ranges []Range) Formula { return In{f.Var, NewDomain(ranges...)} }
	ranges := f.Values.Ranges()
	list := shorter(ranges, in)
	for i, r := range ranges {
		middle := r.Lo + (r.Hi-r.Lo)/2
		for _, left := range []Range{{r.Lo, middle}, {middle + 1, r.Hi}, {r.Lo + 1, r.Hi}, {r.Lo, r.Hi - 1}} {
			if r.Lo < r.Hi {
				list = append(list, in(replaced(ranges, i, left)))
			}
		}
	}
	return list
}

func (f And) less() []Formula   { return shorter(f, f.With) }
func (f Or) less() []Formula    { return shorter(f, f.With) }
func (Not) less() []Formula     { return nil }
func (Implies) less() []Formula { return nil }

// less leaves out parts of a count, and takes its number nearer to 0.
func (f Count) less() []Formula {
	list := shorter(f.Of, f.With)
	for _, k := range nearer(f.K) {
		list = append(list, Count{f.Kind, k, f.Of})
	}
	return list
}
