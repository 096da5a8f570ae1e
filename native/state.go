package native

import (
	"cmp"
	"math/bits"
	"slices"

	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/bitset"
	"qmsat/native/order"
)

// engineName is the name of the engine that runs every model.
const engineName = "native"

// numbering numbers the values of a domain from 0, lowest first. It gives the same numbers as [model.Domain.Index] and
// [model.Domain.Value], but takes O(log ranges) steps instead of O(ranges).
type numbering struct {
	lo, size int
	ranges   []model.Range // if there are several; otherwise the values start at lo without gaps
	starts   []int         // the number of each range's lowest value
}

func newNumbering(d model.Domain) numbering {
	n := numbering{lo: d.Min(), size: d.Size()}
	if ranges := d.Ranges(); len(ranges) > 1 {
		n.ranges = ranges
		start := 0
		for _, r := range n.ranges {
			n.starts = append(n.starts, start)
			start += r.Hi - r.Lo + 1
		}
	}
	return n
}

// inWordSetting is the number of values up to which a domain is one word.
var inWordSetting = engine.NewThreshold("in-word", "values of a domain, with those between them, that is one word", 64, 1, 3)

// newWordNumbering numbers the values of a domain and the integers between them, if all numbers are below limit. The states then
// never contain the integers between. It numbers other domains as newNumbering does. A lower limit makes larger domains extend
// beyond a word.
func newWordNumbering(d model.Domain, limit int) numbering {
	hull := model.Interval(d.Min(), d.Max())
	switch size := hull.Size(); {
	case size <= limit:
		return newNumbering(hull)
	case size <= 64:
		return newNumbering(model.Interval(d.Min()-(64-limit), d.Max()))
	}
	return newNumbering(d)
}

// inWord reports whether all values have numbers below 64 that differ as the values do.
func (n *numbering) inWord() bool { return n.ranges == nil && n.size <= 64 }

func (n *numbering) value(i int) int {
	if n.ranges == nil {
		return n.lo + i
	}
	return n.valueInRanges(i)
}

func (n *numbering) valueInRanges(i int) int {
	r, exact := slices.BinarySearch(n.starts, i)
	if !exact {
		r--
	}
	return n.ranges[r].Lo + i - n.starts[r]
}

// below returns the number of values below v, which is the number of v if v is a value.
func (n *numbering) below(v int) int {
	if n.ranges == nil {
		return min(max(v-n.lo, 0), n.size)
	}
	return n.belowInRanges(v)
}

func (n *numbering) belowInRanges(v int) int {
	r, _ := slices.BinarySearchFunc(n.ranges, v, func(r model.Range, v int) int { return cmp.Compare(r.Hi, v) })
	switch {
	case r == len(n.ranges) || v > n.ranges[r].Hi:
		return n.size
	case v <= n.ranges[r].Lo:
		return n.starts[r]
	default:
		return n.starts[r] + v - n.ranges[r].Lo
	}
}

// index returns the number of v, and whether v is a value.
func (n *numbering) index(v int) (int, bool) {
	i := n.below(v)
	return i, i < n.size && n.value(i) == v
}

// layout holds the place of each variable's domain in a state. Bit i of a variable's words, counted from the lowest bit of its
// first word, is the value with number i. A wide variable has two words: the numbers of its least and its largest value.
type layout struct {
	numberings []numbering // by variable
	offsets    []int       // each variable's first word; then the number of words
	wide       []bool      // by variable; nil if none is
	inWord     int         // the limit of newWordNumbering
}

func newLayout(m *model.Model, wide []bool, options engine.Options) *layout {
	l := &layout{offsets: []int{0}, wide: wide, inWord: inWordSetting.Int(options)}
	for v := range m.Variables {
		d, wide := m.Variables[v].Domain, l.isWide(model.Var(v))
		n := newWordNumbering(d, l.inWord)
		if wide {
			n = newNumbering(d)
		}
		l.numberings = append(l.numberings, n)
		l.offsets = append(l.offsets, l.words()+wordsOf(n.size, wide))
	}
	return l
}

func (l *layout) words() int { return l.offsets[len(l.offsets)-1] }

// full returns the state in which every variable of the model may have every value of its domain.
func (l *layout) full(m *model.Model) []uint64 {
	state := make([]uint64, l.words())
	for v := range m.Variables {
		values, n := bitset.Set(state[l.offsets[v]:l.offsets[v+1]]), &l.numberings[v]
		if l.isWide(model.Var(v)) {
			values[1] = uint64(n.size - 1)
			continue
		}
		for _, r := range m.Variables[v].Domain.Ranges() {
			values.AddBetween(n.below(r.Lo), n.below(r.Hi))
		}
	}
	return state
}

