package sat

import "qmsat/model/engine"

// The measures of the SAT engines.
func init() {
	for _, k := range []engine.MeasureKind{
		{Name: "solves", Unit: "calls", Meaning: "of the solver's search"},
		{Name: "propagations", Unit: "calls", Meaning: "of the solver's unit propagation outside its search, one each time literals are pushed"},
		{Name: "conflicts", Unit: "clauses", Meaning: "found false by the solver's search"},
		{Name: "decisions", Unit: "literals", Meaning: "that the solver's search branched on"},
	} {
		engine.RegisterMeasure(k)
	}
}
