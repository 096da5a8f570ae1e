package main

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
)

// finding is a session that finds the same solutions whatever it is asked.
type finding struct {
	engine.Session
	solutions []model.Assignment
}

func (finding) Close() error { return nil }

func (f finding) Run(ctx context.Context, _ model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	for _, a := range f.solutions {
		yield(a)
	}
	return engine.NewResult(ctx, limit, big.NewInt(int64(len(f.solutions))), len(f.solutions) < int(limit)), nil
}

// A puzzle is confirmed by an engine that finds its solution and nothing else.
func TestConfirmed(t *testing.T) {
	right, wrong := model.Assignment{1, 2}, model.Assignment{2, 1}
	for _, test := range []struct {
		solutions []model.Assignment
		confirmed bool
	}{
		{[]model.Assignment{right}, true}, {[]model.Assignment{wrong}, false}, {[]model.Assignment{right, wrong}, false}, {nil, false},
	} {
		other := &engine.Engine{Name: "other", Open: func(context.Context, *model.Model, engine.Options) (engine.Session, error) {
			return finding{solutions: test.solutions}, nil
		}}
		g := generation{task: &task{}, by: engine.Chosen{Engine: other}}
		err := g.confirmed(t.Context(), generate.Puzzle{Solution: right})
		if exit := new(exitError); (err == nil) != test.confirmed || err != nil && (!errors.As(err, &exit) || exit.status != statusCheck) {
			t.Errorf("an engine that finds %v: error %v", test.solutions, err)
		}
	}
}
