package crosscheck

import (
	"context"
	"slices"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/bruteforce"
	"qmsat/model/engine/enginetest"
	"qmsat/model/modeltest"
)

// TestEnginesAgree cross-checks all registered engines on some models, and holds that each takes part, with every setting.
func TestEnginesAgree(t *testing.T) {
	models := uint64(50)
	if testing.Short() {
		models = 25
	}
	config := Config{Seed: 10, Models: models, Family: "unlike", Engines: Engines(), BruteForce: lookup(t, bruteforce.Name)}
	steps := 0
	config.Progress = func(Summary) { steps++ }
	summary := Run(t.Context(), config, func(found Found) bool {
		t.Errorf("model %d: %s", found.Number, found.Fault.Reason)
		return true
	})
	if uint64(summary.Models) != models || steps != summary.Models || summary.Claim.Disagreements > 0 || summary.Unfinished > 0 {
		t.Errorf("%+v, %d steps", summary, steps)
	}
	if summary.Claim.Compared < summary.Cubes/2 || summary.Exhausted > summary.Runs || summary.Solutions.Sign() == 0 {
		t.Errorf("%+v: expected that most cubes were exhausted by two contenders", summary)
	}
	used := map[string]bool{}
	runs := 0
	for _, u := range summary.Uses {
		used[u.Setting] = true
		used[u.Setting+" "+u.Value] = true
		if u.Setting == "engine" {
			runs += u.Runs
		}
	}
	if runs != summary.Runs {
		t.Errorf("the engines have %d runs, %d were counted", runs, summary.Runs)
	}
	for _, e := range Engines() {
		if e.Name == "paper" { // which takes few models
			continue
		}
		if !used["engine "+e.Name] {
			t.Errorf("engine %s took no part", e.Name)
		}
		for _, s := range drawable(e) {
			if !used[s.Name] {
				t.Errorf("no contender read --%s", s.Name)
			}
		}
	}
}

// TestAlmostEqualModels cross-checks models that frontier shares automata of and finds symmetries in, two at a time, and holds
// that the summary says so. All engines take part where tests may take long.
func TestAlmostEqualModels(t *testing.T) {
	engines := Engines()
	if !modeltest.Long() {
		engines = []*engine.Engine{lookup(t, "frontier"), lookup(t, "native")}
	}
	config := Config{Seed: 1, Models: 160, Family: "almost-equal", Workers: 2, Engines: engines, BruteForce: lookup(t, bruteforce.Name)}
	summary := Run(t.Context(), config, func(found Found) bool {
		t.Errorf("model %d: %s", found.Number, found.Fault.Reason)
		return true
	})
	if summary.Models != 160 || summary.Shares["frontier shared automata or symmetries"] < 40 || summary.Shares["solutions 2 to 1,000"] < 53 {
		t.Errorf("%d models, %v", summary.Models, summary.Shares)
	}
	for _, kind := range model.KindNames() {
		if summary.Shares["kind "+kind] == 0 {
			t.Errorf("no model has %s: %v", kind, summary.Shares)
		}
	}
}

// TestEnginesThatMayFail holds that an engine that may fail is at fault only for a wrong solution.
func TestEnginesThatMayFail(t *testing.T) {
	native := lookup(t, "native")
	for _, test := range []struct {
		engine *engine.Engine
		reason string // "": no fault
	}{
		{enginetest.Failing("failing", native), ""},
		{enginetest.Stuck("stuck", native), ""},
		{enginetest.Inspired("inspired", native), "is no solution"},
	} {
		reason := ""
		summary := Run(t.Context(), Config{
			Seed: 3, Models: 30, Engines: []*engine.Engine{native, test.engine}, BruteForce: lookup(t, bruteforce.Name),
		}, func(found Found) bool {
			reason = found.Fault.Reason
			return false
		})
		if (reason == "") != (test.reason == "") || !strings.Contains(reason, test.reason) {
			t.Errorf("%s: %q, expected %q", test.engine.Name, reason, test.reason)
		}
		if !slices.ContainsFunc(summary.Uses, func(u Use) bool { return u.Value == test.engine.Name && u.Runs > 0 && u.Exhausted == 0 }) {
			t.Errorf("%s took no part: %+v", test.engine.Name, summary.Uses)
		}
	}
}

// TestRunEnds holds that the context ends a run, and that a disagreement does where found says so.
func TestRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	config := Config{Seed: 1, Engines: []*engine.Engine{lookup(t, "native")}, BruteForce: lookup(t, bruteforce.Name), Progress: func(s Summary) {
		if s.Models == 3 {
			cancel()
		}
	}}
	if summary := Run(ctx, config, nil); summary.Models != 3 || summary.Claim.Disagreements != 0 {
		t.Errorf("%+v, expected the end after 3 models", summary)
	}
	wrong := &engine.Engine{Name: "wrong", Open: func(context.Context, *model.Model, engine.Options) (engine.Session, error) { panic("no") }}
	for _, goesOn := range []bool{false, true} {
		calls := 0
		summary := Run(t.Context(), Config{Seed: 1, Models: 4, Engines: []*engine.Engine{wrong}}, func(Found) bool {
			calls++
			return goesOn
		})
		if want := map[bool]int{false: 1, true: 4}[goesOn]; calls != want || summary.Claim.Crashes != want {
			t.Errorf("goes on %t: %d calls, %+v, expected %d", goesOn, calls, summary, want)
		}
	}
}
