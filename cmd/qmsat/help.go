package main

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qmsat/compare/table"
	"qmsat/encode"
	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/internal/page"
	"qmsat/model/engine"
	"qmsat/model/variant"
	"qmsat/native/logic"
)

// topicPage is a page of help that belongs to no command.
type topicPage struct {
	name, summary string
	page          func() string // nil: the file topics/NAME.txt
	aliases       []string      // other names
}

//go:embed topics
var topicTexts embed.FS

func (t topicPage) text() string {
	if t.page != nil {
		return t.page()
	}
	text, err := topicTexts.ReadFile("topics/" + t.name + ".txt")
	if err != nil {
		panic(err) // TestHelpPages reads every topic
	}
	return strings.TrimSuffix(string(text), "\n")
}

var topicPages = []topicPage{
	{name: "puzzles", summary: "how puzzles and models are given", aliases: []string{"delta"}},
	{name: "model", summary: "keys of model files, with examples"},
	{name: "variants", summary: "named constraints: thermometers, cages, sandwiches and others", page: variantsPage},
	{name: "engines", summary: "all engines, in groups", page: engine.Overview},
	{name: "external", summary: "SAT solvers and others of this machine as engines"},
	{name: "confirm", summary: "counts that two unrelated engines agree on"},
	{name: "proofs", summary: "certificates of counts"},
	{name: "cluster", summary: "workers, checkpoints, and many machines"},
	{name: "encodings", summary: "how models become clauses", page: cellsPage},
	{name: "amo", summary: "at most one of several literals as clauses", page: amoPage},
	{name: "sum", summary: "linear constraints as clauses", page: sumPage},
	{name: "enumerate", summary: "how SAT solvers find the next solution"},
	{name: "search", summary: "how engines search"},
	{name: "measuring", summary: "how compare and bench measure"},
	{name: "measures", summary: "what engines count while they search", page: measuresPage},
	{name: "suites", summary: "files of puzzle sets for bench"},
	{name: "random", summary: "random models for compare"},
	{name: "full", summary: "methods that make full grids", page: func() string { return methodHelp() }},
	{name: "status", summary: "exit statuses", page: statusPage},
	{name: "techniques", summary: "how people solve puzzles, technique by technique", page: techniquesPage},
}

// flagGroup is a heading of help and the flags below it. A group with a topic is on the page of that topic instead.
type flagGroup struct{ title, topic, names string }

// flagGroups are in the order of help. The first holds every flag that no other names.
var flagGroups = []flagGroup{
	{title: "Options"},
	{title: "Puzzle", names: puzzleFlags},
	{title: "Engine", names: "engine confirm workers checkpoint"},
	{title: "Limits and output", names: "limit break timeout memory format output report help"},
	{topic: "encodings", names: "encoding rule-encoding implied dedup"},
	{topic: "amo", names: "amo"},
	{topic: "sum", names: "sum"},
	{topic: "enumerate", names: "enumerate"},
	{topic: "full", names: "full method period apart"},
	{topic: "search", names: "order search symmetry third-cell"},
	{topic: "cluster", names: "cluster creds nkey tlsca tlscert tlskey keep verify verify-by"},
}

// seeAlso names the topic that explains a flag of a command's page.
var seeAlso = []struct{ flag, topic string }{
	{"delta", "puzzles"}, {"model", "model"}, {"engine", "engines"}, {"engine", "external"}, {"confirm", "confirm"}, {"proof", "proofs"},
	{"proof-format", "proofs"}, {"rounds", "measuring"}, {"suite", "suites"}, {"models", "random"}, {"for", "encodings"},
}