// space is the data of propagators: the domains of one state, and the queue of propagators that are due because a domain changed.
// A domain is empty only after a method reported so; then the state is abandoned.
type space struct {
	*layout
	model       *model.Model
	state       []uint64
	saved       []savedWord // what changed since the state was loaded, in order; see undo
	savedIn     []uint64    // by word of the state: the era in which it was last saved
	era         uint64      // each word is saved once in an era, before its first change there
	noticed     int         // the part of saved that Changed has returned
	unnoticed   []model.Var // undone since the last call of Changed, which knew the change
	loaded      bool        // since the last call of Changed
	propagators []propagator
	sources     []source          // by propagator
	watchers    [events][][]int32 // by event and variable: the propagators to wake
	due         queue
	done        <-chan struct{} // closed when the run, or Open, must stop; nil if nothing can stop it
	stopped     bool            // done was seen closed
	weights     *order.Weights  // of the propagators; nil if the order does not need them
	sizes       []int           // result of Sizes
	boxes       *order.Boxes    // for some orders; made when first needed
	neighbours  [][]model.Var   // by variable: the others that share a constraint with it; nil until first needed
	scopes      [][][]model.Var // by variable: the scopes of its constraints; made with neighbours
	work        int             // work since done was last checked; see over
	tell        func()          // tells the effort so far, when done is checked; nil outside of runs
}

// savedWord is a word of a variable's domain before a change.
type savedWord struct {
	offset, variable int32
	word             uint64
}

// load makes the state a copy of another one, with nothing due and nothing to undo.
func (s *space) load(state, from []uint64) {
	copy(state, from)
	s.state, s.saved, s.noticed, s.unnoticed, s.loaded = state, s.saved[:0], 0, s.unnoticed[:0], true
	s.era++
	s.due.clear()
}

// mark returns what undo needs to restore the current state.
func (s *space) mark() int {
	s.era++
	return len(s.saved)
}

// undo restores the state of a mark, with nothing due. It takes as many steps as words were saved since.
func (s *space) undo(mark int) {
	for i := len(s.saved) - 1; i >= mark; i-- {
		w := &s.saved[i]
		s.state[w.offset] = w.word
		if i < s.noticed {
			s.unnoticed = append(s.unnoticed, model.Var(w.variable))
		}
	}
	s.saved, s.noticed = s.saved[:mark], min(s.noticed, mark)
	s.era++
	s.due.clear()
}

// save keeps a word of the state before it changes.
func (s *space) save(v model.Var, offset int) {
	if s.savedIn[offset] != s.era {
		s.savedIn[offset] = s.era
		s.saved = append(s.saved, savedWord{int32(offset), int32(v), s.state[offset]})
	}
}

// set changes a word of v, by its number.
func (s *space) set(v model.Var, i int, word uint64) {
	offset := s.offsets[v] + i
	s.save(v, offset)
	s.state[offset] = word
}

// remove takes the value with number i from v, and wakes nothing.
func (s *space) remove(v model.Var, i int) { s.set(v, i/64, s.bits(v)[i/64]&^(1<<(i%64))) }

// Changed implements [order.Search].
func (s *space) Changed() (changed []model.Var, all bool) {
	changed, all = s.unnoticed, s.loaded
	for _, w := range s.saved[s.noticed:] {
		changed = append(changed, model.Var(w.variable))
	}
	s.noticed, s.unnoticed, s.loaded = len(s.saved), changed[:0], false
	s.era++
	return changed, all
}

// bits returns the numbers of the values that v may still have. v must not be wide.
func (s *space) bits(v model.Var) bitset.Set { return s.state[s.offsets[v]:s.offsets[v+1]] }

// Size returns the number of values that v may still have.
func (s *space) Size(v model.Var) int {
	words := s.bits(v)
	switch {
	case len(words) == 1:
		return bits.OnesCount64(words[0])
	case s.isWide(v):
		return int(words[1]-words[0]) + 1
	default:
		return words.Size()
	}
}

// Fixed reports whether v has only one value left.
func (s *space) Fixed(v model.Var) bool {
	words := s.bits(v)
	switch {
	case len(words) == 1:
		return words[0]&(words[0]-1) == 0
	case s.isWide(v):
		return words[0] == words[1]
	default:
		return words.Single()
	}
}

// lowest returns the number of the least value that v may have.
func (s *space) lowest(v model.Var) int {
	words := s.bits(v)
	switch {
	case len(words) == 1:
		return bits.TrailingZeros64(words[0])
	case s.isWide(v):
		return int(words[0])
	default:
		return words.Lowest()
	}
}

// highest returns the number of the largest value that v may have.
func (s *space) highest(v model.Var) int {
	words := s.bits(v)
	switch {
	case len(words) == 1:
		return bits.Len64(words[0]) - 1
	case s.isWide(v):
		return int(words[1])
	default:
		return words.Highest()
	}
}

// put keeps some of the values of v, which has one word. Like all methods that remove values, it wakes propagators and reports
// whether a value is left.
func (s *space) put(v model.Var, left uint64) bool {
	offset := s.offsets[v]
	removed := s.state[offset] &^ left
	if removed == 0 {
		return true
	}
	s.save(v, offset)
	s.state[offset] = left
	if left == 0 {
		return false
	}
	s.due.push(s.watchers[onChange][v])
	if bounds := s.watchers[onBounds][v]; len(bounds) > 0 && (removed > left || removed&-removed < left&-left) {
		s.due.push(bounds)
	}
	if fixed := s.watchers[onFix][v]; len(fixed) > 0 && left&(left-1) == 0 {
		s.due.push(fixed)
	}
	return true
}

