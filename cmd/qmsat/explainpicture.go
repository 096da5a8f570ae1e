package main

import (
	"slices"

	"qmsat/model"
	"qmsat/model/draw"
	"qmsat/native/logic"
)

// pictureOf draws a step with the state before it.
func pictureOf(state *logic.State, step *logic.Step, caption string) draw.Picture {
	b := state.Board
	p := draw.Picture{Caption: caption, Candidates: candidatesOf(state)}
	for i := range p.Candidates {
		v := model.Var(i)
		if value, known := state.Value(v); !known {
			continue
		} else if given := (model.Given{Var: v, Value: value}); state.Given(v) {
			p.Givens = append(p.Givens, given)
		} else {
			p.Found = append(p.Found, given)
		}
	}
	given := func(c logic.Candidate) model.Given { return model.Given{Var: c.Cell, Value: b.Number(c.Value)} }
	mark := func(g model.Given, role draw.Role) {
		same := func(m draw.Mark) bool { return m.Given == g }
		if p.Candidates[g.Var].Contains(g.Value) && !slices.ContainsFunc(p.Marks, same) {
			p.Marks = append(p.Marks, draw.Mark{Given: g, Role: role})
		}
	}
	for _, c := range step.Placements {
		mark(given(c), draw.Placed)
	}
	for _, c := range step.Eliminations {
		mark(given(c), draw.Eliminated)
	}
	for _, value := range step.Values {
		for _, cell := range step.Fins {
			mark(given(logic.Candidate{Cell: cell, Value: value}), draw.Fin)
		}
		for _, cell := range step.Cells {
			mark(given(logic.Candidate{Cell: cell, Value: value}), draw.Pattern)
		}
	}
	for _, chain := range step.Chains {
		for i, link := range chain {
			role := draw.Second
			if link.On {
				role = draw.Pattern
			}
			for _, cell := range link.Cells {
				mark(given(logic.Candidate{Cell: cell, Value: link.Value}), role)
			}
			if i > 0 {
				from, to := chain[i-1], link
				p.Links = append(p.Links, draw.Link{
					From: given(logic.Candidate{Cell: from.Cells[0], Value: from.Value}), To: given(logic.Candidate{Cell: to.Cells[0], Value: to.Value}),
					Strong: to.On,
				})
			}
		}
	}
	return p
}

// candidatesOf returns what each variable may still be; that of one with a value is that.
func candidatesOf(state *logic.State) []model.Domain {
	domains := make([]model.Domain, len(state.Model.Variables))
	for v := range domains {
		domains[v] = model.Values(state.Candidates(model.Var(v))...)
		if value, known := state.Value(model.Var(v)); known {
			domains[v] = model.Values(value)
		}
	}
	return domains
}
