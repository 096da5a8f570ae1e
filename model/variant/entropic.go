package variant

import "qmsat/model"

// Entropic requires a low, a middle and a high value in any three cells in a row.
type Entropic struct {
	model.Titled
	Line model.Cells `field:"line,repeat"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "entropic", Group: Lines,
		Summary: "any three cells in a row have one low, one middle and one high value",
		Example: "{kind: entropic, line: r1c1-r1c5}",
		Also:    []string{"entropic-line"},
		New:     func() model.Named { return &Entropic{} },
	})
}

// Define lets any three cells in a row be of different thirds.
func (e *Entropic) Define(d *model.Definition) {
	lo, hi, _ := span(d)
	alternate(d, e.Line, 3, func(value int) int { return third(value, lo, hi) })
}

// third returns 0 for a low value, 1 for a middle one and 2 for a high one. There are as many low values as high ones.
func third(value, lo, hi int) int {
	size := (hi - lo + 2) / 3
	switch {
	case value < lo+size:
		return 0
	case value > hi-size:
		return 2
	}
	return 1
}
