package model

// Objective ranks the solutions of a model by Σ aᵢxᵢ. It does not change which assignments are solutions: counts ignore it.
type Objective struct {
	Terms    []Term // at least one, each variable once
	Maximize bool   // the largest sums are best, not the smallest
}

// Value returns the sum under a.
func (o *Objective) Value(a Assignment) int { return sumOf(o.Terms, a) }

// Better reports whether the value a is better than b.
func (o *Objective) Better(a, b int) bool {
	if o.Maximize {
		return a > b
	}
	return a < b
}

// Scope returns the variables of the terms.
func (o *Objective) Scope() []Var { return scopeOf(o.Terms) }

// Word returns the objective's name in model files.
func (o *Objective) Word() string {
	if o.Maximize {
		return "maximize"
	}
	return "minimize"
}

// WithValue returns the model without its objective, and with the constraint that the objective equals the value.
func (m *Model) WithValue(value int) *Model { return m.bounded(value, value) }

// BetterThan returns the model with the constraint that the objective has a better value, and without the objective. ok is false
// if the domains allow no better value.
func (m *Model) BetterThan(value int) (better *Model, ok bool) {
	lo, hi := m.rangeOf(m.Objective.Terms)
	if m.Objective.Maximize {
		return m.bounded(value+1, NoUpper), value < hi
	}
	return m.bounded(NoLower, value-1), value > lo
}

// bounded returns the model with bounds on the objective's sum instead of the objective.
func (m *Model) bounded(lo, hi int) *Model {
	bounded := *m
	bounded.Objective = nil
	bound := &Linear{"objective", m.Objective.Terms, lo, hi}
	bounded.Constraints = append(m.Constraints[:len(m.Constraints):len(m.Constraints)], bound)
	return &bounded
}

func (o *Objective) Validate(m *Model) error {
	if err := m.validateScope(o.Scope()); err != nil {
		return err
	}
	return validateTerms(m, o.Terms)
}

// ObjectiveFields lists the objective, if there is one.
func (m *Model) ObjectiveFields() Fields {
	if m.Objective == nil {
		return nil
	}
	var terms Fields
	for _, t := range m.Objective.Terms {
		terms = terms.Add(m.NameOf(t.Var), t.Coefficient)
	}
	return Fields{}.Add(m.Objective.Word(), terms)
}
