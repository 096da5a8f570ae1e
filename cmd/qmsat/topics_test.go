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
				} else if status != 0 || !strings.Contains(out.String(), "\n  qmsat "+c.name+" "+topic.name+" ") {
					t.Errorf("%q: exit status %d, %q", words, status, complaint.String())
				}
			}
		}
	}
}

// A topic explains each name that its flags take: on a line of its own, or in the flag's usage.
func TestTopicsExplainNames(t *testing.T) {
	for _, page := range topicPages {
		text := runIn(t, ".", "help "+page.name)
		for path, c := range everyCommand(commands...) {
			c.describe(streams{}).Flags().VisitAll(func(f *pflag.Flag) {
				v, names := f.Value.(*choice)
				if !names || v.topic != "" || !strings.Contains(text, "--"+f.Name+" NAME") {
					return
				}
				for _, name := range v.names() {
					if !regexp.MustCompile(`(?m)[ ,]` + regexp.QuoteMeta(name) + `\b`).MatchString(text) {
						t.Errorf("help %s has --%s, as %s does, without its %s", page.name, f.Name, path, name)
					}
				}
			})
		}
	}
}
