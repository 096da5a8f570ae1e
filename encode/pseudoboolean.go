package encode

import (
	"context"

	"qmsat/model"
)

// Term is a weighted literal of a pseudo-Boolean constraint: it counts where the literal is true.
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

// PBSink takes the constraints of a pseudo-Boolean problem as they are made; those of other kinds and of givens are clauses.
type PBSink interface {
	Sink
	// Constraint takes a constraint with at least one term. The slice is the sink's. An error says what the sink cannot take.
	Constraint(terms []Term, relation Relation, bound int) error
}

// CompilePB makes a pseudo-Boolean problem of a model under a cube. Variables have exactly one value; all-different
// constraints are cardinality constraints over the literals of a value, linear constraints are pseudo-Boolean ones over the
// literals of all values, and other kinds are clauses. No encoding is chosen. It stops with the context's error where
// that ends first.
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

// objective returns the objective of the map's model over the literals of values. It stops when the context ends.
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

// goal returns the terms of an objective: a column with weight 0 if nothing counts, as some readers want one.
func goal(terms []Term) []Term {
	if len(terms) == 0 {
		return []Term{{0, 1}}
	}
	return terms
}

// pbEncoder writes the constraints that are not clauses.
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

// linear writes a linear constraint. Each term counts from the least that it can add, which keeps the weights small and
// none of them negative: of the values of a variable, exactly one counts.
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

// atLeast writes that a sum is at least a bound, which it misses by so much at most, where the conditions hold: a literal that
// excuses from it makes up for what is missing.
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
