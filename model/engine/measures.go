package engine

import (
	"maps"
	"slices"
	"strings"
)

// MeasureKind says what a measure of effort counts.
type MeasureKind struct {
	Name    string // as in [Measure]
	Unit    string // of which there are so many, such as "calls"
	Meaning string // half a line
}

// Iterations is the measure of methods that were published with counts of iterations.
const Iterations = "iterations"

var measures = map[string]MeasureKind{
	Iterations: {Iterations, "iterations", "as the method's publication counts: values assigned to cells, or steps"},
}

// RegisterMeasure adds a measure that engines return. It panics where the name is taken, and is meant to be called at start only.
func RegisterMeasure(k MeasureKind) {
	if _, taken := measures[k.Name]; taken {
		panic("engine: measure " + k.Name + " is registered twice")
	}
	measures[k.Name] = k
}

// Measures returns the measures of all engines, sorted by name.
func Measures() []MeasureKind {
	return slices.SortedFunc(maps.Values(measures), func(a, b MeasureKind) int { return strings.Compare(a.Name, b.Name) })
}
