package ask

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model/formats"
)

func init() {
	register(Method{Name: "convert", Summary: "write a puzzle in the format of another program", Command: Command{
		Help: `Writes a puzzle in another format: as a link of f-puzzles, SudokuPad or Penpa+, as text, as a model file, or
as a picture. Links are read for the puzzle in their text; nothing is fetched. Other commands read the same links and files.

What the format cannot express is named, and the command ends with exit status 2. With --lossy it is dropped, with a line on
standard error. A line on standard error also tells what was not understood in the input.
Title, author, rules, pencil marks, colours and the stored solution go along if the format has a place for them.
What a link only draws is kept if the output has the same format.
--to sudokupad writes a drawing (scl) or, if that would lose a rule, the form of f-puzzles (fpuz), and a line says so.
Several puzzles become links or lines of sdm; a file of another format holds one.
Formats: ` + strings.Join(WrittenFormats(), ", ") + ".",
		Examples: [][2]string{
			{"--to fpuzzles --box 2x2 1....2...3....4.", "a link for f-puzzles.com"},
			{"--to yaml --box 2x2 1....2...3....4.", "a model file"},
		},
		Formats: []string{"text"}, Output: true, Brief: true,
	}}, convert)
}

// WrittenFormats returns the names of the formats that can be written.
func WrittenFormats() []string {
	written := lists.Filter(formats.All(), func(f formats.Format) bool { return f.Write != nil })
	return lists.Map(written, func(f formats.Format) string { return f.Name })
}

// checkWritten refuses a format that cannot be written.
func checkWritten(name string) error {
	if !slices.Contains(WrittenFormats(), name) {
		return fmt.Errorf("found the format %q, expected one that can be written: %s", name, strings.Join(WrittenFormats(), ", "))
	}
	return nil
}

type convertRequest struct {
	About
	To    string `json:"to" flag:"to" choice:"written" usage:"write <FORMAT>"`
	Lossy bool   `json:"lossy" flag:"lossy" usage:"drop what the format cannot express"`
}

// Ready implements [Ready].
func (q *convertRequest) Ready(string) error {
	if q.To == "" {
		return fmt.Errorf("expected --to FORMAT")
	}
	return nil
}

// Single returns why the format holds one puzzle only, or "".
func (q *convertRequest) Single() string {
	if f, err := formats.Lookup(q.To); err == nil && !f.Lines {
		return fmt.Sprintf("--to %s writes one", q.To)
	}
	return ""
}

// written is a puzzle, or a formula, in a format.
type written struct {
	Text string   `json:"text"`
	File string   `json:"file"` // a name for it
	Type string   `json:"type"` // for MIME
	Lost []string `json:"lost"` // what the format cannot express
}

// types are those of files that are not plain text.
var types = map[string]string{"svg": "image/svg+xml", "yaml": "application/yaml", "opensudoku": "application/xml"}

// mostLost is how many lost things a message names.
const mostLost = 10

func convert(ctx context.Context, q convertRequest, emit func(any) error) (a written, err error) {
	d, err := q.Puzzle.open(ctx)
	if err != nil {
		return a, err
	}
	f, err := formats.Lookup(q.To)
	if err != nil {
		return a, BadRequest{err}
	}
	text, lost, err := f.Write(&formats.Puzzle{Document: d})
	switch {
	case err != nil:
		return a, badIn(ctx, fmt.Errorf("--to %s: %w", q.To, err))
	case !q.Lossy && len(lost) > 1:
		return a, badf("--to %s cannot express %s, and %s; --lossy drops them", q.To, lost[0], others(len(lost)-1))
	case !q.Lossy && len(lost) > 0:
		return a, badf("--to %s cannot express %s; --lossy drops it", q.To, lost[0])
	}
	for i, what := range lost {
		if i == mostLost {
			_ = emit(Note{Text: "dropped: " + others(len(lost)-i), Bare: true})
			break
		}
		_ = emit(Note{Text: "dropped: " + what, Bare: true})
	}
	if form, found := formats.Find("", text); found && form.Name != f.Name && form.Lines {
		_ = emit(Note{Text: fmt.Sprintf("--to %s: wrote the form of %s, which keeps more", q.To, form.Name), Bare: true})
	}
	suffix := ".txt"
	if len(f.Suffixes) > 0 {
		suffix = f.Suffixes[0]
	}
	return written{text, fileName(d.Model.Name) + suffix, cmp.Or(types[q.To], "text/plain"), append([]string{}, lost...)}, nil
}

func others(n int) string {
	if n == 1 {
		return "1 other thing"
	}
	return fmt.Sprintf("%d other things", n)
}

// fileName makes a title the name of a file.
func fileName(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') })
	return cmp.Or(strings.Join(words[:min(8, len(words))], "-"), "puzzle")
}

// Print implements [Printer].
func (w written) Print(to Output) error {
	_, err := io.WriteString(to, w.Text)
	return err
}
