package frontier

import (
	"context"
	"math/big"
	"math/bits"
	"slices"

	"qmsat/internal/memory"
	"qmsat/internal/stop"
)

// table holds states, each with its count. Both are numbers of fixed length in words, lowest word first for counts. Entries lie in
// pages, so that they stay where they are when there are more, and are found by open addressing.
type table struct {
	words, limbs int
	pages        [][]uint64 // of pageStates entries each
	n            int
	slots        []uint64 // the upper half of a hash and the number of the entry, counted from 1; 0 is free
	what         string   // for the out-of-memory message
}

const (
	fewestSlots = 64
	pageStates  = 256
)

func newTable(words, limbs int, what string) *table {
	return &table{words: words, limbs: limbs, what: what, slots: make([]uint64, fewestSlots)}
}

func (t *table) stride() int { return t.words + t.limbs }

func (t *table) entry(i int) []uint64 {
	return t.pages[uint(i)/pageStates][uint(i)%pageStates*uint(t.stride()):][:t.stride()]
}

func (t *table) state(i int) []uint64 { return t.entry(i)[:t.words] }

func (t *table) count(i int) []uint64 { return t.entry(i)[t.words:] }

// push adds a state with the count 0. The first page grows, later ones are made at once.
func (t *table) push(state []uint64) {
	if t.n%pageStates == 0 {
		t.pages = append(t.pages, make([]uint64, 0, min(t.n, pageStates)*t.stride()))
	}
	page := &t.pages[len(t.pages)-1]
	*page = append(append(*page, state...), make([]uint64, t.limbs)...)
	t.n++
}

// hash mixes the words of a state.
//
// Source: the multiplication of wyhash, Wang Yi, github.com/wangyi-fudan/wyhash.
func hash(state []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range state {
		hi, lo := bits.Mul64(w^0xa0761d6478bd642f, h^0xe7037ed1a0b428db)
		h = hi ^ lo
	}
	return h
}

// add adds times·count to the count of a state with this hash, and reports whether the state is new.
func (t *table) add(ctx context.Context, h uint64, state, count []uint64, times uint64) (fresh bool, err error) {
	if 4*(t.n+1) > 3*len(t.slots) {
		if err := t.grow(ctx); err != nil {
			return false, err
		}
	}
	at, i := t.find(h, state)
	if i >= 0 {
		t.accumulate(t.count(i), count, times)
		return false, nil
	}
	t.slots[at] = h&^(1<<32-1) | uint64(t.n+1)
	t.push(state)
	t.accumulate(t.count(t.n-1), count, times)
	return true, nil
}

// find returns the slot and the number of a state with this hash, or a free slot for it and -1.
func (t *table) find(h uint64, state []uint64) (slot uint64, i int) {
	mask := uint64(len(t.slots) - 1)
	tag := h &^ (1<<32 - 1)
	for at := h & mask; ; at = (at + 1) & mask {
		slot := t.slots[at]
		if slot == 0 {
			return at, -1
		}
		if slot&^(1<<32-1) == tag {
			if i := int(slot&(1<<32-1)) - 1; slices.Equal(t.state(i), state) {
				return at, i
			}
		}
	}
}

// accumulate adds times·count to a sum that has room for it.
func (t *table) accumulate(sum, count []uint64, times uint64) {
	var carry uint64
	for i := range sum {
		if i >= len(count) && carry == 0 {
			return
		}
		var hi, lo, c uint64
		if i < len(count) {
			hi, lo = bits.Mul64(count[i], times)
		}
		lo, c = bits.Add64(lo, carry, 0)
		hi += c
		sum[i], c = bits.Add64(sum[i], lo, 0)
		carry = hi + c
	}
}

// grow makes slots for twice as many states, and asks for the memory of all.
func (t *table) grow(ctx context.Context) error {
	if len(t.slots) > 1<<16 {
		if err := memory.Ask(ctx, t.what, 8*(int64(t.n*t.stride())+2*int64(len(t.slots)))); err != nil {
			return err
		}
	}
	watch := stop.NewWatch(ctx)
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	mask := uint64(len(t.slots) - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		if err := watch.Over(workPerLookup); err != nil {
			return err
		}
		at := hash(t.state(int(slot&(1<<32-1))-1)) & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = slot
	}
	return nil
}

// total adds up all counts.
func (t *table) total(watch *stop.Watch) *big.Int {
	sum := make([]uint64, t.limbs+1)
	for i := range t.n {
		if watch.Over(t.limbs) != nil {
			break
		}
		var carry uint64
		for j, word := range t.count(i) {
			sum[j], carry = bits.Add64(sum[j], word, carry)
		}
		sum[t.limbs] += carry
	}
	return number(sum)
}

// number returns the number in words, lowest word first.
func number(words []uint64) *big.Int {
	n := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(words[i]))
	}
	return n
}
