package native

import (
	"math/rand/v2"
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/native/nine"
)

// A filter accepts the fillings that meet all constraints, whatever it takes apart and remembers.
func TestBoxFilter(t *testing.T) {
	all := nine.Fillings(362_880, func(*nine.Filling, int) bool { return true })
	r := rand.New(rand.NewPCG(1, 2))
	atom := func() model.Formula {
		values := []int{1 + r.IntN(9), 1 + r.IntN(9), 1 + r.IntN(9)}
		return model.In{Var: model.Var(r.IntN(9)), Values: model.Values(values...)}
	}
	differ := 0
	for n := range 8 {
		var parts model.And
		for range 1 + r.IntN(6) {
			part := model.Or{model.Not{Of: atom()}, atom(), model.And{atom(), atom()}}
			parts = append(parts, part[r.IntN(2):1+r.IntN(3)], model.And{model.Or{atom(), model.Not{Of: atom()}}})
		}
		if n%7 > 0 { // a part of no position that never holds stays in a few
			parts = slices.DeleteFunc(parts, func(f model.Formula) bool { or, is := f.(model.Or); return is && len(or) == 0 })
		}
		box := &model.Model{Variables: make([]model.Variable, 9), Constraints: []model.Constraint{
			&model.Rule{Formula: parts}, &model.Linear{Terms: []model.Term{{Coefficient: 1, Var: 0}, {Coefficient: 1, Var: 4}, {Coefficient: 1, Var: 8}}, Lo: 8, Hi: 17},
		}}
		found := nine.Fillings(len(all), newBoxFilter(t.Context(), box).accepts)
		at := 0
		for _, filling := range all {
			a := make(model.Assignment, 9)
			for i, digit := range filling {
				a[i] = int(digit)
			}
			want := !slices.ContainsFunc(box.Constraints, func(c model.Constraint) bool { return !c.Holds(a) })
			if is := at < len(found) && found[at] == filling; is != want {
				t.Fatalf("model %d, %v: accepted %t, expected %t", n, filling, is, want)
			} else if is {
				at++
			} else {
				differ++
			}
		}
		if at != len(found) {
			t.Fatalf("model %d: %d fillings, expected %d", n, len(found), at)
		}
	}
	if differ == 0 || differ == 8*len(all) {
		t.Error("all models have the same fillings")
	}
}
