package formats

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"qmsat/internal/document"
	"qmsat/model"
)

// ReadAny reads a text of any form, and returns it with the form's name: a format, a model file, or plain grids, one a line or row by
// row. file is the name of its file, which may be empty.
func ReadAny(ctx context.Context, file, text string) (p *Puzzle, form string, err error) {
	text = trim(text)
	if format, found := Find(file, text); found {
		p, err := format.ReadNamed(file, text)
		return p, format.Name, err
	}
	reader, err := model.ReaderFor("", file, text)
	if err != nil {
		return nil, "", err
	}
	first := firstLine(text)
	switch {
	case first == "":
		return nil, "", fmt.Errorf("found no puzzle, expected a grid, a link or a model file")
	case reader.Begins != nil || model.IsModelFile(file) || strings.Contains(first, ": ") || strings.HasSuffix(first, ":") || first[0] == '{':
		m, givens, err := reader.Read(ctx, file, strings.NewReader(text))
		return &Puzzle{Model: m, Givens: givens}, reader.Name, err
	case strings.Contains(text, "://"):
		return nil, "", fmt.Errorf("%s: found a link of an unknown form, expected f-puzzles, SudokuPad, ISS or Penpa+ with the puzzle in it", document.Clip(text))
	}
	p, err = readPlain(file, text)
	return p, "plain", err
}

// firstLine returns the first line that is no comment.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return line
		}
	}
	return ""
}

// readPlain reads grids, one a line, or one grid row by row. Lines that fit both, such as 16 lines of 16 characters, are several grids
// if no line has a blank or a value that its own grid lacks, and if not all cells are empty.
func readPlain(file, text string) (*Puzzle, error) {
	var rows []string
	blanks := false
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if line = strings.Join(words, ""); line != "" && line[0] != '#' {
			rows, blanks = append(rows, line), blanks || len(words) > 1
		}
	}
	isPart := func(line string) bool {
		_, err := readCells(line, "")
		return err != nil
	}
	all := strings.Join(rows, "")
	const least = 16 // four lines of four are rather a grid than puzzles of size 2
	several := len(rows) >= least && !blanks && strings.Trim(all, ".0-_*") != "" && !slices.ContainsFunc(rows, isPart)
	if len(rows) == len([]rune(rows[0])) && !several {
		return readCells(all, "")
	}
	first, _, _ := strings.Cut(firstLine(text), " ")
	p, err := readCells(first, "")
	if err != nil {
		return nil, err
	}
	list, err := model.CollectPuzzles(model.ReadPuzzles(file, strings.NewReader(text), p.Model, model.Characters))
	for _, puzzle := range list[min(1, len(list)):] {
		p.More = append(p.More, puzzle.Cube)
	}
	return p, err
}
