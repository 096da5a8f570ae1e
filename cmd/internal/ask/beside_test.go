package ask

import (
	"runtime"
	"strings"
	"testing"

	"qmsat/model/modeltest"
)

// TestRaceDelay: where both engines share one processor, the second one waits longer.
func TestRaceDelay(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for _, limit := range []uint64{0, 2} {
		runtime.GOMAXPROCS(2)
		several := raceDelay(limit)
		runtime.GOMAXPROCS(1)
		if alone := raceDelay(limit); alone <= 10*several || several <= 0 {
			t.Errorf("limit %d: %v on one processor, %v on two", limit, alone, several)
		}
	}
}

// The second engine of a full count is residual for formulas alone; with a small limit it is gini.
func TestSecondOn(t *testing.T) {
	for text, expected := range map[string]string{
		"variables: {a: 0..1, b: 0..1}\nconstraints: [{kind: rule, any: [{a: 1}, {b: 0}]}]":                               "residual",
		"variables: {a: 0..1, b: 0..2}\nconstraints: [{kind: rule, any: [{a: 1}, {b: 0}]}]":                               "frontier",
		"variables: {a: 0..1, b: 0..1}\nconstraints: [{kind: linear, cells: [a, b], sum: 1}]":                             "frontier",
		"variables: {a: 0..1, b: 0..1}\nconstraints: [{kind: all-different, cells: [a, b]}, {kind: rule, any: [{a: 1}]}]": "frontier",
	} {
		m, _, err := modeltest.ReadYAML("model.yaml", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if second := beside(m, 0); second != expected {
			t.Errorf("%s: %s, expected %s", text, second, expected)
		}
		if few, many := beside(m, 16), beside(m, 17); few != "gini" || many != "" {
			t.Errorf("%s: %q for 16 solutions, %q for 17", text, few, many)
		}
	}
}
