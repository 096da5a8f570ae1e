package symmetry

import (
	"cmp"
	"context"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// breaker collects what breaks symmetries. All of it follows from the lexicographic order of assignments by one order of the
// variables.
type breaker struct {
	*finder
	order  []model.Var
	extra  []model.Constraint
	added  map[string]bool // their texts
	givens model.Cube
}

// Break returns a model with further constraints, and further givens. With these the model has a solution if m has one under the
// cube; each is a solution of m. The error is why the context ended.
func Break(ctx context.Context, m *model.Model, cube model.Cube) (*model.Model, model.Cube, error) {
	b := &breaker{finder: newFinder(ctx, m, cube), added: map[string]bool{}}
	if !slices.ContainsFunc(b.domains, model.Domain.Empty) {
		b.run()
	}
	broken := *m
	broken.Constraints = slices.Concat(m.Constraints, b.extra)
	return &broken, slices.Concat(cube, b.givens), context.Cause(ctx)
}

// run fixes values of variables that all differ, and writes what other symmetries allow. There is no value precedence for the
// values that are left (Law and Lee, "Global constraints for integer and set value precedence", 2004): only one of twelve random
// graphs had any, and took twice the conflicts with it.
func (b *breaker) run() {
	var clique []model.Var
	var fixed []int
	if classes := b.values(); len(classes) > 0 {
		fixed = slices.MaxFunc(classes, func(a, b []int) int { return cmp.Compare(len(a), len(b)) })
		clique = b.clique(fixed)
	}
	others := lists.Filter(b.identity(), func(v model.Var) bool { return !slices.Contains(clique, v) })
	b.order = slices.Concat(clique, others)
	for i, v := range clique[:min(len(clique), len(fixed))] {
		b.givens = append(b.givens, model.Given{Var: v, Value: fixed[i]})
	}
	for _, s := range append(b.reversal(), b.movements()...) {
		b.lead(s)
	}
}

// clique returns variables that all differ and have exactly these values, as many as a greedy search finds.
func (b *breaker) clique(values []int) (best []model.Var) {
	domain := model.Values(values...)
	fits := func(v model.Var) bool { return b.domains[v].Equal(domain) }
	for _, v := range lists.Filter(b.identity(), fits) {
		found := []model.Var{v}
		for _, w := range lists.Filter(lists.Distinct(b.exclusions.Peers(v)), fits) {
			if !slices.ContainsFunc(found, func(u model.Var) bool { return !b.exclusions.Different(u, w) }) {
				found = append(found, w)
			}
		}
		if len(found) > len(best) {
			best = found
		}
		if b.over(len(found) * len(found)) {
			break
		}
	}
	return best
}

// lead writes the start of x ≤ σ(x) for a symmetry σ: as far as the first variable that it changes, for a reversal the second.
func (b *breaker) lead(s Symmetry) {
	if len(s.values) > 0 {
		b.halve(s.values[0].A + s.values[0].B)
		return
	}
	v := b.order[slices.IndexFunc(b.order, func(v model.Var) bool { return s.to[v] != v })]
	w := s.to[v]
	terms := []model.Term{{Coefficient: 1, Var: v}, {Coefficient: -1, Var: w}}
	b.add(&model.Linear{Terms: terms, Lo: model.NoLower, Hi: -b.apart(v, w)})
}

// add adds a constraint that is new.
func (b *breaker) add(c model.Constraint) {
	if text := textOf(c); !b.added[text] {
		b.added[text] = true
		b.extra = append(b.extra, c)
	}
}

// apart is 1 if two variables differ.
func (b *breaker) apart(v, w model.Var) int {
	if b.exclusions.Different(v, w) {
		return 1
	}
	return 0
}

// halve writes that the first variable has one of the lower half of the values, and if it has the middle one, so has the second.
func (b *breaker) halve(total int) {
	up := func(v model.Var, to int) model.Formula {
		return model.In{Var: v, Values: model.NewDomain(model.Range{Lo: min(b.domains[v].Min(), to), Hi: to})}
	}
	v, middle := b.order[0], total>>1 // rounded down
	b.add(&model.Rule{Formula: up(v, middle)})
	if len(b.order) > 1 && total%2 == 0 {
		w := b.order[1]
		b.add(&model.Rule{Formula: model.Or{up(v, middle-1), up(w, middle-b.apart(v, w))}})
	}
}
