package parallel

import (
	"errors"
	"io"
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

// Runs find ahead what others find, in the same order: also almost equal puzzles, cubes that are searched again, and runs that are left
// out or ask for something else. Puzzles come in their order, and after them the error that ended the reading, also from a slow reader.
func TestAheadFindsTheSame(t *testing.T) {
	three := model.Interval(1, 3)
	rapid.Check(t, func(t *rapid.T) {
		m := &model.Model{Variables: []model.Variable{{Name: "a", Domain: three}, {Name: "b", Domain: three}, {Name: "c", Domain: three}},
			Constraints: []model.Constraint{&model.AllDifferent{Vars: []model.Var{0, 1, 2}}}}
		cube := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) model.Given {
			return model.Given{Var: model.Var(rapid.IntRange(0, 2).Draw(t, "variable")), Value: rapid.IntRange(1, 3).Draw(t, "value")}
		}), 0, 3)
		cubes := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) model.Cube { return cube.Draw(t, "cube") }), 0, 40).Draw(t, "cubes")
		end := rapid.IntRange(1, len(cubes)+1).Draw(t, "visited")
		pauses := rapid.SliceOfN(rapid.IntRange(0, len(cubes)), 0, 3).Draw(t, "pauses")
		options := Options{Workers: rapid.IntRange(1, 3).Draw(t, "workers")}
		limit, lists := rapid.Uint64Range(0, 3).Draw(t, "limit"), rapid.Bool().Draw(t, "lists")
		also := rapid.SampledFrom([]model.Cube{nil, {{Var: 0, Value: 1}}}).Draw(t, "also given")
		with := func(c model.Cube) model.Cube { return slices.Concat(also, c) }
		ahead := NewAhead(options, Asks{with, limit, lists})
		ahead.quick = rapid.SampledFrom([]time.Duration{0, quickTime}).Draw(t, "quick")
		slow, err := Open(t.Context(), plain(0), m, nil, options)
		if err != nil {
			t.Fatal(err)
		}
		defer slow.Close()
		visited := 0
		for p, err := range ahead.Puzzles(func(yield func(model.Puzzle, error) bool) {
			for i, cube := range cubes {
				if slices.Contains(pauses, i) {
					time.Sleep(time.Millisecond)
				}
				if !yield(model.Puzzle{Line: i, Cube: cube}, nil) {
					return
				}
			}
			yield(model.Puzzle{}, io.ErrUnexpectedEOF)
		}) {
			if err != nil {
				if visited != len(cubes) || !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Fatalf("%v came after %d of %d puzzles", err, visited, len(cubes))
				}
				break
			}
			if p.Line != visited {
				t.Fatalf("found puzzle %d, expected %d", p.Line, visited)
			}
			if visited == 0 {
				if err := ahead.Open(t.Context(), plain(0), m, nil, options); err != nil {
					t.Fatal(err)
				}
				defer ahead.Close()
			}
			if visited++; visited == end {
				break
			}
			if rapid.IntRange(0, 5).Draw(t, "left out") == 0 {
				continue
			}
			cube, limit, lists := with(p.Cube), limit, lists
			if rapid.IntRange(0, 5).Draw(t, "other") == 0 {
				limit, lists = rapid.Uint64Range(0, 3).Draw(t, "other limit"), rapid.Bool().Draw(t, "other lists")
				cube = cubes[rapid.IntRange(0, len(cubes)-1).Draw(t, "other cube")]
			}
			expected, found := runFor(t, slow, cube, limit, lists), runFor(t, ahead, cube, limit, lists)
			if diff := cmp.Diff(expected, found); diff != "" {
				t.Fatalf("puzzle %d, limit %d (-divided +ahead):\n%s", p.Line, limit, diff)
			}
		}
		if visited != min(len(cubes), end) {
			t.Fatalf("%d of %d puzzles were visited", visited, len(cubes))
		}
	})
}
