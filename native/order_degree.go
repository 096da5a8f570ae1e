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
		s.neighbours = newNeighbours(s.model)
	}
	open := 0
	for _, other := range s.neighbours.of(v) {
		if s.space.over(1) {
			return 0
		}
		if !s.space.fixed(other) {
			open++
		}
	}
	return open
}

// neighbours are, by variable, the others that share a constraint with it, each once; nil for one that was not asked for yet.
type neighbours struct {
	scopes [][][]model.Var // by variable, those of its constraints
	lists  [][]model.Var
	seenBy []model.Var // by variable, the one, plus one, that it was last found to be a neighbour of
}

func newNeighbours(m *model.Model) *neighbours {
	variables := len(m.Variables)
	n := &neighbours{make([][][]model.Var, variables), make([][]model.Var, variables), make([]model.Var, variables)}
	for _, c := range m.Constraints {
		scope := c.Scope()
		for _, v := range scope {
			n.scopes[v] = append(n.scopes[v], scope)
		}
	}
	return n
}

func (n *neighbours) of(v model.Var) []model.Var {
	if n.lists[v] != nil {
		return n.lists[v]
	}
	list := []model.Var{}
	n.seenBy[v] = v + 1
	for _, scope := range n.scopes[v] {
		for _, other := range scope {
			if n.seenBy[other] != v+1 {
				n.seenBy[other] = v + 1
				list = append(list, other)
			}
		}
	}
	n.lists[v] = list
	return list
}
