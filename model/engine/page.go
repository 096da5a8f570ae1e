package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Overview says of each engine what it can do, and its settings.
func Overview() string {
	var text strings.Builder
	text.WriteString("Engines, as --engine takes them. Settings stand in brackets: --engine 'native[order=rows]'.\n")
	for _, e := range Listed() {
		fmt.Fprintf(&text, "\n  %s: %s\n", e.Name, e.Summary)
		if abilities := e.Abilities.String(); abilities != "" {
			fmt.Fprintf(&text, "      abilities: %s\n", abilities)
		}
		if e.Route != "" {
			fmt.Fprintf(&text, "      reads models by: %s\n", e.Route)
		}
		var names []string
		for _, s := range e.Listed() {
			names = append(names, s.Name)
		}
		if names != nil {
			fmt.Fprintf(&text, "      settings: %s\n", strings.Join(names, ", "))
		}
	}
	text.WriteString("\nEngines that read models by different packages are unrelated: --confirm takes only such a one.\nqmsat help ENGINE tells about an engine's settings, qmsat help measures about efforts.\n")
	return text.String()
}

// Listed returns the registered engines, sorted, and one of each family, which is named by the family's form.
func Listed() []*Engine {
	var list []*Engine
	for _, name := range Names() {
		if e, err := Lookup(name); err == nil {
			list = append(list, e)
		}
	}
	for _, f := range Families() {
		if e, err := f.Make(f.Form); err == nil {
			e.Summary = f.Summary
			list = append(list, e)
		}
	}
	return list
}

// Page tells about an engine with each of its settings.
func (e *Engine) Page() string {
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
		expected := s.Expected()
		if s.Type == Name {
			expected = "one of " + strings.Join(e.Values(s), ", ")
		}
		fmt.Fprintf(&text, "\n  %s: %s\n      %s; default %s\n", s.Name, s.Usage, expected, cmp.Or(s.Default, "none"))
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

// Named returns the engine that help is asked about: by its name, by a family's form, or by that without its placeholder.
func Named(name string) (*Engine, bool) {
	list := Listed()
	i := slices.IndexFunc(list, func(e *Engine) bool {
		prefix, _, _ := strings.Cut(e.Name, ":")
		return e.Name == name || prefix == strings.TrimSuffix(name, ":")
	})
	if i < 0 {
		return nil, false
	}
	return list[i], true
}
