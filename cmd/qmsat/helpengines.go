package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"qmsat/compare/table"
	"qmsat/model/engine"
)

func enginesPage() string {
	var text strings.Builder
	text.WriteString("Engines, as --engine takes them. Settings stand in brackets: --engine 'native[order=rows]'.\n")
	for _, e := range helpedEngines() {
		fmt.Fprintf(&text, "\n  %s: %s\n", e.Name, e.Summary)
		if abilities := e.Abilities.String(); abilities != "" {
			fmt.Fprintf(&text, "      abilities: %s\n", abilities)
		}
		if e.Route != "" {
			fmt.Fprintf(&text, "      reads models by: %s\n", e.Route)
		}
		if listed := e.Listed(); len(listed) > 0 {
			fmt.Fprintf(&text, "      settings: %s\n", strings.Join(each(listed, nameOf), ", "))
		}
	}
	text.WriteString("\nEngines that read models by different packages are unrelated: --confirm takes only such a one.\nqmsat help ENGINE tells about an engine's settings, qmsat help measures about efforts.\n")
	return text.String()
}

// helpedEngines returns the registered engines, sorted, and one of each family, which is named by the family's form.
func helpedEngines() []*engine.Engine {
	var list []*engine.Engine
	for _, name := range engine.Names() {
		if e, err := engine.Lookup(name); err == nil {
			list = append(list, e)
		}
	}
	for _, f := range engine.Families() {
		if e, err := f.Make(f.Form); err == nil {
			e.Summary = f.Summary
			list = append(list, e)
		}
	}
	return list
}

func enginePages() string {
	var text strings.Builder
	for _, e := range helpedEngines() {
		text.WriteString("\n" + enginePage(e))
	}
	return text.String()
}

// enginePage tells about an engine with each of its settings.
func enginePage(e *engine.Engine) string {
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
		fmt.Fprintf(&text, "\n  %s: %s\n      %s; default %s\n", s.Name, s.Usage, expectedBy(e, s), cmp.Or(s.Default, "none"))
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

// expectedBy says which values a setting may have for an engine.
func expectedBy(e *engine.Engine, s *engine.Setting) string {
	if s.Type == engine.Name {
		return "one of " + strings.Join(e.Values(s), ", ")
	}
	return s.Expected()
}

// findEngine returns the engine that help is asked about: by its name, by a family's form, or by that without its placeholder.
func findEngine(name string) (*engine.Engine, bool) {
	list := helpedEngines()
	i := slices.IndexFunc(list, func(e *engine.Engine) bool {
		prefix, _, _ := strings.Cut(e.Name, ":")
		return e.Name == name || prefix == strings.TrimSuffix(name, ":")
	})
	if i < 0 {
		return nil, false
	}
	return list[i], true
}

// measuresPage lists what engines count while they search.
func measuresPage() string {
	measures := table.Table[engine.MeasureKind]{Records: engine.Measures(), Left: true, Row: func(k engine.MeasureKind) string {
		return fmt.Sprintf("  %s\t%s %s", k.Name, k.Unit, k.Meaning)
	}}
	return "Efforts of engines, as in the objects \"effort\" of --format json:\n" + measures.Text()
}
