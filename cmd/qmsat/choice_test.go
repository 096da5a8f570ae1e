package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// asciiGraphic are the printable characters of ASCII.
const asciiGraphic = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// A flag that takes text is a choice, or its usage calls the text something that is not chosen from a list: so that help,
// the check of command lines and completion know as much as each other.
func TestFlagsKnowTheirValues(t *testing.T) {
	free := []string{"FILE", "DIR", "RxC", "SPEC", "N"}
	for _, c := range commands {
		flags := c.flags()
		flags.VisitAll(func(f *pflag.Flag) {
			called, usage := pflag.UnquoteUsage(f)
			if strings.Trim(called, asciiGraphic) != "" {
				t.Errorf("%s --%s: columns of help count bytes, and %q has other characters", c.name, f.Name, called)
			}
			if v, ok := f.Value.(*choice); ok {
				if names := strings.Join(v.names(), ", "); names == "" || !strings.HasSuffix(usage, ": "+names) {
					t.Errorf("%s --%s: help %q does not end in the names %q", c.name, f.Name, usage, names)
				}
				if f.DefValue != "" && v.check(f.DefValue) != nil {
					t.Errorf("%s --%s: the default %q is not taken", c.name, f.Name, f.DefValue)
				}
				if err := v.check("no such name"); err == nil && f.Name != "engine" && v.inside == nil {
					t.Errorf("%s --%s takes any name", c.name, f.Name)
				}
			} else if f.Value.Type() == "string" && !slices.Contains(free, strings.TrimSuffix(called, ",...")) {
				t.Errorf("%s --%s takes %s, expected a choice or one of %v", c.name, f.Name, called, free)
			}
		})
	}
}
