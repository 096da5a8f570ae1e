package frontier

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"qmsat/internal/stop"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/model/sample"
)

// endingContext ends after a number of checks.
type endingContext struct {
	context.Context
	left, looks int
}

func (c *endingContext) Err() error {
	if c.looks++; c.looks > c.left {
		return context.Canceled
	}
	return nil
}

// TestEndsAnywhere checks that a run whose context ends at any check returns no count or the right one.
func TestEndsAnywhere(t *testing.T) {
	seeds := modeltest.Scale(uint64(300), 600, 4000)
	families := sample.Families()
	ended, counted := 0, 0
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 29))
		drawn := sample.DrawFrom(families[seed%uint64(len(families))], random)
		options := lowered(seed)
		run := func(left int) (r engine.Result, looks int, err error) {
			ctx := &endingContext{t.Context(), left, 0}
			e, err := engine.Lookup(Name)
			if err != nil {
				t.Fatal(err)
			}
			s, err := e.Open(stop.Often(ctx), drawn.Model, options)
			if err != nil {
				return r, ctx.looks, err
			}
			r, err = s.Run(stop.Often(ctx), drawn.Cubes[0], 0, nil)
			return r, ctx.looks, err
		}
		whole, looks, err := run(3000)
		if err != nil && !errors.As(err, new(*engine.UnsupportedError)) {
			t.Errorf("seed %d: %v", seed, err)
		}
		for range 10 {
			left := random.IntN(looks + looks/4 + 1)
			r, _, err := run(left)
			switch {
			case errors.As(err, new(*engine.UnsupportedError)):
			case err != nil:
				t.Errorf("seed %d, ended after %d of %d looks: %v", seed, left, looks, err)
			case !r.Complete():
				ended++
			case whole.Complete():
				if counted++; r.Count.Cmp(whole.Count) != 0 {
					t.Errorf("seed %d, ended after %d of %d looks: counted %s, expected %s", seed, left, looks, r.Count, whole.Count)
				}
			}
		}
	}
	if ended == 0 || counted == 0 {
		t.Errorf("%d runs ended, %d counted, expected some of each", ended, counted)
	}
}
