package parallel

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"qmsat/model/job"
)

// An item that takes longer than patience is split, and what was searched by then is kept: of the time little is lost.
func TestItem(t *testing.T) {
	m := numbers(3)
	const each = time.Millisecond // of 1000 solutions
	for _, lists := range []bool{false, true} {
		for _, test := range []struct {
			patience    time.Duration
			done        bool
			least, most int // counted when it ends
		}{
			{8 * time.Millisecond, false, 0, 0},
			{70 * time.Millisecond, false, 100, 100}, // a piece that was begun has as much time again
			{250 * time.Millisecond, false, 300, 300},
			{600 * time.Millisecond, true, 1000, 1000},
			{job.Unlimited, true, 1000, 1000},
		} {
			synctest.Test(t, func(t *testing.T) {
				w := &searchJob{model: m, lists: lists, session: &plainSession{m, each}}
				root := job.Place{Path: "0", Item: w.Root()}
				begun := time.Now()
				o, err := w.Do(context.Background(), root.Item, test.patience)
				if err != nil || (o.Result != "") != test.done || !test.done && time.Since(begun) > 2*test.patience+each {
					t.Fatalf("%+v, error %v after %v, expected done %t", o, err, time.Since(begun), test.done)
				}
				tree := job.NewTree(w)
				count, listed := 0, 0
				var take func(at job.Place, o job.Outcome)
				take = func(at job.Place, o job.Outcome) {
					if err := tree.Add(at.Path, job.Record{Item: at.Item, Split: o.Split, Result: o.Result}); err != nil {
						t.Fatal(err)
					}
					listed += strings.Count(string(o.Output), "\n")
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
				if _, err := fmt.Sscan(w.Value(result), &count); err != nil || count < test.least || count > test.most || lists && listed != count {
					t.Errorf("patience %v: %d counted, %d listed, error %v, expected %d to %d", test.patience, count, listed, err, test.least, test.most)
				}
				for _, open := range tree.Open() {
					o, err := w.Do(context.Background(), open.Item, job.Unlimited)
					if err != nil {
						t.Fatal(err)
					}
					take(open, o)
				}
				if result, err := tree.Value(); err != nil || w.Value(result) != "1000" || !tree.Complete() {
					t.Errorf("patience %v: %s in all, error %v, expected 1000", test.patience, result, err)
				}
			})
		}
	}
}
