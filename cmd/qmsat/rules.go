package main

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/model"
)

var rulesCommand = &command{
	name:    "rules",
	args:    "TOPIC [flags] [RULES | FAMILY... | FILE...]",
	summary: "prove rules, refute them, find them; measure what they do",
	long:    `Tells about rules of quasi-magic Sudoku: the ten pruning rules of Roach et al. 2009, others, and new ones.`,
	topics:  []*command{rulesProveCommand, rulesMineCommand, rulesEffectCommand, rulesProfileCommand},
}

// rulesFlags are what the flags of a topic come to; what it has no flag for is zero.
type rulesFlags struct {
	set     *pflag.FlagSet
	engines string
	order   string
	puzzles int
	rounds  int
	format  string
	output  string
	delta   int
	rules   string
	proof   string
	timeout time.Duration
}

func (f *rulesFlags) addDelta(flags *pflag.FlagSet) {
	f.set = flags
	flags.IntVar(&f.delta, "delta", 0, "quasi-magic Sudoku with Δ = `N`")
}

func (f *rulesFlags) addRules(flags *pflag.FlagSet) {
	flags.StringVar(&f.rules, "rules", "", "a YAML `FILE` of rules instead")
}

func (f *rulesFlags) addProof(flags *pflag.FlagSet) {
	flags.StringVar(&f.proof, "proof", "", "write the certificates to the folder `DIR`")
}

func (f *rulesFlags) addPuzzles(flags *pflag.FlagSet) {
	addWhole(flags, &f.puzzles, "puzzles", 0, 0, "only `N` puzzles of each file, evenly spread; 0: all")
}

// addLimit adds the flags of every topic; a limit is for each of something, or as a whole.
func addLimit(of string) func(f *rulesFlags, flags *pflag.FlagSet) {
	return func(f *rulesFlags, flags *pflag.FlagSet) {
		addDuration(flags, &f.timeout, "timeout", 0, "stop after `D`, such as 10s, "+of+"; 0: no limit")
		addFormat(flags, &f.format, "text", "json")
	}
}

// defaultPuzzles is the file of quasi-magic puzzles, in the folder of the repository.
const defaultPuzzles = "testdata/quasimagic-180.txt"

const defaultPuzzlesHelp = "Without a file the puzzles are those of " + defaultPuzzles + "."

// ruleTask is the model that the pruning rules speak of.
func ruleTask() (*task, error) {
	m, err := model.QuasiMagic(3, model.PruningRuleDelta)
	if err != nil {
		return nil, err
	}
	return &task{model: m, notation: m.Notation()}, nil
}

// puzzlesOf reads the puzzles of the files, or of defaultPuzzles, and keeps so many of each, evenly spread; all where most
// is 0.
func (t *task) puzzlesOf(streams streams, files []string, most int) ([]model.Cube, error) {
	if len(files) == 0 {
		files = []string{defaultPuzzles}
	}
	var cubes []model.Cube
	for _, file := range files {
		found, err := t.cubesOf(streams, file)
		if err != nil {
			return nil, err
		}
		cubes = append(cubes, spread(found, most)...)
	}
	if len(cubes) == 0 {
		return nil, usageErrorf("%s: no puzzles", strings.Join(files, ", "))
	}
	return cubes, nil
}

// cubesOf reads the puzzles of a file, and returns them with the model file's givens added.
func (t *task) cubesOf(streams streams, file string) ([]model.Cube, error) {
	list, err := t.listPuzzles(streams.in, []string{file})
	return each(list, func(p model.Puzzle) model.Cube { return slices.Concat(t.givens, p.Cube) }), err
}

// spread returns so many of the list, each from the middle of an equal share of it; all where most is 0.
func spread[T any](list []T, most int) []T {
	if most == 0 || most >= len(list) {
		return list
	}
	var some []T
	for i := range most {
		some = append(some, list[(2*i+1)*len(list)/(2*most)])
	}
	return some
}
