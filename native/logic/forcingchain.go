package logic

import (
	"fmt"

	"qmsat/model"
	"qmsat/native/bitset"
)

func init() {
	register(&Technique{
		Name: "forcing-chain", Title: "Forcing Chain", Group: "forcing", Order: 8500, Score: 500, Level: Extreme, Rating: 8.0, Chains: true,
		find: forcingChain, Describe: describeForcing,
	})
}

// forcingChain finds candidates from which chains lead to a contradiction. It also finds common results of chains from each
// candidate of a cell, or from each place of a value in a house. In a chain each candidate follows from the one before it
// alone.
func forcingChain(f *finder) {
	f.force(&chainInference{newChainSearch(f, anyLink), make([]uint64, len(f.cells))})
}

// chainInference infers by chains.
type chainInference struct {
	*chainSearch
	off []uint64 // by value, a bitset.Set each: the cells that lose it
}

// infer implements inference.
func (c *chainInference) infer(at Candidate, on bool, f *consequences) {
	c.from(at, on)
	clear(f.off)
	clear(f.on)
	clear(c.off)
	f.contradicted = ""
	note := func(at Candidate, on bool) {
		if on {
			f.on[at.Cell] |= 1 << at.Value
		} else {
			f.off[at.Cell] |= 1 << at.Value
			bitset.Set(c.off[at.Value*c.words:]).Add(int(at.Cell))
		}
	}
	note(at, on)
	for _, node := range c.queue {
		note(c.candidate(node>>1), node&1 == 1)
	}
	for v, mask := range c.candidates {
		if f.on[v]&f.off[v] != 0 || mask != 0 && mask&^f.off[v] == 0 {
			f.contradicted = c.CellNames([]model.Var{model.Var(v)})
			return
		}
	}
	for i := range c.Houses {
		h := &c.Houses[i]
		for value := range bitsOf(h.values &^ c.placed[i]) {
			if h.Full && c.allOff(h, value) {
				f.contradicted = fmt.Sprintf("%s for %d", h.Name, c.Number(value))
				return
			}
		}
	}
}

// allOff reports whether a house loses all places of a value.
func (c *chainInference) allOff(h *House, value int) bool {
	for i, word := range c.with(value) {
		if word&h.set[i]&^c.off[value*c.words+i] != 0 {
			return false
		}
	}
	return true
}
