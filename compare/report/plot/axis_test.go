package plot

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/compare/show"
	"qmsat/internal/svg"
)

// A scale has all values that it has a place for between its ends, and its ticks ascend, few enough to be written.
func TestScalesHoldTheirValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Axis{Format: show.Magnitude, Log: rapid.Bool().Draw(t, "log"), Whole: rapid.Bool().Draw(t, "whole")}
		values := rapid.SliceOf(rapid.OneOf(rapid.Float64(), rapid.Float64Range(1e-9, 1e4))).Draw(t, "values")
		s := a.scaleOf(values)
		for _, v := range values {
			if p := s.at(v); a.has(v) && (p < -1e-9 || p > 1+1e-9 || math.IsNaN(p)) {
				t.Fatalf("%v stands at %v of %v to %v", v, p, s.lo, s.hi)
			}
		}
		room := rapid.IntRange(0, 12).Draw(t, "room")
		ticks := s.ticks(room)
		major := 0
		for i, tick := range ticks {
			if i > 0 && tick.value <= ticks[i-1].value {
				t.Fatalf("ticks %v do not ascend", ticks)
			}
			if tick.value < s.lo-1e-9*math.Abs(s.lo) || tick.value > s.hi+1e-9*math.Abs(s.hi) {
				t.Fatalf("tick %v is not between %v and %v", tick.value, s.lo, s.hi)
			}
			if tick.major {
				major++
			}
		}
		if major == 0 || major > max(room, 1)+1 {
			t.Fatalf("%d values written with room for %d, ticks %v", major, room, ticks)
		}
	})
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		axis     Axis
		values   []float64
		room     int
		expected []float64 // those that are written
	}{
		{Axis{Whole: true}, []float64{1, 180}, 9, []float64{0, 20, 40, 60, 80, 100, 120, 140, 160, 180}},
		{Axis{Whole: true}, []float64{1}, 9, []float64{0, 1}},
		{Axis{}, []float64{1}, 9, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{Axis{Log: true}, []float64{1e-5, 1}, 9, []float64{1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1}},
		{Axis{Log: true}, []float64{3e-3, 4e-2}, 9, []float64{2e-3, 5e-3, 1e-2, 2e-2, 5e-2}},
		{Axis{Log: true}, []float64{7, 7}, 9, []float64{5, 10}},
		{Axis{Log: true}, []float64{1e-9, 1}, 3, []float64{1e-8, 1e-4, 1}},
		{Axis{Log: true}, nil, 9, []float64{0.5, 1, 2}},
		{Axis{Log: true}, []float64{22662, 26082}, 2, []float64{20000, 50000}},
	} {
		var written []float64
		test.axis.Format = show.Magnitude
		s := test.axis.scaleOf(test.values)
		for _, tick := range s.ticks(test.room) {
			if tick.major {
				written = append(written, tick.value)
			}
		}
		if !slices.EqualFunc(written, test.expected, func(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Abs(b) }) {
			t.Errorf("%v with room for %d: %v, expected %v", test.values, test.room, written, test.expected)
		}
	}
}

// Series look different without colour: no two of thirty have both dashes and markers in common.
func TestStylesDifferWithoutColour(t *testing.T) {
	type look struct {
		dash   string
		marker int
	}
	seen := map[look]style{}
	for s := range style(30) {
		w := svg.New(1, 1, "", "")
		s.curve(w, []Point{{0, 0}, {1, 1}})
		_, dash, _ := strings.Cut(w.String(), "stroke-dasharray")
		l := look{dash, int(s) % len(markers)}
		if other, again := seen[l]; again {
			t.Errorf("styles %d and %d look alike", other, s)
		}
		seen[l] = s
	}
}

// Labels get shorter until they fit.
func TestLabelsFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		label, width := rapid.StringMatching(`[a-z=µ ]{0,80}`).Draw(t, "label"), rapid.Float64Range(20, 500).Draw(t, "width")
		text := fitted(label, width)
		if widthOf(text, labelSize) > width {
			t.Fatalf("%q is wider than %v", text, width)
		}
		if widthOf(label, labelSize) <= width && text != label {
			t.Fatalf("%q became %q without need", label, text)
		}
	})
}
