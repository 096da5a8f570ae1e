package engine

import (
	"context"

	"qmsat/model"
)

// Confirmation is what an engine found that answered again what an unrelated one had answered.
type Confirmation struct {
	By Chosen
	Result
	Best *int  // the value of the best solution, where that was looked for; nil: none was found
	Err  error // why it found no more
}

// Confirm counts again, as [Session.Run] does.
func Confirm(
	ctx context.Context, by Chosen, m *model.Model, cube model.Cube, limit uint64, yield func(model.Assignment) bool,
) *Confirmation {
	return by.confirm(ctx, m, func(c *Confirmation, s Session) { c.Result, c.Err = s.Run(ctx, cube, limit, yield) })
}

// ConfirmBest looks for the best solution again.
func ConfirmBest(ctx context.Context, by Chosen, m *model.Model) *Confirmation {
	return by.confirm(ctx, m, func(c *Confirmation, s Session) {
		c.Result, c.Err = Optimize(ctx, s, m, by.open, nil, func(_ model.Assignment, value int) bool {
			c.Best = &value
			return true
		})
	})
}

func (c Chosen) open(ctx context.Context, m *model.Model) (Session, error) {
	return c.Engine.Open(ctx, m, c.Options)
}

func (c Chosen) confirm(ctx context.Context, m *model.Model, ask func(c *Confirmation, s Session)) *Confirmation {
	found := &Confirmation{By: c}
	session, err := c.open(ctx, m)
	if found.Err = err; err == nil {
		defer session.Close()
		ask(found, session)
	}
	return found
}

// Refutes reports whether the count is smaller than what was found, and complete, or larger than a complete one. It may have been cut off.
func (c *Confirmation) Refutes(found Result) bool {
	if c.Count == nil {
		return false
	}
	compared := c.Count.Cmp(found.Count)
	return compared > 0 && found.Complete() || compared < 0 && c.Complete()
}

// Confirms reports whether the second engine came as far, and counted the same.
func (c *Confirmation) Confirms(found Result) bool {
	return c.Err == nil && c.Outcome != CutOff && !c.Refutes(found)
}
