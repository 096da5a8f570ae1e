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
		if p.Erasures != want.Erasures || p.Recovered != want.Samples-want.Failures || p.Samples != want.Samples || p.Measure != "nodes" {
			t.Errorf("%s at %d erasures recovers %d of %d and counts %s, expected all of %d but %d", p.Engine, p.Erasures, p.Recovered, p.Samples, p.Measure, want.Samples, want.Failures)
		}
		if !slices.ContainsFunc(p.Decodings, func(d Decoding) bool { return d.Time.Seconds() == p.TimeWorst }) {
			t.Errorf("the longest time is %v", p.TimeWorst)
		}
	}
}

// Of a hundred decodings the median is the fiftieth, and the worst one is that of most effort, the slower of two with equal effort.
func TestTimeQuantiles(t *testing.T) {
	p := TimePoint{Decodings: make([]Decoding, 100)}
	for i := range p.Decodings {
		p.Decodings[i].Effort, p.Decodings[i].Time = int64(100-i)/2, time.Duration(i+1)*time.Second
	}
	p.Decodings[1].Effort = 50
	p.Decodings[1].Received[0] = 7
	p.sum()
	if efforts := [4]int64{p.Effort50, p.Effort90, p.Effort99, p.EffortWorst}; efforts != [4]int64{25, 45, 50, 50} {
		t.Errorf("efforts %v", efforts)
	}
	if times := [4]float64{p.Time50, p.Time90, p.Time99, p.TimeWorst}; times != [4]float64{50, 90, 99, 100} {
		t.Errorf("times %v", times)
	}
	if p.Worst != p.Decodings[1].Received.String() {
		t.Errorf("the worst is %v, expected the slower of two with equal effort", p.Worst)
	}
	one := TimePoint{Decodings: []Decoding{{Effort: 3, Recovered: true}}}
	if one.sum(); one.Samples != 1 || one.Recovered != 1 || one.Effort50 != 3 || one.EffortWorst != 3 {
		t.Errorf("of one: %+v", one)
	}
}
