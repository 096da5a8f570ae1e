package crosscheck

import (
	"math/rand/v2"
	"slices"
	"testing"

	"qmsat/compare"
	"qmsat/model/engine"
)

// TestThresholdsAreDrawn draws contenders of an engine with two thresholds: both stay at their defaults often, each has every value
// sometimes, and what else is drawn does not depend on them.
func TestThresholdsAreDrawn(t *testing.T) {
	thresholds := engine.Thresholds[struct {
		Narrow int `limit:"256 2 64"`
		Long   int `limit:"8 1"`
	}]()
	narrow, long := thresholds[0], thresholds[1]
	colour := &engine.Setting{Name: "colour", Values: func() []string { return []string{"red", "blue"} }, Default: "red"}
	with := &engine.Engine{Name: "with", Settings: []*engine.Setting{narrow, colour, long}}
	without := &engine.Engine{Name: "without", Settings: []*engine.Setting{colour}}
	const draws = 400
	seen, untouched := map[string]int{}, 0
	a, b, lowered := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(3, 4))
	for range draws {
		c, plain := new(Config).contender(a, with), new(Config).contender(b, without)
		if colour.Value(c.Options) != colour.Value(plain.Options) || c.Workers != plain.Workers {
			t.Fatalf("%s, without thresholds %s: expected the same", c, plain)
		}
		lower(lowered, []compare.Contender{c})
		for _, s := range with.Thresholds() {
			seen[s.Name+"="+s.Value(c.Options)]++
		}
		if narrow.Value(c.Options) == narrow.Default && long.Value(c.Options) == long.Default {
			untouched++
		}
	}
	for _, s := range with.Thresholds() {
		for _, value := range s.Values() {
			if seen[s.Name+"="+value] < draws/20 {
				t.Errorf("%s=%s in %d of %d draws", s.Name, value, seen[s.Name+"="+value], draws)
			}
		}
	}
	if untouched < draws/3 || len(seen) != 5 {
		t.Errorf("%d of %d draws have the defaults; drawn %v", untouched, draws, seen)
	}
	if slices.Contains(with.Listed(), narrow) || !slices.Contains(with.Listed(), colour) {
		t.Errorf("listed settings %v", with.Listed())
	}
}
