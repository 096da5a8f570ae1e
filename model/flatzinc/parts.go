package flatzinc

import (
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"qmsat/internal/stop"
	"qmsat/model"
)

// Part is a constraint of a file by itself.
type Part struct {
	Kind        string // the name of its predicate
	Name        string // the text that MiniZinc keeps of constraint :: "text", and its place in the MiniZinc model; may be empty
	Line        int    // in the file
	Constraints []model.Constraint
}

// ReadParts reads a file without the search. No constraint narrows or replaces the variables of another: the model's constraints
// are those of the parts, in order. So any of them can be left out. All int variables need bounds.
func ReadParts(ctx context.Context, file string, r io.Reader) (*model.Model, []Part, error) {
	watch := stop.NewWatch(ctx)
	p, err := parse(ctx, watch, file, r)
	if err != nil {
		return nil, nil, err
	}
	l := newLowering(watch, p)
	l.declare()
	l.writeOutputs()
	for v := range l.variables {
		if l.root(operand{v, 0}).variable == v && l.err == nil {
			l.modelVarOf(v)
		}
	}
	var parts []Part
	if l.empty {
		l.constrain(&model.Rule{Formula: model.Or{}})
		parts = append(parts, Part{Kind: "declarations", Constraints: slices.Clone(l.out.Model.Constraints)})
	}
	for i, c := range p.constraints {
		if l.ended(workPerItem * len(l.variables)) {
			return nil, nil, l.err
		}
		parts = append(parts, Part{c.text, nameOf(p.notes[i]), p.from.line(c.position), l.alone(c)})
	}
	return l.out.Model, parts, l.finish()
}

// alone lowers a constraint with variables of its own, which begin with the declared domains. What it says of single domains and of
// equal variables becomes constraints too.
func (l *lowering) alone(c node) []model.Constraint {
	own, before := *l, len(l.out.Model.Constraints)
	own.variables = slices.Clone(l.variables)
	own.entries, own.queue, own.at, own.empty = nil, nil, c.position, false
	own.constraint(c)
	own.allow()
	own.propagate()
	for v := range l.variables {
		x := operand{v, 0}
		if l.root(x) != x || own.empty {
			continue
		}
		if root := own.root(x); root != x {
			own.constrain(&model.Linear{Terms: []model.Term{{Coefficient: 1, Var: l.modelVarOf(v)}, {Coefficient: -1, Var: l.modelVarOf(root.variable)}}})
		} else if d := own.variables[v].domain; !d.Equal(l.variables[v].domain) {
			own.constrain(&model.Rule{Formula: model.In{Var: l.modelVarOf(v), Values: d}})
		}
	}
	own.emit()
	if l.err == nil {
		l.err = own.err
	}
	return l.out.Model.Constraints[before:len(l.out.Model.Constraints):len(l.out.Model.Constraints)]
}

// nameOf returns what MiniZinc notes of a constraint's origin: constraint :: "text" becomes mzn_constraint_name, and --keep-paths
// adds mzn_path, which begins with the file and the line.
func nameOf(notes []node) (name string) {
	for _, n := range notes {
		if len(n.items) != 1 || n.items[0].kind != stringNode {
			continue
		}
		text := strings.Trim(n.items[0].text, `"`)
		if n.text == "mzn_constraint_name" {
			name = text
		}
		if parts := strings.SplitN(text, "|", 3); n.text == "mzn_path" && len(parts) == 3 {
			return strings.TrimPrefix(name+", "+path.Base(parts[0])+":"+parts[1], ", ")
		}
	}
	return name
}
