package parallel

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
)

// seen is what a run finds.
type seen struct {
	Count     string
	Outcome   engine.Outcome
	Solutions []model.Assignment
}

func runFor(t *rapid.T, s engine.Session, cube model.Cube, limit uint64, lists bool) (found seen) {
	var yield func(model.Assignment) bool
	if lists {
		yield = func(a model.Assignment) bool {
			found.Solutions = append(found.Solutions, slices.Clone(a))
			return true
		}
	}
	result, err := s.Run(t.Context(), cube, limit, yield)
	if err != nil {
		t.Fatal(err)
	}
	found.Count, found.Outcome = result.Count.String(), result.Outcome
	return found
}

// Runs whose cubes were announced find what others find, in the same order: also almost equal cubes, cubes that are searched again,
// and runs that are left out or do not ask for what was announced.
func TestAheadFindsTheSame(t *testing.T) {
	three := model.Interval(1, 3)
	rapid.Check(t, func(t *rapid.T) {
		m := &model.Model{Variables: []model.Variable{{Name: "a", Domain: three}, {Name: "b", Domain: three}, {Name: "c", Domain: three}},
			Constraints: []model.Constraint{&model.AllDifferent{Vars: []model.Var{0, 1, 2}}}}
		cube := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) model.Given {
			return model.Given{Var: model.Var(rapid.IntRange(0, 2).Draw(t, "variable")), Value: rapid.IntRange(1, 3).Draw(t, "value")}
		}), 0, 3)
		cubes := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) model.Cube { return cube.Draw(t, "cube") }), 1, 12).Draw(t, "cubes")
		options := Options{Workers: rapid.IntRange(1, 3).Draw(t, "workers")}
		limit, lists := rapid.Uint64Range(0, 3).Draw(t, "limit"), rapid.Bool().Draw(t, "lists")
		ahead, err := OpenAhead(t.Context(), plain(0), m, nil, options)
		if err != nil {
			t.Fatal(err)
		}
		defer ahead.Close()
		ahead.quick = rapid.SampledFrom([]time.Duration{0, quickTime}).Draw(t, "quick")
		slow, err := Open(t.Context(), plain(0), m, nil, options)
		if err != nil {
			t.Fatal(err)
		}
		defer slow.Close()
		announced := 0
		for i, cube := range cubes {
			for announced < len(cubes) && ahead.Room() > 0 {
				n := min(ahead.Room(), len(cubes)-announced)
				ahead.Expect(cubes[announced:announced+n], limit, lists)
				announced += n
			}
			if rapid.IntRange(0, 5).Draw(t, "left out") == 0 {
				continue
			}
			limit, lists := limit, lists
			if rapid.IntRange(0, 5).Draw(t, "other") == 0 {
				limit, lists = rapid.Uint64Range(0, 3).Draw(t, "other limit"), rapid.Bool().Draw(t, "other lists")
			}
			expected, found := runFor(t, slow, cube, limit, lists), runFor(t, ahead, cube, limit, lists)
			if diff := cmp.Diff(expected, found); diff != "" {
				t.Fatalf("cube %d, limit %d (-divided +ahead):\n%s", i, limit, diff)
			}
		}
	})
}
