package encode

import (
	"cmp"
	"slices"

	"qmsat/model"
)

func init() { registerKind("reified-linear", encodeReifiedLinear) }

// encodeReifiedLinear writes, in the chosen linear encoding, that the sum holds if the condition is true and fails if it is
// false.
func encodeReifiedLinear(c *Compiler, constraint *model.ReifiedLinear) error {
	condition := True
	if constraint.If != nil {
		condition = c.disjunction(c.atomDisjuncts(nil, *constraint.If, true))
	}
	sum := c.openTerms(&model.Linear{Terms: constraint.Terms, Lo: constraint.Lo, Hi: constraint.Hi})
	err := c.where(condition, func() error { return c.bounded(sum, constraint.Outside) })
	if err == nil && !constraint.Half {
		err = c.where(-condition, func() error { return c.bounded(sum, !constraint.Outside) })
	}
	return err
}

// bounded writes that a sum without fixed terms is within its bounds, or outside them.
func (c *Compiler) bounded(sum *model.Linear, outside bool) error {
	if !outside {
		return c.sum(sum)
	}
	below, above := *sum, *sum
	below.Lo, below.Hi = model.NoLower, sum.Lo-1
	above.Lo, above.Hi = sum.Hi+1, model.NoUpper
	least, most := c.sumBounds(sum)
	switch {
	case sum.Hi >= most && sum.Lo <= least:
		c.Add()
	case sum.Hi >= most:
		return c.sum(&below)
	case sum.Lo <= least:
		return c.sum(&above)
	case sum.Lo > most || sum.Hi < least:
	case c.fewBetween(sum):
		c.forbidBetween(sum)
	default:
		return c.eitherSide(&below, &above)
	}
	return nil
}

// eitherSide writes that a sum is below its bounds or above them, with a variable that says which.
func (c *Compiler) eitherSide(below, above *model.Linear) error {
	end := c.always()
	isAbove := c.NewVariable()
	notAbove := *above
	notAbove.Lo, notAbove.Hi = model.NoLower, above.Lo-1
	err := cmp.Or(
		c.where(isAbove, func() error { return c.sum(above) }),
		c.where(-isAbove, func() error { return c.sum(&notAbove) }))
	if end(); err != nil {
		return err
	}
	return c.where(-isAbove, func() error { return c.sum(below) })
}

// fewBetween reports whether the tuples with a sum within the bounds are few enough for a clause each. An excluded sum of two
// variables has no more tuples than values.
func (c *Compiler) fewBetween(sum *model.Linear) bool {
	widest, step := 1, 1
	for _, t := range sum.Terms {
		if size := c.Map.Left(t.Var).Size(); size > widest {
			widest, step = size, max(t.Coefficient, -t.Coefficient)
		}
	}
	most := c.Limits.FewTuples
	if len(sum.Terms) <= 2 {
		most = c.Limits.FewTuplesTogether
	}
	product := 1
	for _, t := range sum.Terms {
		if product *= min(c.Map.Left(t.Var).Size(), maxTuples); product/widest > most {
			return false
		}
	}
	return product/widest*min(widest, (sum.Hi-sum.Lo)/step+1) <= most
}

// forbidBetween writes a clause for each tuple whose sum is within the bounds.
func (c *Compiler) forbidBetween(sum *model.Linear) {
	terms := slices.Clone(sum.Terms)
	slices.SortStableFunc(terms, func(a, b model.Term) int { return c.Map.Left(a.Var).Size() - c.Map.Left(b.Var).Size() })
	var forbid func(i, lo, hi int, clause []Literal)
	forbid = func(i, lo, hi int, clause []Literal) {
		if i == len(terms) {
			if lo <= 0 && 0 <= hi {
				c.Add(clause...)
			}
			return
		}
		rest := model.Linear{Terms: terms[i:]}
		if least, most := c.sumBounds(&rest); least > hi || most < lo || !c.step() {
			return
		}
		t := terms[i]
		values, first := c.Map.Left(t.Var), c.Map.first[t.Var]
		from, to := 0, values.Size()-1
		if i == len(terms)-1 {
			from, to = numbersBetween(values, t.Coefficient, lo, hi)
		}
		for k := from; k <= to; k++ {
			addend := t.Coefficient * values.Value(k)
			forbid(i+1, lo-addend, hi-addend, append(clause[:i:i], -(first+Literal(k))))
		}
	}
	forbid(0, sum.Lo, sum.Hi, nil)
}

// numbersBetween returns the positions of the first and the last value whose multiple is in lo..hi; if there is none, to is less
// than from.
func numbersBetween(values model.Domain, coefficient, lo, hi int) (from, to int) {
	if coefficient < 0 {
		coefficient, lo, hi = -coefficient, -hi, -lo
	}
	from, _ = values.Index(ceilDiv(lo, coefficient))
	beyond, _ := values.Index(-ceilDiv(-hi, coefficient) + 1)
	return from, beyond - 1
}

// ceilDiv returns a/b rounded up, for a positive b.
func ceilDiv(a, b int) int {
	q := a / b
	if a%b > 0 {
		q++
	}
	return q
}
