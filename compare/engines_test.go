package compare_test

import (
	"context"
	"math/big"

	"qmsat/model"
	"qmsat/model/engine"
)

// opened returns an engine whose runs list nothing and return what run says.
func opened(name string, run func(ctx context.Context, limit uint64) engine.Result) *engine.Engine {
	return &engine.Engine{Name: name, Open: func(context.Context, *model.Model, engine.Options) (engine.Session, error) {
		return runner(run), nil
	}}
}

type runner func(ctx context.Context, limit uint64) engine.Result

func (r runner) Run(ctx context.Context, _ model.Cube, limit uint64, _ func(model.Assignment) bool) (engine.Result, error) {
	return r(ctx, limit), nil
}

func (r runner) Close() error { return nil }

func zero() *big.Int { return new(big.Int) }
