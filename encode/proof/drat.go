package proof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"qmsat/encode"
	"qmsat/internal/document"
	"qmsat/model"
)

// A DRAT file says that a formula has no model (Wetzler, Heule and Hunt, DRAT-trim: Efficient Checking and Trimming Using Expressive
// Clausal Proofs, SAT 2014): lemmas, one a line and ended by 0, and after a d clauses that are no longer needed. Ours begin with the
// header of a proof file as comments, so that they tell what formula they are about; those of other solvers need not.

// dratLine is the first line of our DRAT files, behind "c ".
const dratLine = "qmsat drat 1"

// WriteDRAT writes a proof without solutions.
func (p *Proof) WriteDRAT(w io.Writer) error {
	out := bufio.NewWriter(w)
	p.Statement.writeComments(out, dratLine)
	var text []byte
	for _, s := range p.Steps {
		text = text[:0]
		if s.Delete {
			text = append(text, "d "...)
		}
		out.Write(encode.AppendClause(text, s.Clause))
	}
	fmt.Fprintln(out, "0")
	return out.Flush()
}

// VerifyDRAT checks a DRAT file in text form while it reads it, by the rules of drat-trim: a lemma follows by reverse unit propagation, or
// is redundant by resolution upon its first literal (RAT); the deletion of a clause that is not there says nothing, and what unit propagation
// found without decisions stays. A file without our header is about the model under the cube in the default encoding, or, where its
// variables are 0 or 1, as in a CNF file, over their own numbers. It returns the statement, its cube and the number of steps; errors are those of [Verify], or *[model.InputError].
func VerifyDRAT(ctx context.Context, file string, r io.Reader, m *model.Model, cube model.Cube) (Statement, model.Cube, int, error) {
	d := &dratChecker{ctx: ctx, model: m, cube: cube}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	number := 0
	for lines.Scan() && d.failed == nil {
		number++
		if err := d.read(number, lines.Text()); err != nil {
			return d.statement, nil, 0, &model.InputError{File: file, Line: number, Message: err.Error()}
		}
	}
	err := lineTooLong(file, number, lines.Err())
	if d.failed == nil && err == nil && d.begin() && !d.checker.Refuted() {
		d.failed = refuse(0, "the steps do not come down to the empty clause: there may be solutions")
	}
	if d.failed != nil {
		err = d.failed
	}
	return d.statement, d.cube, d.steps, err
}

type dratChecker struct {
	ctx       context.Context
	model     *model.Model
	cube      model.Cube
	header    []string
	statement Statement
	checker   *Checker // nil until the header was read
	steps     int
	failed    error // the refusal, or what stopped it
}

// read takes a line; an error says that it is malformed.
func (d *dratChecker) read(number int, line string) error {
	if text, comment := strings.CutPrefix(line, "c "); comment {
		if d.checker == nil && (len(d.header) > 0 || text == dratLine) {
			d.header = append(d.header, text)
		}
		return nil
	}
	text, deletes := strings.CutPrefix(strings.TrimSpace(line), "d ")
	if text == "" || d.checker != nil && d.checker.Refuted() {
		return nil
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r != ' ' && r != '-' && (r < '0' || r > '9') }) {
		return fmt.Errorf("found %q, expected literals and 0: proofs are read in text form, not in binary", document.Clip(text))
	}
	clause, err := parseClause(strings.Join(strings.Fields(text), " "))
	if err != nil || !d.begin() {
		return err
	}
	d.steps++
	switch {
	case d.ctx.Err() != nil:
		d.failed = context.Cause(d.ctx)
	case deletes:
		if err := d.checker.Delete(clause); !errors.Is(err, ErrNoClause) {
			d.failed = err
		}
	default:
		if err := d.checker.Redundant(clause); err != nil {
			d.failed = refuse(number, "the lemma %v %v", clause, err)
		}
	}
	return nil
}

// begin makes the formula, unless it is there, and reports whether it is.
func (d *dratChecker) begin() bool {
	if d.checker != nil {
		return d.failed == nil
	}
	d.checker = NewChecker()
	var sink encode.Sink = d.checker
	if len(d.header) == 0 && d.model.Propositional() {
		sink = &asInFile{checker: d.checker, variables: len(d.model.Variables)}
	}
	if d.statement, d.cube, d.failed = commentedStatement(d.ctx, d.header, dratLine, d.model, d.cube); d.failed != nil {
		return false
	}
	d.cube, _, d.failed = d.statement.recompile(d.ctx, d.model, sink)
	return d.failed == nil
}

// commentedStatement returns the statement of a header in comments, or, where there is none, that about the model under the cube in the
// default encoding.
func commentedStatement(ctx context.Context, header []string, first string, m *model.Model, cube model.Cube) (Statement, model.Cube, error) {
	if len(header) == 0 {
		s, err := NewStatement(ctx, m, cube, encode.Options{})
		return s, cube, err
	}
	f := newFrame(first, func() string { return "the end of the header" })
	for _, line := range header[:min(len(header), 1+len(headerWords))] {
		f.line++
		if err := f.readLine(line, func(string, string) error { return errWord }); err != nil {
			return f.statement, nil, refuse(0, "its header, %q: %v", document.Clip(line), err)
		}
	}
	return f.statement, cube, nil
}

// asInFile is a sink of formulas of propositional models, in which the literals 2n−1 and 2n say that variable n is 0 or 1. It gives a
// checker the clauses as the CNF file had them, over the literals −n and n; that n is either goes without saying.
type asInFile struct {
	checker   *Checker
	variables int // of the file
	clause    []encode.Literal
}

// Clause implements [encode.Sink].
func (f *asInFile) Clause(clause []encode.Literal) {
	f.clause = f.clause[:0]
	for _, l := range clause {
		n, sign := max(l, -l), encode.Literal(1)
		if l < 0 {
			sign = -1
		}
		if n > encode.Literal(2*f.variables) {
			n -= encode.Literal(f.variables) // an auxiliary variable
		} else {
			n, sign = (n+1)/2, sign*(1-2*(n%2))
		}
		f.clause = append(f.clause, sign*n)
	}
	f.checker.Clause(f.clause)
}

// Redundant adds a lemma that follows by reverse unit propagation, or that has with each clause that its first literal's negation is in a
// resolvent that does: then the clauses have a model with the lemma if they have one without. Otherwise it returns [ErrNotImplied] and adds
// nothing.
func (c *Checker) Redundant(lemma []encode.Literal) error {
	err := c.Lemma(lemma)
	if !errors.Is(err, ErrNotImplied) || len(lemma) == 0 || c.clauses.Value(-lemma[0]) > 0 {
		return err
	}
	for _, clause := range c.clauses.With(-lemma[0]) {
		decided := 0
		for _, l := range lemma {
			c.clauses.Decide(-l)
			decided++
		}
		for _, l := range clause {
			if l != -lemma[0] {
				c.clauses.Decide(-l)
				decided++
			}
		}
		implied := !c.clauses.Consistent()
		for range decided {
			c.clauses.Undo()
		}
		if !implied {
			return ErrNotImplied
		}
	}
	c.Clause(lemma)
	return nil
}
