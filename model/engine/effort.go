package engine

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Measure is one figure of an engine's effort, such as "conflicts".
type Measure struct {
	Name  string
	Value int64
}

// Effort is what an engine counts while it searches, each measure once.
type Effort []Measure

// MarshalJSON writes an object of the figures by name.
func (e Effort) MarshalJSON() ([]byte, error) {
	figures := map[string]int64{}
	for _, m := range e {
		figures[m.Name] = m.Value
	}
	return json.Marshal(figures)
}

// String writes the figures, sorted by name: nodes=7 propagations=12.
func (e Effort) String() string {
	var words []string
	for _, m := range slices.SortedFunc(slices.Values(e), func(a, b Measure) int { return cmp.Compare(a.Name, b.Name) }) {
		words = append(words, fmt.Sprintf("%s=%d", m.Name, m.Value))
	}
	return strings.Join(words, " ")
}

// Add adds the figures of further effort; measures that are new follow those that are known.
func (e *Effort) Add(more Effort) {
	for _, m := range more {
		if i := slices.IndexFunc(*e, func(known Measure) bool { return known.Name == m.Name }); i >= 0 {
			(*e)[i].Value += m.Value
		} else {
			*e = append(*e, m)
		}
	}
}
