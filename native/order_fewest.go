package native

import (
	"math/bits"

	"qmsat/model"
)

// The order "fewest" takes the open cell with the fewest candidates, the first of several.
//
// Source: Roach, Jones, Perkins, Grimstead, ICAART 2009.
func init() {
	registerOrder(&cellOrder{name: "fewest", paper: (*paperState).fewestOpen, general: (*session).fewestOpen})
}

// fewestOpen returns the open cell with the fewest candidates, the first of several, or -1.
func (s *paperState) fewestOpen() int {
	best, fewest := -1, paperMostValues+1
	for cell, candidates := range s.candidates {
		if candidates&(candidates-1) == 0 {
			continue
		}
		if count := bits.OnesCount64(candidates); count < fewest {
			if best, fewest = cell, count; fewest == 2 {
				break // no open cell has fewer
			}
		}
	}
	return best
}

// fewestOpen returns the open variable with the fewest values, the first of several.
func (s *session) fewestOpen(variables []model.Var) (best model.Var, found bool) {
	fewest := 0
	for _, v := range variables {
		size := s.space.size(v)
		if size == 1 || found && size >= fewest {
			continue
		}
		best, fewest, found = v, size, true
		if size == 2 {
			break
		}
	}
	return best, found
}

// fewestOpenBy returns the open cell with the fewest candidates, of several the one for which merit is largest, the first
// of these, or -1. Merit is asked for where there are several only.
func (s *paperState) fewestOpenBy(merit func(cell int) int) int {
	best, fewest, most, asked := -1, paperMostValues+1, 0, false
	for cell, candidates := range s.candidates {
		if candidates&(candidates-1) == 0 {
			continue
		}
		count := bits.OnesCount64(candidates)
		switch {
		case count > fewest:
		case count < fewest:
			best, fewest, asked = cell, count, false
		default:
			if !asked {
				most, asked = merit(best), true
			}
			if m := merit(cell); m > most {
				best, most = cell, m
			}
		}
	}
	return best
}

// fewestOpenBy is the same over variables.
func (s *session) fewestOpenBy(variables []model.Var, merit func(v model.Var) int) (best model.Var, found bool) {
	fewest, most, asked := 0, 0, false
	for _, v := range variables {
		size := s.space.size(v)
		switch {
		case size == 1 || found && size > fewest:
		case !found || size < fewest:
			best, fewest, found, asked = v, size, true, false
		default:
			if !asked {
				most, asked = merit(best), true
			}
			if m := merit(v); m > most {
				best, most = v, m
			}
		}
	}
	return best, found
}
