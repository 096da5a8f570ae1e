package model

import (
	"fmt"
	"strconv"
	"strings"
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
	for _, g := range cube {
		words = append(words, fmt.Sprintf("%s=%d", m.NameOf(g.Var), g.Value))
	}
	return strings.Join(words, " ")
}

// ParseCube reads what FormatCube writes. A cube of another model is an error.
func (m *Model) ParseCube(text string) (Cube, error) {
	words := strings.Fields(text)
	if len(words) < 2 || words[0] != cubeWord {
		return nil, fmt.Errorf("a cube: found %q, expected %q, the model's hash and givens", clip(text), cubeWord)
	}
	if hash := m.Hash(); words[1] != hash {
		return nil, fmt.Errorf("a cube of the model %s, expected one of %s", clip(words[1]), hash)
	}
	cube := Cube{}
	names := m.Names()
	for _, word := range words[2:] {
		g, err := m.parseGiven(names, word)
		if err != nil {
			return nil, err
		}
		cube = append(cube, g)
	}
	return cube, nil
}

// parseGiven reads one "name=value".
func (m *Model) parseGiven(names map[string]Var, word string) (Given, error) {
	name, number, found := strings.Cut(word, "=")
	v, known := names[name]
	value, err := strconv.Atoi(number)
	switch {
	case !found || err != nil:
		return Given{}, fmt.Errorf("found %q, expected name=value", clip(word))
	case !known:
		return Given{}, fmt.Errorf("%q is no variable of the model", clip(name))
	case !m.DomainOf(v).Contains(value):
		return Given{}, fmt.Errorf("%s=%d, expected a value of %v", name, value, m.DomainOf(v))
	}
	return Given{v, value}, nil
}

// clip shortens text that is quoted in a message.
func clip(text string) string {
	const most = 40
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}
