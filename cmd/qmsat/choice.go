package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/internal/input"
	"qmsat/model/cluster"
	"qmsat/model/engine"
	"qmsat/model/parallel"
)

// choice is the value of a flag that takes one of some names, or several. Help, the check of the command line and completion all
// use it.
type choice struct {
	value   *string
	names   func() []string             // what is listed
	several bool                        // the value is a list: names with commas between them
	all     bool                        // "all" may replace a list
	about   func(name string) string    // half a line about a name, for completion; may be nil
	inside  func(begun string) []string // how a name may continue, or nil if it is complete; may be nil
	check   func(value string) error
	topic   string // has the names in help; "": usage has them
}

// String returns the value.
func (c *choice) String() string { return *c.value }

// Set checks a value and takes it.
func (c *choice) Set(value string) error {
	if err := c.check(value); err != nil {
		return err
	}
	*c.value = value
	return nil
}

// Type makes help show the default in quotes.
func (c *choice) Type() string { return "string" }

// allNames selects all names of a flag that takes several.
const allNames = engine.All

// addChoice adds a flag with a default. It appends the names to the usage, or the topic that lists them.
func addChoice(flags *pflag.FlagSet, c *choice, name, value, usage string) {
	*c.value = value
	if c.topic != "" {
		usage += "; see qmsat help " + c.topic
	} else {
		usage += ": " + strings.Join(c.names(), ", ")
	}
	flags.Var(c, name, usage)
}

// addName adds a flag that takes one name of some.
func addName(flags *pflag.FlagSet, target *string, name, value, usage string, names ...string) {
	addNames(flags, target, false, name, value, usage, names...)
}

// addNames adds a flag that takes one name of some, or several.
func addNames(flags *pflag.FlagSet, target *string, several bool, name, value, usage string, names ...string) {
	addChoice(flags, &choice{value: target, names: func() []string { return names }, several: several, check: func(value string) (err error) {
		parts := []string{value}
		if several {
			parts = strings.Split(value, ",")
		}
		for _, part := range parts {
			err = firstError(err, input.CheckName(name, part, names))
		}
		return err
	}}, name, value, usage)
}

// addFormat adds --format, by default the first of the formats.
func addFormat(flags *pflag.FlagSet, target *string, formats ...string) {
	addName(flags, target, "format", formats[0], "output `FORMAT`", formats...)
}

// addSetting adds the flag of an engine's setting. If several is set, the flag takes a list, or "all".
func addSetting(flags *pflag.FlagSet, target *string, s *engine.Setting, value, usage string, several bool) {
	check := s.Check
	if several {
		check = func(value string) error {
			_, err := chosenValues(s, value)
			return err
		}
	}
	addChoice(flags, &choice{value: target, names: s.Values, several: several, all: several, check: check, inside: s.InsideWords}, s.Name, value, usage)
}

// settingUsage is the usage of a setting's flag, without the values.
func settingUsage(s *engine.Setting) string { return s.Usage + ", `NAME`" }

// engineChoice is the choice of one engine, of several, or of one of some words. The command checks it.
func engineChoice(target *string, several bool, words ...string) *choice {
	return &choice{
		value: target, names: func() []string { return slices.Concat(words, engine.Forms()) }, several: several, about: engineSummary,
		inside: engine.SettingWords, check: func(string) error { return nil }, topic: "engines",
	}
}

// addEngines adds --engine, which takes one engine or several.
func addEngines(flags *pflag.FlagSet, target *string, value, usage string, several bool) {
	addChoice(flags, engineChoice(target, several), "engine", value, usage)
}

func engineSummary(name string) string {
	if e, err := engine.Lookup(name); err == nil {
		return e.Summary
	}
	return ""
}

// bounded is the value of a flag with a lower bound.
type bounded[T cmp.Ordered] struct {
	target   *T
	least    T
	most     T // 0: any
	parse    func(string) (T, error)
	expected string
}

func (b *bounded[T]) String() string { return fmt.Sprint(*b.target) }
func (b *bounded[T]) Type() string   { return b.expected }

func (b *bounded[T]) Set(text string) error {
	value, err := b.parse(text)
	if err != nil || value < b.least || b.most != *new(T) && value > b.most {
		return errors.New("expected " + b.expected)
	}
	*b.target = value
	return nil
}

// optional is the value of a flag that is true, false or not given.
type optional struct{ target **bool }

func (optional) Type() string { return "bool" }

func (o optional) String() string {
	if o.target == nil || *o.target == nil {
		return "false"
	}
	return strconv.FormatBool(**o.target)
}

