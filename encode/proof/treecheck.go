package proof

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"qmsat/encode"
	"qmsat/encode/propagate"
	"qmsat/internal/document"
	"qmsat/model"
)

// Tree is what a verified tree file says.
type Tree struct {
	Statement
	Cube  model.Cube
	Count uint64
	Steps int // decisions and solutions
}

// VerifyTree checks a tree file while it reads it: it holds the formula, and the decisions that stand. It compiles the model under the file's
// givens, propagates what each decision comes to, and checks each solution with [model.Model.Check]. A file that is wrong is a
// *[Refusal], one that is malformed a *[model.InputError]; other errors are the reader's, the encoder's and the context's.
func VerifyTree(ctx context.Context, file string, r io.Reader, m *model.Model) (*Tree, error) {
	t := &treeChecker{ctx: ctx, model: m}
	f := newFrame(treeLine, func() string { return "a literal, s, count or end" })
	var failed error
	err := f.read(file, r, func(word, rest string) error {
		item, err := parseTreeItem(word, rest)
		if err != nil {
			return err
		}
		if failed = t.take(f, item); failed != nil {
			return errStop
		}
		return nil
	})
	switch {
	case failed != nil:
		return nil, failed
	case err != nil:
		return nil, err
	case !t.counted:
		return nil, refuse(f.seal.line, "there is no line count")
	}
	return &Tree{f.statement, t.cube, t.count, t.steps}, f.seal.refusal()
}

// treeItem is a line of a tree file: a decision, which is one literal, or a solution or a count.
type treeItem struct {
	word     string // "", "s" or "count"
	literals []encode.Literal
	count    uint64
}

func parseTreeItem(word, rest string) (item treeItem, err error) {
	switch word {
	case "count":
		count, err := strconv.ParseUint(rest, 10, 64)
		if err != nil {
			return item, fmt.Errorf("found %q, expected a number of solutions", document.Clip(rest))
		}
		return treeItem{word: word, count: count}, nil
	case "s":
		item.word = word
		if rest != "" {
			item.literals, err = parseLiterals(rest)
		}
		return item, err
	}
	l, err := strconv.ParseInt(word, 10, 32)
	if err != nil || l == 0 || l == math.MinInt32 || rest != "" {
		return item, errWord
	}
	return treeItem{literals: []encode.Literal{encode.Literal(l)}}, nil
}

// treeChecker is the search, taken again.
type treeChecker struct {
	ctx        context.Context
	model      *model.Model
	cube       model.Cube
	vars       *encode.Map // nil until the header was read
	clauses    propagate.Propagator
	output     []bool             // by variable of the formula: it stands for a value of an output
	outputs    [][]encode.Literal // by output that is not fixed
	path       []step             // what is assumed
	hidden     int                // decisions among them that are no literals of outputs
	open       bool               // the root has not closed
	counted    bool               // the line count was read
	count      uint64
	steps      int
	assignment model.Assignment
}

// step is a literal that is assumed: a decision, or the negation of one whose part of the tree has closed.
type step struct {
	literal  encode.Literal
	decision bool
}

// begin makes the formula that the header speaks of.
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

// take takes a line behind the header.
func (t *treeChecker) take(f *frame, item treeItem) error {
	if t.ctx.Err() != nil {
		return context.Cause(t.ctx)
	}
	if t.vars == nil {
		if err := t.begin(f.statement); err != nil {
			return err
		}
	}
	if t.counted {
		return refuse(f.line, "there is text behind the line count")
	}
	for _, l := range item.literals {
		if int(max(l, -l)) > t.vars.Variables() {
			return refuse(f.line, "literal %d, and the formula has %d variables", l, t.vars.Variables())
		}
	}
	switch item.word {
	case "count":
		return t.total(f.line, item.count)
	case "s":
		t.steps++
		return t.solution(f.line, item.literals)
	default:
		t.steps++
		return t.decide(f.line, item.literals[0])
	}
}

func (t *treeChecker) decide(line int, l encode.Literal) error {
	switch {
	case !t.open:
		return refuse(line, "the decision %d stands where the tree has closed", l)
	case t.clauses.Value(l) != 0:
		return refuse(line, "the literal %d has a value already", l)
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

// close closes the current node, and those above that close with it.
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

func (t *treeChecker) solution(line int, rest []encode.Literal) error {
	switch {
	case !t.open:
		return refuse(line, "a solution stands where the tree has closed")
	case t.hidden > 0:
		return refuse(line, "a solution stands below the decision of a variable that is no output")
	}
	for _, literals := range t.outputs {
		if !slices.ContainsFunc(literals, func(l encode.Literal) bool { return t.clauses.Value(l) > 0 }) {
			return refuse(line, "a solution stands where no literal of %v is true, and these are the values of an output", literals)
		}
	}
	for _, l := range rest {
		t.clauses.Decide(l)
	}
	err := t.complete(line)
	for range rest {
		t.clauses.Undo()
	}
	if err != nil {
		return err
	}
	t.count++
	t.close()
	return nil
}

// complete checks that the assignment is a model of the formula and a solution.
func (t *treeChecker) complete(line int) error {
	if !t.clauses.Consistent() {
		return refuse(line, "the literals of a solution meet a conflict")
	}
	for v := range t.vars.Variables() {
		if l := encode.Literal(v + 1); t.clauses.Value(l) == 0 {
			return refuse(line, "a solution leaves the literal %d open", l)
		}
	}
	err := t.vars.Decode(func(l encode.Literal) bool { return t.clauses.Value(l) > 0 }, t.assignment)
	if err == nil {
		err = t.model.Check(t.assignment)
	}
	if err == nil {
		err = t.model.CheckCube(t.assignment, t.cube)
	}
	if err != nil {
		return refuse(line, "solution %d is none: %v", t.count+1, err)
	}
	return nil
}

// total takes the line count.
func (t *treeChecker) total(line int, count uint64) error {
	switch {
	case t.open:
		return refuse(line, "the tree has not closed: there may be further solutions")
	case count != t.count:
		return refuse(line, "the line says %d solutions, and the tree has %d", count, t.count)
	}
	t.counted = true
	return nil
}
