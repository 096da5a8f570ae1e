package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"qmsat/internal/page"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
)

// turns are ways of saying that make a reader read twice; CONTRIBUTING.md has them with better ones.
var turns = regexp.MustCompile(`\b(what is none|so many|is gone on with|go on from|goes on from|has what|comes? to nothing|` +
	`a model is taken|any model is taken|where there are any|unless said otherwise|asked for there|what (it|they) come to|where none is|` +
	`are told apart|no other has|--[a-z-]+ beside --)\b`)

// pagesOfHelp returns every page that help prints, by what names it.
func pagesOfHelp(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{"": runIn(t, ".", "help")}
	for path := range everyCommand(commands...) {
		pages[path] = runIn(t, ".", "help "+path)
	}
	for _, p := range topicPages {
		pages[p.name] = runIn(t, ".", "help "+p.name)
	}
	for _, e := range engine.Listed() {
		name, _, _ := strings.Cut(e.Name, ":")
		pages[name] = runIn(t, ".", "help "+name)
	}
	return pages
}

// listPages are the pages that list what has registered itself: they may grow. "" is the list of commands.
var listPages = []string{"", "amo", "encodings", "engines", "full", "measures", "sum", "techniques", "variants"}

// A page of help fits 60 lines of 80 columns, unless it is a list, and has none of the turns.
func TestHelpPages(t *testing.T) {
	for name, text := range pagesOfHelp(t) {
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if len(lines) > 60 && !slices.Contains(listPages, name) {
			t.Errorf("help %s has %d lines, expected 60 at most", name, len(lines))
		}
		for i, line := range lines {
			if n := utf8.RuneCountInString(line); n > page.Width {
				t.Errorf("help %s, line %d has %d columns, expected %d at most: %s", name, i+1, n, page.Width, line)
			}
		}
		if found := turns.FindString(strings.Join(strings.Fields(text), " ")); found != "" {
			t.Errorf("help %s says %q; CONTRIBUTING.md has a plainer way", name, found)
		}
	}
}

// The page on models has an example of every kind of constraint, which is read.
func TestHelpModel(t *testing.T) {
	_, kinds, _ := strings.Cut(runIn(t, ".", "help model"), "Kinds of constraints:\n\n")
	text := "variables: {a: 0..4, b: 0..4, c: 0..4, d: 0..4}\nconstraints:\n" + strings.ReplaceAll(kinds, "\n  {", "\n- {")
	text = strings.Replace(text, "  {", "- {", 1)
	d, err := document.Read(t.Context(), "help model", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range model.KindNames() {
		if !slices.ContainsFunc(d.Model.Constraints, func(c model.Constraint) bool { return c.Kind() == kind }) {
			t.Errorf("cmd/qmsat/topics/model.txt has no example of the kind %s", kind)
		}
	}
}

// Each flag stands on its command's page, or on that of a topic which the page names.
func TestHelpNamesEveryFlag(t *testing.T) {
	pages := pagesOfHelp(t)
	for path, c := range everyCommand(commands...) {
		c.describe(streams{}).Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			shown := "--" + f.Name + " "
			if strings.Contains(pages[path], shown) || strings.Contains(pages[path], strings.TrimSpace(shown)+"\n") {
				return
			}
			i := slices.IndexFunc(flagGroups, func(g flagGroup) bool { return g.topic != "" && slices.Contains(strings.Fields(g.names), f.Name) })
			if i < 0 || !strings.Contains(pages[path], flagGroups[i].topic) || !strings.Contains(pages[flagGroups[i].topic], shown) {
				t.Errorf("neither help %s nor a topic that it names has --%s", path, f.Name)
			}
		})
	}
}
