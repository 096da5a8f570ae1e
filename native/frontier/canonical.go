package frontier

import (
	"math/bits"
	"slices"
)

// symmetry holds the symmetries used for the remainder at a cut: interchangeable values, automorphisms, and the reversal of
// values. Each maps the remainder onto itself, so a state has as many completions as its image.
type symmetry struct {
	fields  []location
	cells   []uint64 // the classes of interchangeable values
	value   []uint8  // by position in the sequence of all cells' values: the value's index
	sorted  bool     // value is the identity
	rigid   bool     // no two values are interchangeable, so a field's content is fixed
	images  [][]image
	twins   [][]bool // by field: the fields that can be exchanged with it alone
	turned  []uint8  // by value: its reversal; nil if there is none
	classes [][]int  // the values of the cells
	chain   chain
	most    int // limit on the nodes of a search for a canonical form
}

// image is a possible image of a field.
type image struct {
	field uint8
	by    permutation
}

// location is where a state holds a field.
type location struct {
	word, shift int
	bits        uint64
	mask        bool
	plain       bool    // bit i of a mask means value i
	values      []uint8 // by bit of a mask: its value; noValue if it has no effect
	bit         []uint8 // by value: its bit
	turned      []int32 // by node of an automaton: its reversal
}

const noValue = 255

// newSymmetry returns the symmetry of a remainder. It returns nil if the remainder has none, or exceeds a limit on values or fields.
func newSymmetry(r *remainder, full bool) *symmetry {
	p := r.problem
	if len(r.values) > p.limits.SymmetricValues || len(r.active) > p.limits.SymmetricFields { // masks are words, fields are bytes
		return nil
	}
	s := &symmetry{classes: r.interchangeable(), sorted: true, most: p.limits.Searched}
	if r.over(0) {
		return nil
	}
	s.addClasses(r)
	if s.rigid = len(s.cells) == len(r.values); s.rigid {
		s.sorted, s.cells = true, nil
	}
	// Automata with a single node have no bits in a state.
	r.active = slices.DeleteFunc(r.active, func(j int) bool { return r.plan.fields[j].width == 0 })
	if len(r.active) == 0 {
		return nil
	}
	for _, j := range r.active {
		f := &r.plan.fields[j]
		if len(f.word) > 1 {
			return nil
		}
		s.fields = append(s.fields, r.locationOf(f))
	}
	s.chain = trivialChain(len(r.active))
	if full {
		s.chain = newStructure(r).chain()
		s.turn(r)
	}
	if s.rigid && len(s.chain.order()) == 0 && s.turned == nil {
		return nil
	}
	for i, level := range s.chain {
		s.addLevel(i, level, full)
	}
	return s
}

// addClasses adds the classes of interchangeable values, and checks one exchange in each.
func (s *symmetry) addClasses(r *remainder) {
	for _, class := range s.classes {
		var cell uint64
		for _, value := range class {
			i, _ := slices.BinarySearch(r.values, value)
			s.sorted = s.sorted && i == len(s.value)
			cell |= 1 << i
			s.value = append(s.value, uint8(i))
		}
		s.cells = append(s.cells, cell)
		if last := len(class) - 1; last > 0 {
			a := r.problem.checker.random.IntN(last)
			b := a + 1 + r.problem.checker.random.IntN(last-a)
			r.check(mapping{name: "interchangeable values", field: itself, value: exchange(class[a], class[b])})
		}
	}
}

// addLevel adds the images at a level of the chain, and the fields that can be exchanged with the level's own field.
func (s *symmetry) addLevel(i int, level level, full bool) {
	var list []image
	for u, t := range level {
		if t != nil {
			list = append(list, image{uint8(u), t})
		}
	}
	twins := make([]bool, len(s.chain))
	for j := range twins {
		swap := slices.Clone(s.chain[0][0])
		swap[i], swap[j] = uint8(j), uint8(i)
		twins[j] = i != j && full && s.chain.has(swap)
	}
	s.images, s.twins = append(s.images, list), append(s.twins, twins)
}

