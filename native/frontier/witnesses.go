package frontier

import (
	"context"
	"slices"

	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
)

// Witnesses proposes mappings to canonical form, for values of the first variables of an order. They can show that states are
// equivalent.
type Witnesses struct {
	ctx     context.Context
	problem *problem
	plan    *plan // nil if only equal states are merged
	cuts    map[int]*witnessCut
	order   []model.Var
}

// witnessCut is the symmetry at a cut.
type witnessCut struct {
	canonizer *canonizer
	remainder *remainder
	structure *structure
	lifts     map[string][]int // by automorphism of the fields: one of the remainder with that effect on them, by open variable
}

// NewWitnesses chooses an order as the engine does, but without clusters, and finds the symmetries allowed by the setting.
func NewWitnesses(ctx context.Context, m *model.Model, cube model.Cube, options engine.Options) (w *Witnesses, err error) {
	defer engine.Guard(Name, &err)
	if err := takes(m); err != nil {
		return nil, err
	}
	s := newSession(m, options)
	w = &Witnesses{ctx: ctx, cuts: map[int]*witnessCut{}}
	for v := range m.Variables {
		w.order = append(w.order, model.Var(v))
	}
	p, err := newProblem(stop.NewWatch(ctx), m, cube, s.limits)
	if err != nil || p.impossible {
		return w, err
	}
	l := &automata{p.watch, map[string]*automaton{}}
	if err := p.hide(l); err != nil {
		return nil, err
	}
	best, _, err := s.pick(ctx, p, l)
	if err != nil || best == nil {
		return w, err
	}
	w.order = best.plan.order
	if s.symmetry != symmetryNone {
		w.problem, w.plan = p, best.plan
		for cut := 1; cut < len(w.order); cut++ {
			r := newRemainder(p, best.plan, cut)
			y := newSymmetry(r, s.symmetry == symmetryFull)
			if err := p.watch.Over(workPerCut); err != nil {
				return nil, err
			}
			if y != nil {
				w.cuts[cut] = &witnessCut{newCanonizer(y), r, newStructure(r), map[string][]int{}}
			}
		}
	}
	return w, p.checker.Err
}

// Order returns the best order found.
func (w *Witnesses) Order() []model.Var { return w.order }

// Find returns, for values of the first variables, an image for each variable (the first variables stay) and images of values; or
// nil.
func (w *Witnesses) Find(prefix []int) (images []model.Var, values map[int]int) {
	c := w.cuts[len(prefix)]
	if c == nil {
		return nil, nil
	}
	a := make(model.Assignment, len(w.order))
	for i, value := range prefix {
		a[w.order[i]] = value
	}
	state := w.problem.state(w.plan, a, len(prefix))
	if state == nil {
		return nil, nil
	}
	c.canonizer.canonical(state)
	positions, fields := c.permutations()
	if positions == nil {
		return nil, nil
	}
	images = make([]model.Var, len(w.order))
	for _, v := range w.order[:len(prefix)] {
		images[v] = v
	}
	for i, position := range positions {
		images[c.remainder.open[position]] = c.remainder.open[i]
	}
	return images, c.valueImages(fields)
}

// permutations returns, for each open variable and for each field, which one goes there, or nil.
func (c *witnessCut) permutations() (positions []int, fields permutation) {
	y := c.canonizer
	fields = slices.Clone(y.chain[0][0])
	for i := range c.remainder.open {
		positions = append(positions, i)
	}
	for at, field := range y.path {
		i := slices.IndexFunc(y.images[at], func(m image) bool { return fields[m.field] == field })
		by := y.images[at][i].by
		lift := c.lift(by)
		if lift == nil {
			return nil, nil
		}
		next := make([]int, len(positions))
		for i, to := range lift {
			next[i] = positions[to]
		}
		positions, fields = next, fields.after(by)
	}
	return positions, fields
}

// lift returns the images of the open variables under an automorphism of the remainder that permutes the fields in this way, or
// nil if it finds none.
func (c *witnessCut) lift(by permutation) []int {
	positions, known := c.lifts[string(by)]
	if known {
		return positions
	}
	s := c.structure
	left, right := slices.Clone(s.colours), slices.Clone(s.colours)
	for i, j := range c.remainder.active {
		v, image := s.vertex[j], s.vertex[c.remainder.active[by[i]]]
		left[v], right[image] = hash([]uint64{left[v], uint64(i)}), hash([]uint64{right[image], uint64(i)})
	}
	tries := 0
	if images := s.find(left, right, &tries); images != nil {
		positions = images[:len(c.remainder.open)]
	}
	c.lifts[string(by)] = positions
	return positions
}

// valueImages returns the images of a state's values: first by the reversal, if any, then within each class to the values that
// the same fields of the canonical state have.
func (c *witnessCut) valueImages(fields permutation) map[int]int {
	y, values := c.canonizer, c.remainder.values
	reversed := y.turned != nil && !y.other
	contents := y.contents
	images := map[int]int{}
	if reversed {
		contents = y.reversed
		list := c.remainder.problem.values[c.remainder.open[0]]
		for _, value := range list {
			images[value] = list[0] + list[len(list)-1] - value
		}
	}
	used := uint64(0)
	for _, class := range y.classes {
		for _, value := range class {
			i, _ := slices.BinarySearch(values, value)
			for _, to := range class {
				j, _ := slices.BinarySearch(values, to)
				if used>>j&1 == 0 && y.sameFields(contents, fields, i, j) {
					used |= 1 << j
					from := value
					if reversed {
						from = values[y.turned[i]]
					}
					images[from] = to
					break
				}
			}
		}
	}
	return images
}

// sameFields reports whether the contents with a value go exactly to the fields of the canonical state with the other value.
func (c *canonizer) sameFields(contents []uint64, fields permutation, value, other int) bool {
	for i := range c.fields {
		if c.fields[i].mask && contents[fields[i]]>>value&1 != c.content(i)>>other&1 {
			return false
		}
	}
	return true
}