// helpCommand describes a command, as its flag --help does, or a topic or an engine.
func helpCommand() *cobra.Command {
	words := func(before []string) []string {
		words := pageWords(before)
		if len(before) == 0 {
			words = append(words, lists.Map(engine.Listed(), func(e *engine.Engine) string { return cobra.CompletionWithDesc(e.Name, e.Summary) })...)
		}
		return words
	}
	return &cobra.Command{
		Use: "help [COMMAND [TOPIC] | TOPIC | ENGINE]", Short: "tell about a command, a topic or an engine", DisableFlagsInUseLine: true,
		Long:              "Prints the help of a command, a topic or an engine.",
		ValidArgsFunction: (&command{words: words}).completeArgument,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				if e, ok := engine.Named(args[0]); ok {
					out := c.OutOrStdout()
					return writeText(out, paintFor(out).headings(page.Filled(e.Page(), widthOf(out))))
				}
			}
			found, err := pageOf(c.Root(), args, lists.Map(engine.Listed(), func(e *engine.Engine) string { return e.Name })...)
			if err != nil {
				return err
			}
			return found.Help()
		},
	}
}

// helpOf is the help of a command, a topic or qmsat, in lines of a width.
func helpOf(c *cobra.Command, p paint, width int) string {
	if !c.HasParent() {
		return page.Filled(overview(c, p), width)
	}
	var text strings.Builder
	text.WriteString(p.headings(strings.TrimRight(page.Filled(c.Long, width), "\n")) + "\n")
	if !c.Runnable() { // a topic
		if flags := topicFlags(c); flags.HasFlags() {
			fmt.Fprintf(&text, "\n%s\n%s", p.heading("Flags:"), flags.FlagUsagesWrapped(width))
		}
		return text.String()
	}
	fmt.Fprintf(&text, "\n%s %s\n", p.heading("Usage:"), c.UseLine())
	if c.HasExample() {
		fmt.Fprintf(&text, "\n%s\n%s", p.heading("Examples:"), c.Example)
	}
	var rows [][2]string // topics, and their flags
	var see []string     // other topics
	for i, g := range flagGroups {
		flags := g.of(c.Flags(), i == 0)
		if !flags.HasAvailableFlags() {
			continue
		}
		if g.topic == "" {
			fmt.Fprintf(&text, "\n%s\n%s", p.heading(g.title+":"), flags.FlagUsagesWrapped(width))
			continue
		}
		var names []string
		flags.VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		row := [2]string{g.topic, strings.Join(names, ", ")}
		if last := len(rows) - 1; last >= 0 && named(row) && named(rows[last]) {
			rows[last] = [2]string{rows[last][0] + ", " + row[0], rows[last][1] + ", " + row[1]}
		} else {
			rows = append(rows, row)
		}
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		for _, topic := range topicsOf(f) {
			if !slices.Contains(see, topic) && !slices.ContainsFunc(rows, func(row [2]string) bool { return row[0] == topic }) {
				see = append(see, topic)
			}
		}
	})
	slices.Sort(see)
	switch others := strings.Join(see, ", "); {
	case rows != nil:
		more := strings.Join(lists.Map(rows, func(row [2]string) string { return page.Entry(row[0], row[1]) }), "")
		more = strings.TrimRight(more+"  "+others, " \n")
		fmt.Fprintf(&text, "\n%s\n%s\n", p.heading("See also qmsat help TOPIC, for more flags:"), page.Filled(more, width))
	case see != nil:
		fmt.Fprintf(&text, "\n%s\n", page.Filled(p.heading("See also:")+" qmsat help "+others, width))
	}
	return text.String()
}

// named reports whether topics have the names of their flags.
func named(row [2]string) bool { return row[0] == strings.ReplaceAll(row[1], "--", "") }

// topicsOf returns the topics that explain a flag of a command's page.
func topicsOf(f *pflag.Flag) []string {
	var topics []string
	if c, ok := f.Value.(*choice); ok && c.topic != "" {
		topics = append(topics, c.topic)
	}
	for _, s := range seeAlso {
		if s.flag == f.Name {
			topics = append(topics, s.topic)
		}
	}
	return topics
}

