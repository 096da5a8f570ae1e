package residual

import (
	"context"
	"flag"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/internal/modeltest"
	"qmsat/model"
	"qmsat/model/engine"
)

func open(t rapid.TB, m *model.Model, options engine.Options) engine.Session {
	t.Helper()
	e, err := engine.Lookup(Name)
	if err != nil {
		t.Fatal(err)
	}
	session, err := e.Open(context.Background(), m, options)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// Every encoding of random models has the solutions of brute force, each listed once, under one cube after the other. Merging
// counts the same.
func TestRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { expectSolutions(t, modeltest.Random(t)) })
}

// The same for 10,000 other random models.
func TestManyRandomModels(t *testing.T) {
	modeltest.OnlyConfirm(t)
	if err := flag.Set("rapid.checks", "10000"); err != nil {
		t.Fatal(err)
	}
	TestRandomModels(t)
}

// expectSolutions expects the solutions of brute force, under two cubes, with random encodings.
func expectSolutions(t *rapid.T, m *model.Model) {
	t.Helper()
	options := engine.Options{
		"encoding":      rapid.SampledFrom(encode.CellEncodings.Names()).Draw(t, "encoding"),
		"amo":           rapid.SampledFrom(encode.AtMostOnes.Names()).Draw(t, "amo"),
		"rule-encoding": rapid.SampledFrom(encode.RuleEncodings.Names()).Draw(t, "rules"),
	}
	e, err := engine.Lookup(Name)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range e.Thresholds() {
		options[s.Name] = rapid.SampledFrom(s.Values()).Draw(t, s.Name)
	}
	session := open(t, m, options)
	options["mode"] = rapid.SampledFrom([]string{modeMerge, modeAuto}).Draw(t, "counting")
	counter := open(t, m, options)
	for range 2 {
		cube := modeltest.RandomCube(t, m)
		keys := []string{}
		result, err := session.Run(context.Background(), cube, 0, func(a model.Assignment) bool {
			if err := m.Check(a); err != nil {
				t.Fatal(err)
			}
			keys = append(keys, modeltest.Key(m, a))
			return true
		})
		slices.Sort(keys)
		if err != nil || !result.Complete() || result.Count.Int64() != int64(len(keys)) {
			t.Fatalf("%d solutions, result %+v, %v", len(keys), result, err)
		}
		counted, err := counter.Run(context.Background(), cube, 0, nil)
		if err != nil || !counted.Complete() || counted.Count.Cmp(result.Count) != 0 {
			t.Fatalf("counted without listing: %+v, %v, expected %v", counted, err, result.Count)
		}
		if diff := cmp.Diff(modeltest.Keys(m, cube), keys); diff != "" {
			t.Fatal(diff)
		}
	}
}
