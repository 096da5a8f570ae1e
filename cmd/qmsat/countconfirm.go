package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"qmsat/encode/residual"
	"qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/engine"
)

// unrelated is the value of count's --confirm that asks for an engine of the other route.
const unrelated = "auto"

// addConfirm adds the --confirm of a count.
func addConfirm(flags *pflag.FlagSet) *string {
	name := new(string)
	addChoice(flags, &choice{
		value: name, names: func() []string { return append([]string{unrelated}, engine.Forms()...) }, check: unchecked,
		about: engineSummary, inside: settingWords,
	}, "confirm", "", "have each count confirmed by the engine `NAME`, or by an unrelated one")
	return name
}

// unrelatedTo returns the name of an engine that shares no code with another one: the formula's where that runs the model, and the model's
// where that runs formulas.
func unrelatedTo(e *engine.Engine) string {
	if slices.Contains(e.Settings, sat.Settings()[0]) {
		return "native"
	}
	return residual.Name
}

// confirmation is what the engine that is to confirm a count found.
type confirmation struct {
	engine string
	engine.Result
	err error
}

// confirm counts again, until ctx ends.
func (s *search) confirm(ctx context.Context) *confirmation {
	name := s.confirmer
	if name == unrelated {
		name = unrelatedTo(s.contender.Engine)
	}
	c := &confirmation{engine: name}
	chosen, err := parseEngine(name)
	var session engine.Session
	if err == nil {
		session, err = chosen.Engine.Open(ctx, s.task.model, chosen.Options)
	}
	if err == nil {
		defer session.Close()
		c.Result, err = session.Run(ctx, s.givens, 0, nil)
	}
	switch {
	case ctx.Err() != nil && !c.Complete():
		c.err = &exitError{statusStopped, fmt.Errorf("%s has not confirmed it, at %s: %w", name, outcome{Result: c.Result}.count(), stopCause(ctx))}
	case err != nil:
		c.err = inputError(err)
	}
	return c
}

// refutes reports whether it found another number, or more although it did not end.
func (c *confirmation) refutes(o outcome) bool {
	if c.Count == nil {
		return false
	}
	compared := c.Count.Cmp(o.Count)
	return compared > 0 || c.Complete() && compared < 0
}

// verdict returns why a count is not confirmed.
func (s *search) verdict(p model.Puzzle, o outcome) error {
	c := o.confirmation
	switch {
	case c == nil:
		return nil
	case c.refutes(o):
		return &exitError{statusCheck, fmt.Errorf("%s: %s counts %v, and %s %v", where(p), s.contender.Engine.Name, o.Count, c.engine, c.Count)}
	case c.err != nil:
		return c.err
	}
	return nil
}
