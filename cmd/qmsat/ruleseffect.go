package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare/report"
	"qmsat/compare/rules"
	"qmsat/compare/show"
	"qmsat/model"
	"qmsat/model/engine"
)

var rulesEffectCommand = topic(command{
	name: "effect", args: "[FILE]...", summary: "what the rules of a file do in the search for the solutions of puzzles, for any Δ",
	long: `Runs engines on the puzzles of the files without rules, with the pruning rules where Δ is 2, with the rules of --rules
FILE, by default testdata/rules/delta-N.yaml, and with those of them that stay within boxes: native by its general search and by
the one it chooses, which for rules across boxes is the general one too, gini, gophersat, and for Δ = 2 the published solver.
Every solution is checked, and rules that change what is found end the command with exit status 1. Without a file the puzzles are
testdata/quasimagic-180.txt for Δ = 2, testdata/quasimagic-deltaN.txt else. A line has the time of a puzzle, its part of the time
without rules, and the effort of all puzzles and rounds.`,
}, printRulesEffect, (*rulesFlags).addDelta, (*rulesFlags).addRules, (*rulesFlags).addPuzzles, func(f *rulesFlags, flags *pflag.FlagSet) {
	addWhole(flags, &f.rounds, "rounds", 1, 1, "run every puzzle `N` times")
}, addLimit("as a whole"))

// effectRecord is the JSON object of a method with a set of rules.
type effectRecord struct {
	Delta       int           `json:"delta"`
	Engine      string        `json:"engine"`
	Search      string        `json:"search,omitempty"` // of native
	Rules       string        `json:"rules"`
	RuleCount   int           `json:"rule_count"`
	Puzzles     int           `json:"puzzles"`
	Count       string        `json:"count"`
	Seconds     float64       `json:"seconds"` // of one round: the sum of the puzzles' medians
	OpenSeconds float64       `json:"open_seconds"`
	Ratio       float64       `json:"ratio"` // of seconds to those without rules
	Rounds      int           `json:"rounds"`
	Effort      engine.Effort `json:"effort"` // of all rounds
}

// printRulesEffect prints a table, or an object a line, of what rules do.
func printRulesEffect(ctx context.Context, streams streams, out *lines, f *rulesFlags, args []string) error {
	if err := f.checkMined("effect"); err != nil {
		return err
	}
	options, err := f.effectOptions(streams, args)
	if err != nil {
		return err
	}
	bar := puzzleBar(streams.err, len(options.Puzzles)*f.rounds)
	options.Progress = bar.step
	ctx, cancel := limited(ctx, time.Now(), f.timeout)
	defer cancel()
	rows, err := rules.Effect(ctx, *options)
	bar.clear()
	if disagreement := new(rules.Disagreement); errors.As(err, &disagreement) {
		return &exitError{statusCheck, err}
	}
	if err != nil {
		return orStopped(ctx, err)
	}
	table := results[effectRecord]{out: out, format: f.format}
	table.Heading, table.Row = "engine\trules\tnumber\tpuzzles\tsolutions\topen\tper puzzle\tratio\teffort", effectRow
	table.add(effectRecords(rows, f.delta, f.rounds)...)
	return table.end("")
}

func (f *rulesFlags) effectOptions(streams streams, files []string) (*rules.EffectOptions, error) {
	delta := f.delta
	m, err := model.QuasiMagic(3, delta)
	if err != nil {
		return nil, inputError(err)
	}
	name := f.rules
	if name == "" {
		name = fmt.Sprintf("testdata/rules/delta-%d.yaml", delta)
	}
	mined, err := readRuleFile(name, m)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 && delta != model.PruningRuleDelta {
		files = []string{fmt.Sprintf("testdata/quasimagic-delta%d.txt", delta)}
	}
	cubes, err := (&task{model: m, notation: m.Notation()}).puzzlesOf(streams, files, f.puzzles)
	if err != nil {
		return nil, err
	}
	options := &rules.EffectOptions{
		Model: m, Delta: delta, Mined: rules.RuleSet{Name: "mined", Rules: mined}, Methods: rules.EffectMethods(delta), Rounds: f.rounds,
	}
	for _, cube := range cubes {
		options.Puzzles = append(options.Puzzles, model.Puzzle{Text: m.Notation().FormatCube(m, cube), Cube: cube})
	}
	return options, nil
}

func effectRecords(rows []rules.EffectRow, delta, rounds int) []effectRecord {
	var records []effectRecord
	without := 0.0 // seconds of the method without rules
	for i, row := range rows {
		seconds := row.Solve().Seconds()
		if i == 0 || len(row.Rules.Rules) == 0 {
			without = seconds
		}
		records = append(records, effectRecord{
			Delta: delta, Engine: row.Method.Engine, Search: row.Method.Search(), Rules: row.Rules.Name, RuleCount: len(row.Rules.Rules),
			Puzzles: row.Puzzles(), Count: report.Solutions(row.Row), Seconds: seconds, OpenSeconds: row.Open.Seconds(),
			Ratio: seconds / without, Rounds: rounds, Effort: row.Effort,
		})
	}
	return records
}

func effectRow(r effectRecord) string {
	return fmt.Sprintf("%s\t%s\t%d\t%d\t%s\t%s\t%s\t%.2f\t%v", strings.TrimSpace(r.Engine+" "+r.Search), r.Rules, r.RuleCount,
		r.Puzzles, r.Count, show.Seconds(r.OpenSeconds), show.Seconds(r.Seconds/float64(r.Puzzles)), r.Ratio, r.Effort)
}
