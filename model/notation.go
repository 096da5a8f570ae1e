package model

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"qmsat/internal/input"
	"qmsat/internal/lists"
)

// Notation is a way to write cubes and solutions of a model on one line.
type Notation int

// The notations. Characters and Numbers need a grid; cells are in row-major order.
const (
	Characters  Notation = iota // one character a cell: 0-9, A-Z, a-z; '.' for an empty cell, also '0' if 0 is no value
	Numbers                     // blank-separated numbers; 0 for an empty cell, '.' if 0 is a value
	Assignments                 // blank-separated name=value, '.' if there is none
)

// symbols are the characters of the values 0 to 61.
const symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// EmptyCell is the character for a cell without a value, and noValue stands for its value. Readers take any of emptyCells.
const (
	EmptyCell  = '.'
	emptyCells = ".-_*"
	noValue    = -1
)

// mostCandidates is the size of the largest grid whose cells may be written as lists of candidates.
const mostCandidates = 9

// Notation returns the shortest notation that can write the model: Characters if all cell values are 0 to 61, Numbers if none is
// negative, otherwise Assignments.
func (m *Model) Notation() Notation {
	for _, notation := range []Notation{Characters, Numbers} {
		if m.CanWrite(notation) == nil {
			return notation
		}
	}
	return Assignments
}

// CanWrite returns an error that says why a notation cannot write the model, or nil.
func (m *Model) CanWrite(n Notation) error {
	_, err := m.writable(n)
	return err
}

// writable returns the values that the notation may write into cells, or why it cannot write the model.
func (m *Model) writable(n Notation) (values Domain, err error) {
	if n == Assignments {
		return values, nil
	}
	if m.Grid == nil {
		return values, fmt.Errorf("the model has no grid")
	}
	if values = m.CellValues(); values.Min() < 0 {
		return values, fmt.Errorf("the values of cells start at %d, expected at least 0", values.Min())
	}
	if n == Characters && values.Max() >= len(symbols) {
		return values, fmt.Errorf("the values of cells go up to %d, expected at most %d: use numbers for larger ones",
			values.Max(), len(symbols)-1)
	}
	return values, nil
}

// CellValues returns the values that some cell of the grid may have.
func (m *Model) CellValues() Domain { return m.ValuesOf(lists.Numbers[Var](m.Grid.Cells())) }

// GridValues returns the values of the grid, which some cells need not have.
func (m *Model) GridValues() Domain {
	if m.Grid.Values.Empty() {
		return m.CellValues()
	}
	return m.Grid.Values
}

// FormatSolution writes the outputs of a solution. In a grid, cells that are not outputs are written as empty, and outputs that
// are not cells follow as name=value.
func (n Notation) FormatSolution(m *Model, a Assignment) string {
	return n.FormatCube(m, lists.Map(m.OutputVars(), func(v Var) Given { return Given{v, a[v]} }))
}

// FormatCube writes a cube. In a grid, name=value follows for givens that are not cells, for values without a word in the
// notation, and for further givens of a cell. Without a grid all givens are written as name=value.
func (n Notation) FormatCube(m *Model, cube Cube) string {
	var words []string
	if n != Assignments && m.Grid != nil {
		cells := slices.Repeat([]int{noValue}, m.Grid.Cells())
		var others Cube
		for _, g := range cube {
			isFree := g.Var >= 0 && int(g.Var) < len(cells) && cells[g.Var] == noValue
			if isFree && (g.Value > 0 || g.Value == 0 && m.hasZero()) && (n == Numbers || g.Value < len(symbols)) {
				cells[g.Var] = g.Value
			} else {
				others = append(others, g)
			}
		}
		words, cube = []string{n.FormatCells(m, cells)}, others
	} else if len(cube) == 0 {
		words = []string{string(EmptyCell)}
	}
	return strings.Join(append(words, m.givenWords(cube)...), " ")
}

func (m *Model) givenWords(cube Cube) []string {
	return lists.Map(cube, func(g Given) string { return fmt.Sprintf("%s=%d", m.NameOf(g.Var), g.Value) })
}

// hasZero reports whether 0 is a value of some cell, and so does not stand for an empty cell.
func (m *Model) hasZero() bool { return m.CellValues().Contains(0) }

// FormatCells writes the values of all cells. noValue is an empty cell, and so is 0 if it is no value.
func (n Notation) FormatCells(m *Model, cells []int) string {
	zero := slices.ContainsFunc(cells, func(value int) bool { return value <= 0 }) && m.hasZero()
	isEmpty := func(value int) bool { return value < 0 || value == 0 && !zero }
	if n == Characters {
		text := make([]byte, len(cells))
		for i, value := range cells {
			if text[i] = EmptyCell; !isEmpty(value) {
				text[i] = symbols[value]
			}
		}
		return string(text)
	}
	return strings.Join(lists.Map(cells, func(value int) string {
		switch {
		case !isEmpty(value):
			return strconv.Itoa(value)
		case zero:
			return string(EmptyCell)
		}
		return "0"
	}), " ")
}