// of returns those flags that are in the group. The first group has the flags without a group.
func (g flagGroup) of(flags *pflag.FlagSet, first bool) *pflag.FlagSet {
	found := pflag.NewFlagSet("", pflag.ContinueOnError)
	found.SortFlags = false
	flags.VisitAll(func(f *pflag.Flag) {
		in := func(g flagGroup) bool { return slices.Contains(strings.Fields(g.names), f.Name) }
		if in(g) || first && !slices.ContainsFunc(flagGroups, in) {
			found.AddFlag(f)
		}
	})
	return found
}

// topicFlags are the flags on a topic's page, from all commands, each once, except those that its text has.
func topicFlags(topic *cobra.Command) *pflag.FlagSet {
	found := pflag.NewFlagSet("", pflag.ContinueOnError)
	found.SortFlags = false
	for _, g := range flagGroups {
		if g.topic != topic.Name() {
			continue
		}
		for _, name := range strings.Fields(g.names) {
			for _, c := range allPages(topic.Root()) {
				f := c.Flags().Lookup(name)
				if f != nil && found.Lookup(name) == nil && !strings.Contains(topic.Long, "\n--"+f.Name) {
					found.AddFlag(f)
				}
			}
		}
	}
	return found
}

// overview lists the commands.
func overview(root *cobra.Command, p paint) string {
	var text strings.Builder
	text.WriteString(root.Long + " More: qmsat help NAME.\n")
	for _, g := range root.Groups() {
		text.WriteString("\n" + p.heading(g.Title+":") + "\n")
		for _, c := range root.Commands() {
			if c.GroupID == g.ID {
				text.WriteString(page.Entry(c.Name(), c.Short))
			}
		}
	}
	return text.String()
}

// allExamples returns the examples of the command and its topics.
func (c *command) allExamples() []example {
	list := slices.Clone(c.examples)
	for _, t := range c.topics {
		list = append(list, t.examples...)
	}
	return list
}

// exampleText writes the examples for help.
func (c *command) exampleText() string {
	var text strings.Builder
	for _, e := range c.allExamples() {
		fmt.Fprintf(&text, "  qmsat %s\n      %s\n", e.args, e.says)
	}
	return text.String()
}

// measuresPage lists what engines count while they search.
func measuresPage() string {
	text := "What engines count, as in the object \"effort\" of --format json:\n\n"
	for _, k := range engine.Measures() {
		text += page.Entry(k.Name, k.Unit+" "+k.Meaning)
	}
	return text
}

// variantsPage lists the named constraints by group, each with an example.
func variantsPage() string {
	text := "Named constraints of Sudoku variants: entries of constraints in model files, each with an example for 9×9. " +
		"n is the number of the grid's values. A line that comes back to a cell has it again at that place. A set has each cell " +
		"once, and so has a line whose cells all differ. qmsat help model has the rest of the language.\n"
	for _, group := range variant.Groups() {
		text += "\n" + strings.ToUpper(group[:1]) + group[1:] + ":\n"
		for _, kind := range variant.Kinds() {
			if kind.Group == group {
				text += page.Entry(kind.Name, kind.Summary) + "    " + kind.Example + "\n"
			}
		}
	}
	return text + "\nA list for generate --clues has kinds of clues on cells, lines, rows and columns, each with or without a number, " +
		"as in killer,thermometers:4. kropki and xv are two kinds each. layout adds no clues. " +
		"Cages without a sum in a model get one from the puzzle's solution.\n"
}

// statusPage lists the exit statuses.
func statusPage() string {
	text := "Standard output is data alone. Every command exits with one of these statuses:\n\n"
	for status, meaning := range exitStatuses {
		text += page.Entry(strconv.Itoa(status), meaning)
	}
	return text
}

// pageWords are the commands and topics behind some words of a command line.
func pageWords(before []string) []string {
	page, err := pageOf(commandTree(streams{}, nil), before)
	if err != nil {
		return nil
	}
	return lists.Map(page.Commands(), func(c *cobra.Command) string { return cobra.CompletionWithDesc(c.Name(), c.Short) })
}

