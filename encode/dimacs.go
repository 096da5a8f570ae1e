package encode

import (
	"context"
	"io"
	"strconv"

	"qmsat/encode/formula"
	"qmsat/model"
)

// DIMACS is the formula of a model under a cube, ready to be written as a DIMACS CNF file. It holds no clauses: they are
// made again each time it is written.
type DIMACS struct {
	Size Size // the unit clauses of the cube included
	Map  *Map

	options Options
	cube    model.Cube

	// Uncounted leaves out how models are counted: the model has fewer solutions than what it stands for.
	Uncounted bool
}

// NewDIMACS compiles the model once to find the formula's size. It fails if the options cannot encode the model.
func NewDIMACS(ctx context.Context, m *model.Model, options Options, cube model.Cube) (*DIMACS, error) {
	var count counter
	vm, err := formula.Compile(ctx, m, cube, options, &count)
	if err != nil {
		return nil, err
	}
	return &DIMACS{Size{vm.Variables(), count.clauses, count.literals}, vm, options, cube, false}, nil
}

// Write writes the file. Comments give the meaning of literals, one "c var NUMBER NAME=VALUE" line each. If the encoding leaves
// out the variables fixed by givens, "c fix NAME=VALUE" lines name them. With [Options].Bare, "c var -NUMBER NAME=0" says that a
// variable is false. Unless Uncounted is set, comments also say how models are counted: see [Map.Counting]. Errors are the
// writer's or the context's.
func (d *DIMACS) Write(ctx context.Context, w io.Writer) error {
	out := &dimacsWriter{w: w, buffer: make([]byte, 0, bufferSize)}
	d.header(ctx, out)
	if _, err := formula.Compile(ctx, d.Map.Model, d.cube, d.options, out); err != nil {
		return err
	}
	out.flush()
	return out.err
}

// dimacsWriter is a sink that writes clauses as lines.
type dimacsWriter struct {
	w      io.Writer
	buffer []byte
	texts  [1 << 7]literalText // the latest literals in each place of a list of pairs
	err    error               // of the first failed write
}

// bufferSize is the size of one write: the capacity of a pipe on Linux.
const bufferSize = 1 << 16

// maxLiteral is the length of the longest literal, with its sign and a blank after it.
const maxLiteral = len("-2147483647 ")

// literalText is the text of a literal in a file, in its first length bytes. Copying all bytes is faster than copying just these.
type literalText struct {
	literal Literal
	length  int32
	bytes   [16]byte
}

func (t *literalText) set(l Literal, end string) {
	t.literal = l
	text := append(formula.AppendLiteral(t.bytes[:0], l), end...)
	t.length = int32(len(text))
}

func (d *dimacsWriter) Clause(clause []Literal) {
	for _, l := range clause {
		d.room(maxLiteral)
		d.buffer = formula.AppendLiteral(d.buffer, l)
	}
	d.text(formula.EndOfClause)
}

// Pairs implements [formula.PairSink]. Successive lists of pairs often start alike, so the text of a literal is made once for many
// clauses.
func (d *dimacsWriter) Pairs(others []Literal, last Literal) {
	var second literalText
	second.set(last, formula.EndOfClause)
	for i, l := range others {
		first := &d.texts[i%len(d.texts)]
		if first.literal != l {
			first.set(l, "")
		}
		d.room(2 * len(first.bytes))
		n := len(d.buffer)
		free := d.buffer[n : n+2*len(first.bytes)]
		*(*[16]byte)(free) = first.bytes
		*(*[16]byte)(free[first.length:]) = second.bytes
		d.buffer = d.buffer[:n+int(first.length+second.length)]
	}
}

func (d *dimacsWriter) Err() error { return d.err }

func (d *dimacsWriter) room(n int) {
	if cap(d.buffer)-len(d.buffer) < n {
		d.flush()
	}
}

func (d *dimacsWriter) flush() {
	if d.err == nil {
		_, d.err = d.w.Write(d.buffer)
	}
	d.buffer = d.buffer[:0]
}

func (d *dimacsWriter) text(texts ...string) {
	for _, text := range texts {
		d.room(len(text))
		d.buffer = append(d.buffer, text...)
	}
}

func (d *DIMACS) header(ctx context.Context, w *dimacsWriter) {
	m := d.Map.Model
	w.text("c model ", formula.OneLine(m.Name), "\nc encoding ", d.options.String(), "\n")
	if o := m.Objective; o != nil {
		w.text("c ", o.Word(), " ", m.SumText(o.Terms), ", which the clauses do not say\n")
	}
	for l, g := range d.Map.Values(ctx) {
		if w.err != nil {
			return
		}
		if l == True {
			w.text("c fix ")
		} else {
			w.text("c var ", strconv.Itoa(int(l)), " ")
		}
		w.text(m.NameOf(g.Var), "=", strconv.Itoa(g.Value), "\n")
	}
	w.text("p cnf ", strconv.Itoa(d.Size.Variables), " ", strconv.FormatInt(d.Size.Clauses, 10), "\n")
	if !d.Uncounted {
		w.text(d.Map.Counting())
	}
}

// Size is the size of a formula.
type Size struct {
	Variables int   // the highest variable number
	Clauses   int64 // as written, repeats included
	Literals  int64 // the sum of the clauses' lengths
}

// counter is a sink that measures.
type counter struct{ clauses, literals int64 }

func (c *counter) Clause(clause []Literal) {
	c.clauses++
	c.literals += int64(len(clause))
}

func (c *counter) Pairs(others []Literal, _ Literal) {
	c.clauses += int64(len(others))
	c.literals += 2 * int64(len(others))
}
