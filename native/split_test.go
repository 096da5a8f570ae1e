package native

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/enginetest"
	"qmsat/model/modeltest"
)

// TestSplit holds that the parts of a cube are disjoint and have its solutions between them.
func TestSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		opened, err := open(context.Background(), m, nil)
		if err != nil {
			t.Fatal(err)
		}
		session := opened.(engine.Splitter)
		cube := modeltest.RandomCube(t, m)
		enginetest.ExpectParts(t, session, m, cube)
	})
}

// TestSplitTuned parts the empty 9×9 grid, for which there is a tuned search.
func TestSplitTuned(t *testing.T) {
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	session, err := open(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := session.(engine.Splitter).Split(context.Background(), nil)
	if err != nil || len(parts) < 2 {
		t.Errorf("parts %v, error %v, expected several", parts, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fresh, err := openGeneral(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	if parts, err := fresh.(engine.Splitter).Split(ctx, nil); err == nil {
		t.Errorf("parts %v after the context's end, expected an error", parts)
	}
}
