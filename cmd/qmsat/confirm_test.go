package main

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qmsat/cmd/internal/ask"
	"qmsat/model/engine"
)

// everyEngine returns all engines, and one of each family.
func everyEngine(t *testing.T) []*engine.Engine {
	t.Helper()
	list := engine.Listed()
	for i, e := range list {
		if prefix, _, is := strings.Cut(e.Name, ":"); is {
			made, err := engine.Lookup(prefix + ":" + cmp.Or(map[string]string{"certified": "frontier"}[prefix], "solver"))
			if err != nil {
				t.Fatal(err)
			}
			list[i] = made
		}
	}
	return list
}

// Every command with --confirm refuses the engine that answers, and those that share its route, before anything is counted. A
// command that has no --engine is listed here, with why none is related to it.
func TestConfirmRefusesRelated(t *testing.T) {
	others := map[string]string{"chromatic": "polynomials are found by deletion and contraction, not by an engine"}
	confirmed, refused := 0, 0
	for _, c := range commandTree(streams{new(bytes.Buffer), new(bytes.Buffer), new(bytes.Buffer)}, nil).Commands() {
		if c.Flags().Lookup("confirm") == nil {
			continue
		}
		if _, is := others[c.Name()]; is == (c.Flags().Lookup("engine") != nil) {
			t.Errorf("%s: it has --engine, or no reason is given why no engine is related to it", c.Name())
		}
		confirmed++
		if others[c.Name()] != "" {
			continue
		}
		argument := map[string][]string{"count": {"--box", "2x2"}, "generate": {"--box", "2x2"}, "flatzinc": {"../../testdata/minizinc/queens-6.fzn"}}[c.Name()]
		if argument == nil {
			t.Errorf("%s has --confirm, expected a model for it in this test", c.Name())
		}
		for _, of := range everyEngine(t) {
			if of.Abilities.MayFail && c.Name() != "flatzinc" || of.Abilities.CountsOnly && c.Name() != "count" {
				continue // refused by --engine
			}
			for _, by := range everyEngine(t) {
				if by.Unrelated(of) || by.Abilities.MayFail || by.Abilities.CountsOnly && c.Name() == "generate" {
					continue
				}
				var out, complaint bytes.Buffer
				line := slices.Concat([]string{c.Name(), "--engine", of.Name, "--confirm", by.Name}, argument)
				status := run(t.Context(), line, streams{strings.NewReader(""), &out, &complaint})
				expected := regexp.MustCompile("^qmsat: --confirm " + by.Name + ": related to engine " + of.Name + ", .*expected an unrelated engine such as [a-z]+\n$")
				if status != statusUsage || out.Len() > 0 || !expected.MatchString(complaint.String()) {
					t.Errorf("qmsat %s: exit status %d, %s%s", strings.Join(line, " "), status, &out, &complaint)
				}
				refused++
			}
		}
	}
	if confirmed < 4 || refused < 30 {
		t.Errorf("%d commands have --confirm, and %d pairs were refused", confirmed, refused)
	}
}

// The packages of different routes share nothing but the model and what is internal; every engine says its route.
func TestRoutesShareNoCode(t *testing.T) {
	needs, err := dependencies()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	uses := map[string][]string{} // by route: the packages of its code
	for _, e := range everyEngine(t) {
		if e.Route == "" {
			t.Errorf("engine %s has no route", e.Name)
			continue
		}
		list, found := needs["qmsat/"+e.Route]
		if !found {
			t.Errorf("engine %s has the route %s, which is no package", e.Name, e.Route)
		}
		uses[e.Route] = slices.DeleteFunc(slices.Concat(list, []string{"qmsat/" + e.Route}), func(name string) bool {
			shared := name == "qmsat/model" || strings.HasPrefix(name, "qmsat/model/") || strings.HasPrefix(name, "qmsat/internal/")
			return !strings.HasPrefix(name, "qmsat/") || shared && name != "qmsat/"+e.Route
		})
	}
	for route, packages := range uses {
		for other := range uses {
			if route != other && slices.ContainsFunc(packages, func(name string) bool { return slices.Contains(uses[other], name) }) {
				t.Errorf("%s uses %v, and %s %v", route, packages, other, uses[other])
			}
		}
	}
	if len(uses) < 5 {
		t.Errorf("routes %v, expected five", uses)
	}
}

// The engine that is chosen by auto is unrelated, and counts without listing where the first one did.
func TestUnrelatedTo(t *testing.T) {
	for _, of := range everyEngine(t) {
		for _, unlisted := range []bool{false, true} {
			by, err := ask.Confirming(ask.Unrelated, of, engine.Result{Unlisted: unlisted})
			if err != nil || !by.Engine.Unrelated(of) || unlisted && by.Engine.Name == "native" {
				t.Errorf("%s, unlisted %t: %v, %v", of.Name, unlisted, by, err)
			}
		}
	}
}

// At a terminal count says how many counts one engine alone reached, once, and what confirms them.
func TestSingleCountsAtATerminal(t *testing.T) {
	const puzzles, said = "qmsat count --box 1x2 1... 12.. ", "by one engine only"
	for flags, expected := range map[string]string{
		"--engine native":             "counts by one engine only: 2; to have an unrelated engine count again: --confirm auto\r\n",
		"--confirm auto":              "",
		"--engine residual --limit 1": "",
	} {
		shown := startTerminal(t, root, []string{"TERM=dumb"}, strings.Fields(puzzles+flags)...).all()
		if strings.Count(shown, said) != strings.Count(expected, said) || !strings.Contains(shown, expected) {
			t.Errorf("%s%s: %q, expected %q", puzzles, flags, shown, expected)
		}
	}
}
