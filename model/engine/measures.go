package engine

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/internal/registry"
)

// MeasureKind says what a measure of effort counts.
type MeasureKind struct {
	Name    string // as in [Measure]
	Unit    string // what is counted, such as "calls"
	Meaning string // half a line
}

// Iterations is the measure of methods published with counts of iterations.
const Iterations = "iterations"

var measures = registry.New[MeasureKind]("measure")

func init() {
	RegisterMeasure(MeasureKind{Iterations, "iterations", "as the method's publication counts: values assigned to cells, or steps"})
}

// RegisterMeasure adds a measure for engines. It panics if the name is taken. Call it at start only.
func RegisterMeasure(k MeasureKind) { measures.Register(k.Name, k) }

// Measures returns the measures of all engines, sorted by name.
func Measures() []MeasureKind { return measures.All() }

// Measure is one figure of an engine's effort, such as "conflicts".
type Measure struct {
	Name  string
	Value int64
}

// Effort is what an engine counts while it searches, each measure once.
type Effort []Measure

// MarshalJSON writes an object with the figures by name.
func (e Effort) MarshalJSON() ([]byte, error) {
	figures := map[string]int64{}
	for _, m := range e {
		figures[m.Name] = m.Value
	}
	return json.Marshal(figures)
}

// String writes the figures, sorted by name: nodes=7 propagations=12.
func (e Effort) String() string {
	words := lists.Map(slices.SortedFunc(slices.Values(e), func(a, b Measure) int { return cmp.Compare(a.Name, b.Name) }), func(m Measure) string { return fmt.Sprintf("%s=%d", m.Name, m.Value) })
	return strings.Join(words, " ")
}

// Add adds further effort to the figures; new measures follow the known ones.
func (e *Effort) Add(more Effort) {
	for _, m := range more {
		if i := slices.IndexFunc(*e, func(known Measure) bool { return known.Name == m.Name }); i >= 0 {
			(*e)[i].Value += m.Value
		} else {
			*e = append(*e, m)
		}
	}
}