func (r *remainder) locationOf(f *field) location {
	p := location{word: f.word[0], shift: f.shift[0], bits: ^uint64(0) >> (64 - f.width), mask: f.automaton == nil}
	if !p.mask {
		return p
	}
	p.values, p.bit = slices.Repeat([]uint8{noValue}, f.width), slices.Repeat([]uint8{noValue}, len(r.values))
	p.plain = f.width == len(r.values)
	for i, value := range r.values {
		bit, has := f.values[value]
		p.plain = p.plain && has && bit == i
		if has {
			p.bit[i] = uint8(bit)
			p.values[bit] = uint8(i)
		}
	}
	return p
}

// turn adds the reversal of the values, if there is one.
func (s *symmetry) turn(r *remainder) {
	t := r.reversal()
	if t == nil {
		return
	}
	s.turned = make([]uint8, len(r.values))
	for i, value := range r.values {
		j, has := slices.BinarySearch(r.values, t.total-value)
		if !has {
			s.turned = nil
			return
		}
		s.turned[i] = uint8(j)
	}
	for i, j := range r.active {
		s.fields[i].turned = t.nodes[j]
	}
	r.check(mapping{name: "reversal", field: itself, value: func(value int) int { return t.total - value }, nodes: t.nodes})
}

// canonizer makes states canonical. It is for one goroutine at a time.
type canonizer struct {
	*symmetry
	contents []uint64 // by field: the values of a mask, the node of an automaton
	reversed []uint64
	of       []uint64 // the contents being searched: contents or reversed
	ranks    []uint64 // by field, of the searched contents
	best     []uint64 // by level
	bestRank []uint64
	path     []uint8 // by level: the field on the way to the best
	now      []uint8 // by level: the field being tried
	has      bool    // there is a best one
	other    bool    // the best one has the contents searched before
	nodes    int
	levels   []searchLevel
}

type searchLevel struct {
	by    permutation
	cells []uint64
	keys  []uint64
}

func newCanonizer(s *symmetry) *canonizer {
	m := len(s.fields)
	c := &canonizer{
		symmetry: s, contents: make([]uint64, m), reversed: make([]uint64, m), ranks: make([]uint64, m), best: make([]uint64, m),
		bestRank: make([]uint64, m), path: make([]uint8, m), now: make([]uint8, m), levels: make([]searchLevel, m+1),
	}
	for i := range c.levels {
		c.levels[i] = searchLevel{make(permutation, m), make([]uint64, 0, len(s.value)), make([]uint64, m)}
	}
	return c
}

// canonical replaces a state by the first of its images under the symmetry. If the search takes too long, the result is some
// image, perhaps different for different images of the state.
func (c *canonizer) canonical(state []uint64) {
	for i := range c.fields {
		f := &c.fields[i]
		c.contents[i] = f.read(state)
	}
	c.has, c.other, c.nodes = false, false, 0
	c.searchAll(c.contents)
	if c.turned != nil {
		for i, content := range c.contents {
			c.reversed[i] = c.reverse(i, content)
		}
		c.other = true
		c.searchAll(c.reversed)
	}
	clear(state)
	for i := range c.fields {
		c.fields[i].write(state, c.content(i))
	}
}

func (f *location) read(state []uint64) uint64 {
	bits := state[f.word] >> f.shift & f.bits
	if !f.mask || f.plain {
		return bits
	}
	return moved(bits, f.values)
}

func (f *location) write(state []uint64, content uint64) {
	if f.mask && !f.plain {
		content = moved(content, f.bit)
	}
	state[f.word] |= content << f.shift
}

// moved moves each bit to its new place.
func moved(set uint64, to []uint8) uint64 {
	var all uint64
	for ; set != 0; set &= set - 1 {
		all |= 1 << to[bits.TrailingZeros64(set)]
	}
	return all
}

func (c *canonizer) reverse(field int, content uint64) uint64 {
	f := &c.fields[field]
	if f.mask {
		return moved(content, c.turned)
	}
	return uint64(f.turned[content])
}

// content returns the best state's content of a field.
func (c *canonizer) content(field int) uint64 {
	if c.fields[field].mask && !c.sorted {
		return moved(c.best[field], c.value)
	}
	return c.best[field]
}

