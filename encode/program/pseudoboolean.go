package program

import (
	"bufio"
	"context"
	"io"
	"strconv"
	"strings"

	"qmsat/encode/formula"
	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
)

// Compile writes a model under a cube as a pseudo-Boolean problem. Variables have exactly one value. All-different constraints
// are cardinality constraints over the literals of a value; linear constraints are pseudo-Boolean ones over the literals of all
// values; other kinds are clauses. Of the options, Implied and Bare count. It stops with the context's error if that ends first.
func Compile(ctx context.Context, m *model.Model, cube model.Cube, options formula.Options, sink formula.PBSink) (*formula.Map, error) {
	options = formula.Options{Implied: options.Implied, Bare: options.Bare}
	encoding, err := options.Encoding()
	if err != nil {
		return nil, err
	}
	encoding.Cells = formula.CellEncoding{
		Variable: func(c *formula.Compiler, v model.Var) { cardinality(c, c.Map.Literals(v), true) },
		AllDifferent: func(c *formula.Compiler, _ int, constraint *model.AllDifferent) {
			c.EachValue(constraint.Vars, func(literals []formula.Literal, _ []int, must bool) { cardinality(c, literals, must) })
		},
	}
	encoding.Linear = formula.LinearEncoding{Linear: weighted}
	return formula.CompileAs(ctx, m, cube, options, encoding, sink)
}

// objective returns the objective of the map's model over the literals of values. It stops early if the context ends.
func objective(ctx context.Context, vm *formula.Map) []formula.Term {
	var terms []formula.Term
	watch := stop.NewWatch(ctx)
	for _, t := range vm.Model.Objective.Terms {
		for value := range vm.Left(t.Var).All() {
			if watch.Over(1) != nil {
				return terms
			}
			if weight := t.Coefficient * value; weight != 0 {
				terms = append(terms, formula.Term{Weight: weight, Literal: vm.Literal(t.Var, value)})
			}
		}
	}
	return terms
}

// goal returns the terms of an objective; if it is empty, a column with weight 0, since some readers require one.
func goal(terms []formula.Term) []formula.Term {
	if len(terms) == 0 {
		return []formula.Term{{Weight: 0, Literal: 1}}
	}
	return terms
}

// cardinality writes that exactly one of the literals is true, or at most one.
func cardinality(c *formula.Compiler, literals []formula.Literal, exactly bool) {
	if len(literals) < 2 && !exactly {
		return
	}
	terms := func(weight int) []formula.Term {
		return lists.Map(literals, func(l formula.Literal) formula.Term { return formula.Term{Weight: weight, Literal: l} })
	}
	if exactly && len(c.Unless()) == 0 {
		c.Constraint(terms(1), formula.Equal, 1)
		return
	}
	if exactly {
		atLeast(c, terms(1), 1, 1)
	}
	if len(literals) > 1 {
		atLeast(c, terms(-1), -1, len(literals)-1)
	}
}

// weighted writes a linear constraint. Each term is counted from its least value, so no weight is negative and weights are small.
// That is exact, since exactly one value of a variable counts.
func weighted(c *formula.Compiler, constraint *model.Linear) error {
	size := 0
	for _, term := range constraint.Terms {
		size += c.Map.Left(term.Var).Size()
	}
	terms := func(sign int) []formula.Term {
		if !c.Ask(16 * int64(size)) {
			return nil
		}
		list := make([]formula.Term, 0, size)
		for _, term := range constraint.Terms {
			own, _ := c.TermBounds(term)
			for value := range c.Map.Left(term.Var).All() {
				if !c.Step() {
					return nil
				}
				if weight := term.Coefficient*value - own; weight > 0 {
					list = append(list, formula.Term{Weight: sign * weight, Literal: c.Map.Literal(term.Var, value)})
				}
			}
		}
		return list
	}
	least, most := c.SumBounds(constraint)
	switch {
	case least > constraint.Hi || most < constraint.Lo:
		c.Add()
	case constraint.Lo == constraint.Hi && least < most && len(c.Unless()) == 0:
		c.Constraint(terms(1), formula.Equal, constraint.Lo-least)
	default:
		if least < constraint.Lo {
			atLeast(c, terms(1), constraint.Lo-least, constraint.Lo-least)
		}
		if most > constraint.Hi {
			atLeast(c, terms(-1), least-constraint.Hi, most-constraint.Hi)
		}
	}
	return nil
}

// atLeast writes that a sum is at least a bound if the conditions hold. missing is the most by which the sum can fall short of
// the bound; a false condition counts for that much.
func atLeast(c *formula.Compiler, terms []formula.Term, bound, missing int) {
	for _, l := range c.Unless() {
		if l > 0 {
			terms = append(terms, formula.Term{Weight: missing, Literal: l})
		} else {
			terms = append(terms, formula.Term{Weight: -missing, Literal: -l})
			bound -= missing
		}
	}
	c.Constraint(terms, formula.AtLeast, bound)
}

// WriteOPB writes the program in the linear OPB format of the pseudo-Boolean competitions (Roussel and Manquinho, Input/output
// format of the PB competitions, 2012). Comments say what the variables mean, one "* var NUMBER NAME=VALUE" line each. If
// counting solutions needs projection, "* show … 0" lists the variables of the outputs. Errors are the writer's or the context's.
func (p *Program) WriteOPB(ctx context.Context, w io.Writer) error {
	m, out := p.Map.Model, &programWriter{Writer: bufio.NewWriterSize(w, bufferSize), watch: stop.NewWatch(ctx)}
	out.print("* #variable= ", strconv.Itoa(p.Map.Variables()), " #constraint= ", strconv.Itoa(p.Rows()), "\n* model ", formula.OneLine(m.Name), "\n")
	for l, g := range p.Map.Values(ctx) {
		out.print("* var ", strconv.Itoa(int(l)), " ", m.NameOf(g.Var), "=", strconv.Itoa(g.Value), "\n")
	}
	if _, literals, projected := strings.Cut(p.Map.Counting(), " show "); projected {
		out.print("* show ", literals)
	}
	write := func(row integerRow, end ...string) {
		for _, t := range row.each(out) {
			if t.Weight >= 0 {
				out.print("+")
			}
			out.number(t.Weight)
			out.print(" x")
			out.number(int(t.Literal))
			out.print(" ")
		}
		out.print(append(end, ";\n")...)
	}
	if m.Objective != nil {
		terms := p.minimized(out)
		out.print("min: ")
		write(integerRow{terms: terms})
	}
	for _, row := range each(out, p.rows) {
		write(row, string(row.relation), " ", strconv.Itoa(row.bound), " ")
	}
	return out.finish()
}

// clauseTerms returns a clause as a constraint: the sum of its literals is at least 1. A negated literal counts as 1 minus its
// variable. For an empty clause it returns a term that cannot meet the bound, since formats allow no constraint without terms.
func clauseTerms(clause []formula.Literal) (terms []formula.Term, bound int) {
	if len(clause) == 0 {
		return []formula.Term{{Weight: 1, Literal: 1}}, 2
	}
	terms, bound = make([]formula.Term, len(clause)), 1
	for i, l := range clause {
		terms[i] = formula.Term{Weight: 1, Literal: l}
		if l < 0 {
			terms[i] = formula.Term{Weight: -1, Literal: -l}
			bound--
		}
	}
	return terms, bound
}
