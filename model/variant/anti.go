package variant

import "qmsat/model"

// AntiKnight keeps equal values from being a knight's move apart.
type AntiKnight struct{ model.Titled }

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "anti-knight", Group: WholeGrid,
		Summary: "cells a knight's move apart differ",
		Example: "{kind: anti-knight}",
		Also:    []string{"knight", "antiknight"},
		Short:   model.Short{Key: "anti", Word: "knight"},
		New:     func() model.Named { return &AntiKnight{} },
	})
}

// Define makes each two cells a knight's move apart differ.
func (*AntiKnight) Define(d *model.Definition) {
	for _, two := range moves(d, [2]int{1, 2}, [2]int{2, 1}, [2]int{2, -1}, [2]int{1, -2}) {
		d.Add(different(two))
	}
}
