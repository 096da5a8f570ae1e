package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"qmsat/cmd/internal/study"
	"qmsat/compare"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/draw"
	"qmsat/native/logic"
)

func init() {
	register(Method{Name: "explain", Summary: "solve puzzles as people do, step by step", Command: Command{
		Help: `Solves each puzzle as people do and prints one line a step in HoDoKu's notation: r4c9=3 places a value, r4c9<>3
removes a candidate. --format words, the default at a terminal, says below each step why it holds, in plain words.
The last line says how hard the puzzle was, or "unsolved" if no technique finds a further step.
By default a puzzle with several solutions ends in the line "unsolved … 2 or more solutions".

Any model will do: techniques use its houses (rows, columns, boxes, regions), clues such as thermometers, sums and rules.
The last line names clues that no technique knows.`,
		Examples: [][2]string{
			{"--box 2x3 ...1..5..6.4.3....41........23.4....", "a 6×6 puzzle"},
			{"--hint --format words --box 2x2 123.34..2.4...21", "the first step, in plain words too"},
			{"--hint --delta 2 testdata/quasimagic-180.txt", "the first step in each quasi-magic puzzle of a file"},
			{"--model testdata/models/jigsaw-6.yaml --pictures steps", "a picture of each step, in the folder steps"},
			{"--true-candidates --box 2x2 1.......3....4..", "what cells can be in a puzzle of several solutions"},
		},
		Formats: []string{"text", "words", "json", "svg"}, Terminal: "words", Output: true, Pictures: "draw each step into the folder `DIR`", Prose: true,
	}}, explain)
}

type explainRequest struct {
	byPeople
	Hint  bool             `json:"hint" flag:"hint" usage:"print only the next step, or \"no step\""`
	Check bool             `json:"check" flag:"check" usage:"check each step against the solutions"`
	Left  map[string][]int `json:"left" note:"what is left of the candidates already; then there is no grade"`
	View  bool             `json:"view" note:"with all candidates before each step, and its picture"`
	// What the command prints instead; others ask for candidates.
	Pencil    bool `json:"-" flag:"candidates" usage:"print the candidates of each cell instead"`
	Solutions bool `json:"-" flag:"true-candidates" usage:"print the values that cells have in solutions"`
}

// Instead implements [Instead].
func (q *explainRequest) Instead() (string, any, error) {
	if !q.Pencil && !q.Solutions {
		return "", nil, nil
	}
	var err error
	for wrong, is := range map[string]bool{"hint": q.Hint, "check": q.Check, "techniques": q.Techniques != "default", "pictures": q.Puzzle.Draw} {
		if is {
			err = fmt.Errorf("--%s cannot be combined with candidates: they show no step", wrong)
		}
	}
	if q.Pencil && q.Solutions {
		err = errors.New("--candidates cannot be combined with --true-candidates")
	}
	return "candidates", &candidatesRequest{Pencil: q.Pencil}, err
}

type explainAnswer struct {
	logic.Grade
	Steps []stepAnswer `json:"steps"`
	Cut
	End *knowledge `json:"end,omitempty"` // after the last step, with a view

	text     string         // of the end; "" for a hint
	pictures []draw.Picture // of the steps and of the end
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

// stepAnswer is a step, perhaps with the state before it.
type stepAnswer struct {
	logic.StepRecord
	View *stepView `json:"view,omitempty"`
}

type stepView struct {
	Pattern string   `json:"pattern"`
	Effect  string   `json:"effect"`
	Marks   []marked `json:"marks"`
	Links   []link   `json:"links"`
	Cells   []string `json:"cells"` // of the pattern
	knowledge
}

func explain(ctx context.Context, q explainRequest, _ func(any) error) (a explainAnswer, err error) {
	board, givens, by, err := q.read(ctx)
	if err != nil {
		return a, err
	}
	m := board.Model
	names := namesOf(m)
	left := names.domains(q.Left)
	if names.err != nil {
		return a, names.err
	}
	var truth []model.Domain // the values that cells have in solutions
	if q.Check {
		native, err := q.Puzzle.session(ctx, "native", m)
		if err != nil {
			return a, err
		}
		counts, err := compare.Candidates(ctx, native, nil, m, givens, 1, compare.Told{})
		if err != nil {
			return a, err
		}
		truth = counts.Domains(m)
	}
	a.Steps = []stepAnswer{}
	state := logic.NewState(board, givens)
	for v, of := range left {
		if _, said := q.Left[m.NameOf(model.Var(v))]; said {
			state.Apply(&logic.Step{Eliminations: state.Except(model.Var(v), of)})
		}
	}
	visit := func(now *logic.State, step *logic.Step) error {
		state = now
		answer := stepAnswer{StepRecord: step.Record(board)}
		if q.View {
			answer.View = viewOf(now, step)
		}
		if a.Steps = append(a.Steps, answer); q.Puzzle.Draw {
			a.pictures = append(a.pictures, now.Picture(step, fmt.Sprintf("%d. %s", len(a.Steps), answer.Text)))
		}
		if !q.Check {
			return nil
		}
		return study.Failed(step.Check(board, truth))
	}
	switch {
	case q.Hint:
		a.text = "no step"
		if step := by.Next(ctx, state); step != nil {
			a.text = ""
			a.Add(step)
			err = visit(state, step)
		} else {
			err = context.Cause(ctx)
		}
	case q.Left != nil:
		by.Solve(ctx, state, func(step *logic.Step) bool {
			_ = visit(state, step) // candidates that were left are not checked
			return true
		})
		err = context.Cause(ctx)
	default:
		if a.Grade, err = gradeOf(ctx, by, board, givens, visit); err == nil {
			a.text = a.Grade.String()
		}
	}
	if a.text != "" && q.Puzzle.Draw {
		a.pictures = append(a.pictures, state.Picture(&logic.Step{}, a.text))
	}
	if q.View {
		a.End = new(knowledgeOf(state))
	}
	return a, err
}

// viewOf describes a step with the state before it.
func viewOf(state *logic.State, step *logic.Step) *stepView {
	m, p := state.Model, state.Picture(step, "")
	of := func(g model.Given) candidate { return candidate{m.NameOf(g.Var), g.Value} }
	s := &stepView{
		Pattern: step.Pattern(state.Board), Effect: step.Effect(state.Board),
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

// Print implements [Printer].
func (a explainAnswer) Print(to Output) error {
	to.Puzzle()
	for _, step := range a.Steps {
		to.Line("%s", step.Text)
		if to.Format == "words" {
			to.Line("    %s", step.Words)
		}
	}
	if a.text != "" {
		to.Line("%s", a.text)
	}
	return nil
}

// Pictures implements [Drawn]. There are those of the steps, and in a document that of the end.
func (a explainAnswer) Pictures(to Output) []draw.Picture {
	list := slices.Clone(a.pictures)
	for i := range a.Steps {
		if to.Number > 1 {
			list[i].Caption = fmt.Sprintf("puzzle %d, %s", to.Number, list[i].Caption)
		}
	}
	if to.Format != "svg" {
		return list[:len(a.Steps)]
	}
	return list
}
