package rules_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"qmsat/compare/rules"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/enginetest"
	"qmsat/model/modeltest"
	_ "qmsat/native"
	_ "qmsat/native/paper"
)

// someCubes reads every nth of the puzzles with at least some number of givens.
func someCubes(t *testing.T, givens, every int) []model.Cube {
	t.Helper()
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	var cubes []model.Cube
	for _, p := range modeltest.Puzzles(t, m, "quasimagic-180.txt") {
		if p.Line%every == 0 && len(p.Cube) >= givens {
			cubes = append(cubes, p.Cube)
		}
	}
	return cubes
}

func lookup(t *testing.T, name string) *engine.Engine {
	t.Helper()
	e, err := engine.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Rules never raise the effort of these puzzles in all, every one is checked, and the efforts of the profile are those of
// the searches that they speak of.
func TestProfile(t *testing.T) {
	modeltest.OnlyLong(t)
	for _, test := range []struct {
		engine  string
		measure string
		givens  int // the engine native needs no search where there are more
		every   int
	}{{"paper", "iterations", 13, 20}, {"native", "nodes", 5, 10}} {
		cubes := someCubes(t, test.givens, test.every)
		steps := 0
		p, err := rules.Profile(t.Context(), rules.ProfileOptions{
			Engine: lookup(t, test.engine), Options: engine.Options{"search": "general"}, Cubes: cubes, Progress: func() { steps++ },
		})
		if err != nil {
			t.Fatal(err)
		}
		if steps != len(cubes) || p.Measure != test.measure {
			t.Errorf("%s: %d steps, measure %q", test.engine, steps, p.Measure)
		}
		if p.All.Count >= p.None.Count {
			t.Errorf("%s: %d %s with all rules, %d with none, expected fewer", test.engine, p.All.Count, p.Measure, p.None.Count)
		}
		for _, r := range p.Rules {
			if r.Count.Checks < 1 || r.Count.Prunes > r.Count.Checks || r.Count.Rule == nil {
				t.Errorf("%s, rule %d: %+v", test.engine, r.Number, r.Count)
			}
			if r.Without.Count < 1 || r.Alone.Count < 1 || r.Without.Time <= 0 || r.Alone.Time <= 0 {
				t.Errorf("%s, rule %d: without %+v, alone %+v", test.engine, r.Number, r.Without, r.Alone)
			}
		}
	}
}

func TestProfileFailures(t *testing.T) {
	cubes := someCubes(t, 10, 20)
	_, err := rules.Profile(t.Context(), rules.ProfileOptions{Engine: enginetest.Dropping("drops", lookup(t, "paper")), Cubes: cubes})
	if unsupported := new(engine.UnsupportedError); !errors.As(err, &unsupported) {
		t.Errorf("an engine that counts no rules: %v", err)
	}
	liar := *lookup(t, "paper")
	open := liar.Open
	liar.Open = func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		if f, _ := m.Family(); len(f.PruningRules) == 1 { // a rule too many where there is one
			extra, err := model.PruningRule(m.Grid, 10)
			if err != nil {
				return nil, err
			}
			extra.Formula = model.Or{}
			m.Constraints = append(m.Constraints, extra)
			return lookup(t, "native").Open(context.Background(), m, nil)
		}
		return open(context.Background(), m, options)
	}
	_, err = rules.Profile(t.Context(), rules.ProfileOptions{Engine: &liar, Cubes: cubes})
	if wrong := new(rules.Disagreement); !errors.As(err, &wrong) || !strings.Contains(err.Error(), `with the rules "1", puzzle 1`) {
		t.Errorf("an engine with a wrong rule: %v", err)
	}
}
