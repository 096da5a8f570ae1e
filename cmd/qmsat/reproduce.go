package main

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare/study/reproduce"
	"qmsat/model/engine"
)

var reproduceCommand = &command{
	name:    "reproduce",
	args:    "TABLE [flags] [FILE]...",
	summary: "measure a published table again, beside its figures",
	long: `Measures the figures of a published table again and prints them beside the published ones. The puzzles behind those are
not public: ours come from seeds or files and have as many givens.`,
	topics: []*command{
		encodingsCommand, inferenceCommand, paperCommand(1, "iterations and times of the four published methods for quasi-magic Sudoku (Roach et al. 2009)"),
		paperCommand(2, "their times by the number of givens (the same)"), paperCommand(3, "the iterations of the best of them by the number of givens (the same)"),
		readingsCommand, methodsCommand, projectionsCommand, creationCommand, simonisCommand, messagesCommand, surveyCommand, transitionCommand, ordersCommand,
	},
}

// reproducedByDefault is the default of an encoding's flag: the encodings that figures were published for.
func reproducedByDefault(s *engine.Setting) string {
	if s.Name == "encoding" {
		return strings.Join(slices.Sorted(maps.Keys(reproduce.PublishedInference)), ",")
	}
	return s.Default
}

type reproduceFlags struct {
	model         *modelFlags
	settings      map[string]*string
	puzzles       int
	boxes         string
	solveExtended int
	timeout       time.Duration
	order         string
	scheme        string
	seeds         int
	seed          uint64
	plot          string
	report        string
	steps         int
	engines       string
	workers       int
	format        string
}

func (f *reproduceFlags) addModel(flags *pflag.FlagSet) { f.model = addModelFlags(flags) }

func (f *reproduceFlags) addFormat(flags *pflag.FlagSet) { addFormat(flags, &f.format, "text", "json") }

func (f *reproduceFlags) addSeed(flags *pflag.FlagSet) {
	flags.Uint64Var(&f.seed, "seed", 1, "`S`, the seed of the first puzzle; the others follow")
}

func (f *reproduceFlags) addReport(flags *pflag.FlagSet) {
	flags.StringVar(&f.report, "report", "", "write plots as a page, "+reportPage+", and as SVG files into the folder `DIR`")
}

func (f *reproduceFlags) addTimeout(flags *pflag.FlagSet) {
	addDuration(flags, &f.timeout, "timeout", 10*time.Second, "stop after `D`, such as 10s, per puzzle; 0: no limit")
}

func (f *reproduceFlags) addWorkers(flags *pflag.FlagSet) {
	addWhole(flags, &f.workers, "workers", 0, 0, "how many processors to use, `N`; 0: all")
}

// addSpread adds the flag of files of which only some puzzles are taken.
func (f *reproduceFlags) addSpread(flags *pflag.FlagSet) {
	addWhole(flags, &f.puzzles, "puzzles", 0, 0, "only `N` puzzles of each file, evenly spread; 0: all")
}
