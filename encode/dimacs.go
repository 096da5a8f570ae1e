package encode

import (
	"bufio"
	"context"
	"fmt"
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

	choice Choice
	cube   model.Cube
}

// NewDIMACS compiles the model once to find the formula's size. An error says that the choice cannot encode the model.
func NewDIMACS(ctx context.Context, m *model.Model, choice Choice, cube model.Cube) (*DIMACS, error) {
	var count counter
	vm, err := CompileCube(ctx, m, cube, choice, &count)
	if err != nil {
		return nil, err
	}
	return &DIMACS{Size{vm.Variables(), count.clauses, count.literals}, vm, choice, cube}, nil
}

// Write writes the file. Comments say what the literals mean, one "c var NUMBER NAME=VALUE" line each, what variables the
// givens fixed, if the encoding leaves these out, one "c fix NAME=VALUE" line each, and how models are counted: "c t mc", or
// "c t pmc" and "c p show … 0" with the literals of the outputs where counting needs projection. Errors are the writer's or
// the context's.
func (d *DIMACS) Write(ctx context.Context, w io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out := &dimacsWriter{w: bufio.NewWriterSize(w, 1<<16), fail: cancel}
	d.header(out.w)
	if _, err := CompileCube(ctx, d.Map.model, d.cube, d.choice, out); err != nil {
		return err
	}
	return out.w.Flush()
}

// dimacsWriter is a sink that writes clauses as lines. Its first failed write ends the compilation.
type dimacsWriter struct {
	w    *bufio.Writer
	line []byte
	fail context.CancelCauseFunc
}

func (d *dimacsWriter) Clause(clause []Literal) {
	d.line = d.line[:0]
	for _, l := range clause {
		d.line = strconv.AppendInt(d.line, int64(l), 10)
		d.line = append(d.line, ' ')
	}
	d.line = append(d.line, '0', '\n')
	if _, err := d.w.Write(d.line); err != nil {
		d.fail(err)
	}
}

// header writes the comments and the problem line. Errors come back when the buffer is flushed.
func (d *DIMACS) header(w io.Writer) {
	m := d.Map.model
	name := strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, m.Name)
	fmt.Fprintf(w, "c model %s\nc encoding %v\n", name, d.choice)
	for i, v := range m.Variables {
		l := d.Map.first[i]
		for value := range d.Map.left[i].All() {
			if l == True {
				fmt.Fprintf(w, "c fix %s=%d\n", v.Name, value)
				continue
			}
			fmt.Fprintf(w, "c var %d %s=%d\n", l, v.Name, value)
			l++
		}
	}
	fmt.Fprintf(w, "p cnf %d %d\n", d.Size.Variables, d.Size.Clauses)
	if !d.Map.Projected() {
		fmt.Fprint(w, "c t mc\n")
		return
	}
	fmt.Fprint(w, "c t pmc\nc p show")
	for _, v := range m.OutputVars() {
		if d.Map.Fixed(v) {
			continue
		}
		for _, l := range d.Map.Literals(v) {
			fmt.Fprintf(w, " %d", l)
		}
	}
	fmt.Fprint(w, " 0\n")
}
