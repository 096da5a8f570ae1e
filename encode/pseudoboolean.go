package encode

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"

	"qmsat/model"
)

// Term is a weighted literal of a pseudo-Boolean constraint: it adds its weight if the literal is true.
type Term struct {
	Weight  int
	Literal Literal // positive
}

// Relation is how the sum of the terms of a pseudo-Boolean constraint compares with its bound.
type Relation string

// The relations.
const (
	AtLeast Relation = ">="
	Equal   Relation = "="
)

// PBSink takes the constraints of a pseudo-Boolean problem as they are made. Givens and other kinds of constraints are clauses.
type PBSink interface {
	Sink
	// Constraint takes a constraint with at least one term, and owns the slice. It fails if the sink cannot take the constraint.
	Constraint(terms []Term, relation Relation, bound int) error
}

// CompilePB writes a model under a cube as a pseudo-Boolean problem. Variables have exactly one value. All-different constraints
// are cardinality constraints over the literals of a value; linear constraints are pseudo-Boolean ones over the literals of all
// values; other kinds are clauses. No encoding is chosen. It stops with the context's error if that ends first.
func CompilePB(ctx context.Context, m *model.Model, cube model.Cube, sink PBSink) (*Map, error) {
	c, err := newCompiler(ctx, m, nil, Options{}, sink)
	if err != nil {
		return nil, err
	}
	p := pbEncoder{c, sink}
	for v := range m.Variables {
		if !c.step() {
			break
		}
		p.cardinality(c.Map.Literals(model.Var(v)), true)
	}
	c.cells.AllDifferent, c.linear.Linear = p.allDifferent, p.linear
	c.constraints(nil)
	return c.finish(cube)
}

// objective returns the objective of the map's model over the literals of values. It stops early if the context ends.
func (vm *Map) objective(ctx context.Context) []Term {
	var terms []Term
	for _, t := range vm.model.Objective.Terms {
		for value := range vm.Left(t.Var).All() {
			if value%stepsPerPoll == 0 && ctx.Err() != nil {
				return terms
			}
			if weight := t.Coefficient * value; weight != 0 {
				terms = append(terms, Term{weight, vm.Literal(t.Var, value)})
			}
		}
	}
	return terms
}

// goal returns the terms of an objective; if it is empty, a column with weight 0, since some readers require one.
func goal(terms []Term) []Term {
	if len(terms) == 0 {
		return []Term{{0, 1}}
	}
	return terms
}

// pbEncoder writes the constraints of [CompilePB] that are not clauses.
type pbEncoder struct {
	*Compiler
	sink PBSink
}

func (p pbEncoder) write(terms []Term, relation Relation, bound int) {
	if !p.work(1 + len(terms)) {
		return
	}
	if err := p.sink.Constraint(terms, relation, bound); err != nil {
		p.fail(err)
	}
}

func (p pbEncoder) allDifferent(c *Compiler, _ int, constraint *model.AllDifferent) {
	c.eachValue(constraint.Vars, func(literals []Literal, _ []int, must bool) { p.cardinality(literals, must) })
}

// cardinality writes that exactly one of the literals is true, or at most one.
func (p pbEncoder) cardinality(literals []Literal, exactly bool) {
	if len(literals) < 2 && !exactly {
		return
	}
	terms := make([]Term, len(literals))
	for i, l := range literals {
		terms[i] = Term{1, l}
		if !exactly {
			terms[i].Weight = -1
		}
	}
	if exactly {
		p.write(terms, Equal, 1)
	} else {
		p.write(terms, AtLeast, -1)
	}
}

// linear writes a linear constraint. Each term is counted from its least value, so no weight is negative and weights are small.
// That is exact, since exactly one value of a variable counts.
func (p pbEncoder) linear(_ *Compiler, constraint *model.Linear) error {
	var terms, negated []Term
	least, most := p.sumBounds(constraint)
	for _, term := range constraint.Terms {
		own, _ := p.termBounds(term)
		for value := range p.Map.Left(term.Var).All() {
			if !p.step() {
				return nil
			}
			if weight := term.Coefficient*value - own; weight > 0 {
				terms = append(terms, Term{weight, p.Map.Literal(term.Var, value)})
				negated = append(negated, Term{-weight, p.Map.Literal(term.Var, value)})
			}
		}
	}
	switch {
	case least > constraint.Hi || most < constraint.Lo:
		p.Add()
	case constraint.Lo == constraint.Hi && least < most && len(p.unless) == 0:
		p.write(terms, Equal, constraint.Lo-least)
	default:
		if least < constraint.Lo {
			p.atLeast(terms, constraint.Lo-least, constraint.Lo-least)
		}
		if most > constraint.Hi {
			p.atLeast(negated, least-constraint.Hi, most-constraint.Hi)
		}
	}
	return nil
}

// atLeast writes that a sum is at least a bound if the conditions hold. missing is the most by which the sum can fall short of
// the bound; a false condition counts for that much.
func (p pbEncoder) atLeast(terms []Term, bound, missing int) {
	for _, l := range p.unless {
		if l > 0 {
			terms = append(terms, Term{missing, l})
		} else {
			terms = append(terms, Term{-missing, -l})
			bound -= missing
		}
	}
	p.write(terms, AtLeast, bound)
}

// OPB is a model under a cube as a pseudo-Boolean problem, ready to be written in the linear OPB format of the pseudo-Boolean
// competitions (Roussel and Manquinho, Input/output format of the PB competitions, 2012). Its constraints come from
// [CompilePB], its objective from the model. It holds no constraints: they are made again each time it is written.
type OPB struct {
	Map         *Map
	Constraints int64 // including the cube's

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

// Write writes the file. Comments say what the variables mean, one "* var NUMBER NAME=VALUE" line each. If counting solutions
// needs projection, "* show … 0" lists the variables of the outputs. Errors are the writer's or the context's.
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

// opbWriter counts constraints and, if it has a writer, writes them.
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

// clauseTerms returns a clause as a constraint: the sum of its literals is at least 1. A negated literal counts as 1 minus its
// variable. For an empty clause it returns a term that cannot meet the bound, since formats allow no constraint without terms.
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

// write appends a weighted sum and an end to the line.
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
	_, o.err = o.w.Write(o.line) // after a failure every write fails
	o.line = o.line[:0]
}

func (o *opbWriter) Err() error { return o.err }
