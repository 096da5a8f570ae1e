package order

import "qmsat/model"

// First chooses the first open variable. On a grid that is row by row, the order "rows".
//
// Source: Roach, Jones, Perkins, Grimstead, ICAART 2009.
func First(s Search, variables []model.Var) (model.Var, bool) {
	for _, v := range variables {
		if !s.Fixed(v) {
			return v, true
		}
	}
	return 0, false
}

// Fewest chooses the open variable with the fewest values, the first on a tie.
//
// Source: as for First.
func Fewest(s Search, variables []model.Var) (best model.Var, found bool) {
	fewest := 0
	for _, v := range variables {
		size := s.Size(v)
		if size == 1 || found && size >= fewest {
			continue
		}
		best, fewest, found = v, size, true
		if size == 2 {
			break // no open variable has fewer
		}
	}
	return best, found
}

// FewestBy chooses the open variable with the fewest values; on a tie the one with the largest merit, then the first. It calls
// merit only on a tie.
//
// With open neighbours as merit it is the order "degree" of Brélaz, "New methods to color the vertices of a graph", CACM
// 1979, for constraints in general.
func FewestBy(s Search, variables []model.Var, merit func(v model.Var) int) (best model.Var, found bool) {
	fewest, most, asked := 0, 0, false
	for i, size := range s.Sizes(variables) {
		v := variables[i]
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
