package engine

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"qmsat/internal/input"
)

// Setting is an option that engines read. Engines with the same option share one Setting. Its methods that return values require
// options accepted by [Engine.Check]; sessions are opened only with such options.
type Setting struct {
	Name    string // as in --engine NAME[SETTING=VALUE]
	Usage   string // its meaning in one line, for help
	Type    Type
	Values  func() []string              // of a Name, of a List's items, or for a Threshold the values that tests draw; a function, since some are registered later
	All     func() []string              // what "all" stands for; nil: Values
	Inside  func(name string) []*Setting // of a Name: the settings in brackets after one of its values; may be nil
	Range   Range                        // of a Number, an Integer, a Threshold, or a Duration in seconds
	Unit    string                       // of a Number or an Integer, such as "steps"; may be empty
	Form    string                       // of a Text: its form
	Default string
	Flag    bool // commands also have it as a flag
}

// Type is the type of a setting's value.
type Type int

// The types.
const (
	Name      Type = iota // one of Values
	List                  // some of Values, with commas between them; may be empty
	Number                // such as 0.99 or 1e-3
	Integer               // a whole number
	Duration              // such as 10s or 1h30m
	Seed                  // a whole number of 64 bits that is not negative
	Threshold             // a whole number, made by [Thresholds]
	Text                  // in a form that the engine checks when opened, since it depends on the model
)

// NewInteger returns a setting for a whole number, with a unit that may be empty.
func NewInteger(name, usage, unit, standard string, bounds Range) *Setting {
	return &Setting{Name: name, Usage: usage, Type: Integer, Unit: unit, Default: standard, Range: bounds}
}

// NewNumber returns a setting for a number without a unit.
func NewNumber(name, usage, standard string, bounds Range) *Setting {
	return &Setting{Name: name, Usage: usage, Type: Number, Default: standard, Range: bounds}
}

// NewName returns a setting for one of several names.
func NewName(name, usage, standard string, values ...string) *Setting {
	return &Setting{Name: name, Usage: usage, Default: standard, Values: func() []string { return values }}
}

// Range bounds a number, both ends included. The zero value sets no bounds.
type Range struct{ Min, Max float64 }

// AtLeast returns the range from least up.
func AtLeast(least float64) Range { return Range{least, math.Inf(1)} }

func (r Range) contains(x float64) bool {
	return !math.IsNaN(x) && !math.IsInf(x, 0) && (r == Range{} || r.Min <= x && x <= r.Max)
}

// Options are chosen values by setting name; missing settings have their defaults.
type Options map[string]string

// Value returns the chosen value as written, or the default.
func (s *Setting) Value(options Options) string {
	if value, ok := options[s.Name]; ok {
		return value
	}
	return s.Default
}

// Float returns the chosen Number.
func (s *Setting) Float(options Options) float64 {
	x, _ := strconv.ParseFloat(s.Value(options), 64)
	return x
}

// Int returns the chosen Integer or Threshold.
func (s *Setting) Int(options Options) int {
	n, _ := strconv.Atoi(s.Value(options))
	return n
}

// Duration returns the chosen Duration.
func (s *Setting) Duration(options Options) time.Duration {
	d, _ := time.ParseDuration(s.Value(options))
	return d
}

// Seed returns the chosen Seed.
func (s *Setting) Seed(options Options) uint64 {
	n, _ := strconv.ParseUint(s.Value(options), 10, 64)
	return n
}

// List returns the items of the chosen List.
func (s *Setting) List(options Options) []string {
	if value := s.Value(options); value != "" {
		return strings.Split(value, ",")
	}
	return nil
}

// Check returns an error in one line if the setting may not have the value.
func (s *Setting) Check(value string) error {
	ok := true
	switch s.Type {
	case Name:
		return s.checkName(value)
	case List:
		for _, item := range s.List(Options{s.Name: value}) {
			if err := input.CheckName(s.Name, item, s.Values()); err != nil {
				return err
			}
		}
	case Number:
		x, err := strconv.ParseFloat(value, 64)
		ok = err == nil && s.Range.contains(x)
	case Integer, Threshold:
		n, err := strconv.Atoi(value)
		ok = err == nil && s.Range.contains(float64(n))
	case Duration:
		d, err := time.ParseDuration(value)
		ok = err == nil && s.Range.contains(d.Seconds())
	case Seed:
		_, err := strconv.ParseUint(value, 10, 64)
		ok = err == nil
	}
	if !ok {
		return fmt.Errorf("%s=%s: expected %s", s.Name, input.Clip(value), s.Expected())
	}
	return nil
}

// checkName checks a name, and the settings in brackets after it.
func (s *Setting) checkName(value string) error {
	name, settings, err := value, "", error(nil)
	if s.Inside != nil {
		name, settings, err = CutSettings(value)
	}
	if err == nil {
		err = input.CheckName(s.Name, name, s.Values())
	}
	if err == nil && settings != "" {
		if _, err = ParseOptions(settings, s.Inside(name)); err != nil {
			err = fmt.Errorf("%s %s: %w", s.Name, name, err)
		}
	}
	return err
}

// All means all values of a setting, in a list of values.
const All = "all"

// Chosen reads a comma-separated list of values, or All.
func (s *Setting) Chosen(text string) ([]string, error) {
	if text == All && s.All != nil {
		return s.All(), nil
	}
	if text == All {
		return s.Values(), nil
	}
	values, err := splitList(text, true)
	if err != nil {
		return nil, err
	}
	for _, value := range values {
		if err := s.Check(value); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// Expected says which values the setting may have, such as "a number from 0 to 1".
func (s *Setting) Expected() string {
	unit := ""
	if s.Unit != "" {
		unit = " of " + s.Unit
	}
	switch s.Type {
	case List:
		return "names with commas between them, of " + strings.Join(s.Values(), ", ")
	case Number:
		return "a number" + unit + s.Range.words(func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) })
	case Integer, Threshold:
		return "a whole number" + unit + s.Range.words(func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) })
	case Duration:
		return "a time such as 10s" + s.Range.words(func(x float64) string { return time.Duration(x * float64(time.Second)).String() })
	case Text:
		return s.Form
	case Seed:
		return "a whole number, 0 or more"
	default:
		return strings.Join(s.Values(), ", ")
	}
}

// words describes the range, after a blank; it is empty without bounds.
func (r Range) words(write func(x float64) string) string {
	switch {
	case r == Range{}:
		return ""
	case math.IsInf(r.Max, 1):
		return ", " + write(r.Min) + " or more"
	default:
		return " from " + write(r.Min) + " to " + write(r.Max)
	}
}

// Settings returns the settings of all registered engines, each once, sorted by name.
func Settings() []*Setting { return settings(func(*Setting) bool { return true }) }

// Flags returns the [Settings] that commands have as flags.
func Flags() []*Setting { return settings(func(s *Setting) bool { return s.Flag }) }

func settings(wanted func(*Setting) bool) (all []*Setting) {
	for _, e := range engines.All() {
		for _, s := range e.Settings {
			if wanted(s) && !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	slices.SortFunc(all, func(a, b *Setting) int { return strings.Compare(a.Name, b.Name) })
	return all
}