func (o optional) Set(text string) error {
	value, err := strconv.ParseBool(text)
	*o.target = &value
	return err
}

// addWhole adds a flag for a whole number of at least least, which is 0 or 1.
func addWhole(flags *pflag.FlagSet, target *int, name string, value, least int, usage string) {
	addWholeP(flags, target, name, "", value, least, usage)
}

// addWholeP is addWhole with a one-letter short form.
func addWholeP(flags *pflag.FlagSet, target *int, name, letter string, value, least int, usage string) {
	*target = value
	expected := [...]string{"a whole number, 0 or more", "a whole number, 1 or more"}[least]
	flags.VarP(&bounded[int]{target, least, 0, strconv.Atoi, expected}, name, letter, usage)
}

// addNumber adds a flag for a number that may take 64 bits, such as a seed.
func addNumber(flags *pflag.FlagSet, target *uint64, name string, value uint64, usage string) {
	*target = value
	decimal := func(text string) (uint64, error) { return strconv.ParseUint(text, 10, 64) }
	flags.Var(&bounded[uint64]{target, 0, 0, decimal, "a whole number, 0 or more"}, name, usage)
}

// addWorkers adds a flag for a number of workers, from its default to [parallel.MaxWorkers].
func addWorkers(flags *pflag.FlagSet, target *int, name, letter string, value int, usage string) {
	*target = value
	expected := fmt.Sprintf("a whole number from %d to %d", value, parallel.MaxWorkers)
	flags.VarP(&bounded[int]{target, value, parallel.MaxWorkers, strconv.Atoi, expected}, name, letter, usage)
}

// addDuration adds a flag for a time of at least 0.
func addDuration(flags *pflag.FlagSet, target *time.Duration, name string, value time.Duration, usage string) {
	*target = value
	flags.Var(&bounded[time.Duration]{target, 0, 0, time.ParseDuration, "a time of 0 or more, such as 10s or 1h30m"}, name, usage)
	if value == 0 {
		flags.Lookup(name).DefValue = "0"
	}
}

// expectedValues says what flags of a type expect.
var expectedValues = map[string]string{
	"int":    "a whole number",
	"uint64": "a whole number, 0 or more",
	"bool":   "true or false",
}

// leastPuzzle is the length of a word that begins with - from which on it is rather a puzzle than flags.
const leastPuzzle = 14

// flagError says of a flag that is wrong what was found and expected.
func flagError(flags *pflag.FlagSet, err error) error {
	unknown, bad, word := new(pflag.NotExistError), new(pflag.InvalidSyntaxError), ""
	if errors.As(err, &bad) {
		word = bad.GetSpecifiedFlag()
	} else if errors.As(err, &unknown) {
		word = cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName())
	}
	if len(word) >= leastPuzzle && strings.Trim(word, "._*-0123456789ABCDEFG") == "" {
		return fmt.Errorf("%s: an argument that begins with - comes after --", input.Clip(word))
	}
	if errors.As(err, &unknown) {
		var names []string
		flags.VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return fmt.Errorf("%w%s", err, input.DidYouMean("--"+unknown.GetSpecifiedName(), names))
	}
	wrong := new(pflag.InvalidValueError)
	if !errors.As(err, &wrong) {
		return err
	}
	switch wrong.GetFlag().Value.(type) {
	case *choice, *cluster.URL: // which say it themselves
		return errors.Unwrap(wrong)
	}
	expected := expectedValues[wrong.GetFlag().Value.Type()]
	if expected == "" {
		expected = wrong.GetFlag().Value.Type() // of our own values, which say so by it
	}
	return fmt.Errorf("--%s %s, expected %s", wrong.GetFlag().Name, input.Clip(wrong.GetValue()), expected)
}

// listedIn says where long lists of names are, by kind.
var listedIn = map[string]string{"command": "qmsat help", "page": "qmsat help", "engine": "qmsat help " + "engines"}

// complaint is what an error says, and which name it may have meant in place of an unknown one.
func complaint(err error) string {
	text, unknown := cluster.Redact(err.Error()), new(input.UnknownNameError)
	if !errors.As(err, &unknown) {
		return text
	}
	suggested := input.DidYouMean(unknown.Name, unknown.Expected)
	if place := listedIn[unknown.Kind]; suggested == "" && place != "" {
		suggested = "; " + place + " lists all"
	}
	if suggested != "" && len(unknown.Expected) > input.ManyNames {
		text = strings.Replace(text, ", expected "+strings.Join(unknown.Expected, ", "), "", 1)
	}
	return text + suggested
}
