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

// Measure compiles the model and returns what its literals mean and the formula's size, the unit clauses of the cube
// included.
func Measure(ctx context.Context, m *model.Model, choice Choice, cube model.Cube) (*Map, Size, error) {
	var count counter
	vm, err := compileWithCube(ctx, m, choice, cube, &count)
	if err != nil {
		return nil, Size{}, err
	}
	return vm, Size{vm.Variables(), count.clauses, count.literals}, nil
}

// compileWithCube writes the model's clauses, then the cube's as unit clauses; a cube that the domains exclude is an
// empty clause.
func compileWithCube(ctx context.Context, m *model.Model, choice Choice, cube model.Cube, sink Sink) (*Map, error) {
	vm, err := Compile(ctx, m, choice, sink)
	if err != nil {
		return nil, err
	}
	literals, ok := vm.Cube(cube)
	if !ok {
		sink.Clause(nil)
	}
	for _, l := range literals {
		sink.Clause([]Literal{l})
	}
	return vm, nil
}

// WriteDIMACS writes the formula of a model under a cube as a DIMACS CNF file, in two passes: the first one counts for the
// header, the second one writes; nothing holds the formula. Comments say what the literals mean, one "c var NUMBER
// NAME=VALUE" line each, and how models are counted: "c t mc", or "c t pmc" and "c p show … 0" with the literals of the
// outputs where counting needs projection.
func WriteDIMACS(ctx context.Context, w io.Writer, m *model.Model, choice Choice, cube model.Cube) error {
	vm, size, err := Measure(ctx, m, choice, cube)
	if err != nil {
		return err
	}
	out := &dimacsWriter{w: bufio.NewWriterSize(w, 1<<16)}
	out.header(vm, size, choice)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out.fail = cancel
	if _, err := compileWithCube(ctx, m, choice, cube, out); err != nil {
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
func (d *dimacsWriter) header(vm *Map, size Size, choice Choice) {
	m := vm.model
	name := strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, m.Name)
	fmt.Fprintf(d.w, "c model %s\nc encoding %v\n", name, choice)
	for i, v := range m.Variables {
		l := vm.first[i]
		for value := range v.Domain.All() {
			fmt.Fprintf(d.w, "c var %d %s=%d\n", l, v.Name, value)
			l++
		}
	}
	fmt.Fprintf(d.w, "p cnf %d %d\n", size.Variables, size.Clauses)
	if !vm.Projected() {
		fmt.Fprint(d.w, "c t mc\n")
		return
	}
	fmt.Fprint(d.w, "c t pmc\nc p show")
	for _, v := range m.OutputVars() {
		for _, l := range vm.Literals(v) {
			fmt.Fprintf(d.w, " %d", l)
		}
	}
	fmt.Fprint(d.w, " 0\n")
}
