package main

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qmsat/internal/document"
	"qmsat/internal/lists"
	"qmsat/internal/page"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/variant"
)

// topicPage is a page of help that belongs to no command.
type topicPage struct {
	name, summary string
	page          func() string // nil: the file topics/NAME.txt
	aliases       []string      // other names
	further       bool          // another page names it, not the list of topics
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
	{name: "amo", summary: "at most one of several literals as clauses", page: amoPage, further: true},
	{name: "sum", summary: "linear constraints as clauses", page: sumPage, further: true},
	{name: "enumerate", summary: "how SAT solvers find the next solution", further: true},
	{name: "search", summary: "how engines search"},
	{name: "measuring", summary: "how compare and bench measure"},
	{name: "measures", summary: "what engines count while they search", page: measuresPage},
	{name: "suites", summary: "files of puzzle sets for bench"},
	{name: "random", summary: "random models for compare", further: true},
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
	{title: "Limits", names: "limit break timeout memory"},
	{title: "Output", names: "format output report help"},
	{"Encodings", "encodings", "encoding rule-encoding implied dedup"},
	{"At-most-ones", "amo", "amo"},
	{"Sums", "sum", "sum"},
	{"Enumeration", "enumerate", "enumerate"},
	{"Full grids", "full", "full method period apart"},
	{"Search", "search", "order search symmetry third-cell propagation"},
	{"Many machines", "cluster", "cluster creds nkey tlsca tlscert tlskey keep verify verify-by"},
}

// seeAlso names the topic that explains a flag.
var seeAlso = []struct{ flag, topic string }{
	{"box", "puzzles"}, {"model", "model"}, {"engine", "engines"}, {"engine", "external"}, {"confirm", "confirm"}, {"proof", "proofs"},
	{"rounds", "measuring"}, {"suite", "suites"}, {"models", "random"}, {"techniques", "techniques"},
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
	fmt.Fprintf(&text, "\n%s\n  %s\n", p.heading("Usage:"), c.UseLine())
	if c.HasExample() {
		fmt.Fprintf(&text, "\n%s\n%s", p.heading("Examples:"), c.Example)
	}
	var see []string
	for i, g := range flagGroups {
		flags := g.of(c.Flags(), i == 0)
		switch {
		case flags.HasAvailableFlags() && g.topic != "":
			see = append(see, g.topic)
		case flags.HasAvailableFlags():
			fmt.Fprintf(&text, "\n%s\n%s", p.heading(g.title+":"), flags.FlagUsagesWrapped(width))
		}
	}
	for _, s := range seeAlso {
		if c.Flags().Lookup(s.flag) != nil && !slices.Contains(see, s.topic) {
			see = append(see, s.topic)
		}
	}
	if len(see) > 0 {
		slices.Sort(see)
		fmt.Fprintf(&text, "\n%s\n", page.Filled(p.heading("See also:")+" qmsat help "+strings.Join(see, ", "), width))
	}
	return text.String()
}

// of returns those flags that are in the group, with short usages. The first group has the flags without a group.
func (g flagGroup) of(flags *pflag.FlagSet, first bool) *pflag.FlagSet {
	found := pflag.NewFlagSet("", pflag.ContinueOnError)
	found.SortFlags = false
	flags.VisitAll(func(f *pflag.Flag) {
		in := func(g flagGroup) bool { return slices.Contains(strings.Fields(g.names), f.Name) }
		if in(g) || first && !slices.ContainsFunc(flagGroups, in) {
			brief := *f
			brief.Usage = briefUsage(f)
			found.AddFlag(&brief)
		}
	})
	return found
}

// briefUsage is a flag's usage without names that take more than a line.
func briefUsage(f *pflag.Flag) string {
	if c, ok := f.Value.(*choice); ok {
		if names := ": " + strings.Join(c.names(), ", "); len(names) > 60 {
			return strings.TrimSuffix(f.Usage, names)
		}
	}
	return f.Usage
}

// topicFlags are the flags on a topic's page, from all commands, each once. The topic's text may explain some of them.
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
				if f != nil && found.Lookup(name) == nil && !explains(topic.Long, f) {
					found.AddFlag(f)
				}
			}
		}
	}
	return found
}

// explains reports whether a text has an entry for a flag and its names.
func explains(text string, f *pflag.Flag) bool {
	c, names := f.Value.(*choice)
	return names && strings.Contains(text, "\n--"+f.Name+" ") &&
		!slices.ContainsFunc(c.names(), func(name string) bool { return !strings.Contains(text, name) })
}

// overview lists the commands.
func overview(root *cobra.Command, p paint) string {
	var text strings.Builder
	text.WriteString(root.Long + "\nSee qmsat help COMMAND, qmsat help TOPIC or qmsat help ENGINE.\n")
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
		"n is the number of the grid's values. A line that comes back to a cell has it at each place; but a set, and a line whose cells " +
		"all differ, has each cell once. qmsat help model has the rest of the language.\n"
	for _, group := range variant.Groups() {
		text += "\n" + strings.ToUpper(group[:1]) + group[1:] + ":\n"
		for _, kind := range model.NamedKinds() {
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
		return nil, usageErrorf("%s: %d more arguments, expected none", pathOf(page), len(rest))
	case page.HasParent():
		others = nil
	}
	return nil, usageErrorf("%w", document.CheckName("page", rest[0], append(lists.Map(page.Commands(), (*cobra.Command).Name), others...)))
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
