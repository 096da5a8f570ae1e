package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare/rules"
	"qmsat/model"
)

// ruleTopics are what can be asked, in the order of help.
var ruleTopics = []topic[*rulesFlags]{
	{"prove", "whether rules follow from a model: proved with a certificate, or refuted by a grid", "delta rules proof", printRulesProve},
	{"mine", "rules of a Δ that nobody typed in, each proved, and the stronger ones refuted", "delta proof output", printRulesMine},
	{"effect", "what the rules of a file do in the search for the solutions of puzzles, for any Δ", "delta rules puzzles rounds", printRulesEffect},
	{"profile", "what each pruning rule does in the search for the solutions of puzzles, Δ = 2", "engine order puzzles", printRulesProfile},
}

var rulesCommand = &command{
	name: "rules",
	args: "TOPIC [RULES | FAMILY... | FILE...]",
	words: func(before []string) []string {
		switch {
		case len(before) == 0:
			return topicWords(ruleTopics)
		case before[0] == "mine":
			return rules.FamilyNames()
		}
		return nil
	},
	summary: "prove rules, refute them, find them; measure what they do",
	long: `Tells about rules of quasi-magic Sudoku: the ten pruning rules of Roach et al. 2009, others, and new ones. Topics:

` + topicHelp(ruleTopics) + "\n\n" + rulesProveHelp + "\n\n" + rulesMineHelp + "\n\n" + rulesEffectHelp + `

profile runs each engine on the puzzles of the files with no rule, with all, with each alone and with all but each.
For each rule it prints how often it was checked and how often that pruned, the time of the checks, and the effort and
time of the whole search without the rule and with it alone. Checks are counted in a run of their own.
` + defaultPuzzlesHelp,
	examples: []example{
		{"rules prove --delta 2 1,8-10", "that four of the rules follow for Δ = 2"},
		{"rules mine --delta 2 edges-around-a-corner", "which digits two neighbouring edge cells of a box never have"},
		{"rules profile --puzzles 4 --engine native", "what the rules do for the general search"},
		{"rules profile --puzzles 2 --engine paper --order pressure", "the same for the published solver, in another cell order"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &rulesFlags{set: flags}
		addNames(flags, &f.engines, "engine", "paper,native", "profile: engines `NAME,...` that count what rules do", "native", "paper")
		addSetting(flags, &f.order, orderSetting(), "fewest", "profile: cell order, `NAME`", false)
		addWhole(flags, &f.puzzles, "puzzles", 0, 0, "effect, profile: only `N` puzzles of each file, evenly spread; 0: all")
		flags.IntVar(&f.prove.delta, "delta", 0, "prove, mine, effect: quasi-magic Sudoku with Δ = `N`; prove without it: plain Sudoku")
		flags.StringVar(&f.prove.rules, "rules", "", "prove, effect: a YAML `FILE` of rules instead of the pruning rules, or the mined ones")
		flags.StringVar(&f.prove.proof, "proof", "", "prove, mine: write the certificates to the folder `DIR`")
		addDuration(flags, &f.prove.timeout, "timeout", 0, "stop after `D`, such as 10s: prove, mine per rule; effect, profile as a whole; 0: no limit")
		addWhole(flags, &f.rounds, "rounds", 1, 1, "effect: run every puzzle `N` times")
		flags.StringVarP(&f.output, "output", "o", "", "mine: write the rules to `FILE`")
		addFormat(flags, &f.format, "text", "json")
		return func(ctx context.Context, streams streams, args []string) error {
			f.prove.hasDelta = flags.Changed("delta")
			return f.run(ctx, streams, args)
		}
	},
}

type rulesFlags struct {
	engines string
	order   string
	puzzles int
	rounds  int
	format  string
	output  string
	prove   proveFlags
	set     *pflag.FlagSet
}

func (f *rulesFlags) run(ctx context.Context, streams streams, args []string) error {
	return runTopic(ctx, streams, "topic", "rules", ruleTopics, f.set, f, args)
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
