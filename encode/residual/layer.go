package residual

import (
	"context"
	"math/big"
	"math/bits"
	"slices"
)

// layer holds the states at a cut. A state is a key that describes the rest of the formula, the first choice of values that led
// to it, and the number of such choices. Its words stand one after another: the length of the key, the count, the choice, the
// key.
type layer struct {
	*store
	slabs  [][]uint64
	counts int // words of a count, the least significant one first
	path   int // words of a choice
	states int
	table  []uint64 // open addressing: slab, word in the slab and some bits of the hash; 0: free
}

const (
	offsetBits   = 24 // of an entry of the table
	locationBits = 48
)

// store has the memory of layers.
type store struct {
	free       [][]uint64 // slabs
	slabWords  int        // of a slab, at least
	leastTable int        // entries; a power of two
}

func newStore(l *limits) *store {
	return &store{slabWords: l.SlabWords, leastTable: 1 << l.TableBits}
}

// header is the number of words before a state's key.
func (l *layer) header() int { return 1 + l.counts + l.path }

// hash mixes the words of a key; its high bits choose the place in the table.
func hash(key []uint64) uint64 {
	h := uint64(len(key)) * 0x9e3779b97f4a7c15
	for _, w := range key {
		high, low := bits.Mul64(h^w, 0xd6e8feb86659fd93)
		h = high ^ low ^ h>>29
	}
	high, low := bits.Mul64(h, 0x9e3779b97f4a7c15)
	return high ^ low
}

// add adds a count to the state with this key, or makes the state.
func (l *layer) add(ctx context.Context, key, count, path []uint64) {
	if 4*l.states >= 3*len(l.table) {
		l.grow(ctx)
	}
	h := hash(key)
	mask := uint64(len(l.table) - 1)
	tag := h >> locationBits << locationBits
	i := h & mask
	for ; l.table[i] != 0; i = (i + 1) & mask {
		entry := l.table[i]
		if entry>>locationBits != h>>locationBits {
			continue
		}
		state := l.at(entry)
		if int(state[0]) == len(key) && slices.Equal(state[l.header():][:len(key)], key) {
			addTo(state[1:][:l.counts], count)
			return
		}
	}
	l.table[i] = tag | l.put(key, count, path)
	l.states++
}

// addTo adds a number to a sum that has room for the result. The number may have more words: those are 0.
func addTo(sum, more []uint64) {
	carry := uint64(0)
	for i := range sum {
		w := uint64(0)
		if i < len(more) {
			w = more[i]
		}
		sum[i], carry = bits.Add64(sum[i], w, carry)
	}
}

// at returns the words from a table entry's state to the end of its slab.
func (l *layer) at(entry uint64) []uint64 {
	location := entry&(1<<locationBits-1) - 1
	return l.slabs[location>>offsetBits][location&(1<<offsetBits-1):]
}

// put appends a state and returns its location for the table.
func (l *layer) put(key, count, path []uint64) uint64 {
	need := l.header() + len(key)
	last := len(l.slabs) - 1
	if last < 0 || len(l.slabs[last])+need > cap(l.slabs[last]) {
		l.slabs = append(l.slabs, l.slab(need))
		last++
	}
	slab := l.slabs[last]
	location := uint64(last)<<offsetBits | uint64(len(slab))
	slab = append(slab, uint64(len(key)))
	slab = append(slab, make([]uint64, l.counts)...)
	addTo(slab[len(slab)-l.counts:], count)
	slab = append(append(slab, path...), key...)
	l.slabs[last] = slab
	return location + 1
}

// slab returns an empty slab with room for need words.
func (l *layer) slab(need int) []uint64 {
	last := len(l.free) - 1
	if need > l.slabWords || last < 0 {
		return make([]uint64, 0, max(need, l.slabWords))
	}
	slab := l.free[last][:0]
	l.free = l.free[:last]
	return slab
}

// grow doubles the table. If ctx ends first, the table lacks some states.
func (l *layer) grow(ctx context.Context) {
	l.table = make([]uint64, max(l.leastTable, 2*len(l.table)))
	mask := uint64(len(l.table) - 1)
	for number, slab := range l.slabs {
		if ctx.Err() != nil {
			return
		}
		for offset := 0; offset < len(slab); {
			key := slab[offset+l.header():][:slab[offset]]
			h := hash(key)
			i := h & mask
			for l.table[i] != 0 {
				i = (i + 1) & mask
			}
			l.table[i] = h>>locationBits<<locationBits | (uint64(number)<<offsetBits | uint64(offset)) + 1
			offset += l.header() + len(key)
		}
	}
}

// drain calls visit with the count and the choice of each state, in order of arrival, and releases their slabs. It ends early
// if visit returns false.
func (l *layer) drain(visit func(count, path []uint64) bool) {
	l.table = nil
	for number, slab := range l.slabs {
		for offset := 0; offset < len(slab); {
			state := slab[offset:]
			if !visit(state[1:][:l.counts], state[1+l.counts:][:l.path]) {
				return
			}
			offset += l.header() + int(state[0])
		}
		l.slabs[number] = nil
		if cap(slab) == l.slabWords {
			l.free = append(l.free, slab)
		}
	}
}

// total returns the sum of all counts.
func (l *layer) total() *big.Int {
	sum := make([]uint64, l.counts+1)
	for _, slab := range l.slabs {
		for offset := 0; offset < len(slab); {
			addTo(sum, slab[offset+1:][:l.counts])
			offset += l.header() + int(slab[offset])
		}
	}
	return number(sum)
}

// number returns the number held in words.
func number(words []uint64) *big.Int {
	n := new(big.Int)
	for _, w := range slices.Backward(words) {
		n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(w))
	}
	return n
}
