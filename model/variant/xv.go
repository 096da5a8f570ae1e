package variant

import "qmsat/model"

// X requires the sum 10 of two cells.
type X struct {
	model.Titled
	Pair
}

// V requires the sum 5 of two cells.
type V struct {
	model.Titled
	Pair
}

// PairSum requires a sum of two cells.
type PairSum struct {
	model.Titled
	Pair
	Sum int `field:"sum"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "x", Group: Pairs,
		Summary: "two cells add up to 10",
		Example: "{kind: x, cells: r1c1-r1c2}",
		Also:    []string{"xv"},
		Short:   model.Short{Key: "xv", Word: "x", Field: "cells"},
		New:     func() model.Named { return &X{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "v", Group: Pairs,
		Summary: "two cells add up to 5",
		Example: "{kind: v, cells: r1c1-r1c2}",
		Also:    []string{"xv"},
		Short:   model.Short{Key: "xv", Word: "v", Field: "cells"},
		New:     func() model.Named { return &V{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "pair-sum", Group: Pairs,
		Summary: "two cells add up to the sum",
		Example: "{kind: pair-sum, cells: r1c1-r1c2, sum: 8}",
		New:     func() model.Named { return &PairSum{} },
	})
}

// Define adds a table.
func (x *X) Define(d *model.Definition) { x.relate(d, summing(10)) }

// Define adds a table.
func (v *V) Define(d *model.Definition) { v.relate(d, summing(5)) }

// Define adds a table.
func (p *PairSum) Define(d *model.Definition) { p.relate(d, summing(p.Sum)) }

func summing(sum int) func(x, y int) bool {
	return func(x, y int) bool { return x+y == sum }
}
