package encode

import (
	"fmt"
	"testing"

	"qmsat/encode/formula"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/kinds"
	"qmsat/model/modeltest"
)

// Each threshold changes the encoding of some small model beyond it. The pairs are the same whether they come from listed
// fillings or from searches.
func TestThresholdsChangeFormulas(t *testing.T) {
	modeltest.OnlyLong(t)
	product := &model.Model{}
	for _, name := range []string{"x", "y", "z"} {
		product.AddVariable(name, model.Interval(0, 9))
	}
	product.Constraints = []model.Constraint{&kinds.Product{X: 0, Y: 1, Result: 2}}
	house := &model.Model{} // the other two cells have a sum, too
	for _, name := range []string{"a", "b", "c", "d"} {
		house.AddVariable(name, model.Interval(1, 4))
	}
	house.Constraints = []model.Constraint{&model.AllDifferent{Vars: house.OutputVars()}, model.Sum("", 6, 6, 0, 1)}
	models := []*model.Model{house, product, must(model.QuasiMagic(3, 2))}
	for _, terms := range []int{5, 7} {
		m, sum := &model.Model{}, &model.Linear{Lo: 9, Hi: 11}
		for i := range terms {
			sum.Terms = append(sum.Terms, model.Term{Coefficient: 1 + i%3, Var: m.AddVariable(fmt.Sprint("x", i), model.Interval(0, 5))})
		}
		m.Constraints = []model.Constraint{sum}
		models = append(models, m)
	}
	linears := []string{DefaultLinear, "joint", "mdd-distinct", "pairs", "table"}
	usual := map[*model.Model][]Size{} // by linear encoding
	for _, m := range models {
		for _, linear := range linears {
			usual[m] = append(usual[m], sizeOf(t, m, Options{Linear: linear, Implied: true}))
		}
	}
	for _, s := range formula.Thresholds {
		changed := false
		for _, m := range models {
			for i, linear := range linears {
				low := engine.LimitsOf[Limits](engine.Options{s.Name: s.Values()[0]})
				if changed = sizeOf(t, m, Options{Linear: linear, Limits: low, Implied: true}) != usual[m][i]; changed {
					break
				}
			}
			if changed {
				break
			}
		}
		if changed == (s.Name == "listed-pairs") {
			t.Errorf("%s at %s: a formula changes: %t", s.Name, s.Values()[0], changed)
		}
	}
}
