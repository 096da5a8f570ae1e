package reproduce

import (
	"math"
	"slices"
	"testing"

	"qmsat/compare/table"
	"qmsat/model/modeltest"
	_ "qmsat/native" // registers the engine that lists grids
	"qmsat/native/generate/full"
)

// Every line of the table makes valid grids, or says that it did not.
func TestCreation(t *testing.T) {
	groups := map[string]int{}
	var teams []string
	for _, c := range CreationCases([]int{3}) {
		figures, err := Creation(t.Context(), c, 1, 1, 0, func() {})
		if err != nil || figures.Grids != 1 || figures.Full != 1 || figures.Steps == 0 || figures.Steps != figures.MeanSteps || !(figures.Seconds > 0) {
			t.Errorf("%s, %s: %+v, error %v", c.Group, c.Name, figures, err)
		}
		groups[c.Group]++
		if c.Group == "workers" {
			teams = append(teams, c.Name)
		}
	}
	if want := []string{"1 apart", "2 apart", "2 sharing", "4 apart", "4 sharing", "8 apart", "8 sharing"}; !slices.Equal(teams, want) {
		t.Errorf("teams %q, expected %q", teams, want)
	}
	for _, group := range []string{"published", "without", "workers", "ours"} {
		if groups[group] == 0 {
			t.Errorf("no line of group %s", group)
		}
	}
}

// The classes of 6×6 grids are 49 under the symmetries without transposition, and a method that favours some is found out.
func TestRandomness(t *testing.T) {
	modeltest.OnlyLong(t)
	k, err := kindsOf(t.Context(), full.Shape{BoxRows: 2, BoxColumns: 3})
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, share := range k.share {
		sum += share
	}
	if len(k.share) != 49 || math.Abs(sum-1) > 1e-9 {
		t.Errorf("%d classes of 6×6 with shares that sum to %v, expected 49", len(k.share), sum)
	}
	pattern, err := measureRandomness(t.Context(), full.Pattern{}, full.Shape{BoxRows: 2, BoxColumns: 2}, 5000, 1)
	if err != nil || pattern.Kinds != 288 || pattern.Seen > 192 || pattern.Likelihood > 1e-9 {
		t.Errorf("%+v, error %v: a pattern reaches one class of 4×4 grids only", pattern, err)
	}
	search, err := measureRandomness(t.Context(), full.Search{}, full.Shape{BoxRows: 2, BoxColumns: 2}, 5000, 1)
	if err != nil || search.Seen != 288 || search.Statistic >= pattern.Statistic {
		t.Errorf("%+v, error %v: the search reaches all 4×4 grids, more evenly than a pattern", search, err)
	}
}

// The chart of speed-ups has the lines of group workers alone: one worker on both curves, more on the one that their name says.
func TestSpeedUpChart(t *testing.T) {
	record := func(group, name string, workers, full int, steps float64) CreationFigures {
		return CreationFigures{Group: group, Name: name, Workers: workers, Full: full, MeanSteps: table.Figure(steps)}
	}
	workers := []CreationFigures{
		record("workers", "1 apart", 1, 1, 100), record("workers", "2 apart", 2, 1, 60), record("workers", "2 sharing", 2, 1, 40),
	}
	others := []CreationFigures{record("published", "as published", 1, 1, 7), record("workers", "4 sharing", 4, 0, 1)}
	chart := speedUpChart(workers)
	if with := speedUpChart(slices.Concat(others[:1], workers, others[1:])); with != chart {
		t.Error("lines of other groups, or without a grid, change the chart")
	}
	for _, fewer := range [][]CreationFigures{workers[:1], workers[:2], {workers[0], workers[2]}} {
		if speedUpChart(fewer) == chart {
			t.Errorf("%d lines of three give the whole chart", len(fewer))
		}
	}
}
