package proof

import (
	"cmp"
	"encoding/binary"

	"qmsat/model"
	"qmsat/model/kinds"
)

func init() { register((*remainder).lexicographic) }

const tagLexicographic = 'l'

// lexicographic returns the rest of an order of lists: the condition, the values of the pairs that are not fixed, and how the
// first pair compares that is fixed to different values. Pairs after it do not matter.
func (r *remainder) lexicographic(c *kinds.Lexicographic, p *partLeft, prefix []int32, w *witness) ([]byte, error) {
	if !r.unmoved(c, w) {
		return nil, errUnmapped
	}
	wanted, order, open := isTrue, 0, false
	if c.If != nil {
		_, wanted = r.atom(*c.If, prefix, w)
	}
	text := append(binary.AppendUvarint([]byte{tagLexicographic}, uint64(p.number)), byte(wanted))
	for i := 0; i < len(c.Smaller) && order == 0; i++ {
		x, y := r.fixedTo(c.Smaller[i], prefix), r.fixedTo(c.Than[i], prefix)
		if c.Smaller[i] == c.Than[i] {
			continue
		}
		if x > 0 && y > 0 {
			order = cmp.Compare(x, y)
			continue
		}
		open = true
		for _, number := range []int{i + 1, x, y} {
			text = binary.AppendUvarint(text, uint64(number))
		}
	}
	met := truthOf(order < 0 || order == 0 && !c.Strict)
	switch {
	case c.Half && (wanted == isFalse || !open && met == isTrue), !open && wanted == met:
		return nil, nil
	case !open && wanted != isOpen:
		return nil, errRefuted
	}
	return append(text, 0, byte(order+1), byte(met)), nil
}

// fixedTo returns the number of a variable's value, from 1, or 0 if it is open.
func (r *remainder) fixedTo(v model.Var, prefix []int32) int {
	if r.at[v] >= r.fixed {
		return 0
	}
	return int(prefix[r.at[v]]) + 1
}
