package residual

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"qmsat/internal/memory"
	"qmsat/model/engine"
)

// merging counts without listing. The outputs get values in a fixed order. At each cut, assignments with the same rest of the
// formula form one state, since each can be completed in the same number of ways. Memory holds two layers of states. Choices
// differ in outputs, so other variables cannot make a solution count twice: once all outputs have values, a state counts if it
// can be completed to a model.
//
// Measured in mode merge, one thread, processor time. "formulas" are the states at all cuts, "widest" those at the widest cut,
// which decides the memory.
//
//	                                         count   formulas     widest      s   MB
//	Sudoku 4×4                                 288        252         48   0.00   13
//	Sudoku 2×3                          28,200,960  1,207,383    162,000    3.9   48
//	Latin squares of order 5               161,280     33,915      9,960   0.06   17
//	Latin squares of order 6           812,851,200  7,497,728  1,518,500     23  239
//	8×8, 3-colourings           40,724,629,633,188     28,010        576   0.04   16
//	8×8, independent sets          660,647,962,955      2,888         55   0.01   16
//	8×8, domino tilings                 12,988,816      4,641         69   0.04   18
//	12 queens                               14,200     73,805     32,224   0.66   21
//	Langford pairs of order 11              35,584    175,889     34,134    1.5   23
//	quasi-magic, Δ = 2                     248,832  2,453,016    420,592     96  377
//
// For Δ = 2 mode list takes 15 s and 18 MB, and clasp 3.3.5 with its best encoding 37 s. For the 7,040 magic squares of order 4
// clasp takes 5 s; merging did not finish in 25 s.
type merging struct {
	listing
	*cuts
	*store
	fields []field // by output
	marks  []marks // by cut: of the current choice
	chosen []uint64
	buffer []uint64 // for keys
	depth  int      // outputs chosen
	most   int      // limit on the states at a cut; 0: none
	states int64
	widest int
	meter  *meter // nil if nobody wants reports
	// turn is called now and then with the slabs of the next layer, and reports whether to go on; nil: always
	turn func(slabs int) bool
	work int64 // done, as [cdcl.Solver] counts its own
}

// A step of a merging, which looks its state up, takes the time of stepWork literals in propagation, and wordsPerWork words of marks or
// literals of clauses that of one.
const (
	stepWork     = 32
	wordsPerWork = 1
)

// field is the place of an output's value in a choice. No field crosses words.
type field struct {
	word  int
	shift int
	mask  uint64
}

func (f field) get(path []uint64) int { return int(path[f.word] >> f.shift & f.mask) }

func (f field) set(path []uint64, value int) {
	path[f.word] = path[f.word]&^(f.mask<<f.shift) | uint64(value)<<f.shift
}

// fields gives each output room for its values.
func fields(outputs [][]literal) []field {
	list := make([]field, len(outputs))
	next := 0
	for i, output := range outputs {
		width := max(1, bits.Len(uint(len(output)-1)))
		if next/64 != (next+width-1)/64 {
			next = (next/64 + 1) * 64
		}
		list[i] = field{next / 64, next % 64, 1<<width - 1}
		next += width
	}
	return list
}

// count counts the solutions of the latest level, which is consistent; the caller undoes the levels that it adds. It returns the
// number of cuts reached: all, unless one had more than most states. It ends with the context's cause if the context ends first.
func (m *merging) count(solutions *big.Int) (reached int, err error) {
	m.fields, m.marks, m.depth = fields(m.outputs), []marks{m.newMarks()}, 0
	m.follow(m.marks[0], m.marks[0], m.trail)
	m.chosen = make([]uint64, m.pathWords(len(m.outputs)))
	m.buffer = make([]uint64, 3*(len(m.marks[0].assigned)+len(m.marks[0].touched))+1)
	now := &layer{store: m.store, counts: 1, states: 1}
	now.put(nil, []uint64{1}, nil)
	for k := range m.outputs {
		if now, err = m.advance(k, now); now == nil {
			return k, err
		}
	}
	sum := make([]uint64, now.counts)
	now.drain(func(count, path []uint64) bool {
		m.choose(len(m.outputs), path)
		kept := len(m.levels)
		if m.listing.complete() {
			addTo(sum, count)
		}
		for len(m.levels) > kept {
			m.undo()
		}
		return !m.stopped
	})
	if m.stopped {
		return len(m.outputs), context.Cause(m.ctx)
	}
	solutions.Set(number(sum))
	return len(m.outputs), nil
}

