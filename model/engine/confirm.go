package engine

import (
	"context"

	"qmsat/model"
)

// Confirmation is the answer of a second engine to a question that an unrelated one answered.
type Confirmation struct {
	By Chosen
	Result
	Best *int  // the value of the best solution, if one was wanted; nil if none was found
	Err  error // why it stopped early
}

// Confirm counts again with another engine, as [Session.Run] does.
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

// Refutes reports whether the count contradicts what was found: it is complete and smaller, or it is larger than a complete
// count. A count that was cut off can refute too.
func (c *Confirmation) Refutes(found Result) bool {
	if c.Count == nil {
		return false
	}
	compared := c.Count.Cmp(found.Count)
	return compared > 0 && found.Complete() || compared < 0 && c.Complete()
}

// Confirms reports whether the second engine got as far and found the same count.
func (c *Confirmation) Confirms(found Result) bool {
	return c.Err == nil && c.Outcome != CutOff && !c.Refutes(found)
}
