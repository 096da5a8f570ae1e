package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/model/document"
)

var manCommand = &command{
	name:    "man",
	args:    "[COMMAND | TOPIC]",
	words:   firstWord(pageWords),
	summary: "write manual pages",
	long: `Prints the manual page of a command, or of a topic of help, or without either that of qmsat itself, in the language of man.
--output DIR writes all of them to a folder, such as the man1 of a folder of manual pages: qmsat.1, and one for each command and
topic.`,
	examples: []example{
		{"man version", "the page of a command; | man -l - shows it"},
		{"man --output man1", "all pages: qmsat.1, qmsat-solve.1 and so on"},
	},
	setup: func(flags *pflag.FlagSet) action {
		folder := flags.StringP("output", "o", "", "write all pages to the folder `DIR`")
		return func(_ context.Context, streams streams, args []string) error {
			switch {
			case len(args) > 1 || len(args) == 1 && *folder != "":
				return usageErrorf("man: %d arguments, expected a command or a topic, or none beside --output", len(args))
			case *folder != "":
				return writePages(*folder)
			case len(args) == 0:
				return writeText(streams.out, overviewPage())
			}
			var names []string
			for _, p := range manualPages() {
				if p.name == args[0] {
					return writeText(streams.out, p.text())
				}
				names = append(names, p.name)
			}
			return usageErrorf("%w", document.CheckName("command or topic", args[0], names))
		}
	},
}

// manualPage is a page beside that of qmsat itself.
type manualPage struct {
	name, summary string
	text          func() string
}

// manualPages are those of commands and topics.
func manualPages() []manualPage {
	var pages []manualPage
	for _, c := range commands {
		pages = append(pages, manualPage{c.name, c.summary, c.page})
	}
	for _, t := range topicPages {
		pages = append(pages, manualPage{t.name, t.summary, t.manual})
	}
	return pages
}

// pageWords are the commands and topics as words of a command line.
func pageWords() []string {
	return each(manualPages(), func(p manualPage) string { return cobra.CompletionWithDesc(p.name, p.summary) })
}

// writePages writes every page to a folder, which is made if it is not there.
func writePages(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return outputError(err)
	}
	pages := map[string]string{"qmsat.1": overviewPage()}
	for _, p := range manualPages() {
		pages["qmsat-"+p.name+".1"] = p.text()
	}
	for name, page := range pages {
		err := writeFile(filepath.Join(folder, name), nil, func(w io.Writer) error { return writeText(w, page) })
		if err != nil {
			return outputError(err)
		}
	}
	return nil
}

// overviewPage is the manual page of qmsat without a command.
func overviewPage() string {
	p := newPage("qmsat", synopsis)
	p.section("SYNOPSIS")
	p.request("B", "qmsat")
	p.line(`\fICOMMAND\fR [\fIflags\fR] ...`)
	p.section("DESCRIPTION")
	p.text(introduction)
	for _, g := range groups {
		p.section(strings.ToUpper(g.title))
		for _, c := range g.commands {
			p.item(bold("qmsat "+c.name), c.summary)
		}
	}
	p.ending(pageNamesExcept(""))
	return p.String()
}

// page is the manual page of a command.
func (c *command) page() string {
	p := newPage("qmsat-"+c.name, c.summary)
	p.section("SYNOPSIS")
	p.request("B", "qmsat "+c.name)
	p.line(strings.TrimSpace(`[\fIflags\fR] ` + roff(c.args)))
	p.section("DESCRIPTION")
	p.text(c.long)
	p.section("OPTIONS")
	c.flags().VisitAll(p.flag)
	p.section("EXAMPLES")
	for i, e := range c.examples {
		if i > 0 {
			p.line(".PP")
		}
		p.text(strings.ToUpper(e.says[:1]) + e.says[1:] + ":")
		p.literal("qmsat " + e.args)
	}
	p.ending(append([]string{"qmsat"}, pageNamesExcept(c.name)...))
	return p.String()
}

// manual is the manual page of a topic: what help prints, as it is.
func (t topicPage) manual() string {
	p := newPage("qmsat-"+t.name, t.summary)
	p.section("DESCRIPTION")
	text := t.page()
	if t.detail != nil {
		text += t.detail()
	}
	p.literal(strings.Split(strings.TrimSuffix(text, "\n"), "\n")...)
	p.ending(append([]string{"qmsat"}, pageNamesExcept(t.name)...))
	return p.String()
}

// pageNamesExcept returns the names of the pages but that of a command or topic, and that of qmsat.
func pageNamesExcept(name string) []string {
	var names []string
	for _, p := range manualPages() {
		if p.name != name {
			names = append(names, "qmsat-"+p.name)
		}
	}
	return names
}

// page is a manual page as it is written. Its language is that of the macros man(7).
type page struct{ strings.Builder }

// newPage begins a page of section 1.
func newPage(name, summary string) *page {
	p := &page{}
	p.line(fmt.Sprintf(`.TH %s 1 "" "qmsat %s" "qmsat"`, roff(strings.ToUpper(name)), roff(compare.ReadBuild().Version)))
	p.section("NAME")
	p.line(roff(name) + ` \- ` + roff(summary))
	return p
}

// ending ends a page with the exit statuses and what other pages there are.
func (p *page) ending(others []string) {
	p.section("EXIT STATUS")
	for status, meaning := range exitStatuses {
		p.item(bold(fmt.Sprint(status)), meaning)
	}
	p.section("SEE ALSO")
	p.line(strings.Join(each(others, func(name string) string { return bold(name) + "(1)" }), ",\n"))
}

func (p *page) line(text string) { p.WriteString(text + "\n") }

func (p *page) request(macro, text string) { p.line("." + macro + " " + roff(text)) }

func (p *page) section(title string) { p.request("SH", title) }

// item writes a term, which is already in the page's language, and below it what it means.
func (p *page) item(term, meaning string) {
	p.line(".TP")
	p.line(term)
	p.line(roff(meaning))
}

// flag writes a flag with its usage and default.
func (p *page) flag(f *pflag.Flag) {
	called, usage := pflag.UnquoteUsage(f)
	term := bold("--" + f.Name)
	if f.Shorthand != "" {
		term = bold("-"+f.Shorthand) + ", " + term
	}
	if f.NoOptDefVal != "" && called != "" {
		term += `[=\fI` + roff(called) + `\fR]`
	} else if called != "" {
		term += ` \fI` + roff(called) + `\fR`
	}
	if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "0s" {
		usage += " (default " + f.DefValue + ")"
	}
	p.item(term, usage)
}

// text writes paragraphs, which are separated by empty lines. Lines that begin with a blank stay as they are.
func (p *page) text(text string) {
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			p.line(".PP")
		}
		var literal []string
		for line := range strings.SplitSeq(paragraph, "\n") {
			if strings.HasPrefix(line, " ") {
				literal = append(literal, strings.TrimSpace(line))
				continue
			}
			p.literal(literal...)
			literal = nil
			p.line(roff(line))
		}
		p.literal(literal...)
	}
}

// literal writes lines that stay as they are, indented.
func (p *page) literal(lines ...string) {
	if len(lines) == 0 {
		return
	}
	p.line(".RS 2\n.nf")
	for _, line := range lines {
		p.line(roff(line))
	}
	p.line(".fi\n.RE")
}

func bold(text string) string { return `\fB` + roff(text) + `\fR` }

// roff writes text in the language of manual pages: what would be a command there, or a hyphen where a minus is meant, is
// marked.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