// Parse reads a cube. Every character of text counts: nothing is skipped and nothing may follow. Two givens that clash are legal;
// a value that no cell may have is not.
func (n Notation) Parse(m *Model, text string) (Cube, error) {
	cube, _, err := n.parse(m, text)
	return cube, err
}

// parse is Parse with the note of a text that has two meanings.
func (n Notation) parse(m *Model, text string) (cube Cube, note string, err error) {
	values, err := m.writable(n)
	if err != nil {
		return nil, "", input.ErrorAt(1, "%v", err)
	}
	if n == Assignments {
		cube, err = m.parseAssignments(text)
		return cube, "", err
	}
	texts := input.WordsAt(text)
	if n == Characters {
		texts = charactersAt(text)
	}
	cells := &cellReader{model: m, notation: n, values: values, cube: Cube{}}
	var column, at int
	var wrong string
	for offset, word := range texts {
		at = offset
		if ok := cells.read(word); !ok && wrong == "" {
			wrong, column = word, at+1
		}
	}
	expected, length := m.Grid.Cells(), ""
	if cells.count != expected {
		length = fmt.Sprintf("found %d characters, expected %d", cells.count, expected)
	}
	switch {
	case wrong != "" && n == Numbers:
		return nil, "", input.ErrorAt(column, "found %q, expected %v or %c", input.Clip(wrong), values, emptyWord(values))
	case wrong != "" && length != "":
		return nil, "", input.ErrorAt(column, "found %q, expected %s; %s", []rune(wrong)[0], expectedCharacters(values), length)
	case wrong != "":
		return nil, "", input.ErrorAt(column, "found %q, expected %s", []rune(wrong)[0], expectedCharacters(values))
	case length != "" && n == Numbers:
		return nil, "", input.ErrorAt(1, "found %d numbers, expected %d", cells.count, expected)
	case length != "":
		return nil, "", input.ErrorAt(min(cells.count, expected)+1, "%s", length)
	}
	cube, note = cells.givens()
	return cube, note, nil
}

// cellReader reads the words of cells, one after the other.
type cellReader struct {
	model    *Model
	notation Notation
	values   Domain
	count    int // of cells so far
	cube     Cube
	domains  map[Var]Domain // of cells with candidates
	zeros    Cube           // cells with the word 0, which is no value: givens of the largest one
	others   bool           // some empty cell has another word than 0
	why      string         // more about a wrong word
}

// read reads the next cell, and reports whether its word is legal. A word of two characters or more is a number, or its digits
// are candidates.
func (c *cellReader) read(word string) bool {
	v := Var(c.count)
	c.count++
	if len(word) > 1 && c.notation == Characters {
		word = cmp.Or(strings.Trim(word, candidateMarks), word)
	}
	switch value, ok := c.notation.cellValue(word, c.values); {
	case !ok && len(word) > 1 && c.notation == Characters:
		return c.candidates(v, word)
	case !ok:
		return false
	case value != noValue:
		c.cube = append(c.cube, Given{v, value})
	case word == "0":
		c.zeros = append(c.zeros, Given{v, c.values.Max()})
	default:
		c.others = true
	}
	return true
}

// candidateMarks are put around candidates by some programs.
const candidateMarks = "<>()[]{}*"

// candidates reads the candidates of a cell: each a digit, none twice.
func (c *cellReader) candidates(v Var, word string) bool {
	if c.values.Max() > mostCandidates {
		c.why = fmt.Sprintf("; candidates can be read up to %d×%d", mostCandidates, mostCandidates)
		return false
	}
	var digits []int
	for _, digit := range word {
		value := strings.IndexRune(symbols, digit)
		if !c.values.Contains(value) || slices.Contains(digits, value) {
			c.why = ", or candidates such as 237, none twice"
			return false
		}
		digits = append(digits, value)
	}
	if c.domains == nil {
		c.domains = map[Var]Domain{}
	}
	c.domains[v] = c.model.DomainOf(v).Intersect(Values(digits...))
	c.why = fmt.Sprintf(", and a candidate of %v", c.model.DomainOf(v))
	return !c.domains[v].Empty()
}

// narrowed returns the model with the candidates as domains, or nil if it is the same.
func (c *cellReader) narrowed() *Model {
	maps.DeleteFunc(c.domains, func(v Var, d Domain) bool { return d.Equal(c.model.DomainOf(v)) })
	if len(c.domains) == 0 {
		return nil
	}
	narrow := *c.model
	narrow.Variables = slices.Clone(c.model.Variables)
	for v, d := range c.domains {
		narrow.Variables[v].Domain = d
	}
	return &narrow
}

// givens returns the givens. Beyond 9×9, 0 is the largest value if that does not occur and other characters stand for empty cells;
// a note says so.
func (c *cellReader) givens() (cube Cube, note string) {
	most := c.values.Max()
	isMost := func(g Given) bool { return g.Value == most }
	if c.notation != Characters || most <= 9 || len(c.zeros) == 0 || !c.others || slices.ContainsFunc(c.cube, isMost) {
		return c.cube, ""
	}
	cube = slices.SortedFunc(slices.Values(slices.Concat(c.cube, c.zeros)), func(a, b Given) int { return cmp.Compare(a.Var, b.Var) })
	return cube, fmt.Sprintf("0 is read as %c: %[1]c does not occur, and empty cells have another character", symbols[most])
}

