package native

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// TestSplit holds that the parts of a cube are disjoint and have its solutions between them.
func TestSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		opened, err := open(m, nil)
		if err != nil {
			t.Fatal(err)
		}
		session := opened.(engine.Splitter)
		cube := modeltest.RandomCube(t, m)
		parts, err := session.Split(context.Background(), cube)
		if err != nil {
			t.Fatal(err)
		}
		again, err := session.Split(context.Background(), cube)
		if diff := cmp.Diff(parts, again); diff != "" || err != nil {
			t.Fatalf("split again: error %v\n%s", err, diff)
		}
		for _, a := range modeltest.BruteForce(m, cube) {
			in := 0
			for _, part := range parts {
				if m.CheckCube(a, part) == nil {
					in++
				}
			}
			if in != 1 {
				t.Fatalf("%v is in %d of the parts %v of %v", a, in, parts, cube)
			}
		}
	})
}

// TestSplitTuned parts the empty 9×9 grid, for which there is a tuned search.
func TestSplitTuned(t *testing.T) {
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	session, err := open(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := session.(engine.Splitter).Split(context.Background(), nil)
	if err != nil || len(parts) < 2 {
		t.Errorf("parts %v, error %v, expected several", parts, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fresh, err := openGeneral(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	if parts, err := fresh.(engine.Splitter).Split(ctx, nil); err == nil {
		t.Errorf("parts %v after the context's end, expected an error", parts)
	}
}
