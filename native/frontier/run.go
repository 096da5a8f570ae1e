package frontier

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"sync/atomic"

	"qmsat/internal/memory"
	"qmsat/internal/stop"
)

// run counts by a plan, layer by layer.
type run struct {
	problem    *problem
	order      string // name of the order
	symmetry   string // setting
	plan       *plan
	symmetries map[int]*symmetry // by cut, once computed; nil if there is none
	workers    int
	at         int    // steps taken
	layer      *layer // the states after them
	states     int64  // of all layers so far
	widest     int
	costs      []float64 // by cut, predicted: of the steps to the next cut
	meter      *meter    // nil if nobody wants reports
}

func newRun(p *problem, order string, pl *plan, s *session) *run {
	r := &run{
		problem: p, order: order, symmetry: s.symmetry, workers: s.workers, plan: pl, symmetries: map[int]*symmetry{},
		layer: newLayer(pl.words, 1, 1, ""), states: 1, widest: 1,
	}
	_, _ = r.layer.add(context.Background(), make([]uint64, pl.words), []uint64{1}, 1)
	return r
}

// finished reports whether there is nothing left to do.
func (r *run) finished() bool { return r.at == r.plan.visible || r.layer.size() == 0 }

// advance takes steps until the run is finished or has seen that many states.
func (r *run) advance(ctx context.Context, states int64) error {
	for !r.finished() && r.states < states {
		next, to, err := r.step(ctx, states-r.states)
		if err = cmp.Or(err, r.problem.checker.Err); err != nil || next == nil {
			return err
		}
		r.layer, r.at = next, to
		r.states += int64(next.size())
		r.widest = max(r.widest, next.size())
	}
	return nil
}

// symmetryAt returns the symmetry used at a cut, or nil.
func (r *run) symmetryAt(cut int) *symmetry {
	few := r.layer.size() < r.problem.limits.Alike && r.plan.nextCut(r.at) == r.at+1
	if r.symmetry == symmetryNone || cut >= r.plan.visible || few {
		return nil
	}
	s, known := r.symmetries[cut]
	if !known {
		s = newSymmetry(newRemainder(r.problem, r.plan, cut), r.symmetry == symmetryFull)
		r.symmetries[cut] = s
	}
	return s
}

// workPerCut is the fixed work at a cut.
const workPerCut = 1 << 12

// nodesPerReport is the number of nodes after which a search adds its count to the shared work.
const nodesPerReport = 128

// step returns the next cut that keeps states, and its layer; the layer is nil if it exceeds the allowed states. It skips cuts
// where hardly any state is reached twice: the searches continue through them.
func (r *run) step(ctx context.Context, allowed int64) (*layer, int, error) {
	all := r.layer.batches()
	work := &work{allowed: allowed}
	for to := r.plan.nextCut(r.at); ; to = r.plan.nextCut(to) {
		limbs := r.plan.limbs(r.layer.total(r.problem.watch), r.at, to)
		what := fmt.Sprintf("layer %d of %d", to, len(r.plan.steps))
		memory.Growing(ctx, what)
		next := newLayer(r.plan.words, limbs, r.workers, what)
		var searches []*search
		for range r.workers {
			searches = append(searches, r.newSearch(ctx, r.at, to, next, work))
		}
		if err := r.problem.watch.Over(workPerCut); err != nil {
			return nil, to, err
		}
		first, progress := 0, r.meter.at(r, to, work)
		if r.maySkip(to) {
			first = sampled(all)
			if once, err := r.metOnce(searches, first, progress); err != nil {
				return nil, to, err
			} else if 100*once > float64(r.problem.limits.Once) {
				continue
			}
		}
		if err := r.layer.share(searches, first, all, progress); err != nil || searches[0].enough() {
			return nil, to, err
		}
		return next, to, nil
	}
}

// newSearch returns a search from one cut to another one.
func (r *run) newSearch(ctx context.Context, at, to int, next *layer, work *work) *search {
	s := &search{watch: stop.NewWatch(ctx), next: next, work: work}
	for at < to {
		end := r.plan.nextCut(at)
		l := r.problem.newStretch(ctx, r.plan.steps[at:end], r.plan.words)
		if r.layer.size() >= r.problem.limits.Passed {
			l.lookAhead(r.problem, r.plan, end)
		}
		s.stretches = append(s.stretches, l)
		at = end
	}
	if found := r.symmetryAt(to); found != nil {
		s.canonizer = newCanonizer(found)
	}
	return s
}

