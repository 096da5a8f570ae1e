package compare

import (
	"context"
	"fmt"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/parallel"
)

// Contender is an engine with its options.
type Contender struct {
	Engine  *engine.Engine
	Options engine.Options
	Workers int // that each puzzle's search is spread over; 0: one search, not split
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

// open opens a session of the contender; a panic of the engine's is an error.
func (c Contender) open(ctx context.Context, m *model.Model) (session engine.Session, err error) {
	defer engine.Guard(c.Engine.Name, &err)
	if c.Workers > 0 {
		return parallel.Open(ctx, c.Engine, m, c.Options, parallel.Options{Workers: c.Workers})
	}
	session, err = c.Engine.Open(ctx, m, c.Options)
	if err != nil {
		return nil, err
	}
	return engine.Guarded(c.Engine.Name, session), nil
}

// String returns the engine's name, the settings that differ from their defaults and the workers, such as "gini sum=support".
func (c Contender) String() string {
	text := c.Engine.Name
	for _, s := range c.Engine.Settings {
		if value := s.Value(c.Options); value != s.Default {
			text += " " + s.Name + "=" + value
		}
	}
	if c.Workers > 0 {
		text += fmt.Sprintf(" workers=%d", c.Workers)
	}
	return text
}

// labels returns a different name for each contender: its text, with a number where the same stands there before.
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
