package job

import (
	"crypto/sha256"
	"fmt"
	"slices"
)

// Result is the result of a job.
type Result struct {
	Result  string   `json:"result"`  // as people read it
	Records int      `json:"records"` // of all items, including split ones
	Hash    string   `json:"hash"`    // over the records, in the order of the tree
	Workers []string `json:"workers"`
	Engines []string `json:"engines"`
}

// Result folds the results known so far. It fails if they do not fold.
func (t *Tree) Result() (r Result, err error) {
	if r.Result, err = t.Value(); err != nil {
		return Result{}, err
	}
	r.Records, _ = t.Counts()
	r.Hash = t.root.hash()
	for _, record := range t.Done() {
		r.Workers, r.Engines = append(r.Workers, record.Worker), append(r.Engines, record.Engine)
	}
	slices.Sort(r.Workers)
	slices.Sort(r.Engines)
	r.Workers, r.Engines = slices.Compact(r.Workers), slices.Compact(r.Engines)
	return r, nil
}

// Value returns the result so far, as people read it.
func (t *Tree) Value() (string, error) {
	result, err := t.fold(t.root)
	return t.work.Value(result), err
}

func (t *Tree) fold(n *node) (string, error) {
	switch {
	case n.record == nil:
		return t.work.Fold(n.Item, nil)
	case n.record.done():
		return n.record.Result, nil
	}
	results := make([]string, len(n.parts))
	for i, part := range n.parts {
		var err error
		if results[i], err = t.fold(part); err != nil {
			return "", err
		}
	}
	return t.work.Fold(n.Item, results)
}

// hash returns the hash of the records of a node and of all nodes below it, one line each, in order.
func (n *node) hash() string {
	sum := sha256.New()
	n.visit(func(n *node) {
		if r := n.record; r != nil {
			fmt.Fprintf(sum, "%s\t%s\t%s\t%s\t%s\n", n.Path, n.Item, r.Split, r.Result, r.Folded)
		}
	})
	return fmt.Sprintf("sha256:%x", sum.Sum(nil))
}

// Folding is a split whose parts all have results, with the record that can replace it.
type Folding struct {
	Entry
	Record Record
	node   *node
}

// Foldings returns the splits whose parts are all done and have no output, if the tree has more than the given number of nodes.
// [Tree.Fold] drops their parts, so a tree without output stays small for any number of items.
func (t *Tree) Foldings(nodes int) (list []Folding, err error) {
	if len(t.nodes) <= nodes {
		return nil, nil
	}
	t.root.visit(func(n *node) {
		kept := func(part *node) bool { return len(part.parts) > 0 || part.record.Output != "" }
		if err != nil || n.record == nil || n.record.done() || !n.complete() || slices.ContainsFunc(n.parts, kept) {
			return
		}
		r := Record{Item: n.Item, Folded: n.hash()}
		if r.Result, err = t.fold(n); err == nil {
			list = append(list, Folding{n.Entry, r, n})
		}
	})
	return list, err
}

// Fold replaces a split and everything below it by the folding's record.
func (t *Tree) Fold(f Folding) {
	for _, part := range f.node.parts {
		delete(t.nodes, part.Path)
	}
	f.node.record, f.node.parts = &f.Record, nil
}
