package main

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// A topic is found behind any of its flags, and refuses the flags of other topics in one line.
func TestTopicFlags(t *testing.T) {
	for _, c := range commands {
		all := map[string]bool{} // whether the flag has a value
		for _, topic := range c.topics {
			topic.describe(streams{}).Flags().VisitAll(func(f *pflag.Flag) { all[f.Name] = f.NoOptDefVal == "" })
		}
		for _, topic := range c.topics {
			own := topic.describe(streams{}).Flags()
			for name, hasValue := range all {
				words := []string{c.name, "--" + name, "1", topic.name, "--help"}
				if f := own.Lookup(name); !hasValue {
					words = slices.Delete(words, 2, 3)
				} else if f != nil && name != memoryFlag {
					words[2] = f.Value.String()
					if v, ok := f.Value.(*choice); ok && words[2] == "" {
						words[2] = v.names()[0]
					}
				}
				var out, complaint bytes.Buffer
				status := run(context.Background(), words, streams{strings.NewReader(""), &out, &complaint})
				if own.Lookup(name) == nil {
					if text := complaint.String(); status != statusUsage || !strings.Contains(text, "unknown flag: --"+name) || strings.Count(text, "\n") != 1 {
						t.Errorf("%q: exit status %d, %q", words, status, text)
					}
				} else if status != 0 || !strings.Contains(out.String(), "\nUsage: qmsat "+c.name+" "+topic.name+" ") {
					t.Errorf("%q: exit status %d, %q", words, status, complaint.String())
				}
			}
		}
	}
}

// Each name that a flag takes stands on the page of its command; or, if topics explain the flag, at the beginning of a line, of a
// sentence or after the flag in one that the command's page names.
func TestHelpExplainsNames(t *testing.T) {
	pages, checked := pagesOfHelp(t), map[string]bool{}
	has := func(text, before, name string) bool {
		return regexp.MustCompile(before + regexp.QuoteMeta(name) + `([^a-z-]|$)`).MatchString(text)
	}
	for path, c := range everyCommand(commands...) {
		c.describe(streams{}).Flags().VisitAll(func(f *pflag.Flag) {
			v, names := f.Value.(*choice)
			if !names || f.Hidden {
				return
			}
			topics := topicsOf(f)
			for _, g := range flagGroups {
				if g.topic != "" && slices.Contains(strings.Fields(g.names), f.Name) {
					topics = append(topics, g.topic)
				}
			}
			for _, topic := range topics {
				if !has(pages[path], `[ ,]`, topic) {
					t.Errorf("help %s does not name topic %s of --%s", path, topic, f.Name)
				}
			}
			for _, name := range v.names() {
				name, _, _ = strings.Cut(name, ":")
				explained := func(topic string) bool {
					words := strings.Join(strings.Fields(pages[topic]), " ")
					return has(pages[topic], `(?m)(^|  |, )`, name) || has(words, `(\. |--`+f.Name+` )`, name)
				}
				if topics == nil && !has(pages[path], `[ ,]`, name) || topics != nil && !slices.ContainsFunc(topics, explained) {
					t.Errorf("help %s: neither it nor topics %q explain --%s %s", path, topics, f.Name, name)
				}
			}
			checked[f.Name] = true
		})
	}
	for _, name := range []string{"enumerate", "order", "amo", "models", "proof-format", "symmetric", "scheme", "engine", "for"} {
		if !checked[name] {
			t.Errorf("--%s was not checked", name)
		}
	}
}

// Groups and topics name flags that some command has, and qmsat help lists every topic.
func TestTopicsHaveFlags(t *testing.T) {
	known := map[string]bool{}
	for _, c := range everyCommand(commands...) {
		c.describe(streams{}).Flags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
	}
	var listed []string
	for _, g := range flagGroups {
		listed = append(listed, strings.Fields(g.names)...)
	}
	for _, s := range seeAlso {
		listed = append(listed, s.flag)
	}
	for _, name := range listed {
		if !known[name] {
			t.Errorf("no command has --%s", name)
		}
	}
	overview := runIn(t, ".", "help")
	for _, p := range topicPages {
		if !strings.Contains(overview, "\n  "+p.name+" ") {
			t.Errorf("qmsat help does not list topic %s", p.name)
		}
	}
}
