package job

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/input"
)

// Record is what is known of an item: its split or its result.
type Record struct {
	Item  string `json:"item"`
	Split string `json:"split,omitempty"` // "" if the item is done
	// Parts are the records of a split's first parts, if these were already worked on. Their worker and engine are the split's.
	Parts  []Record `json:"parts,omitempty"`
	Result string   `json:"result,omitempty"`
	Folded string   `json:"folded,omitempty"` // the hash of the dropped records that this result replaces
	Worker string   `json:"worker,omitempty"` // the worker that wrote the record
	Engine string   `json:"engine,omitempty"` // the engine that did the item
	Output string   `json:"output,omitempty"` // the name under which Printed is kept
	// Printed is the output of this item, before it is kept as Output. A job prints the outputs in the order of its items.
	Printed []byte `json:"-"`
	// Failure is why a worker gave up the item. A record with a failure has neither a result nor a split.
	Failure string `json:"failure,omitempty"`
}

func (r *Record) done() bool { return r.Split == "" }

// Known reports whether a record has a split or a result.
func (r *Record) Known() bool { return r.Split != "" || r.Result != "" }

// Keep calls keep with the output of the record and of each of its parts, and stores the names that keep returns as Output.
func (r *Record) Keep(keep func(printed []byte) (name string, err error)) (err error) {
	if len(r.Printed) > 0 {
		r.Output, err = keep(r.Printed)
	}
	for i := 0; err == nil && i < len(r.Parts); i++ {
		err = r.Parts[i].Keep(keep)
	}
	return err
}

// All yields the record and all records within it, each with its path and without its Parts. A record comes before its parts.
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

// rootPath is the path of a job's root. The path of a part is its parent's path, a dot, and the part's number, from 0.
const rootPath = "0"

// Entry is an item at its path.
type Entry struct {
	Path string `json:"path"`
	Item string `json:"item"`
}

// Tree holds the records of a job. It is used by one goroutine at a time.
type Tree struct {
	// Folds keeps the tree small: once all parts of a split have results, their sum replaces the split and its parts.
	Folds bool
	work  Work
	root  *node
	nodes map[string]*node // by path
	next  []*node          // a stack of the nodes that Next has yet to visit
	open  int              // nodes without a record
	taken int              // results added, including those that were folded since
}

type node struct {
	Entry
	record *Record
	parent *node
	parts  []*node
	left   int // parts that are not complete
}

func (n *node) complete() bool { return n.record != nil && n.left == 0 }

// NewTree returns the tree of a job, without records.
func NewTree(w Work) *Tree { return newTree(w, Entry{rootPath, w.Root()}) }

// newTree returns the tree of one item of a job, without records.
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

// ErrNoEntry says that no known split has the record's path. An item above it may have been folded.
var ErrNoEntry = errors.New("no known item has this part")

// Add adds the record at a path, without its Parts. If the path has a record already, Add keeps that one. The exception is a
// folded record: it replaces a split whose parts are not all done, since records below it may be gone from the server. The error
// is [ErrNoEntry], or says how the record contradicts the tree.
func (t *Tree) Add(path string, r Record) error {
	n := t.nodes[path]
	switch {
	case n == nil:
		return fmt.Errorf("record %s: %w", path, ErrNoEntry)
	case n.record != nil && (r.Folded == "" || n.complete()):
		return nil
	case r.Item != n.Item:
		return fmt.Errorf("record %s: found item %q, expected item %q", path, input.Clip(r.Item), input.Clip(n.Item))
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

// AddAll adds the record at a path and the records within it.
func (t *Tree) AddAll(path string, r Record) error {
	for path, r := range r.All(path) {
		if err := t.Add(path, r); err != nil {
			return err
		}
	}
	return nil
}

// settle counts a complete node as done in the nodes above it. If the tree folds, settle folds each split that is complete.
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

// forget drops the record of a node and everything below it. Nothing below it has output, so Next passes over that.
func (t *Tree) forget(n *node) {
	if len(n.parts) > 0 {
		t.next = slices.DeleteFunc(t.next, func(next *node) bool { return strings.HasPrefix(next.Path, n.Path+".") })
	}
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

// Counts returns the number of records and the number of items without one.
func (t *Tree) Counts() (records, open int) { return len(t.nodes) - t.open, t.open }

// Taken returns how many results were added, including those that were folded since.
func (t *Tree) Taken() int { return t.taken }

// Progress says how far a job has come.
type Progress struct {
	Value string  // the result so far, for people
	Share float64 // the share that is done, from 0 to 1, if all parts of an item are equally large
	Open  int     // known items that are not done
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

// Done returns the records with a result, in order.
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

// Next returns the next record with a result, in the order of items, each once. It waits for earlier items: found is false while
// the next item has no record.
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
