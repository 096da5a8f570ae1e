package proof

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math/big"
	"slices"
	"strings"

	"qmsat/encode"
	"qmsat/encode/formula"
	"qmsat/encode/propagate"
	"qmsat/internal/input"
	"qmsat/model"
)

// A DRAT file says that a formula has no model (Wetzler, Heule and Hunt, DRAT-trim: Efficient Checking and Trimming Using
// Expressive Clausal Proofs, SAT 2014): lemmas, one a line and ended by 0, the last of them empty. A line that begins with d
// deletes a clause that is no longer needed. Our files begin with a header in comments, which name the formula; other solvers'
// files need no header.

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

// Lemma writes a clause that follows from the clauses so far.
func (d *DRATWriter) Lemma(clause []encode.Literal) { d.step("", clause) }

// Delete writes that a clause is no longer needed.
func (d *DRATWriter) Delete(clause []encode.Literal) { d.step("d ", clause) }

func (d *DRATWriter) step(word string, clause []encode.Literal) {
	d.Steps++
	d.line = formula.AppendClause(append(d.line[:0], word...), clause)
	d.out.Write(d.line)
}

// End ends the file.
func (d *DRATWriter) End() error { return d.out.Flush() }

// verifyDRAT checks a DRAT file in text form while it reads it, by the rules of drat-trim. A lemma must follow by reverse unit
// propagation, or be redundant by resolution upon its first literal (RAT). Deleting a clause that does not exist has no effect,
// and literals that unit propagation found without decisions stay true. It ignores the text after the empty clause.
func verifyDRAT(ctx context.Context, file string, r io.Reader, m *model.Model, cube model.Cube) (Verified, error) {
	d := &dratChecker{ctx: ctx, model: m, checker: NewChecker()}
	err := readCommented(ctx, file, r, dratLine, m, cube, d)
	if err == nil && !d.checker.Refuted() {
		err = refuse("the steps do not reach the empty clause: there may be solutions")
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

// mostNew limits the new variables of a proof, since each takes memory.
const mostNew = 1 << 20

// begin compiles the formula.
func (d *dratChecker) begin(s Statement) (err error) {
	d.encoding, d.variables = s.Encoding, s.Formula.Variables
	d.cube, _, err = s.recompile(d.ctx, d.model, d.checker)
	return err
}

// take checks a lemma or a deletion.
func (d *dratChecker) take(line string) error {
	if d.checker.Refuted() {
		return nil
	}
	text, deletes := strings.CutPrefix(strings.TrimSpace(line), "d ")
	if strings.ContainsFunc(text, func(r rune) bool { return r != ' ' && r != '-' && (r < '0' || r > '9') }) {
		return malformed("found %q, expected literals and 0: proofs are read in text form, not in binary", input.Clip(text))
	}
	words := strings.Fields(text)
	last := len(words) - 1
	if last < 0 || words[last] != "0" {
		return malformed("found %q at the end, expected 0", input.Clip(text[strings.LastIndexByte(text, ' ')+1:]))
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

// Checker holds clauses and checks by reverse unit propagation that others follow from them. It assumes the negation of a clause,
// and unit propagation must meet a conflict. The time of a check is about linear in the clauses that it propagates. The zero
// Checker has no clauses and cannot delete clauses.
//
// Source: Goldberg and Novikov, Verification of proofs of unsatisfiability for CNF formulas, DATE 2003.
type Checker struct {
	clauses propagate.Propagator
	numbers map[string][]int // of the clauses, by their literals; nil if none can be deleted
}

// NewChecker returns an empty checker that can delete clauses. That takes some memory for each clause.
func NewChecker() *Checker { return &Checker{numbers: map[string][]int{}} }

// Clause adds a clause without a check. It implements [encode.Sink].
func (c *Checker) Clause(literals []encode.Literal) {
	number := c.clauses.Add(literals)
	if c.numbers != nil {
		key := keyOf(literals)
		c.numbers[key] = append(c.numbers[key], number)
	}
}

// ErrNotImplied says that a lemma does not follow from the clauses by unit propagation.
var ErrNotImplied = errors.New("does not follow by unit propagation")

// Lemma adds a clause that follows from the others by reverse unit propagation; if it does not, it returns [ErrNotImplied]
// and adds nothing.
func (c *Checker) Lemma(literals []encode.Literal) error {
	if !c.implied(literals) {
		return cmp.Or(c.clauses.Err(), ErrNotImplied)
	}
	c.Clause(literals)
	return nil
}

// implied reports whether a clause follows by reverse unit propagation.
func (c *Checker) implied(literals []encode.Literal) bool {
	for _, l := range literals {
		c.clauses.Decide(-l)
		defer c.clauses.Undo()
	}
	return !c.clauses.Consistent()
}

// Redundant adds a lemma that follows by reverse unit propagation. It also adds a lemma whose resolvents upon its first literal
// all follow: if the clauses have a model, they have one with the lemma. Otherwise it returns [ErrNotImplied] and adds nothing.
func (c *Checker) Redundant(lemma []encode.Literal) error {
	err := c.Lemma(lemma)
	if !errors.Is(err, ErrNotImplied) || len(lemma) == 0 || c.clauses.Value(-lemma[0]) > 0 {
		return err
	}
	for _, clause := range c.clauses.With(-lemma[0]) {
		others := slices.DeleteFunc(clause, func(l encode.Literal) bool { return l == -lemma[0] })
		if !c.implied(slices.Concat(lemma, others)) {
			return ErrNotImplied
		}
	}
	c.Clause(lemma)
	return nil
}

// Delete removes one copy of a clause and reports whether there was one; the order of its literals does not matter. Literals that
// unit propagation has found stay true, since they followed when it found them.
func (c *Checker) Delete(literals []encode.Literal) bool {
	key := keyOf(literals)
	copies := c.numbers[key]
	if len(copies) == 0 {
		return false
	}
	last := len(copies) - 1
	c.clauses.Remove(copies[last])
	c.numbers[key] = copies[:last]
	return true
}

// Refuted reports whether the checker has found that the clauses have no model.
func (c *Checker) Refuted() bool { return !c.clauses.Consistent() }

// keyOf returns a map key for the literals. The key does not depend on their order, nor on repetitions.
func keyOf(literals []encode.Literal) string {
	sorted := slices.Sorted(slices.Values(literals))
	var key []byte
	for _, l := range slices.Compact(sorted) {
		key = binary.LittleEndian.AppendUint32(key, uint32(l))
	}
	return string(key)
}
