package main

import (
	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask"
	"qmsat/cmd/internal/study"
	"qmsat/model/engine"
)

// addConfirm adds --confirm, which takes an engine's name or lets qmsat choose one.
func addConfirm(flags *pflag.FlagSet, usage string) *string {
	name := new(string)
	addChoice(flags, engineChoice(name, false, ask.Unrelated), "confirm", "", usage)
	return name
}

// confirming returns the engine that --confirm names, as [ask.Confirming] does.
func confirming(name string, of *engine.Engine, result engine.Result, demands ...func(*engine.Engine) error) (engine.Chosen, error) {
	by, err := ask.Confirming(name, of, result, demands...)
	return by, inputError(err)
}

// mustFindAll refuses an engine that cannot find all solutions.
func mustFindAll(e *engine.Engine) error { return inputError(study.FindsAll(e)) }

// mustList refuses an engine that only counts.
func mustList(e *engine.Engine) error { return inputError(study.Lists(e)) }
