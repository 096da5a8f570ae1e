package proof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"qmsat/encode"
	"qmsat/encode/propagate"
	"qmsat/internal/lists"
	"qmsat/model"
)

// A CPOG file certifies the number of models of a formula (Bryant, Nawrocki, Avigad and Heule, Certified Knowledge Compilation
// with Application to Verified Model Counting, SAT 2023): it defines a graph of products of independent parts and sums of
// exclusive ones, shows that the formula implies the graph, and deletes the formula's clauses, since the graph implies them.
// Its lines are
//
//	ID a LITERALS 0 HINTS 0      a clause that follows by unit propagation on the clauses HINTS, in this order
//	ID p NODE LITERALS 0         a product; its defining clauses are ID (NODE ∨ ¬literals), ID+1 (¬NODE ∨ first literal) and so on
//	ID s NODE L1 L2 HINTS 0      a sum: ID (¬NODE ∨ L1 ∨ L2), ID+1 (NODE ∨ ¬L1), ID+2 (NODE ∨ ¬L2); HINTS show that L1 excludes L2
//	d ID HINTS 0                 deletes a clause that follows from the remaining ones
//	r NODE                       the root
//
// Clauses of the formula are numbered from 1. Our files begin with the header of a proof file as comments.

// cpogLine is the first line of our CPOG files, behind "c ".
const cpogLine = "qmsat cpog 1"

// CPOG makes a CPOG file of a depth-first search for all models of a formula. It follows the search, then writes the file. It
// holds the whole file in memory.
type CPOG struct {
	statement Statement
	formula   propagate.Propagator
	clauses   [][]encode.Literal // of the formula, by number from 1
	ids       map[int]int        // by the propagator's number of a clause: its number in the file
	next      int                // the number of the next clause
	node      encode.Literal
	edges     []edge
	asserted  []assertion
	lines     []byte
	parts     []cpogPart // by node, from the first
	root      branch
	err       error
}

// edge is a literal that is assumed on the way to the current node.
type edge struct {
	literal encode.Literal // 0 for the root
	start   int            // of its literal and consequences on the trail
	left    *branch        // the result for its negation, if that was assumed before
}

// branch is the result of the search below an edge or at a node.
type branch struct {
	clause int            // the number of the clause "the literals on the way here imply the node"
	node   encode.Literal // 0 if there is no solution
	define int            // the number of the first defining clause
}

// assertion is a clause that was added and will be deleted.
type assertion struct {
	clause int
	hints  []int
}

// cpogPart is a node's definition.
type cpogPart struct {
	sum    bool
	args   []encode.Literal
	define int
}

// NewCPOG returns an empty file about a model under a cube, ready to follow a search. It fails if [NewStatement] does, or if
// models of the formula are not the solutions.
func NewCPOG(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options) (*CPOG, error) {
	c := &CPOG{clauses: make([][]encode.Literal, 1), ids: map[int]int{}, edges: []edge{{}}}
	s, err := NewStatement(ctx, m, cube, encoding)
	if err != nil {
		return nil, err
	}
	_, vm, err := compile(ctx, m, cube, encoding, c)
	switch {
	case err != nil:
		return nil, err
	case vm.Projected():
		return nil, errHidden
	}
	c.statement, c.node, c.next = s, encode.Literal(s.Formula.Variables), len(c.clauses)
	if !c.formula.Consistent() {
		c.finish(c.refuted())
	}
	return c, c.formula.Err()
}

// errHidden says that the models of the formula cannot be counted as solutions.
var errHidden = errors.New("several models of the formula may be one solution, expected a formula with one model per solution")

// Clause implements [encode.Sink].
func (c *CPOG) Clause(clause []encode.Literal) {
	c.ids[c.formula.Add(clause)] = len(c.clauses)
	c.clauses = append(c.clauses, slices.Clone(clause))
}

// Decide takes a decision; see [TreeWriter.Decide].
func (c *CPOG) Decide(l encode.Literal) { c.assume(edge{literal: l}) }

func (c *CPOG) assume(e edge) {
	if c.err != nil {
		return
	}
	e.start = len(c.formula.Trail())
	c.edges = append(c.edges, e)
	if !c.formula.Decide(e.literal) {
		c.finish(c.refuted())
	}
}

// Solution takes a solution; see [TreeWriter.Solution].
func (c *CPOG) Solution(rest []encode.Literal) {
	if len(rest) > 0 {
		c.err = errHidden
	}
	if c.err == nil {
		c.finish(c.product(nil))
	}
}

// finish closes the last edge, and all edges that close with it.
func (c *CPOG) finish(b branch) {
	last := c.edges[len(c.edges)-1]
	if last.literal == 0 {
		c.root = b
		return
	}
	c.edges = c.edges[:len(c.edges)-1]
	c.formula.Undo()
	if last.left == nil {
		c.assume(edge{literal: -last.literal, left: &b})
		return
	}
	switch at := c.join(*last.left, b); {
	case at.node == 0:
		c.finish(at)
	default:
		c.finish(c.product(&at))
	}
}

// path returns the clause "an edge is not taken, or one of the given literals is true".
func (c *CPOG) path(more ...encode.Literal) []encode.Literal {
	clause := lists.Map(c.edges[1:], func(e edge) encode.Literal { return -e.literal })
	return append(clause, more...)
}

