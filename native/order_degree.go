package native

import "qmsat/model"

// The order "degree" takes the open cell with the fewest candidates, of several the one with the most open neighbours:
// cells that share a constraint with it.
//
// Source: the order of Brélaz, "New methods to color the vertices of a graph", CACM 1979, for constraints in general.
func init() {
	registerOrder(&cellOrder{
		name:  "degree",
		paper: func(s *paperState) int { return s.fewestOpenBy(s.openPeers) },
		general: func(s *session, variables []model.Var) (model.Var, bool) {
			return s.fewestOpenBy(variables, s.openNeighbours)
		},
	})
}

// openPeers returns the number of open cells in the houses of a cell. Its lines lie in its box, and add none.
func (s *paperState) openPeers(cell int) int {
	open := 0
	for _, peer := range s.layout.peers[cell] {
		if candidates := s.candidates[peer]; candidates&(candidates-1) != 0 {
			open++
		}
	}
	return open
}

// openNeighbours returns the number of open variables that share a constraint with one.
func (s *session) openNeighbours(v model.Var) int {
	if s.neighbours == nil {
		s.neighbours = neighboursOf(s.model)
	}
	open := 0
	for _, other := range s.neighbours[v] {
		if !s.space.fixed(other) {
			open++
		}
	}
	return open
}

// neighboursOf returns, by variable, the others that share a constraint with it, each once.
func neighboursOf(m *model.Model) [][]model.Var {
	neighbours := make([][]model.Var, len(m.Variables))
	scopes := make([][][]model.Var, len(m.Variables))
	for _, c := range m.Constraints {
		scope := c.Scope()
		for _, v := range scope {
			scopes[v] = append(scopes[v], scope)
		}
	}
	lastSeen := make([]model.Var, len(m.Variables)) // the variable, plus one, that another was last found to be a neighbour of
	for v := range model.Var(len(m.Variables)) {
		lastSeen[v] = v + 1
		for _, scope := range scopes[v] {
			for _, other := range scope {
				if lastSeen[other] != v+1 {
					lastSeen[other] = v + 1
					neighbours[v] = append(neighbours[v], other)
				}
			}
		}
	}
	return neighbours
}
