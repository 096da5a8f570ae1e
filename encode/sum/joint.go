package sum

import (
	"slices"

	"qmsat/encode/formula"
	"qmsat/internal/lists"
)

// Support as for pairs, on the joint relation of a box's constraints.
func init() {
	registerBlocks("joint", false, formula.About{
		Meaning: "pairs, where support counts only fillings of the box",
		Clauses: "≈ 3n²", Propagation: formula.OfPairs,
	}, (*block).encodeJoint)
}

// joint holds facts about the fillings of blocks of one form.
type joint struct {
	pairs map[string][]bool
	known map[string]bool // by choices: whether some filling contains them
	none  [][]choice      // the first few sets of choices without a filling
	steps int             // left for searches
}

// encodeJoint writes the pairs of values that no filling has and the support clauses of the lines.
func (b *block) encodeJoint(shared map[string]*joint) error {
	form := b.form()
	if shared[form] == nil {
		shared[form] = &joint{pairs: map[string][]bool{}, known: map[string]bool{}, steps: b.c.Limits.BlockSteps}
	}
	j := shared[form]
	s := b.pairs(j.pairs)
	b.check("joint", func(p partial) bool { return j.admits(b, p) }, j.none)
	if !s.exclude() {
		return nil
	}
	for _, index := range b.sums {
		l, err := newLine(s, b.linear(index))
		if err != nil {
			return err
		}
		l.support(func(p partial) bool { return l.feasible(p) && j.fillable(l, p) })
	}
	return nil
}

// admits reports whether each line of a filling can occur in a filling.
func (j *joint) admits(b *block, p partial) bool {
	return !slices.ContainsFunc(b.members, func(members []int) bool {
		chosen := lists.Map(members, func(i int) formula.Literal { return formula.Literal(b.first[i] + p[i]) })
		slices.Sort(chosen)
		found, known := j.known[formula.KeyOf(chosen)]
		return known && !found
	})
}

// fillable reports whether some filling of the block has the values of p. It also returns true if it runs out of steps, and for
// one or two values, since the pairs already decide these.
func (j *joint) fillable(l *line, p partial) bool {
	var chosen []formula.Literal
	for i, k := range p {
		if k != open {
			chosen = append(chosen, formula.Literal(l.first[i]+k))
		}
	}
	if len(chosen) < 3 {
		return true
	}
	slices.Sort(chosen)
	key := formula.KeyOf(chosen)
	found, known := j.known[key]
	if !known {
		b := l.pairs.b
		choices := lists.Map(chosen, func(at formula.Literal) choice { return b.choices[at] })
		b.steps = j.steps
		found = !b.extend(none(len(b.vars)), choices, func(partial) bool { return false })
		j.steps = b.steps
		if j.known[key] = found; !found && len(j.none) < 16 {
			j.none = append(j.none, choices)
		}
	}
	return found
}
