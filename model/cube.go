package model

import (
	"fmt"
	"strconv"
	"strings"

	"qmsat/internal/document"
)

// Given is one value that is fixed.
type Given struct {
	Var   Var
	Value int
}

// Cube is a list of givens: a puzzle, a slice of a count, a branch handed to a worker. The solutions of a model under a
// cube are those that meet every given; two givens that clash leave none.
type Cube []Given

// cubeWord opens the text of a cube.
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
		return nil, fmt.Errorf("found %q, expected a cube: %q, the model's hash and givens", document.Clip(text), cubeWord)
	}
	if hash := m.Hash(); words[1] != hash {
		return nil, fmt.Errorf("found a cube of the model %s, expected one of %s", document.Clip(words[1]), hash)
	}
	return m.parseAssignments(strings.Join(words[2:], " "))
}

func (m *Model) givenParser() func(word string) (Given, error) {
	names, values := m.Names(), m.givenValues()
	return func(word string) (Given, error) {
		name, number, found := strings.Cut(word, "=")
		v, known := names[name]
		value, err := strconv.Atoi(number)
		switch {
		case !found || err != nil:
			return Given{}, fmt.Errorf("found %q, expected name=value", document.Clip(word))
		case !known:
			return Given{}, fmt.Errorf("found %q, expected a cell or variable of the model", document.Clip(name))
		case !values(v).Contains(value):
			return Given{}, fmt.Errorf("found %s=%d, expected a value of %v", name, value, values(v))
		}
		return Given{v, value}, nil
	}
}

// givenValues returns a function that says which values may be given for a variable: for a cell those that some cell may
// take, so that every notation of a grid accepts the same givens; for another variable its domain. A given that its own
// cell may not take is a clash, legal and without solutions.
func (m *Model) givenValues() func(Var) Domain {
	if m.Grid == nil {
		return m.DomainOf
	}
	cells, values := Var(m.Grid.Cells()), m.cellValues()
	return func(v Var) Domain {
		if v < cells {
			return values
		}
		return m.DomainOf(v)
	}
}
