package symmetry

import (
	"context"

	"qmsat/model"
	"qmsat/model/engine"
)

// On and Off are the values of [Setting].
const (
	On  = "on"
	Off = "off"
)

// Setting chooses whether symmetries are broken.
var Setting = engine.NewName("break", "break symmetries: fewer solutions, but one if there is any", Off, Off, On)

// Engine returns an engine that searches for one solution, with another one that is opened on each cube's broken model.
func Engine(e *engine.Engine) *engine.Engine {
	broken := *e
	broken.Open = func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		return &session{e, m, options}, nil
	}
	return &broken
}

// session is a session on a broken model for each run.
type session struct {
	engine  *engine.Engine
	model   *model.Model
	options engine.Options
}

func (s *session) Close() error { return nil }

func (s *session) Run(
	ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool,
) (engine.Result, error) {
	if limit != 1 {
		return engine.Result{}, engine.Unsupported(s.engine.Name, "found a limit of %d, expected 1 with broken symmetries", limit)
	}
	m, cube, err := Break(ctx, s.model, cube)
	if err != nil {
		return engine.Result{}, err
	}
	inner, err := s.engine.Open(ctx, m, s.options)
	if err != nil {
		return engine.Result{}, err
	}
	defer inner.Close()
	return inner.Run(ctx, cube, limit, yield)
}