// pageOf returns the page that words name, or an error that suggests a page or one of the others.
func pageOf(root *cobra.Command, words []string, others ...string) (*cobra.Command, error) {
	page, rest, _ := root.Find(words)
	switch {
	case len(rest) == 0:
		return page, nil
	case !page.HasSubCommands():
		return nil, usageErrorf("%s takes no arguments, found %s", pathOf(page), input.Clip(rest[0]))
	case page.HasParent():
		others = nil
	}
	names := append(lists.Map(page.Commands(), (*cobra.Command).Name), others...)
	if found := pagesWith(page, rest[0]); len(found) > 0 {
		return nil, usageErrorf("unknown page %q; the word stands on the pages %s", input.Clip(rest[0]), strings.Join(found, ", "))
	}
	return nil, usageErrorf("%w", input.CheckName("page", rest[0], names))
}

// pagesWith returns the pages that have a word, at most three, those that have it most often first.
func pagesWith(root *cobra.Command, word string) []string {
	const most = 3
	times, whole := map[string]int{}, regexp.MustCompile(`(?i)\b`+regexp.QuoteMeta(word)+`s?\b`)
	for _, c := range allPages(root) {
		if n := len(whole.FindAllString(c.Short+c.Long+c.Example, -1)); n > 0 {
			times[pathOf(c)] = n
		}
	}
	names := slices.Sorted(maps.Keys(times))
	slices.SortStableFunc(names, func(a, b string) int { return times[b] - times[a] })
	return names[:min(len(names), most)]
}

// allPages are a command and its subcommands, such as topics.
func allPages(c *cobra.Command) []*cobra.Command {
	pages := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		pages = append(pages, allPages(sub)...)
	}
	return pages
}

// pathOf is the name of a command within qmsat.
func pathOf(c *cobra.Command) string { return strings.TrimPrefix(c.CommandPath(), "qmsat ") }

// asStopped gives an error the status of a stop if ctx has ended. It keeps a status that is already set.
func asStopped(ctx context.Context, err error) error {
	if said := (*exitError)(nil); err == nil || ctx.Err() == nil || errors.As(err, &said) {
		return err
	}
	return &exitError{statusStopped, stopCause(ctx)}
}

// isStop reports whether an error has the status of a stop.
func isStop(err error) bool {
	exit := new(exitError)
	return errors.As(err, &exit) && exit.status == statusStopped
}

// checkArguments reports arguments that the command does not take, and unknown topics.
func (c *command) checkArguments(sub *cobra.Command, args []string) error {
	switch {
	case c.topics != nil && len(args) > 0:
		return usageErrorf("%s: %w", c.name, input.CheckName("topic", args[0], lists.Map(c.topics, func(t *command) string { return t.name })))
	case c.topics != nil && c.setup == nil:
		return usageErrorf("found no topic, expected one that qmsat help %s lists", c.name)
	case c.args == "" && len(args) > 0:
		return usageErrorf("%s takes no arguments, found %s", pathOf(sub), input.Clip(args[0]))
	}
	return nil
}

// text is the command's help: its long text or, without one, its summary. Topics come last.
func (c *command) text() string {
	if c.topics == nil {
		return cmp.Or(c.long, strings.ToUpper(c.summary[:1])+c.summary[1:]+".")
	}
	text := c.long + "\n\nTopics:\n\n"
	for _, t := range c.topics {
		text += page.Entry(t.name, t.summary)
	}
	return text + fmt.Sprintf("\nSee qmsat help %s TOPIC.", c.name)
}

// misplaced reports the first given flag among some, and why it does not fit.
func misplaced(flags *pflag.FlagSet, why string, names ...string) error {
	for _, name := range names {
		if flags.Changed(name) {
			return usageErrorf("--%s %s", name, why)
		}
	}
	return nil
}

// dependents is the annotation of a flag that lists the flags that need it.
const dependents = "flags that need this one"

// requireFlag makes a flag required by others.
func requireFlag(flags *pflag.FlagSet, name string, others ...string) {
	flags.Lookup(name).Annotations = map[string][]string{dependents: others}
}