// work counts the work of several searches.
type work struct {
	allowed int64 // in states, or as many nodes as cost the same; 0: no limit
	states  atomic.Int64
	nodes   atomic.Int64
}

// search goes depth-first from states through some stretches to the next layer. It is for one goroutine at a time.
type search struct {
	watch     *stop.Watch
	stretches []stretch
	count     []uint64 // of the state where it began
	next      *layer
	canonizer *canonizer // nil if there is no symmetry
	work      *work
	nodes     int64
	ends      int64
}

// nodesPerState is how many nodes of a search cost as much as a state, to compare orders.
const nodesPerState = 4

// enough reports whether the searches have reached their limit of states.
func (s *search) enough() bool {
	return s.work.allowed > 0 && (s.work.states.Load() > s.work.allowed || s.work.nodes.Load()/nodesPerState > s.work.allowed)
}

// from continues from a state before a stretch; times is the number of paths to it.
func (s *search) from(at int, state []uint64, times uint64) error {
	if at > 0 {
		if ok, err := feasible(s.watch, s.stretches[at-1].others, state); !ok || err != nil {
			return err
		}
	}
	if at == len(s.stretches) {
		return s.end(state, times)
	}
	l := &s.stretches[at]
	if l.known == nil {
		return s.through(at, 0, state, times, 1)
	}
	if err := s.seen(len(state)); err != nil {
		return err
	}
	list := l.list(state)
	if list == nil {
		l.begin()
		return cmp.Or(s.through(at, 0, state, times, 1), l.end(s.watch.Context()))
	}
	child := l.children[:len(state)]
	for len(list) > 0 {
		for i, word := range state {
			child[i] = word&^l.touched[i] | list[i]
		}
		if err := s.seen(len(state)); err != nil {
			return err
		}
		if err := s.from(at+1, child, times*list[len(state)]); err != nil {
			return err
		}
		list = list[len(state)+1:]
	}
	return nil
}

// through takes the steps of a stretch from step i on; times is the number of paths to the stretch, paths that within it.
func (s *search) through(at, i int, state []uint64, times, paths uint64) error {
	l := &s.stretches[at]
	if i == len(l.steps) {
		if ok, err := feasible(s.watch, l.own, state); !ok || err != nil {
			return err
		}
		l.note(state, paths)
		return s.from(at+1, state, times*paths)
	}
	step := &l.steps[i]
	child := l.children[i*len(state):][:len(state)]
	for choice, weight := range step.weight {
		if !step.take(state, choice, child) {
			continue
		}
		if err := s.seen(len(state) + len(step.moves)); err != nil {
			return err
		}
		if err := s.through(at, i+1, child, times, paths*weight); err != nil {
			return err
		}
	}
	return nil
}

// seen counts a node, and sometimes checks the context.
func (s *search) seen(words int) error {
	if s.nodes++; s.nodes%nodesPerReport == 0 {
		s.work.nodes.Add(nodesPerReport)
	}
	return s.watch.Over(workPerLookup + words)
}

func (s *search) end(state []uint64, times uint64) error {
	s.ends++
	if s.canonizer != nil {
		s.canonizer.canonical(state)
		if err := s.watch.Over(len(s.canonizer.fields) * (len(s.canonizer.fields) + s.canonizer.nodes)); err != nil {
			return err
		}
	}
	fresh, err := s.next.add(s.watch.Context(), state, s.count, times)
	if fresh && s.work.allowed > 0 {
		s.work.states.Add(1)
	}
	return err
}

// take sets child to the state after a choice, and reports whether the groups allow it.
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

// limbs returns the most words that counts need after some steps: for the sum of all counts, times the numbers of values.
func (pl *plan) limbs(total *big.Int, from, to int) int {
	for i := from; i < to; i++ {
		total.Mul(total, pl.steps[i].values())
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

// count returns the solutions of a finished run. If hidden variables are open, a state counts only if they can be completed.
func (r *run) count(ctx context.Context) (*big.Int, error) {
	if r.plan.visible == len(r.plan.steps) {
		return r.layer.total(r.problem.watch), r.problem.watch.Over(0)
	}
	total := new(big.Int)
	e := &extension{plan: r.plan, seen: make([]map[string]bool, len(r.plan.steps))}
	for i := range r.layer.size() {
		t, j := r.layer.at(i)
		if extends, err := e.extends(ctx, r.plan.visible, t.state(j)); err != nil {
			return nil, err
		} else if extends {
			total.Add(total, number(t.count(j)))
		}
	}
	return total, nil
}
