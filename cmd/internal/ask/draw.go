package ask

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"qmsat/internal/input"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/draw"
)

func init() {
	register(Method{Name: "draw", Summary: "draw puzzles as setters do", Command: Command{
		Help: `Writes a picture (SVG) of each puzzle, one below the other in one document: thermometers, arrows, cages, dots, outside
clues and so on as setters' programs draw them, and the sheet's marks and colours. Rules without a drawing, such as
anti-knight, are named below. It is dark for readers who prefer that. Fog is not drawn.

--solution adds a solution that native finds; solve --format svg draws those of other engines.`,
		Examples: [][2]string{
			{"testdata/models/killer-4.yaml -o killer.svg", "a model with cages"},
			{"--solution --model testdata/models/jigsaw-6.yaml -o jigsaw.svg", "regions, givens and the solution"},
			{"--box 2x2 1.......3....4.. -o small.svg", "a 4×4 puzzle"},
		},
		Formats: []string{"svg"}, Output: true, Timeout: "give up on a solution after `D`, such as 10s",
	}}, drawPuzzle)
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
	Solution   bool             `json:"-" flag:"solution" usage:"add a solution"`
}

type drawAnswer struct {
	SVG    string   `json:"svg"`
	Width  float64  `json:"width"`
	Height float64  `json:"height"`
	Cells  []place  `json:"cells"`
	Notes  []string `json:"notes"`
	Cut

	givens model.Cube
	solved *solveAnswer // with a solution that was asked for, if there is one
}

type place struct {
	Name string  `json:"name"`
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	Size float64 `json:"size"`
	// Rows of places for candidates: the middle of the first, the distance between two, and their height.
	Lanes [][]float64 `json:"lanes,omitempty" note:"if clues take some of the cell's room"`
}

// drawPuzzle draws the page's board. For a document, [drawAnswer.Pictures] draws the puzzle.
func drawPuzzle(ctx context.Context, q drawRequest, emit func(any) error) (answer drawAnswer, err error) {
	d, err := q.Puzzle.open(ctx)
	if err != nil {
		return answer, err
	}
	if q.Puzzle.Draw {
		if q.Puzzle.Opened.drawn++; q.Puzzle.Opened.drawn == 1 && fogged(d) {
			_ = emit(Note{Text: "the fog is not drawn", Bare: true})
		}
		if answer.givens = d.Givens; q.Solution {
			solving := solveRequest{Searching: Searching{About: q.About, Engine: "native"}}
			if err = solving.Ready(q.Puzzle.Format); err == nil {
				answer.solved = new(solveAnswer)
				*answer.solved, err = solve(ctx, solving, emit)
			}
		}
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
		answer.Cells = append(answer.Cells, place{m.NameOf(model.Var(v)), at.X, at.Y, at.Size, at.Lanes})
	}
	return answer, nil
}

// Pictures implements [Drawn].
func (a drawAnswer) Pictures(to Output) []draw.Picture {
	switch {
	case a.solved != nil:
		return a.solved.Pictures(to)
	case to.Alone:
		return []draw.Picture{{Givens: a.givens}}
	}
	return []draw.Picture{{Caption: to.Caption(), Givens: a.givens}}
}

// WritePictures writes a document that is dark for readers who prefer that.
func (drawAnswer) WritePictures(w io.Writer, of *document.Document, list []draw.Picture) error {
	return draw.Puzzle(w, of, list)
}

// fogged reports whether the puzzle's sheet has fog.
func fogged(of *document.Document) bool {
	if of.Sheet == nil {
		return false
	}
	for _, raw := range of.Sheet.Foreign {
		if bytes.Contains(bytes.ToLower(raw), []byte(`"fog`)) {
			return true
		}
	}
	return false
}
