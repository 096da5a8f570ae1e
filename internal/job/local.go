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
	"qmsat/internal/input"
)

// Local does a job in this process. Its queue is the open items of its tree.
type Local struct {
	Tree    *Tree
	Workers []Work // each opened on this job and used by one goroutine; the first one gets the first item
	// Checkpoint is the file that keeps the tree's records; "": there is none. Header says which job the file belongs to.
	Checkpoint string
	Header     checkpoint.Header
	// SplitAfter returns how long the next item is worked on before it is split.
	SplitAfter func() time.Duration
	// Held reports whether only the first open item may begin, since many results of later items wait for it. It may be nil.
	Held func() bool
	// Took is called at the start, after each item, and every [saveTick]. An error ends the run.
	Took func() error
}

// saveTick is the time between two checks for records to save.
const saveTick = 50 * time.Millisecond

// finished is what a worker returns for an item.
type finished struct {
	path   string
	record Record
	worker Work
	err    error
}

// Run does items until all are done or the context ends. The end of the context is no error.
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

// next returns the first open item that was not begun. found is false if there is none, or if it may not begin yet.
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

// load opens the checkpoint and adds its records to the tree.
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

// openWord marks an item without a record.
const openWord = "open"

// Lines returns a tree as text, one line for each item. A line has the item, then its split, its result, or "open". An item comes
// before its parts.
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

// Read adds the records of lines that Lines has written. index is the line of the error; it is len(lines) if a line is missing.
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

// readRecord adds the record of a node's line.
func (t *Tree) readRecord(n *node, line string) error {
	text, of := strings.CutPrefix(line, n.Item+" ")
	switch {
	case !of:
		return fmt.Errorf("found %q, expected its record", input.Clip(line))
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
