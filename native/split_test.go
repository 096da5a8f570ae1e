package native

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/enginetest"
	"qmsat/model/modeltest"
)

// TestSplit checks the contract of engine.Splitter.
func TestSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		opened, err := open(context.Background(), m, nil)
		if err != nil {
			t.Fatal(err)
		}
		session := opened.(engine.Splitter)
		cube := modeltest.RandomCube(t, m)
		enginetest.ExpectSplits(t, session, m, cube)
	})
}

// TestSplitTuned splits the empty 9×9 grid, which has a specialised search.
func TestSplitTuned(t *testing.T) {
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	session, err := open(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	split, found, err := session.(engine.Splitter).Split(context.Background(), nil)
	if err != nil || !found || split.Check(m, nil) != nil || split.Open.Size() < 2 {
		t.Errorf("%+v, %t, error %v, expected a split", split, found, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fresh, err := openGeneral(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	if split, _, err := fresh.Split(ctx, nil); err == nil {
		t.Errorf("%+v after the context's end, expected an error", split)
	}
}

// A split with more parts than memory holds is refused before they are listed.
func TestSplitTooLarge(t *testing.T) {
	m := variables(model.Interval(1, 1e9), model.Interval(1, 1e9))
	m.Constraints = []model.Constraint{&model.Linear{Terms: []model.Term{{Coefficient: 1, Var: 0}, {Coefficient: 1, Var: 1}}, Lo: 2, Hi: 1e9}}
	ctx, cancel := memory.WithBudget(t.Context(), 64<<20)
	defer cancel()
	_, _, err := must(openGeneral(ctx, m, nil)).Split(ctx, nil)
	if exceeded := new(memory.ExceededError); !errors.As(err, &exceeded) || exceeded.Need > exceeded.Budget {
		t.Errorf("error %v, expected that the parts do not fit", err)
	}
}
