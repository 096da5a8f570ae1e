package enginetest

import (
	"context"
	"fmt"
	"math/big"

	"qmsat/model"
	"qmsat/model/engine"
)

// Miscounting returns an engine whose counts are those of e, one more where there are any. It splits cubes.
func Miscounting(name string, e *engine.Engine) *engine.Engine {
	return splitting(name, e, func(s engine.Splitter) engine.Splitter { return miscounting{s} })
}

type miscounting struct{ engine.Splitter }

func (m miscounting) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	r, err := m.Splitter.Run(ctx, cube, limit, yield)
	if r.Count != nil && r.Count.Sign() > 0 {
		r.Count.Add(r.Count, big.NewInt(1))
	}
	return r, err
}

// Refuting returns an engine that splits cubes as e does, and takes the last value that e leaves open for refuted.
func Refuting(name string, e *engine.Engine) *engine.Engine {
	return splitting(name, e, func(s engine.Splitter) engine.Splitter { return refuting{s} })
}

type refuting struct{ engine.Splitter }

func (r refuting) Split(ctx context.Context, cube model.Cube) (engine.Split, bool, error) {
	s, found, err := r.Splitter.Split(ctx, cube)
	if found && s.Open.Size() > 1 {
		s.Open = s.Open.Minus(model.Values(s.Open.Max()))
	}
	return s, found, err
}

func splitting(name string, e *engine.Engine, wrong func(engine.Splitter) engine.Splitter) *engine.Engine {
	return &engine.Engine{
		Name: name, Summary: "wrong on purpose", Abilities: e.Abilities, Route: name, Settings: e.Settings,
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			s, err := e.Open(ctx, m, options)
			if err != nil {
				return nil, err
			}
			splitter, ok := s.(engine.Splitter)
			if !ok {
				return nil, fmt.Errorf("engine %s does not split cubes", e.Name)
			}
			return wrong(splitter), nil
		},
	}
}
