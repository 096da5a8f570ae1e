package page

import (
	"context"
	"slices"

	"qmsat/compare"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/native/logic"
)

func init() {
	register("explain", "how people solve a puzzle, step by step, and how hard it is", explain)
}

type explainRequest struct {
	Puzzle     Puzzle           `json:"puzzle"`
	Hint       bool             `json:"hint"`       // the next step only
	Candidates map[string][]int `json:"candidates"` // what is left of the candidates already
}

type explainAnswer struct {
	Steps []stepAnswer `json:"steps"`
	Grade *logic.Grade `json:"grade,omitempty"` // unless only a hint was wanted
	Cause string       `json:"cause,omitempty"` // why there are no further steps
}

// stepAnswer is a step with the state before it.
type stepAnswer struct {
	logic.StepRecord
	Pattern    string           `json:"pattern"`
	Effect     string           `json:"effect"`
	Marks      []marked         `json:"marks"`
	Links      []link           `json:"links"`
	Cells      []string         `json:"cells"` // of the pattern
	Candidates map[string][]int `json:"candidates"`
	Found      values           `json:"found"`
}

func explain(ctx context.Context, q explainRequest, emit func(any) error) (answer explainAnswer, err error) {
	m, givens, err := q.Puzzle.bare(ctx)
	if err != nil {
		return answer, err
	}
	board, err := logic.NewBoard(m)
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
		Marks: []marked{}, Links: []link{}, Cells: lists.Map(step.Cells, m.NameOf), Candidates: map[string][]int{}, Found: values{},
	}
	for _, mark := range p.Marks {
		s.Marks = append(s.Marks, marked{of(mark.Given), mark.Role.String()})
	}
	for _, l := range p.Links {
		s.Links = append(s.Links, link{of(l.From), of(l.To), l.Strong})
	}
	for _, g := range p.Found {
		s.Found[m.NameOf(g.Var)] = g.Value
	}
	for v, domain := range p.Candidates {
		if _, known := state.Value(model.Var(v)); !known {
			s.Candidates[m.NameOf(model.Var(v))] = slices.Collect(domain.All())
		}
	}
	return s
}
