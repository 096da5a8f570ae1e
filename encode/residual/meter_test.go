package residual

import (
	"context"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// The reported share assumes that cuts not yet reached are like the earlier ones.
func TestMeter(t *testing.T) {
	var shown []engine.Progress
	m := &meter{show: func(p engine.Progress) { shown = append(shown, p) }, cuts: 4}
	for cut, states := range []int{1, 10, 30} {
		m.pace = engine.Pace{}
		m.at(cut, 0, states)
	}
	for cut, share := range []float64{0, 1. / 31, 11. / 51} { // of 1+1+1+1, 1+10+10+10, 1+10+30+10
		if shown[cut].Share != share {
			t.Errorf("cut %d: %+v, expected the share %v", cut, shown[cut], share)
		}
	}
}

// A merging reports its progress before it ends.
func TestReport(t *testing.T) {
	modeltest.OnlyLong(t)
	m, err := model.Sudoku(1, 6)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := open(t, m, engine.Options{modeSetting.Name: modeMerge})
	var shown []engine.Progress
	s.(engine.Reporter).Report(func(p engine.Progress) {
		shown = append(shown, p)
		cancel()
	})
	if result, err := s.Run(ctx, nil, 0, nil); err != nil || result.Complete() {
		t.Fatalf("%+v, error %v, expected a cut off run", result, err)
	}
	if len(shown) != 1 || !strings.HasPrefix(shown[0].Text, "cut ") {
		t.Errorf("shown %+v, expected a cut", shown)
	}
}
