package propagate

import (
	"math/bits"

	"qmsat/model"
	"qmsat/native/space"
)

// shortRegular is regular if each layer has at most 64 nodes, and each variable one word. Sets of nodes are words, and the values of a
// node with the same next node are one arc. It finds the same; if a variable is repeated, perhaps sooner.
type shortRegular struct {
	vars    []model.Var
	layers  []shortLayer
	reached []uint64 // by layer: the nodes that some values lead to; during a call only
}

// shortLayer holds the arcs of a layer's nodes: those of node i are arcs[starts[i]:starts[i+1]].
type shortLayer struct {
	starts []int32
	arcs   []shortArc
}

// shortArc leads to a node of the next layer by some values.
type shortArc struct{ values, to uint64 }

// Short returns the propagator as a shortRegular, and reports whether it has that form.
func (p *Regular) Short(b *space.Builder) (*shortRegular, bool) {
	q := &shortRegular{vars: p.Vars, reached: make([]uint64, len(p.Layers))}
	for i := range p.Layers {
		l, layer := &p.Layers[i], shortLayer{starts: []int32{0}}
		if l.words > 1 || len(l.masks) > b.InWord || len(l.masks) == 0 {
			return nil, false
		}
		for node, mask := range l.masks {
			for left := mask; left != 0; {
				arc := node*l.values + bits.TrailingZeros64(left)
				layer.arcs = append(layer.arcs, shortArc{l.alike[arc], 1 << l.next[arc]})
				left &^= l.alike[arc]
			}
			layer.starts = append(layer.starts, int32(len(layer.arcs)))
		}
		q.layers = append(q.layers, layer)
	}
	return q, true
}

func (p *shortRegular) Propagate(s *space.Space) bool {
	at := uint64(1)
	for i := range p.layers {
		l, domain, after := &p.layers[i], s.State[s.Offsets[p.vars[i]]], uint64(0)
		p.reached[i] = at
		for ; at != 0; at &= at - 1 {
			node := bits.TrailingZeros64(at)
			for _, a := range l.arcs[l.starts[node]:l.starts[node+1]] {
				if a.values&domain != 0 {
					after |= a.to
				}
			}
		}
		if at = after; at == 0 {
			return false
		}
	}
	leading := uint64(1) // accepting states are node 0
	for i := len(p.layers) - 1; i >= 0; i-- {
		l, domain, lead, supported := &p.layers[i], s.State[s.Offsets[p.vars[i]]], uint64(0), uint64(0)
		for at := p.reached[i]; at != 0; at &= at - 1 {
			node, values := bits.TrailingZeros64(at), uint64(0)
			for _, a := range l.arcs[l.starts[node]:l.starts[node+1]] {
				if a.to&leading != 0 {
					values |= a.values
				}
			}
			if values &= domain; values != 0 {
				supported |= values
				lead |= at & -at
			}
		}
		if leading = lead; !s.Put(p.vars[i], supported) {
			return false
		}
	}
	return true
}
