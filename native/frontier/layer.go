package frontier

import (
	"context"
	"math/big"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"qmsat/internal/stop"
	"qmsat/model/engine"
)

// layer is the states at a cut, in enough tables for workers to fill them in parallel.
type layer struct {
	tables []lockedTable
	alone  bool // one worker, so no locks
}

type lockedTable struct {
	sync.Mutex
	*table
}

// shards is the number of tables for several workers, enough that they seldom wait for each other.
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

// size returns the number of states. It is exact only while no states are added.
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

// at returns the table of the state with this number, and the state's number there.
func (l *layer) at(i int) (*table, int) {
	k := 0
	for i >= l.tables[k].n {
		i -= l.tables[k].n
		k++
	}
	return l.tables[k].table, i
}

// total adds up all counts.
func (l *layer) total(watch *stop.Watch) *big.Int {
	sum := new(big.Int)
	for i := range l.tables {
		sum.Add(sum, l.tables[i].total(watch))
	}
	return sum
}

// spread returns evenly spread states, no more than the given number; their counts mean nothing.
func (l *layer) spread(most int) *table {
	few := &table{words: l.tables[0].words, limbs: 1}
	n := l.size()
	for i := range min(most, n) {
		t, j := l.at(i * n / min(most, n))
		few.push(t.state(j))
	}
	return few
}

// batch is the number of states that a worker takes at a time.
const batch = 64

// batches returns the number of batches. Every sampleEvery-th comes first, so the first ones are a sample of all.
func (l *layer) batches() int { return (l.size() + batch - 1) / batch }

const sampleEvery = 16

// sampled returns the number of batches in the sample: every sampleEvery-th.
func sampled(batches int) int { return (batches + sampleEvery - 1) / sampleEvery }

// batchAt returns the number of the batch for a turn, sample first.
func (l *layer) batchAt(turn int) int {
	if first := sampled(l.batches()); turn >= first {
		turn -= first
		return turn/(sampleEvery-1)*sampleEvery + turn%(sampleEvery-1) + 1
	}
	return turn * sampleEvery
}

// share runs one search per worker over batches of states. It stops at the first error, or once the searches reached enough
// states. The first worker calls progress, unless nil, with the number of states taken before.
func (l *layer) share(searches []*search, from, to int, progress func(states int)) error {
	n := l.size()
	var taken atomic.Int64
	taken.Store(int64(from))
	work := func(s *search) (err error) {
		defer engine.Guard(Name, &err)
		for {
			turn := int(taken.Add(1)) - 1
			if turn >= to {
				return nil
			}
			if progress != nil && s == searches[0] {
				progress(turn * batch)
			}
			first := l.batchAt(turn) * batch
			for i := first; i < min(first+batch, n); i++ {
				t, j := l.at(i)
				s.count = t.count(j)
				if err := s.from(0, t.state(j), 1); err != nil {
					taken.Store(int64(to))
					return err
				}
			}
			if s.enough() {
				taken.Store(int64(to))
			}
		}
	}
	if to-from <= 1 {
		searches = searches[:1]
	}
	var group errgroup.Group
	for _, s := range searches {
		group.Go(func() error { return work(s) })
	}
	return group.Wait()
}
