package native

import (
	"testing"

	"qmsat/model"
)

// reifiedOf returns a constraint on the sum of the first variables. If it has a condition, that is: the next variable is 1.
func reifiedOf(lo, hi int, outside, half, condition bool, coefficients ...int) model.Constraint {
	sum := linearOf(lo, hi, coefficients...).(*model.Linear)
	c := &model.ReifiedLinear{Terms: sum.Terms, Lo: lo, Hi: hi, Outside: outside, Half: half}
	if condition {
		atom := model.Is(model.Var(len(coefficients)), 1)
		c.If = &atom
	}
	return c
}

func TestReifiedLinearPropagation(t *testing.T) {
	nine, wide := model.Interval(1, 9), model.Interval(0, 99)
	pair := []model.Domain{nine, nine, model.Interval(0, 1)}
	given := func(values ...int) (cube model.Cube) {
		for v, value := range values {
			if value >= 0 {
				cube = append(cube, model.Given{Var: model.Var(v), Value: value})
			}
		}
		return cube
	}
	testPropagation(t, []propagation{
		{"≠: open", times(2, nine), reifiedOf(0, 0, true, false, false, 1, -1), nil, "1..9 1..9"},
		{"≠: one fixed", times(2, nine), reifiedOf(0, 0, true, false, false, 1, -1), given(4), "4 1..3,5..9"},
		{"≠: with an offset, backwards", times(2, nine), reifiedOf(7, 7, true, false, false, 1, 1), given(-1, 3), "1..3,5..9 3"},
		{"≠: the offset leads outside", times(2, nine), reifiedOf(-9, -9, true, false, false, 1, -1), given(1), "1 1..9"},
		{"≠: other coefficients", times(2, nine), reifiedOf(12, 12, true, false, false, 2, 3), given(3), "3 1,3..9"},
		{"≠: never equal", times(2, nine), reifiedOf(13, 13, true, false, false, 2, 4), given(3), "3 1..9"},
		{"≠: gaps", []model.Domain{model.Values(1, 5), model.Values(1, 3, 5)}, reifiedOf(0, 0, true, false, false, 1, -1), given(5), "5 1,3"},
		{"≠: large domains", times(2, wide), reifiedOf(0, 0, true, false, false, 1, -1), given(70), "70 0..69,71..99"},
		{"≠: both fixed", times(2, nine), reifiedOf(0, 0, true, false, false, 1, -1), given(4, 4), impossible},
		{"≠ of three: two open", times(3, nine), reifiedOf(15, 15, true, false, false, 1, 1, 1), given(9), "9 1..9 1..9"},
		{"≠ of three: one open", times(3, nine), reifiedOf(15, 15, true, false, false, 1, 1, 1), given(9, -1, 4), "9 1,3..9 4"},
		{"≠ of three: none open", times(3, nine), reifiedOf(15, 15, true, false, false, 1, 1, 1), given(9, 2, 4), impossible},
		{"outside: a hole", times(2, nine), reifiedOf(8, 12, true, false, false, 1, 1), given(5), "5 1..2,8..9"},
		{"outside: one side left", times(2, nine), reifiedOf(2, 16, true, false, false, 1, 1), nil, "8..9 8..9"},
		{"outside a term", times(1, nine), reifiedOf(4, 12, true, false, false, 2), nil, "1,7..9"},
		{"term: condition false", []model.Domain{nine, model.Interval(0, 1)}, reifiedOf(3, 5, false, false, true, 1), given(-1, 0), "1..2,6..9 0"},
		{"term: entailed", []model.Domain{model.Interval(3, 4), model.Interval(0, 1)}, reifiedOf(3, 5, false, false, true, 1), nil, "3..4 1"},
		{"term: contradicted", []model.Domain{nine, model.Interval(0, 1)}, reifiedOf(12, 15, false, true, true, 1), nil, "1..9 0"},
		{"=: true", []model.Domain{model.Values(1, 3, 5), model.Values(2, 4, 9), model.Values(1)}, reifiedOf(-1, -1, false, false, true, 1, -1), nil, "1,3 2,4 1"},
		{"=: false", pair, reifiedOf(0, 0, false, false, true, 1, -1), given(4, -1, 0), "4 1..3,5..9 0"},
		{"=: disjoint", []model.Domain{model.Values(1, 3, 5), model.Values(2, 4, 9), model.Interval(0, 1)}, reifiedOf(0, 0, false, false, true, 1, -1), nil, "1,3,5 2,4,9 0"},
		{"=: equal", pair, reifiedOf(0, 0, false, false, true, 1, -1), given(4, 4), "4 4 1"},
		{"≠: half, equal", pair, reifiedOf(0, 0, true, true, true, 1, -1), given(4, 4), "4 4 0"},
		{"=: half, equal", pair, reifiedOf(0, 0, false, true, true, 1, -1), given(4, 4), "4 4 0..1"},
		{"≤: true", pair, reifiedOf(model.NoLower, -3, false, false, true, 1, -1), given(-1, -1, 1), "1..6 4..9 1"},
		{"≤: false", pair, reifiedOf(model.NoLower, 0, false, false, true, 1, -1), given(-1, -1, 0), "2..9 1..8 0"},
		{"≤: entailed", pair, reifiedOf(model.NoLower, 0, false, false, true, 1, -1), given(1), "1 1..9 1"},
		{"≤: half, false", pair, reifiedOf(model.NoLower, 0, false, true, true, 1, -1), given(-1, -1, 0), "1..9 1..9 0"},
		{"within: false", append(times(3, nine), model.Values(0)), reifiedOf(6, 27, false, false, true, 1, 1, 1), nil, "1..3 1..3 1..3 0"},
		{"outside: entailed", append(times(3, nine), model.Interval(0, 1)), reifiedOf(6, 9, true, false, true, 1, 1, 1), given(9), "9 1..9 1..9 1"},
	})
}
