package ask

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"qmsat/encode"
	"qmsat/encode/sat"
	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/formats"
)

func init() {
	register(Method{Name: "open", Summary: "a puzzle from any text, link or file"}, open)
	register(Method{Name: "write", Summary: "a puzzle as text, a link or a file of another program, or as a formula for solvers"}, write)
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

type writeRequest struct {
	About
	Format   string `json:"format" note:"of a puzzle or of a formula"`
	Encoding string `json:"encoding" note:"of the formula, as CELLS/AMO/SUM/RULES; empty: what suits the model"`
	For      string `json:"for" note:"the sort of solver that automatic parts of the encoding suit"`
}

type writeAnswer struct {
	Text string   `json:"text"`
	File string   `json:"file"` // a name for it
	Type string   `json:"type"` // for MIME
	Lost []string `json:"lost"` // what the format cannot express
}

// suffixes and types are those of files that are not plain text.
var (
	suffixes = map[string]string{"dimacs": ".cnf", "opb": ".opb", "lp": ".lp", "mps": ".mps", "svg": ".svg"}
	types    = map[string]string{"svg": "image/svg+xml", "yaml": "application/yaml", "opensudoku": "application/xml"}
)

func write(ctx context.Context, q writeRequest, _ func(any) error) (answer writeAnswer, err error) {
	d, err := q.Puzzle.open(ctx)
	if err != nil {
		return answer, err
	}
	answer = writeAnswer{Type: cmp.Or(types[q.Format], "text/plain"), Lost: []string{}}
	suffix := cmp.Or(suffixes[q.Format], ".txt")
	if slices.Contains(encode.FormulaFormats(), q.Format) {
		answer.Text, err = q.formula(ctx, d.Model, d.Givens)
	} else {
		var f formats.Format
		if f, err = formats.Lookup(q.Format); err == nil && f.Write == nil {
			err = badf("format: %s can be read only", q.Format)
		}
		if err != nil {
			return answer, badIn(ctx, err)
		}
		if len(f.Suffixes) > 0 {
			suffix = f.Suffixes[0]
		}
		var lost []string
		answer.Text, lost, err = f.Write(&formats.Puzzle{Document: d})
		answer.Lost = append(answer.Lost, lost...)
	}
	answer.File = fileName(d.Model.Name) + suffix
	return answer, badIn(ctx, err)
}

// fileName makes a title the name of a file.
func fileName(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') })
	return cmp.Or(strings.Join(words[:min(8, len(words))], "-"), "puzzle")
}

// mostText limits the size of a formula.
const mostText = 32 << 20

var errLong = fmt.Errorf("the formula is larger than %d MiB; qmsat export writes it", mostText>>20)

func (q writeRequest) formula(ctx context.Context, m *model.Model, givens model.Cube) (string, error) {
	options, solver := sat.Asked(nil), cmp.Or(q.For, encode.ForCadical)
	if err := input.CheckName("sort of solver", solver, encode.Purposes()); err != nil {
		return "", err
	}
	if q.Encoding != "" {
		var err error
		if options, err = encode.ParseOptions(q.Encoding); err != nil {
			return "", err
		}
	}
	options.Limits = nil
	f, err := encode.NewFormula(ctx, q.Format, m, givens, options, solver, false)
	if err != nil {
		return "", err
	}
	text := &memory.Buffer{Most: mostText, Full: errLong}
	err = f.Write(ctx, text)
	return text.String(), err
}
