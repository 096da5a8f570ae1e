package compare

import (
	"slices"
	"testing"
	"time"
)

func TestArrivalsOfPowersOfTwo(t *testing.T) {
	var a arrivals
	for i := 1; i <= 20; i++ {
		a.add(time.Duration(i))
	}
	if expected := []time.Duration{1, 2, 4, 8, 16}; !slices.Equal(a.times, expected) {
		t.Errorf("arrivals %v, expected %v", a.times, expected)
	}
}

// Rates add the solutions and times of the puzzles that have as many.
func TestRates(t *testing.T) {
	row := Row{Outcomes: []Outcome{
		{Arrivals: []time.Duration{0, time.Second, 3 * time.Second}},
		{Arrivals: []time.Duration{5 * time.Second, 6 * time.Second}},
		{Arrivals: []time.Duration{7}},
		{},
	}}
	expected := []Rate{{Solutions: 2, PerSecond: 2 / 2.0, Puzzles: 2}, {Solutions: 4, PerSecond: 1, Puzzles: 1}}
	if rates := row.Rates(); !slices.Equal(rates, expected) {
		t.Errorf("rates %v, expected %v", rates, expected)
	}
	if rates := (&Row{}).Rates(); rates != nil {
		t.Errorf("rates %v of no puzzle, expected none", rates)
	}
}
