package frontier

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
)

// run counts by a plan, layer by layer.
type run struct {
	problem  *problem
	symmetry string // its setting
	plan     *plan
	at       int    // steps that were taken
	layer    *table // the states after them
	states   int64  // of all layers until now
	widest   int
}

func newRun(p *problem, pl *plan, symmetry string) *run {
	r := &run{problem: p, symmetry: symmetry, plan: pl, layer: newTable(pl.words, 1, ""), states: 1, widest: 1}
	_ = r.layer.add(context.Background(), make([]uint64, pl.words), []uint64{1}, 1)
	return r
}

// finished reports whether there is nothing left to do.
func (r *run) finished() bool { return r.at == r.plan.visible || r.layer.n == 0 }

// advance takes steps until the run is finished or so many states have been seen.
func (r *run) advance(ctx context.Context, states int64) error {
	for !r.finished() && r.states < states {
		next, err := r.step(ctx, states-r.states)
		if err != nil || next == nil {
			return err
		}
		r.layer = next
		r.at++
		r.states += int64(next.n)
		r.widest = max(r.widest, next.n)
	}
	return nil
}

// canonizer returns what makes the states after so many steps canonical, or nil where nothing is to be done.
func (r *run) canonizer(cut int) *canonizer {
	if r.symmetry == symmetryNone || cut >= r.plan.visible {
		return nil
	}
	s := newSymmetry(newResidual(r.problem, r.plan, cut), r.symmetry == symmetryFull)
	if s == nil {
		return nil
	}
	return newCanonizer(s)
}

// patience is how many states are seen between two looks at the context.
const patience = 512

// step returns the layer after the next step, or nil where that has more states than are allowed.
func (r *run) step(ctx context.Context, allowed int64) (*table, error) {
	s := &r.plan.steps[r.at]
	next := newTable(r.plan.words, r.layer.limbsFor(s.weight), fmt.Sprintf("layer %d of %d", r.at+1, len(r.plan.steps)))
	child := make([]uint64, r.plan.words)
	canonizer := r.canonizer(r.at + 1)
	for i := range r.layer.n {
		if i%patience == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		state, count := r.layer.state(i), r.layer.count(i)
		for c, weight := range s.weight {
			if !s.take(state, c, child) {
				continue
			}
			if canonizer != nil {
				canonizer.canonical(child)
			}
			if err := next.add(ctx, child, count, weight); err != nil {
				return nil, err
			}
		}
		if int64(next.n) > allowed {
			return nil, nil
		}
	}
	return next, nil
}

// take makes child what a choice makes of a state, and reports whether the parts allow it.
func (s *step) take(state []uint64, choice int, child []uint64) bool {
	test, set := s.test[choice*len(state):], s.set[choice*len(state):]
	for w, word := range state {
		if word&test[w] != 0 {
			return false
		}
		child[w] = word&s.keep[w] | set[w]
	}
	for i := range s.moves {
		m := &s.moves[i]
		to := m.next[int(state[m.word]>>m.shift&m.read)*len(s.weight)+choice]
		if to == dead {
			return false
		}
		child[m.word] |= uint64(to) << m.shift
	}
	return true
}

// limbsFor returns how many words the counts of the next layer need at most: all counts of this one together, times the values.
func (t *table) limbsFor(weights []uint64) int {
	total := t.total()
	values := new(big.Int)
	for _, weight := range weights {
		values.Add(values, new(big.Int).SetUint64(weight))
	}
	return max(1, (total.Mul(total, values).BitLen()+63)/64)
}

// total adds up all counts.
func (t *table) total() *big.Int {
	sum := make([]uint64, t.limbs+1)
	for i := range t.n {
		var carry uint64
		for j, word := range t.count(i) {
			sum[j], carry = bits.Add64(sum[j], word, carry)
		}
		sum[t.limbs] += carry
	}
	return number(sum)
}

// number returns the number that words, the lowest first, are.
func number(words []uint64) *big.Int {
	n := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(words[i]))
	}
	return n
}

// count returns the solutions of a finished run. Where hidden variables are open, a state counts if they can be completed.
func (r *run) count(ctx context.Context) (*big.Int, error) {
	if r.plan.visible == len(r.plan.steps) {
		return r.layer.total(), nil
	}
	total := new(big.Int)
	e := &extension{plan: r.plan, seen: make([]map[string]bool, len(r.plan.steps))}
	for i := range r.layer.n {
		if extends, err := e.extends(ctx, r.plan.visible, r.layer.state(i)); err != nil {
			return nil, err
		} else if extends {
			total.Add(total, number(r.layer.count(i)))
		}
	}
	return total, nil
}
