package encode

import (
	"bufio"
	"context"
	"io"
	"strconv"
	"strings"

	"qmsat/internal/memory"
	"qmsat/internal/stop"
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
// values; other kinds are clauses. Of the options, Implied and Bare count. It stops with the context's error if that ends first.
func CompilePB(ctx context.Context, m *model.Model, cube model.Cube, options Options, sink PBSink) (*Map, error) {
	c, err := newCompiler(ctx, m, nil, Options{Implied: options.Implied, Bare: options.Bare}, sink)
	if err != nil {
		return nil, err
	}
	p := pbEncoder{c, c.sink.(PBSink)}
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
	terms, negated := make([]Term, len(literals)), make([]Term, len(literals))
	for i, l := range literals {
		terms[i], negated[i] = Term{1, l}, Term{-1, l}
	}
	if exactly && len(p.unless) == 0 {
		p.write(terms, Equal, 1)
		return
	}
	if exactly {
		p.atLeast(terms, 1, 1)
	}
	if len(literals) > 1 {
		p.atLeast(negated, -1, len(literals)-1)
	}
}

// linear writes a linear constraint. Each term is counted from its least value, so no weight is negative and weights are small.
// That is exact, since exactly one value of a variable counts.
func (p pbEncoder) linear(_ *Compiler, constraint *model.Linear) error {
	size := 0
	for _, term := range constraint.Terms {
		size += p.Map.Left(term.Var).Size()
	}
	if err := memory.Ask(p.ctx, "the terms of a linear constraint", 32*int64(size)); err != nil {
		return err
	}
	terms, negated := make([]Term, 0, size), make([]Term, 0, size)
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

// WriteOPB writes the program in the linear OPB format of the pseudo-Boolean competitions (Roussel and Manquinho, Input/output
// format of the PB competitions, 2012). Comments say what the variables mean, one "* var NUMBER NAME=VALUE" line each. If
// counting solutions needs projection, "* show … 0" lists the variables of the outputs. Errors are the writer's or the context's.
func (p *IntegerProgram) WriteOPB(ctx context.Context, w io.Writer) error {
	m, out := p.Map.model, &programWriter{Writer: bufio.NewWriterSize(w, bufferSize), watch: stop.NewWatch(ctx)}
	out.print("* #variable= ", strconv.Itoa(p.Map.Variables()), " #constraint= ", strconv.Itoa(p.Rows()), "\n* model ", oneLine(m.Name), "\n")
	for l, g := range p.Map.values(ctx) {
		out.print("* var ", strconv.Itoa(int(l)), " ", m.NameOf(g.Var), "=", strconv.Itoa(g.Value), "\n")
	}
	if _, literals, projected := strings.Cut(p.Map.Counting(), " show "); projected {
		out.print("* show ", literals)
	}
	write := func(terms []Term, end ...string) {
		for _, t := range terms {
			if t.Weight >= 0 {
				out.print("+")
			}
			out.print(strconv.Itoa(t.Weight), " x", strconv.Itoa(int(t.Literal)), " ")
		}
		out.print(append(end, ";\n")...)
	}
	if m.Objective != nil {
		terms := p.minimized(out)
		out.print("min: ")
		write(terms)
	}
	for i, row := range each(out, p.rows) {
		write(p.row(i), string(row.relation), " ", strconv.Itoa(row.bound), " ")
	}
	return out.finish()
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
