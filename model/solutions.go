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

// Text returns the text of a solution. It is valid until the next call. changed has the variables that may have other values than in
// the call before; nil means that any may.
func (s *Solutions) Text(a Assignment, changed []Var) []byte {
	if s.notation != Assignments && s.model.Grid != nil || len(s.outputs) == 0 {
		return []byte(s.notation.FormatSolution(s.model, a))
	}
	if s.latest == nil {
		s.latest, s.ends = make(Assignment, len(a)), make([]int, len(a))
		return s.write(a)
	}
	if changed != nil {
		for _, v := range changed {
			if !s.change(v, a[v]) {
				return s.write(a)
			}
		}
		return s.line
	}
	for from := 0; from < len(a); from += valuesPerStep {
		rest, latest := a[from:], s.latest[from:]
		if len(rest) >= valuesPerStep && *(*[valuesPerStep]int)(rest) == *(*[valuesPerStep]int)(latest) {
			continue
		}
		for i, value := range rest[:min(len(rest), valuesPerStep)] {
			if value != latest[i] && !s.change(Var(from+i), value) {
				return s.write(a)
			}
		}
	}
	return s.line
}

// change changes a value in the line, and reports whether that was possible: it and the latest one have one digit.
func (s *Solutions) change(v Var, value int) bool {
	end, latest := s.ends[v], &s.latest[v]
	if end == 0 {
		return true
	}
	if uint(value) > 9 || uint(*latest) > 9 {
		return value == *latest
	}
	*latest = value
	s.line[end-1] = byte('0' + value)
	return true
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
