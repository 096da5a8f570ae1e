package flatzinc

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/kinds"
)

// lexicographic requires that a list comes before another one of equal length, or unless strict is set equals it. With a
// condition, it does so if and only if the condition holds; if half is set, at least when it holds.
type lexicographic struct {
	smaller, than []operand
	strict        bool
	condition     *literal
	half          bool
}

func (c *lexicographic) scope() []operand {
	list := slices.Concat(c.smaller, c.than)
	if c.condition != nil {
		list = append(list, c.condition.x)
	}
	return list
}

// narrow leaves out equal operands at the start, and decides the order if the next ones do.
func (c *lexicographic) narrow(l *lowering) (instead []form, done bool) {
	if c.condition != nil {
		if holds, is := l.decided(*c.condition); is && !holds && c.half {
			return nil, true
		} else if is && !holds {
			c.smaller, c.than, c.strict = c.than, c.smaller, !c.strict
			c.condition = nil
		} else if is {
			c.condition = nil
		}
	}
	for len(c.smaller) > 0 && l.find(c.smaller[0]) == l.find(c.than[0]) {
		c.smaller, c.than = c.smaller[1:], c.than[1:]
	}
	met := !c.strict
	if len(c.smaller) > 0 {
		x, y := l.hull(c.smaller[0]), l.hull(c.than[0])
		if met = x.hi < y.lo; !met && x.lo <= y.hi {
			if c.condition == nil {
				l.restrict(c.smaller[0], model.Interval(-infinite, y.hi))
				l.restrict(c.than[0], model.Interval(x.lo, infinite))
			}
			return nil, false
		}
	}
	switch {
	case c.condition == nil:
		l.empty = l.empty || !met
	case !met:
		return []form{clause{c.condition.negated()}}, true
	case !c.half:
		return []form{clause{*c.condition}}, true
	}
	return nil, true
}

func (c *lexicographic) emit(l *lowering) {
	lex := &kinds.Lexicographic{Smaller: lists.Map(c.smaller, l.modelVar), Than: lists.Map(c.than, l.modelVar), Strict: c.strict}
	if c.condition != nil {
		condition := l.apart(*c.condition, slices.Concat(c.smaller, c.than))
		lex.If, lex.Half = &condition, c.half
	}
	l.constrain(lex)
}