// cellValue returns the value of a word, or noValue for an empty cell. ok is false if no cell may have the value. A word of two
// characters or more is a number in either notation. Empty cells come first, since strconv would make an error for each of them.
func (n Notation) cellValue(word string, values Domain) (value int, ok bool) {
	var err error
	switch {
	case len(word) == 1 && strings.Contains(emptyCells, word):
		return noValue, true
	case n == Characters && len(word) == 1:
		value = strings.Index(symbols, word)
	default:
		value, err = strconv.Atoi(word)
	}
	switch {
	case err != nil:
		return value, false
	case value == 0 && !values.Contains(0):
		return noValue, true
	}
	return value, values.Contains(value)
}

// emptyWord returns the word for an empty cell among numbers.
func emptyWord(values Domain) rune {
	if values.Contains(0) {
		return EmptyCell
	}
	return '0'
}

// expectedCharacters says which characters a puzzle may have.
func expectedCharacters(values Domain) string {
	var parts []string
	for _, r := range values.Ranges() {
		lo, hi := symbols[r.Lo:r.Lo+1], symbols[r.Hi:r.Hi+1]
		if lo == hi {
			parts = append(parts, lo)
			continue
		}
		// A range is written in pieces if it spans digits, upper-case and lower-case letters.
		for _, piece := range []string{symbols[:10], symbols[10:36], symbols[36:]} {
			from, to := max(lo[0], piece[0]), min(hi[0], piece[len(piece)-1])
			if from < to {
				parts = append(parts, fmt.Sprintf("%c-%c", from, to))
			} else if from == to {
				parts = append(parts, string(from))
			}
		}
	}
	return strings.Join(parts, ", ") + " or '.'"
}

func (m *Model) parseAssignments(text string) (Cube, error) {
	parse := m.givenParser()
	cube := Cube{}
	for at, word := range input.WordsAt(text) {
		if word == string(EmptyCell) {
			continue
		}
		g, err := parse(word)
		if err != nil {
			return nil, input.ErrorAt(at+1, "%v", err)
		}
		cube = append(cube, g)
	}
	return cube, nil
}

// charactersAt yields the characters of text, each with its offset.
func charactersAt(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for at, size := 0, 1; at < len(text); at += size {
			if size = 1; text[at] >= utf8.RuneSelf {
				_, size = utf8.DecodeRuneInString(text[at:])
			}
			if !yield(at, text[at:at+size]) {
				return
			}
		}
	}
}

// Given is one value that is fixed.
type Given struct {
	Var   Var
	Value int
}

// Cube is a list of givens: a puzzle, a slice of a count, a branch handed to a worker. The solutions of a model under a cube are
// those that meet every given; if two givens clash, there are none.
type Cube []Given

// cubeWord begins the text of a cube.
const cubeWord = "cube"

// FormatCube writes the cube on one line, with the hash of the model that it belongs to: "cube sha256:… r1c1=5 r2c3=7".
func (m *Model) FormatCube(cube Cube) string {
	words := []string{cubeWord, m.Hash()}
	return strings.Join(append(words, m.givenWords(cube)...), " ")
}

// ParseCube reads what FormatCube writes. A cube of another model is an error.
func (m *Model) ParseCube(text string) (Cube, error) {
	words := strings.Fields(text)
	if len(words) < 2 || words[0] != cubeWord {
		return nil, fmt.Errorf("found %q, expected a cube: %q, the model's hash and givens", input.Clip(text), cubeWord)
	}
	if hash := m.Hash(); words[1] != hash {
		return nil, fmt.Errorf("found a cube of the model %s, expected one of %s", input.Clip(words[1]), hash)
	}
	return m.parseAssignments(strings.Join(words[2:], " "))
}

func (m *Model) givenParser() func(word string) (Given, error) {
	names, values := m.Names(), m.GivenValues()
	return func(word string) (Given, error) {
		name, number, found := strings.Cut(word, "=")
		v, known := names[name]
		value, err := strconv.Atoi(number)
		switch {
		case !found || err != nil:
			return Given{}, fmt.Errorf("found %q, expected name=value", input.Clip(word))
		case !known:
			return Given{}, fmt.Errorf("found %q, expected a cell or variable of the model", input.Clip(name))
		case !values(v).Contains(value):
			return Given{}, fmt.Errorf("found %s=%d, expected a value of %v", name, value, values(v))
		}
		return Given{v, value}, nil
	}
}

// GivenValues returns a function from variables to the values that may be given. For a cell these are the values of all cells, so
// that every notation of a grid accepts the same givens; for another variable they are its domain. A given that its own cell may
// not have is legal, but there are no solutions.
func (m *Model) GivenValues() func(Var) Domain {
	if m.Grid == nil {
		return m.DomainOf
	}
	cells, values := Var(m.Grid.Cells()), m.CellValues()
	return func(v Var) Domain {
		if v < cells {
			return values
		}
		return m.DomainOf(v)
	}
}
