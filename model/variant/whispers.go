package variant

import "qmsat/model"

// Whispers keeps neighbours on a line apart.
type Whispers struct {
	model.Titled
	Line       model.Cells `field:"line,repeat"`
	Difference int         `field:"difference,optional"` // the least one; 0: ⌈n/2⌉
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "whispers", Group: Lines,
		Summary: "neighbours differ by at least the difference (default: half of n, rounded up)",
		Example: "{kind: whispers, line: r1c1-r1c5, difference: 4}",
		Also:    []string{"whisper", "german-whispers", "dutch-whispers"},
		New:     func() model.Named { return &Whispers{} },
	})
}

// Define adds a table for each two neighbours.
func (w *Whispers) Define(d *model.Definition) {
	least := w.Difference
	if least == 0 {
		_, _, n := span(d)
		least = (n + 1) / 2
	}
	neighbours(d, w.Line, func(x, y int) bool { return distance(x, y) >= least })
}
