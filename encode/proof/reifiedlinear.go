package proof

import "qmsat/model"

func init() { register((*remainder).reified) }

const (
	tagCondition = 'g' // if the sum is known
	tagReified   = 'h'
)

// reified returns the rest of a reified sum: the bounds of the sum if the condition is known; otherwise the condition with the
// bounds, or the condition alone.
func (r *remainder) reified(c *model.ReifiedLinear, p *partLeft, prefix []int32, w *witness) ([]byte, error) {
	condition, wanted := []byte{}, isTrue
	if c.If != nil {
		condition, wanted = r.atom(*c.If, prefix, w)
	}
	open, lo, hi := r.open(c.Terms, c.Lo, c.Hi, p, prefix)
	met := isOpen
	switch {
	case lo > hi:
		met = truthOf(c.Outside)
	case lo == p.reach.least && hi == p.reach.most:
		met = truthOf(!c.Outside)
	}
	switch {
	case c.Half && (wanted == isFalse || met == isTrue), wanted == met && met != isOpen:
		return nil, nil
	case wanted != isOpen && met != isOpen:
		return nil, errRefuted
	case met != isOpen:
		return append([]byte{tagCondition, byte(met)}, condition...), nil
	}
	inside := (wanted == isFalse) == c.Outside // required by the known condition
	text := []byte{tagReified, flag(inside), flag(c.Half && wanted == isOpen), flag(wanted == isOpen)}
	return r.sum(append(text, condition...), open, lo, hi, w)
}
