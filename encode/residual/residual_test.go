package residual

import (
	"context"
	"flag"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
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
		var latest model.Assignment
		follows := false
		result, err := session.Run(context.Background(), cube, 0, func(a model.Assignment) bool {
			if err := m.Check(a); err != nil {
				t.Fatal(err)
			}
			var changed []model.Var
			changed, follows = session.(engine.Stepper).Step()
			for v := range latest {
				if changed != nil && a[v] != latest[v] && !slices.Contains(changed, model.Var(v)) {
					t.Fatalf("%v after %v, but only %v changed", a, latest, changed)
				}
			}
			latest = slices.Clone(a)
			keys = append(keys, modeltest.Key(m, a))
			return true
		})
		slices.Sort(keys)
		if err != nil || !result.Complete() || result.Count.Int64() != int64(len(keys)) || follows {
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

// Counts stay right if the next output has so few values that they need fewer words than before: there are 2^60 values of x,
// with the sum z, and two more outputs whose sum with z is 60 at most. These have four values together, but three if z is 59, and
// one if z is 60.
func TestCountsOfFewerWords(t *testing.T) {
	const n = 60
	m := &model.Model{}
	sum := &model.Linear{Hi: 0}
	for range n {
		sum.Terms = append(sum.Terms, model.Term{Coefficient: 1, Var: m.AddVariable("", model.Interval(0, 1))})
	}
	z := m.AddVariable("z", model.Interval(0, n))
	sum.Terms = append(sum.Terms, model.Term{Coefficient: -1, Var: z})
	few := &model.Linear{Lo: model.NoLower, Hi: n, Terms: []model.Term{{Coefficient: 1, Var: z}}}
	for range 2 {
		few.Terms = append(few.Terms, model.Term{Coefficient: 1, Var: m.AddVariable("", model.Interval(0, 1))})
	}
	m.Constraints = []model.Constraint{sum, few}
	result, err := open(t, m, engine.Options{modeSetting.Name: modeMerge}).Run(t.Context(), nil, 0, nil)
	if want := uint64(1<<62 - 60 - 3); err != nil || !result.Complete() || result.Count.Uint64() != want {
		t.Errorf("%+v, error %v, expected the count %d", result, err, want)
	}
}

// A run that only counts keeps the solutions that it listed, wherever it ends.
func TestKeepsListed(t *testing.T) {
	options := engine.Options{"first-decisions": "20", "probe-states": "5", "next-decisions": "60", "nodes-per-poll": "1"}
	most := int64(0)
	for looks, complete := 0, false; !complete; looks += 23 {
		session := open(t, modeltest.Sudoku(t, 2, 2), options)
		result, err := session.Run(modeltest.EndingAfter(t.Context(), looks), nil, 0, nil)
		complete = result.Complete()
		count := result.Count.Int64()
		if err != nil || count < most || result.Unlisted && !complete {
			t.Fatalf("ended at look %d: %+v, error %v, expected %d solutions at least", looks+1, result, err, most)
		}
		most = count
	}
}
