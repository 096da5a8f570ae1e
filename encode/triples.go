package encode

import (
	"slices"

	"qmsat/model"
)

// Strong 3-consistency of Freuder, Synthesizing constraint expressions, 1978, by support clauses.
func init() { registerBlocks("triples", false, (*block).encodeTriples) }

// encodeTriples writes joint's clauses, and support clauses for the threes of variables that are not a line's.
func (b *block) encodeTriples(shared map[string]*joint) error {
	support, err := b.encodeJoint(shared)
	if err != nil {
		return err
	}
	lines := map[[3]int]bool{} // by variables, ascending indices
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
