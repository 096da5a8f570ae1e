package encode

import (
	"context"

	"qmsat/encode/formula"
	"qmsat/model"
)

// CompileGroups writes a formula whose constraints can be switched on and off. It returns a literal for each group: if the literal
// is true, the constraints of the group hold. The domains always hold; the model's own constraints are not written.
func CompileGroups(ctx context.Context, m *model.Model, groups [][]model.Constraint, sink Sink) (vm *Map, switches []Literal, err error) {
	bare := *m
	bare.Constraints = nil
	encoding, err := Options{}.Encoding()
	if err != nil {
		return nil, nil, err
	}
	c, err := formula.New(ctx, &bare, nil, Options{}, encoding, sink)
	if err != nil {
		return nil, nil, err
	}
	for v := range m.Variables {
		c.Cells.Variable(c, model.Var(v))
	}
	for _, group := range groups {
		if !c.Step() {
			break
		}
		on := c.NewFreeVariable()
		if err := c.Under(on, group); err != nil {
			c.Fail(err)
		}
		switches = append(switches, on)
	}
	vm, err = c.Finish(nil)
	return vm, switches, err
}
