package ask

import (
	"context"
	"slices"

	"qmsat/compare"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/native/logic"
)

func init() {
	register(Method{Name: "explain", Summary: "how people solve a puzzle, step by step, and how hard it is"}, explain)
}

type explainRequest struct {
	About
	Hint       bool             `json:"hint" note:"the next step only"`
	Candidates map[string][]int `json:"candidates" note:"what is left of the candidates already"`
}

type explainAnswer struct {
	Steps []stepAnswer `json:"steps"`
	Grade *logic.Grade `json:"grade,omitempty"` // unless only a hint was wanted
	Cause string       `json:"cause,omitempty"` // why there are no further steps
	End   *knowledge   `json:"end,omitempty"`   // after the last step, if the request has candidates
}

// knowledge is what is left of the candidates of open cells, and what was found of others.
type knowledge struct {
	Candidates map[string][]int `json:"candidates"`
	Found      values           `json:"found"`
	Broken     bool             `json:"broken,omitempty"` // nothing is left for a cell, or for a number in a house
}

// knowledgeOf returns what is known in a state.
func knowledgeOf(state *logic.State) knowledge {
	k := knowledge{Candidates: map[string][]int{}, Found: values{}, Broken: state.Broken()}
	for i, domain := range state.Domains() {
		v := model.Var(i)
		if value, known := state.Value(v); !known {
			k.Candidates[state.Model.NameOf(v)] = slices.Collect(domain.All())
		} else if !state.Given(v) {
			k.Found[state.Model.NameOf(v)] = value
		}
	}
	return k
}

// stepAnswer is a step with the state before it.
type stepAnswer struct {
	logic.StepRecord
	Pattern string   `json:"pattern"`
	Effect  string   `json:"effect"`
	Marks   []marked `json:"marks"`
	Links   []link   `json:"links"`
	Cells   []string `json:"cells"` // of the pattern
	knowledge
}

func explain(ctx context.Context, q explainRequest, emit func(any) error) (answer explainAnswer, err error) {
	m, givens, err := q.Puzzle.bare(ctx)
	if err != nil {
		return answer, err
	}
	board, err := logic.NewBoard(ctx, m)
	if err != nil {
		return answer, BadRequest{err}
	}
	names := namesOf(m)
	left := names.domains(q.Candidates)
	if names.err != nil {
		return answer, names.err
	}
	solver := &logic.Solver{Techniques: logic.Default()}
	answer.Steps = []stepAnswer{}
	add := func(state *logic.State, step *logic.Step) error {
		answer.Steps = append(answer.Steps, newStep(state, step))
		return nil
	}
	if !q.Hint && q.Candidates == nil {
		g, err := compare.Grade(ctx, solver, board, givens, add)
		answer.Grade = &g
		if err != nil && ctx.Err() != nil && len(answer.Steps) > 0 {
			answer.Cause, err = err.Error(), nil
		}
		return answer, err
	}
	state := logic.NewState(board, givens)
	for v, of := range left {
		if _, said := q.Candidates[m.NameOf(model.Var(v))]; said {
			state.Apply(&logic.Step{Eliminations: state.Except(model.Var(v), of)})
		}
	}
	solver.Solve(ctx, state, func(step *logic.Step) bool {
		add(state, step)
		return !q.Hint
	})
	end := knowledgeOf(state)
	answer.End = &end
	if ctx.Err() != nil {
		answer.Cause = context.Cause(ctx).Error()
	}
	return answer, nil
}

// newStep describes a step with the state before it.
func newStep(state *logic.State, step *logic.Step) stepAnswer {
	m, p := state.Model, state.Picture(step, "")
	of := func(g model.Given) candidate { return candidate{m.NameOf(g.Var), g.Value} }
	s := stepAnswer{
		StepRecord: step.Record(state.Board), Pattern: step.Pattern(state.Board), Effect: step.Effect(state.Board),
		Marks: []marked{}, Links: []link{}, Cells: lists.Map(step.Cells, m.NameOf), knowledge: knowledgeOf(state),
	}
	for _, mark := range p.Marks {
		s.Marks = append(s.Marks, marked{of(mark.Given), mark.Role.String()})
	}
	for _, l := range p.Links {
		s.Links = append(s.Links, link{of(l.From), of(l.To), l.Strong})
	}
	return s
}
