package compare

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/parallel"
)

// Contender is an engine with its options.
type Contender struct {
	Engine  *engine.Engine
	Options engine.Options
	Workers int // that each puzzle's search is spread over; 0: one search, not split
}

// Combine returns each engine with every combination of the values, by name, of the settings it reads that are flags. What is
// written with the engine goes before.
func Combine(engines []engine.Chosen, values map[string][]string) (list []Contender, err error) {
	for _, c := range engines {
		combinations := []Contender{{Engine: c.Engine, Options: c.Options}}
		for _, s := range c.Engine.Settings {
			if _, own := c.Options[s.Name]; own || !s.Flag {
				continue
			}
			var more []Contender
			for _, with := range combinations {
				for _, value := range values[s.Name] {
					if c.Engine.Accepts(s, value) {
						with.Options = maps.Clone(with.Options)
						with.Options[s.Name] = value
						more = append(more, with)
					}
				}
			}
			if combinations = more; len(more) == 0 {
				return nil, fmt.Errorf("--%s %s: engine %s takes %s", s.Name, strings.Join(values[s.Name], ","), c.Engine.Name,
					strings.Join(c.Engine.Values(s), ", "))
			}
		}
		list = append(list, combinations...)
	}
	return list, nil
}

// OpenError says that a contender's session could not be opened.
type OpenError struct {
	Contender int // an index
	Err       error
}

// Error returns the reason.
func (e *OpenError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *OpenError) Unwrap() error { return e.Err }

// open opens a session of the contender; a panic of the engine's is an error. If show is not nil, the session's runs report their
// progress to it, if the engine can.
func (c Contender) open(ctx context.Context, m *model.Model, show func(engine.Progress)) (session engine.Session, err error) {
	defer engine.Guard(c.Engine.Name, &err)
	if c.Workers > 0 {
		return parallel.Open(ctx, c.Engine, m, c.Options, parallel.Options{Workers: c.Workers})
	}
	session, err = c.Engine.Open(ctx, m, c.Options)
	if err != nil {
		return nil, err
	}
	if reporter, reports := session.(engine.Reporter); reports && show != nil {
		reporter.Report(show)
	}
	return engine.Guarded(c.Engine.Name, session), nil
}

// Settings returns the value of each setting that the engine reads; of thresholds only chosen ones.
func (c Contender) Settings() engine.Options {
	values := engine.Options{}
	for _, s := range c.Engine.Settings {
		if _, chosen := c.Options[s.Name]; chosen || s.Type != engine.Threshold {
			values[s.Name] = s.Value(c.Options)
		}
	}
	return values
}

// Changed yields names and values of the settings that are not at their defaults, but for some, and of the workers.
func (c Contender) Changed(except ...*engine.Setting) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for _, s := range c.Engine.Settings {
			if value := s.Value(c.Options); value != s.Default && !slices.Contains(except, s) && !yield(s.Name, value) {
				return
			}
		}
		if c.Workers > 0 {
			yield("workers", strconv.Itoa(c.Workers))
		}
	}
}

// String returns the engine's name and its changed settings, such as "gini sum=support".
func (c Contender) String() string { return c.Without() }

// Without returns the same without some settings.
func (c Contender) Without(settings ...*engine.Setting) string {
	text := c.Engine.Name
	for name, value := range c.Changed(settings...) {
		text += " " + name + "=" + value
	}
	return text
}

// labels returns a distinct name for each contender: its text, with a number if an earlier contender has the same text.
func labels(contenders []Contender) []string {
	seen := map[string]int{}
	list := make([]string, len(contenders))
	for i, c := range contenders {
		list[i] = c.String()
		seen[list[i]]++
		if n := seen[list[i]]; n > 1 {
			list[i] += fmt.Sprintf(" #%d", n)
		}
	}
	return list
}
