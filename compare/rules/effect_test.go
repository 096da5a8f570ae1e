package rules

import (
	"fmt"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// effectPuzzles names the file of puzzles of a Δ.
func effectPuzzles(delta int) string {
	if delta == 2 {
		return "quasimagic-180.txt"
	}
	return fmt.Sprintf("quasimagic-delta%d.txt", delta)
}

// Rules that are wrong are found out, and so is the engine that they are given to.
func TestEffectOfWrongRules(t *testing.T) {
	m := quasiMagic(t, 2)
	puzzles := modeltest.Puzzles(t, m, effectPuzzles(2))[:3]
	wrong := RuleSet{Name: "wrong", Rules: []*model.Rule{{Formula: model.Not{Of: model.Is(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)}}}}
	options := EffectOptions{Model: m, Delta: 2, Mined: wrong, Methods: []EffectMethod{{Engine: confirmer}}}
	for _, p := range puzzles {
		options.Puzzles = append(options.Puzzles, p.Puzzle)
	}
	if _, err := Effect(t.Context(), options); err == nil || !strings.Contains(err.Error(), `with the rules "wrong"`) {
		t.Errorf("%v, expected a disagreement", err)
	}
}

// Rules are within boxes by their parts, not by what they are about in all.
func TestWithinBoxes(t *testing.T) {
	g := quasiMagic(t, 2).Grid
	within := &model.Rule{Formula: model.And{model.Is(0, 1), model.Not{Of: model.And{model.Is(80, 1), model.Is(79, 2)}}}}
	across := &model.Rule{Formula: model.And{model.Is(0, 1), model.Or{model.Is(80, 1), model.Is(1, 2)}}}
	whole := &model.Rule{Formula: model.Or{model.Is(80, 1), model.Is(1, 2)}}
	got := RuleSet{Name: "all", Rules: []*model.Rule{within, across, whole}}.WithinBoxes(g)
	if len(got.Rules) != 1 || got.Rules[0] != within {
		t.Errorf("%d rules, expected the first", len(got.Rules))
	}
}
