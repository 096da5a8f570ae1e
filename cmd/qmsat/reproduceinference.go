package main

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/compare/study/reproduce"
	"qmsat/encode/sat"
	"qmsat/model/engine"
)

var inferenceCommand = topic(command{
	name: "inference", args: "FILE...", summary: "how many puzzles each encoding solves without search (Lynce and Ouaknine 2006)",
	long: `Measures how many puzzles of the files each technique solves in each encoding, without search. The published figures are of others with
as many givens.`,
	examples: []example{{"reproduce inference --puzzles 3 testdata/sudoku-17-clue-3000.txt", "inference on the first puzzles of a file"}},
}, printInference, (*reproduceFlags).addModel, func(f *reproduceFlags, flags *pflag.FlagSet) {
	addWhole(flags, &f.puzzles, "puzzles", 0, 0, "only the first `N` puzzles of a file; 0: all")
	f.settings = map[string]*string{}
	for _, s := range sat.Settings() {
		f.settings[s.Name] = new(string)
		addSetting(flags, f.settings[s.Name], s, reproducedByDefault(s), settingUsage(s), true)
	}
}, (*reproduceFlags).addFormat)

// inferenceRecord is the JSON object of a file and an encoding in the table of inference.
type inferenceRecord struct {
	File      string         `json:"file"`
	Delta     *int           `json:"delta"`
	Encoding  string         `json:"encoding"`
	Puzzles   int            `json:"puzzles"`
	Solved    map[string]int `json:"solved"`    // by technique
	Published map[string]int `json:"published"` // in percent of other puzzles; null where nothing is published
}

// printInference prints, for each file and each chosen encoding, how many puzzles each technique solves.
func printInference(ctx context.Context, streams streams, out *lines, f *reproduceFlags, args []string) error {
	t, err := f.model.build(ctx, streams.in)
	if err != nil {
		return err
	}
	values := map[string][]string{}
	for _, s := range sat.Settings() {
		if values[s.Name], err = chosenValues(s, *f.settings[s.Name]); err != nil {
			return err
		}
	}
	combinations, err := compare.Combine([]engine.Chosen{{Engine: &engine.Engine{Settings: sat.Settings()}, Options: engine.Options{}}}, values)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return usageErrorf("reproduce inference: no file, expected puzzles")
	}
	table := results[inferenceRecord]{out: out, format: f.format}
	table.Heading, table.Row = "file\tpuzzles\tencoding", inferenceRow
	for _, technique := range reproduce.Techniques {
		table.Heading += "\t" + technique.Name
	}
	for _, arg := range args {
		cubes, err := t.cubesOf(streams, arg)
		if err != nil {
			return err
		}
		if f.puzzles > 0 && f.puzzles < len(cubes) {
			cubes = cubes[:f.puzzles]
		}
		for _, c := range combinations {
			choice := sat.EncodingOptions(c.Options)
			bar := puzzleBar(streams.err, len(cubes))
			solved, err := reproduce.Inference(ctx, t.model, choice, cubes, bar.step)
			bar.clear()
			if err != nil {
				return orStopped(ctx, err)
			}
			r := inferenceRecord{File: arg, Delta: t.delta, Encoding: choice.String(), Puzzles: len(cubes), Solved: reproduce.ByTechnique(solved)}
			if t.delta == nil {
				r.Published = reproduce.ByTechnique(reproduce.PublishedInference[c.Options["encoding"]])
			}
			table.add(r)
		}
	}
	return table.end("share of puzzles solved without search; in brackets the published share, of 24,260 puzzles with 17 givens\n")
}

// inferenceRow has shares in percent, and the published ones in brackets.
func inferenceRow(r inferenceRecord) string {
	text := fmt.Sprintf("%s\t%d\t%s", r.File, r.Puzzles, r.Encoding)
	for _, technique := range reproduce.Techniques {
		text += fmt.Sprintf("\t%.1f %%", 100*float64(r.Solved[technique.Name])/float64(max(r.Puzzles, 1)))
		if r.Published != nil {
			text += fmt.Sprintf(" (%d)", r.Published[technique.Name])
		}
	}
	return text
}
