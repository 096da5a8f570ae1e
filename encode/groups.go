package encode

import (
	"context"

	"qmsat/model"
)

// CompileGroups writes a formula whose constraints can be switched on and off. It returns a literal for each group: if the literal
// is true, the constraints of the group hold. The domains always hold; the model's own constraints are not written.
func CompileGroups(ctx context.Context, m *model.Model, groups [][]model.Constraint, sink Sink) (vm *Map, switches []Literal, err error) {
	bare := *m
	bare.Constraints = nil
	c, err := newCompiler(ctx, &bare, nil, Options{}, sink)
	if err != nil {
		return nil, nil, err
	}
	for v := range m.Variables {
		c.cells.Variable(c, model.Var(v))
	}
	for _, group := range groups {
		if c.err != nil {
			break
		}
		on := c.NewFreeVariable()
		if err := c.under(on, group); err != nil {
			c.fail(err)
		}
		switches = append(switches, on)
	}
	vm, err = c.finish(nil)
	return vm, switches, err
}

// under writes constraints that hold if the condition does.
func (c *Compiler) under(condition Literal, constraints []model.Constraint) error {
	for _, part := range constraints {
		encode, err := kindEncodings.Lookup(part.Kind())
		if err == nil {
			// All constraints of the model hold, whatever the condition: the part comes after them.
			err = c.where(condition, func() error { return encode(c, len(c.Model.Constraints), part) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}
