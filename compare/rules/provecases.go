package rules

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// maxCases bounds how many cases a question is split into.
const maxCases = 1 << 13

// casesOf returns the cubes to search first for solutions that break the rule. Every assignment that breaks the rule meets one of
// them. There are none if the rule is too large or would have more than maxCases, and possibly if ctx ends. They only guide the
// search: no proof relies on them.
func casesOf(ctx context.Context, m *model.Model, rule model.Formula) []model.Cube {
	all := cover{ctx, m}.of(rule, false)
	if all.unknown {
		return nil
	}
	return all.cubes
}

// cover makes covers of formulas.
type cover struct {
	ctx   context.Context
	model *model.Model
}

// covering is a set of cubes. Every assignment that gives the formula a truth value meets one of them, unless unknown is set. So
// without cubes there is no such assignment.
type covering struct {
	cubes    []model.Cube
	asserted bool // the cubes come from required values, not from the values that others leave
	unknown  bool // the cover would be too large
}

// of covers the assignments that give the formula a truth value.
func (c cover) of(f model.Formula, truth bool) covering {
	if c.ctx.Err() != nil {
		return covering{unknown: true}
	}
	if atom, is := model.AtomOf(f); is {
		return c.atom(atom, truth)
	}
	parts, lo, hi, known := model.Tally(f)
	if !known {
		return covering{unknown: true}
	}
	// Either bound means that a number of parts is true, or that a number is false. A bound that always holds covers nothing.
	n := len(parts)
	enough, few := n-lo+1, hi+1
	if truth {
		enough, few = lo, n-hi
	}
	var bounds []covering
	if lo > 0 {
		bounds = append(bounds, c.several(enough, parts, truth))
	}
	if hi < n {
		bounds = append(bounds, c.several(few, parts, !truth))
	}
	if truth {
		return product(bounds)
	}
	return union(bounds)
}

// atom covers a variable's being in a set, or not.
func (c cover) atom(f model.In, truth bool) covering {
	values := c.model.DomainOf(f.Var).Intersect(f.Values)
	if !truth {
		values = c.model.DomainOf(f.Var).Minus(f.Values)
	}
	if values.Size() > maxCases {
		return covering{unknown: true}
	}
	list := covering{asserted: truth}
	for value := range values.All() {
		list.cubes = append(list.cubes, model.Cube{{Var: f.Var, Value: value}})
	}
	return list
}

// several covers that k or more of the parts have a truth value.
func (c cover) several(k int, parts []model.Formula, truth bool) covering {
	list := lists.Map(parts, func(part model.Formula) covering { return c.of(part, truth) })
	all, choices := covering{asserted: true}, 0
	var choose func(from int, chosen []covering)
	choose = func(from int, chosen []covering) {
		if choices++; choices > maxCases || c.ctx.Err() != nil {
			all.unknown = true
		}
		if all.unknown {
			return
		}
		if len(chosen) >= k {
			all = union([]covering{all, product(chosen)})
			return
		}
		for i := from; i <= len(list)-(k-len(chosen)); i++ {
			choose(i+1, append(slices.Clip(chosen), list[i]))
		}
	}
	choose(0, nil)
	return all
}

// union covers what one of the coverings does.
func union(list []covering) covering {
	all := covering{asserted: true}
	for _, part := range list {
		all.asserted = all.asserted && part.asserted
		all.cubes = append(all.cubes, part.cubes...)
		if part.unknown || len(all.cubes) > maxCases {
			return covering{unknown: true}
		}
	}
	return all
}

// product covers what all of the coverings do. Those of values that are asked for are enough if there are some: what the
// others leave would split the search without telling it much. So do those that would make the product too large.
func product(list []covering) covering {
	known := slices.DeleteFunc(slices.Clone(list), func(part covering) bool { return part.unknown })
	if slices.ContainsFunc(known, func(part covering) bool { return part.asserted }) {
		known = slices.DeleteFunc(known, func(part covering) bool { return !part.asserted })
	}
	slices.SortStableFunc(known, func(a, b covering) int { return cmp.Compare(len(a.cubes), len(b.cubes)) })
	all := covering{cubes: []model.Cube{nil}, asserted: true, unknown: len(known) == 0}
	for _, part := range known {
		if len(all.cubes)*len(part.cubes) > maxCases {
			break
		}
		all.asserted = all.asserted && part.asserted
		all.cubes = times(all.cubes, part.cubes)
	}
	return all
}

// times returns the cubes that meet one of each list. Those that clash are left out.
func times(list, more []model.Cube) []model.Cube {
	var all []model.Cube
	for _, a := range list {
		for _, b := range more {
			if joined, ok := join(a, b); ok {
				all = append(all, joined)
			}
		}
	}
	return all
}

// join returns the givens of both cubes, each once. ok is false if they clash.
func join(a, b model.Cube) (joined model.Cube, ok bool) {
	joined = slices.Clone(a)
	for _, g := range b {
		i := slices.IndexFunc(joined, func(known model.Given) bool { return known.Var == g.Var })
		switch {
		case i < 0:
			joined = append(joined, g)
		case joined[i].Value != g.Value:
			return nil, false
		}
	}
	return joined, true
}

// cut returns the cubes with no more givens than that, each once, in order.
func cut(cubes []model.Cube, length int) []model.Cube {
	var short []model.Cube
	seen := map[string]bool{}
	for _, cube := range cubes {
		cube = cube[:min(len(cube), length)]
		if key := fmt.Sprint(cube); !seen[key] {
			seen[key] = true
			short = append(short, cube)
		}
	}
	return short
}