// advance extends all states of the cut before an output by its values, and returns the states of the cut after it. It returns
// nil if there are more than most, or ctx has ended.
func (m *merging) advance(k int, now *layer) (*layer, error) {
	memory.Growing(m.ctx, fmt.Sprintf("cut %d of %d, %d states at the one before", k+1, len(m.outputs), now.states))
	if err := m.enter(m.ctx, k+1); err != nil {
		return nil, err
	}
	m.work += int64(len(m.numbers)) / wordsPerWork
	total := now.total()
	bound := total.Mul(total, big.NewInt(int64(len(m.outputs[k])))) // of each count, before the cut and after it
	next := &layer{store: m.store, counts: words(bound.BitLen()), path: m.pathWords(k + 1)}
	taken, few := 0, true
	now.drain(func(count, path []uint64) bool {
		if m.tell != nil {
			m.tell()
		}
		m.meter.at(k, taken, now.states)
		taken++
		m.choose(k, path)
		for value, l := range m.outputs[k] {
			if m.values[l] < 0 {
				continue
			}
			if m.step(value) {
				next.add(m.ctx, m.key(k+1, m.marks[k+1], m.buffer), count, m.chosen[:next.path])
			}
			m.back()
		}
		few = (m.most == 0 || next.states <= m.most) && (m.turn == nil || m.turn(len(next.slabs)))
		return m.ctx.Err() == nil && few
	})
	if m.ctx.Err() != nil {
		return nil, context.Cause(m.ctx)
	}
	m.states += int64(next.states)
	if m.widest = max(m.widest, next.states); !few {
		return nil, nil
	}
	return next, nil
}

// pathWords returns the words of a choice for the first outputs.
func (m *merging) pathWords(outputs int) int {
	if outputs == 0 {
		return 0
	}
	return m.fields[outputs-1].word + 1
}

// choose makes the propagator hold a choice for the first outputs. The choice was made before, so it is consistent.
func (m *merging) choose(outputs int, path []uint64) {
	same := 0
	for same < min(m.depth, outputs) && m.fields[same].get(m.chosen) == m.fields[same].get(path) {
		same++
	}
	for m.depth > same {
		m.back()
	}
	for m.depth < outputs {
		m.step(m.fields[m.depth].get(path))
	}
}

// step gives the next output a value, excludes its other values, and reports whether there was no conflict.
func (m *merging) step(value int) bool {
	k := m.depth
	m.fields[k].set(m.chosen, value)
	m.depth++
	before := len(m.trail)
	if !m.decide(m.outputs[k][value]) {
		return false
	}
	for other, l := range m.outputs[k] {
		if other != value && !m.imply(l.Not()) {
			return false
		}
	}
	if k+1 == len(m.marks) { // few cuts are reached where a cut has many states
		m.marks = append(m.marks, m.newMarks())
	}
	m.follow(m.marks[k+1], m.marks[k], m.trail[before:])
	m.work += int64(len(m.trail)-before) + int64(len(m.own))/wordsPerWork + stepWork
	return true
}

// back takes the latest value back.
func (m *merging) back() {
	m.undo()
	m.depth--
}

// meter reports the progress of a merging.
type meter struct {
	show  func(engine.Progress)
	pace  engine.Pace
	cuts  int
	width []int // states, by cut reached
}

// at sometimes reports how many states of a cut are done. It estimates the rest: a later cut gets as many states as the
// cut that is as far from the start as it is from the end, or as the current cut if that one was not reached.
func (m *meter) at(cut, taken, states int) {
	if m == nil {
		return
	}
	if m.width = append(m.width[:cut], states); taken%128 != 0 || !m.pace.Due() {
		return
	}
	done, all := taken, 0
	for other := range m.cuts {
		switch mirror := m.cuts - other; {
		case other <= cut:
			all += m.width[other]
		case mirror <= cut:
			all += m.width[mirror]
		default:
			all += states
		}
		if other < cut {
			done += m.width[other]
		}
	}
	m.show(engine.Progress{
		Share: float64(done) / float64(all),
		Text:  fmt.Sprintf("cut %d of %d, from %d states", cut+1, m.cuts, states),
	})
}
