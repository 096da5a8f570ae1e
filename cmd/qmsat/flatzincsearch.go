package main

import (
	"slices"
	"strings"

	"qmsat/native"
)

// steps writes the file's search annotations as the setting branch of native. A word that native does not have is replaced by the
// nearest one.
func (z *zinc) steps() string {
	var steps []string
	for _, s := range z.program.Search {
		if len(s.Vars) == 0 {
			continue
		}
		step := []string{
			z.nearest(s.Choose, native.VariableChoices(), nearVariables, "input_order"), z.nearest(s.Assign, native.ValueChoices(), nearValues, "indomain_min"),
		}
		for _, v := range s.Vars {
			step = append(step, z.program.Model.NameOf(v))
		}
		steps = append(steps, strings.Join(step, " "))
	}
	return strings.Join(steps, "; ")
}

// Words of annotations, or parts of them, and what native has that is nearest: other solvers' weights come to weights of constraints.
var (
	nearVariables = [][2]string{{"w_deg", "dom_w_deg"}, {"impact", "dom_w_deg"}, {"activity", "dom_w_deg"}, {"action", "dom_w_deg"}, {"regret", "max_regret"}}
	nearValues    = [][2]string{{"outdomain_random", "indomain_random"}, {"random", "indomain_random"}, {"max", "indomain_max"}, {"split", "indomain_split"}}
)

// nearest returns the word, if native has it, or the first that stands beside a part of the word.
func (z *zinc) nearest(word string, known []string, near [][2]string, otherwise string) string {
	if slices.Contains(known, word) {
		return word
	}
	i := slices.IndexFunc(near, func(n [2]string) bool { return strings.Contains(word, n[0]) })
	if i >= 0 {
		otherwise = near[i][1]
	}
	z.note("%s is taken as %s", word, otherwise)
	return otherwise
}
