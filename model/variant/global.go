package variant

import "qmsat/model"

// GlobalEntropy requires a low, a middle and a high value in each 2×2 square.
type GlobalEntropy struct{ model.Titled }

// GlobalModulo requires all residues modulo 3 in each 2×2 square.
type GlobalModulo struct{ model.Titled }

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "global-entropy", Group: WholeGrid,
		Summary: "each 2×2 square has values of the low, the middle and the high third",
		Example: "{kind: global-entropy}",
		Also:    []string{"entropy"},
		Short:   model.Short{Key: "global", Word: "entropy"},
		New:     func() model.Named { return &GlobalEntropy{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "global-modulo", Group: WholeGrid,
		Summary: "each 2×2 square has values of all residues modulo 3",
		Example: "{kind: global-modulo}",
		Also:    []string{"global-mod", "modulo"},
		Short:   model.Short{Key: "global", Word: "modulo"},
		New:     func() model.Named { return &GlobalModulo{} },
	})
}

// Define adds a rule for each square.
func (*GlobalEntropy) Define(d *model.Definition) {
	lo, hi, n := span(d)
	if n%3 != 0 {
		d.Failf("found %d values, expected a multiple of 3", n)
		return
	}
	var thirds []model.Domain
	for ; lo <= hi; lo += n / 3 {
		thirds = append(thirds, model.Interval(lo, lo+n/3-1))
	}
	inSquares(d, thirds)
}

// Define adds a rule for each square.
func (*GlobalModulo) Define(d *model.Definition) {
	classes := make([][]int, 3)
	for x := range values(d).All() {
		classes[(x%3+3)%3] = append(classes[(x%3+3)%3], x)
	}
	inSquares(d, []model.Domain{model.Values(classes[0]...), model.Values(classes[1]...), model.Values(classes[2]...)})
}

// inSquares requires a value of each set in each 2×2 square.
func inSquares(d *model.Definition, sets []model.Domain) {
	for _, square := range squares(d) {
		var all model.And
		for _, set := range sets {
			var some model.Or
			for _, v := range square {
				some = append(some, model.In{Var: v, Values: set})
			}
			all = append(all, some)
		}
		d.Add(rule(all))
	}
}
