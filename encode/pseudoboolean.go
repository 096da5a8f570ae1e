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

// PBSink takes the constraints of a pseudo-Boolean problem as they are made; those of tables, rules and givens are clauses.
type PBSink interface {
	Sink
	// Constraint takes a constraint with at least one term. The slice is the sink's.
	Constraint(terms []Term, relation Relation, bound int)
}

// CompilePB makes a pseudo-Boolean problem of a model under a cube. Variables have exactly one value; all-different
// constraints are cardinality constraints over the literals of a value, linear constraints are pseudo-Boolean ones over the
// literals of all values, and tables and rules are clauses. No encoding is chosen. It stops with the context's error where
// that ends first.
func CompilePB(ctx context.Context, m *model.Model, cube model.Cube, sink PBSink) (*Map, error) {
	c, err := newCompiler(ctx, m, wholeModel(m), Choice{}.withDefaults(), sink)
	if err != nil {
		return nil, err
	}
	p := pbEncoder{c, sink}
	return c.run(func() error {
		for v := range m.Variables {
			c.step()
			p.cardinality(c.Map.Literals(model.Var(v)), true)
		}
		cells := CellEncoding{AllDifferent: func(c *Compiler, index int, constraint *model.AllDifferent) {
			h := c.house(index, constraint)
			values := valuesOf(m, h.vars)
			for value := range values.All() {
				c.step()
				literals, _ := h.of(value)
				p.cardinality(literals, values.Size() == len(h.vars))
			}
		}}
		sum := SumEncoding{Linear: func(_ *Compiler, _ int, constraint *model.Linear) error {
			p.linear(constraint)
			return nil
		}}
		if err := c.constraints(nil, cells, sum); err != nil {
			return err
		}
		c.givens(cube)
		return nil
	})
}

// pbEncoder writes the constraints that are not clauses.
type pbEncoder struct {
	*Compiler
	sink PBSink
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
		p.sink.Constraint(terms, Equal, 1)
	} else {
		p.sink.Constraint(terms, AtLeast, -1)
	}
}

// linear writes a linear constraint. Each term counts from the least that it can add, which keeps the weights small and
// none of them negative: of the values of a variable, exactly one counts.
func (p pbEncoder) linear(constraint *model.Linear) {
	var terms, negated []Term
	least, most := 0, 0
	for _, term := range constraint.Terms {
		d := p.Map.Left(term.Var)
		first, last := term.Coefficient*d.Min(), term.Coefficient*d.Max()
		least, most = least+min(first, last), most+max(first, last)
		for value := range d.All() {
			p.step()
			if weight := term.Coefficient*value - min(first, last); weight > 0 {
				terms = append(terms, Term{weight, p.Map.Literal(term.Var, value)})
				negated = append(negated, Term{-weight, p.Map.Literal(term.Var, value)})
			}
		}
	}
	switch {
	case least > constraint.Hi || most < constraint.Lo:
		p.sink.Clause(nil)
	case constraint.Lo == constraint.Hi && least < most:
		p.sink.Constraint(terms, Equal, constraint.Lo-least)
	default:
		if least < constraint.Lo {
			p.sink.Constraint(terms, AtLeast, constraint.Lo-least)
		}
		if most > constraint.Hi {
			p.sink.Constraint(negated, AtLeast, least-constraint.Hi)
		}
	}
}
