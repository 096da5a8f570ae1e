package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"qmsat/internal/document"
	"qmsat/internal/lists"
)

// Chosen is an engine with the settings that were written with it.
type Chosen struct {
	Engine  *Engine
	Options Options
}

// ParseChosen reads a list of engines with commas between them, as in 'native,annealing[alpha=0.99,seed=3]': settings stand
// in brackets behind the name. In quotes or after a backslash commas and brackets are part of a value. The name of an engine
// that a family makes goes on to the next comma, brackets included.
func ParseChosen(text string) ([]Chosen, error) { return parseChosen(text, Lookup) }

func parseChosen(text string, lookup func(name string) (*Engine, error)) ([]Chosen, error) {
	parts, err := splitList(text, true)
	if err != nil {
		return nil, err
	}
	var list []Chosen
	for _, part := range parts {
		name, settings := part, ""
		if !isFamily(part) {
			if name, settings, err = CutSettings(part); err != nil {
				return nil, err
			}
		}
		e, err := lookup(name)
		if err != nil {
			return nil, err
		}
		chosen := Chosen{Engine: e}
		if chosen.Options, err = ParseOptions(settings, e.Settings); err == nil {
			err = e.Check(chosen.Options)
		}
		if err != nil {
			return nil, fmt.Errorf("engine %s: %w", name, err)
		}
		list = append(list, chosen)
	}
	return list, nil
}

// CutSettings parts NAME[SETTINGS] into the name and what stands in the brackets, nothing where there are none.
func CutSettings(text string) (name, settings string, err error) {
	name, settings, bracketed := strings.Cut(text, "[")
	if !bracketed {
		return name, "", nil
	}
	settings, closed := strings.CutSuffix(settings, "]")
	if !closed {
		return "", "", fmt.Errorf("%q, expected the settings of %s to end in ]", document.Clip(text), name)
	}
	return name, settings, nil
}

// ParseOptions reads what stands in the brackets behind a name, such as "alpha=0.99,seed=3". Each must be one of the
// settings, with a value that it may have.
func ParseOptions(text string, settings []*Setting) (Options, error) {
	options := Options{}
	if text == "" {
		return options, nil
	}
	parts, err := splitList(text, false)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		name, quoted, found := strings.Cut(part, "=")
		var names []string
		for _, s := range settings {
			if s.Type != Threshold || s.Name == name {
				names = append(names, s.Name)
			}
		}
		if err := document.CheckName("setting", name, names); err != nil {
			return nil, err
		}
		if !found {
			return nil, fmt.Errorf("found %q, expected %s=VALUE", document.Clip(part), name)
		}
		if _, twice := options[name]; twice {
			return nil, fmt.Errorf("%s stands twice, expected once", name)
		}
		var value strings.Builder
		_ = eachQuoted(quoted, func(c rune, _, mark bool) { // splitList found no error
			if !mark {
				value.WriteRune(c)
			}
		})
		options[name] = value.String()
		if err := settings[slices.IndexFunc(settings, func(s *Setting) bool { return s.Name == name })].Check(options[name]); err != nil {
			return nil, err
		}
	}
	return options, nil
}

// String writes the engine with its settings, as [ParseChosen] reads it.
func (c Chosen) String() string {
	if len(c.Options) == 0 {
		return c.Engine.Name
	}
	settings := lists.Map(slices.Sorted(maps.Keys(c.Options)), func(name string) string { return name + "=" + quoteMarks.Replace(c.Options[name]) })
	return c.Engine.Name + "[" + strings.Join(settings, ",") + "]"
}

// quoteMarks writes a backslash before what means something in a list of engines.
var quoteMarks = strings.NewReplacer(`\`, `\\`, `,`, `\,`, `[`, `\[`, `]`, `\]`, `'`, `\'`, `"`, `\"`)

// splitList parts a list at its commas. A comma that is quoted, or follows a backslash, is part of an item, and where items
// are engines one in brackets; quotes and backslashes are kept.
func splitList(text string, areEngines bool) ([]string, error) {
	items, depth := []string{""}, 0
	err := eachQuoted(text, func(c rune, quoted, _ bool) {
		item := &items[len(items)-1]
		switch plain := !quoted && areEngines && !isFamily(*item); {
		case plain && c == '[':
			depth++
		case plain && c == ']':
			depth--
		case c == ',' && !quoted && depth <= 0:
			items, depth = append(items, ""), 0
			return
		}
		*item += string(c)
	})
	return items, err
}
