package draw_test

import (
	"fmt"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/draw"
)

// A picture of a step has each candidate of each open cell, the marks of each role, the links, and notes on these.
func TestCandidatesAreDrawn(t *testing.T) {
	for _, shape := range [][2]int{{2, 2}, {3, 3}, {2, 5}, {4, 4}} {
		m, err := model.Sudoku(shape[0], shape[1])
		if err != nil {
			t.Fatal(err)
		}
		n := shape[0] * shape[1]
		candidates := make([]model.Domain, len(m.Variables))
		want := map[string]int{}
		for v := range candidates {
			candidates[v] = model.Interval(1+v%n, n)
			for value := range candidates[v].All() {
				if v != 1 {
					want[fmt.Sprint(value)]++
				}
			}
		}
		at := func(v, value int) model.Given { return model.Given{Var: model.Var(v), Value: value} }
		want[fmt.Sprint(n)]++ // the given
		picture := draw.Picture{
			Givens: model.Cube{at(1, n)}, Candidates: candidates,
			Marks: []draw.Mark{{Given: at(0, 1), Role: draw.Pattern}, {Given: at(2, 4), Role: draw.Eliminated}, {Given: at(3, n), Role: draw.Placed}},
			Links: []draw.Link{{From: at(0, 1), To: at(n, 1), Strong: true}, {From: at(n, 1), To: at(2, n)}},
		}
		elements := drawn(t, m, picture)
		got, notes := map[string]int{}, ""
		for _, e := range elements {
			if e.Name == "text" {
				got[e.Text]++
				notes += e.Text + " "
			}
		}
		for text, times := range want {
			if got[text] != times {
				t.Errorf("%d×%d: %q stands %d times, expected %d", n, n, text, got[text], times)
			}
		}
		if circles := count(elements, "circle", "stroke-width", "1.2"); circles != 3 {
			t.Errorf("%d×%d: %d marks, expected 3", n, n, circles)
		}
		if dashed := count(elements, "line", "stroke-dasharray", "3 2"); dashed != 1 {
			t.Errorf("%d×%d: %d weak links, expected 1", n, n, dashed)
		}
		for text, expected := range map[string]bool{"green": true, "struck": true, "ringed": true, "fins": false, "amber": false, "dashed": true} {
			if strings.Contains(notes, text) != expected {
				t.Errorf("%d×%d: notes %q: %q expected: %t", n, n, notes, text, expected)
			}
		}
	}
}
