package model

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"qmsat/internal/input"
	"qmsat/internal/lists"
)

// Puzzle is a cube from a file, with its place there.
type Puzzle struct {
	File  string `json:"file,omitempty"` // as named by the user
	Line  int    `json:"line,omitempty"` // counting from 1; of the first line if there are several
	Text  string `json:"puzzle"`         // as written, on one line, without trailing text
	Name  string `json:"-"`              // the name of an empty puzzle, or of a file's only one, in messages: the model's file or name
	Cube  Cube   `json:"-"`
	Model *Model `json:"-"` // its own, such as one with candidates as domains; nil: the model that it was read with
	Note  string `json:"-"` // the meaning that was chosen for a text with two, or ""
}

// Location returns the file, line and text of a puzzle, or its name, for messages.
func (p Puzzle) Location() string {
	if p.File == "" || p.Name != "" {
		return input.Clip(cmp.Or(p.Name, p.Text))
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, input.Clip(p.Text))
}

// ReadPuzzles yields the puzzles of a file as they are read. A puzzle is one line, or the rows of the grid, one line each. A row
// has a word, or a character that is not blank, for each column. Bars are blanks. Up to 9×9, several digits in a word are the
// candidates of its cell; the puzzle has a model of its own then. Blank lines, lines that start with '#' and lines of a frame are
// skipped, and so is text below a frame. In a puzzle of one line of characters, what follows the first blank is ignored. The first
// error, an *[InputError] or what the reader returned, ends the sequence.
func ReadPuzzles(file string, r io.Reader, m *Model, n Notation) iter.Seq2[Puzzle, error] {
	return readPuzzles(file, r, m, n, n.plainWords(m), false)
}

// CheckPuzzles yields what [ReadPuzzles] does, but puzzles of one line may lack their texts and cubes: it is for a first look at a long file.
func CheckPuzzles(file string, r io.Reader, m *Model, n Notation) iter.Seq2[Puzzle, error] {
	return readPuzzles(file, r, m, n, n.plainWords(m), true)
}

// PuzzleReader is the type of [ReadPuzzles] and [CheckPuzzles].
type PuzzleReader func(file string, r io.Reader, m *Model, n Notation) iter.Seq2[Puzzle, error]

func readPuzzles(file string, r io.Reader, m *Model, n Notation, words *[256]int8, checks bool) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		lines := &puzzleLines{scanner: bufio.NewScanner(r), model: m, notation: n, words: words, checks: checks}
		lines.scanner.Buffer(nil, input.MaxLine)
		below := false // the frame of a puzzle
		for line, ok := lines.next(true); ok; line, ok = lines.next(true) {
			if below = below || lines.number > 1 && lines.framed; below && lines.isFooter(line) {
				continue
			}
			below = false
			p, err := lines.puzzle(file, line)
			if err != nil {
				yield(Puzzle{}, input.Located(file, lines.number, err))
				return
			}
			if !yield(p, nil) {
				return
			}
		}
		if err := input.LineError(file, lines.number+1, lines.scanner.Err()); err != nil {
			yield(Puzzle{}, err)
		}
	}
}

