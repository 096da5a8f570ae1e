package native

import "qmsat/model"

// The order "rows" takes the first open cell, row by row.
//
// Source: Roach, Jones, Perkins, Grimstead, ICAART 2009.
func init() {
	registerOrder(&cellOrder{name: "rows", paper: (*paperState).firstOpen, general: (*session).firstOpen})
}

// firstOpen returns the first open cell, or -1.
func (s *paperState) firstOpen() int {
	for cell, candidates := range s.candidates {
		if candidates&(candidates-1) != 0 {
			return cell
		}
	}
	return -1
}

func (s *session) firstOpen(variables []model.Var) (model.Var, bool) {
	for _, v := range variables {
		if !s.space.fixed(v) {
			return v, true
		}
	}
	return 0, false
}
