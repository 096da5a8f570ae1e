package engine

import "qmsat/internal/registry"

// MeasureKind says what a measure of effort counts.
type MeasureKind struct {
	Name    string // as in [Measure]
	Unit    string // of which there are so many, such as "calls"
	Meaning string // half a line
}

// Iterations is the measure of methods that were published with counts of iterations.
const Iterations = "iterations"

var measures = registry.New[MeasureKind]("measure")

func init() {
	RegisterMeasure(MeasureKind{Iterations, "iterations", "as the method's publication counts: values assigned to cells, or steps"})
}

// RegisterMeasure adds a measure that engines return. It panics where the name is taken, and is meant to be called at start
// only.
func RegisterMeasure(k MeasureKind) { measures.Register(k.Name, k) }

// Measures returns the measures of all engines, sorted by name.
func Measures() []MeasureKind { return measures.All() }
