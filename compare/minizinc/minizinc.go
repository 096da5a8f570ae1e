// Package minizinc runs FlatZinc files as MiniZinc expects of a solver.
package minizinc

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/flatzinc"
	"qmsat/model/parallel"
)

// The lines for MiniZinc on how a search ended.
const (
	SolutionEnd   = "----------"
	Complete      = "=========="
	Unsatisfiable = "=====UNSATISFIABLE====="
	Unknown       = "=====UNKNOWN====="
)

// Search is a search for the solutions of a program, or for the best one if it has an objective.
type Search struct {
	Name         string                           // of the file
	Program      *flatzinc.Program                // nil: it could not be read
	Chosen       engine.Chosen                    // what searches
	All          bool                             // all solutions are printed, or each that is better than those before
	Intermediate bool                             // each that is better than those before
	Number       int                              // of solutions that are printed at most; 0: one, or the best
	Workers      int                              // that search side by side
	Checks       bool                             // each solution is held against the model
	Print        func(solution string) error      // prints whole lines soon: whoever reads them may be waiting
	Note         func(format string, args ...any) // the search annotations

	Result  engine.Result
	Opened  time.Duration // what reading and opening took, from Begun on
	Begun   time.Time
	solved  time.Duration
	shown   int    // solutions
	best    *int   // the value of the best solution found, if there is an objective
	text    []byte // the last solution, as it is printed
	pending bool   // that is not shown yet
}

// FaultError means that a solution is wrong, or that engines differ.
type FaultError struct{ error }

// Unwrap returns the cause.
func (e *FaultError) Unwrap() error { return e.error }

// Set sets an engine's setting, if the engine has it and its name did not set it.
func (s *Search) Set(name string, value func() string) {
	has := slices.ContainsFunc(s.Chosen.Engine.Settings, func(s *engine.Setting) bool { return s.Name == name })
	if _, given := s.Chosen.Options[name]; has && !given {
		s.Chosen.Options = maps.Clone(s.Chosen.Options)
		s.Chosen.Options[name] = value()
	}
}

// Open opens the engine on the program's model.
func (s *Search) Open(ctx context.Context) (engine.Session, error) {
	return s.open(ctx, s.Program.Model)
}

// open opens the engine on a model, with workers if it can use them. Branch and bound uses one.
func (s *Search) open(ctx context.Context, m *model.Model) (engine.Session, error) {
	e := s.Chosen.Engine
	if s.Workers > 1 && (m.Objective == nil || !e.Abilities.Optimum) {
		session, err := parallel.Open(ctx, e, m, s.Chosen.Options, parallel.Options{Workers: s.Workers})
		if !errors.As(err, new(*engine.UnsupportedError)) {
			return session, err
		}
		s.Note("one worker: %v", err)
	}
	return e.Open(ctx, m, s.Chosen.Options)
}

// Run searches, and prints solutions.
func (s *Search) Run(ctx context.Context, session engine.Session) (err error) {
	s.Opened = time.Since(s.Begun)
	defer func() { s.solved = time.Since(s.Begun) - s.Opened }()
	var failed error
	if s.Program.Model.Objective != nil {
		found := 0
		s.Result, err = engine.Optimize(ctx, session, s.Program.Model, s.open, nil, func(a model.Assignment, value int) bool {
			found++
			s.best = &value
			failed = s.found(a, s.All || s.Intermediate)
			return failed == nil && found != s.Number
		})
	} else {
		limit := uint64(s.Number)
		if !s.All {
			limit = max(limit, 1)
		}
		s.Result, err = session.Run(ctx, nil, limit, func(a model.Assignment) bool {
			failed = s.found(a, true)
			return failed == nil
		})
	}
	if s.pending {
		_ = s.show()
	}
	if failed != nil {
		return failed
	}
	return err
}

