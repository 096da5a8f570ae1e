package proof

import (
	"bufio"
	"context"
	"io"
	"math/big"
	"strings"

	"qmsat/encode"
	"qmsat/internal/document"
	"qmsat/model"
)

// A DRAT file says that a formula has no model (Wetzler, Heule and Hunt, DRAT-trim: Efficient Checking and Trimming Using Expressive
// Clausal Proofs, SAT 2014): lemmas, one a line and ended by 0, the last of them empty, and after a d clauses that are no longer needed.
// Ours begin with a header in comments, so that they tell what formula they are about; those of other solvers need not.

// dratLine is the first line of our DRAT files, behind "c ".
const dratLine = "qmsat drat 1"

// A DRATWriter writes a refutation as it goes. The first failed write sticks, and End returns it.
type DRATWriter struct {
	Steps int // lemmas and deletions
	out   *bufio.Writer
	line  []byte
}

// NewDRATWriter writes the header.
func NewDRATWriter(w io.Writer, s Statement) *DRATWriter {
	d := &DRATWriter{out: bufio.NewWriter(w)}
	s.write(d.out, "c ", dratLine)
	return d
}

// Lemma writes a clause that follows from what is there.
func (d *DRATWriter) Lemma(clause []encode.Literal) { d.step("", clause) }

// Delete writes that a clause is no longer needed.
func (d *DRATWriter) Delete(clause []encode.Literal) { d.step("d ", clause) }

func (d *DRATWriter) step(word string, clause []encode.Literal) {
	d.Steps++
	d.line = encode.AppendClause(append(d.line[:0], word...), clause)
	d.out.Write(d.line)
}

// End ends the file.
func (d *DRATWriter) End() error { return d.out.Flush() }

// verifyDRAT checks a DRAT file in text form while it reads it, by the rules of drat-trim: a lemma follows by reverse unit propagation, or
// is redundant by resolution upon its first literal (RAT); the deletion of a clause that is not there says nothing, and what unit propagation
// found without decisions stays. What follows the empty clause is not looked at. In a file without our header about a model with
// variables that are 0 or 1, as in a CNF file, literals are those of that file.
func verifyDRAT(ctx context.Context, file string, r io.Reader, m *model.Model, cube model.Cube) (Verified, error) {
	d := &dratChecker{ctx: ctx, model: m, checker: NewChecker()}
	err := readCommented(ctx, file, r, dratLine, m, cube, d)
	if err == nil && !d.checker.Refuted() {
		err = refuse("the steps do not come down to the empty clause: there may be solutions")
	}
	return Verified{d.cube, d.encoding.String(), new(big.Int), d.steps}, err
}

type dratChecker struct {
	ctx      context.Context
	model    *model.Model
	cube     model.Cube
	encoding encode.Options
	checker  *Checker
	steps    int

	variables int // of the formula
}

// mostNew is how many variables a proof may have beside those of the formula, each of which takes memory.
const mostNew = 1 << 20

// begin makes the formula.
func (d *dratChecker) begin(s Statement, bare bool) (err error) {
	var sink encode.Sink = d.checker
	if bare && d.model.Propositional() {
		sink = &asInFile{checker: d.checker, variables: len(d.model.Variables)}
	}
	d.encoding, d.variables = s.Encoding, s.Formula.Variables
	d.cube, _, err = s.recompile(d.ctx, d.model, sink)
	return err
}

// take takes a lemma or a deletion.
func (d *dratChecker) take(line string) error {
	if d.checker.Refuted() {
		return nil
	}
	text, deletes := strings.CutPrefix(strings.TrimSpace(line), "d ")
	if strings.ContainsFunc(text, func(r rune) bool { return r != ' ' && r != '-' && (r < '0' || r > '9') }) {
		return malformed("found %q, expected literals and 0: proofs are read in text form, not in binary", document.Clip(text))
	}
	words := strings.Fields(text)
	last := len(words) - 1
	if last < 0 || words[last] != "0" {
		return malformed("found %q at the end, expected 0", document.Clip(text[strings.LastIndexByte(text, ' ')+1:]))
	}
	clause, err := parseLiterals(words[:last])
	if err != nil {
		return err
	}
	for _, l := range clause {
		if int(max(l, -l)) > d.variables+mostNew {
			return refuse("literal %d, and the formula has %d variables: a proof may have %d more", l, d.variables, mostNew)
		}
	}
	d.steps++
	if deletes {
		d.checker.Delete(clause)
	} else if err := d.checker.Redundant(clause); err != nil {
		return refuse("the lemma %v %v", clause, err)
	}
	return nil
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
