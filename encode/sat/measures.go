package sat

import "qmsat/model/engine"

// The measures of the SAT engines.
func init() {
	for _, k := range []engine.MeasureKind{
		{Name: "solves", Unit: "calls", Meaning: "of the solver's search"},
		{Name: "tests", Unit: "literals", Meaning: "assumed and propagated without a search of the solver"},
		{Name: "conflicts", Unit: "clauses", Meaning: "found false by the solver's search"},
		{Name: "decisions", Unit: "literals", Meaning: "that the solver's search branched on"},
	} {
		engine.RegisterMeasure(k)
	}
}
