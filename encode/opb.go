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
// pseudo-Boolean competitions (Roussel and Manquinho, Input/output format of the PB competitions, 2012). Variables have
// exactly one value; all-different constraints are cardinality constraints over the literals of a value, linear
// constraints are pseudo-Boolean ones over the literals of all values, and tables and rules are clauses. No encoding is
// chosen. It holds no constraints: they are made again each time it is written.
type OPB struct {
	Map         *Map
	Constraints int64 // those of the cube included

	cube model.Cube
}

// NewOPB makes the constraints once to count them.
func NewOPB(ctx context.Context, m *model.Model, cube model.Cube) (*OPB, error) {
	out := &opbWriter{}
	vm, err := out.compile(ctx, m, cube)
	if err != nil {
		return nil, err
	}
	return &OPB{vm, out.constraints, cube}, nil
}

// Write writes the file. Comments say what the variables mean, one "* var NUMBER NAME=VALUE" line each. Where counting
// solutions needs projection, "* show … 0" lists the variables of the outputs. Errors are the writer's or the context's.
func (o *OPB) Write(ctx context.Context, w io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out := &opbWriter{w: bufio.NewWriterSize(w, 1<<16), fail: cancel}
	m := o.Map.model
	fmt.Fprintf(out.w, "* #variable= %d #constraint= %d\n* model %s\n", o.Map.Variables(), o.Constraints, oneLine(m.Name))
	for i, v := range m.Variables {
		for value := range v.Domain.All() {
			fmt.Fprintf(out.w, "* var %d %s=%d\n", o.Map.Literal(model.Var(i), value), v.Name, value)
		}
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
	if _, err := out.compile(ctx, m, o.cube); err != nil {
		return err
	}
	return out.w.Flush()
}

// opbWriter counts constraints and, where it has a writer, writes them. Its first failed write ends the compilation.
type opbWriter struct {
	w           *bufio.Writer
	fail        context.CancelCauseFunc
	line        []byte
	constraints int64
}

// weighted is a literal of a pseudo-Boolean constraint.
type weighted struct {
	weight  int
	literal Literal // positive
}

// compile makes the constraints of a model and a cube.
func (o *opbWriter) compile(ctx context.Context, m *model.Model, cube model.Cube) (*Map, error) {
	c, err := newCompiler(ctx, m, wholeModel(m), Choice{}.withDefaults(), o)
	if err != nil {
		return nil, err
	}
	return c.run(func() error {
		for v := range m.Variables {
			c.step()
			o.cardinality(c.Map.Literals(model.Var(v)), true)
		}
		cells := CellEncoding{AllDifferent: func(c *Compiler, index int, constraint *model.AllDifferent) {
			h := c.house(index, constraint)
			values := valuesOf(m, h.vars)
			for value := range values.All() {
				c.step()
				literals, _ := h.of(value)
				o.cardinality(literals, values.Size() == len(h.vars))
			}
		}}
		sum := SumEncoding{Linear: func(c *Compiler, _ int, constraint *model.Linear) error {
			o.linear(c, constraint)
			return nil
		}}
		if err := c.constraints(nil, cells, sum); err != nil {
			return err
		}
		c.givens(cube)
		return nil
	})
}

// cardinality writes that exactly one of the literals is true, or at most one.
func (o *opbWriter) cardinality(literals []Literal, exactly bool) {
	if len(literals) < 2 && !exactly {
		return
	}
	terms := make([]weighted, len(literals))
	for i, l := range literals {
		terms[i] = weighted{1, l}
		if !exactly {
			terms[i].weight = -1
		}
	}
	if exactly {
		o.constraint(terms, "=", 1)
	} else {
		o.constraint(terms, ">=", -1)
	}
}

// linear writes a linear constraint. Each term counts from the least that it can add, which keeps the weights small and
// none of them negative: of the values of a variable, exactly one counts.
func (o *opbWriter) linear(c *Compiler, constraint *model.Linear) {
	var terms, negated []weighted
	least, most := 0, 0
	for _, term := range constraint.Terms {
		d := c.Map.Left(term.Var)
		first, last := term.Coefficient*d.Min(), term.Coefficient*d.Max()
		least, most = least+min(first, last), most+max(first, last)
		for value := range d.All() {
			c.step()
			if weight := term.Coefficient*value - min(first, last); weight > 0 {
				terms = append(terms, weighted{weight, c.Map.Literal(term.Var, value)})
				negated = append(negated, weighted{-weight, c.Map.Literal(term.Var, value)})
			}
		}
	}
	switch {
	case least > constraint.Hi || most < constraint.Lo:
		o.Clause(nil)
	case constraint.Lo == constraint.Hi && least < most:
		o.constraint(terms, "=", constraint.Lo-least)
	default:
		if least < constraint.Lo {
			o.constraint(terms, ">=", constraint.Lo-least)
		}
		if most > constraint.Hi {
			o.constraint(negated, ">=", least-constraint.Hi)
		}
	}
}

// Clause writes a clause: a negated literal counts as 1 less its variable.
func (o *opbWriter) Clause(clause []Literal) {
	if len(clause) == 0 {
		o.constraint([]weighted{{1, 1}}, ">=", 2) // the format has no constraint without terms
		return
	}
	terms := make([]weighted, len(clause))
	bound := 1
	for i, l := range clause {
		terms[i] = weighted{1, l}
		if l < 0 {
			terms[i] = weighted{-1, -l}
			bound--
		}
	}
	o.constraint(terms, ">=", bound)
}

// constraint writes one line.
func (o *opbWriter) constraint(terms []weighted, relation string, bound int) {
	o.constraints++
	if o.w == nil {
		return
	}
	o.line = o.line[:0]
	for _, t := range terms {
		if t.weight > 0 {
			o.line = append(o.line, '+')
		}
		o.line = strconv.AppendInt(o.line, int64(t.weight), 10)
		o.line = append(o.line, " x"...)
		o.line = strconv.AppendInt(o.line, int64(t.literal), 10)
		o.line = append(o.line, ' ')
	}
	o.line = append(append(o.line, relation...), ' ')
	o.line = strconv.AppendInt(o.line, int64(bound), 10)
	o.line = append(o.line, " ;\n"...)
	if _, err := o.w.Write(o.line); err != nil {
		o.fail(err)
	}
}
