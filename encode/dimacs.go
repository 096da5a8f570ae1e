package encode

import (
	"context"
	"io"
	"strconv"
	"strings"

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
	vm, err := CompileCube(ctx, m, cube, options, &count)
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
	if _, err := CompileCube(ctx, d.Map.model, d.cube, d.options, out); err != nil {
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
	text := append(appendLiteral(t.bytes[:0], l), end...)
	t.length = int32(len(text))
}

func appendLiteral(text []byte, l Literal) []byte {
	return append(strconv.AppendInt(text, int64(l), 10), ' ')
}

// endOfClause ends the line of a clause.
const endOfClause = "0\n"

func (d *dimacsWriter) Clause(clause []Literal) {
	for _, l := range clause {
		d.room(maxLiteral)
		d.buffer = appendLiteral(d.buffer, l)
	}
	d.text(endOfClause)
}

// Pairs implements [PairSink]. Successive lists of pairs often start alike, so the text of a literal is made once for many
// clauses.
func (d *dimacsWriter) Pairs(others []Literal, last Literal) {
	var second literalText
	second.set(last, endOfClause)
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

func (d *dimacsWriter) text(parts ...string) {
	for _, part := range parts {
		d.room(len(part))
		d.buffer = append(d.buffer, part...)
	}
}

func (d *DIMACS) header(ctx context.Context, w *dimacsWriter) {
	m := d.Map.model
	w.text("c model ", oneLine(m.Name), "\nc encoding ", d.options.String(), "\n")
	if o := m.Objective; o != nil {
		w.text("c ", o.Word(), " ", m.SumText(o.Terms), ", which the clauses do not say\n")
	}
	for l, g := range d.Map.values(ctx) {
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

// Counting returns the comments that say how the formula's models are counted, as the Model Counting Competitions require: "c t
// mc", or if counting needs projection "c t pmc" and "c p show … 0" with the literals of the outputs.
func (vm *Map) Counting() string {
	if !vm.Projected() {
		return "c t mc\n"
	}
	text := []byte("c t pmc\nc p show ")
	for _, v := range vm.model.OutputVars() {
		if !vm.Fixed(v) {
			for _, l := range vm.Literals(v) {
				if l > 0 {
					text = appendLiteral(text, l)
				}
			}
		}
	}
	return string(append(text, endOfClause...))
}

// AppendClause appends a clause as a line of a DIMACS CNF file.
func AppendClause(text []byte, clause []Literal) []byte {
	for _, l := range clause {
		text = appendLiteral(text, l)
	}
	return append(text, endOfClause...)
}

// oneLine replaces the line breaks of a name, for a comment.
func oneLine(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, name)
}
