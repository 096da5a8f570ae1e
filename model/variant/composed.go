package variant

import (
	"errors"

	"qmsat/model"
	"qmsat/model/kinds"
)

func init() {
	register[And](Composed, "and", "all of these entries; for branches of or",
		"{kind: and, of: [{kind: killer, cells: r1c1-r1c3}, {kind: anti-knight}]}")
	register[Replicate](Composed, "replicate", "these entries, shifted so that the origin (r1c1) comes to each of the cells",
		"{kind: replicate, of: [{kind: killer, cells: r1c1-r1c2}], cells: r2c2}")
	register[Or](Composed, "or", "all entries of at least one branch",
		"{kind: or, of: [{kind: sandwich, row: 1, sum: 9}, {kind: anti-knight}]}")
}

// And requires all of its entries.
type And struct {
	Titled
	Of []Entry `field:"of"`
}

// Replicate repeats its entries: shifted so that Origin comes to each of the cells.
type Replicate struct {
	Titled
	Of     []Entry     `field:"of"`
	Cells  model.Cells `field:"cells"`
	Origin model.Cells `field:"origin,optional"` // one cell; r1c1 unless given
}

// Define adds the definitions of the entries.
func (a *And) Define(d *Definition) {
	for _, entry := range a.Of {
		d.Add(entry.Parts(d)...)
	}
}

// Define adds the entries, shifted to each cell.
func (r *Replicate) Define(d *Definition) {
	entries, err := r.Entries(d.Model)
	if err != nil {
		d.Failf("%w", err)
	}
	for _, entry := range entries {
		d.Add(entry.Parts(d)...)
	}
}

// Entries returns the entries, shifted to each cell.
func (r *Replicate) Entries(m *model.Model) (all []Entry, err error) {
	if m.Grid == nil {
		return nil, errors.New("found a model without a grid, expected a grid")
	}
	origin := model.Var(0)
	if len(r.Origin) > 0 {
		origin = r.Origin[0]
	}
	row, column, _ := m.Grid.Coordinates(origin)
	for _, cell := range r.Cells {
		toRow, toColumn, _ := m.Grid.Coordinates(cell)
		for _, entry := range r.Of {
			moved, err := entry.Shifted(m, toRow-row, toColumn-column)
			if err != nil {
				return nil, err
			}
			all = append(all, moved)
		}
	}
	return all, nil
}

// Or requires all entries of one branch, or of several.
type Or struct {
	Titled
	Of [][]Entry `field:"of"`
}

// Define ties the definitions of the branches by the kind either. A branch that always holds makes the clue hold.
func (o *Or) Define(d *Definition) {
	either := &kinds.Either{}
	for _, branch := range o.Of {
		var parts []model.Constraint
		for _, entry := range branch {
			parts = append(parts, entry.Parts(d)...)
		}
		if len(parts) == 0 {
			return
		}
		either.Of = append(either.Of, parts)
	}
	if len(either.Of) == 0 {
		d.Failf("found no branches, expected at least one")
	}
	d.Add(either)
}
