package native

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/order"
)

// randomHouses draws a Latin square of order 3 or 4 with sums of some cells, and perhaps cells that are no outputs.
func randomHouses(t *rapid.T) *model.Model {
	n := rapid.IntRange(3, 4).Draw(t, "order")
	m := must(model.Sudoku(1, n))
	cell := rapid.Custom(func(t *rapid.T) model.Var { return model.Var(rapid.IntRange(0, n*n-1).Draw(t, "cell")) })
	cells := func(least, most int) []model.Var {
		return rapid.SliceOfNDistinct(cell, least, most, rapid.ID).Draw(t, "cells")
	}
	for range rapid.IntRange(0, 3).Draw(t, "sums") {
		scope := cells(2, 4)
		sum := rapid.IntRange(len(scope), n*len(scope)).Draw(t, "sum")
		m.Constraints = append(m.Constraints, model.Sum("", sum-1, sum+1, scope...))
	}
	if rapid.Bool().Draw(t, "projected") {
		m.Outputs = slices.Sorted(slices.Values(cells(1, n*n)))
	}
	return m
}

// Whatever the order, a search finds as many solutions as are wanted, each once, even if it restarts after every failure.
func TestLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.OneOf(rapid.Custom(randomHouses), rapid.Custom(modeltest.Random)).Draw(t, "model")
		cube := modeltest.RandomCube(t, m)
		if m.Grid != nil {
			cube = cube[:min(len(cube), 2)]
		}
		options := engine.Options{
			"search": "general", "order": rapid.SampledFrom(append(order.Setting.Values(), "conflicts", "conflicts")).Draw(t, "order"),
			"restart": rapid.SampledFrom([]string{"1", "3", "20"}).Draw(t, "restart"),
		}
		s, err := open(context.Background(), m, options)
		if err != nil {
			t.Fatal(err)
		}
		want := modeltest.Keys(m, cube)
		for _, limit := range []uint64{1, 2, 3, fewSolutions, 0} {
			var got []string
			result := must(s.Run(context.Background(), cube, limit, func(a model.Assignment) bool {
				if m.Check(a) != nil || m.CheckCube(a, cube) != nil {
					t.Errorf("limit %d: %v is no solution", limit, a)
				}
				got = append(got, modeltest.Key(m, a))
				return true
			}))
			number := len(want)
			if limit > 0 {
				number = min(number, int(limit))
			}
			slices.Sort(got)
			got = slices.Compact(got)
			if len(got) != number || result.Count.Int64() != int64(number) || result.Complete() != (limit == 0 || len(want) < int(limit)) {
				t.Fatalf("limit %d: %d different solutions, %+v, expected %d of %d", limit, len(got), result, number, len(want))
			}
		}
	})
}
