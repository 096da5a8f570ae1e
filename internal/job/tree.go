package job

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"qmsat/internal/document"
)

// Record is what is known of an item: its split or its result.
type Record struct {
	Item  string `json:"item"`
	Split string `json:"split,omitempty"` // "" where it was done
	// Parts are the records of the first of a split's parts, where they were known with it. Worker and engine are those of the split.
	Parts  []Record `json:"parts,omitempty"`
	Result string   `json:"result,omitempty"`
	Folded string   `json:"folded,omitempty"` // the hash of the records that a result stands for, which were dropped
	Worker string   `json:"worker,omitempty"` // who wrote it
	Engine string   `json:"engine,omitempty"` // by which it was done
	Output string   `json:"output,omitempty"` // where what it prints is kept
	// Printed is what the job prints in the place of this item, in the order of items, until it is kept as Output.
	Printed []byte `json:"-"`
	// Failure is why a worker gave the item up. Such a record says nothing of the item itself.
	Failure string `json:"failure,omitempty"`
}

func (r *Record) done() bool { return r.Split == "" }

// Known reports whether a record says anything of its item.
func (r *Record) Known() bool { return r.Split != "" || r.Result != "" }

// Keep hands what a record and its parts print to a function, which returns the name under which that is kept.
func (r *Record) Keep(keep func(printed []byte) (name string, err error)) (err error) {
	if len(r.Printed) > 0 {
		r.Output, err = keep(r.Printed)
	}
	for i := 0; err == nil && i < len(r.Parts); i++ {
		err = r.Parts[i].Keep(keep)
	}
	return err
}

// All yields the record and those within it, none of which has any within it, with their paths: those above others first.
func (r Record) All(path string) iter.Seq2[string, Record] {
	return func(yield func(string, Record) bool) {
		own := r
		own.Parts = nil
		more := yield(path, own)
		for i, part := range r.Parts {
			part.Worker, part.Engine = r.Worker, r.Engine
			for path, inner := range part.All(partPath(path, i)) {
				if more = more && yield(path, inner); !more {
					return
				}
			}
		}
	}
}

// Open returns the entries that a record leaves open, in order.
func (r Record) Open(w Work, at Entry) ([]Entry, error) {
	t := newTree(w, at)
	err := t.AddAll(at.Path, r)
	return slices.Collect(t.Open()), err
}

// rootPath is the path of a job's root. That of a part has the number of the part, from 0, after its parent's path and a dot.
const rootPath = "0"

// Entry is an item at its path.
type Entry struct {
	Path string `json:"path"`
	Item string `json:"item"`
}

// Tree is what is known of a job. It is used by one goroutine at a time.
type Tree struct {
	// Folds has the tree keep sums alone: once all parts of a split have results, its own stands for them.
	Folds bool
	work  Work
	root  *node
	nodes map[string]*node // by path
	next  []*node          // what Next comes to, the first of them last
	open  int              // nodes without a record
	taken int              // results, those of parts that were folded too
}

type node struct {
	Entry
	record *Record
	parent *node
	parts  []*node
	left   int // parts that are not complete
}

func (n *node) complete() bool { return n.record != nil && n.left == 0 }

// NewTree returns the tree of a job of which nothing is known.
func NewTree(w Work) *Tree { return newTree(w, Entry{rootPath, w.Root()}) }

// newTree returns the tree of an item of a job.
func newTree(w Work, at Entry) *Tree {
	root := &node{Entry: at}
	return &Tree{work: w, root: root, nodes: map[string]*node{at.Path: root}, next: []*node{root}, open: 1}
}

// Root returns the entry of the whole job.
func (t *Tree) Root() Entry { return t.root.Entry }

// partPath returns the path of a part.
func partPath(parent string, number int) string { return parent + "." + strconv.Itoa(number) }

// Split returns the entries of the parts of a split item.
func Split(w Work, at Entry, split string) ([]Entry, error) {
	items, err := w.Parts(at.Item, split)
	if err != nil {
		return nil, fmt.Errorf("item %s: %w", at.Path, err)
	}
	parts := make([]Entry, len(items))
	for i, item := range items {
		parts[i] = Entry{partPath(at.Path, i), item}
	}
	return parts, nil
}

// ErrNoEntry says that a record is not below a split that is known: one above it may be folded.
var ErrNoEntry = errors.New("no known item has this part")

