package proof

import (
	"bytes"
	"encoding/binary"
	"slices"

	"qmsat/model"
)

func init() { register((*remainder).rule) }

const (
	tagRule  = 'i'
	tagAtom  = 'j' // within a rule or a condition, as is the next tag
	tagCount = 'k'
)

// rule returns the rest of a rule: its formula. A rule with an unknown connective is written as a table.
func (r *remainder) rule(c *model.Rule, _ *partLeft, prefix []int32, w *witness) ([]byte, error) {
	switch text, truth := r.formula(c.Formula, prefix, w); truth {
	case isTrue:
		return nil, nil
	case isFalse:
		return nil, errRefuted
	case isOpen:
		return append([]byte{tagRule}, text...), nil
	}
	return r.tabulated(c, prefix, w)
}

// truth is the known truth value of a formula, if any.
type truth int

const (
	isOpen truth = iota
	isTrue
	isFalse
	isUnknown // an unknown connective: write the constraint as a table
)

func flag(t bool) byte {
	if t {
		return 1
	}
	return 0
}

func truthOf(t bool) truth {
	if t {
		return isTrue
	}
	return isFalse
}

// formula returns the atoms of open variables under simplified connectives.
func (r *remainder) formula(f model.Formula, prefix []int32, w *witness) ([]byte, truth) {
	if atom, is := model.AtomOf(f); is {
		return r.atom(atom, prefix, w)
	}
	parts, lo, hi, known := model.Tally(f)
	if !known {
		return nil, isUnknown
	}
	return r.counted(parts, lo, hi, prefix, w)
}

func (r *remainder) atom(f model.In, prefix []int32, w *witness) ([]byte, truth) {
	if at := r.at[f.Var]; at < r.fixed {
		return nil, truthOf(f.Values.Contains(r.values[prefix[at]]))
	}
	var in []int
	for _, value := range r.domains[f.Var] {
		if f.Values.Contains(r.values[value]) {
			in = append(in, w.value(value))
		}
	}
	if len(in) == 0 || len(in) == len(r.domains[f.Var]) {
		return nil, truthOf(len(in) > 0)
	}
	return appendList(binary.AppendUvarint([]byte{tagAtom}, uint64(w.variable(f.Var))), in), isOpen
}

// counted writes that at least lo and at most hi of some formulas are true.
func (r *remainder) counted(parts []model.Formula, lo, hi int, prefix []int32, w *witness) ([]byte, truth) {
	var open [][]byte
	for _, part := range parts {
		switch text, t := r.formula(part, prefix, w); t {
		case isOpen:
			open = append(open, text)
		case isTrue:
			lo, hi = lo-1, hi-1
		case isUnknown:
			return nil, isUnknown
		}
	}
	lo, hi = max(lo, 0), min(hi, len(open))
	switch {
	case lo > hi:
		return nil, isFalse
	case lo == 0 && hi == len(open):
		return nil, isTrue
	case lo == 1 && len(open) == 1:
		return open[0], isOpen
	}
	slices.SortFunc(open, bytes.Compare)
	text := []byte{tagCount}
	for _, n := range []int{lo, hi, len(open)} {
		text = binary.AppendUvarint(text, uint64(n))
	}
	return append(text, bytes.Join(open, nil)...), isOpen
}
