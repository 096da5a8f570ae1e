package code

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
)

// silent is a session that is cut off at once, and names no cause.
type silent struct{}

func (silent) Run(context.Context, model.Cube, uint64, func(model.Assignment) bool) (engine.Result, error) {
	return engine.Result{Count: new(big.Int)}, nil
}

func (silent) Close() error { return nil }

// Work returns the cause of the context's end, though an engine that was cut off does not name it.
func TestStopped(t *testing.T) {
	b, c := book(t), codec(t, BookDelta)
	enough := errors.New("enough")
	ctx, interrupt := context.WithCancelCause(t.Context())
	interrupt(enough)
	w, random := &b.Words[0], rand.New(rand.NewPCG(1, 2))
	open := func(context.Context, *model.Model, engine.Options) (engine.Session, error) { return silent{}, nil }
	for name, work := range map[string]func() error{
		"time": func() error {
			engines := []engine.Chosen{{Engine: &engine.Engine{Name: "silent", Open: open}}}
			_, err := (&Times{Delta: BookDelta, Words: []Word{*w}, Numbers: []int{8}, Engines: engines, Rounds: 1}).Measure(ctx)
			return err
		},
		"small": func() error {
			_, err := NewSmall(ctx, []engine.Chosen{{Engine: &engine.Engine{Name: "silent", Open: open}}})
			return err
		},
		"critical": func() error { _, err := (&Critical{session: silent{}}).Random(ctx, w, random); return err },
		"recover":  func() error { _, err := c.Recover(ctx, w); return err },
		"numbers":  func() error { _, err := c.Numbers(ctx, []Word{*w}); return err },
		"failures": func() error { _, err := b.Failures(ctx, 8); return err },
		"sets":     func() error { _, err := b.SetClasses(ctx, 8); return err },
	} {
		if err := work(); !errors.Is(err, enough) {
			t.Errorf("%s: error %v, expected %v", name, err, enough)
		}
	}
}
