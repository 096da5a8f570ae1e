package proof

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"qmsat/encode"
	"qmsat/encode/propagate"
	"qmsat/model"
)

// verifyTree checks a tree file while it reads it, with the formula and the current decisions in memory. It compiles the
// model under the file's givens, propagates each decision, and checks each solution with [model.Model.Check].
func verifyTree(ctx context.Context, file string, r io.Reader, m *model.Model, _ model.Cube) (Verified, error) {
	t := &treeChecker{ctx: ctx, model: m}
	h := &header{first: treeLine, words: headerWords}
	count, err := readSealed(ctx, file, r, h, t)
	return Verified{t.cube, h.statement.Encoding.String(), count, t.steps}, err
}

// treeChecker repeats the search.
type treeChecker struct {
	ctx        context.Context
	model      *model.Model
	cube       model.Cube
	vars       *encode.Map
	clauses    propagate.Propagator
	output     []bool             // by variable of the formula: it stands for a value of an output
	outputs    [][]encode.Literal // by output that is not fixed
	path       []step             // the assumed literals
	hidden     int                // decisions in path that are not literals of outputs
	open       bool               // the root has not closed
	solutions  uint64
	steps      int
	assignment model.Assignment
}

// step is an assumed literal: a decision, or the negation of a decision whose branch is closed.
type step struct {
	literal  encode.Literal
	decision bool
}

// begin compiles the formula.
func (t *treeChecker) begin(s Statement) (err error) {
	t.cube, t.vars, err = s.recompile(t.ctx, t.model, &t.clauses)
	if err != nil {
		return err
	}
	if err := t.clauses.Err(); err != nil {
		return err
	}
	t.open = t.clauses.Consistent()
	t.output = make([]bool, t.vars.Variables()+1)
	for _, v := range t.model.OutputVars() {
		if t.vars.Fixed(v) {
			continue
		}
		literals := t.vars.Literals(v)
		for _, l := range literals {
			t.output[l] = true
		}
		t.outputs = append(t.outputs, literals)
	}
	t.assignment = make(model.Assignment, len(t.model.Variables))
	return nil
}

func (t *treeChecker) expected() string { return "a literal, s, count or end" }

// item checks a decision, which is one literal, or a solution.
func (t *treeChecker) item(word, rest string) error {
	words := strings.Fields(rest)
	if word != "s" {
		if l, err := strconv.Atoi(word); err != nil || l == 0 || rest != "" {
			return errWord
		}
		words = []string{word}
	}
	literals, err := parseLiterals(words)
	if err != nil {
		return err
	}
	for _, l := range literals {
		if int(max(l, -l)) > t.vars.Variables() {
			return refuse("literal %d, and the formula has %d variables", l, t.vars.Variables())
		}
	}
	t.steps++
	if word == "s" {
		return t.solution(literals)
	}
	return t.decide(literals[0])
}

func (t *treeChecker) decide(l encode.Literal) error {
	switch {
	case !t.open:
		return refuse("the decision %d comes after the tree has closed", l)
	case t.clauses.Value(l) != 0:
		return refuse("the literal %d has a value already", l)
	}
	t.path = append(t.path, step{l, true})
	if !t.output[max(l, -l)] {
		t.hidden++
	}
	if !t.clauses.Decide(l) {
		t.close()
	}
	return nil
}

// close closes the current node, and all ancestors that close with it.
func (t *treeChecker) close() {
	for len(t.path) > 0 {
		last := t.path[len(t.path)-1]
		t.path = t.path[:len(t.path)-1]
		t.clauses.Undo()
		if !last.decision {
			continue
		}
		if !t.output[max(last.literal, -last.literal)] {
			t.hidden--
		}
		t.path = append(t.path, step{-last.literal, false})
		if t.clauses.Decide(-last.literal) {
			return
		}
	}
	t.open = false
}

func (t *treeChecker) solution(rest []encode.Literal) error {
	switch {
	case !t.open:
		return refuse("found a solution after the tree has closed")
	case t.hidden > 0:
		return refuse("found a solution below a decision on a variable that is not an output")
	}
	for _, literals := range t.outputs {
		if !slices.ContainsFunc(literals, func(l encode.Literal) bool { return t.clauses.Value(l) > 0 }) {
			return refuse("found a solution with no true literal among %v, the values of an output", literals)
		}
	}
	for _, l := range rest {
		t.clauses.Decide(l)
	}
	err := t.complete()
	for range rest {
		t.clauses.Undo()
	}
	if err != nil {
		return err
	}
	t.solutions++
	t.close()
	return nil
}

// complete checks that the assignment is a model of the formula and a solution.
func (t *treeChecker) complete() error {
	if !t.clauses.Consistent() {
		return refuse("the literals of a solution meet a conflict")
	}
	for v := range t.vars.Variables() {
		if l := encode.Literal(v + 1); t.clauses.Value(l) == 0 {
			return refuse("a solution leaves the literal %d open", l)
		}
	}
	err := t.vars.Decode(func(l encode.Literal) bool { return t.clauses.Value(l) > 0 }, t.assignment)
	if err == nil {
		err = cmp.Or(t.model.Check(t.assignment), t.model.CheckCube(t.assignment, t.cube))
	}
	if err != nil {
		return refuse("solution %d is wrong: %v", t.solutions+1, err)
	}
	return nil
}

// count implements [content].
func (t *treeChecker) count() (*big.Int, string, error) {
	if t.open {
		return nil, "", refuse("the tree has not closed: there may be further solutions")
	}
	return new(big.Int).SetUint64(t.solutions), "the tree has", nil
}

// A tree file certifies a count by a depth-first search. Writer and checker need bounded memory. Between header and count it has
// these lines:
//
//	17         a decision: assume the literal at the current node
//	s          a solution: propagation gave all variables values
//	s -31 32   a solution: each output had a true literal, and these literals complete the assignment
//
// A node closes after a conflict of unit propagation or after a solution. Then its parent replaces the decision by its negation,
// and closes too if that leads to a conflict. The certificate is complete when the root has closed. Decisions are literals of
// outputs, so solutions below different decisions differ. Below a decision of another variable there may be no solution. In a
// solution of the model exactly one literal of each variable is true, even if propagation does not show it. So if one literal of
// each output is true, there is no second solution.

// treeLine is the first line of a tree file. The number in it changes with the file format.
const treeLine = "qmsat tree 1"

// A TreeWriter writes a tree file as a search goes. The first failed write sticks, and End returns it.
type TreeWriter struct {
	out  *sealedWriter
	line []byte
}

// NewTreeWriter writes the header.
func NewTreeWriter(w io.Writer, s Statement) *TreeWriter {
	t := &TreeWriter{out: newSealedWriter(w)}
	s.write(t.out, "", treeLine)
	return t
}

// Decide writes a decision.
func (t *TreeWriter) Decide(l encode.Literal) {
	t.line = append(strconv.AppendInt(t.line[:0], int64(l), 10), '\n')
	t.out.Write(t.line)
}

// Solution writes a solution with the literals that propagation left open.
func (t *TreeWriter) Solution(rest []encode.Literal) {
	t.line = append(t.line[:0], 's')
	for _, l := range rest {
		t.line = strconv.AppendInt(append(t.line, ' '), int64(l), 10)
	}
	t.out.Write(append(t.line, '\n'))
}

// End writes the number of solutions.
func (t *TreeWriter) End(count fmt.Stringer) error { return t.out.end(count) }
