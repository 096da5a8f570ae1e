package encode

import (
	"bufio"
	"context"
	"io"
	"strconv"
)

// WriteMPS writes the program in free MPS format, with comments as [IntegerProgram.WriteLP] has them. The format minimizes: what
// is to be maximized stands negated. Errors are the writer's or the context's.
func (p *IntegerProgram) WriteMPS(ctx context.Context, w io.Writer) error {
	out := &programWriter{Writer: bufio.NewWriterSize(w, bufferSize), ctx: ctx, names: p.ColumnNames(ctx)}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	out.comments(p, "*")
	sign := 1
	if p.maximize {
		sign = -1
		out.print("* ", negatedObjective, "\n")
	}
	out.print("NAME qmsat FREE\nROWS\n N obj\n")
	for i, row := range p.rows {
		kind := " G c"
		if row.relation == Equal {
			kind = " E c"
		}
		out.print(kind, strconv.Itoa(i+1), "\n")
	}
	out.print("COLUMNS\n")
	weights := make([]int, len(out.names))
	for _, t := range goal(p.objective) {
		weights[t.Literal-1] = sign * t.Weight
	}
	inColumn := p.columns()
	for i, name := range out.names {
		if weights[i] != 0 {
			out.print(" ", name, " obj ", strconv.Itoa(weights[i]), "\n")
		}
		for _, t := range inColumn(i) {
			if out.stopped(1) {
				return out.err
			}
			out.print(" ", name, " c", strconv.Itoa(t.row+1), " ", strconv.Itoa(t.weight), "\n")
		}
	}
	out.print("RHS\n")
	for i, row := range p.rows {
		if row.bound != 0 {
			out.print(" RHS c", strconv.Itoa(i+1), " ", strconv.Itoa(row.bound), "\n")
		}
	}
	out.print("BOUNDS\n")
	for _, name := range out.names {
		if out.stopped(1) {
			return out.err
		}
		out.print(" BV BOUND ", name, "\n")
	}
	out.print("ENDATA\n")
	return out.finish()
}

// negatedObjective is the comment of formats that only minimize.
const negatedObjective = "the objective is to be maximized, and stands negated"

// rowTerm is a term of a row, seen from its column.
type rowTerm struct{ row, weight int }

// columns sorts the terms by column, and returns what gives those of one.
func (p *IntegerProgram) columns() func(column int) []rowTerm {
	ends := make([]int, p.Map.Variables()+1) // ends[i] becomes the end of column i-1, and thus the start of column i
	for _, t := range p.terms {
		ends[t.Literal]++
	}
	for i := range ends[1:] {
		ends[i+1] += ends[i]
	}
	sorted := make([]rowTerm, len(p.terms))
	next := append([]int(nil), ends...)
	for i := range p.rows {
		for _, t := range p.row(i) {
			at := &next[t.Literal-1]
			sorted[*at] = rowTerm{i, t.Weight}
			*at++
		}
	}
	return func(column int) []rowTerm { return sorted[ends[column]:ends[column+1]] }
}
