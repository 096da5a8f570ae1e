package flatzinc

import (
	"slices"
	"strings"
)

// Words of annotations, or parts of them, and the nearest that a propagating engine has: other solvers' weights come to weights of constraints.
var (
	nearVariables = [][2]string{{"w_deg", "dom_w_deg"}, {"impact", "dom_w_deg"}, {"activity", "dom_w_deg"}, {"action", "dom_w_deg"}, {"regret", "max_regret"}}
	nearValues    = [][2]string{{"outdomain_random", "indomain_random"}, {"random", "indomain_random"}, {"max", "indomain_max"}, {"split", "indomain_split"}}
)

// Branching writes the search annotations as steps with a ; between them: a word of some for variables, one of some for values, and names of
// variables. A word that is none of them is replaced by the nearest one, and replaced is told.
func (p *Program) Branching(variables, values []string, replaced func(word, by string)) string {
	nearest := func(word string, known []string, near [][2]string, otherwise string) string {
		if slices.Contains(known, word) {
			return word
		}
		if i := slices.IndexFunc(near, func(n [2]string) bool { return strings.Contains(word, n[0]) }); i >= 0 {
			otherwise = near[i][1]
		}
		replaced(word, otherwise)
		return otherwise
	}
	var steps []string
	for _, s := range p.Search {
		if len(s.Vars) == 0 {
			continue
		}
		step := nearest(s.Choose, variables, nearVariables, "input_order") + " " + nearest(s.Assign, values, nearValues, "indomain_min")
		for _, v := range s.Vars {
			step += " " + p.Model.NameOf(v)
		}
		steps = append(steps, step)
	}
	return strings.Join(steps, "; ")
}
