package frontier

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/model/sample"
)

func open(t testing.TB, m *model.Model, options engine.Options) engine.Session {
	t.Helper()
	e, err := engine.Lookup(engineName)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Open(context.Background(), m, options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func countOf(t testing.TB, m *model.Model, cube model.Cube, options engine.Options) string {
	t.Helper()
	result, err := open(t, m, options).Run(context.Background(), cube, 0, nil)
	if err != nil || !result.Complete() || !result.Unlisted {
		t.Fatalf("%+v, error %v, expected a complete count", result, err)
	}
	return result.Count.String()
}

// TestRandomModels holds the counts of random models of all kinds, projections among them, against brute force.
func TestRandomModels(t *testing.T) {
	models := uint64(400)
	if modeltest.Long() {
		models = 10_000
	}
	for seed := range models {
		random := rand.New(rand.NewPCG(seed, 19))
		m := sample.Bare(random)
		for range 2 {
			cube := sample.Cube(random, m)
			want := fmt.Sprint(len(modeltest.BruteForce(m, cube)))
			for _, symmetry := range symmetrySetting.Values() {
				if got := countOf(t, m, cube, engine.Options{symmetrySetting.Name: symmetry}); got != want {
					t.Fatalf("seed %d, symmetry %s: counted %s, expected %s\ncube %v\n%v", seed, symmetry, got, want, cube, modeltest.Text(m))
				}
			}
		}
	}
}
