package variant

import "qmsat/model"

// Or requires all entries of one branch, or of several.
type Or struct {
	model.Titled
	Of [][]model.Entry `field:"of"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "or", Group: Composed,
		Summary: "all entries of at least one branch",
		Example: "{kind: or, of: [{kind: sandwich, row: 1, sum: 9}, {kind: anti-knight}]}",
		New:     func() model.Named { return &Or{} },
	})
}

// Define ties the definitions of the branches by the kind either. A branch that always holds makes the clue hold.
func (o *Or) Define(d *model.Definition) {
	either := &model.Either{}
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
