package encode

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// Support as for pairs, on the joint relation of a box's constraints.
func init() {
	registerBlocks("joint", false, About{
		Meaning: "pairs, where support counts only fillings of the box",
		Clauses: "≈ 3n²", Propagation: OfPairs,
	}, func(b *block, shared map[string]*joint) error {
		_, err := b.encodeJoint(shared)
		return err
	})
}

// joint holds facts about the fillings of blocks of one form.
type joint struct {
	pairs map[string][]bool
	known map[string]bool // by choices: whether some filling contains them
	none  [][]choice      // the first few sets of choices without a filling
	steps int             // left for searches
}

// encodeJoint writes the pairs of values that no filling has and the support clauses of the lines. It returns a function
// that writes the support clauses of further constraints on the block's variables.
func (b *block) encodeJoint(shared map[string]*joint) (func(*model.Linear) error, error) {
	form := b.form()
	if shared[form] == nil {
		shared[form] = &joint{pairs: map[string][]bool{}, known: map[string]bool{}, steps: b.c.threshold(blockSteps)}
	}
	j := shared[form]
	s := b.pairs(j.pairs)
	b.check("joint", func(p partial) bool { return j.admits(b, p) }, j.none)
	if !s.exclude() {
		return func(*model.Linear) error { return nil }, nil
	}
	support := func(constraint *model.Linear) error {
		l, err := newLine(s, constraint)
		if err != nil {
			return err
		}
		l.support(func(p partial) bool { return l.feasible(p) && j.fillable(l, p) })
		return nil
	}
	for _, index := range b.sums {
		if err := support(b.linear(index)); err != nil {
			return nil, err
		}
	}
	return support, nil
}

// admits reports whether each line of a filling can occur in a filling.
func (j *joint) admits(b *block, p partial) bool {
	return !slices.ContainsFunc(b.members, func(members []int) bool {
		chosen := lists.Map(members, func(i int) Literal { return Literal(b.first[i] + p[i]) })
		slices.Sort(chosen)
		found, known := j.known[keyOf(chosen)]
		return known && !found
	})
}

// fillable reports whether some filling of the block has the values of p. It also returns true if it runs out of steps, and for
// one or two values, since the pairs already decide these.
func (j *joint) fillable(l *line, p partial) bool {
	var chosen []Literal
	for i, k := range p {
		if k != open {
			chosen = append(chosen, Literal(l.first[i]+k))
		}
	}
	if len(chosen) < 3 {
		return true
	}
	slices.Sort(chosen)
	key := keyOf(chosen)
	found, known := j.known[key]
	if !known {
		b := l.pairs.b
		choices := lists.Map(chosen, func(at Literal) choice { return b.choices[at] })
		b.steps = j.steps
		found = !b.extend(none(len(b.vars)), choices, func(partial) bool { return false })
		j.steps = b.steps
		if j.known[key] = found; !found && len(j.none) < 16 {
			j.none = append(j.none, choices)
		}
	}
	return found
}

// Strong 3-consistency of Freuder, Synthesizing constraint expressions, 1978, by support clauses.
func init() {
	registerBlocks("triples", false, About{
		Meaning: "joint, and support of each three cells", Paper: "Freuder 1978",
		Clauses: "≈ 3n²", Propagation: OfPairs,
	}, (*block).encodeTriples)
}

// encodeTriples writes joint's clauses, and support clauses for each three variables that are not a line.
func (b *block) encodeTriples(shared map[string]*joint) error {
	support, err := b.encodeJoint(shared)
	if err != nil {
		return err
	}
	lines := map[[3]int]bool{} // by their variables, indices ascending
	for _, members := range b.members {
		if at := slices.Sorted(slices.Values(members)); len(at) == 3 {
			lines[[3]int(at)] = true
		}
	}
	for i := range b.vars {
		for j := range i {
			for k := range j {
				if lines[[3]int{k, j, i}] || !b.c.step() {
					continue
				}
				three := model.Sum("", model.NoLower, model.NoUpper, b.vars[k], b.vars[j], b.vars[i])
				if err := support(three); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
