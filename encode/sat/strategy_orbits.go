package sat

import (
	"errors"
	"fmt"
	"slices"

	"qmsat/encode"
	"qmsat/encode/formula"
	"qmsat/model"
	"qmsat/model/symmetry"
)

// Search one of several symmetric parts, and take the solutions of the others from its own.
func init() {
	strategies.Register("orbits", strategy{scopes: true, run: func(e *enumeration) (bool, error) {
		inner := *e
		inner.assignment = slices.Clone(e.assignment)
		o := &orbits{depthFirst: newDepthFirst(&inner), all: e, isOutput: make([]bool, len(e.assignment))}
		inner.yield, inner.limit = o.take, 0
		for _, v := range e.session.model.OutputVars() {
			o.isOutput[v] = true
		}
		o.sets = o.partitions()
		complete, err := o.round(nil, func() (bool, error) {
			if o.solver.Push() {
				o.split(e.cube)
			}
			o.solver.Pop()
			return !o.stopped && o.err == nil, o.err
		})
		e.effort = inner.effort
		return complete, errors.Join(err, o.wrong)
	}})
}

// orbits splits a search by the value of an output, or by the output that has a value, as long as symmetries that keep what was
// chosen before take some parts to others. Of such parts it searches one (orbital branching: Ostrowski, Linderoth, Rossi and
// Smriglio, Mathematical Programming 126, 2011; there for one optimum). A part without symmetries is searched depth-first.
type orbits struct {
	*depthFirst              // finds what is searched
	all         *enumeration // counts that and its images
	isOutput    []bool       // by variable
	sets        [][]model.Given
	levels      []*orbit // that the search is in
	wrong       error    // an image that is no solution
}

// orbit is a class of symmetric parts of a node.
type orbit struct {
	cube    model.Cube // of the node
	parts   []image    // first the one that is searched
	scratch model.Assignment
	checked bool
}

// image is what a symmetry takes a given to.
type image struct {
	given model.Given
	by    symmetry.Symmetry
}

// partitions returns sets of givens of which each solution meets exactly one: the values of an output, and the outputs with a value
// if as many outputs must differ as they have values.
func (o *orbits) partitions() (sets [][]model.Given) {
	m := o.session.model
	add := func(variables []model.Var, values model.Domain) {
		var set []model.Given
		for _, v := range variables {
			for value := range o.vars.Left(v).Intersect(values).All() {
				set = append(set, model.Given{Var: v, Value: value})
			}
		}
		sets = append(sets, set)
	}
	for _, v := range o.outputs {
		add([]model.Var{v}, m.DomainOf(v))
	}
	differents, _ := model.Take[*model.AllDifferent](m.Constraints)
	for _, different := range differents {
		values, isHouse := formula.HouseValues(m, different.Vars)
		if !isHouse || slices.ContainsFunc(different.Vars, func(v model.Var) bool { return !o.isOutput[v] }) {
			continue
		}
		for value := range values.All() {
			add(different.Vars, model.Values(value))
		}
	}
	return sets
}

// split searches the innermost scope.
func (o *orbits) split(cube model.Cube) {
	if o.ctx.Err() != nil {
		o.stopped = true
		return
	}
	classes := o.classes(cube)
	if classes == nil {
		o.node(0)
		return
	}
	for _, class := range classes {
		first := class.parts[0].given
		if o.solver.Push(o.vars.Literal(first.Var, first.Value)) {
			o.levels = append(o.levels, class)
			o.split(append(slices.Clip(cube), first))
			o.levels = o.levels[:len(o.levels)-1]
		} else {
			o.conflicts++
		}
		if !o.solver.Pop() || o.stopped || o.err != nil {
			return
		}
	}
}

