package model

import (
	"strconv"
)

// Solutions writes one solution after another, as [Notation.FormatSolution] does. Of a model without a grid it keeps the latest
// line and changes the values that differ: a search for all solutions changes few from one to the next.
type Solutions struct {
	notation Notation
	model    *Model
	outputs  []Var
	line     []byte
	latest   Assignment
	ends     []int // by variable: of its value in the line; 0: it is no output
}

// Solutions returns a writer of solutions.
func (n Notation) Solutions(m *Model) *Solutions {
	return &Solutions{notation: n, model: m, outputs: m.OutputVars()}
}

// valuesPerStep is the number of values that are compared at once.
const valuesPerStep = 32

// Text returns the text of a solution. It is valid until the next call.
func (s *Solutions) Text(a Assignment) []byte {
	if s.notation != Assignments && s.model.Grid != nil || len(s.outputs) == 0 {
		return []byte(s.notation.FormatSolution(s.model, a))
	}
	if s.latest == nil {
		s.latest, s.ends = make(Assignment, len(a)), make([]int, len(a))
		return s.write(a)
	}
	for from := 0; from < len(a); from += valuesPerStep {
		rest, latest := a[from:], s.latest[from:]
		if len(rest) >= valuesPerStep && *(*[valuesPerStep]int)(rest) == *(*[valuesPerStep]int)(latest) {
			continue
		}
		for i, value := range rest[:min(len(rest), valuesPerStep)] {
			if value == latest[i] {
				continue
			}
			end := s.ends[from+i]
			if end == 0 {
				continue
			}
			if uint(value) > 9 || uint(latest[i]) > 9 {
				return s.write(a)
			}
			latest[i] = value
			s.line[end-1] = byte('0' + value)
		}
	}
	return s.line
}

// write writes the whole line.
func (s *Solutions) write(a Assignment) []byte {
	s.line = s.line[:0]
	for i, v := range s.outputs {
		if i > 0 {
			s.line = append(s.line, ' ')
		}
		s.line = append(append(s.line, s.model.NameOf(v)...), '=')
		s.line = strconv.AppendInt(s.line, int64(a[v]), 10)
		s.ends[v] = len(s.line)
	}
	copy(s.latest, a)
	return s.line
}
