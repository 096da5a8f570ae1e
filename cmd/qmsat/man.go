package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/docs"
	"qmsat/internal/document"
	"qmsat/internal/lists"
	"qmsat/internal/manual"
	"qmsat/internal/page"
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
				return usageErrorf("man: %d arguments, expected none with --output", len(args))
			} else if *folder != "" {
				return writePages(*folder, root)
			}
			found, err := pageOf(root, args)
			if err != nil {
				return err
			}
			return writeManual(found, streams.out)
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

// writePages writes every page to a folder, and creates the folder if needed.
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
	var others []string
	for _, other := range allPages(c.Root()) {
		if other != c {
			others = append(others, pageName(other))
		}
	}
	return writeText(w, manual.Page(c, pageName(c), compare.ReadBuild().Version, manualText(c), exitStatuses[:], others))
}

// manualText is the text before the flags; for a topic, the unchanged text of help.
func manualText(c *cobra.Command) string {
	switch {
	case !c.HasParent():
		return page.Filled(overview(c, paintFor(nil)), page.Width)
	case c.Runnable() || c.Name() != enginesTopic && c.Name() != modelTopic:
		return page.Filled(c.Long, page.Width)
	case c.Name() == modelTopic:
		return verbatim(docs.Model)
	}
	text := ""
	for _, e := range engine.Listed() {
		text += "\n" + e.Page()
	}
	return page.Filled(c.Long, page.Width) + "\n" + verbatim(page.Filled(text, page.Width-2))
}

// verbatim makes man show a text unchanged.
func verbatim(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ")
}

// allPages are a command and its subcommands, such as topics; each has a page.
func allPages(c *cobra.Command) []*cobra.Command {
	pages := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		pages = append(pages, allPages(sub)...)
	}
	return pages
}

func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// pathOf is the name of a command within qmsat.
func pathOf(c *cobra.Command) string { return strings.TrimPrefix(c.CommandPath(), "qmsat ") }
