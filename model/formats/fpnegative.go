package formats

import (
	"reflect"
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model/variant"
)

// negatives adds the clues that forbid what marks say. They come after the marks.
func (r *fpReader) negatives(b *fpBoard) {
	add := func(kind string, differences []int) {
		n, f := fpKind{kind: kind}.clue()
		if differences != nil {
			f["differences"].Set(reflect.ValueOf(differences))
		}
		r.add(kind, n)
	}
	if b.Apart && r.dots {
		add("negative-difference", []int{1})
	} else if b.Apart {
		add("non-consecutive", nil)
	}
	for _, word := range b.Negative {
		switch word {
		case "ratio", "xv":
			add("negative-"+word, nil)
		default:
			r.warn("found the unknown negative %q, ignored", input.Clip(word))
		}
	}
}

// negated writes a clue that forbids what marks say. It returns false if f-puzzles has none such.
func (w *fpWriter) negated(n variant.Clue) bool {
	fields := clueFields(variant.Fields(n))
	differences, white := w.marked("white-dot", "difference", 1)
	ratios, black := w.marked("black-dot", "ratio", 2)
	if set := taken[[]int](fields, "differences"); set != nil {
		differences = set
	}
	used := ratios
	if set := taken[[]int](fields, "ratios"); set != nil {
		ratios = set
	}
	var nonconsecutive, ok bool
	negative := ""
	switch variant.KindOf(n) {
	case "non-consecutive":
		nonconsecutive, ok = true, !white && !black
	case "negative-difference":
		nonconsecutive, ok = true, slices.Equal(differences, []int{1})
	case "negative-ratio":
		negative, ok = "ratio", slices.Equal(ratios, used)
	case "negative-kropki":
		nonconsecutive, negative, ok = true, "ratio", slices.Equal(used, []int{2})
	case "negative-xv":
		negative, ok = "xv", true
	}
	if ok && nonconsecutive {
		w.board["nonconsecutive"] = true
	}
	if ok && negative != "" {
		w.negative = append(w.negative, negative)
		w.board["negative"] = w.negative
	}
	return ok
}

// marked returns the values of all marks of a kind, or the usual one if there are no marks, in ascending order.
func (w *fpWriter) marked(kind, field string, usual int) (values []int, some bool) {
	for _, n := range w.clues {
		if variant.KindOf(n) == kind {
			value, set := clueFields(variant.Fields(n)).number(field)
			if !set {
				value = usual
			}
			values, some = append(values, value), true
		}
	}
	if !some {
		values = []int{usual}
	}
	return lists.Distinct(values), some
}
