package ask

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"qmsat/model/engine"
)

// Events about the same replace each other while they wait, those about other things do not, and after the first batches all wait. The
// clock is the test's own (synctest).
func TestWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w Waiting
		take := func() (texts []string) {
			for _, text := range w.Take() {
				texts = append(texts, string(text))
			}
			return texts
		}
		w.Put(raceEvent{Engine: "native"}, []byte("native 1"))
		w.Put(raceEvent{Engine: "gini"}, []byte("gini 1"))
		w.Put(raceEvent{Engine: "native"}, []byte("native 2"))
		w.Put(known{}, []byte("known"))
		w.Put(possible{}, []byte("possible"))
		if got, want := take(), []string{"native 2", "gini 1", "known", "possible"}; !slices.Equal(got, want) {
			t.Errorf("%q, expected %q", got, want)
		}
		if got := take(); got != nil {
			t.Errorf("%q, expected nothing", got)
		}
		for batch := 1; batch < burst; batch++ {
			if w.Pause() != 0 {
				t.Errorf("batch %d has to wait", batch+1)
			}
			w.Put(known{}, []byte("again"))
			take()
		}
		if pause := w.Pause(); pause <= 0 || pause > interval {
			t.Errorf("after %d batches the next one waits for %v", burst, pause)
		}
		time.Sleep(interval)
		if w.Pause() != 0 {
			t.Error("a batch waits for longer than the interval")
		}
	})
}

// Of two engines that tell how far they are, the one that is further is shown. Another search begins anew.
func TestSharesRise(t *testing.T) {
	var r rising
	var shown []float64
	show := r.rising(func(event any) error {
		shown = append(shown, event.(Progress).Share)
		return nil
	})
	for _, share := range []float64{0.1, 0.3, 0.2, 0.3, 0.9} {
		show(engine.Progress{Share: share})
	}
	r.begin()
	show(engine.Progress{Share: 0.2})
	if expected := []float64{0.1, 0.3, 0.3, 0.9, 0.2}; !slices.Equal(shown, expected) {
		t.Errorf("%v, expected %v", shown, expected)
	}
}

// The number of solutions so far does not replace the share of the search, nor the other way round.
func TestCountsAndSharesWait(t *testing.T) {
	var w Waiting
	for _, event := range []Progress{{Count: "256"}, {Share: 0.1}, {Count: "512"}, {Share: 0.2}, {Count: "768"}} {
		w.Put(event, fmt.Append(nil, event.Count, event.Share))
	}
	var texts []string
	for _, text := range w.Take() {
		texts = append(texts, string(text))
	}
	if expected := []string{"7680", "0.2"}; !slices.Equal(texts, expected) {
		t.Errorf("%q wait, expected %q", texts, expected)
	}
}
