package native

import (
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/implied"
	"qmsat/native/propagate"
	"qmsat/native/scheme"
	"qmsat/native/space"
)

// postImplied posts constraints that the model implies, and sets with the same values. They only help to propagate: solutions do
// not depend on them. As slow propagators they find as much, in half the time on killer puzzles with few cages. What needs the
// values of wide variables is left out. The published schemes propagate the model's own constraints only.
func postImplied(b *space.Builder, rest []model.Constraint, options engine.Options) error {
	if b.Quick || implied.Setting.Value(options) == implied.Off || scheme.PropagationSetting.Value(options) != scheme.PropagationAuto {
		return nil
	}
	b.Source.About = "implied"
	propagate.PostValueSets(b)
	propagate.PostCliques(b)
	propagate.PostDistinctRegular(b, rest)
	facts, err := implied.Find(b.Ctx, b.Model, b.Exclusions())
	if err != nil {
		return err
	}
	b.Later = true
	defer func() { b.Later, b.Source = false, space.Source{} }()
	var more []model.Constraint
	for _, fact := range facts {
		c := fact.Constraint
		switch {
		case slices.ContainsFunc(space.Kinds.Entries[c.Kind()].Values(b.Model, c, b.Limits), b.IsWide):
		case fact.Same[0] != nil:
			postOverlap(b, fact.Same)
		default:
			more = append(more, c)
		}
	}
	return b.BuildAll(more)
}

// overlap is for two sets of cells with the same values: a value that no cell of one set may have is lost in the other one. A
// call takes O(cells) steps.
type overlap [2][]space.Shifted

// postOverlap posts the propagator if all values fit into a word.
func postOverlap(b *space.Builder, sets [2][]model.Var) {
	all := slices.Concat(sets[0], sets[1])
	if different := space.NewAllDifferent(b, all); different.Union.InWord() {
		members := different.InWord(b).Members
		b.PostSlow(&overlap{members[:len(sets[0])], members[len(sets[0]):]}, space.AskWord, all)
	}
}

func (p *overlap) Propagate(s *space.Space) bool {
	var values [2]uint64
	for side, set := range p {
		for _, x := range set {
			values[side] |= x.Values(s.State)
		}
	}
	both := values[0] & values[1]
	for side, set := range p {
		if values[side] == both {
			continue
		}
		for _, x := range set {
			if w := x.Values(s.State); !s.Put(x.Variable, (w&both)>>(x.By&63)) {
				return false
			}
		}
	}
	return true
}
