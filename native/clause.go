package native

import "qmsat/model"

// clause is a formula: one of some atoms is true. Each atom's variable has one word. A clause finds what the formula would find,
// and stops at an atom that is true, or at the second one that may be.
type clause []clauseAtom

type clauseAtom struct {
	mask     uint64 // the values for which it is true
	variable model.Var
	offset   int32 // of the variable's word in a state
}

// clauseOf returns a compiled formula as a clause, or nil if it is not one. As a count it says: not all of its parts (the negated
// atoms) are true.
func (b *builder) clauseOf(f *formula) clause {
	if f.mask != nil || f.outside || f.lo > 0 || f.hi != len(f.parts)-1 {
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
	var open *clauseAtom
	for i := range c {
		a := &c[i]
		switch w := s.state[a.offset]; {
		case w&a.mask == 0:
		case w&^a.mask == 0 || open != nil:
			return true
		default:
			open = a
		}
	}
	if open == nil {
		return false
	}
	return s.put(open.variable, s.state[open.offset]&open.mask)
}
