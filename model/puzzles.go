package model

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"iter"
	"strings"

	"qmsat/internal/document"
)

// Puzzle is a cube from a file, with its place there.
type Puzzle struct {
	File string `json:"file,omitempty"` // as named by the user
	Line int    `json:"line,omitempty"` // counting from 1; of the first line if there are several
	Text string `json:"puzzle"`         // as written, on one line, without trailing text
	Name string `json:"-"`              // the name of an empty puzzle in messages: the model's file or name
	Cube Cube   `json:"-"`
}

// Location returns the file, line and text of a puzzle, for messages.
func (p Puzzle) Location() string {
	if p.File == "" {
		return document.Clip(cmp.Or(p.Name, p.Text))
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, document.Clip(p.Text))
}

// ReadPuzzles yields the puzzles of a file as they are read. A puzzle is one line, or the rows of the grid, one line each. A row
// has a word, or a character that is not blank, for each column. Blank lines and lines that start with '#' are skipped, between
// rows too. In a puzzle of one line of characters, what follows the first blank is ignored. The first error, an *[InputError] or
// what the reader returned, ends the sequence.
func ReadPuzzles(file string, r io.Reader, m *Model, n Notation) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		lines := &puzzleLines{scanner: bufio.NewScanner(r)}
		lines.scanner.Buffer(nil, document.MaxLine)
		for line, ok := lines.next(); ok; line, ok = lines.next() {
			p, err := Puzzle{File: file, Line: lines.number}, error(nil)
			if first := n.row(m, line); first != nil {
				p.Cube, err = n.parseRows(m, first, lines)
				p.Text = n.FormatCube(m, p.Cube)
			} else {
				if end := strings.IndexAny(line, " \t"); n == Characters && end > 0 {
					line = line[:end]
				}
				p.Text = line
				p.Cube, err = n.Parse(m, line)
			}
			if err != nil {
				yield(Puzzle{}, document.Located(file, lines.number, err))
				return
			}
			if !yield(p, nil) {
				return
			}
		}
		if err := document.LineError(file, lines.number+1, lines.scanner.Err()); err != nil {
			yield(Puzzle{}, err)
		}
	}
}

// puzzleLines are the non-empty lines of a puzzle file, without comments.
type puzzleLines struct {
	scanner *bufio.Scanner
	number  int // of the latest line, counting from 1
}

// next returns the next such line, without trailing blanks.
func (l *puzzleLines) next() (line string, ok bool) {
	for l.scanner.Scan() {
		l.number++
		line := l.scanner.Text()
		if l.number == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if line = strings.TrimRight(line, " \t\r"); line != "" && !strings.HasPrefix(line, "#") {
			return line, true
		}
	}
	return "", false
}

// CollectPuzzles returns the puzzles of a sequence. After an error it returns the puzzles before it as well.
func CollectPuzzles(all iter.Seq2[Puzzle, error]) ([]Puzzle, error) {
	var list []Puzzle
	for p, err := range all {
		if err != nil {
			return list, err
		}
		list = append(list, p)
	}
	return list, nil
}

// rowCell is the text of a cell in a line with a row of a grid.
type rowCell struct {
	column int // counting bytes from 1
	word   string
}

// row splits a line into the cells of a row of the model's grid: a word, or a character that is not blank, for each column. It
// returns nil if the line is not a row, or may be a complete puzzle.
func (n Notation) row(m *Model, line string) []rowCell {
	if n == Assignments || m.Grid == nil || m.Grid.Rows == 1 {
		return nil
	}
	columns := m.Grid.Columns
	var words, characters []rowCell
	for at, word := range wordsAt(line) {
		if n == Characters && len(word) == m.Grid.Cells() && len(words) == 0 {
			return nil
		}
		if words = append(words, rowCell{at + 1, word}); len(words) > columns || n == Characters && len(word) > columns {
			return nil
		}
		if n == Characters {
			for i, c := range word {
				characters = append(characters, rowCell{at + i + 1, string(c)})
			}
		}
	}
	switch {
	case m.CanWrite(n) != nil:
		return nil
	case len(words) == columns:
		return words
	case len(characters) == columns:
		return characters
	}
	return nil
}

// parseRows reads a puzzle from its first row and the lines after it.
func (n Notation) parseRows(m *Model, row []rowCell, lines *puzzleLines) (Cube, error) {
	values := m.CellValues()
	cube := Cube{}
	for r := range m.Grid.Rows {
		if r > 0 {
			line, ok := lines.next()
			if !ok {
				return nil, document.ErrorAt(1, "the puzzle ends after row %d, expected %d rows", r, m.Grid.Rows)
			}
			if row = n.row(m, line); row == nil {
				return nil, document.ErrorAt(1, "found %q, expected row %d of a puzzle: %d cells", document.Clip(line), r+1, m.Grid.Columns)
			}
		}
		for c, cell := range row {
			value, ok := n.cellValue(cell.word, values)
			if !ok {
				return nil, document.ErrorAt(cell.column, "found %q, expected %v or '.'", document.Clip(cell.word), values)
			}
			if value != noValue {
				cube = append(cube, Given{m.Grid.Cell(r, c), value})
			}
		}
	}
	return cube, nil
}
