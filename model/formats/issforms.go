package formats

import (
	"slices"
	"strings"
	"sync"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/variant"
)

// issForm says how a token writes a kind of clue.
type issForm struct {
	token, kind string
	fields      string // the clue's fields in the order of the arguments, with blanks between; the last one takes all that are left
	shape       issShapeOf
	first       string // the first argument, by which forms of one token differ
	flag        string // a field that the token sets
}

type issShapeOf uint8

const (
	plainForm issShapeOf = iota
	pairForm             // a clue for each two of the cells that share a side
	sideForm             // R3 or C3, the number seen from the left or the top, the number from the other end; either may be empty
	laneForm             // the fields, then R3 or C3
)

// issForms are the forms of most tokens. issKinds reads the others, and tokens of several forms.
var issForms = sync.OnceValue(func() []issForm {
	return slices.Concat(
		formsOf(plainForm,
			"Thermo thermometer line", "Whisper whispers difference line", "Renban renban line", "Modular modular modulus line",
			"Entropic entropic line", "RegionSumLine region-sum line", "Between between line", "Lockout lockout difference line",
			"Palindrome palindrome line", "Zipper zipper line", "Lunchbox lunchbox sum line", "ValueIndexing value-indexing line",
			"DoubleArrow double-arrow line", "RellikCage rellik sum cells", "EqualityCage equality-cage cells",
			"CountingCircles counting-circles cells", "CountDistinct count-distinct control cells", "Cage killer sum cells",
			"Sum sum sum cells", "AllDifferent extra-region cells", "EqualSum equal-sums sets", "AntiKnight anti-knight", "AntiKing anti-king",
			"AntiConsecutive non-consecutive", "AntiTaxicab anti-taxicab", "GlobalEntropy global-entropy", "GlobalMod global-modulo",
			"DutchFlatmates dutch-flatmates", "StrictKropki negative-kropki", "StrictXV negative-xv", "RegionSameValues region-same-values",
			"Windoku windoku", "DisjointSets disjoint-groups"),
		formsOf(pairForm, "WhiteDot white-dot cells", "BlackDot black-dot cells", "X x cells", "V v cells", "GreaterThan greater-than cells"),
		formsOf(sideForm, "XSum x-sum sum", "Skyscraper skyscraper count", "HiddenSkyscraper hidden-skyscraper value",
			"NumberedRoom numbered-room value", "FullRank full-rank rank"), // ties have the token FullRankTies
		formsOf(laneForm, "Sandwich sandwich sum"),
		[]issForm{
			{token: "Diagonal", kind: "positive-diagonal", first: "1"}, {token: "Diagonal", kind: "negative-diagonal", first: "-1"},
			{token: "Indexing", kind: "row-indexer", fields: "cells", first: "R"},
			{token: "Indexing", kind: "column-indexer", fields: "cells", first: "C"},
			{token: "ContainExact", kind: "contain", fields: "values cells", flag: "exactly"},
			{token: "ContainAtLeast", kind: "contain", fields: "values cells"},
		},
	)
})

// formsOf returns forms of one shape from texts: the token, the kind, the fields.
func formsOf(shape issShapeOf, texts ...string) []issForm {
	return lists.Map(texts, func(text string) issForm {
		words := strings.Fields(text)
		return issForm{token: words[0], kind: words[1], fields: strings.Join(words[2:], " "), shape: shape}
	})
}

// formsOfToken returns the forms of a token.
func formsOfToken(token string) []issForm {
	return lists.Filter(issForms(), func(f issForm) bool { return f.token == token })
}

// clueField returns a pointer to a clue's field, or nil if the clue does not have it.
func clueField(n variant.Clue, key string) any {
	if field, has := variant.Fields(n)[key]; has {
		return field.Addr().Interface()
	}
	return nil
}

// formed reads a token by one of its forms.
func (r *issReader) formed(forms []issForm, args []string) []variant.Clue {
	for _, f := range forms {
		if f.first == "" {
			return f.read(r, args)
		} else if len(args) > 0 && args[0] == f.first {
			return f.read(r, args[1:])
		}
	}
	firsts := lists.Map(forms, func(f issForm) string { return f.first })
	r.failf("found .%s~%s, expected %s", forms[0].token, input.Clip(strings.Join(args, "~")), strings.Join(firsts, " or "))
	return nil
}

// read reads a token of this form, without its first argument.
func (f issForm) read(r *issReader, args []string) (list []variant.Clue) {
	switch f.shape {
	case pairForm:
		for _, two := range r.touching(r.line(args)) {
			n := variant.KindNamed(f.kind).New()
			*clueField(n, f.fields).(*model.Cells) = two
			list = append(list, n)
		}
		return list
	case sideForm:
		return f.readSides(r, args)
	}
	n := variant.KindNamed(f.kind).New()
	if f.flag != "" {
		*clueField(n, f.flag).(*bool) = true
	}
	keys := strings.Fields(f.fields)
	for i, key := range keys {
		switch into := clueField(n, key).(type) {
		case *int:
			*into, args = r.numbered(args)
		case *[]int:
			own := min(len(args), 1)
			*into, args = r.numbers(strings.Join(args[:own], "")), args[own:]
		case *model.Cells:
			own := len(args)
			if i < len(keys)-1 {
				own = min(own, 1)
			}
			*into, args = r.line(args[:own]), args[own:]
		case *[]model.Cells:
			*into, args = lists.Map(segments(args), r.line), nil
		}
	}
	r.rest(f.token, args)
	return []variant.Clue{n}
}

// rest warns of arguments that are left.
func (r *issReader) rest(token string, args []string) {
	if text := strings.Join(args, "~"); text != "" {
		r.warn("found %q after .%s, expected no further arguments; ignored", input.Clip(text), token)
	}
}

// segments splits arguments at - between them.
func segments(args []string) (list [][]string) {
	for len(args) > 0 {
		end := slices.Index(args, segmentBreak)
		if end < 0 {
			return append(list, args)
		}
		if end > 0 {
			list = append(list, args[:end])
		}
		args = args[end+1:]
	}
	return list
}

// readSides reads the clues at the two ends of a row or column.
func (f issForm) readSides(r *issReader, args []string) (list []variant.Clue) {
	if len(args) < 2 {
		r.failf("found .%s~%s, expected a row or column and a number", f.token, strings.Join(args, "~"))
		return nil
	}
	r.rest(f.token, args[min(len(args), 3):])
	for i, text := range args[1:min(len(args), 3)] {
		if text == "" {
			continue
		}
		n := variant.KindNamed(f.kind).New()
		r.lane(args[0], n)
		*clueField(n, "end").(*bool) = i == 1
		*clueField(n, f.fields).(*int) = r.number(text)
		list = append(list, n)
	}
	return list
}

// lane sets the row or column of a clue from a text such as R3.
func (r *issReader) lane(text string, n variant.Clue) {
	key := map[byte]string{'R': "row", 'C': "column"}[(text + " ")[0]]
	if key == "" {
		r.failf("found %q, expected a row or column such as R3", text)
		return
	}
	*clueField(n, key).(*int) = r.number(text[1:])
}
