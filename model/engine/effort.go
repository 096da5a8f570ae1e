package engine

import "slices"

// Measure is one figure of an engine's effort, such as "conflicts".
type Measure struct {
	Name  string
	Value int64
}

// Effort is what an engine counts while it searches, each measure once.
type Effort []Measure

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
