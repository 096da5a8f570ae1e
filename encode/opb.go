package encode

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"

	"qmsat/model"
)

// OPB is a model under a cube as a pseudo-Boolean problem, ready to be written in the linear OPB format of the
// pseudo-Boolean competitions (Roussel and Manquinho, Input/output format of the PB competitions, 2012). The constraints are
// those of [CompilePB], the objective is the model's. It holds no constraints: they are made again each time it is written.
type OPB struct {
	Map         *Map
	Constraints int64 // those of the cube included

	cube model.Cube
}

// NewOPB makes the constraints once to count them.
func NewOPB(ctx context.Context, m *model.Model, cube model.Cube) (*OPB, error) {
	out := &opbWriter{}
	vm, err := CompilePB(ctx, m, cube, out)
	if err != nil {
		return nil, err
	}
	return &OPB{vm, out.constraints, cube}, nil
}

// Write writes the file. Comments say what the variables mean, one "* var NUMBER NAME=VALUE" line each. Where counting
// solutions needs projection, "* show … 0" lists the variables of the outputs. Errors are the writer's or the context's.
func (o *OPB) Write(ctx context.Context, w io.Writer) error {
	out := &opbWriter{w: bufio.NewWriterSize(w, 1<<16)}
	m := o.Map.model
	fmt.Fprintf(out.w, "* #variable= %d #constraint= %d\n* model %s\n", o.Map.Variables(), o.Constraints, oneLine(m.Name))
	for l, g := range o.Map.values(ctx) {
		fmt.Fprintf(out.w, "* var %d %s=%d\n", l, m.NameOf(g.Var), g.Value)
	}
	if o.Map.Projected() {
		fmt.Fprint(out.w, "* show")
		for _, v := range m.OutputVars() {
			for _, l := range o.Map.Literals(v) {
				fmt.Fprintf(out.w, " %d", l)
			}
		}
		fmt.Fprint(out.w, " 0\n")
	}
	if m.Objective != nil {
		terms := goal(o.Map.objective(ctx))
		if m.Objective.Maximize { // the format minimizes
			fmt.Fprintf(out.w, "* %s\n", negatedObjective)
			for i := range terms {
				terms[i].Weight *= -1
			}
		}
		out.line = append(out.line, "min: "...)
		out.write(terms, ";\n")
	}
	if _, err := CompilePB(ctx, m, o.cube, out); err != nil {
		return err
	}
	return out.w.Flush()
}

// opbWriter counts constraints and, where it has a writer, writes them.
type opbWriter struct {
	w           *bufio.Writer
	err         error // of the first failed write
	line        []byte
	constraints int64
}

// Clause implements [Sink].
func (o *opbWriter) Clause(clause []Literal) {
	terms, bound := clauseTerms(clause)
	o.Constraint(terms, AtLeast, bound)
}

// clauseTerms returns what a clause is as a constraint on a sum that is at least a bound: a negated literal counts as 1 less
// its variable. Where the clause is empty, the terms are one that cannot meet the bound, as formats have no constraint without.
func clauseTerms(clause []Literal) (terms []Term, bound int) {
	if len(clause) == 0 {
		return []Term{{1, 1}}, 2
	}
	terms, bound = make([]Term, len(clause)), 1
	for i, l := range clause {
		terms[i] = Term{1, l}
		if l < 0 {
			terms[i] = Term{-1, -l}
			bound--
		}
	}
	return terms, bound
}

// Constraint implements [PBSink]: it writes one line.
func (o *opbWriter) Constraint(terms []Term, relation Relation, bound int) error {
	o.constraints++
	if o.w == nil {
		return nil
	}
	o.write(terms, string(relation)+" "+strconv.Itoa(bound)+" ;\n")
	return nil
}

// write writes a weighted sum behind what the line has, and its end.
func (o *opbWriter) write(terms []Term, end string) {
	for _, t := range terms {
		if t.Weight >= 0 {
			o.line = append(o.line, '+')
		}
		o.line = strconv.AppendInt(o.line, int64(t.Weight), 10)
		o.line = append(o.line, " x"...)
		o.line = strconv.AppendInt(o.line, int64(t.Literal), 10)
		o.line = append(o.line, ' ')
	}
	o.line = append(o.line, end...)
	_, o.err = o.w.Write(o.line) // once it has failed, it fails again
	o.line = o.line[:0]
}

func (o *opbWriter) Err() error { return o.err }
