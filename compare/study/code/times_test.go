package code

import (
	"slices"
	"testing"
	"time"

	"qmsat/model/engine"
	"qmsat/native/grids"
)

// Engines recover the words that maximum likelihood recovers, and rounds do the same.
func TestTimes(t *testing.T) {
	words, err := SampleWords(t.Context(), BookDelta, 12, 4, grids.Options{})
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := engine.ParseChosen("native,native[search=general]")
	if err != nil {
		t.Fatal(err)
	}
	numbers := []int{0, 66}
	timed := &Times{Delta: BookDelta, Words: words, Numbers: numbers, Engines: chosen, Seed: 9, Rounds: 2}
	points, err := timed.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	erasures := &Erasures{Delta: BookDelta, Words: words, Numbers: numbers, Decoders: []string{ML}, Book: book(t), Seed: 9}
	exact, err := erasures.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(points) != len(numbers)*len(chosen) {
		t.Fatalf("%d points", len(points))
	}
	for i, p := range points {
		want := exact[i/len(chosen)]
		if p.Erasures != want.Erasures || p.Recovered() != want.Samples-want.Failures || p.Measure != "nodes" {
			t.Errorf("%s at %d erasures recovers %d and counts %s, expected all of %d but %d", p.Engine, p.Erasures, p.Recovered(), p.Measure, want.Samples, want.Failures)
		}
		if _, worst := p.Quantile(1); !slices.ContainsFunc(p.Decodings, func(d Decoding) bool { return d.Time == worst }) {
			t.Errorf("the longest time is %v", worst)
		}
	}
	timed.Numbers = []int{82}
	if _, err := timed.Measure(t.Context()); err == nil {
		t.Error("82 cells are erased")
	}
}

// Of a hundred decodings the median is the fiftieth, and the worst one is that of most effort.
func TestTimeQuantiles(t *testing.T) {
	p := TimePoint{Decodings: make([]Decoding, 100)}
	for i := range p.Decodings {
		p.Decodings[i].Effort, p.Decodings[i].Time = int64(100-i)/2, time.Duration(i+1)
	}
	for share, want := range map[float64][2]int64{0.5: {25, 50}, 0.99: {49, 99}, 1: {50, 100}, 0: {0, 1}} {
		if effort, took := p.Quantile(share); effort != want[0] || int64(took) != want[1] {
			t.Errorf("%v of 100: effort %d, time %d, expected %v", share, effort, took, want)
		}
	}
	p.Decodings[1].Effort = 50
	if worst := p.Worst(); worst.Time != 2 {
		t.Errorf("the worst is %v, expected the slower of two with equal effort", worst)
	}
}
