package native

import "qmsat/model"

// conjuncts returns constraints that say what the given ones do, with each rule split into what it says at once: the
// parts of a conjunction, and those of a negated disjunction.
func conjuncts(constraints []model.Constraint) []model.Constraint {
	var list []model.Constraint
	for _, c := range constraints {
		rule, ok := c.(*model.Rule)
		if !ok {
			list = append(list, c)
			continue
		}
		for _, part := range conjunctsOf(nil, rule.Formula, true) {
			list = append(list, &model.Rule{Name: rule.Name, Formula: part})
		}
	}
	return list
}

// conjunctsOf appends formulas that are all true just where f has the given truth value.
func conjunctsOf(list []model.Formula, f model.Formula, truth bool) []model.Formula {
	parts := func(of []model.Formula, truth bool) []model.Formula {
		for _, part := range of {
			list = conjunctsOf(list, part, truth)
		}
		return list
	}
	switch f := f.(type) {
	case model.And:
		if truth {
			return parts(f, true)
		}
	case model.Or:
		if !truth {
			return parts(f, false)
		}
		if len(f) == 1 {
			return parts(f, true)
		}
	case model.Not:
		return conjunctsOf(list, f.Of, !truth)
	case model.Implies:
		if !truth {
			return conjunctsOf(conjunctsOf(list, f.If, true), f.Then, false)
		}
	case model.Count:
		if truth && f.Kind == model.AtMost && f.K == 0 {
			return parts(f.Of, false)
		}
	}
	if !truth {
		f = model.Not{Of: f}
	}
	return append(list, f)
}
