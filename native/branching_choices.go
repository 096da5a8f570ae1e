package native

import (
	"maps"
	"slices"

	"qmsat/model"
	"qmsat/native/order"
)

// chooser chooses an open variable of a step, the first if several are equally good. It reports false if none is open.
type chooser func(s *session, variables []model.Var) (model.Var, bool)

// variableChoice is a chooser; weighted says whether it needs failures counted by constraint.
type variableChoice struct {
	of       chooser
	weighted bool
}

// variableChoices are the ways to choose a variable, by MiniZinc's names.
//
// Source: The MiniZinc Handbook, "Search", 2.5.2.
var variableChoices = map[string]variableChoice{
	"input_order":     {of: ordered(order.First)},
	"first_fail":      {of: ordered(order.Fewest)},
	"anti_first_fail": byMost(func(s *session, v model.Var) int { return s.space.Size(v) }),
	"smallest":        byMost(func(s *session, v model.Var) int { return -s.lowest(v) }),
	"largest":         byMost((*session).highest),
	"occurrence":      byMost((*session).occurrences),
	"max_regret":      byMost((*session).regret),
	"dom_w_deg":       {of: ordered(order.Failures), weighted: true},
	"most_constrained": {of: func(s *session, variables []model.Var) (model.Var, bool) {
		return order.FewestBy(s.space, variables, s.occurrences)
	}},
}

// VariableChoices returns the names of the ways to choose a variable in steps of the setting branch, sorted.
func VariableChoices() []string { return slices.Sorted(maps.Keys(variableChoices)) }

// ordered turns an order into a chooser.
func ordered(choose func(order.Search, []model.Var) (model.Var, bool)) chooser {
	return func(s *session, variables []model.Var) (model.Var, bool) { return choose(s.space, variables) }
}

// byMost chooses the open variable with the largest merit.
func byMost(merit func(s *session, v model.Var) int) variableChoice {
	return variableChoice{of: func(s *session, variables []model.Var) (best model.Var, found bool) {
		most := 0
		for _, v := range variables {
			if s.space.Fixed(v) {
				continue
			}
			if m := merit(s, v); !found || m > most {
				best, most, found = v, m, true
			}
		}
		return best, found
	}}
}

func (s *session) lowest(v model.Var) int {
	return s.space.Numberings[v].Value(s.space.Lowest(v))
}
func (s *session) highest(v model.Var) int {
	return s.space.Numberings[v].Value(s.space.Highest(v))
}

// occurrences returns the number of propagators that watch a variable.
func (s *session) occurrences(v model.Var) int {
	count := 0
	for _, watchers := range s.space.Watchers {
		count += len(watchers[v])
	}
	return count
}

// regret returns the difference of the two smallest values of an open variable.
func (s *session) regret(v model.Var) int {
	return s.space.Numberings[v].Value(s.nth(v, 1)) - s.lowest(v)
}

// nth returns the number of the value of v that has exactly below of v's values beneath it.
func (s *session) nth(v model.Var, below int) int {
	if s.space.IsWide(v) {
		return s.space.Lowest(v) + below
	}
	for i := s.space.Lowest(v); i >= 0; i = s.space.After(v, i) {
		if below == 0 {
			return i
		}
		below--
	}
	panic("native: a domain has fewer values")
}

// valueChoices are the ways to try the values of an open variable, by MiniZinc's names: the numbers of the values to try first,
// from and to. It never returns all remaining values.
//
// Source: as for variableChoices.
var valueChoices = map[string]func(s *session, v model.Var) (from, to int){
	"indomain":     lowestFirst,
	"indomain_min": lowestFirst,
	"indomain_max": highestFirst,
	"indomain_median": func(s *session, v model.Var) (from, to int) {
		median := s.nth(v, (s.space.Size(v)-1)/2)
		return median, median
	},
	"indomain_random": func(s *session, v model.Var) (from, to int) {
		drawn := s.nth(v, s.branching.random.IntN(s.space.Size(v)))
		return drawn, drawn
	},
	"indomain_middle":        middleFirst,
	"indomain_split":         lowerHalfFirst,
	"indomain_reverse_split": upperHalfFirst,
	"indomain_split_random": func(s *session, v model.Var) (from, to int) {
		if s.branching.random.IntN(2) == 0 {
			return lowerHalfFirst(s, v)
		}
		return upperHalfFirst(s, v)
	},
	"indomain_interval": intervalFirst,
	"outdomain_min":     func(s *session, v model.Var) (from, to int) { return s.nth(v, 1), s.space.Highest(v) },
	"outdomain_max": func(s *session, v model.Var) (from, to int) {
		return s.space.Lowest(v), s.space.Highest(v) - 1
	},
}

// ValueChoices returns the names of the ways to try values in steps of the setting branch, sorted.
func ValueChoices() []string { return slices.Sorted(maps.Keys(valueChoices)) }

func lowestFirst(s *session, v model.Var) (from, to int) {
	lowest := s.space.Lowest(v)
	return lowest, lowest
}

func highestFirst(s *session, v model.Var) (from, to int) {
	highest := s.space.Highest(v)
	return highest, highest
}

// preferredFirst takes the lowest value, or the highest if the objective prefers large ones. Of a wide variable it takes the half
// with that value.
func (s *session) preferredFirst(v model.Var) (from, to int) {
	high, wide := s.objective != nil && s.objective.prefer[v] > 0, s.space.IsWide(v)
	switch {
	case high && wide:
		return upperHalfFirst(s, v)
	case high:
		return highestFirst(s, v)
	case wide:
		return lowerHalfFirst(s, v)
	default:
		return lowestFirst(s, v)
	}
}

// upperHalf returns the number of the first value above the middle between the least and the largest.
func (s *session) upperHalf(v model.Var) int {
	lowest, highest := s.lowest(v), s.highest(v)
	return s.space.Numberings[v].Below(lowest + (highest-lowest)/2 + 1)
}

func lowerHalfFirst(s *session, v model.Var) (from, to int) {
	return s.space.Lowest(v), s.upperHalf(v) - 1
}

func upperHalfFirst(s *session, v model.Var) (from, to int) {
	return s.upperHalf(v), s.space.Highest(v)
}

// middleFirst takes the value closest to the middle between the least and the largest, the smaller one on a tie.
func middleFirst(s *session, v model.Var) (from, to int) {
	numbering := &s.space.Numberings[v]
	doubled := s.lowest(v) + s.highest(v)
	best, least := 0, -1
	for i := s.space.Lowest(v); i >= 0; i = s.space.After(v, i) {
		if distance := max(2*numbering.Value(i)-doubled, doubled-2*numbering.Value(i)); least < 0 || distance < least {
			best, least = i, distance
		}
	}
	return best, best
}

// intervalFirst takes the values before the first gap; without a gap, the lower half.
func intervalFirst(s *session, v model.Var) (from, to int) {
	before, numbering := -1, &s.space.Numberings[v]
	for i := s.space.Lowest(v); i >= 0; i = s.space.After(v, i) {
		if before >= 0 && numbering.Value(i) > numbering.Value(before)+1 {
			return s.space.Lowest(v), before
		}
		before = i
	}
	return lowerHalfFirst(s, v)
}
