package frontier

import (
	"cmp"
	"context"
	"math/big"
	"sync"
	"sync/atomic"

	"qmsat/model/engine"
)

// layer is the states at a cut, in as many tables as workers may fill side by side.
type layer struct {
	tables []lockedTable
	alone  bool // one worker, nothing to lock
}

type lockedTable struct {
	sync.Mutex
	*table
}

// shards is how many tables there are for several workers: enough that they seldom wait for each other.
const shards = 32

func newLayer(words, limbs, workers int, what string) *layer {
	l := &layer{make([]lockedTable, 1), workers == 1}
	if !l.alone {
		l.tables = make([]lockedTable, shards)
	}
	for i := range l.tables {
		l.tables[i].table = newTable(words, limbs, what)
	}
	return l
}

// size returns the number of states. It is exact while nobody adds any.
func (l *layer) size() int {
	n := 0
	for i := range l.tables {
		n += l.tables[i].n
	}
	return n
}

func (l *layer) add(ctx context.Context, state, count []uint64, times uint64) (fresh bool, err error) {
	h := hash(state)
	if l.alone {
		return l.tables[0].add(ctx, h, state, count, times)
	}
	t := &l.tables[h>>32%shards]
	t.Lock()
	defer t.Unlock()
	return t.add(ctx, h, state, count, times)
}

// at returns the table of the state with this number, and its number there.
func (l *layer) at(i int) (*table, int) {
	k := 0
	for i >= l.tables[k].n {
		i -= l.tables[k].n
		k++
	}
	return l.tables[k].table, i
}

// total adds up all counts.
func (l *layer) total() *big.Int {
	sum := new(big.Int)
	for i := range l.tables {
		sum.Add(sum, l.tables[i].total())
	}
	return sum
}

// spread returns at most so many of the states, spread over all, with counts that mean nothing.
func (l *layer) spread(most int) *table {
	few := &table{words: l.tables[0].words, limbs: 1}
	n := l.size()
	for i := range min(most, n) {
		t, j := l.at(i * n / min(most, n))
		few.entries = append(append(few.entries, t.state(j)...), 0)
		few.n++
	}
	return few
}

// batch is how many states a worker takes at a time.
const batch = 64

// share has workers walk from all states, each by a walk of its own, until one of them fails or the walks meet enough. The first calls
// passed, unless nil, with how many states were taken before.
func (l *layer) share(ctx context.Context, walks []*walk, passed func(states int)) error {
	n := l.size()
	var taken atomic.Int64
	work := func(w *walk) (err error) {
		defer engine.Guard(Name, &err)
		for {
			from := int(taken.Add(batch)) - batch
			if from >= n {
				return nil
			}
			if passed != nil && w == walks[0] {
				passed(from)
			}
			for i := from; i < min(from+batch, n); i++ {
				t, j := l.at(i)
				w.count = t.count(j)
				if err := w.from(ctx, 0, t.state(j), 1); err != nil {
					taken.Store(int64(n))
					return err
				}
			}
			if w.enough() {
				taken.Store(int64(n))
			}
		}
	}
	if n <= batch {
		walks = walks[:1]
	}
	failures := make([]error, len(walks))
	var others sync.WaitGroup
	for i, w := range walks[1:] {
		others.Go(func() { failures[i+1] = work(w) })
	}
	failures[0] = work(walks[0])
	others.Wait()
	return cmp.Or(failures...)
}
