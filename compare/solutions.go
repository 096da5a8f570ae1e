package compare

import (
	"bytes"
	"hash/maphash"
	"math/bits"

	"qmsat/internal/lists"
	"qmsat/model"
)

// packing writes the outputs of assignments as whole bytes, in as few bits an output as its domain needs. Packed solutions are
// in the order of their outputs' values.
type packing struct {
	outputs []model.Var
	domains []model.Domain
	bits    []int
	size    int // bytes of a solution
}

func newPacking(m *model.Model) *packing {
	p := &packing{outputs: m.OutputVars()}
	total := 0
	for _, v := range p.outputs {
		d := m.DomainOf(v)
		width := bits.Len(uint(d.Size() - 1))
		p.domains, p.bits = append(p.domains, d), append(p.bits, width)
		total += width
	}
	p.size = (total + 7) / 8
	return p
}

// pack writes an assignment into key, which has the packing's size. The outputs must be in their domains.
func (p *packing) pack(key []byte, a model.Assignment) {
	clear(key)
	at := 0
	for i, v := range p.outputs {
		index, _ := p.domains[i].Index(a[v])
		for bit := p.bits[i] - 1; bit >= 0; bit-- {
			key[at/8] |= byte(index>>bit&1) << (7 - at%8)
			at++
		}
	}
}

func (p *packing) unpack(key []byte, a model.Assignment) {
	at := 0
	for i, v := range p.outputs {
		index := 0
		for range p.bits[i] {
			index = index<<1 | int(key[at/8]>>(7-at%8)&1)
			at++
		}
		a[v] = p.domains[i].Value(index)
	}
}

// solutions numbers packed solutions in the order of arrival, each once. Contenders share it, so a solution that several list is
// kept once. A hash gives the slot; the solution there is compared in full.
type solutions struct {
	size   int
	n      int
	chunks [][]byte // of chunkLength solutions, but for the last
	table  []uint64 // numbers from 1 on, at the first free place from their hash on; 0: free
}

// chunkLength is the number of solutions in one piece of memory. So nothing is copied as their number grows.
const chunkLength = 1 << 12

var seed = maphash.MakeSeed()

func (s *solutions) at(i int) []byte {
	from := i % chunkLength * s.size
	return s.chunks[i/chunkLength][from : from+s.size]
}

// slot returns the slot of the table that a solution has, or would have.
func (s *solutions) slot(key []byte) int {
	mask := len(s.table) - 1
	i := int(maphash.Bytes(seed, key)) & mask
	for s.table[i] != 0 && !bytes.Equal(s.at(int(s.table[i]-1)), key) {
		i = (i + 1) & mask
	}
	return i
}

// number returns the number of a solution, and keeps a new one.
func (s *solutions) number(key []byte) int {
	if 4*(s.n+1) > 3*len(s.table) {
		s.table = make([]uint64, max(8, 2*len(s.table)))
		for i := range s.n {
			s.table[s.slot(s.at(i))] = uint64(i + 1)
		}
	}
	slot := s.slot(key)
	if known := s.table[slot]; known != 0 {
		return int(known - 1)
	}
	if s.n%chunkLength == 0 {
		var room []byte // the first chunk grows, since most puzzles have few solutions
		if s.n > 0 {
			room = make([]byte, 0, chunkLength*s.size)
		}
		s.chunks = append(s.chunks, room)
	}
	last := len(s.chunks) - 1
	s.chunks[last] = append(s.chunks[last], key...)
	s.n++
	s.table[slot] = uint64(s.n)
	return s.n - 1
}

// least returns the number of the first of some solutions, in the order of their outputs' values.
func (s *solutions) least(numbers numbers) (least int, found bool) {
	for i := range s.n {
		if numbers.has(i) && (!found || bytes.Compare(s.at(i), s.at(least)) < 0) {
			least, found = i, true
		}
	}
	return least, found
}

// numbers is a set of numbers of solutions, a bit each.
type numbers []uint64

func (n numbers) has(i int) bool { return i/64 < len(n) && n[i/64]>>(i%64)&1 != 0 }

// add adds a number, and reports whether it is new.
func (n *numbers) add(i int) bool {
	for i/64 >= len(*n) {
		*n = append(*n, 0)
	}
	isNew := !n.has(i)
	(*n)[i/64] |= 1 << (i % 64)
	return isNew
}

func (n numbers) without(others numbers) numbers {
	left := make(numbers, len(n))
	for i, word := range n {
		if i < len(others) {
			word &^= others[i]
		}
		left[i] = word
	}
	return left
}

func (n numbers) count() uint64 {
	sum := lists.Sum(n, func(word uint64) int { return bits.OnesCount64(word) })
	return uint64(sum)
}
