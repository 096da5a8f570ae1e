package model

import "qmsat/internal/document"

// rowCell is what stands for a cell in a line that is a row of a grid.
type rowCell struct {
	column int // counting bytes from 1
	word   string
}

// row returns the cells of a line that is a row of the model's grid: so many words, or so many characters beside blanks. It
// is nil where the line is no row, and where it may be a puzzle by itself.
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

// parseRows reads a puzzle whose first row was read, and whose others follow.
func (n Notation) parseRows(m *Model, row []rowCell, lines *puzzleLines) (Cube, error) {
	values := m.cellValues()
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
			if value > 0 {
				cube = append(cube, Given{m.Grid.Cell(r, c), value})
			}
		}
	}
	return cube, nil
}
