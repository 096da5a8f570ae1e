package kind

import (
	"cmp"
	"slices"

	"qmsat/encode/formula"
	"qmsat/model"
)

func init() { formula.RegisterKind("reified-linear", encodeReifiedLinear) }

// encodeReifiedLinear writes, in the chosen linear encoding, that the sum holds if the condition is true and fails if it is
// false.
func encodeReifiedLinear(c *formula.Compiler, constraint *model.ReifiedLinear) error {
	condition := formula.True
	if constraint.If != nil {
		condition = atom(c, *constraint.If)
	}
	sum := c.OpenTerms(&model.Linear{Terms: constraint.Terms, Lo: constraint.Lo, Hi: constraint.Hi})
	err := c.Where(condition, func() error { return bounded(c, sum, constraint.Outside) })
	if err == nil && !constraint.Half {
		err = c.Where(-condition, func() error { return bounded(c, sum, !constraint.Outside) })
	}
	return err
}

// bounded writes that a sum without fixed terms is within its bounds, or outside them.
func bounded(c *formula.Compiler, sum *model.Linear, outside bool) error {
	if !outside {
		return c.Sum(sum)
	}
	below, above := *sum, *sum
	below.Lo, below.Hi = model.NoLower, sum.Lo-1
	above.Lo, above.Hi = sum.Hi+1, model.NoUpper
	least, most := c.SumBounds(sum)
	switch {
	case sum.Hi >= most && sum.Lo <= least:
		c.Add()
	case sum.Hi >= most:
		return c.Sum(&below)
	case sum.Lo <= least:
		return c.Sum(&above)
	case sum.Lo > most || sum.Hi < least:
	case fewBetween(c, sum):
		forbidBetween(c, sum)
	default:
		return eitherSide(c, &below, &above)
	}
	return nil
}

// eitherSide writes that a sum is below its bounds or above them, with a variable that says which.
func eitherSide(c *formula.Compiler, below, above *model.Linear) error {
	end := c.Always()
	isAbove := c.NewVariable()
	notAbove := *above
	notAbove.Lo, notAbove.Hi = model.NoLower, above.Lo-1
	err := cmp.Or(
		c.Where(isAbove, func() error { return c.Sum(above) }),
		c.Where(-isAbove, func() error { return c.Sum(&notAbove) }))
	if end(); err != nil {
		return err
	}
	return c.Where(-isAbove, func() error { return c.Sum(below) })
}

// fewBetween reports whether the tuples with a sum within the bounds are few enough for a clause each. An excluded sum of two
// variables has no more tuples than values.
func fewBetween(c *formula.Compiler, sum *model.Linear) bool {
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
		if product *= min(c.Map.Left(t.Var).Size(), formula.MaxTuples); product/widest > most {
			return false
		}
	}
	return product/widest*min(widest, (sum.Hi-sum.Lo)/step+1) <= most
}

// forbidBetween writes a clause for each tuple whose sum is within the bounds.
func forbidBetween(c *formula.Compiler, sum *model.Linear) {
	terms := slices.Clone(sum.Terms)
	slices.SortStableFunc(terms, func(a, b model.Term) int { return c.Map.Left(a.Var).Size() - c.Map.Left(b.Var).Size() })
	var forbid func(i, lo, hi int, clause []formula.Literal)
	forbid = func(i, lo, hi int, clause []formula.Literal) {
		if i == len(terms) {
			if lo <= 0 && 0 <= hi {
				c.Add(clause...)
			}
			return
		}
		rest := model.Linear{Terms: terms[i:]}
		if least, most := c.SumBounds(&rest); least > hi || most < lo || !c.Step() {
			return
		}
		t := terms[i]
		values := c.Map.Left(t.Var)
		from, to := 0, values.Size()-1
		if i == len(terms)-1 {
			from, to = numbersBetween(values, t.Coefficient, lo, hi)
		}
		for k := from; k <= to; k++ {
			addend := t.Coefficient * values.Value(k)
			forbid(i+1, lo-addend, hi-addend, append(clause[:i:i], -c.Map.At(t.Var, k)))
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
