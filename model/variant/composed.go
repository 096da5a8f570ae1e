package variant

import (
	"errors"

	"qmsat/model"
)

// And requires all of its entries.
type And struct {
	model.Titled
	Of []model.Entry `field:"of"`
}

// Replicate repeats its entries: shifted so that Origin comes to each of the cells.
type Replicate struct {
	model.Titled
	Of     []model.Entry `field:"of"`
	Cells  model.Cells   `field:"cells"`
	Origin model.Cells   `field:"origin,optional"` // one cell; r1c1 unless given
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "and", Group: Composed,
		Summary: "all of these entries; for branches of or",
		Example: "{kind: and, of: [{kind: killer, cells: r1c1-r1c3}, {kind: anti-knight}]}",
		New:     func() model.Named { return &And{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "replicate", Group: Composed,
		Summary: "these entries, shifted so that the origin (r1c1) comes to each of the cells",
		Example: "{kind: replicate, of: [{kind: killer, cells: r1c1-r1c2}], cells: r2c2}",
		New:     func() model.Named { return &Replicate{} },
	})
}

// Define adds the definitions of the entries.
func (a *And) Define(d *model.Definition) {
	for _, entry := range a.Of {
		d.Add(entry.Parts(d)...)
	}
}

// Define adds the entries, shifted to each cell.
func (r *Replicate) Define(d *model.Definition) {
	entries, err := r.Entries(d.Model)
	if err != nil {
		d.Failf("%w", err)
	}
	for _, entry := range entries {
		d.Add(entry.Parts(d)...)
	}
}

// Entries returns the entries, shifted to each cell.
func (r *Replicate) Entries(m *model.Model) (all []model.Entry, err error) {
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
