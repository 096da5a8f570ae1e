package variant

import "qmsat/model"

// Nabner keeps equal and consecutive values off a line.
type Nabner struct {
	model.Titled
	Line model.Cells `field:"line"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "nabner", Group: Lines,
		Summary: "no two values of the line are equal or consecutive, wherever they stand",
		Example: "{kind: nabner, line: r1c1-r1c4}",
		New:     func() model.Named { return &Nabner{} },
	})
}

// Define adds a rule for each two consecutive values: they occur at most once together.
func (n *Nabner) Define(d *model.Definition) {
	lo, hi, _ := span(d)
	for v := lo; v < hi; v++ {
		d.Add(count(model.AtMost, 1, among(n.Line, v, v+1)))
	}
}
