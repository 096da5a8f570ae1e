package program

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"iter"
	"slices"
	"strconv"

	"qmsat/encode/formula"
	"qmsat/internal/memory"
	"qmsat/internal/stop"
)

// bufferSize is the size of one write: the capacity of a pipe on Linux.
const bufferSize = 1 << 16

// WriteLP writes the program in the LP format of CPLEX, as GLPK, CBC, HiGHS, SCIP and others read it. Comments name the columns
// whose names do not say it: "\ var x17 NAME=8". Errors are the writer's or the context's.
func (p *Program) WriteLP(ctx context.Context, w io.Writer) error {
	out, err := p.writer(ctx, w, `\`)
	if err != nil {
		return err
	}
	sense := "Minimize"
	if p.maximize {
		sense = "Maximize"
	}
	out.print(sense, "\n obj:")
	out.sum(integerRow{terms: p.goalInOrder(out)})
	out.print("\nSubject To\n")
	for i, row := range each(out, p.rows) {
		out.print(" c", strconv.Itoa(i+1), ":")
		out.sum(row)
		out.print(" ", string(row.relation), " ", strconv.Itoa(row.bound), "\n")
	}
	out.print("Binary\n")
	for _, name := range each(out, out.names) {
		out.print(" ", name, "\n")
	}
	out.print("End\n")
	return out.finish()
}

// goalInOrder returns the objective with the columns, in order, up to its last one, or further to the last that a row would name before an
// earlier one. Some solvers' answers have no names: they number columns in the order of the file, objective first, then rows.
func (p *Program) goalInOrder(w *programWriter) []formula.Term {
	terms := goal(p.objective)
	last := slices.MaxFunc(terms, func(a, b formula.Term) int { return cmp.Compare(a.Literal, b.Literal) }).Literal
	named := last
	for _, row := range each(w, p.rows) {
		for _, t := range row.each(w) {
			if t.Literal > named+1 {
				last = t.Literal
			}
			named = max(named, t.Literal)
		}
	}
	all := make([]formula.Term, last)
	for i := range all {
		all[i].Literal = formula.Literal(i + 1)
	}
	for _, t := range terms {
		all[t.Literal-1].Weight = t.Weight
	}
	return all
}

// programWriter writes a linear program, until its context ends.
type programWriter struct {
	*bufio.Writer
	watch *stop.Watch
	names []string // of the columns
}

// writer returns a writer of the program. It first writes comments about the model, each behind a mark.
func (p *Program) writer(ctx context.Context, w io.Writer, mark string) (*programWriter, error) {
	out := &programWriter{bufio.NewWriterSize(w, bufferSize), stop.NewWatch(ctx), p.ColumnNames(ctx)}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	out.print(mark, " model ", formula.OneLine(p.Map.Model.Name), "\n")
	for l, g := range p.Map.Values(ctx) {
		if l < 0 {
			continue
		}
		if column := out.names[l-1]; column != p.columnName(g) {
			out.print(mark, " var ", column, " ", p.Map.Model.NameOf(g.Var), "=", strconv.Itoa(g.Value), "\n")
		}
	}
	return out, nil
}

// stepsPerItem counts an item that is written in steps of a watch.
const stepsPerItem = 1 << 5

// each yields the items of a list until the context has ended.
func each[T any](w *programWriter, list []T) iter.Seq2[int, T] {
	return stop.Each(w.watch, list, func(T) int { return stepsPerItem })
}

// print writes texts; finish returns its error.
func (w *programWriter) print(texts ...string) {
	for _, text := range texts {
		_, _ = w.WriteString(text)
	}
}

// number writes a number; finish returns its error.
func (w *programWriter) number(n int) {
	_, _ = w.Write(strconv.AppendInt(w.AvailableBuffer(), int64(n), 10))
}

// finish returns the first error.
func (w *programWriter) finish() error {
	if ctx := w.watch.Context(); ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return w.Flush()
}

// termsPerLine keeps lines below 255 characters, the limit of old readers, unless names are long.
const termsPerLine = 12

// sum writes weighted columns.
func (w *programWriter) sum(row integerRow) {
	for i, t := range row.each(w) {
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

// WriteMPS writes the program in free MPS format, with comments as [IntegerProgram.WriteLP] has them. The format only minimizes,
// so an objective that is maximized is negated. Readers know only the names under COLUMNS, so a column that no row has is listed
// with its weight in the objective, even 0. Errors are the writer's or the context's.
func (p *Program) WriteMPS(ctx context.Context, w io.Writer) error {
	out, err := p.writer(ctx, w, "*")
	if err != nil {
		return err
	}
	inColumn, err := p.columns(out)
	if err != nil {
		return err
	}
	objective := p.minimized(out)
	out.print("NAME qmsat FREE\nROWS\n N obj\n")
	for i, row := range each(out, p.rows) {
		kind := " G c"
		if row.relation == formula.Equal {
			kind = " E c"
		}
		out.print(kind, strconv.Itoa(i+1), "\n")
	}
	out.print("COLUMNS\n")
	weights := make([]int, len(out.names))
	for _, t := range objective {
		weights[t.Literal-1] = t.Weight
	}
	for i, name := range each(out, out.names) {
		terms := inColumn(i)
		if weights[i] != 0 || len(terms) == 0 {
			out.print(" ", name, " obj ", strconv.Itoa(weights[i]), "\n")
		}
		for _, t := range each(out, terms) {
			out.print(" ", name, " c", strconv.Itoa(t.row+1), " ", strconv.Itoa(t.weight), "\n")
		}
	}
	out.print("RHS\n")
	for i, row := range each(out, p.rows) {
		if row.bound != 0 {
			out.print(" RHS c", strconv.Itoa(i+1), " ", strconv.Itoa(row.bound), "\n")
		}
	}
	out.print("BOUNDS\n")
	for _, name := range each(out, out.names) {
		out.print(" BV BOUND ", name, "\n")
	}
	out.print("ENDATA\n")
	return out.finish()
}

// minimized returns the objective for a format that only minimizes: negated, below a comment, if it is maximized.
func (p *Program) minimized(w *programWriter) []formula.Term {
	terms := slices.Clone(goal(p.objective))
	if p.maximize {
		w.print("* the objective is to be maximized, and stands negated\n")
		for i := range terms {
			terms[i].Weight *= -1
		}
	}
	return terms
}

// rowTerm is a term of a row, seen from its column.
type rowTerm struct{ row, weight int }

// columns sorts the terms by column, and returns a function that lists the terms of a column. The error is that the memory does not suffice.
func (p *Program) columns(w *programWriter) (func(column int) []rowTerm, error) {
	size := 0
	ends := make([]int, p.Map.Variables()+1) // ends[i] becomes the end of column i-1, and thus the start of column i
	for _, row := range each(w, p.rows) {
		for _, t := range row.each(w) {
			ends[t.Literal]++
		}
		size += row.size()
	}
	for i := range ends[1:] {
		ends[i+1] += ends[i]
	}
	if err := memory.Ask(w.watch.Context(), "the columns of the integer program", 16*int64(size)); err != nil {
		return nil, err
	}
	sorted := make([]rowTerm, size)
	next := append([]int(nil), ends...)
	for i, row := range each(w, p.rows) {
		for _, t := range row.each(w) {
			at := &next[t.Literal-1]
			sorted[*at] = rowTerm{i, t.Weight}
			*at++
		}
	}
	return func(column int) []rowTerm { return sorted[ends[column]:ends[column+1]] }, nil
}
