package ask

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"qmsat/encode"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/formats"
)

func init() {
	register(Method{Name: "open", Summary: "a puzzle from any text, link or file"}, open)
	register(Method{Name: "export", Summary: "a puzzle as a formula for solvers"}, export)
}

// mostMore limits the further puzzles of a file.
const mostMore = 1000

type openRequest struct {
	Text string `json:"text"`
	File string `json:"file" note:"the name of the text's file, if it has one"`
}

type openAnswer struct {
	Puzzle   Puzzle   `json:"puzzle"`
	Format   string   `json:"format"`
	More     []string `json:"more"` // further puzzles on the same model, as text
	Warnings []string `json:"warnings"`
}

func open(ctx context.Context, q openRequest, _ func(any) error) (answer openAnswer, err error) {
	p, form, err := formats.ReadAny(ctx, q.File, q.Text)
	if err != nil {
		return answer, badIn(ctx, err)
	}
	text := func(more *formats.Puzzle) string { return p.Model.Notation().FormatCube(p.Model, more.Givens) }
	answer = openAnswer{Format: form, Warnings: lists.Map(p.Warnings, warning), More: lists.Map(p.More[:min(mostMore, len(p.More))], text)}
	if n := len(p.More); n > mostMore {
		answer.Warnings = append(answer.Warnings, fmt.Sprintf("found %d puzzles, kept the first %d", 1+n, 1+mostMore))
	}
	answer.Puzzle, err = newPuzzle(p.Document)
	return answer, err
}

// warning returns a reader's warning as it is true of the page, which draws nothing that has no meaning.
func warning(text string) string {
	if keys, _, found := strings.Cut(text, ": drawn only;"); found {
		return keys + ": not kept on the page"
	}
	return text
}

// mostText limits the size of a formula.
const mostText = 32 << 20

var errLong = fmt.Errorf("the formula is larger than %d MiB; qmsat export writes it", mostText>>20)

type exportRequest struct {
	About
	Format   string `json:"format" choice:"formulas" value:"dimacs"`
	Encoding string `json:"encoding" note:"as CELLS/AMO/SUM/RULES; empty: what suits the model"`
	For      string `json:"for" choice:"solvers" note:"the sort of solver that automatic parts of the encoding suit"`
}

func export(ctx context.Context, q exportRequest, _ func(any) error) (a written, err error) {
	m, givens, err := q.Puzzle.read(ctx)
	if err != nil {
		return a, err
	}
	a = written{File: fileName(m.Name) + "." + q.Format, Type: "text/plain", Lost: []string{}}
	if q.Format == "dimacs" {
		a.File = fileName(m.Name) + ".cnf"
	}
	a.Text, err = q.formula(ctx, m, givens)
	return a, badIn(ctx, err)
}

func (q exportRequest) formula(ctx context.Context, m *model.Model, givens model.Cube) (string, error) {
	options := sat.Asked(nil)
	if q.Encoding != "" {
		var err error
		if options, err = encode.ParseOptions(q.Encoding); err != nil {
			return "", err
		}
	}
	f, err := encode.NewFormula(ctx, q.Format, m, givens, options, cmp.Or(q.For, encode.ForCadical), false)
	if err != nil {
		return "", err
	}
	text := &memory.Buffer{Most: mostText, Full: errLong}
	err = f.Write(ctx, text)
	return text.String(), err
}
