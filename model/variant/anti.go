package variant

import "qmsat/model"

// AntiKnight keeps equal values from being a knight's move apart.
type AntiKnight struct{ model.Titled }

// AntiKing keeps equal values from being a king's move apart.
type AntiKing struct{ model.Titled }

// NonConsecutive keeps consecutive values from standing side by side.
type NonConsecutive struct{ model.Titled }

// AntiTaxicab keeps two cells with the value x from having the taxicab distance x.
type AntiTaxicab struct{ model.Titled }

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "anti-knight", Group: WholeGrid,
		Summary: "cells a knight's move apart differ",
		Example: "{kind: anti-knight}",
		Also:    []string{"knight", "antiknight"},
		Short:   model.Short{Key: "anti", Word: "knight"},
		New:     func() model.Named { return &AntiKnight{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "anti-king", Group: WholeGrid,
		Summary: "cells a king's move apart differ",
		Example: "{kind: anti-king}",
		Also:    []string{"king", "antiking", "no-touch"},
		Short:   model.Short{Key: "anti", Word: "king"},
		New:     func() model.Named { return &AntiKing{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "non-consecutive", Group: WholeGrid,
		Summary: "cells side by side never have consecutive values",
		Example: "{kind: non-consecutive}",
		Also:    []string{"nonconsecutive", "anti-consecutive", "consecutive"},
		Short:   model.Short{Key: "anti", Word: "consecutive"},
		New:     func() model.Named { return &NonConsecutive{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "anti-taxicab", Group: WholeGrid,
		Summary: "two cells with the value x never have the taxicab distance x",
		Example: "{kind: anti-taxicab}",
		Also:    []string{"taxicab", "antitaxicab", "self-taxicab"},
		Short:   model.Short{Key: "anti", Word: "taxicab"},
		New:     func() model.Named { return &AntiTaxicab{} },
	})
}

// Define makes each two cells a knight's move apart differ.
func (*AntiKnight) Define(d *model.Definition) {
	for _, two := range moves(d, [2]int{1, 2}, [2]int{2, 1}, [2]int{2, -1}, [2]int{1, -2}) {
		d.Add(different(two))
	}
}

// Define makes each two cells a king's move apart differ.
func (*AntiKing) Define(d *model.Definition) {
	for _, two := range moves(d, [2]int{0, 1}, [2]int{1, 0}, [2]int{1, 1}, [2]int{1, -1}) {
		d.Add(different(two))
	}
}

// Define adds a table for each two cells side by side.
func (*NonConsecutive) Define(d *model.Definition) {
	for _, two := range touching(d) {
		d.Add(pair(d, two[0], two[1], func(x, y int) bool { return distance(x, y) != 1 }))
	}
}

// Define forbids each value x for each two cells at this distance.
func (*AntiTaxicab) Define(d *model.Definition) {
	for x := range values(d).All() {
		var by [][2]int
		for down := 0; down <= x; down++ {
			by = append(by, [2]int{down, x - down})
			if down > 0 && down < x {
				by = append(by, [2]int{down, down - x})
			}
		}
		var never model.And
		for _, two := range moves(d, by...) {
			never = append(never, model.Not{Of: model.And(holding(two, x))})
		}
		if x > 0 && len(never) > 0 {
			d.Add(rule(never))
		}
	}
}
