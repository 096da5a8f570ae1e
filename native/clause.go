package native

import "qmsat/model"

// clause is a formula that says that one of some atoms is true, each of a variable of one word. It finds what the formula finds, and
// ends once it sees an atom that is true, or two that may be.
type clause []clauseAtom

type clauseAtom struct {
	mask     uint64 // the values for which it is true
	variable model.Var
	offset   int32 // of the variable's word in a state
}

// clauseOf returns the clause that a compiled formula is, or nil: not all of its parts, which are the negations, are true.
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
