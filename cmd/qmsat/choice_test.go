package main

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/pflag"
)

// asciiGraphic are the printable characters of ASCII.
const asciiGraphic = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// A flag that takes text is a choice, or its usage calls the text something that is not chosen from a list: so that help,
// the check of command lines and completion know as much as each other.
func TestFlagsKnowTheirValues(t *testing.T) {
	free := []string{"FILE", "DIR", "RxC", "SPEC", "N", "URL", "HOST:PORT"}
	for path, c := range everyCommand(commands...) {
		flags := c.describe(streams{}).Flags()
		flags.VisitAll(func(f *pflag.Flag) {
			called, usage := pflag.UnquoteUsage(f)
			if strings.Trim(called, asciiGraphic) != "" {
				t.Errorf("%s --%s: columns of help count bytes, and %q has other characters", path, f.Name, called)
			}
			if v, ok := f.Value.(*choice); ok {
				if names := v.names(); len(names) == 0 || !strings.HasSuffix(usage, ": "+strings.Join(names, ", ")) && !listsNames(usage, names) {
					t.Errorf("%s --%s: neither help %q nor the page it refers to lists the names %q", path, f.Name, usage, names)
				}
				if f.DefValue != "" && v.check(f.DefValue) != nil {
					t.Errorf("%s --%s: the default %q is not taken", path, f.Name, f.DefValue)
				}
				if err := v.check("no such name"); err == nil && f.Name != "engine" && v.inside == nil {
					t.Errorf("%s --%s takes any name", path, f.Name)
				}
			} else if f.Value.Type() == "string" && !slices.Contains(free, strings.TrimSuffix(called, ",...")) {
				t.Errorf("%s --%s takes %s, expected a choice or one of %v", path, f.Name, called, free)
			}
		})
	}
}

// listsNames tells if each name stands in a flag's usage or on the page of the topic that it refers to.
func listsNames(usage string, names []string) bool {
	_, topic, _ := strings.Cut(usage, "qmsat help ")
	i := slices.IndexFunc(topicPages, func(p topicPage) bool { return p.name == topic })
	if i < 0 {
		return false
	}
	words := strings.FieldsFunc(usage+" "+topicPages[i].text(), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",.;", r) })
	return !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(words, name) })
}
