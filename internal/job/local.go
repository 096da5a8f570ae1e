package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"qmsat/internal/checkpoint"
	"qmsat/internal/document"
)

// Local does a job in this process: the queue is what its tree leaves open.
type Local struct {
	Tree    *Tree
	Workers []Work // on the same job, for a goroutine each; the first is the first to be given an item
	// Checkpoint is a file that keeps the tree's records, of a count that Header names; "": nothing is kept.
	Checkpoint string
	Header     checkpoint.Header
	// SplitAfter returns how long the next item is worked on before it is split.
	SplitAfter func() time.Duration
	// Held reports that only the first open item may be begun, since results ahead of it wait. It may be nil.
	Held func() bool
	// Took is called first, whenever records were taken up, and every [saveTick]; an error ends the run.
	Took func() error
}

// saveTick is the time between two looks at whether there is something to be saved.
const saveTick = 50 * time.Millisecond

// finished is what a worker has to say of an item.
type finished struct {
	path   string
	record Record
	worker Work
	err    error
}

// Run does all items, or as many as it can until the context ends, which is no error.
func (l *Local) Run(ctx context.Context) (failed error) {
	file, err := l.load(ctx)
	if err != nil {
		return err
	}
	defer file.Close()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	fail := func(err error) {
		if err != nil && failed == nil && (ctx.Err() == nil || !errors.Is(err, context.Cause(ctx))) {
			failed = err
			stop(err)
		}
	}
	fail(l.Took())
	records := make(chan finished)
	begun := map[string]bool{} // by path
	idle := slices.Clone(l.Workers)
	slices.Reverse(idle)
	ticker := time.NewTicker(saveTick)
	defer ticker.Stop()
	for saved := true; ; {
		for len(idle) > 0 && ctx.Err() == nil {
			entry, found := l.next(begun)
			if !found {
				break
			}
			begun[entry.Path] = true
			worker, splitAfter := idle[len(idle)-1], l.SplitAfter()
			idle = idle[:len(idle)-1]
			go func() {
				r, err := worker.Do(ctx, entry.Item, splitAfter)
				records <- finished{entry.Path, r, worker, err}
			}()
		}
		if len(begun) == 0 {
			break
		}
		select {
		case f := <-records:
			idle = append(idle, f.worker)
			delete(begun, f.path)
			fail(f.err)
			if f.record.Known() && (f.err == nil || ctx.Err() != nil) {
				fail(l.Tree.AddAll(f.path, f.record))
				saved = false
			}
		case <-ticker.C:
		}
		if failed == nil {
			fail(l.Took())
		}
		if !saved && failed == nil {
			saved, err = file.Save(l.Tree.Lines)
			fail(err)
		}
	}
	return cmp.Or(failed, file.Write(l.Tree.Lines()))
}

// next returns the first open item that was not begun, if it may be.
func (l *Local) next(begun map[string]bool) (next Entry, found bool) {
	first := true
	for entry := range l.Tree.Open() {
		if !begun[entry.Path] {
			return entry, first || l.Held == nil || !l.Held()
		}
		first = false
	}
	return next, false
}

// load opens the checkpoint and takes up its records.
func (l *Local) load(ctx context.Context) (*checkpoint.File, error) {
	if l.Checkpoint == "" {
		return nil, nil
	}
	file, body, err := checkpoint.Open(ctx, l.Checkpoint, l.Header)
	if err != nil || body == nil {
		return file, err
	}
	if line, err := l.Tree.Read(ctx, body); err != nil {
		file.Close()
		if ctx.Err() != nil {
			return nil, err
		}
		return nil, file.Refuse(line, err)
	}
	return file, nil
}

// openWord stands behind an item without a record.
const openWord = "open"

// Lines returns the text of a tree, a line an item, those above others first: the item, and its split, its result, or "open".
func (t *Tree) Lines() (lines []string) {
	t.root.visit(func(n *node) {
		text := openWord
		if n.record != nil {
			text = cmp.Or(n.record.Split, n.record.Result)
		}
		lines = append(lines, n.Item+" "+text)
	})
	return lines
}

// Read takes up what Lines has written. An error is of the line of that index, or behind the last one.
func (t *Tree) Read(ctx context.Context, lines []string) (index int, err error) {
	next := []*node{t.root}
	for i, line := range lines {
		if ctx.Err() != nil {
			return i, context.Cause(ctx)
		}
		if len(next) == 0 {
			return i, errors.New("found a further line, expected a record for each item")
		}
		n := next[0]
		if err := t.readRecord(n, line); err != nil {
			return i, fmt.Errorf("the item %s: %w", n.Item, err)
		}
		next = append(slices.Clone(n.parts), next[1:]...)
	}
	if len(next) > 0 {
		return len(lines), fmt.Errorf("the item %s has no record", next[0].Item)
	}
	return 0, nil
}

// readRecord takes up a node's line.
func (t *Tree) readRecord(n *node, line string) error {
	text, of := strings.CutPrefix(line, n.Item+" ")
	switch {
	case !of:
		return fmt.Errorf("found %q, expected its record", document.Clip(line))
	case text == openWord:
		return nil
	}
	_, err := t.work.Parts(n.Item, text)
	if err == nil {
		return t.Add(n.Path, Record{Item: n.Item, Split: text})
	}
	result, unread := t.work.Fold(n.Item, []string{text})
	if unread == nil && result == text {
		return t.Add(n.Path, Record{Item: n.Item, Result: text})
	}
	return fmt.Errorf("%w; as a result: %v", err, cmp.Or(unread, errors.New("it is not in the form that qmsat writes")))
}
