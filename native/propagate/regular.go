package propagate

import (
	"encoding/binary"
	"math/bits"

	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/native/bitset"
	"qmsat/native/space"
)

// Regular keeps the values on some path of the automaton from the start to acceptance. That is domain consistency if no variable
// is repeated. The automaton is unrolled: a layer of nodes for each variable, without nodes off all paths, and with equal nodes
// merged. A call takes O(arcs) steps: like all data on a state, what is reached is not kept from one call to the next.
//
// Source: Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004; nodes are merged as in
// Bryant, "Graph-based algorithms for Boolean function manipulation", 1986.
type Regular struct {
	Vars   []model.Var
	Layers []Layer
}

// Layer is the nodes before a variable is read, each with an arc for some of its values.
type Layer struct {
	values    int        // of the variable
	words     int        // of a set of values
	next      []int32    // by node and number of a value: the node of the next layer
	masks     []uint64   // by node, the set of values with an arc
	alike     []uint64   // by node and number of a value: the values of the same word whose arcs lead to the same node
	reached   bitset.Set // the nodes that some values lead to; this and the next two during a call only
	leading   bitset.Set // those of them that lead to acceptance
	supported bitset.Set // the values on a path
}

// longLine is the length from which an automaton runs only if no quick propagator is due.
const longLine = 32

func init() {
	space.RegisterKind("regular", space.OfAll, func(b *space.Builder, c *kinds.Regular) {
		p := &Regular{Vars: c.Vars, Layers: make([]Layer, len(c.Vars))}
		p.Unroll(b, c)
		posted := space.Propagator(p)
		if q, ok := p.Short(b); ok {
			posted = q
		}
		if len(c.Vars) > longLine {
			b.PostSlow(posted, space.AskValues, c.Scope())
		} else {
			b.Post(posted, space.OnChange, space.AskValues, c.Scope())
		}
	})
}

// Unroll makes the layers, the last one first. Before the start a state has no node; after the last variable all accepting states
// are node 0.
func (p *Regular) Unroll(b *space.Builder, c *kinds.Regular) {
	reached := p.reach(b, c)
	nodes := make([]int32, c.States+1) // by state of the layer before; 0 is no node
	for _, state := range c.Accepting {
		nodes[state] = 1
	}
	for i := len(c.Vars) - 1; i >= 0; i-- {
		v := c.Vars[i]
		domain := b.Bits(v)
		l := &p.Layers[i]
		l.values, l.words, l.supported = b.Numberings[v].Size, len(domain), make(bitset.Set, len(domain))
		before, known := make([]int32, c.States+1), map[string]int32{}
		row, mask := make([]int32, l.values), make(bitset.Set, l.words)
		var key []byte
		for state := range reached[i].All() {
			if b.Over(l.values) {
				return
			}
			clear(row)
			clear(mask)
			key = key[:0]
			for number := range domain.All() {
				to := c.After(state, b.Numberings[v].Value(number))
				if to != 0 && nodes[to] != 0 {
					row[number] = nodes[to] - 1
					mask.Add(number)
				}
				key = binary.LittleEndian.AppendUint32(key, uint32(nodes[to]))
			}
			if mask.Empty() {
				continue
			}
			if known[string(key)] == 0 {
				l.next, l.masks, l.alike = append(l.next, row...), append(l.masks, mask...), append(l.alike, alike(row, mask)...)
				known[string(key)] = int32(len(known) + 1)
			}
			before[state] = known[string(key)]
		}
		l.reached, l.leading = bitset.New(len(known)), bitset.New(len(known))
		nodes = before
	}
}

// alike returns, for each value, the values of the same word in a mask that lead to the same node.
func alike(next []int32, mask bitset.Set) []uint64 {
	sets := make([]uint64, len(next))
	for i := range mask.All() {
		for j := range mask.All() {
			if i/64 == j/64 && next[i] == next[j] {
				sets[i] |= 1 << (j % 64)
			}
		}
	}
	return sets
}

// reach returns the states that some values lead to, by the number of values read.
func (p *Regular) reach(b *space.Builder, c *kinds.Regular) []bitset.Set {
	reached := []bitset.Set{bitset.New(c.States + 1)}
	reached[0].Add(c.Start)
	for i, v := range c.Vars {
		after := bitset.New(c.States + 1)
		for state := range reached[i].All() {
			if b.Over(b.Size(v)) {
				break
			}
			for number := range b.Bits(v).All() {
				after.Add(c.After(state, b.Numberings[v].Value(number))) // state 0 stands for no step
			}
		}
		after.Remove(0)
		reached = append(reached, after)
	}
	return reached
}

func (p *Regular) Propagate(s *space.Space) bool {
	if len(p.Layers[0].masks) == 0 {
		return false
	}
	p.Layers[0].reached.Add(0)
	for i, v := range p.Vars[:len(p.Vars)-1] {
		l, after := &p.Layers[i], p.Layers[i+1].reached
		clear(after)
		if s.Over(l.advance(s.Bits(v), after)) || after.Empty() {
			return false
		}
	}
	for i := len(p.Vars) - 1; i >= 0; i-- {
		var after bitset.Set // after the last variable each arc accepts
		if i+1 < len(p.Vars) {
			after = p.Layers[i+1].leading
		}
		p.Layers[i].retreat(s.Bits(p.Vars[i]), after)
	}
	for i, v := range p.Vars {
		if !s.Keep(v, p.Layers[i].supported) {
			return false
		}
	}
	return true
}

// advance adds the nodes after those reached, by the values of a domain. It returns the number of nodes that it left.
func (l *Layer) advance(domain, after bitset.Set) (work int) {
	for w, word := range l.reached {
		for ; word != 0; word &= word - 1 {
			work++
			node := 64*w + bits.TrailingZeros64(word)
			for d, mask := range l.masks[node*l.words : (node+1)*l.words] {
				for left := domain[d] & mask; left != 0; {
					arc := node*l.values + 64*d + bits.TrailingZeros64(left)
					after.Add(int(l.next[arc]))
					left &^= l.alike[arc]
				}
			}
		}
	}
	return work
}

// retreat finds the nodes, among those reached, with an arc to a node that leads to acceptance, and the values of such arcs. after
// is nil if all arcs do.
func (l *Layer) retreat(domain, after bitset.Set) {
	clear(l.leading)
	clear(l.supported)
	for w, word := range l.reached {
		for ; word != 0; word &= word - 1 {
			node := 64*w + bits.TrailingZeros64(word)
			for d, mask := range l.masks[node*l.words : (node+1)*l.words] {
				left, supported := domain[d]&mask, uint64(0)
				if after == nil {
					supported, left = left, 0
				}
				for left != 0 {
					arc := node*l.values + 64*d + bits.TrailingZeros64(left)
					if after.Has(int(l.next[arc])) {
						supported |= left & l.alike[arc]
					}
					left &^= l.alike[arc]
				}
				if supported != 0 {
					l.supported[d] |= supported
					l.leading.Add(node)
				}
			}
		}
	}
}
