package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"qmsat/internal/checkpoint"
)

// Local does a job in this process: the queue is what its tree leaves open, and a checkpoint, if there is one, keeps the tree's records.
type Local struct {
	Tree    *Tree
	Workers []Work           // on the same job, for a goroutine each; the first is the first to be given an item
	File    *checkpoint.File // nil: nothing is kept
	// Patience returns how long the next item is worked on before it is split; nil: [Unlimited].
	Patience func() time.Duration
	// Held reports that only the first open item may be begun, since results ahead of it wait. It may be nil.
	Held func() bool
	// Took is called whenever records were taken up, and every [saveTick]; an error ends the run.
	Took func() error
}

// saveTick is the time between two looks at whether there is something to be saved.
const saveTick = 50 * time.Millisecond

// finished is what a worker has to say of an item.
type finished struct {
	Place
	outcome Outcome
	worker  Work
	err     error
}

// Run does all items, or as many as it can until the context ends, which is no error.
func (l *Local) Run(ctx context.Context) (failed error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	fail := func(err error) {
		if err != nil && failed == nil && (ctx.Err() == nil || !errors.Is(err, context.Cause(ctx))) {
			failed = err
			stop(err)
		}
	}
	outcomes := make(chan finished)
	begun := map[string]bool{} // by path
	idle := slices.Clone(l.Workers)
	slices.Reverse(idle)
	ticker := time.NewTicker(saveTick)
	defer ticker.Stop()
	for saved := true; ; {
		for len(idle) > 0 && ctx.Err() == nil {
			place, found := l.next(begun)
			if !found {
				break
			}
			begun[place.Path] = true
			worker, patience := idle[len(idle)-1], Unlimited
			if l.Patience != nil {
				patience = l.Patience()
			}
			idle = idle[:len(idle)-1]
			go func() {
				o, err := worker.Do(ctx, place.Item, patience)
				outcomes <- finished{place, o, worker, err}
			}()
		}
		if len(begun) == 0 {
			break
		}
		select {
		case f := <-outcomes:
			idle = append(idle, f.worker)
			delete(begun, f.Path)
			fail(f.err)
			if f.err == nil || ctx.Err() != nil {
				fail(l.take(f))
				saved = false
			}
		case <-ticker.C:
		}
		if failed == nil {
			fail(l.Took())
		}
		if !saved && failed == nil {
			var err error
			saved, err = l.File.Save(l.Tree.Lines)
			fail(err)
		}
	}
	if l.File == nil {
		return failed
	}
	return cmp.Or(failed, l.File.Write(l.Tree.Lines()))
}

// next returns the first open item that was not begun, if it may be.
func (l *Local) next(begun map[string]bool) (next Place, found bool) {
	first := true
	for place := range l.Tree.Open() {
		if !begun[place.Path] {
			return place, first || l.Held == nil || !l.Held()
		}
		first = false
	}
	return next, false
}

// take takes up what is known of an item, of which nothing may be known.
func (l *Local) take(f finished) error {
	if f.outcome.Split == "" && f.outcome.Result == "" {
		return nil
	}
	record, err := f.outcome.Record(l.Tree.work, f.Place, nil)
	if err != nil {
		return err
	}
	return l.Tree.AddAll(f.Path, record)
}

// Load opens a checkpoint and takes up its records. Without a path there is none.
func (t *Tree) Load(ctx context.Context, path string, header checkpoint.Header) (*checkpoint.File, error) {
	if path == "" {
		return nil, nil
	}
	file, body, err := checkpoint.Open(ctx, path, header)
	if err != nil || body == nil {
		return file, err
	}
	if line, err := t.Read(ctx, body); err != nil {
		file.Close()
		if ctx.Err() != nil {
			return nil, err
		}
		return nil, file.Refuse(line, err)
	}
	return file, nil
}

// openWord stands behind an item without a record.
const openWord = " open"

// Lines returns the text of a tree, a line an item, those above others first: its split, its result, or the item and "open".
func (t *Tree) Lines() (lines []string) {
	t.root.visit(func(n *node) {
		if n.record == nil {
			lines = append(lines, n.Item+openWord)
		} else {
			lines = append(lines, cmp.Or(n.record.Split, n.record.Result))
		}
	})
	return lines
}

// Read takes up what Lines has written. An error is of the line of that number, or, where that is 0, of no single one.
func (t *Tree) Read(ctx context.Context, body []checkpoint.Line) (line int, err error) {
	next := []*node{t.root}
	for _, l := range body {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		if len(next) == 0 {
			return l.Number, errors.New("found a further line, expected a record for each item")
		}
		n := next[0]
		if l.Text != n.Item+openWord {
			if err := t.readRecord(n, l.Text); err != nil {
				return l.Number, fmt.Errorf("the item %s: %w", n.Item, err)
			}
		}
		next = append(slices.Clone(n.parts), next[1:]...)
	}
	if len(next) > 0 {
		return 0, fmt.Errorf("the item %s has no record", next[0].Item)
	}
	return 0, nil
}

// readRecord takes up a line that is a node's split or its result.
func (t *Tree) readRecord(n *node, text string) error {
	_, err := t.work.Parts(n.Item, text)
	if err == nil {
		return t.Add(n.Path, Record{Item: n.Item, Split: text})
	}
	if result, unread := t.work.Fold(n.Item, []string{text}); unread != nil || result != text {
		return err
	}
	return t.Add(n.Path, Record{Item: n.Item, Result: text})
}
