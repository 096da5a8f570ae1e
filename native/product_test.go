package native

import (
	"testing"

	"qmsat/model"
	"qmsat/model/kinds"
)

func TestProductPropagation(t *testing.T) {
	product := &kinds.Product{X: 0, Y: 1, Result: 2}
	square := &kinds.Product{X: 0, Y: 0, Result: 1}
	testPropagation(t, []propagation{
		{"values that pairs support", []model.Domain{model.Interval(1, 9), model.Interval(1, 9), model.Values(7, 35, 50)}, product,
			nil, "1,5,7 1,5,7 7,35"},
		{"bounds", []model.Domain{model.Interval(0, 1000), model.Interval(100, 1000), model.Interval(1000, 2000)}, product,
			nil, "1..20 100..1000 1000..2000"},
		{"bounds of negative factors", []model.Domain{model.Interval(-1000, -10), model.Interval(-2000, 2000), model.Interval(-60, 60)}, product,
			nil, "-1000..-10 -6..6 -60..60"},
		{"a factor of both signs", []model.Domain{model.Interval(-1000, 1000), model.Interval(-1000, 1000), model.Interval(3, 9)}, product,
			nil, "-9..9 -9..9 3..9"},
		{"no factor is 0", []model.Domain{model.Interval(0, 1000), model.Interval(0, 1000), model.Interval(500, 1000)}, product,
			nil, "1..1000 1..1000 500..1000"},
		{"square", []model.Domain{model.Interval(-9, 9), model.Interval(10, 40)}, square, nil, "-6..-4,4..6 16,25,36"},
		{"bounds of a wide square", []model.Domain{model.Interval(-9, 1000), model.Interval(90, 1<<20)}, square, nil, "10..1000 100..1000000"},
		{"nothing is left", []model.Domain{model.Interval(2, 5), model.Interval(2, 5), model.Values(7, 11, 13)}, product, nil, impossible},
		{"large numbers", []model.Domain{model.Interval(0, 1<<26), model.Values(1, 1<<26), model.Values(1 << 52)}, product,
			nil, "67108864 67108864 4503599627370496"},
	})
}

func TestDivisionPropagation(t *testing.T) {
	division := &kinds.Division{Dividend: 0, Divisor: 1, Quotient: 2, Remainder: 3}
	wide := model.Interval(-5000, 5000)
	testPropagation(t, []propagation{
		{"values that pairs support", []model.Domain{model.Interval(-7, -6), model.Values(-2, 0, 2), model.Interval(-500, 500), model.Interval(-500, 500)}, division,
			nil, "-7..-6 -2,2 -3,3 -1..0"},
		{"bounds", []model.Domain{model.Interval(2000, 5000), model.Interval(90, 200), wide, wide}, division,
			nil, "2000..5000 90..200 10..55 0..199"},
		{"bounds by the quotient", []model.Domain{wide, model.Interval(10, 500), model.Values(7), model.Interval(0, 9)}, division,
			nil, "70..3509 10..500 7 0..9"},
		{"a remainder that is negative", []model.Domain{wide, model.Interval(1, 5000), wide, model.Interval(-80, -70)}, division,
			nil, "-5000..-70 71..5000 -69..0 -80..-70"},
		{"by 0", []model.Domain{wide, model.Values(0), wide, wide}, division, nil, impossible},
	})
}
