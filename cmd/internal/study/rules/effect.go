package rules

import (
	"context"
	"fmt"
	"strings"

	"qmsat/cmd/internal/study"
	"qmsat/compare/report"
	"qmsat/compare/rules"
	"qmsat/model"
	"qmsat/model/engine"
)

var effectTopic = &study.Topic{
	Name: "effect", Args: "[FILE]...", Summary: "how much the rules of a file help a search, for any Δ",
	Help: `Runs engines on puzzles without rules, with the pruning rules (Δ = 2), with the rules of --rules (default
testdata/rules/delta-N.yaml), and with only the rules inside one box. Prints the time per puzzle, its ratio to
the time without rules, and the effort.

Every solution is checked. If rules change a count the exit status is 1. The default puzzles are
testdata/quasimagic-180.txt for Δ = 2, otherwise testdata/quasimagic-deltaN.txt.`,
	New: study.Of[effect],
}

type effect struct {
	spoken
	ruled
	study.Some
	Rounds int `flag:"rounds" value:"1" least:"1" usage:"run every puzzle <N> times"`
	whole
}

// effectRecord is a method with a set of rules.
type effectRecord struct {
	Delta       int           `json:"delta" text:"-"`
	Engine      string        `json:"engine" text:"-"`
	Search      string        `json:"search,omitempty" text:"-"` // of native
	Method      string        `json:"-" text:"engine"`           // both
	Rules       string        `json:"rules"`
	RuleCount   int           `json:"rule_count" text:"number"`
	Puzzles     int           `json:"puzzles"`
	Count       string        `json:"count" text:"solutions"`
	_           struct{}      `text:"open" with:"OpenSeconds" show:"seconds"`
	Seconds     float64       `json:"seconds" text:"-"` // of one round: the sum of the puzzles' medians
	PerPuzzle   float64       `json:"-" text:"per puzzle" show:"seconds"`
	OpenSeconds float64       `json:"open_seconds" text:"-"`
	Ratio       float64       `json:"ratio" show:"%.2f"` // of seconds to those without rules
	Rounds      int           `json:"rounds" text:"-"`
	Effort      engine.Effort `json:"effort"` // of all rounds
}

// Answer prints the effect of rules as a table, or as one object per line.
func (o *effect) Answer(ctx context.Context) error {
	m, err := o.minable(&o.Base, "effect")
	if err != nil {
		return err
	}
	name, file := o.Rules, study.DefaultPuzzles
	if name == "" {
		name = fmt.Sprintf("testdata/rules/delta-%d.yaml", o.Delta)
	}
	if o.Delta != model.PruningRuleDelta {
		file = fmt.Sprintf("testdata/quasimagic-delta%d.txt", o.Delta)
	}
	mined, err := readFile(name, m)
	if err != nil {
		return err
	}
	puzzles, err := o.Puzzles(m).Some(o.Most, o.Files(file)...)
	if err != nil {
		return err
	}
	rows, err := rules.Effect(ctx, rules.EffectOptions{
		Model: m, Delta: o.Delta, Mined: rules.RuleSet{Name: "mined", Rules: mined}, Methods: rules.EffectMethods(o.Delta), Puzzles: puzzles, Rounds: o.Rounds,
		Progress: o.Bar(len(puzzles)*o.Rounds, "puzzles").Step,
	})
	if err != nil {
		return failed(err)
	}
	g := study.NewResults[effectRecord](&o.Base)
	without := 0.0 // seconds of the method without rules
	for i, row := range rows {
		seconds := row.Solve().Seconds()
		if i == 0 || len(row.Rules.Rules) == 0 {
			without = seconds
		}
		g.Add(effectRecord{
			Delta: o.Delta, Engine: row.Method.Engine, Search: row.Method.Search(), Method: strings.TrimSpace(row.Method.Engine + " " + row.Method.Search()), Rules: row.Rules.Name, RuleCount: len(row.Rules.Rules),
			Puzzles: row.Puzzles(), Count: report.Solutions(row.Row), Seconds: seconds, PerPuzzle: seconds / float64(row.Puzzles()), OpenSeconds: row.Open.Seconds(),
			Ratio: seconds / without, Rounds: o.Rounds, Effort: row.Effort,
		})
	}
	return g.End("", "")
}
