package setter

import (
	"context"
	"fmt"
	"slices"

	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
	"qmsat/model/variant"
	"qmsat/native/bitset"
)

// Part is what may be dropped as a whole: a given, a clue, or constraints.
type Part struct {
	Kind        string // of the constraint or clue, or "given"
	Name        string // may be empty
	Entry       string // of a clue: as in a model file
	Line        int    // in the file that it comes from; 0: unknown
	Cells       []model.Var
	Constraints []model.Constraint
	Given       model.Given // if there are no constraints
	entry       int         // of the document, from 1; 0 for others
}

// givenKind is the kind of givens.
const givenKind = "given"

// IsGiven reports whether the part is a given.
func (p Part) IsGiven() bool { return p.Kind == givenKind }

// holds reports whether an assignment meets the part.
func (p Part) holds(a model.Assignment) bool {
	if p.IsGiven() {
		return a[p.Given.Var] == p.Given.Value
	}
	return !slices.ContainsFunc(p.Constraints, func(c model.Constraint) bool { return !c.Holds(a) })
}

// Givens returns each given as a part.
func Givens(cube model.Cube) []Part {
	return lists.Map(cube, func(g model.Given) Part { return Part{Kind: givenKind, Cells: []model.Var{g.Var}, Given: g} })
}

// Grouper makes parts of a model's constraints.
type Grouper struct{ isOutput []bool } // by variable

// NewGrouper returns a Grouper for a model.
func NewGrouper(m *model.Model) Grouper {
	g := Grouper{make([]bool, len(m.Variables))}
	for _, v := range m.OutputVars() {
		g.isOutput[v] = true
	}
	return g
}

// Group returns constraints as one part. Its cells are in the order of the model; those of several constraints are outputs.
func (g Grouper) Group(kind, name string, constraints ...model.Constraint) Part {
	p := Part{Kind: kind, Name: name, Constraints: constraints}
	for _, c := range constraints {
		for _, v := range c.Scope() {
			if len(constraints) == 1 || g.isOutput[v] {
				p.Cells = append(p.Cells, v)
			}
		}
	}
	p.Cells = lists.Distinct(p.Cells)
	return p
}

// workPerPart is the work to make a part, in the units of [stop.Watch.Over].
const workPerPart = 1 << 7

// Constraints returns the constraints of a puzzle as parts, in order. Those of a group or a clue are one part; the others are a
// part each. If ctx ends, some are missing.
func Constraints(ctx context.Context, d *document.Document, groups []Part) []Part {
	g, watch := NewGrouper(d.Model), stop.NewWatch(ctx)
	group := map[model.Constraint]int{}
	for i, g := range groups {
		for _, c := range g.Constraints {
			group[c] = i
		}
	}
	parts := make([]Part, 0, len(d.Base())+len(d.Entries))
	taken := map[int]bool{}
	for _, c := range d.Base() {
		if watch.Over(workPerPart) != nil {
			return parts
		}
		i, grouped := group[c]
		switch {
		case !grouped:
			parts = append(parts, g.Group(c.Kind(), c.Label(), c))
		case !taken[i]:
			taken[i] = true
			parts = append(parts, groups[i])
		}
	}
	for i, e := range d.Entries {
		if watch.Over(workPerPart) != nil {
			return parts
		}
		part := g.Group(e.Kind(), e.Label(), d.Meaning(i)...)
		if part.entry = i + 1; e.Clue != nil {
			part.Entry = variant.Line(d.Model, e.Clue)
		}
		if len(part.Constraints) > 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

// IsHouse reports whether a part is a house of the model's grid: a row, a column, a box or a region.
func IsHouse(m *model.Model, p Part) bool {
	return m.Grid != nil && p.Kind == "all-different" &&
		slices.ContainsFunc(m.Grid.Houses(), func(h model.House) bool { return slices.Equal(slices.Sorted(slices.Values(h.Cells)), p.Cells) })
}

// Problem is a model with the parts of it that may be dropped. Each constraint of the model is in one part.
type Problem struct {
	Model    *model.Model
	Fixed    []Part           // always hold
	Parts    []Part           // may be dropped
	Excluded model.Assignment // a solution that does not count; nil: all count
}

// held returns the fixed parts and a set of the others.
func (p *Problem) held(set bitset.Set) []Part {
	parts := slices.Clone(p.Fixed)
	for i := range set.All() {
		parts = append(parts, p.Parts[i])
	}
	return parts
}

// Left returns the model and the givens of the fixed parts and a set of the others.
func (p *Problem) Left(set bitset.Set) (*model.Model, model.Cube) {
	givens := lists.Map(lists.Filter(p.held(set), Part.IsGiven), func(part Part) model.Given { return part.Given })
	dropped, _ := p.dropped(set)
	return p.Model.Keep(func(c model.Constraint) bool { return !dropped[c] }), givens
}

// dropped returns the constraints and the entries, from 1, of parts that are in no set.
func (p *Problem) dropped(set bitset.Set) (constraints map[model.Constraint]bool, entries map[int]bool) {
	constraints, entries = map[model.Constraint]bool{}, map[int]bool{}
	for i, part := range p.Parts {
		if set.Has(i) {
			continue
		}
		entries[part.entry] = part.entry > 0
		for _, c := range part.Constraints {
			constraints[c] = true
		}
	}
	return constraints, entries
}

// Document returns what is left of the document that the parts are of: the fixed parts and a set of the others.
func (p *Problem) Document(d *document.Document, set bitset.Set) (*document.Document, error) {
	constraints, entries := p.dropped(set)
	_, givens := p.Left(set)
	return d.WithGivens(givens).Only(func(c model.Constraint) bool { return !constraints[c] }, func(i int) bool { return !entries[i+1] })
}

// check reports why an assignment is no solution of the fixed parts and a set of the others.
func (p *Problem) check(a model.Assignment, set bitset.Set) error {
	bare := *p.Model
	bare.Constraints = nil
	if err := bare.Check(a); err != nil {
		return err
	}
	for _, part := range p.held(set) {
		if !part.holds(a) {
			return fmt.Errorf("%s %q does not hold", part.Kind, part.Name)
		}
	}
	if p.Excluded != nil && p.same(a) {
		return fmt.Errorf("it is the excluded solution")
	}
	return nil
}

// same reports whether an assignment is the excluded solution.
func (p *Problem) same(a model.Assignment) bool {
	return !slices.ContainsFunc(p.Model.OutputVars(), func(v model.Var) bool { return a[v] != p.Excluded[v] })
}

// Confirm has the engine native search a set of parts. It reports whether native finds no solution besides the excluded one. The
// error is the context's cause, or the engine's. native branches where it failed most: that refutes small sets fastest.
func (p *Problem) Confirm(ctx context.Context, set bitset.Set) (bool, error) {
	m, givens := p.Left(set)
	session, err := engine.Open(ctx, "native", m, engine.Options{"order": "failures"})
	if err != nil {
		return false, err
	}
	defer session.Close()
	found, err := engine.Collect(ctx, session, givens, 2)
	if err != nil {
		return false, err
	}
	if p.Excluded == nil {
		return len(found) == 0, nil
	}
	return len(found) == 1 && p.same(found[0]), nil
}
