package frontier

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
)

// run counts by a plan, layer by layer.
type run struct {
	problem    *problem
	symmetry   string // its setting
	plan       *plan
	canonizers map[int]*canonizer // by cut, those that were needed; nil where there is nothing to use
	at         int                // steps that were taken
	layer      *table             // the states after them
	states     int64              // of all layers until now
	widest     int
}

func newRun(p *problem, pl *plan, symmetry string) *run {
	r := &run{problem: p, symmetry: symmetry, plan: pl, canonizers: map[int]*canonizer{}, layer: newTable(pl.words, 1, ""), states: 1, widest: 1}
	_ = r.layer.add(context.Background(), make([]uint64, pl.words), []uint64{1}, 1)
	return r
}

// finished reports whether there is nothing left to do.
func (r *run) finished() bool { return r.at == r.plan.visible || r.layer.n == 0 }

// advance takes steps until the run is finished or so many states have been seen.
func (r *run) advance(ctx context.Context, states int64) error {
	for !r.finished() && r.states < states {
		next, to, err := r.step(ctx, states-r.states)
		if err != nil || next == nil {
			return err
		}
		r.layer, r.at = next, to
		r.states += int64(next.n)
		r.widest = max(r.widest, next.n)
	}
	return nil
}

// fewestAlike is how many states make it worth while to look for symmetry. Tests set it.
var fewestAlike = 32

// canonizer returns what makes the states after so many steps canonical, or nil where nothing is to be done.
func (r *run) canonizer(cut int) *canonizer {
	if r.symmetry == symmetryNone || cut >= r.plan.visible || r.layer.n < fewestAlike {
		return nil
	}
	if c, known := r.canonizers[cut]; known {
		return c
	}
	r.canonizers[cut] = nil
	if s := newSymmetry(newResidual(r.problem, r.plan, cut), r.symmetry == symmetryFull); s != nil {
		r.canonizers[cut] = newCanonizer(s)
	}
	return r.canonizers[cut]
}

// patience is how many states are seen between two looks at the context.
const patience = 512

// step returns the layer at the next cut where states are kept, and that cut, or nil where that has more states than are allowed.
func (r *run) step(ctx context.Context, allowed int64) (*table, int, error) {
	to := r.plan.nextCut(r.at)
	w := r.walk(r.at, to, r.layer.limbsFor(r.plan.steps[r.at:to]))
	for i := range r.layer.n {
		w.count = r.layer.count(i)
		if err := w.from(ctx, 0, r.layer.state(i), 1); err != nil || int64(w.next.n) > allowed || w.nodes/pathsPerState > allowed {
			return nil, to, err
		}
	}
	return w.next, to, nil
}

func (r *run) walk(from, to, limbs int) *walk {
	return &walk{
		steps: r.plan.steps[from:to], canonizer: r.canonizer(to), children: make([]uint64, (to-from)*r.plan.words),
		next: newTable(r.plan.words, limbs, fmt.Sprintf("layer %d of %d", to, len(r.plan.steps))),
	}
}

// walk goes from a state, depth first, by some steps to the next layer.
type walk struct {
	steps     []step
	count     []uint64 // of the state where it began
	children  []uint64 // by step, what became of that
	next      *table
	canonizer *canonizer
	nodes     int64
	ends      int64
}

// pathsPerState is how many nodes of a walk are worth a state, when orders are compared.
const pathsPerState = 4

func (w *walk) from(ctx context.Context, at int, state []uint64, times uint64) error {
	if at == len(w.steps) {
		w.ends++
		if w.canonizer != nil {
			w.canonizer.canonical(state)
		}
		return w.next.add(ctx, state, w.count, times)
	}
	s := &w.steps[at]
	child := w.children[at*len(state):][:len(state)]
	for choice, weight := range s.weight {
		if !s.take(state, choice, child) {
			continue
		}
		if w.nodes++; w.nodes%patience == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := w.from(ctx, at+1, child, times*weight); err != nil {
			return err
		}
	}
	return nil
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

// limbsFor returns how many words the counts after some steps need at most: all counts of this layer together, times the values.
func (t *table) limbsFor(steps []step) int {
	total := t.total()
	for i := range steps {
		total.Mul(total, steps[i].values())
	}
	return max(1, (total.BitLen()+63)/64)
}

func (s *step) values() *big.Int {
	sum := new(big.Int)
	for _, weight := range s.weight {
		sum.Add(sum, new(big.Int).SetUint64(weight))
	}
	return sum
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
