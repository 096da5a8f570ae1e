package ask

import (
	"context"
	"slices"
	"strings"

	"qmsat/internal/input"
	"qmsat/model"
	"qmsat/model/draw"
)

func init() {
	register(Method{Name: "draw", Summary: "the board as SVG, with the places of its cells"}, drawBoard)
}

// Palette returns the style sheet of boards in the dark: for readers who prefer that unless the page says otherwise by data-theme.
func Palette() string {
	var text strings.Builder
	text.WriteString("@media (prefers-color-scheme: dark) {\n" + draw.Palette(`:root:not([data-theme="light"]) .qmsat-board`) + "}\n")
	text.WriteString(draw.Palette(`:root[data-theme="dark"] .qmsat-board`))
	return text.String()
}

// marked is a candidate with the name of its role in a step.
type marked struct {
	candidate
	Role string `json:"role"`
}

// link connects two candidates.
type link struct {
	From   candidate `json:"from"`
	To     candidate `json:"to"`
	Strong bool      `json:"strong"`
}

type drawRequest struct {
	About
	Found      values           `json:"found"`
	Candidates map[string][]int `json:"candidates"`
	Marks      []marked         `json:"marks"`
	Links      []link           `json:"links"`
}

type drawAnswer struct {
	SVG    string   `json:"svg"`
	Width  float64  `json:"width"`
	Height float64  `json:"height"`
	Cells  []place  `json:"cells"`
	Notes  []string `json:"notes"`
}

type place struct {
	Name string  `json:"name"`
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	Size float64 `json:"size"`
}

func drawBoard(ctx context.Context, q drawRequest, _ func(any) error) (answer drawAnswer, err error) {
	d, err := q.Puzzle.open(ctx)
	if err != nil {
		return answer, err
	}
	m := d.Model
	names := namesOf(m)
	p := draw.Picture{Givens: d.Givens, Found: names.cube(q.Found)}
	if q.Candidates != nil {
		p.Candidates = names.domains(q.Candidates)
	}
	for _, mark := range q.Marks {
		role := slices.Index(draw.RoleNames(), mark.Role)
		if role < 0 {
			return answer, BadRequest{input.CheckName("role", mark.Role, draw.RoleNames())}
		}
		p.Marks = append(p.Marks, draw.Mark{Given: names.given(mark.candidate), Role: draw.Role(role)})
	}
	for _, l := range q.Links {
		p.Links = append(p.Links, draw.Link{From: names.given(l.From), To: names.given(l.To), Strong: l.Strong})
	}
	if names.err != nil {
		return answer, names.err
	}
	board, err := draw.NewBoard(d, p)
	if err != nil {
		return answer, BadRequest{err}
	}
	answer = drawAnswer{SVG: board.SVG, Width: board.Width, Height: board.Height, Notes: append([]string{}, board.Notes...)}
	for v, at := range board.Cells {
		answer.Cells = append(answer.Cells, place{m.NameOf(model.Var(v)), at.X, at.Y, at.Size})
	}
	return answer, nil
}
