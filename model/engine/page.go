package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"qmsat/internal/page"
)

// engineGroups groups engines by what their results claim.
var engineGroups = []struct {
	title string
	of    func(*Engine) bool
}{
	{"External programs", func(e *Engine) bool { return strings.Contains(e.Name, ":") }},
	{"As people solve", func(e *Engine) bool { return e.Abilities.Explains }},
	{"May miss solutions (qmsat help NAME, docs/survey.md)", func(e *Engine) bool { return e.Abilities.MayFail }},
	{"Count without listing", func(e *Engine) bool { return e.Abilities.CountsOnly }},
	{"List every solution", func(*Engine) bool { return true }},
}

// Overview lists engines by group; engines that may fail are listed by name only.
func Overview() string {
	pages := make([]string, len(engineGroups))
	for _, e := range Listed() {
		i := 0
		for !engineGroups[i].of(e) {
			i++
		}
		if e.Abilities.MayFail && !e.Abilities.Explains {
			pages[i] += e.Name + ", "
		} else {
			pages[i] += page.Entry(e.Name, strings.TrimSuffix(e.Summary+" ("+e.Route+")", " ()"))
		}
	}
	text := "--engine takes these names. The package that reads the model stands in round brackets. Engines of different packages are unrelated; --confirm takes only an unrelated engine. Settings stand in square brackets behind a name: --engine 'native[order=rows]'.\n"
	for i, g := range slices.Backward(engineGroups) {
		text += "\n" + g.title + ":\n\n" + strings.TrimRight(pages[i], ", \n") + "\n"
	}
	return text + "\nSee qmsat help ENGINE for an engine's settings, qmsat help measures for what it counts."
}

// Listed returns the registered engines, sorted, and one engine of each family, named by the family's form.
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
		} else { // the form itself makes no engine
			list = append(list, &Engine{Name: f.Form, Summary: f.Summary})
		}
	}
	return list
}

// Page describes an engine and each of its settings.
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
			text.WriteString("\nSettings:\n\n")
		}
		expected := s.Expected()
		switch s.Type {
		case Name:
			expected = strings.Join(e.Values(s), ", ")
		case List:
			expected = strings.Join(s.Values(), ", ")
		}
		flag := ""
		if s.Flag {
			flag = "; flag --" + s.Name
		}
		text.WriteString(page.Entry(s.Name, fmt.Sprintf("%s: %s (default %s%s)", s.Usage, expected, cmp.Or(s.Default, "none"), flag)))
	}
	if thresholds := e.Thresholds(); len(thresholds) > 0 {
		fmt.Fprintf(&text, "\nFor tests, a setting lowers the sizes at which it changes its methods: '%s[%s=%s=%s]'.\n",
			e.Name, limitsName, thresholds[0].Name, thresholds[0].Values()[0])
	}
	return text.String()
}

// Named returns the engine for a help page: by its name, or by a word that begins like those of a family.
func Named(name string) (*Engine, bool) {
	list := Listed()
	i := slices.IndexFunc(list, func(e *Engine) bool {
		prefix, _, family := strings.Cut(e.Name, ":")
		begun, _, _ := strings.Cut(name, ":")
		return e.Name == name || family && prefix == begun
	})
	if i < 0 {
		return nil, false
	}
	return list[i], true
}
