package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
)

// Chosen is an engine with settings.
type Chosen struct {
	Engine  *Engine
	Options Options
}

// With returns the engine with a value for one of its settings, unless that has another value than its default already. It reports false
// if the engine has no such setting.
func (c Chosen) With(name, value string) (Chosen, bool) {
	i := slices.IndexFunc(c.Engine.Settings, func(s *Setting) bool { return s.Name == name })
	if i >= 0 && c.Engine.Settings[i].Value(c.Options) == c.Engine.Settings[i].Default {
		c.Options = maps.Clone(c.Options)
		if c.Options == nil {
			c.Options = Options{}
		}
		c.Options[name] = value
	}
	return c, i >= 0
}

// ParseChosen reads a comma-separated list of engines, as in 'native,annealing[alpha=0.99,seed=3]': settings follow the name in
// brackets. Quoted or escaped by a backslash, commas and brackets are part of a value. A command extends to the next comma, brackets
// included.
func ParseChosen(text string) ([]Chosen, error) { return parseChosen(text, Lookup) }

func parseChosen(text string, lookup func(name string) (*Engine, error)) ([]Chosen, error) {
	parts, err := splitList(text, true)
	if err != nil {
		return nil, err
	}
	var list []Chosen
	for _, part := range parts {
		name, settings := part, ""
		if Bracketed(part) {
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

// CutSettings splits NAME[SETTINGS] into the name and the settings; these are empty without brackets.
func CutSettings(text string) (name, settings string, err error) {
	name, settings, bracketed := strings.Cut(text, "[")
	if !bracketed {
		return name, "", nil
	}
	settings, closed := strings.CutSuffix(settings, "]")
	if !closed {
		return "", "", fmt.Errorf("%q, expected the settings of %s to end in ]", input.Clip(text), name)
	}
	return name, settings, nil
}

// ParseOptions reads the text in the brackets after a name, such as "alpha=0.99,seed=3". Each must be one of the settings, with
// an allowed value.
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
		public, thresholds := split(settings)
		if name == limitsName && found && len(thresholds) > 0 {
			if err := options.lower(quoted, thresholds); err != nil {
				return nil, err
			}
			continue
		}
		if err := input.CheckName("setting", name, settingNames(public)); err != nil {
			return nil, err
		}
		if !found {
			return nil, fmt.Errorf("found %q, expected %s=VALUE", input.Clip(part), name)
		}
		if _, twice := options[name]; twice {
			return nil, fmt.Errorf("%s appears twice, expected once", name)
		}
		var value strings.Builder
		_ = eachQuoted(quoted, func(c rune, _, mark bool) { // no error: splitList accepted it
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

// limitsName is the setting by which a text lowers thresholds, all in one, as in limits=narrow=2+long=1. Lists of settings omit it.
const limitsName = "limits"

// split returns the thresholds apart from the other settings.
func split(settings []*Setting) (public, thresholds []*Setting) {
	for _, s := range settings {
		if s.Type == Threshold {
			thresholds = append(thresholds, s)
		} else {
			public = append(public, s)
		}
	}
	return public, thresholds
}

func settingNames(settings []*Setting) []string {
	return lists.Map(settings, func(s *Setting) string { return s.Name })
}

// lower reads the value of the setting limits.
func (o Options) lower(text string, thresholds []*Setting) error {
	for item := range strings.SplitSeq(text, "+") {
		name, value, _ := strings.Cut(item, "=")
		if err := input.CheckName("limit", name, settingNames(thresholds)); err != nil {
			return err
		}
		if _, twice := o[name]; twice {
			return fmt.Errorf("%s: %s appears twice, expected once", limitsName, name)
		}
		if err := thresholds[slices.IndexFunc(thresholds, func(s *Setting) bool { return s.Name == name })].Check(value); err != nil {
			return err
		}
		o[name] = value
	}
	return nil
}

// String writes the engine with its settings, as [ParseChosen] reads it.
func (c Chosen) String() string {
	_, thresholds := split(c.Engine.Settings)
	var settings, limits []string
	for _, name := range slices.Sorted(maps.Keys(c.Options)) {
		if text := name + "=" + quoteMarks.Replace(c.Options[name]); slices.Contains(settingNames(thresholds), name) {
			limits = append(limits, text)
		} else {
			settings = append(settings, text)
		}
	}
	if len(limits) > 0 {
		settings = append(settings, limitsName+"="+strings.Join(limits, "+"))
	}
	if len(settings) == 0 {
		return c.Engine.Name
	}
	return c.Engine.Name + "[" + strings.Join(settings, ",") + "]"
}

// quoteMarks escapes the characters that have a meaning in a list of engines.
var quoteMarks = strings.NewReplacer(`\`, `\\`, `,`, `\,`, `[`, `\[`, `]`, `\]`, `'`, `\'`, `"`, `\"`)

// splitList splits a list at its commas, except quoted or escaped ones. In a list of engines, commas in brackets are kept too.
// Quotes and backslashes stay in the text.
func splitList(text string, areEngines bool) ([]string, error) {
	items, depth := []string{""}, 0
	err := eachQuoted(text, func(c rune, quoted, _ bool) {
		item := &items[len(items)-1]
		switch plain := !quoted && areEngines && Bracketed(*item); {
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

// Family makes engines on demand, for names that start with its prefix.
type Family struct {
	Prefix  string // such as "exec:"
	Form    string // the names, for help, such as "exec:COMMAND"
	Summary string // half a line, for help
	Inside  bool   // its engines run no commands, so [Allowed] permits them to everyone
	// Make returns the engine for a name that starts with the prefix, or an error about the name.
	Make func(name string) (*Engine, error)
}

// families holds the registered families in the order of registration.
var families []Family

// RegisterFamily adds a family. It panics if one of two prefixes begins with the other. Call it at start only.
func RegisterFamily(f Family) {
	for _, other := range families {
		if strings.HasPrefix(f.Prefix, other.Prefix) || strings.HasPrefix(other.Prefix, f.Prefix) {
			panic("engine: family " + f.Prefix + " is registered twice")
		}
	}
	families = append(families, f)
}

// Families returns the registered families in the order of registration.
func Families() []Family { return slices.Clone(families) }

// Forms returns the possible names of engines, for messages: the registered names, sorted, and the families' forms.
func Forms() []string {
	return append(Names(), lists.Map(families, func(f Family) string { return f.Form })...)
}

// Bracketed reports whether settings may follow the name of an engine in brackets. They would be a part of a command.
func Bracketed(name string) bool {
	i := familyOf(name)
	return i < 0 || families[i].Inside
}

// familyOf returns the index of the family for a name, or -1.
func familyOf(name string) int {
	return slices.IndexFunc(families, func(f Family) bool { return strings.HasPrefix(name, f.Prefix) })
}

// Allowed says which engines a text from another machine may name: all registered ones, those of families that run no command,
// and the names in this list. The empty list allows no command.
type Allowed []string

// RefusedError says that a text from another machine names a command that is not allowed.
type RefusedError struct{ because }

// Lookup returns the engine as [Lookup] does, or a [RefusedError].
func (a Allowed) Lookup(name string) (*Engine, error) {
	if i := familyOf(name); i >= 0 && !families[i].Inside && !slices.Contains(a, name) {
		return nil, &RefusedError{because{name, errors.New("it runs a command; name it by --engine on this machine to allow it")}}
	}
	return Lookup(name)
}

// ParseChosen reads a list of engines as [ParseChosen] does, or returns a [RefusedError].
func (a Allowed) ParseChosen(text string) ([]Chosen, error) { return parseChosen(text, a.Lookup) }

// SplitWords splits a command at its blanks. Blanks in 'single' or "double" quotes, or after a backslash, are part of a word;
// Between single quotes a backslash is an ordinary character. Quotes and such backslashes are dropped.
func SplitWords(text string) ([]string, error) {
	var words []string
	inWord := false
	err := eachQuoted(text, func(c rune, quoted, mark bool) {
		if (c == ' ' || c == '\t') && !quoted {
			inWord = false
			return
		}
		if !inWord {
			words = append(words, "")
			inWord = true
		}
		if !mark {
			words[len(words)-1] += string(c)
		}
	})
	return words, err
}

// eachQuoted calls visit with each character of a text. quoted: it is quoted or escaped; mark: it is itself a quote that opens or
// closes, or an escaping backslash.
func eachQuoted(text string, visit func(c rune, quoted, mark bool)) error {
	var quote rune // the open one, or 0
	escaped := false
	for _, c := range text {
		switch {
		case escaped:
			escaped = false
			visit(c, true, false)
		case c == '\\' && quote != '\'':
			escaped = true
			visit(c, true, true)
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
			visit(c, true, true)
		case c == quote && quote != 0:
			quote = 0
			visit(c, true, true)
		default:
			visit(c, quote != 0, false)
		}
	}
	if quote != 0 || escaped {
		return fmt.Errorf("%q ends within a quote or after a backslash", text)
	}
	return nil
}

// SettingWords completes a text that ends within the brackets after an engine: it returns the engine's settings, or after a
// setting its values. It is nil if no brackets are open. Each word is followed by a tab and its meaning.
func SettingWords(begun string) []string {
	var e *Engine
	return settingWords(begun, func(name string) []*Setting {
		var err error
		if e, err = Lookup(name); err != nil {
			return nil
		}
		return e.Listed()
	}, func(s *Setting) []string { return e.Values(s) })
}

// InsideWords does the same for the values of a setting that have settings themselves, such as commander[group=4].
func (s *Setting) InsideWords(begun string) []string {
	if s.Inside == nil {
		return nil
	}
	return settingWords(begun, s.Inside, func(*Setting) []string { return nil })
}

func settingWords(begun string, settings func(name string) []*Setting, values func(*Setting) []string) []string {
	open := strings.LastIndex(begun, "[")
	if open < 0 || strings.Contains(begun[open:], "]") {
		return nil
	}
	listed := settings(begun[strings.LastIndex(begun[:open], ",")+1 : open])
	before := begun[:max(open, strings.LastIndex(begun, ","))+1]
	name, _, named := strings.Cut(begun[len(before):], "=")
	var words []string
	for _, s := range listed {
		if !named {
			words = append(words, before+s.Name+"=\t"+s.Usage)
		} else if s.Name == name {
			for _, value := range values(s) {
				words = append(words, before+name+"="+value)
			}
		}
	}
	return words
}
