package main

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare/study/reproduce"
	"qmsat/encode/sat"
	"qmsat/model/engine"
)

// tables are the tables that can be measured, in the order of help.
var tables = []topic[*reproduceFlags]{
	{"encodings", "sizes and times of the extended and the optimized encoding (Kwon and Jain 2006)", "boxes seeds seed solve-extended timeout", printEncodings},
	{"inference", "how many puzzles each encoding solves without search (Lynce and Ouaknine 2006)", puzzleFlags + " puzzles " + strings.Join(each(sat.Settings(), nameOf), " "), printInference},
	{"table1", "iterations and times of the four published methods for quasi-magic Sudoku (Roach et al. 2009)", "puzzles", printPaperTable(1)},
	{"table2", "their times by the number of givens (the same)", "puzzles", printPaperTable(2)},
	{"table3", "the iterations of the best of them by the number of givens (the same)", "puzzles", printPaperTable(3)},
	{"readings", "table1 on generated puzzles, by both readings of what the paper does at a line's last cell", "seeds seed", printReadings},
	{"methods", "pencil and paper, backtracking and projections by iterations (Onokpasa and Bakwa 2018)", puzzleFlags + " report", printMethods},
	{"projections", "how many puzzles alternating projections solve, and how near they come at each step", puzzleFlags + " puzzles steps report", printProjections},
	{"creation", "how full grids are made, and how evenly (Dudziak 2006), beside ours", "boxes seeds seed timeout plot", printCreation},
	{"simonis", "how many puzzles each propagation scheme solves without search (Simonis 2005)", puzzleFlags + " puzzles scheme", printSimonis},
	{"messages", "what max-product and sum-product solve of puzzles with 17 givens (Goldberger 2007)", puzzleFlags + " puzzles workers", printMessages},
	{"survey", "methods of the literature on the same puzzles: what they solve, in how many iterations (Green 2009)", puzzleFlags + " puzzles seeds seed engine workers", printSurvey},
	{"transition", "three of these on 16×16 and 25×25, by the share of cells given (Lewis 2007)", "boxes seeds seed engine workers report", printTransition},
	{"orders", "those methods in other cell orders, with and without rules, beside the native engine; asked for there", "puzzles timeout order", printOrders},
}

var reproduceCommand = &command{
	name:    "reproduce",
	args:    "TABLE [FILE]...",
	words:   firstWord(func() []string { return topicWords(tables) }),
	summary: "measure a published table again, beside its figures",
	long: `Measures the figures of a published table again and prints them beside the published ones. The puzzles behind those are
not public: for encodings ours come from seeds and have as many givens, so means and spreads are given; for inference
and simonis they come from files. Tables:

` + topicHelp(tables) + `

For table1 to table3 the puzzles are others of the same kind, with as many givens. What should agree is the shape: the
order of columns, and the ratios of neighbouring ones. Where it does not, and a ratio is more than twice the other, a
line says so. Each is measured under both readings of the paper, third-cell=check and third-cell=remove. readings has 180
generated puzzles for each of --seeds. methods is for
` + methodsFile + ` where no file is named, and projections for files of hard puzzles in that folder. messages is for
` + messagesFile + `. ` + defaultPuzzlesHelp + `

survey sorts puzzles of plain Sudoku by level, as grade has it, takes 25 of each level, evenly spread, and runs each method 10 times on
each, with seeds one after another; without a file the puzzles are those of ` + surveyFile + ` and, as a further set, the quasi-magic
ones. Methods have budgets, which their names say; the seed alone decides what they find. An interrupt ends it with what is through.`,
	examples: []example{
		{"reproduce encodings --boxes 3 --seeds 3", "the first lines of the table"},
		{"reproduce inference --puzzles 3 testdata/sudoku-17-clue-3000.txt", "inference on the first puzzles of a file"},
		{"reproduce simonis --puzzles 100 --scheme FCI,HAC,HACS testdata/sudoku-17-clue-3000.txt testdata/sudoku-top1465.txt", "three propagation schemes on two files"},
		{"reproduce orders --puzzles 6 --order fewest,pressure", "two cell orders side by side"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &reproduceFlags{model: addModelFlags(flags), settings: map[string]*string{}}
		for _, s := range sat.Settings() {
			f.settings[s.Name] = new(string)
			addSetting(flags, f.settings[s.Name], s, reproducedByDefault(s), "inference: "+settingUsage(s), true)
		}
		addWhole(flags, &f.puzzles, "puzzles", 0, 0, "inference: only the first `N` puzzles of a file; table1 to table3, simonis, orders: N of each file, evenly spread; 0: all; survey: N of each set; 0: 25; messages: N of each file, evenly spread; 0: all, and 500 for sum-product")
		flags.StringVar(&f.boxes, "boxes", "3-9", "encodings, creation: sides of boxes, `N`, or several such as 3-5,9; transition: 4,5 if left out")
		flags.IntVar(&f.solveExtended, "solve-extended", 7, "encodings: the largest side whose extended formula is solved, `N`")
		addDuration(flags, &f.timeout, "timeout", 10*time.Second, "encodings, creation, orders: stop after `D`, such as 10s, per puzzle; 0: no limit")
		addSetting(flags, &f.order, orderSetting(), "all", "orders: cell orders, `NAME,...`, or all", true)
		addSetting(flags, &f.scheme, schemeSetting, allNames, "simonis: propagation schemes, `NAME,...`, or all", true)
		addWhole(flags, &f.seeds, "seeds", 20, 1, "puzzles per line, `N`; survey: runs of each puzzle, 10 if left out; transition: 5 if left out")
		flags.Uint64Var(&f.seed, "seed", 1, "`S`, the seed of the first puzzle; the others follow")
		flags.StringVar(&f.plot, "plot", "", "creation: write the speed-up over workers as SVG to `FILE`")
		flags.StringVar(&f.report, "report", "", "methods, projections, transition: write plots as a page, "+reportPage+", and as SVG files into the folder `DIR`")
		addWhole(flags, &f.steps, "steps", 20_000, 1, "projections: give up after `N` steps")
		addEngines(flags, &f.engines, "", "survey, transition: engines `NAME,...`, with their budgets as settings; left out: ours", true)
		addWhole(flags, &f.workers, "workers", 0, 0, "messages, survey, transition: how many processors to use, `N`; 0: all")
		addFormat(flags, &f.format, "text", "json")
		return f.run
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

func (f *reproduceFlags) run(ctx context.Context, streams streams, args []string) error {
	return runTopic(ctx, streams, "table", "reproduce", tables, f.model.set, f, args)
}
