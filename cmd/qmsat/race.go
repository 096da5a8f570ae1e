package main

import (
	"time"

	"qmsat/compare"
	"qmsat/model/engine"
)

// racePatience is how long an answer waits that another engine may give differently.
const racePatience = time.Second

// race lets a second engine run beside native, if no flag chooses engines and it may.
func (s *search) race(ef *engineFlags, verb string, over *clusterRun, may func(*engine.Engine) bool) error {
	name := compare.Beside(s.task.model, s.limit)
	if _, chosen := ef.changedBeside("timeout", "format", "limit"); chosen || s.divided() || over.given() || name == "" {
		return nil
	}
	beside, err := engine.Lookup(name)
	if s.verb = verb; err == nil && may(beside) {
		s.beside = beside
	}
	return err
}

// optionsOf returns the options of the engine that found a result. The winner of a race runs with its defaults.
func (s *search) optionsOf(r engine.Result) engine.Options {
	if r.By == nil {
		return s.contender.Options
	}
	options := engine.Options{}
	for _, setting := range r.By.Settings {
		options[setting.Name] = setting.Default
	}
	return options
}
