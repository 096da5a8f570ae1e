package residual

import (
	"cmp"
	"context"
	"encoding/binary"
	"math/bits"
	"slices"

	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/internal/stop"
)

// cuts are the points between consecutive outputs, in the order of assignment. At a cut, a key describes the rest of the formula:
// which variables have values, and which clauses are not satisfied although some variable of theirs has a value. The values
// themselves occur in no such clause. Other clauses need no mention: a clause without assigned variables is unchanged, and a
// clause of two literals with an assigned variable is satisfied, since the assignment is closed under unit propagation.
type cuts struct {
	bits    []int32     // by variable: its bit in keys; outputs in order, then all other variables
	first   []int       // by cut: the first bit of the outputs after it
	clauses [][]literal // clauses of three or more literals, last bits first
	starts  []int32     // by literal: the start of its clauses' numbers
	numbers []int32

	// At the present cut:
	relevant []uint64 // the clauses in keys
	own      []uint64 // relevant clauses with their own bit
	standsIn []int32  // for the others: the clause that represents them
}

func words(bits int) int { return (bits + 63) / 64 }

func newCuts(ctx context.Context, f *clauseSet, outputs [][]literal) (*cuts, error) {
	if err := memory.Ask(ctx, "the clauses at cuts", 8*int64(len(f.Long))+28*int64(f.Clauses)+12*int64(f.Variables)); err != nil {
		return nil, err
	}
	c := &cuts{
		bits: make([]int32, f.Variables), first: []int{0}, clauses: make([][]literal, 0, f.Clauses),
		starts: make([]int32, 2*f.Variables+2), numbers: make([]int32, len(f.Long)-f.Clauses),
		relevant: make([]uint64, words(f.Clauses)), own: make([]uint64, words(f.Clauses)), standsIn: make([]int32, f.Clauses),
	}
	for v := range c.bits {
		c.bits[v] = -1
	}
	bit := int32(0)
	for _, output := range outputs {
		for _, l := range output {
			if c.bits[l.Variable()] < 0 { // two values may be the literals of one variable
				c.bits[l.Variable()] = bit
				bit++
			}
		}
		c.first = append(c.first, int(bit))
	}
	for v, known := range c.bits {
		if known < 0 {
			c.bits[v] = bit
			bit++
		}
	}
	err := f.each(ctx, func(_, _ int, clause []literal) {
		clause = slices.Clone(clause)
		slices.SortFunc(clause, func(a, b literal) int { return int(c.bits[b.Variable()] - c.bits[a.Variable()]) })
		c.clauses = append(c.clauses, clause)
		for _, l := range clause {
			c.starts[l+2]++
		}
	})
	if err != nil {
		return nil, err
	}
	for i := 2; i < len(c.starts); i++ {
		c.starts[i] += c.starts[i-1]
	}
	for number, clause := range c.clauses {
		for _, l := range clause {
			c.numbers[c.starts[l+1]] = int32(number)
			c.starts[l+1]++
		}
	}
	return c, nil
}

// of returns the numbers of the clauses with a literal.
func (c *cuts) of(l literal) []int32 { return c.numbers[c.starts[l]:c.starts[l+1]] }

// behind returns the literals of a clause whose places are after a cut.
func (c *cuts) behind(cut int, clause []literal) []literal {
	n := 0
	for n < len(clause) && int(c.bits[clause[n].Variable()]) >= c.first[cut] {
		n++
	}
	return clause[:n]
}

// enter makes a cut the current one. If unsatisfied clauses have the same literals after the cut, one represents them all. If a
// clause has no literals before the cut, the others with the same rest add nothing. A clause with one literal after the cut needs
// no bit: if nothing else satisfies it, the literal is already true.
func (c *cuts) enter(ctx context.Context, cut int) error {
	clear(c.relevant)
	clear(c.own)
	type standing struct {
		number int32
		whole  bool
	}
	known := map[string]standing{}
	var key []byte
	for _, whole := range []bool{true, false} {
		for number, clause := range c.clauses {
			if number%stepsPerPoll == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			behind := c.behind(cut, clause)
			if len(behind) < 2 || whole != (len(behind) == len(clause)) {
				continue
			}
			key = key[:0]
			for _, l := range behind {
				key = binary.LittleEndian.AppendUint32(key, uint32(l))
			}
			first, found := known[string(key)]
			if first.whole {
				continue
			}
			bit := uint64(1) << (number % 64)
			c.relevant[number/64] |= bit
			if found {
				c.standsIn[number] = first.number
				continue
			}
			known[string(key)] = standing{int32(number), whole}
			c.own[number/64] |= bit
		}
	}
	return nil
}

// marks are the parts of a key: bits of the variables with values, of the clauses with such variables, and of the clauses with
// true literals.
type marks struct{ assigned, touched, satisfied []uint64 }

