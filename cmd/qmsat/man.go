package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/docs"
	"qmsat/internal/document"
	"qmsat/internal/lists"
	"qmsat/model/engine"
)

var manCommand = &command{
	name:    "man",
	args:    "[COMMAND [TOPIC] | TOPIC]",
	words:   pageWords,
	summary: "write manual pages",
	long:    `Prints the manual page of a command, a topic, or qmsat itself. --output DIR writes all pages to a folder.`,
	examples: []example{
		{"man version", "the page of a command; | man -l - shows it"},
		{"man --output man1", "all pages: qmsat.1, qmsat-solve.1 and so on"},
	},
	ofAll: true,
	setup: func(flags *pflag.FlagSet) action {
		folder := flags.StringP("output", "o", "", "write all pages to the folder `DIR`")
		return func(_ context.Context, streams streams, args []string) error {
			root := commandTree(streams, nil)
			if len(args) > 0 && *folder != "" {
				return usageErrorf("man: %d arguments beside --output, expected none", len(args))
			} else if *folder != "" {
				return writePages(*folder, root)
			}
			page, err := pageOf(root, args)
			if err != nil {
				return err
			}
			return writeManual(page, streams.out)
		}
	},
}

// pageWords are the commands and topics behind some words of a command line.
func pageWords(before []string) []string {
	page, err := pageOf(commandTree(streams{}, nil), before)
	if err != nil {
		return nil
	}
	return lists.Map(page.Commands(), func(c *cobra.Command) string { return cobra.CompletionWithDesc(c.Name(), c.Short) })
}

// pageOf returns the page that words name. Instead of it one of some others may have been meant.
func pageOf(root *cobra.Command, words []string, others ...string) (*cobra.Command, error) {
	page, rest, _ := root.Find(words)
	switch {
	case len(rest) == 0:
		return page, nil
	case !page.HasSubCommands():
		return nil, usageErrorf("%s: %d words more, expected none", pathOf(page), len(rest))
	case page.HasParent():
		others = nil
	}
	return nil, usageErrorf("%w", document.CheckName("page", rest[0], append(lists.Map(page.Commands(), (*cobra.Command).Name), others...)))
}

// writePages writes every page to a folder, which is made if it is not there.
func writePages(folder string, root *cobra.Command) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return outputError(err)
	}
	for _, c := range allPages(root) {
		if err := writeFile(filepath.Join(folder, pageName(c)+".1"), nil, func(w io.Writer) error { return writeManual(c, w) }); err != nil {
			return err
		}
	}
	return nil
}

// writeManual writes the manual page of qmsat, a command or a topic.
func writeManual(c *cobra.Command, w io.Writer) error {
	var text strings.Builder
	name := pageName(c)
	// It has no date, so that a build can be made again.
	fmt.Fprintf(&text, ".nh\n.TH %q \"1\" \"\" \"qmsat %s\" \"qmsat\"\n", strings.ToUpper(name), compare.ReadBuild().Version)
	fmt.Fprintf(&text, ".SH NAME\n%s \\- %s.SH SYNOPSIS\n\\fB%s\\fP\n.SH DESCRIPTION\n%s", name, roff(c.Short), c.UseLine(), roff(manualText(c)))
	flags := c.Flags()
	if !c.Runnable() {
		flags = topicFlags(c)
	}
	if flags.HasFlags() {
		text.WriteString(".SH OPTIONS\n")
		flags.VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				text.WriteString(flagEntry(f))
			}
		})
	}
	if c.HasExample() {
		text.WriteString(".SH EXAMPLES\n" + roff(c.Example))
	}
	text.WriteString(".SH EXIT STATUS\n")
	for status, meaning := range exitStatuses {
		fmt.Fprintf(&text, ".TP\n\\fB%d\\fP\n%s", status, roff(meaning))
	}
	others := slices.DeleteFunc(allPages(c.Root()), func(other *cobra.Command) bool { return other == c })
	names := lists.Map(others, func(other *cobra.Command) string { return `\fB` + pageName(other) + `\fP(1)` })
	fmt.Fprintf(&text, ".SH SEE ALSO\n%s\n", strings.Join(names, ",\n"))
	return writeText(w, text.String())
}

// manualText is what the page tells before it comes to flags: of a topic, what help prints, as it is.
func manualText(c *cobra.Command) string {
	if !c.HasParent() {
		return overview(c, paintFor(nil))
	}
	if c.Runnable() {
		return c.Long
	}
	switch c.Name() {
	case enginesTopic:
		text := ""
		for _, e := range engine.Listed() {
			text += "\n" + e.Page()
		}
		return c.Long + "\n" + verbatim(text)
	case modelTopic:
		return verbatim(docs.Model)
	}
	return c.Long
}

// verbatim has man show a text as it is.
func verbatim(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ")
}

// allPages are a command and those within it, such as topics, which have a page each.
func allPages(c *cobra.Command) []*cobra.Command {
	pages := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		pages = append(pages, allPages(sub)...)
	}
	return pages
}

func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// pathOf is how a command is called within qmsat.
func pathOf(c *cobra.Command) string { return strings.TrimPrefix(c.CommandPath(), "qmsat ") }

// flagEntry is a flag with its usage and default.
func flagEntry(f *pflag.Flag) string {
	called, usage := pflag.UnquoteUsage(f)
	term := `\fB--` + f.Name + `\fP`
	if f.Shorthand != "" {
		term = `\fB-` + f.Shorthand + `\fP, ` + term
	}
	if f.NoOptDefVal != "" && called != "" {
		term += `[=\fI` + called + `\fP]`
	} else if called != "" {
		term += ` \fI` + called + `\fP`
	}
	if !slices.Contains([]string{"", "false", "0", "0s"}, f.DefValue) {
		usage += " (default " + f.DefValue + ")"
	}
	return ".TP\n" + term + "\n" + roff(usage)
}

// roff writes help in the language of man. Lines that begin with a blank stay as they are.
func roff(text string) string {
	var out strings.Builder
	literal := false
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if indented := strings.HasPrefix(line, " "); indented != literal {
			literal = indented
			out.WriteString(map[bool]string{true: ".EX\n", false: ".EE\n"}[literal])
		}
		line = strings.ReplaceAll(strings.TrimPrefix(line, "  "), `\`, `\\`)
		switch {
		case line == "" && !literal:
			line = ".PP"
		case strings.HasPrefix(line, "."), strings.HasPrefix(line, "'"):
			line = `\&` + line
		}
		out.WriteString(line + "\n")
	}
	if literal {
		out.WriteString(".EE\n")
	}
	return out.String()
}