// missingFlag reports a given flag whose required flag is missing, or that names nothing.
func missingFlag(flags *pflag.FlagSet) (err error) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed && f.Value.String() == "" {
			err = firstError(err, usageErrorf("--%s: found an empty text, expected a value", f.Name))
		}
		if !f.Changed {
			err = firstError(err, misplaced(flags, "needs --"+f.Name, f.Annotations[dependents]...))
		}
	})
	return err
}

// cellsPage describes the encodings of cells and rules.
func cellsPage() string {
	return `An encoding has parts; qmsat help amo, sum and enumerate have the others. Lists of names, or "all", run every combination: ` +
		`qmsat bench --amo all FILE.

"propagates" says what unit propagation finds. Sizes are those of an n×n Sudoku with pairwise at-most-ones, and of a conjunction of n atoms.

--encoding NAME: values of cells, and all-different (default auto)
` + page.Entry("auto", `in files of puzzles with givens, optimized-lines for grids of 8,192 literals or more without sums, otherwise `+
		`optimized-fixpoint; in gini and gophersat optimized-fixpoint for such grids, with or without sums, if a third of the cells is `+
		`given; everywhere else extended`) + encode.Describe(encode.CellEncodings) + `
--rule-encoding NAME: rules (default tseitin)
` + encode.Describe(encode.RuleEncodings) + `
--implied NAME: use what the model implies (default auto)
` + page.Entry("auto", "in engine native only, without clauses") +
		page.Entry("on", "as clauses too, except sums of more than 4 cells; certificates cannot prove it") +
		page.Entry("off", "nowhere") + `
--for READER: which program reads the file of export (default cadical)
` + page.Entry("cadical", "solvers that simplify while they search, such as kissat") +
		page.Entry("minisat", "solvers that do not, such as glucose and clasp") +
		page.Entry("counter", "model counters, such as d4") +
		page.Entry("proof", "drat-trim or cpog-check, beside a certificate of count --proof") + `
--dedup: write each clause once
`
}

// amoPage describes the at-most-one encodings.
func amoPage() string {
	return `At most one of n literals is true. "propagates" says what unit propagation finds.

--amo NAME: at most one of several literals (default auto)
` + page.Entry("auto", "commander if all-different variables have too few values, product if they are 30 or more beside sums; otherwise pairwise") +
		encode.Describe(encode.AtMostOnes) + `
Settings follow a name in brackets: --amo 'commander[group=4]', or within the settings of an engine: --engine 'gini[amo=commander[group=4]]'. ` +
		`Sizes are those of the defaults.`
}

// sumPage describes the encodings of sums.
func sumPage() string {
	return `Sizes are those of a sum of three different cells with n values; ≈ is within a quarter. "propagates" says what unit propagation finds.

--sum NAME: linear constraints, such as the lines of boxes (default auto; with --encoding auto it is order for differences of two variables, and for sums of up to four terms with 65,536 tuples or more, in files for solvers and for gini in grids of 4,096 literals or more)
` + encode.Describe(encode.LinearEncodings)
}

// techniquesPage lists the techniques in the order of trials.
func techniquesPage() string {
	var text strings.Builder
	text.WriteString("explain and grade try these techniques in this order. Level and score are HoDoKu's. Techniques with * assume that the solution " +
		"is unique; they are used only if --techniques names them.\n\n")
	techniques := table.Table[*logic.Technique]{Records: logic.Techniques(), Left: true, Row: func(t *logic.Technique) string {
		mark := ""
		if t.Unique {
			mark = " *"
		}
		return fmt.Sprintf("  %s%s\t%s\t%d", t.Name, mark, t.Level, t.Score)
	}}
	text.WriteString(page.Columns(strings.TrimPrefix(techniques.Text(), "\n")))
	names := lists.Map(techniques.Records, func(t *logic.Technique) string { return t.Name })
	sets := slices.DeleteFunc(logic.Names(), func(name string) bool { return slices.Contains(names, name) })
	text.WriteString("\nSets of techniques: " + strings.Join(sets, ", ") + ". default has all that are not marked with *.")
	return text.String()
}
