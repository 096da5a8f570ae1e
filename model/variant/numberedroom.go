package variant

import "qmsat/model"

// NumberedRoom gives the value of the x-th cell of a line, if x is the first one's value.
type NumberedRoom struct {
	model.Titled
	Side
	Value int `field:"value"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "numbered-room", Group: Outside,
		Summary: "the value of the x-th cell of a row or column, x the first one's value",
		Example: "{kind: numbered-room, row: 2, value: 7}",
		Also:    []string{"numbered-rooms"},
		New:     func() model.Named { return &NumberedRoom{} },
	})
}

// Define adds a rule for each value of the first cell.
func (r *NumberedRoom) Define(d *model.Definition) {
	line := r.cells(d)
	if len(line) == 0 {
		return
	}
	all := model.And{in(line[0], 1, len(line))}
	for i, v := range line {
		all = append(all, model.Implies{If: model.Is(line[0], i+1), Then: model.Is(v, r.Value)})
	}
	d.Add(rule(all))
}
