package main

import (
	"cmp"
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
	{enginesTopic, "engines, what they can do, and their settings", enginesPage},
	{"measures", "what engines count while they search", measuresPage},
	{"model", "every key of model files, with examples", func() string { return docs.Model }},
}

// helpCommand tells about a command, as its flag --help does, a topic or an engine.
func helpCommand() *cobra.Command {
	words := func(before []string) []string {
		words := pageWords(before)
		if len(before) == 0 {
			words = append(words, each(helpedEngines(), func(e *engine.Engine) string { return cobra.CompletionWithDesc(e.Name, e.Summary) })...)
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
				if e, ok := findEngine(args[0]); ok {
					return writeText(c.OutOrStdout(), enginePage(e))
				}
			}
			page, err := pageOf(c.Root(), args, each(helpedEngines(), func(e *engine.Engine) string { return e.Name })...)
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

func enginesPage() string {
	var text strings.Builder
	text.WriteString("Engines, as --engine takes them. Settings stand in brackets: --engine 'native[order=rows]'.\n")
	for _, e := range helpedEngines() {
		fmt.Fprintf(&text, "\n  %s: %s\n", e.Name, e.Summary)
		if abilities := e.Abilities.String(); abilities != "" {
			fmt.Fprintf(&text, "      abilities: %s\n", abilities)
		}
		if e.Route != "" {
			fmt.Fprintf(&text, "      reads models by: %s\n", e.Route)
		}
		if listed := e.Listed(); len(listed) > 0 {
			fmt.Fprintf(&text, "      settings: %s\n", strings.Join(each(listed, nameOf), ", "))
		}
	}
	text.WriteString("\nEngines that read models by different packages are unrelated: --confirm takes only such a one.\nqmsat help ENGINE tells about an engine's settings, qmsat help measures about efforts.\n")
	return text.String()
}

// helpedEngines returns the registered engines, sorted, and one of each family, which is named by the family's form.
func helpedEngines() []*engine.Engine {
	var list []*engine.Engine
	for _, name := range engine.Names() {
		if e, err := engine.Lookup(name); err == nil {
			list = append(list, e)
		}
	}
	for _, f := range engine.Families() {
		if e, err := f.Make(f.Form); err == nil {
			e.Summary = f.Summary
			list = append(list, e)
		}
	}
	return list
}

func enginePages() string {
	var text strings.Builder
	for _, e := range helpedEngines() {
		text.WriteString("\n" + enginePage(e))
	}
	return text.String()
}

// enginePage tells about an engine with each of its settings.
func enginePage(e *engine.Engine) string {
	var text strings.Builder
	fmt.Fprintf(&text, "Engine %s: %s\n", e.Name, e.Summary)
	if abilities := e.Abilities.String(); abilities != "" {
		fmt.Fprintf(&text, "\nAbilities: %s\n", abilities)
	}
	listed := e.Listed()
	if len(listed) == 0 {
		text.WriteString("\nIt has no settings.\n")
	}
	for i, s := range listed {
		if i == 0 {
			text.WriteString("\nSettings:\n")
		}
		fmt.Fprintf(&text, "\n  %s: %s\n      %s; default %s\n", s.Name, s.Usage, expectedBy(e, s), cmp.Or(s.Default, "none"))
		if s.Flag {
			fmt.Fprintf(&text, "      also the flag --%s\n", s.Name)
		}
	}
	if thresholds := e.Thresholds(); len(thresholds) > 0 {
		fmt.Fprintf(&text, "\nTests lower thresholds, the sizes at which it changes its methods, as in '%s[%s=%s]'.\n",
			e.Name, thresholds[0].Name, thresholds[0].Values()[0])
	}
	return text.String()
}

// expectedBy says which values a setting may have for an engine.
func expectedBy(e *engine.Engine, s *engine.Setting) string {
	if s.Type == engine.Name {
		return "one of " + strings.Join(e.Values(s), ", ")
	}
	return s.Expected()
}

// findEngine returns the engine that help is asked about: by its name, by a family's form, or by that without its placeholder.
func findEngine(name string) (*engine.Engine, bool) {
	list := helpedEngines()
	i := slices.IndexFunc(list, func(e *engine.Engine) bool {
		prefix, _, _ := strings.Cut(e.Name, ":")
		return e.Name == name || prefix == strings.TrimSuffix(name, ":")
	})
	if i < 0 {
		return nil, false
	}
	return list[i], true
}

// measuresPage lists what engines count while they search.
func measuresPage() string {
	measures := table.Table[engine.MeasureKind]{Records: engine.Measures(), Left: true, Row: func(k engine.MeasureKind) string {
		return fmt.Sprintf("  %s\t%s %s", k.Name, k.Unit, k.Meaning)
	}}
	return "Efforts of engines, as in the objects \"effort\" of --format json:\n" + measures.Text()
}
