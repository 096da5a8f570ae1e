package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The settings of the tests' engine, one of each type.
var (
	pick       = &Setting{Name: "pick", Values: func() []string { return []string{"one", "two"} }, Default: "one"}
	techniques = &Setting{Name: "techniques", Type: List, Values: func() []string { return []string{"naked", "hidden"} }}
	alpha      = &Setting{Name: "alpha", Type: Number, Range: Range{0, 1}, Default: "0.5"}
	steps      = &Setting{Name: "steps", Type: Integer, Range: AtLeast(1), Unit: "moves", Default: "1000"}
	pause      = &Setting{Name: "pause", Type: Duration, Range: Range{0, 60}, Default: "10ms"}
	seed       = &Setting{Name: "seed", Type: Seed, Default: "1"}
	narrow     = Thresholds[struct {
		Narrow int `limit:"256 2 64"`
	}]()[0]
	free = &Setting{Name: "free", Type: Number, Default: "-1"}
)

// registerSet registers engines for a test: one with a setting of each type, one without, and a family.
func registerSet(t *testing.T) {
	beforeEngines, beforeFamilies := maps.Clone(engines.Entries), families
	t.Cleanup(func() { engines.Entries, families = beforeEngines, beforeFamilies })
	Register(&Engine{Name: "annealing", Settings: []*Setting{pick, narrow, techniques, alpha, steps, pause, seed, free}})
	Register(&Engine{Name: "plain"})
	RegisterFamily(Family{Prefix: "inside:", Form: "inside:NAME", Inside: true, Make: func(name string) (*Engine, error) {
		return &Engine{Name: name, Settings: []*Setting{narrow}}, nil
	}})
	RegisterFamily(Family{Prefix: "made:", Form: "made:NAME", Make: func(name string) (*Engine, error) { return &Engine{Name: name}, nil }})
}

