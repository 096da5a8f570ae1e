package logic

import (
	"slices"

	"qmsat/model"
	"qmsat/model/draw"
)

// Picture draws the state with its next step.
func (s *State) Picture(step *Step, caption string) draw.Picture {
	p := draw.Picture{Caption: caption, Candidates: s.Domains()}
	for i := range p.Candidates {
		v := model.Var(i)
		if value, known := s.Value(v); !known {
			continue
		} else if given := (model.Given{Var: v, Value: value}); s.Given(v) {
			p.Givens = append(p.Givens, given)
		} else {
			p.Found = append(p.Found, given)
		}
	}
	given := func(cell model.Var, value int) model.Given { return model.Given{Var: cell, Value: s.Number(value)} }
	mark := func(role draw.Role, value int, cells ...model.Var) {
		for _, cell := range cells {
			g := given(cell, value)
			same := func(m draw.Mark) bool { return m.Given == g }
			if p.Candidates[cell].Contains(g.Value) && !slices.ContainsFunc(p.Marks, same) {
				p.Marks = append(p.Marks, draw.Mark{Given: g, Role: role})
			}
		}
	}
	for _, c := range step.Placements {
		mark(draw.Placed, c.Value, c.Cell)
	}
	for _, c := range step.Eliminations {
		mark(draw.Eliminated, c.Value, c.Cell)
	}
	for _, value := range step.Values {
		mark(draw.Fin, value, step.Fins...)
		mark(draw.Pattern, value, step.Cells...)
	}
	for _, chain := range step.Chains {
		for i, to := range chain {
			role := draw.Second
			if to.On {
				role = draw.Pattern
			}
			mark(role, to.Value, to.Cells...)
			if i > 0 {
				from := chain[i-1]
				p.Links = append(p.Links, draw.Link{From: given(from.Cells[0], from.Value), To: given(to.Cells[0], to.Value), Strong: to.On})
			}
		}
	}
	return p
}

// Domains returns the possible values of each variable: one if it has a value.
func (s *State) Domains() []model.Domain {
	domains := make([]model.Domain, len(s.values))
	for v := range domains {
		for value := range bitsOf(s.mask(model.Var(v))) {
			domains[v] = domains[v].Union(model.Values(s.Number(value)))
		}
	}
	return domains
}
