package native

import "qmsat/model"

// postMatching posts hyper-arc consistency of all-different variables: it keeps exactly the values that occur in a matching of
// variables to values. A call takes O(values left) steps, and as many again for each value of the last matching that was removed.
func (b *builder) postMatching(variables []model.Var) {
	union := b.unionOf(variables)
	n := newNumbering(union)
	f := &flow{}
	sink := int32(-1)
	supply := -1
	if n.size > len(variables) {
		supply, sink = 0, f.node(-len(variables)) // some values may be unused
	}
	values := make([]int32, n.size)
	for i := range values {
		values[i] = f.node(supply)
		if sink >= 0 {
			f.arc(values[i], sink)
		}
	}
	for _, v := range variables {
		from := f.node(1)
		own := &b.numberings[v]
		for i := range b.bits(v).All() {
			if b.over(1) {
				return
			}
			f.arc(from, values[n.below(own.value(i))], b.bitOf(v, i))
		}
	}
	f.post(b, variables)
}
