package main

import (
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
)

// Engines return no measure that is not listed, whatever their settings.
func TestMeasuresAreListed(t *testing.T) {
	m, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	givens, err := model.Characters.Parse(m, "123434122..3.32.") // singles solve it: methods that may fail do, soon
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	run := func(e *engine.Engine, options engine.Options) {
		session, err := e.Open(t.Context(), m, options)
		if err != nil {
			t.Fatalf("%s %v: %v", e.Name, options, err)
		}
		defer session.Close()
		result, err := session.Run(t.Context(), givens, 5, nil)
		if err != nil {
			t.Fatalf("%s %v: %v", e.Name, options, err)
		}
		for _, measure := range result.Effort {
			seen++
			if !slices.ContainsFunc(engine.Measures(), func(k engine.MeasureKind) bool { return k.Name == measure.Name }) {
				t.Errorf("%s %v: %s is not listed", e.Name, options, measure.Name)
			}
		}
	}
	for _, name := range engine.Names() {
		e, err := engine.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		run(e, nil)
		for _, s := range e.Settings {
			for _, value := range e.Values(s) {
				run(e, engine.Options{s.Name: value})
			}
		}
	}
	if seen == 0 {
		t.Error("no engine returns a measure")
	}
}

// Help on measures is complete: each has its unit and meaning.
func TestMeasuresHaveMeanings(t *testing.T) {
	for _, k := range engine.Measures() {
		if k.Unit == "" || k.Meaning == "" {
			t.Errorf("%s: unit %q, meaning %q", k.Name, k.Unit, k.Meaning)
		}
	}
}
