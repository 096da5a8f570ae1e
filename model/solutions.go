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
	values   []int // of the outputs in the line
	ends     []int // of these values in the line
}

// Solutions returns a writer of solutions.
func (n Notation) Solutions(m *Model) *Solutions {
	return &Solutions{notation: n, model: m, outputs: m.OutputVars()}
}

// Text returns the text of a solution. It is valid until the next call.
func (s *Solutions) Text(a Assignment) []byte {
	if s.notation != Assignments && s.model.Grid != nil || len(s.outputs) == 0 {
		return []byte(s.notation.FormatSolution(s.model, a))
	}
	if s.values == nil {
		s.values, s.ends = make([]int, len(s.outputs)), make([]int, len(s.outputs))
		return s.write(a)
	}
	for i, v := range s.outputs {
		value := a[v]
		if value == s.values[i] {
			continue
		}
		if uint(value) > 9 || uint(s.values[i]) > 9 {
			return s.write(a)
		}
		s.values[i] = value
		s.line[s.ends[i]-1] = byte('0' + value)
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
		s.values[i], s.ends[i] = a[v], len(s.line)
	}
	return s.line
}