// changed wakes the propagators that wait for a change of v, after values were removed, perhaps bounds. It reports whether v has
// a value left.
func (s *space) changed(v model.Var) bool {
	words := s.bits(v)
	if words.Empty() {
		return false
	}
	s.wake(v, words.Single())
	return true
}

// wake wakes the propagators that wait for a change of v or of its bounds, and if v is fixed, those that wait for that.
func (s *space) wake(v model.Var, fixed bool) {
	s.due.push(s.watchers[onChange][v])
	s.due.push(s.watchers[onBounds][v])
	if fixed {
		s.due.push(s.watchers[onFix][v])
	}
}

// keep removes the values of v that are not in mask.
func (s *space) keep(v model.Var, mask []uint64) bool {
	words := s.bits(v)
	if len(words) == 1 {
		return s.put(v, words[0]&mask[0])
	}
	removed := uint64(0)
	for i := range words {
		if lost := words[i] &^ mask[i]; lost != 0 {
			removed |= lost
			s.set(v, i, words[i]&mask[i])
		}
	}
	return removed == 0 || s.changed(v)
}

// drop removes the values of v that are in mask.
func (s *space) drop(v model.Var, mask []uint64) bool {
	words := s.bits(v)
	if len(words) == 1 {
		return s.put(v, words[0]&^mask[0])
	}
	removed := uint64(0)
	for i := range words {
		if lost := words[i] & mask[i]; lost != 0 {
			removed |= lost
			s.set(v, i, words[i]&^lost)
		}
	}
	return removed == 0 || s.changed(v)
}

// keepBetween removes the values of v whose numbers are below from or above to.
func (s *space) keepBetween(v model.Var, from, to int) bool {
	words := s.bits(v)
	if len(words) == 1 {
		return s.put(v, words[0]&bitset.Below(to+1)&^bitset.Below(from))
	}
	if s.isWide(v) {
		return s.keepWide(v, from, to)
	}
	from, to = max(from, 0), max(to+1, 0) // the first number after the range
	removed := uint64(0)
	leave := func(i int, mask uint64) {
		if lost := words[i] &^ mask; lost != 0 {
			removed |= lost
			s.set(v, i, words[i]&mask)
		}
	}
	for i := range min(from/64, len(words)) {
		leave(i, 0)
	}
	if i := from / 64; i < len(words) {
		leave(i, ^bitset.Below(from%64))
	}
	if i := to / 64; i < len(words) {
		leave(i, bitset.Below(to%64))
		for i++; i < len(words); i++ {
			leave(i, 0)
		}
	}
	return removed == 0 || s.changed(v)
}

// dropBetween removes the values of v with the numbers from..to; for a wide v only if that leaves no gap.
func (s *space) dropBetween(v model.Var, from, to int) bool {
	words := s.bits(v)
	if len(words) == 1 {
		return s.put(v, words[0]&^(bitset.Below(to+1)&^bitset.Below(from)))
	}
	if s.isWide(v) {
		return s.dropWide(v, from, to)
	}
	removed := uint64(0)
	for i := range words {
		if lost := words[i] & (bitset.Below(to+1-64*i) &^ bitset.Below(from-64*i)); lost != 0 {
			removed |= lost
			s.set(v, i, words[i]&^lost)
		}
	}
	return removed == 0 || s.changed(v)
}

// dropIndex removes the value of v with number i; for a wide v only if that leaves no gap.
func (s *space) dropIndex(v model.Var, i int) bool {
	words := s.bits(v)
	if len(words) == 1 {
		return s.put(v, words[0]&^(1<<i))
	}
	if s.isWide(v) {
		return s.dropWide(v, i, i)
	}
	if !words.Has(i) {
		return true
	}
	s.remove(v, i)
	return s.changed(v)
}

// fix removes all values of v except the one with number i.
func (s *space) fix(v model.Var, i int) bool { return s.keepBetween(v, i, i) }

// propagate runs due propagators until none is left. It reports false if the state has no solution, or the run must stop.
func (s *space) propagate() bool {
	for !s.due.empty() {
		if s.over(workPerCall) {
			return false
		}
		if id := s.due.pop(); !s.propagators[id].propagate(s) {
			s.weights.Failed(int(id))
			return false
		}
	}
	return true
}

// interrupted reports whether the run must stop. It costs a few nanoseconds.
func (s *space) interrupted() bool {
	select {
	case <-s.done:
		s.stopped = true
	default:
	}
	return s.stopped
}

// workPerPoll is the work, in words or the like, between two checks of done: well below a millisecond.
const workPerPoll = 1 << 16

// workPerCall is the fixed work of a call of a propagator.
const workPerCall = 1 << 8

// over counts work, and reports whether the run must stop.
func (s *space) over(work int) bool {
	if s.work += work; s.work < workPerPoll {
		return s.stopped
	}
	s.work = 0
	stop.Yield()
	if s.tell != nil {
		s.tell()
	}
	return s.interrupted()
}