// classes splits a node by the set of givens of which symmetries leave the smallest share to search, into classes of symmetric parts.
// It returns nil if there is no such set. A set with a given that holds splits nothing, even if propagation refutes none of its others:
// so each level has a set of its own.
func (o *orbits) classes(cube model.Cube) (classes []*orbit) {
	most := o.session.limits.Images
	for _, level := range o.levels {
		most /= len(level.parts)
	}
	outputs := o.session.model.OutputVars()
	generators := slices.DeleteFunc(symmetry.Find(o.ctx, o.session.model, cube), func(s symmetry.Symmetry) bool {
		return slices.ContainsFunc(outputs, func(v model.Var) bool { return !o.isOutput[s.Given(model.Given{Var: v}).Var] })
	})
	if len(generators) == 0 {
		return nil
	}
	first, refuted := o.firsts(generators)
	share := 1.0
	var best map[model.Given][]model.Given // by the first given of their class
	var order []model.Given
	for _, set := range o.sets {
		if slices.ContainsFunc(set, o.holds) {
			continue
		}
		parts, firsts, left, largest := map[model.Given][]model.Given{}, []model.Given(nil), 0, 0
		for _, g := range set {
			f := first[g]
			if refuted[f] {
				continue
			}
			if parts[f] == nil {
				firsts = append(firsts, f)
			}
			parts[f] = append(parts[f], g)
			left, largest = left+1, max(largest, len(parts[f]))
		}
		if own := float64(len(firsts)) / float64(left); left > 0 && own < share && largest <= most {
			share, best, order = own, parts, firsts
		}
	}
	for _, f := range order {
		class := &orbit{cube: cube, scratch: make(model.Assignment, len(o.assignment))}
		for _, part := range o.images(best[f][0], generators) {
			if slices.Contains(best[f], part.given) {
				class.parts = append(class.parts, part)
			}
		}
		classes = append(classes, class)
	}
	return classes
}

// holds reports whether the formula or propagation makes a given true.
func (o *orbits) holds(g model.Given) bool {
	l := o.vars.Literal(g.Var, g.Value)
	return l == encode.True || l != encode.False && o.solver.Implied(l)
}

// firsts returns, for each given, the first one that it is an image of, and those whose images have no solution: propagation refutes
// one of them.
func (o *orbits) firsts(generators []symmetry.Symmetry) (first map[model.Given]model.Given, refuted map[model.Given]bool) {
	first, refuted = map[model.Given]model.Given{}, map[model.Given]bool{}
	for _, set := range o.sets {
		for _, g := range set {
			if _, known := first[g]; !known {
				for _, part := range o.images(g, generators) {
					first[part.given] = g
				}
			}
			if l := o.vars.Literal(g.Var, g.Value); l == encode.False || l != encode.True && o.solver.Implied(-l) {
				refuted[first[g]] = true
			}
		}
	}
	return first, refuted
}

// images returns what the symmetries and what they generate take a given to, itself first.
func (o *orbits) images(g model.Given, generators []symmetry.Symmetry) []image {
	list := []image{{g, symmetry.Identity(o.session.model)}}
	seen := map[model.Given]bool{g: true}
	for i := 0; i < len(list); i++ {
		for _, s := range generators {
			if next := s.Given(list[i].given); !seen[next] {
				seen[next] = true
				list = append(list, image{next, list[i].by.Then(s)})
			}
		}
	}
	return list
}

// take counts a solution that was found, and its images in all levels. It reports whether the search goes on.
func (o *orbits) take(a model.Assignment) bool {
	images, checked := uint64(1), true
	for _, level := range o.levels {
		images *= uint64(len(level.parts))
		checked = checked && level.checked
	}
	if checked && o.all.yield == nil && o.all.limit == 0 {
		o.all.count += images
		return true
	}
	return o.takeImages(a, len(o.levels)-1)
}

// takeImages takes the images of a solution at a level and those around it. At each level it checks those of the first solution.
func (o *orbits) takeImages(a model.Assignment, level int) bool {
	if o.ctx.Err() != nil {
		return false
	}
	if level < 0 {
		copy(o.all.assignment, a)
		return o.all.counts()
	}
	at, m := o.levels[level], o.session.model
	for _, part := range at.parts {
		part.by.Image(a, at.scratch)
		if !at.checked {
			if err := errors.Join(m.Check(at.scratch), m.CheckCube(at.scratch, append(slices.Clip(at.cube), part.given))); err != nil {
				o.wrong = fmt.Errorf("a symmetry takes a solution to no solution: %w", err)
				return false
			}
		}
		if !o.takeImages(at.scratch, level-1) {
			return false
		}
	}
	at.checked = true
	return true
}