func (c *cuts) newMarks() marks {
	return marks{make([]uint64, words(len(c.bits))), make([]uint64, len(c.own)), make([]uint64, len(c.own))}
}

// follow makes to the marks after from and further literals became true.
func (c *cuts) follow(to, from marks, literals []literal) {
	copy(to.assigned, from.assigned)
	copy(to.touched, from.touched)
	copy(to.satisfied, from.satisfied)
	for _, l := range literals {
		bit := c.bits[l.Variable()]
		to.assigned[bit/64] |= 1 << (bit % 64)
		for _, n := range c.of(l) {
			to.satisfied[n/64] |= 1 << (n % 64)
		}
		for _, n := range c.of(l.Not()) {
			to.touched[n/64] |= 1 << (n % 64)
		}
	}
}

// key returns the key of an assignment at the current cut: a bit for each word that is not 0, then these words. The words mark
// variables after the cut, and clauses. buffer has room for them all.
func (c *cuts) key(cut int, m marks, buffer []uint64) []uint64 {
	skipped := c.first[cut] / 64
	assigned := m.assigned[min(skipped, len(m.assigned)):]
	all := buffer[:len(assigned)+len(m.touched)]
	clear(all)
	copy(all, assigned)
	if len(assigned) > 0 {
		all[0] &= ^uint64(0) << (c.first[cut] % 64)
	}
	clauses := all[len(assigned):]
	for i, touched := range m.touched {
		left := touched &^ m.satisfied[i] & c.relevant[i]
		clauses[i] |= left & c.own[i]
		for left &^= c.own[i]; left != 0; left &= left - 1 {
			n := c.standsIn[64*i+bits.TrailingZeros64(left)]
			clauses[n/64] |= 1 << (n % 64)
		}
	}
	key := buffer[len(all):][:words(len(all))]
	clear(key)
	for i, w := range all {
		if w != 0 {
			key[i/64] |= 1 << (i % 64)
			key = append(key, w)
		}
	}
	return key
}

// The values of the setting sequence.
const (
	sequenceAuto  = "auto"
	sequenceGiven = "given"
	sequenceCut   = "cut"
)

// byCuts orders the outputs so that few clauses cross the cuts. After the first, it takes the output that shares the most clauses
// with earlier outputs minus those with later ones; if several tie, the first.
func byCuts(ctx context.Context, f *clauseSet, outputs [][]literal) ([][]literal, error) {
	shared, err := sharedClauses(ctx, f, outputs)
	if err != nil {
		return nil, err
	}
	gain, left := make([]int, len(outputs)), lists.Numbers[int](len(outputs))
	for i := range outputs {
		for _, clauses := range shared[i] {
			gain[i] -= clauses
		}
	}
	var ordered [][]literal
	for next := 0; len(left) > 0; {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		chosen := left[next]
		left = slices.Delete(left, next, next+1)
		ordered = append(ordered, outputs[chosen])
		for other, clauses := range shared[chosen] {
			gain[other] += 2 * clauses
		}
		next = 0
		for i, o := range left {
			if gain[o] > gain[left[next]] {
				next = i
			}
		}
	}
	return ordered, nil
}

// workPerShare is the time to note that two outputs share a clause, in the units of [stop.Watch.Over].
const workPerShare = 1 << 4

// sharedClauses counts, by output and other output, the pairs of literals of both that share a clause.
func sharedClauses(ctx context.Context, f *clauseSet, outputs [][]literal) ([]map[int32]int, error) {
	of := make([]int32, f.Variables) // by variable: its output, counting from 1, or 0
	shared := make([]map[int32]int, len(outputs))
	for i, output := range outputs {
		shared[i] = map[int32]int{}
		for _, l := range output {
			of[l.Variable()] = int32(i) + 1
		}
	}
	watch := stop.NewWatch(ctx)
	counts := make([]int, len(outputs)) // by output: its literals in the clause
	var present []int32                 // the outputs in the clause
	note := func(clause []literal) {
		present = present[:0]
		for _, l := range clause {
			if o := of[l.Variable()] - 1; o >= 0 {
				if counts[o]++; counts[o] == 1 {
					present = append(present, o)
				}
			}
		}
		for i, a := range present {
			if watch.Over(workPerShare*i) != nil {
				break
			}
			for _, b := range present[:i] {
				pairs := counts[a] * counts[b]
				shared[a][b] += pairs
				shared[b][a] += pairs
			}
		}
		for _, o := range present {
			counts[o] = 0
		}
	}
	for i := 0; i < len(f.Binary); i += 2 {
		if i%stepsPerPoll == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		note(f.Binary[i : i+2])
	}
	err := f.each(ctx, func(_, _ int, clause []literal) { note(clause) })
	return shared, cmp.Or(err, watch.Over(0))
}
