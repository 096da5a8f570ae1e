package space

import (
	"cmp"
	"math/bits"
	"slices"

	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/native/bitset"
	"qmsat/native/order"
)

// EngineName is the name of the engine that runs every model.
const EngineName = "native"

// numbering numbers the values of a domain from 0, lowest first. It gives the same numbers as [model.Domain.Index] and
// [model.Domain.Value], but takes O(log ranges) steps instead of O(ranges).
type numbering struct {
	Lo, Size int
	ranges   []model.Range // if there are several; otherwise the values start at Lo without gaps
	starts   []int         // the number of each range's lowest value
}

func NewNumbering(d model.Domain) numbering {
	n := numbering{Lo: d.Min(), Size: d.Size()}
	if ranges := d.Ranges(); len(ranges) > 1 {
		n.ranges, n.starts = ranges, make([]int, 0, len(ranges))
		start := 0
		for _, r := range n.ranges {
			n.starts = append(n.starts, start)
			start += r.Hi - r.Lo + 1
		}
	}
	return n
}

// newWordNumbering numbers the values of a domain and the integers between them, if all numbers are below limit. The states then
// never contain the integers between. It numbers other domains as NewNumbering does. A lower limit makes larger domains extend
// beyond a word.
func newWordNumbering(d model.Domain, limit int) numbering {
	hull := model.Interval(d.Min(), d.Max())
	switch size := hull.Size(); {
	case size <= limit:
		return NewNumbering(hull)
	case size <= 64:
		return NewNumbering(model.Interval(d.Min()-(64-limit), d.Max()))
	}
	return NewNumbering(d)
}

// InWord reports whether all values have numbers below 64 that differ as the values do.
func (n *numbering) InWord() bool { return n.ranges == nil && n.Size <= 64 }

