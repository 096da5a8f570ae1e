package variant_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
)

// TestRanksTogether counts Latin squares with several ranks, added one after the other, some of them as a branch: the definitions
// depend on each other.
func TestRanksTogether(t *testing.T) {
	square := func() *model.Model {
		m := emptyGrid([4]int{4, 4, 0, 0}, 1)
		latin(m)
		return m
	}
	var all []model.Assignment
	session := open(t, square())
	if _, err := session.Run(t.Context(), nil, 0, func(a model.Assignment) bool {
		all = append(all, slices.Clone(a))
		return true
	}); err != nil || len(all) != 576 {
		t.Fatalf("%d Latin squares of 4, expected 576: %v", len(all), err)
	}
	holds := meanings["full-rank"].holds
	r, several := rand.New(rand.NewPCG(1, 31)), 0
	for range 30 {
		m, left := square(), slices.Clone(all)
		a := all[r.IntN(len(all))] // has most of the ranks
		for range 2 + r.IntN(4) {
			rank := func() *variant.FullRank {
				row, column := drawLane(r, m)
				side := variant.Side{Lane: variant.Lane{Row: row, Column: column}, End: r.IntN(2) == 0}
				f := &variant.FullRank{Side: side, Ties: r.IntN(2) == 0}
				for f.Rank = 1; f.Rank < 16 && !holds(m, f, a); f.Rank++ {
				}
				return f
			}
			var clue variant.Clue = rank()
			of := []variant.Clue{clue}
			if r.IntN(3) == 0 {
				of = append(of, rank())
				clue = &variant.Or{Of: [][]variant.Entry{{{Clue: of[0]}}, {{Clue: of[1]}}}}
			}
			if err := modeltest.AddClues(m, clue); err != nil {
				t.Fatal(err)
			}
			left = slices.DeleteFunc(left, func(a model.Assignment) bool {
				return !slices.ContainsFunc(of, func(n variant.Clue) bool { return holds(m, n, a) })
			})
		}
		if got := countBy(t, m, nil); got != len(left) {
			t.Errorf("%d Latin squares, expected %d:\n%s", got, len(left), yamlOf(t, m))
		}
		if len(left) > 1 {
			several++
		}
	}
	if several < 5 {
		t.Errorf("%d of 30 with several squares, expected 5 or more", several)
	}
}