// assert adds a clause that follows by the hints.
func (c *CPOG) assert(clause []encode.Literal, hints []int) int {
	id := c.next
	c.next++
	c.printf("%d a%s 0%s 0\n", id, words(clause), words(hints))
	c.asserted = append(c.asserted, assertion{id, hints})
	return id
}

func (c *CPOG) printf(format string, args ...any) { c.lines = fmt.Appendf(c.lines, format, args...) }

func words[T any](list []T) string {
	if len(list) == 0 {
		return ""
	}
	return " " + strings.Trim(fmt.Sprint(list), "[]")
}

// reasonsOf returns the clauses that derive some true literals, or the conflict, from the edges. Each clause comes after the
// clauses that it needs.
func (c *CPOG) reasonsOf(literals []encode.Literal) []int {
	needed := map[encode.Literal]bool{}
	var hints []int
	need := func(number int) {
		if number > 0 {
			hints = append(hints, c.ids[number])
			for _, l := range c.clauses[c.ids[number]] {
				needed[-l] = true
			}
		}
	}
	for _, l := range literals {
		needed[l] = true
	}
	need(c.formula.Conflict())
	for _, l := range slices.Backward(c.formula.Trail()) {
		if needed[l] {
			need(c.formula.Reason(l))
		}
	}
	slices.Reverse(hints)
	return hints
}

// refuted asserts that the edges lead to a conflict.
func (c *CPOG) refuted() branch { return branch{clause: c.assert(c.path(), c.reasonsOf(nil))} }

// define adds a node.
func (c *CPOG) define(sum bool, args []encode.Literal) branch {
	c.node++
	b := branch{node: c.node, define: c.next}
	c.parts = append(c.parts, cpogPart{sum, args, b.define})
	c.next += len(args) + 1
	return b
}

// product makes the node of the last edge from the literals that the edge implies and the node below, if any.
func (c *CPOG) product(below *branch) branch {
	last := c.edges[len(c.edges)-1]
	args := slices.Clone(c.formula.Trail()[last.start:])
	hints := c.reasonsOf(args)
	if below != nil {
		if len(args) == 0 {
			return *below
		}
		args = append(args, below.node)
		hints = append(hints, below.clause)
	}
	b := c.define(false, args)
	c.printf("%d p %d%s 0\n", b.define, b.node, words(args))
	b.clause = c.assert(c.path(b.node), append(hints, b.define))
	return b
}

// join makes the sum of two edges with opposite literals.
func (c *CPOG) join(left, right branch) branch {
	switch {
	case left.node == 0 && right.node == 0:
		return branch{clause: c.assert(c.path(), []int{right.clause, left.clause})}
	case left.node == 0:
		right.clause = c.assert(c.path(right.node), []int{right.clause, left.clause})
		return right
	case right.node == 0:
		left.clause = c.assert(c.path(left.node), []int{left.clause, right.clause})
		return left
	}
	b := c.define(true, []encode.Literal{left.node, right.node})
	c.printf("%d s %d %d %d %d %d 0\n", b.define, b.node, left.node, right.node, left.define+1, right.define+1)
	b.clause = c.assert(c.path(b.node), []int{b.define + 1, left.clause, right.clause, b.define + 2})
	return b
}

// Write writes the file, once the search has ended.
func (c *CPOG) Write(w io.Writer) error {
	switch {
	case c.err != nil:
		return c.err
	case c.root.node == 0:
		return errors.New("found no solution, expected some: a DRAT file says that there is none")
	}
	out := bufio.NewWriterSize(w, 1<<16)
	c.statement.write(out, "c ", cpogLine)
	out.Write(c.lines)
	fmt.Fprintf(out, "r %d\n", c.root.node)
	for _, a := range slices.Backward(c.asserted) {
		if a.clause != c.root.clause {
			fmt.Fprintf(out, "d %d%s 0\n", a.clause, words(a.hints))
		}
	}
	for id := 1; id < len(c.clauses); id++ {
		fmt.Fprintf(out, "d %d%s 0\n", id, words(c.falsified(c.clauses[id])))
	}
	return out.Flush()
}

// falsified returns the hints by which the negation of a clause makes the root false. The graph implies the clause.
func (c *CPOG) falsified(clause []encode.Literal) []int {
	first := encode.Literal(c.statement.Formula.Variables) + 1
	reasons := make([]int, len(c.parts)) // by node: the defining clause that makes the node false, or 0
	isFalse := func(l encode.Literal) bool {
		return l >= first && reasons[l-first] > 0 || l < first && slices.Contains(clause, l)
	}
	for i, part := range c.parts {
		if part.sum && isFalse(part.args[0]) && isFalse(part.args[1]) {
			reasons[i] = part.define
		} else if at := slices.IndexFunc(part.args, isFalse); !part.sum && at >= 0 {
			reasons[i] = part.define + 1 + at
		}
	}
	hints := []int{c.root.clause}
	needed := make([]bool, len(c.parts))
	needed[c.root.node-first] = true
	for i, part := range slices.Backward(c.parts) {
		if !needed[i] || reasons[i] == 0 {
			continue
		}
		hints = append(hints, reasons[i])
		args := part.args
		if !part.sum {
			args = args[reasons[i]-part.define-1:][:1]
		}
		for _, l := range args {
			if l >= first {
				needed[l-first] = true
			}
		}
	}
	slices.Reverse(hints)
	return hints
}
