package native

import (
	"slices"

	"qmsat/model"
	"qmsat/model/implied"
)

// postImplied posts constraints that the model implies, and sets with the same values. They only help to propagate: solutions do
// not depend on them. As slow propagators they find as much, in half the time on killer puzzles with few cages. What needs the
// values of wide variables is left out. The published schemes propagate the model's own constraints only.
func (b *builder) postImplied(rest []model.Constraint) error {
	if b.quick || implied.Setting.Value(b.options) == implied.Off || propagationSetting.Value(b.options) != propagationAuto {
		return nil
	}
	b.source.about = "implied"
	b.postValueSets()
	b.postCliques()
	b.postDistinctRegular(rest)
	facts, err := implied.Find(b.ctx, b.model, b.exclusions())
	if err != nil {
		return err
	}
	b.later = true
	defer func() { b.later, b.source = false, source{} }()
	var more []model.Constraint
	for _, fact := range facts {
		c := fact.Constraint
		switch {
		case slices.ContainsFunc(kinds.Entries[c.Kind()].values(b.model, c, b.options), b.isWide):
		case fact.Same[0] != nil:
			b.postOverlap(fact.Same)
		default:
			more = append(more, c)
		}
	}
	return b.buildAll(more)
}

// overlap is for two sets of cells with the same values: a value that no cell of one set may have is lost in the other one. A
// call takes O(cells) steps.
type overlap [2][]shifted

// postOverlap posts the propagator if all values fit into a word.
func (b *builder) postOverlap(sets [2][]model.Var) {
	all := slices.Concat(sets[0], sets[1])
	if different := newAllDifferent(b, all); different.union.inWord() {
		members := different.inWord(b).members
		b.postSlow(&overlap{members[:len(sets[0])], members[len(sets[0]):]}, askWord, all)
	}
}

func (p *overlap) propagate(s *space) bool {
	var values [2]uint64
	for side, set := range p {
		for _, x := range set {
			values[side] |= x.values(s.state)
		}
	}
	both := values[0] & values[1]
	for side, set := range p {
		if values[side] == both {
			continue
		}
		for _, x := range set {
			if w := x.values(s.state); !s.put(x.variable, (w&both)>>(x.by&63)) {
				return false
			}
		}
	}
	return true
}
