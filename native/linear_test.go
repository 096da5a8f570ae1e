package native

import (
	"math"
	"testing"

	"qmsat/model"
	"qmsat/native/space"
)

// linearOf returns lo ≤ Σ aᵢxᵢ ≤ hi over the first variables.
func linearOf(lo, hi int, coefficients ...int) model.Constraint {
	c := &model.Linear{Lo: lo, Hi: hi}
	for v, a := range coefficients {
		c.Terms = append(c.Terms, model.Term{Coefficient: a, Var: model.Var(v)})
	}
	return c
}

func TestLinearPropagation(t *testing.T) {
	const far = 1 << 50
	testPropagation(t, []propagation{
		{"two of a triple", times(3, model.Interval(1, 9)), linearOf(13, 17, 1, 1, 1),
			model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 4}}, "1 4 8..9"},
		{"one of a triple", times(3, model.Interval(1, 9)), linearOf(13, 17, 1, 1, 1),
			model.Cube{{Var: 0, Value: 1}}, "1 3..9 3..9"},
		{"out of reach", times(3, model.Interval(1, 9)), linearOf(28, 30, 1, 1, 1), nil, impossible},
		{"no lower bound", times(2, model.Interval(0, 40)), linearOf(model.NoLower, 10, 1, 3), nil, "0..10 0..3"},
		{"no upper bound", times(2, model.Interval(0, 40)), linearOf(150, model.NoUpper, 1, 3), nil, "30..40 37..40"},
		{"negative coefficients", times(2, model.Interval(0, 9)), linearOf(-20, -15, -2, 1), nil, "8..9 0..3"},
		{"rounding towards the inside, again and again", times(2, model.Interval(-9, 9)), linearOf(7, 7, 2, -5), nil, "-9..6 -5..1"},
		{"gaps", []model.Domain{model.Values(1, 5, 9), model.Values(-4, 0, 4)}, linearOf(2, 5, 1, 1), nil, "1,5,9 -4,0,4"},
		{"gaps at the ends", []model.Domain{model.Values(1, 5, 9), model.Values(-4, 0)}, linearOf(2, 5, 1, 1), nil, "5,9 -4,0"},
		{"large numbers", times(2, model.Values(-far, 0, far)), linearOf(far, model.NoUpper, 1, 1), nil, "0,1125899906842624 0,1125899906842624"},
	})
}

func TestLinearAgainstNestedLoops(t *testing.T) {
	m := variables(times(3, model.Interval(0, 40))...)
	m.Constraints = []model.Constraint{linearOf(17, 23, 3, -2, 5)}
	want := 0
	for x := range 41 {
		for y := range 41 {
			for z := range 41 {
				if sum := 3*x - 2*y + 5*z; 17 <= sum && sum <= 23 {
					want++
				}
			}
		}
	}
	if got := len(solve(t, m, openSession(t, m), nil)); got != want || want == 0 {
		t.Errorf("%d solutions, nested loops find %d", got, want)
	}
}

func TestDivision(t *testing.T) {
	for _, a := range []int{-7, -6, -1, 0, 1, 6, 7, 1 << 40} {
		for _, b := range []int{-5, -3, -1, 1, 3, 5} {
			quotient := float64(a) / float64(b)
			if got := space.FloorDiv(a, b); got != int(math.Floor(quotient)) {
				t.Errorf("floorDiv(%d, %d) = %d", a, b, got)
			}
			if got := space.CeilDiv(a, b); got != int(math.Ceil(quotient)) {
				t.Errorf("ceilDiv(%d, %d) = %d", a, b, got)
			}
		}
	}
}
