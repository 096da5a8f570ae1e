package engine

import (
	"context"
	"errors"

	"qmsat/model"
)

// OpenDurable opens a session that survives being abandoned: the run in which that happens returns [ErrAbandoned], and
// the next one opens a new session.
func OpenDurable(e *Engine, m *model.Model, options Options) (Session, error) {
	d := &durable{engine: e, model: m, options: options}
	return d, d.open()
}

type durable struct {
	engine  *Engine
	model   *model.Model
	options Options
	session Session // nil after it was abandoned
}

func (d *durable) open() error {
	session, err := d.engine.Open(d.model, d.options)
	if err == nil {
		d.session = session
	}
	return err
}

func (d *durable) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (Result, error) {
	if d.session == nil {
		if err := d.open(); err != nil {
			return Result{}, err
		}
	}
	result, err := d.session.Run(ctx, cube, limit, yield)
	if errors.Is(err, ErrAbandoned) {
		d.session = nil
	}
	return result, err
}

func (d *durable) Close() error {
	if d.session == nil {
		return nil
	}
	return d.session.Close()
}
