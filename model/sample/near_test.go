package sample_test

import (
	"math/rand/v2"
	"testing"

	"qmsat/model"
	"qmsat/model/sample"
)

// drawer has the draws that [model.Model.Near] needs.
type drawer struct {
	model.Drawer
	random *rand.Rand
	model  *model.Model
}

func (d drawer) IntN(n int) int { return d.random.IntN(n) }
func (d drawer) Var() model.Var { return model.Var(d.IntN(len(d.model.Variables))) }

// TestNear checks that near copies of constraints of every kind are valid and mostly different, and that each sort of change is
// drawn.
func TestNear(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	drawn, changed := map[string]int{}, map[string]int{}
	for range 3000 {
		m := sample.Bare(random)
		for _, c := range m.Constraints {
			drawn[c.Kind()]++
			near := sample.Near(m, drawer{nil, random, m}, c)
			if near == nil {
				continue
			}
			with := *m
			with.Constraints = []model.Constraint{near}
			if err := with.Validate(); err != nil {
				t.Fatalf("%+v: %v", c, err)
			}
			if model.CanonicalText(near) != model.CanonicalText(c) {
				changed[c.Kind()]++
			}
		}
	}
	for _, kind := range model.KindNames() {
		if drawn[kind] == 0 || changed[kind]*2 < drawn[kind] {
			t.Errorf("%s: %d of %d copies differ, expected half of them", kind, changed[kind], drawn[kind])
		}
	}
}