func (c *canonizer) searchAll(contents []uint64) {
	c.of = contents
	c.rank()
	first := &c.levels[0]
	copy(first.by, c.chain[0][0])
	first.cells = append(first.cells[:0], c.cells...)
	c.search(0, c.has)
}

// rank ranks masks by how many values they share with others. Symmetries keep that number, so a level has few masks to choose
// from. Masks that share few values come first; in the other order Latin squares of order 8 take a third more states.
func (c *canonizer) rank() {
	if c.rigid {
		return
	}
	clear(c.ranks)
	for i := range c.fields {
		for j := range i {
			if c.fields[i].mask && c.fields[j].mask {
				little := uint64(1) << (60 - 4*min(bits.OnesCount64(c.of[i]&c.of[j]), 15))
				c.ranks[i] += little
				c.ranks[j] += little
			}
		}
	}
}

// search continues from a level. tied says that the keys of the earlier levels equal the best ones. search returns the level to
// continue at, or -1 to end.
//
// Source: McKay, "Practical graph isomorphism", 1981: two equal leaves give an automorphism of the state, which maps the earlier
// leaf's branch to the later one's.
func (c *canonizer) search(at int, tied bool) int {
	if at == len(c.fields) {
		if tied {
			return c.parting()
		}
		c.has, c.other = true, false
		copy(c.path, c.now)
		return at
	}
	if c.nodes++; tied && c.nodes > c.most {
		return -1
	}
	l := &c.levels[at]
	images := c.images[at]
	var rank, most uint64
	for _, image := range images {
		rank = max(rank, c.ranks[l.by[image.field]])
	}
	for i, image := range images {
		if field := l.by[image.field]; c.ranks[field] == rank {
			l.keys[i] = c.key(l, field)
			most = max(most, l.keys[i])
		}
	}
	if tied && (rank < c.bestRank[at] || rank == c.bestRank[at] && most < c.best[at]) {
		return at
	}
	tied = tied && rank == c.bestRank[at] && most == c.best[at]
	for i, image := range images {
		field := l.by[image.field]
		if c.ranks[field] != rank || l.keys[i] != most || c.twin(l, images[:i], field) {
			continue
		}
		c.bestRank[at], c.best[at], c.now[at] = rank, most, field
		c.descend(at, image)
		if back := c.search(at+1, tied); back < at {
			return back
		}
		tied = true
	}
	return at
}

// parting returns the level where the current path leaves the path to the best, or -1 if the best one has other contents.
func (c *canonizer) parting() int {
	if c.other {
		return -1
	}
	for at, field := range c.now {
		if c.path[at] != field {
			return at
		}
	}
	return len(c.now)
}

// twin reports whether an earlier field has the same content and can be exchanged with this one alone.
func (c *canonizer) twin(l *searchLevel, before []image, field uint8) bool {
	for _, image := range before {
		if other := l.by[image.field]; c.twins[other][field] && c.of[other] == c.of[field] {
			return true
		}
	}
	return false
}

// key returns a field's content, independent of the order of values within a cell: k values of a cell become the cell's first k
// positions.
func (c *canonizer) key(l *searchLevel, field uint8) uint64 {
	content := c.of[field]
	if c.rigid || !c.fields[field].mask {
		return content
	}
	var key uint64
	at := 0
	for _, cell := range l.cells {
		key |= (uint64(1)<<bits.OnesCount64(cell&content) - 1) << at
		at += bits.OnesCount64(cell)
	}
	return key
}

// descend chooses an image, and splits the cells by its content.
func (c *canonizer) descend(at int, image image) {
	l, next := &c.levels[at], &c.levels[at+1]
	for i, to := range image.by {
		next.by[i] = l.by[to]
	}
	if c.rigid {
		return
	}
	next.cells = next.cells[:0]
	field := l.by[image.field]
	if !c.fields[field].mask {
		next.cells = append(next.cells, l.cells...)
		return
	}
	content := c.of[field]
	for _, cell := range l.cells {
		if in := cell & content; in != 0 {
			next.cells = append(next.cells, in)
		}
		if out := cell &^ content; out != 0 {
			next.cells = append(next.cells, out)
		}
	}
}
