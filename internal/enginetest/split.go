package enginetest

import (
	"context"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/internal/modeltest"
	"qmsat/model"
	"qmsat/model/engine"
)

// ExpectSplits holds that a session splits a cube, and what that leaves open, again and again, each the same way twice; and
// that each solution, found by brute force, is in just one of the cubes that are left, and in none of those that were
// refuted.
func ExpectSplits(t rapid.TB, session engine.Splitter, m *model.Model, cube model.Cube) {
	t.Helper()
	solutions := modeltest.BruteForce(m, cube)
	var visit func(cube model.Cube) (found int)
	visit = func(cube model.Cube) (found int) {
		split, ok, err := session.Split(context.Background(), cube)
		if err != nil {
			t.Fatal(err)
		}
		again, okAgain, err := session.Split(context.Background(), cube)
		if diff := cmp.Diff(split, again, cmp.Comparer(model.Domain.Equal)); diff != "" || ok != okAgain || err != nil {
			t.Fatalf("split again: %t, then %t, error %v\n%s", ok, okAgain, err, diff)
		}
		if !ok {
			for _, a := range solutions {
				if m.CheckCube(a, cube) == nil {
					found++
				}
			}
			return found
		}
		if err := split.Check(m, cube); err != nil {
			t.Fatal(err)
		}
		for _, open := range split.Cubes(cube) {
			found += visit(open)
		}
		return found
	}
	if found := visit(cube); found != len(solutions) {
		t.Fatalf("%d solutions in the cubes that are left of %v, expected %d", found, cube, len(solutions))
	}
}