// Add takes up the record of a path, which has none within it, unless one is known already; but one that was folded stands for
// all below it, of which records may be gone. An error is that of a record that contradicts what is known of the job, or
// [ErrNoEntry].
func (t *Tree) Add(path string, r Record) error {
	n := t.nodes[path]
	switch {
	case n == nil:
		return fmt.Errorf("record %s: %w", path, ErrNoEntry)
	case n.record != nil && (r.Folded == "" || n.complete()):
		return nil
	case r.Item != n.Item:
		return fmt.Errorf("record %s: found item %q, expected item %q", path, document.Clip(r.Item), document.Clip(n.Item))
	}
	if r.done() {
		if _, err := t.work.Fold(n.Item, []string{r.Result}); err != nil {
			return fmt.Errorf("record %s: %w", path, err)
		}
		t.forget(n)
		t.taken++
	} else {
		parts, err := Split(t.work, n.Entry, r.Split)
		if err != nil {
			return err
		}
		for _, part := range parts {
			t.nodes[part.Path] = &node{Entry: part, parent: n}
			n.parts = append(n.parts, t.nodes[part.Path])
		}
		n.left = len(parts)
		t.open += len(parts)
	}
	n.record = &r
	t.open--
	return t.settle(n)
}

// AddAll takes up the record of a path and those within it.
func (t *Tree) AddAll(path string, r Record) error {
	for path, r := range r.All(path) {
		if err := t.Add(path, r); err != nil {
			return err
		}
	}
	return nil
}

// settle tells the nodes above one that is complete, and folds what is to be folded.
func (t *Tree) settle(n *node) error {
	for ; n.complete(); n = n.parent {
		if t.Folds && !n.record.done() {
			result, err := t.fold(n)
			if err != nil {
				return fmt.Errorf("record %s: %w", n.Path, err)
			}
			t.Fold(Folding{Record: Record{Item: n.Item, Result: result}, node: n})
		}
		if n.parent == nil {
			break
		}
		n.parent.left--
	}
	return nil
}

// forget forgets what is known of a node and of all below it.
func (t *Tree) forget(n *node) {
	n.visit(func(n *node) {
		delete(t.nodes, n.Path)
		if n.record == nil {
			t.open--
		}
	})
	t.nodes[n.Path] = n
	t.open++
	n.record, n.parts, n.left = nil, nil, 0
}

// Complete reports whether all items are done.
func (t *Tree) Complete() bool { return t.root.complete() }

// Counts returns how many records there are, and how many items have none.
func (t *Tree) Counts() (records, open int) { return len(t.nodes) - t.open, t.open }

// Taken returns how many results were taken up, those that were folded since included.
func (t *Tree) Taken() int { return t.taken }

// Progress says how far a job has come.
type Progress struct {
	Value string  // of what is done, for people
	Share float64 // that is done, from 0 to 1, where the parts of an item are taken for equally large
	Open  int     // items known and not done
}

// Progress returns how far the job has come.
func (t *Tree) Progress() Progress {
	value, _ := t.Value()
	return Progress{value, t.root.share(), t.open}
}

func (n *node) share() float64 {
	switch {
	case n.complete():
		return 1
	case n.left == len(n.parts) && n.record == nil:
		return 0
	}
	sum := 0.0
	for _, part := range n.parts {
		sum += part.share()
	}
	return sum / float64(len(n.parts))
}

// Open yields the entries of all items without a record, in order.
func (t *Tree) Open() iter.Seq[Entry] {
	return func(yield func(Entry) bool) { t.root.open(yield) }
}

func (n *node) open(yield func(Entry) bool) (more bool) {
	if n.complete() {
		return true
	}
	if n.record == nil {
		return yield(n.Entry)
	}
	return !slices.ContainsFunc(n.parts, func(part *node) bool { return !part.open(yield) })
}

// Done returns the records of all items that were done, in order.
func (t *Tree) Done() (records []Record) {
	t.root.visit(func(n *node) {
		if n.record != nil && n.record.done() {
			records = append(records, *n.record)
		}
	})
	return records
}

func (n *node) visit(see func(*node)) {
	see(n)
	for _, part := range n.parts {
		part.visit(see)
	}
}

// Next returns the records of items that were done, one with each call, in order: each once, and none before those of all items
// before it are there.
func (t *Tree) Next() (r Record, found bool) {
	for len(t.next) > 0 && !found {
		last := len(t.next) - 1
		n := t.next[last]
		if n.record == nil {
			break
		}
		t.next = t.next[:last]
		for _, part := range slices.Backward(n.parts) {
			t.next = append(t.next, part)
		}
		r, found = *n.record, n.record.done()
	}
	return r, found
}
