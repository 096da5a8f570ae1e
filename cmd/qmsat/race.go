package main

import (
	"time"

	"qmsat/encode/residual"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/frontier"
)

const (
	// The first engine runs alone for this long. Most puzzles take far less.
	countDelay = 50 * time.Millisecond
	fewDelay   = 5 * time.Millisecond
	// fewSolutions is the largest limit for which a SAT solver searches beside native.
	fewSolutions = 16
	// racePatience is how long an answer waits that another engine may give differently.
	racePatience = time.Second
)

// secondOn returns the name of the engine that races native, or "". Full counts go to engines that count without listing. On
// formulas residual counts more than frontier, and faster: a random 3-CNF of 50 variables and 150 clauses takes residual 0.2 s,
// native 1.6 s and frontier more than a minute.
func secondOn(m *model.Model, limit uint64) string {
	_, others := model.Take[*model.Rule](m.Constraints)
	switch {
	case limit > fewSolutions:
		return ""
	case limit > 0:
		return "gini"
	case m.Propositional() && len(others) == 0:
		return residual.Name
	}
	return frontier.Name
}

// race lets a second engine run beside native, if no flag chooses engines and it may.
func (s *search) race(ef *engineFlags, verb string, over *clusterRun, may func(*engine.Engine) bool) error {
	name := secondOn(s.task.model, s.limit)
	if _, chosen := ef.changedBeside("timeout", "format", "limit"); chosen || s.divided() || over.given() || name == "" {
		return nil
	}
	beside, err := engine.Lookup(name)
	if s.verb = verb; err == nil && may(beside) {
		s.beside = beside
	}
	return err
}

// raceDelay is how long native runs alone.
func (s *search) raceDelay() time.Duration {
	if s.limit > 0 {
		return fewDelay
	}
	return countDelay
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
