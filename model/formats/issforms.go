package formats

import (
	"slices"
	"strconv"
	"strings"

	"qmsat/model"
)

// issForm says how a token writes a kind of clue.
type issForm struct {
	token, kind string
	fields      string // the clue's fields in the order of the arguments, with blanks between; the last one takes all that are left
	shape       issShapeOf
}

type issShapeOf uint8

const (
	plainForm issShapeOf = iota
	pairForm             // a clue for each two of the cells that share a side
	sideForm             // R3 or C3, the number seen from the left or the top, the number from the other end; either may be empty
)

var issForms = []issForm{
	{"Thermo", "thermometer", "line", plainForm},
	{"Whisper", "whispers", "difference line", plainForm},
	{"Renban", "renban", "line", plainForm},
	{"Modular", "modular", "modulus line", plainForm},
	{"Entropic", "entropic", "line", plainForm},
	{"RegionSumLine", "region-sum", "line", plainForm},
	{"Between", "between", "line", plainForm},
	{"Lockout", "lockout", "difference line", plainForm},
	{"Palindrome", "palindrome", "line", plainForm},
	{"Zipper", "zipper", "line", plainForm},
	{"Lunchbox", "lunchbox", "sum line", plainForm},
	{"ValueIndexing", "value-indexing", "line", plainForm},
	{"DoubleArrow", "double-arrow", "line", plainForm},
	{"RellikCage", "rellik", "sum cells", plainForm},
	{"EqualityCage", "equality-cage", "cells", plainForm},
	{"CountingCircles", "counting-circles", "cells", plainForm},
	{"CountDistinct", "count-distinct", "control cells", plainForm},

	{"WhiteDot", "white-dot", "cells", pairForm},
	{"BlackDot", "black-dot", "cells", pairForm},
	{"X", "x", "cells", pairForm},
	{"V", "v", "cells", pairForm},
	{"GreaterThan", "greater-than", "cells", pairForm},

	{"XSum", "x-sum", "sum", sideForm},
	{"Skyscraper", "skyscraper", "count", sideForm},
	{"HiddenSkyscraper", "hidden-skyscraper", "value", sideForm},
	{"NumberedRoom", "numbered-room", "value", sideForm},
	{"FullRank", "full-rank", "rank", sideForm}, // and the token FullRankTies

	{"AntiKnight", "anti-knight", "", plainForm},
	{"AntiKing", "anti-king", "", plainForm},
	{"AntiConsecutive", "non-consecutive", "", plainForm},
	{"AntiTaxicab", "anti-taxicab", "", plainForm},
	{"GlobalEntropy", "global-entropy", "", plainForm},
	{"GlobalMod", "global-modulo", "", plainForm},
	{"DutchFlatmates", "dutch-flatmates", "", plainForm},
	{"StrictKropki", "negative-kropki", "", plainForm},
	{"StrictXV", "negative-xv", "", plainForm},
	{"RegionSameValues", "region-same-values", "", plainForm},
	{"Windoku", "windoku", "", plainForm},
	{"DisjointSets", "disjoint-groups", "", plainForm},
}

// formOf returns the first form that a function accepts.
func formOf(accepts func(issForm) bool) (issForm, bool) {
	if i := slices.IndexFunc(issForms, accepts); i >= 0 {
		return issForms[i], true
	}
	return issForm{}, false
}

// clueField returns a pointer to a clue's field, or nil if the clue does not have it.
func clueField(n model.Named, key string) any {
	if field, has := model.Fields(n)[key]; has {
		return field.Addr().Interface()
	}
	return nil
}

// read reads a token of this form.
func (f issForm) read(r *issReader, args []string) (list []model.Named) {
	switch f.shape {
	case pairForm:
		for _, two := range r.touching(r.line(args)) {
			n := model.KindNamed(f.kind).New()
			*clueField(n, f.fields).(*model.Cells) = two
			list = append(list, n)
		}
		return list
	case sideForm:
		return f.readSides(r, args)
	}
	n := model.KindNamed(f.kind).New()
	keys := strings.Fields(f.fields)
	for i, key := range keys {
		switch into := clueField(n, key).(type) {
		case *int:
			*into, args = r.numbered(args)
		case *model.Cells:
			own := len(args)
			if i < len(keys)-1 {
				own = min(own, 1)
			}
			*into, args = r.line(args[:own]), args[own:]
		}
	}
	return []model.Named{n}
}

// readSides reads the clues at the two ends of a row or column.
func (f issForm) readSides(r *issReader, args []string) (list []model.Named) {
	if len(args) < 2 {
		r.failf("found .%s~%s, expected a row or column and a number", f.token, strings.Join(args, "~"))
		return nil
	}
	for i, text := range args[1:min(len(args), 3)] {
		if text == "" {
			continue
		}
		n := model.KindNamed(f.kind).New()
		r.lane(args[0], n)
		*clueField(n, "end").(*bool) = i == 1
		*clueField(n, f.fields).(*int) = r.number(text)
		list = append(list, n)
	}
	return list
}

// lane sets the row or column of a clue from a text such as R3.
func (r *issReader) lane(text string, n model.Named) {
	key := map[byte]string{'R': "row", 'C': "column"}[(text + " ")[0]]
	if key == "" {
		r.failf("found %q, expected a row or column such as R3", text)
		return
	}
	*clueField(n, key).(*int) = r.number(text[1:])
}

// write returns the token of a clue of this form, or "" if it cannot be written.
func (f issForm) write(w *issWriter, n model.Named) string {
	var args []string
	if f.shape == sideForm {
		return f.writeSide(n)
	}
	for _, key := range strings.Fields(f.fields) {
		switch value := clueField(n, key).(type) {
		case *int:
			number := *value
			if number == 0 {
				number = map[string]int{"whispers": (w.n + 1) / 2, "modular": 3, "lockout": 4}[f.kind]
			}
			args = append(args, strconv.Itoa(number))
		case *model.Cells:
			names, known := w.named(*value)
			if !known || f.shape == pairForm && !w.adjacent((*value)[0], (*value)[1]) {
				return ""
			}
			args = append(args, names...)
		}
	}
	return issText(f.token, args...)
}

func (f issForm) writeSide(n model.Named) string {
	place := "R" + strconv.Itoa(*clueField(n, "row").(*int))
	if column := *clueField(n, "column").(*int); column > 0 {
		place = "C" + strconv.Itoa(column)
	}
	numbers := []string{strconv.Itoa(*clueField(n, f.fields).(*int)), ""}
	if *clueField(n, "end").(*bool) {
		slices.Reverse(numbers)
	}
	return issText(f.token, place, numbers[0], numbers[1])
}
