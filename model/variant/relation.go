package variant

import "qmsat/model"

// Relation lists the pairs of values that neighbours on a line may have, or each two cells of a set.
type Relation struct {
	model.Titled
	Line  model.Cells `field:"line,optional,repeat"` // neighbours, in this order
	Cells model.Cells `field:"cells,optional"`       // each two cells, in any order
	Pairs [][]int     `field:"pairs"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "relation", Group: Lines,
		Summary: "neighbours on the line, or each two of the cells, have one of the pairs of values",
		Example: "{kind: relation, line: r1c1-r1c3, pairs: [[1, 2], [2, 3], [3, 1]]}",
		Also:    []string{"pair", "binary"},
		New:     func() model.Named { return &Relation{} },
	})
}

// Define adds a table for each two neighbours or cells.
func (r *Relation) Define(d *model.Definition) {
	listed := map[[2]int]bool{}
	for _, p := range r.Pairs {
		if len(p) != 2 {
			d.Failf("pairs: found %d values, expected 2", len(p))
			return
		}
		listed[[2]int(p)] = true
	}
	if (len(r.Line) == 0) == (len(r.Cells) == 0) {
		d.Failf("found a line and cells, or neither; expected one of them")
	}
	allowed := func(x, y int) bool { return listed[[2]int{x, y}] }
	neighbours(d, r.Line, allowed)
	for _, p := range r.Pairs {
		if len(r.Cells) > 0 && !allowed(p[1], p[0]) {
			d.Failf("pairs: found %v without %v, expected both for cells in no order", p, []int{p[1], p[0]})
		}
	}
	for i, a := range r.Cells {
		for _, b := range r.Cells[:i] {
			d.Add(pair(d, b, a, allowed))
		}
	}
}
