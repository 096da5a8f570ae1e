package cubetree

import (
	"iter"
	"math/big"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// Tree is a tree of cubes. It is used by one goroutine at a time.
type Tree struct {
	model *model.Model
	cube  model.Cube // of the root
	root  *Node
}

// Node is a cube of a tree.
type Node struct {
	tree      *Tree
	parent    *Node
	given     model.Given // besides those of the parent
	count     *big.Int    // nil unless it is counted
	variable  model.Var   // by which it is split
	children  []*Node     // the open values of the variable, lowest first; nil unless it is split
	uncounted int         // children
	recorded  bool        // by Add
}

// New returns the tree of a cube of which nothing is known.
func New(m *model.Model, cube model.Cube) *Tree {
	t := &Tree{model: m, cube: slices.Clip(cube)}
	t.root = &Node{tree: t}
	return t
}

// Cube returns the cube, with the givens of the tree's root.
func (n *Node) Cube() model.Cube { return append(n.tree.cube, n.path()...) }

// path returns the givens of the cube besides the root's, in the order of the splits.
func (n *Node) path() model.Cube {
	path := model.Cube{}
	for ; n.parent != nil; n = n.parent {
		path = append(path, n.given)
	}
	slices.Reverse(path)
	return path
}

// Count says how many solutions an open cube has. A cube of which all children are counted is counted too, and they are
// forgotten.
func (n *Node) Count(count *big.Int) {
	n.count = count
	for p := n.parent; p != nil; p = p.parent {
		if p.uncounted--; p.uncounted > 0 {
			return
		}
		p.sum()
	}
}

// sum counts a cube of which all children are counted.
func (n *Node) sum() {
	n.count = n.found()
	n.children = nil
}

// Split says how an open cube is split, and returns the children that are left open, lowest value first. A split that is no
// partition of the cube is an error and changes nothing.
func (n *Node) Split(split engine.Split) (open []*Node, err error) {
	if err := split.Check(n.tree.model, n.Cube()); err != nil {
		return nil, err
	}
	for value := range split.Open.All() {
		open = append(open, &Node{tree: n.tree, parent: n, given: model.Given{Var: split.Var, Value: value}})
	}
	n.variable, n.children, n.uncounted = split.Var, open, len(open)
	if open == nil {
		n.Count(new(big.Int))
	}
	return slices.Clone(open), nil
}

// Counted reports whether the cube is counted.
func (n *Node) Counted() bool { return n.count != nil }

// Counted reports whether no cube is open.
func (t *Tree) Counted() bool { return t.root.count != nil }

// Found returns the number of solutions in all cubes that are counted: those of the root where none is open.
func (t *Tree) Found() *big.Int { return new(big.Int).Set(t.root.found()) }

func (n *Node) found() *big.Int {
	if n.count != nil {
		return n.count
	}
	found := new(big.Int)
	for _, child := range n.children {
		found.Add(found, child.found())
	}
	return found
}

// Share returns the part of the root that is counted, from 0 to 1, where the children that a split leaves open are taken for
// equally large.
func (t *Tree) Share() float64 { return t.root.share() }

func (n *Node) share() float64 {
	if n.count != nil {
		return 1
	}
	share := 0.0
	for _, child := range n.children {
		share += child.share() / float64(len(n.children))
	}
	return share
}

// Open yields the cubes that are open: in the order of the variables' values, by the first split first.
func (t *Tree) Open() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for n := range t.root.all() {
			if n.count == nil && n.children == nil && !yield(n) {
				return
			}
		}
	}
}

// all yields the node and all below, each before its children.
func (n *Node) all() iter.Seq[*Node] {
	var visit func(n *Node, yield func(*Node) bool) bool
	visit = func(n *Node, yield func(*Node) bool) bool {
		if !yield(n) {
			return false
		}
		for _, child := range n.children {
			if !visit(child, yield) {
				return false
			}
		}
		return true
	}
	return func(yield func(*Node) bool) { visit(n, yield) }
}
