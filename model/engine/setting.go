package engine

import (
	"slices"
	"strings"

	"qmsat/model/document"
)

// Setting is an option that engines read. Engines that read the same option share one Setting.
type Setting struct {
	Name    string          // as in the flag
	Usage   string          // one line, for help
	Values  func() []string // the values it may have; called when asked, since some are registered
	Default string
}

// Options are chosen values by setting name; a setting that is left out has its default.
type Options map[string]string

// Value returns the chosen value of the setting, or its default.
func (s *Setting) Value(options Options) string {
	if value, ok := options[s.Name]; ok {
		return value
	}
	return s.Default
}

// Check reports a value that the setting may not have.
func (s *Setting) Check(value string) error {
	return document.CheckName(s.Name, value, s.Values())
}

// Settings returns the settings of all registered engines, each once, sorted by name.
func Settings() []*Setting {
	var all []*Setting
	for _, name := range Names() {
		for _, s := range engines[name].Settings {
			if !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	slices.SortFunc(all, func(a, b *Setting) int { return strings.Compare(a.Name, b.Name) })
	return all
}
