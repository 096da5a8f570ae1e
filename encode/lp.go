package encode

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"slices"
	"strconv"
)

// WriteLP writes the program in the LP format of CPLEX, as GLPK, CBC, HiGHS, SCIP and others read it. Comments say what columns
// mean whose names do not: "\ var x17 NAME=8". Errors are the writer's or the context's.
func (p *IntegerProgram) WriteLP(ctx context.Context, w io.Writer) error {
	out := &programWriter{Writer: bufio.NewWriterSize(w, bufferSize), ctx: ctx, names: p.ColumnNames(ctx)}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	out.comments(p, `\`)
	sense := "Minimize"
	if p.maximize {
		sense = "Maximize"
	}
	out.print(sense, "\n obj:")
	out.sum(upToLast(goal(p.objective)))
	out.print("\nSubject To\n")
	for i, row := range p.rows {
		if out.stopped(1) {
			return out.err
		}
		out.print(" c", strconv.Itoa(i+1), ":")
		out.sum(p.row(i))
		out.print(" ", string(row.relation), " ", strconv.Itoa(row.bound), "\n")
	}
	out.print("Binary\n")
	for _, name := range out.names {
		if out.stopped(1) {
			return out.err
		}
		out.print(" ", name, "\n")
	}
	out.print("End\n")
	return out.finish()
}

// upToLast returns the terms of all columns from the first to the last of these, in their order: answers without names number columns as
// they come in the file, and the rows after the objective name the others in order.
func upToLast(terms []Term) []Term {
	last := slices.MaxFunc(terms, func(a, b Term) int { return cmp.Compare(a.Literal, b.Literal) })
	all := make([]Term, last.Literal)
	for i := range all {
		all[i].Literal = Literal(i + 1)
	}
	for _, t := range terms {
		all[t.Literal-1].Weight = t.Weight
	}
	return all
}

// programWriter writes a linear program, until its context ends.
type programWriter struct {
	*bufio.Writer
	ctx   context.Context
	names []string // of the columns
	steps int
	err   error
}

// print writes texts; whether that succeeded is known at the end.
func (w *programWriter) print(texts ...string) {
	for _, text := range texts {
		_, _ = w.WriteString(text)
	}
}

// stopped counts steps and reports whether the context has ended.
func (w *programWriter) stopped(steps int) bool {
	if w.steps += steps; w.steps >= stepsPerPoll {
		w.steps = 0
		if w.ctx.Err() != nil {
			w.err = context.Cause(w.ctx)
		}
	}
	return w.err != nil
}

// finish returns what went wrong.
func (w *programWriter) finish() error {
	if w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	return w.Flush()
}

// comments writes what the program is of, each line after a mark.
func (w *programWriter) comments(p *IntegerProgram, mark string) {
	w.print(mark, " model ", oneLine(p.Map.model.Name), "\n")
	for l, g := range p.Map.values(w.ctx) {
		if column := w.names[l-1]; column != p.columnName(g) {
			w.print(mark, " var ", column, " ", p.Map.model.NameOf(g.Var), "=", strconv.Itoa(g.Value), "\n")
		}
	}
}

// termsPerLine keeps lines below 255 characters, which old readers take, unless names are long.
const termsPerLine = 12

// sum writes weighted columns.
func (w *programWriter) sum(terms []Term) {
	for i, t := range terms {
		if w.stopped(1) {
			return
		}
		if i > 0 && i%termsPerLine == 0 {
			w.print("\n  ")
		}
		sign, weight := " + ", t.Weight
		if weight < 0 {
			sign, weight = " - ", -weight
		}
		w.print(sign)
		if weight != 1 {
			w.print(strconv.Itoa(weight), " ")
		}
		w.print(w.names[t.Literal-1])
	}
}
