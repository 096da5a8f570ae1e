package formula

import "qmsat/model"

// SumBounds returns the least and the greatest sum of the terms.
func (c *Compiler) SumBounds(constraint *model.Linear) (least, most int) {
	for _, term := range constraint.Terms {
		first, last := c.TermBounds(term)
		least, most = least+first, most+last
	}
	return least, most
}

// TermBounds returns the least and the greatest value of a term.
func (c *Compiler) TermBounds(term model.Term) (least, most int) {
	left := c.Map.Left(term.Var)
	first, last := term.Coefficient*left.Min(), term.Coefficient*left.Max()
	return min(first, last), max(first, last)
}

// Sum writes a linear constraint in the chosen encoding.
func (c *Compiler) Sum(constraint *model.Linear) error {
	open := c.OpenTerms(constraint)
	if len(open.Terms) > 0 {
		return c.Linear.Linear(c, open)
	}
	if open.Lo > 0 || open.Hi < 0 {
		c.Add()
	}
	return nil
}

// OpenTerms returns the constraint without its fixed terms; it subtracts them from the bounds.
func (c *Compiler) OpenTerms(constraint *model.Linear) *model.Linear {
	open := *constraint
	open.Terms = nil
	for _, t := range constraint.Terms {
		if !c.Map.Fixed(t.Var) {
			open.Terms = append(open.Terms, t)
			continue
		}
		addend := t.Coefficient * c.Map.Left(t.Var).Min()
		if open.Lo != model.NoLower {
			open.Lo -= addend
		}
		if open.Hi != model.NoUpper {
			open.Hi -= addend
		}
	}
	return &open
}

// MaxTuples is the most value tuples of a linear constraint that encodings by tuples accept.
const MaxTuples = 1 << 20
