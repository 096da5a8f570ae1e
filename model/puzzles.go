package model

import (
	"bufio"
	"errors"
	"io"
	"iter"
	"strings"
)

// Puzzle is a cube that was read, and where it stood.
type Puzzle struct {
	File string // as the user named it
	Line int    // counting from 1
	Text string // as it was written, without what follows it
	Cube Cube
}

// maxLine bounds the length of a line in a puzzle file, in bytes.
const maxLine = 1 << 24

// ReadPuzzles yields the puzzles of a file, one a line, as they are read. Blank lines and lines that start with '#' are
// skipped. In a line of characters, what follows the first blank is ignored. The first error, an *[InputError] or what
// the reader returned, ends the sequence.
func ReadPuzzles(file string, r io.Reader, m *Model, n Notation) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, maxLine)
		number := 0
		for lines.Scan() {
			number++
			line := lines.Text()
			if number == 1 {
				line = strings.TrimPrefix(line, "\ufeff")
			}
			if line = strings.TrimRight(line, " \t\r"); line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			if end := strings.IndexAny(line, " \t"); n == Characters && end > 0 {
				line = line[:end]
			}
			cube, err := n.Parse(m, line)
			if err != nil {
				yield(Puzzle{}, inputError(file, number, err))
				return
			}
			if !yield(Puzzle{file, number, line, cube}, nil) {
				return
			}
		}
		if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
			yield(Puzzle{}, &InputError{File: file, Line: number + 1, Message: "the line is longer than 16 MiB"})
		} else if err != nil {
			yield(Puzzle{}, err)
		}
	}
}

// inputError places an error of a line in its file.
func inputError(file string, line int, err error) error {
	var at *columnError
	if errors.As(err, &at) {
		return &InputError{File: file, Line: line, Column: at.column, Message: at.message}
	}
	return &InputError{File: file, Line: line, Message: err.Error()}
}

// CollectPuzzles returns the puzzles of a sequence, or its error and the puzzles before it.
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
