package variant

import "qmsat/model"

// LittleKiller gives the sum of a diagonal. Values may repeat.
type LittleKiller struct {
	model.Titled
	Line model.Cells `field:"line"`
	Sum  int         `field:"sum"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "little-killer", Group: Outside,
		Summary: "the cells of a diagonal add up to the sum; values may repeat",
		Example: "{kind: little-killer, line: r1c4-r6c9, sum: 31}",
		Also:    []string{"little-killer-sum"},
		New:     func() model.Named { return &LittleKiller{} },
	})
}

// Define adds up the cells.
func (l *LittleKiller) Define(d *model.Definition) { d.Add(sum(l.Line, l.Sum, l.Sum)) }