func (n *numbering) Value(i int) int {
	if n.ranges == nil {
		return n.Lo + i
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

// Below returns the number of values below v, which is the number of v if v is a value.
func (n *numbering) Below(v int) int {
	if n.ranges == nil {
		return min(max(v-n.Lo, 0), n.Size)
	}
	return n.belowInRanges(v)
}

func (n *numbering) belowInRanges(v int) int {
	r, _ := slices.BinarySearchFunc(n.ranges, v, func(r model.Range, v int) int { return cmp.Compare(r.Hi, v) })
	switch {
	case r == len(n.ranges) || v > n.ranges[r].Hi:
		return n.Size
	case v <= n.ranges[r].Lo:
		return n.starts[r]
	default:
		return n.starts[r] + v - n.ranges[r].Lo
	}
}

// Index returns the number of v, and whether v is a value.
func (n *numbering) Index(v int) (int, bool) {
	i := n.Below(v)
	return i, i < n.Size && n.Value(i) == v
}

// Layout holds the place of each variable's domain in a state. Bit i of a variable's words, counted from the lowest bit of its
// first word, is the value with number i. A wide variable has two words: the numbers of its least and its largest value.
type Layout struct {
	Numberings []numbering // by variable
	Offsets    []int       // each variable's first word; then the number of words
	Wide       []bool      // by variable; nil if none is
	InWord     int         // the limit of newWordNumbering
}

func NewLayout(m *model.Model, wide []bool, limits *Limits) *Layout {
	l := &Layout{Offsets: []int{0}, Wide: wide, InWord: limits.InWord}
	for v := range m.Variables {
		d, wide := m.Variables[v].Domain, l.IsWide(model.Var(v))
		var n numbering
		if wide {
			n = NewNumbering(d)
		} else {
			n = newWordNumbering(d, l.InWord)
		}
		l.Numberings = append(l.Numberings, n)
		l.Offsets = append(l.Offsets, l.Words()+WordsOf(n.Size, wide))
	}
	return l
}

func (l *Layout) Words() int { return l.Offsets[len(l.Offsets)-1] }

// full returns the state in which every variable of the model may have every value of its domain.
func (l *Layout) full(m *model.Model) []uint64 {
	state := make([]uint64, l.Words())
	for v := range m.Variables {
		values, n := bitset.Set(state[l.Offsets[v]:l.Offsets[v+1]]), &l.Numberings[v]
		if l.IsWide(model.Var(v)) {
			values[1] = uint64(n.Size - 1)
			continue
		}
		for _, r := range m.Variables[v].Domain.Ranges() {
			values.AddBetween(n.Below(r.Lo), n.Below(r.Hi))
		}
	}
	return state
}

// Space is the data of propagators: the domains of one state, and the queue of propagators that are due because a domain changed.
// A domain is empty only after a method reported so; then the state is abandoned.
type Space struct {
	*Layout
	Model       *model.Model
	State       []uint64
	saved       []savedWord // what changed since the state was loaded, in order; see Undo
	SavedIn     []uint64    // by word of the state: the era in which it was last saved
	Era         uint64      // each word is saved once in an era, before its first change there
	noticed     int         // the part of saved that Changed has returned
	unnoticed   []model.Var // whose changes Changed has returned, and which were undone since
	loaded      bool        // since the last call of Changed
	Propagators []Propagator
	Sources     []Source          // by propagator
	Watchers    [events][][]int32 // by event and variable: the propagators to wake
	Due         queue
	Done        <-chan struct{} // closed when the run, or Open, must stop; nil if nothing can stop it
	Stopped     bool            // Done was seen closed
	Blames      *order.Weights  // of the propagators; nil if the order does not need them
	sizes       []int           // result of Sizes
	boxes       *order.Boxes    // for some orders; made when first needed
	neighbours  [][]model.Var   // by variable: the others that share a constraint with it; nil until first needed
	scopes      [][][]model.Var // by variable: the scopes of its constraints; made with neighbours
	work        int             // work since Done was last checked; see Over
	Tell        func()          // tells the effort so far, when Done is checked; nil outside of runs
}

// savedWord is a word of a variable's domain before a change.
type savedWord struct {
	offset, variable int32
	word             uint64
}

// Load makes the state a copy of another one, with nothing due and nothing to undo.
func (s *Space) Load(state, from []uint64) {
	copy(state, from)
	s.State, s.saved, s.noticed, s.unnoticed, s.loaded = state, s.saved[:0], 0, s.unnoticed[:0], true
	s.Era++
	s.Due.Clear()
}

// Mark returns what undo needs to restore the current state.
func (s *Space) Mark() int {
	s.Era++
	return len(s.saved)
}

// Undo restores the state of a mark, with nothing due. It takes as many steps as words were saved since.
func (s *Space) Undo(mark int) {
	for i := len(s.saved) - 1; i >= mark; i-- {
		w := &s.saved[i]
		s.State[w.offset] = w.word
	}
	for ; s.noticed > mark; s.noticed-- {
		s.unnoticed = noted(s.unnoticed, model.Var(s.saved[s.noticed-1].variable))
	}
	s.saved = s.saved[:mark]
	s.Era++
	s.Due.Clear()
}

// Save keeps a word of the state before it changes.
func (s *Space) Save(v model.Var, offset int) {
	if s.SavedIn[offset] != s.Era {
		s.SavedIn[offset] = s.Era
		s.saved = append(s.saved, savedWord{int32(offset), int32(v), s.State[offset]})
	}
}

// set changes a word of v, by its number.
func (s *Space) set(v model.Var, i int, word uint64) {
	offset := s.Offsets[v] + i
	s.Save(v, offset)
	s.State[offset] = word
}

// Remove takes the value with number i from v, and wakes nothing.
func (s *Space) Remove(v model.Var, i int) { s.set(v, i/64, s.Bits(v)[i/64]&^(1<<(i%64))) }

// Changed implements [order.Search].
func (s *Space) Changed() (changed []model.Var, all bool) {
	changed, all = s.unnoticed, s.loaded
	for _, w := range s.saved[s.noticed:] {
		changed = noted(changed, model.Var(w.variable))
	}
	s.noticed, s.unnoticed, s.loaded = len(s.saved), changed[:0], false
	s.Era++
	return changed, all
}

// noted adds a variable to a list, but for one whose words are saved one after another: a large domain has thousands of them.
func noted(list []model.Var, v model.Var) []model.Var {
	if n := len(list); n > 0 && list[n-1] == v {
		return list
	}
	return append(list, v)
}

// Changes implements [order.Search].
func (s *Space) Changes() int { return len(s.saved) - s.noticed + len(s.unnoticed) }

// Bits returns the numbers of the values that v may still have. v must not be wide.
func (s *Space) Bits(v model.Var) bitset.Set { return s.State[s.Offsets[v]:s.Offsets[v+1]] }

// Size returns the number of values that v may still have.
func (s *Space) Size(v model.Var) int {
	words := s.Bits(v)
	switch {
	case len(words) == 1:
		return bits.OnesCount64(words[0])
	case s.IsWide(v):
		return int(words[1]-words[0]) + 1
	default:
		return words.Size()
	}
}

// Fixed reports whether v has only one value left.
func (s *Space) Fixed(v model.Var) bool {
	words := s.Bits(v)
	switch {
	case len(words) == 1:
		return words[0]&(words[0]-1) == 0
	case s.IsWide(v):
		return words[0] == words[1]
	default:
		return words.Single()
	}
}

// Lowest returns the number of the least value that v may have.
func (s *Space) Lowest(v model.Var) int {
	words := s.Bits(v)
	switch {
	case len(words) == 1:
		return bits.TrailingZeros64(words[0])
	case s.IsWide(v):
		return int(words[0])
	default:
		return words.Lowest()
	}
}

// Highest returns the number of the largest value that v may have.
func (s *Space) Highest(v model.Var) int {
	words := s.Bits(v)
	switch {
	case len(words) == 1:
		return bits.Len64(words[0]) - 1
	case s.IsWide(v):
		return int(words[1])
	default:
		return words.Highest()
	}
}

// Put keeps some of the values of v, which has one word. Like all methods that remove values, it wakes propagators and reports
// whether a value is left.
func (s *Space) Put(v model.Var, left uint64) bool {
	offset := s.Offsets[v]
	removed := s.State[offset] &^ left
	if removed == 0 {
		return true
	}
	s.saved = append(s.saved, savedWord{int32(offset), int32(v), s.State[offset]})
	s.State[offset] = left
	if left == 0 {
		return false
	}
	s.Due.Push(s.Watchers[OnChange][v])
	if bounds := s.Watchers[OnBounds][v]; len(bounds) > 0 && (removed > left || removed&-removed < left&-left) {
		s.Due.Push(bounds)
	}
	if fixed := s.Watchers[OnFix][v]; len(fixed) > 0 && left&(left-1) == 0 {
		s.Due.Push(fixed)
	}
	return true
}

// Narrowed wakes the propagators that wait for a change of v, after values were removed, perhaps bounds. It reports whether v has
// a value left.
func (s *Space) Narrowed(v model.Var) bool {
	words := s.Bits(v)
	if words.Empty() {
		return false
	}
	s.wake(v, words.Single())
	return true
}

// wake wakes the propagators that wait for a change of v or of its bounds, and if v is fixed, those that wait for that.
func (s *Space) wake(v model.Var, fixed bool) {
	s.Due.Push(s.Watchers[OnChange][v])
	s.Due.Push(s.Watchers[OnBounds][v])
	if fixed {
		s.Due.Push(s.Watchers[OnFix][v])
	}
}

// Keep removes the values of v that are not in mask.
func (s *Space) Keep(v model.Var, mask []uint64) bool {
	words := s.Bits(v)
	if len(words) == 1 {
		return s.Put(v, words[0]&mask[0])
	}
	removed := uint64(0)
	for i := range words {
		if lost := words[i] &^ mask[i]; lost != 0 {
			removed |= lost
			s.set(v, i, words[i]&mask[i])
		}
	}
	return removed == 0 || s.Narrowed(v)
}

// Drop removes the values of v that are in mask.
func (s *Space) Drop(v model.Var, mask []uint64) bool {
	words := s.Bits(v)
	if len(words) == 1 {
		return s.Put(v, words[0]&^mask[0])
	}
	removed := uint64(0)
	for i := range words {
		if lost := words[i] & mask[i]; lost != 0 {
			removed |= lost
			s.set(v, i, words[i]&^lost)
		}
	}
	return removed == 0 || s.Narrowed(v)
}

// KeepBetween removes the values of v whose numbers are below from or above to.
func (s *Space) KeepBetween(v model.Var, from, to int) bool {
	words := s.Bits(v)
	if len(words) == 1 {
		return s.Put(v, words[0]&bitset.Below(to+1)&^bitset.Below(from))
	}
	if s.IsWide(v) {
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
	return removed == 0 || s.Narrowed(v)
}

// DropBetween removes the values of v with the numbers from..to; for a wide v only if that leaves no gap.
func (s *Space) DropBetween(v model.Var, from, to int) bool {
	words := s.Bits(v)
	if len(words) == 1 {
		return s.Put(v, words[0]&^(bitset.Below(to+1)&^bitset.Below(from)))
	}
	if s.IsWide(v) {
		return s.dropWide(v, from, to)
	}
	removed := uint64(0)
	for i := range words {
		if lost := words[i] & (bitset.Below(to+1-64*i) &^ bitset.Below(from-64*i)); lost != 0 {
			removed |= lost
			s.set(v, i, words[i]&^lost)
		}
	}
	return removed == 0 || s.Narrowed(v)
}

// DropIndex removes the value of v with number i; for a wide v only if that leaves no gap.
func (s *Space) DropIndex(v model.Var, i int) bool {
	words := s.Bits(v)
	if len(words) == 1 {
		return s.Put(v, words[0]&^(1<<i))
	}
	if s.IsWide(v) {
		return s.dropWide(v, i, i)
	}
	if !words.Has(i) {
		return true
	}
	s.Remove(v, i)
	return s.Narrowed(v)
}

// Fix removes all values of v except the one with number i.
func (s *Space) Fix(v model.Var, i int) bool { return s.KeepBetween(v, i, i) }

// Propagate runs due propagators until none is left. It reports false if the state has no solution, or the run must stop.
func (s *Space) Propagate() bool {
	for !s.Due.Empty() {
		if s.Over(workPerCall) {
			return false
		}
		if id := s.Due.pop(); !s.Propagators[id].Propagate(s) {
			s.Blames.Failed(int(id))
			return false
		}
	}
	return true
}

// Interrupted reports whether the run must stop. It costs a few nanoseconds.
func (s *Space) Interrupted() bool {
	select {
	case <-s.Done:
		s.Stopped = true
	default:
	}
	return s.Stopped
}

// workPerPoll is the work, in words or the like, between two checks of Done: well below a millisecond.
const workPerPoll = 1 << 16

// workPerCall is the fixed work of a call of a propagator.
const workPerCall = 1 << 8

// Over counts work, and reports whether the run must stop.
func (s *Space) Over(work int) bool {
	if s.work += work; s.work < workPerPoll {
		return s.Stopped
	}
	s.work = 0
	stop.Yield()
	if s.Tell != nil {
		s.Tell()
	}
	return s.Interrupted()
}
