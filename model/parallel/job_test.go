package parallel

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"qmsat/internal/job"
	"qmsat/model"
	"qmsat/model/engine"
)

// An item that takes longer than splitAfter is split. The work so far is kept, so little time is lost.
func TestItem(t *testing.T) {
	m := numbers(3)
	const each = time.Millisecond // of 1000 solutions
	for _, lists := range []bool{false, true} {
		for _, test := range []struct {
			resumes     bool // the session returns the work done by a run that is cut off
			splitAfter  time.Duration
			done        bool
			least, most int // bounds on the solutions counted at the end
		}{
			{false, 8 * time.Millisecond, false, 0, 0},
			{false, 70 * time.Millisecond, false, 100, 100}, // a piece that has begun gets the same time again
			{false, 250 * time.Millisecond, false, 300, 300},
			{false, 600 * time.Millisecond, true, 1000, 1000},
			{false, job.Unlimited, true, 1000, 1000},
			{true, 8 * time.Millisecond, false, 10, 10}, // small parts are always done
			{true, 72 * time.Millisecond, false, 70, 70},
			{true, 250 * time.Millisecond, false, 300, 300},
			{true, 650 * time.Millisecond, false, 700, 700},
			{true, 1100 * time.Millisecond, true, 1000, 1000},
			{true, job.Unlimited, true, 1000, 1000},
		} {
			synctest.Test(t, func(t *testing.T) {
				w := &searchJob{model: m, lists: lists, session: &plainSession{m, each}}
				if test.resumes {
					w.session = &resumingSession{plainSession{m, each}}
				}
				root := job.Entry{Path: "0", Item: w.Root()}
				begun := time.Now()
				o, err := w.Do(context.Background(), root.Item, test.splitAfter)
				if err != nil || (o.Result != "") != test.done || !test.done && time.Since(begun) > 2*test.splitAfter+each {
					t.Fatalf("%+v, error %v after %v, expected done %t", o, err, time.Since(begun), test.done)
				}
				tree := job.NewTree(w)
				count, listed := 0, 0
				var take func(at job.Entry, o job.Record)
				take = func(at job.Entry, o job.Record) {
					if err := tree.Add(at.Path, job.Record{Item: at.Item, Split: o.Split, Result: o.Result}); err != nil {
						t.Fatal(err)
					}
					listed += strings.Count(string(o.Printed), "\n")
					if o.Split == "" {
						return
					}
					parts, err := job.Split(w, at, o.Split)
					if err != nil {
						t.Fatal(err)
					}
					for i, part := range o.Parts {
						take(parts[i], part)
					}
				}
				take(root, o)
				result, err := tree.Value()
				if err != nil {
					t.Fatal(err)
				}
				if _, err := fmt.Sscan(result, &count); err != nil || count < test.least || count > test.most || lists && listed != count {
					t.Errorf("split after %v: %d counted, %d listed, error %v, expected %d to %d", test.splitAfter, count, listed, err, test.least, test.most)
				}
				for _, open := range slices.Collect(tree.Open()) {
					o, err := w.Do(context.Background(), open.Item, job.Unlimited)
					if err != nil {
						t.Fatal(err)
					}
					take(open, o)
				}
				if result, err := tree.Value(); err != nil || result != "1000" || !tree.Complete() {
					t.Errorf("split after %v: %s in all, error %v, expected 1000", test.splitAfter, result, err)
				}
			})
		}
	}
}

// resumingSession runs models without constraints. If it is cut off, it returns the work done so far.
type resumingSession struct{ plainSession }

func (s *resumingSession) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	count := uint64(0)
	a := make(model.Assignment, len(s.model.Variables))
	var search func(v model.Var) (done *engine.Unfinished, stopped bool)
	search = func(v model.Var) (*engine.Unfinished, bool) {
		if int(v) == len(a) {
			if ctx.Err() != nil {
				return nil, true
			}
			time.Sleep(s.pause)
			count++
			return nil, yield != nil && !yield(a)
		}
		if given := cubeOn(cube, v); len(given) > 0 {
			a[v] = given[0].Value
			return search(v + 1)
		}
		u := &engine.Unfinished{Split: engine.Split{Var: v, Open: s.model.DomainOf(v)}}
		for _, a[v] = range slices.Collect(u.Split.Open.All()) {
			before, stopped := count, false
			if u.Next, stopped = search(v + 1); stopped {
				return u, true
			}
			u.Counts = append(u.Counts, count-before)
		}
		return nil, false
	}
	done, stopped := search(0)
	result := engine.NewResult(ctx, limit, new(big.Int).SetUint64(count), !stopped)
	result.Unfinished = done
	return result, nil
}

// lateFailure is a session that fails when its run is cut off.
type lateFailure struct{ plainSession }

var errLate = errors.New("it failed")

func (s *lateFailure) Run(ctx context.Context, _ model.Cube, _ uint64, _ func(model.Assignment) bool) (engine.Result, error) {
	<-ctx.Done()
	return engine.Result{}, errLate
}

// An engine's failure after the time limit is reported, not taken for a run that was cut off.
func TestItemFails(t *testing.T) {
	m := numbers(1)
	w := &searchJob{model: m, session: &lateFailure{plainSession{m, 0}}}
	if r, err := w.Do(t.Context(), w.Root(), time.Millisecond); !errors.Is(err, errLate) {
		t.Errorf("%+v, error %v, expected %v", r, err, errLate)
	}
}

// An item is split if its solutions take too many bytes, however few they are.
func TestItemListsTooMuch(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing is concurrent")
	}
	m := numbers(2)
	m.Variables[0].Name = strings.Repeat("x", 1<<20)
	w := &searchJob{model: m, lists: true, session: &resumingSession{plainSession{m, 0}}}
	r, err := w.Do(t.Context(), w.Root(), time.Minute)
	bytes := 0
	_ = r.Keep(func(printed []byte) (string, error) { bytes += len(printed); return "", nil })
	if err != nil || r.Split == "" || bytes < mostListed/2 || bytes > mostListed+1<<21 {
		t.Errorf("split %q, %d bytes are listed, error %v, expected about %d", r.Split, bytes, err, mostListed)
	}
}
