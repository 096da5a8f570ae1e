package variant

import "qmsat/model"

// Renban requires consecutive values in any order.
type Renban struct {
	model.Titled
	Line model.Cells `field:"line"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "renban", Group: Lines,
		Summary: "consecutive values, each once, in any order",
		Example: "{kind: renban, line: r1c1-r1c5}",
		New:     func() model.Named { return &Renban{} },
	})
}

// Define makes the cells differ, and one rule says which window of values they fill. With tables for each two cells, searches are up
// to 10,000 times as long. That each value of the window occurs is implied, and makes searches of SAT solvers 20 times as fast.
func (r *Renban) Define(d *model.Definition) {
	d.Add(different(r.Line))
	lo, hi, n := span(d)
	if len(r.Line) == n {
		return
	}
	var windows model.Or
	for least := lo; least+len(r.Line)-1 <= hi; least++ {
		window := model.And(among(r.Line, least, least+len(r.Line)-1))
		for value := least; value < least+len(r.Line); value++ {
			window = append(window, model.Or(holding(r.Line, value)))
		}
		windows = append(windows, window)
	}
	d.Add(rule(windows))
}