func TestParseChosen(t *testing.T) {
	registerSet(t)
	for text, want := range map[string]string{ // engines with their options, or an error
		"plain":                                  "plain map[]",
		"plain,annealing":                        "plain map[] | annealing map[]",
		"annealing[alpha=0.99,seed=3],plain":     "annealing map[alpha:0.99 seed:3] | plain map[]",
		"annealing[alpha=0.1],annealing[]":       "annealing map[alpha:0.1] | annealing map[]",
		"annealing[techniques='naked,hidden']":   "annealing map[techniques:naked,hidden]",
		`annealing[techniques=naked\,hidden]`:    "annealing map[techniques:naked,hidden]",
		`annealing[techniques="naked",pick=two]`: "annealing map[pick:two techniques:naked]",
		"annealing[techniques=]":                 "annealing map[techniques:]",
		"made:a [b,plain":                        "made:a [b map[] | plain map[]",
		"made:x[alpha=1,2]":                      `error unknown engine "2]", expected annealing, brute-force, plain, inside:NAME, made:NAME`,
		`made:sh -c 'a "b, c" {} | d',plain`:     `made:sh -c 'a "b, c" {} | d' map[] | plain map[]`,
		`made:a x\,y,plain`:                      `made:a x\,y map[] | plain map[]`,
		"":                                       `error unknown engine "", expected annealing, brute-force, plain, inside:NAME, made:NAME`,
		"plain,":                                 `error unknown engine "", expected annealing, brute-force, plain, inside:NAME, made:NAME`,
		"plain]":                                 `error unknown engine "plain]", expected annealing, brute-force, plain, inside:NAME, made:NAME`,
		"annealing[alpha=1":                      `error "annealing[alpha=1", expected the settings of annealing to end in ]`,
		"annealing[alpha=1]x":                    `error "annealing[alpha=1]x", expected the settings of annealing to end in ]`,
		"annealing[alpha='1]":                    `error "annealing[alpha='1]" ends within a quote or after a backslash`,
		"annealing[alpha]":                       `error engine annealing: found "alpha", expected alpha=VALUE`,
		"annealing[beta=1]": `error engine annealing: unknown setting "beta", expected ` +
			`pick, techniques, alpha, steps, pause, seed, free`,
		"annealing[limits=narrow=2,alpha=1]":  "annealing map[alpha:1 narrow:2]",
		"annealing[limits=narrow=256]":        "annealing map[narrow:256]",
		"annealing[limits=narrow=1]":          "error engine annealing: narrow=1: expected a whole number from 2 to 256",
		"annealing[limits=narrow=257]":        "error engine annealing: narrow=257: expected a whole number from 2 to 256",
		"annealing[limits=narrow=two]":        "error engine annealing: narrow=two: expected a whole number from 2 to 256",
		"annealing[limits=narrow=2+narrow=3]": "error engine annealing: limits: narrow appears twice, expected once",
		"annealing[limits=alpha=1]":           `error engine annealing: unknown limit "alpha", expected narrow`,
		"annealing[narrow=2]": `error engine annealing: unknown setting "narrow", expected ` +
			`pick, techniques, alpha, steps, pause, seed, free`,
		"inside:a[limits=narrow=2],plain": "inside:a map[narrow:2] | plain map[]",
		"plain[limits=narrow=2]":          `error engine plain: unknown setting "limits", expected none`,
		"annealing[alpha=1,alpha=1]":      "error engine annealing: alpha appears twice, expected once",
		"annealing[alpha=2]":              "error engine annealing: alpha=2: expected a number from 0 to 1",
		"plain[x=1]":                      `error engine plain: unknown setting "x", expected none`,
	} {
		list, err := ParseChosen(text)
		var shown []string
		for _, c := range list {
			shown = append(shown, fmt.Sprint(c.Engine.Name, " ", map[string]string(c.Options)))
		}
		got := strings.Join(shown, " | ")
		if err != nil {
			got = "error " + err.Error()
		}
		if got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

// The text of chosen engines can be read back.
func TestChosenRoundTrip(t *testing.T) {
	registerSet(t)
	rapid.Check(t, func(t *rapid.T) {
		var texts []string
		var want []Options
		for range rapid.IntRange(1, 3).Draw(t, "engines") {
			options := Options{}
			if items := rapid.SliceOf(rapid.SampledFrom([]string{"naked", "hidden"})).Draw(t, "techniques"); len(items) > 0 {
				options["techniques"] = strings.Join(items, ",")
			}
			if rapid.Bool().Draw(t, "has alpha") {
				options["alpha"] = fmt.Sprint(rapid.Float64Range(0, 1).Draw(t, "alpha"))
			}
			if rapid.Bool().Draw(t, "has seed") {
				options["seed"] = fmt.Sprint(rapid.Uint64().Draw(t, "seed"))
			}
			want = append(want, options)
			texts = append(texts, Chosen{engines.Entries["annealing"], options}.String())
		}
		list, err := ParseChosen(strings.Join(texts, ","))
		if err != nil {
			t.Fatalf("%v: %v", texts, err)
		}
		var got []Options
		for _, c := range list {
			got = append(got, c.Options)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%v\n%s", texts, diff)
		}
	})
}

func TestSettingChecks(t *testing.T) {
	for _, test := range []struct {
		s     *Setting
		value string
		want  string // the error
	}{
		{pick, "two", ""},
		{pick, "three", `unknown pick "three", expected one, two`},
		{techniques, "", ""},
		{techniques, "hidden,naked", ""},
		{techniques, "hidden,nake", `unknown techniques "nake", expected naked, hidden`},
		{alpha, "0", ""}, {alpha, "1", ""}, {alpha, "1e-3", ""},
		{alpha, "2", "alpha=2: expected a number from 0 to 1"},
		{alpha, "NaN", "alpha=NaN: expected a number from 0 to 1"},
		{alpha, "half", "alpha=half: expected a number from 0 to 1"},
		{steps, "1", ""}, {steps, "1000000", ""},
		{steps, "0", "steps=0: expected a whole number of moves, 1 or more"},
		{steps, "1.5", "steps=1.5: expected a whole number of moves, 1 or more"},
		{pause, "1m", ""},
		{pause, "61s", "pause=61s: expected a time such as 10s from 0s to 1m0s"},
		{pause, "10", "pause=10: expected a time such as 10s from 0s to 1m0s"},
		{seed, "18446744073709551615", ""},
		{seed, "-1", "seed=-1: expected a whole number, 0 or more"},
		{free, "-1e300", ""},
		{free, "Inf", "free=Inf: expected a number"},
	} {
		got := ""
		if err := test.s.Check(test.value); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s=%s: %q, want %q", test.s.Name, test.value, got, test.want)
		}
	}
}

// Values are read by type; without a choice they are the defaults.
func TestSettingValues(t *testing.T) {
	options := Options{
		"techniques": "hidden,naked", "alpha": "0.25", "steps": "7", "pause": "2s", "seed": "18446744073709551615",
	}
	if got := techniques.List(options); !slices.Equal(got, []string{"hidden", "naked"}) || techniques.List(nil) != nil {
		t.Errorf("%v", got)
	}
	if got := []float64{alpha.Float(options), alpha.Float(nil)}; !slices.Equal(got, []float64{0.25, 0.5}) {
		t.Errorf("%v", got)
	}
	if got := []int{steps.Int(options), steps.Int(nil)}; !slices.Equal(got, []int{7, 1000}) {
		t.Errorf("%v", got)
	}
	if got := []time.Duration{pause.Duration(options), pause.Duration(nil)}; !slices.Equal(got, []time.Duration{2 * time.Second, 10 * time.Millisecond}) {
		t.Errorf("%v", got)
	}
	if got := []uint64{seed.Seed(options), seed.Seed(nil)}; !slices.Equal(got, []uint64{1<<64 - 1, 1}) {
		t.Errorf("%v", got)
	}
}

// The completions of a setting are the values to choose from, or otherwise only the default.
func TestValuesOfSettings(t *testing.T) {
	all, second := &Engine{}, &Engine{Takes: func(_ *Setting, value string) bool { return value != "one" }}
	for _, test := range []struct {
		e    *Engine
		s    *Setting
		want []string
	}{
		{all, pick, []string{"one", "two"}}, {second, pick, []string{"two"}},
		{all, techniques, []string{""}}, {second, techniques, []string{""}}, {all, alpha, []string{"0.5"}},
	} {
		if got := test.e.Values(test.s); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, expected %q", test.s.Name, got, test.want)
		}
	}
}

// A registered engine opens no session with an invalid value of a setting.
func TestOpenChecksOptions(t *testing.T) {
	registerSet(t)
	_, err := engines.Entries["annealing"].Open(t.Context(), nil, Options{"alpha": "2"})
	if want := "engine annealing: alpha=2: expected a number from 0 to 1"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
