package engine

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"qmsat/internal/document"
	"qmsat/internal/lists"
)

// Setting is an option that engines read. Engines that read the same option share one Setting. Its methods that return
// values speak of options that [Engine.Check] finds nothing wrong with: sessions are opened with no others.
type Setting struct {
	Name    string // as in --engine NAME[SETTING=VALUE]
	Usage   string // what it means, one line, for help
	Type    Type
	Values  func() []string // of a Name, of the items of a List, or those of a Threshold that tests draw; called when asked, since some are registered
	Range   Range           // of a Number, an Integer, a Threshold, or a Duration in seconds
	Unit    string          // of a Number or an Integer, such as "steps"; may be empty
	Form    string          // of a Text: what it looks like
	Default string
	Flag    bool // commands have it as a flag of its own, too
}

// Type is what the value of a setting is.
type Type int

// The types.
const (
	Name      Type = iota // one of Values
	List                  // some of Values, with commas between them; may be empty
	Number                // such as 0.99 or 1e-3
	Integer               // a whole number
	Duration              // such as 10s or 1h30m
	Seed                  // a whole number of 64 bits that is not negative
	Threshold             // a whole number, made by [NewThreshold]
	Text                  // of a form that the engine checks when it is opened, since it speaks of the model
)

// NewThreshold returns a setting for a size at which an engine changes a representation or an algorithm. Tests lower it from its standard
// to one of the low values, so that small models cross it; nobody else has a use for it, so lists of settings leave it out. It may have
// any value between.
func NewThreshold(name, usage string, standard int, low ...int) *Setting {
	values := append(low, standard)
	return &Setting{
		Name: name, Usage: usage, Type: Threshold, Default: strconv.Itoa(standard),
		Range: Range{float64(slices.Min(values)), float64(slices.Max(values))},
		Values: func() []string {
			return lists.Map(values, strconv.Itoa)
		},
	}
}

// NewInteger returns a setting that is a whole number of some unit, which may be empty.
func NewInteger(name, usage, unit, standard string, bounds Range) *Setting {
	return &Setting{Name: name, Usage: usage, Type: Integer, Unit: unit, Default: standard, Range: bounds}
}

// NewNumber returns a setting that is a number without a unit.
func NewNumber(name, usage, standard string, bounds Range) *Setting {
	return &Setting{Name: name, Usage: usage, Type: Number, Default: standard, Range: bounds}
}

// NewName returns a setting that is one of some names.
func NewName(name, usage, standard string, values ...string) *Setting {
	return &Setting{Name: name, Usage: usage, Default: standard, Values: func() []string { return values }}
}

// Range bounds a number, both ends included. The zero value does not bound it.
type Range struct{ Min, Max float64 }

// AtLeast returns the range without an upper end.
func AtLeast(least float64) Range { return Range{least, math.Inf(1)} }

func (r Range) contains(x float64) bool {
	return !math.IsNaN(x) && !math.IsInf(x, 0) && (r == Range{} || r.Min <= x && x <= r.Max)
}

// Options are chosen values by setting name; a setting that is left out has its default.
type Options map[string]string

// Value returns the chosen value of the setting as it was written, or its default.
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

// Check reports a value that the setting may not have, in one line.
func (s *Setting) Check(value string) error {
	ok := true
	switch s.Type {
	case Name:
		return document.CheckName(s.Name, value, s.Values())
	case List:
		for _, item := range s.List(Options{s.Name: value}) {
			if err := document.CheckName(s.Name, item, s.Values()); err != nil {
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
		return fmt.Errorf("%s=%s: expected %s", s.Name, document.Clip(value), s.Expected())
	}
	return nil
}

// All stands for all values of a setting if a list of them is meant.
const All = "all"

// Chosen reads a list of values with commas between them, or All.
func (s *Setting) Chosen(text string) ([]string, error) {
	if text == All {
		return s.Values(), nil
	}
	values := strings.Split(text, ",")
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
		return "a seed, which is a whole number that is not negative"
	default:
		return strings.Join(s.Values(), ", ")
	}
}

// words says what the range is, with a blank before it, or nothing if it does not bound.
func (r Range) words(write func(x float64) string) string {
	switch {
	case r == Range{}:
		return ""
	case math.IsInf(r.Max, 1):
		return " from " + write(r.Min) + " on"
	default:
		return " from " + write(r.Min) + " to " + write(r.Max)
	}
}

// Settings returns the settings of all registered engines, each once, sorted by name.
func Settings() []*Setting {
	var all []*Setting
	for _, e := range engines.All() {
		for _, s := range e.Settings {
			if !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	slices.SortFunc(all, func(a, b *Setting) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Flags returns those of [Settings] that commands have as flags.
func Flags() []*Setting {
	return slices.DeleteFunc(Settings(), func(s *Setting) bool { return !s.Flag })
}