// Puzzled returns puzzles of givens.
func Puzzled(cubes []Cube) []Puzzle {
	return lists.Map(cubes, func(cube Cube) Puzzle { return Puzzle{Cube: cube} })
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

// puzzleLines are the lines of a puzzle file.
type puzzleLines struct {
	scanner  *bufio.Scanner
	model    *Model
	notation Notation
	number   int      // of the latest line, counting from 1
	framed   bool     // there was a line of a frame before the latest line
	rows     string   // the lines of the puzzle so far
	ahead    []string // lines that were looked at
	words    *[256]int8
	checks   bool // plain puzzles need no texts and cubes
	cube     Cube // where plain puzzles are read
	plain    Cube // of the latest line, if it is a plain puzzle; otherwise nil
}

// wrongWord stands for the value of a character that is no word of a cell.
const wrongWord = noValue - 1

// plainWords returns the value of each character in a plain puzzle: one line with a character for each cell. It is nil if no line is
// plain, or if a character may have two meanings.
func (n Notation) plainWords(m *Model) *[256]int8 {
	const oneMeaning = 9 // up to here 0 is always an empty cell
	values, err := m.writable(n)
	if n != Characters || err != nil || values.Max() > oneMeaning {
		return nil
	}
	words := new([256]int8) // by byte; those of longer characters are no words
	for c := range words {
		words[c] = wrongWord
		if value, ok := n.cellValue(string(rune(c)), values); ok && c < utf8.RuneSelf {
			words[c] = int8(value)
		}
	}
	return words
}

// readPlain reads the puzzle of a line that is plain up to its first blank, or returns nil.
func (l *puzzleLines) readPlain(line []byte) Cube {
	if l.words == nil {
		return nil
	}
	cells := l.model.Grid.Cells()
	if len(line) < cells || len(line) > cells && line[cells] != ' ' && line[cells] != '\t' {
		return nil
	}
	if l.cube == nil {
		l.cube = make(Cube, cells+1)
	}
	words, cube, least, n := l.words, l.cube, int8(0), 0
	for i, c := range line[:cells] { // without a branch, since nobody can foretell the givens; the last entry may be an empty cell
		value := words[c]
		least = min(least, value)
		given := &cube[n]
		given.Var, given.Value = Var(i), int(value)
		n += 1 + int(value>>7) // 1 unless it is negative
	}
	switch {
	case least == wrongWord || n == 0: // without givens it may be a frame
		return nil
	case l.checks:
		return Cube{}
	}
	return slices.Clone(cube[:n])
}

// scan returns the next line without trailing blanks, until it is called again.
func (l *puzzleLines) scan() (line []byte, ok bool) {
	if len(l.ahead) > 0 {
		line, l.ahead = []byte(l.ahead[0]), l.ahead[1:]
		return line, true
	}
	ok = l.scanner.Scan()
	if line = l.scanner.Bytes(); len(line) > 0 && line[len(line)-1] > ' ' && line[len(line)-1] < utf8.RuneSelf {
		return line, ok // as most do
	}
	return bytes.TrimRightFunc(line, unicode.IsSpace), ok
}

// next returns the next line that is neither empty nor a comment nor part of a frame. first says that a puzzle may begin there.
func (l *puzzleLines) next(first bool) (line string, ok bool) {
	if l.framed = false; first {
		l.rows = ""
	}
	for text, ok := l.scan(); ok; text, ok = l.scan() {
		if l.number++; l.number == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if first {
			if l.plain = l.readPlain(text); l.plain != nil && l.checks {
				return "", true
			} else if l.plain != nil {
				return string(text), true
			}
		}
		line := string(text)
		switch text := strings.TrimSpace(line); {
		case text == "" || text[0] == '#':
		case l.isFrame(line, first):
			l.framed, l.checks = true, false // text may follow
		default:
			l.rows += line
			return line, true
		}
	}
	return "", false
}

// frameLike reports whether a line has signs of frames alone, and is no row of dots.
func frameLike(line string) bool {
	return strings.Trim(line, ".| \t") != "" && strings.TrimFunc(line, isFramePart) == ""
}

func isFramePart(c rune) bool {
	return strings.ContainsRune(". \t|-=_+*:'`,", c) || c >= '─' && c <= '╿'
}

// isFrame reports whether a line is part of a frame, or lies between rows. A line such as --------- may also be a row of empty cells.
// It is a row if the nearest other row with empty cells has the same sign for them, or if there is no such row.
func (l *puzzleLines) isFrame(line string, first bool) bool {
	const blanks = ".| \t"
	if l.notation == Assignments || l.model.Grid == nil || !frameLike(line) {
		return false
	}
	if l.notation.row(l.model, line) == nil && !(first && len(line) == l.model.Grid.Cells()) || strings.Trim(line, "-_*"+blanks) != "" {
		return true
	}
	sign := strings.Trim(line, blanks)[:1]
	for near, i := l.rows, 0; ; i++ {
		if strings.Contains(near, sign) || strings.ContainsAny(near, emptyCells+"0") {
			return !strings.Contains(near, sign)
		}
		if i == len(l.ahead) {
			if !l.scanner.Scan() {
				return false
			}
			l.ahead = append(l.ahead, strings.TrimRightFunc(l.scanner.Text(), unicode.IsSpace))
		}
		if near = l.ahead[i]; frameLike(near) {
			near = ""
		}
	}
}

// isFooter reports whether a line below a frame is text: it is no link, and most of it can be no cells.
func (l *puzzleLines) isFooter(line string) bool {
	if l.notation != Characters || strings.ContainsAny(line, "|") || strings.Contains(line, "://") || l.notation.row(l.model, line) != nil {
		return false
	}
	values, legal, others := l.model.CellValues(), 0, 0
	for _, c := range strings.Join(strings.Fields(line), "") {
		if strings.ContainsRune(emptyCells+"0", c) || values.Contains(strings.IndexRune(symbols, c)) {
			legal++
		} else {
			others++
		}
	}
	return others > legal
}

// puzzle reads the puzzle that begins with a line.
func (l *puzzleLines) puzzle(file, line string) (Puzzle, error) {
	p := Puzzle{File: file, Line: l.number}
	if l.plain != nil {
		p.Text, p.Cube = line[:min(len(line), l.model.Grid.Cells())], l.plain
		return p, nil
	}
	m, n := l.model, l.notation
	row := n.row(m, line)
	if row == nil {
		p.Text = line
		if n == Characters {
			p.Text = strings.TrimLeftFunc(line, unicode.IsSpace)
			if end := strings.IndexAny(p.Text, " \t"); end > 0 {
				p.Text = p.Text[:end]
			}
		}
		var err error
		p.Cube, p.Note, err = n.parse(m, p.Text)
		if bad, is := err.(*InputError); is {
			bad.Column += strings.Index(line, p.Text)
		}
		return p, err
	}
	cells := &cellReader{model: m, notation: n, values: m.CellValues(), cube: Cube{}}
	for {
		for _, cell := range row {
			if !cells.read(cell.word) {
				return p, input.ErrorAt(cell.column, "found %q, expected %v or '.'%s", input.Clip(cell.word), cells.values, cells.why)
			}
		}
		done := cells.count / m.Grid.Columns
		if done == m.Grid.Rows {
			break
		}
		line, ok := l.next(false)
		if !ok {
			return p, input.ErrorAt(1, "the puzzle ends after row %d, expected %d rows", done, m.Grid.Rows)
		}
		if row = n.row(m, line); len(row) != m.Grid.Columns {
			return p, input.ErrorAt(1, "found %q, expected row %d of a puzzle: %d cells", input.Clip(line), done+1, m.Grid.Columns)
		}
	}
	p.Cube, p.Note = cells.givens()
	p.Text, p.Model = n.FormatCube(m, p.Cube), cells.narrowed()
	return p, nil
}

// rowCell is the text of a cell in a line with a row of a grid.
type rowCell struct {
	column int // counting bytes from 1
	word   string
}

// bars are written between cells.
var bars = strings.NewReplacer("|", " ", "│", "   ", "┃", "   ", "║", "   ")

// row splits a line into the cells of a row of the model's grid: a word, or a character that is not blank, for each column. A line
// with a word for each cell of the grid, or with a place for each candidate of each cell, is all rows. row returns nil if the line
// is no row, or may be a puzzle of one line of characters.
func (n Notation) row(m *Model, line string) []rowCell {
	if n == Assignments || m.Grid == nil || m.Grid.Rows == 1 || m.CanWrite(n) != nil {
		return nil
	}
	columns, cells := m.Grid.Columns, m.Grid.Cells()
	var words, characters []rowCell
	for at, word := range input.WordsAt(bars.Replace(line)) {
		switch {
		case n != Characters:
		case len(word) == cells && len(words) == 0:
			return nil
		case len(word) == cells*columns && columns <= mostCandidates && len(words) == 0:
			return candidateCells(word, columns)
		case len(characters) <= columns:
			for i, c := range word {
				characters = append(characters, rowCell{at + i + 1, string(c)})
			}
		}
		if words = append(words, rowCell{at + 1, word}); len(words) > cells {
			return nil
		}
	}
	switch {
	case len(words) == columns, len(words) == cells && n == Characters:
		return words
	case len(characters) == columns:
		return characters
	}
	return nil
}

// candidateCells splits a line with n characters for each cell, its candidates among them.
func candidateCells(line string, n int) (cells []rowCell) {
	for at := 0; at < len(line); at += n {
		word := strings.Map(func(c rune) rune {
			if c == '0' || strings.ContainsRune(emptyCells, c) {
				return -1
			}
			return c
		}, line[at:at+n])
		cells = append(cells, rowCell{at + 1, cmp.Or(word, line[at:at+n])})
	}
	return cells
}

// Sizes returns the sizes that square grids in a text may have, the likeliest first: as many as there are words or characters in a
// row, or for puzzles of one line each the root. Lines that fit both, such as 16 of 16 characters, are rather puzzles if there are
// many and not all cells are empty.
func Sizes(text string) (sizes []int) {
	const many = 16
	var words []string
	lines, empty := 0, true
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		if line = strings.TrimSpace(bars.Replace(line)); line == "" || line[0] == '#' || frameLike(line) {
			continue
		}
		if lines++; lines == 1 {
			words = strings.Fields(line)
		}
		empty = empty && strings.Trim(line, emptyCells+"0") == ""
	}
	add := func(size int) {
		if size > 0 && size <= MaxSize && !slices.Contains(sizes, size) {
			sizes = append(sizes, size)
		}
	}
	characters, root := len([]rune(strings.Join(words, ""))), func(cells int) int {
		if size := int(math.Round(math.Sqrt(float64(cells)))); size*size == cells {
			return size
		}
		return 0
	}
	switch {
	case len(words) > 1:
		add(len(words))
		add(characters)
		add(root(len(words)))
		if len(words[0]) >= many {
			add(root(len(words[0])))
		}
	case lines != characters || lines >= many && !empty:
		if lines > 0 && places(words[0], mostCandidates) {
			add(mostCandidates)
		}
		add(root(characters))
		add(characters)
	default:
		add(characters)
		add(root(characters))
	}
	return sizes
}

// places reports whether a line has n places for each cell of a grid of size n, each empty or with the candidate of that place.
func places(line string, n int) bool {
	if len(line) != n*n*n {
		return false
	}
	for i := range len(line) {
		if line[i] != symbols[i%n+1] && line[i] != '0' && !strings.Contains(emptyCells, line[i:i+1]) {
			return false
		}
	}
	return strings.Trim(line, emptyCells+"0") != ""
}
