package engine_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
	_ "qmsat/model/engine/bruteforce"
	"qmsat/model/engine/enginetest"
)

// TestRaceForFew checks who wins if few solutions are wanted, and that each solution that either engine found is listed once. The clock
// is the test's own (synctest).
func TestRaceForFew(t *testing.T) {
	const long = time.Hour
	brute, err := engine.Lookup("brute-force")
	if err != nil {
		t.Fatal(err)
	}
	waiting := enginetest.Waiting("waiting", brute)
	lingering := enginetest.Lingering("lingering", brute)
	held := enginetest.Held("held", brute, 30*time.Millisecond)
	reversed := enginetest.Reversed("reversed", brute)
	last := enginetest.Lingering("last", reversed)
	for name, test := range map[string]struct {
		solutions     int
		limit         uint64
		first, second *engine.Engine
		patience      time.Duration
		timeout       bool
		listed        []int
		outcome       engine.Outcome
		bySecond      bool
	}{
		"none":                                {0, 2, waiting, brute, long, false, nil, engine.Exhausted, true},
		"the only one":                        {1, 2, waiting, brute, long, false, []int{0}, engine.Exhausted, true},
		"the only one, as with the limit":     {1, 1, waiting, brute, long, false, []int{0}, engine.LimitReached, true},
		"several: the first, though late":     {3, 1, held, reversed, long, false, []int{0}, engine.LimitReached, false},
		"several: the second, in the end":     {3, 1, waiting, reversed, time.Millisecond, false, []int{2}, engine.LimitReached, true},
		"perhaps several: the second":         {3, 1, waiting, last, time.Millisecond, false, []int{2}, engine.LimitReached, true},
		"all, in two orders":                  {3, 5, held, reversed, long, false, []int{0, 1, 2}, engine.Exhausted, false},
		"one by each, the second goes on":     {3, 2, lingering, brute, time.Millisecond, false, []int{0, 1}, engine.LimitReached, true},
		"one by each, the second has all":     {3, 5, lingering, reversed, time.Millisecond, false, []int{0, 2, 1}, engine.Exhausted, true},
		"timeout: one by each":                {3, 3, lingering, last, long, true, []int{0, 2}, engine.CutOff, true},
		"timeout: the same by each":           {3, 3, lingering, lingering, long, true, []int{0}, engine.CutOff, false},
		"timeout: the second waits to answer": {3, 2, waiting, reversed, long, true, []int{2, 1}, engine.LimitReached, true},
		"timeout: none":                       {3, 2, waiting, waiting, long, true, nil, engine.CutOff, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &model.Model{}
				v := m.AddVariable("v", model.Interval(0, 3))
				few := &model.Linear{Terms: []model.Term{{Coefficient: 1, Var: v}}, Lo: model.NoLower, Hi: test.solutions - 1}
				m.Constraints = append(m.Constraints, few)
				first, err := test.first.Open(t.Context(), m, nil)
				if err != nil {
					t.Fatal(err)
				}
				r := engine.Race(first, test.second, m, time.Millisecond, test.patience)
				defer r.Close()
				for range 3 {
					ctx, cancel := t.Context(), func() {}
					if test.timeout {
						ctx, cancel = context.WithTimeout(ctx, 30*time.Millisecond)
					}
					var listed []int
					result, err := r.Run(ctx, nil, test.limit, func(a model.Assignment) bool {
						listed = append(listed, a[v])
						return true
					})
					cancel()
					if err != nil || !slices.Equal(listed, test.listed) || result.Count.Int64() != int64(len(test.listed)) || result.Outcome != test.outcome ||
						(result.By == test.second) != test.bySecond || (result.Cause != nil) != (test.outcome == engine.CutOff) {
						t.Errorf("%v, %+v, %v; expected %v, %v, by the second: %t", listed, result, err, test.listed, test.outcome, test.bySecond)
					}
				}
			})
		})
	}
}