// found shows a solution now or keeps it for the end.
func (s *Search) found(a model.Assignment, now bool) error {
	if s.Checks {
		if err := s.Program.Model.Check(a); err != nil {
			return &FaultError{fmt.Errorf("%s: a solution of %s is wrong: %w", s.Name, s.Chosen.Engine.Name, err)}
		}
	}
	s.text = append(s.Program.Append(s.text[:0], a), SolutionEnd...)
	s.pending = !now
	if now {
		return s.show()
	}
	return nil
}

func (s *Search) show() error {
	s.shown++
	return s.Print(string(s.text))
}

// End returns the line on how the search ended, or "" if the solutions suffice.
func (s *Search) End() string {
	switch {
	case s.shown > 0 && s.Result.Complete():
		return Complete
	case s.Result.Complete():
		return Unsatisfiable
	case s.shown == 0:
		return Unknown
	}
	return ""
}

// Optimizes reports whether the best solution is looked for.
func (s *Search) Optimizes() bool { return s.Program != nil && s.Program.Model.Objective != nil }

// Confirmable reports whether there is something that another engine can look for again: all solutions of an exhausted search,
// as many of another one, or the best.
func (s *Search) Confirmable() bool { return s.Result.Complete() || s.shown > 0 && !s.Optimizes() }

// Confirm has another engine look again for what was found. The error is a [FaultError], if they differ, or says why the engine
// found no more.
func (s *Search) Confirm(ctx context.Context, by engine.Chosen) (c *engine.Confirmation, err error) {
	difference := ""
	if s.Optimizes() {
		c = engine.ConfirmBest(ctx, by, s.Program.Model)
		better := c.Best != nil && (s.best == nil || s.Program.Model.Objective.Better(*c.Best, *s.best))
		if better || c.Complete() && valueText(c.Best) != valueText(s.best) {
			difference = fmt.Sprintf("%s, and %s %s", valueText(s.best), c.By, valueText(c.Best))
		}
	} else {
		limit := uint64(s.shown)
		if s.Result.Complete() {
			limit = 0
		}
		c = engine.Confirm(ctx, by, s.Program.Model, nil, limit, nil)
		s.Result.Count = big.NewInt(int64(s.shown))
		if c.Refutes(s.Result) {
			difference = fmt.Sprintf("%d solutions, and %s %v", s.shown, c.By, c.Count)
		}
	}
	if difference != "" {
		return c, &FaultError{fmt.Errorf("%s: %s finds %s", s.Name, s.Chosen.Engine.Name, difference)}
	}
	return c, c.Err
}

// valueText describes the value of the best solution.
func valueText(value *int) string {
	if value == nil {
		return "no solution"
	}
	return fmt.Sprintf("a best solution of %d", *value)
}

// Statistics returns lines about the effort of the search, in MiniZinc's format. c is nil if nothing was confirmed.
func (s *Search) Statistics(c *engine.Confirmation) string {
	var text strings.Builder
	stat := func(name string, value any) {
		if text, is := value.(string); is {
			value = strconv.Quote(text)
		}
		fmt.Fprintf(&text, "%%%%%%mzn-stat: %s=%v\n", strings.ReplaceAll(name, " ", "_"), value)
	}
	stat("engine", s.Chosen.Engine.Name)
	stat("nSolutions", s.shown)
	stat("complete", s.Result.Complete())
	if s.best != nil {
		stat("objective", *s.best)
	}
	if c != nil {
		stat("confirmEngine", c.By.String())
		stat("confirmed", c.Err == nil)
		if c.Count != nil && s.best == nil {
			stat("confirmSolutions", c.Count)
		}
	}
	if s.Program != nil {
		stat("variables", len(s.Program.Model.Variables))
		stat("constraints", len(s.Program.Model.Constraints))
	}
	for _, m := range s.Result.Effort {
		stat(m.Name, m.Value)
	}
	stat("initTime", s.Opened.Seconds())
	stat("solveTime", s.solved.Seconds())
	return text.String() + "%%%mzn-stat-end"
}
