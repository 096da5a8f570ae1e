package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"qmsat/compare/table"
	"qmsat/docs"
	"qmsat/model/engine"
)

// topicPage is something that help tells about beside commands.
type topicPage struct {
	name, summary string
	page          func() string
}

// enginesTopic is the topic whose manual page goes on with the page of each engine.
const enginesTopic = "engines"

var topicPages = []topicPage{
	{enginesTopic, "engines, what they can do, and their settings", engine.Overview},
	{"measures", "what engines count while they search", measuresPage},
	{"model", "every key of model files, with examples", func() string { return docs.Model }},
}

// helpCommand tells about a command, as its flag --help does, a topic or an engine.
func helpCommand() *cobra.Command {
	words := func(before []string) []string {
		words := pageWords(before)
		if len(before) == 0 {
			words = append(words, each(engine.Listed(), func(e *engine.Engine) string { return cobra.CompletionWithDesc(e.Name, e.Summary) })...)
		}
		return words
	}
	return &cobra.Command{
		Use: "help [COMMAND [TOPIC] | TOPIC | ENGINE]", Short: "tell about a command, a topic or an engine", DisableFlagsInUseLine: true,
		Long: "Prints the help of a command or one of its topics, as the flag --help does, a page on a topic or an engine, or\n" +
			"without an argument what there is.",
		ValidArgsFunction: (&command{words: words}).completeArgument,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				if e, ok := engine.Named(args[0]); ok {
					return writeText(c.OutOrStdout(), e.Page())
				}
			}
			page, err := pageOf(c.Root(), args, engine.Forms()...)
			if err != nil {
				return err
			}
			return page.Help()
		},
	}
}

// helpOf is the help of a command, or of qmsat.
func helpOf(c *cobra.Command, p paint) string {
	if !c.HasParent() {
		return overview(c, p)
	}
	if !c.Runnable() { // a topic
		return c.Long
	}
	text := fmt.Sprintf("%s\n\n%s\n\n%s\n%s", c.UseLine(), c.Long, p.heading("Flags:"), c.Flags().FlagUsagesWrapped(110))
	if c.HasExample() {
		text += fmt.Sprintf("\n%s\n%s", p.heading("Examples:"), c.Example)
	}
	return text
}

// overview lists the commands.
func overview(root *cobra.Command, p paint) string {
	var text strings.Builder
	text.WriteString(root.Long + "\n")
	for _, g := range root.Groups() {
		text.WriteString("\n" + p.heading(g.Title+":") + "\n")
		for _, c := range root.Commands() {
			if c.GroupID == g.ID {
				fmt.Fprintf(&text, "  %-11s %s\n", c.Name(), c.Short)
			}
		}
	}
	text.WriteString("\nqmsat help COMMAND, qmsat help TOPIC and qmsat help ENGINE tell more.\n")
	return text.String()
}

// allExamples are those of the command and its topics.
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
	measures := table.Table[engine.MeasureKind]{Records: engine.Measures(), Left: true, Row: func(k engine.MeasureKind) string {
		return fmt.Sprintf("  %s\t%s %s", k.Name, k.Unit, k.Meaning)
	}}
	return "Efforts of engines, as in the objects \"effort\" of --format json:\n" + measures.Text()
}
