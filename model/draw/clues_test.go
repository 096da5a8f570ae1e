package draw_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qmsat/internal/svg/svgtest"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/draw"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
)

// inWords are the kinds of clues without a drawing. A new kind has a drawing, or stands here.
var inWords = []string{
	"anti-king", "anti-knight", "anti-taxicab", "chaos-arrow", "chaos-construction", "chaos-count", "connected-values", "count", "different-lines", "disjoint-groups", "doppelganger", "dutch-flatmates", "global-entropy",
	"global-modulo", "negative-difference", "negative-kropki", "negative-ratio", "negative-xv", "nfa", "non-consecutive", "or",
	"region-same-values",
}

// readClue returns a 9×9 grid with an entry.
func readClue(t *testing.T, entries ...string) *document.Document {
	t.Helper()
	return readFile(t, "grid: {boxes: 3x3}\nconstraints:\n- "+strings.Join(entries, "\n- ")+"\n")
}

func readFile(t *testing.T, text string) *document.Document {
	t.Helper()
	m, err := document.Read(t.Context(), "clue.yaml", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return m
}

// titled returns the elements that follow the title of a kind, up to the next title or group.
func titled(elements []svgtest.Element, kind string) (found []svgtest.Element) {
	within := false
	for _, e := range elements {
		switch {
		case e.Name == "title":
			within = e.Text == kind
		case e.Name == "g" || e.Name == "style":
			within = false
		case within:
			found = append(found, e)
		}
	}
	return found
}

// TestEveryKindIsDrawnOrNamed checks that no kind of clue is forgotten: its example is drawn under its name, or named below.
func TestEveryKindIsDrawnOrNamed(t *testing.T) {
	for _, kind := range variant.Kinds() {
		if kind.Name == "and" || kind.Name == "replicate" {
			continue // their parts are drawn
		}
		m := readFile(t, kind.ExampleFile())
		elements := drawn(t, m, draw.Picture{})
		shown, named := len(titled(elements, kind.Name)) > 0, slices.Contains(inWords, kind.Name)
		if shown == named {
			t.Errorf("%s: drawn %t, in the list of kinds without a drawing %t", kind.Name, shown, named)
		}
		if shown && !strings.Contains(notesOf(t, m), kind.Name) {
			t.Errorf("%s is drawn, but not in the notes %q", kind.Name, notesOf(t, m))
		}
		// Some examples need another clue, which the notes name too.
		said, found := strings.CutPrefix(notesOf(t, m), "Rules that are not drawn: ")
		said, _, _ = strings.Cut(said, ".")
		if named != (found && slices.Contains(strings.Split(said, ", "), kind.Name)) {
			t.Errorf("%s: notes %q", kind.Name, notesOf(t, m))
		}
		if full, want := strings.Contains(notesOf(t, m), "Clues in full"), kind.Name == "relation" || kind.Name == "regex"; full != want {
			t.Errorf("%s: notes %q have the clue in full: %t, expected %t", kind.Name, notesOf(t, m), full, want)
		}
	}
}

// TestNightHasAllColours checks that each colour of each kind's drawing has one for the dark, but those that are the same then.
func TestNightHasAllColours(t *testing.T) {
	colour := regexp.MustCompile(`(fill|stroke)="(#[0-9a-f]{6})"`)
	for _, kind := range variant.Kinds() {
		var text strings.Builder
		if err := draw.SVG(&text, readFile(t, kind.ExampleFile()), []draw.Picture{{Givens: model.Cube{{Var: 0, Value: 1}}}}); err != nil {
			t.Fatal(err)
		}
		_, style, has := strings.Cut(text.String(), "@media (prefers-color-scheme: dark)")
		if !has {
			t.Errorf("%s: no colours for the dark", kind.Name)
		}
		for _, match := range colour.FindAllStringSubmatch(text.String(), -1) {
			always := slices.Contains([]string{"#fefefe", "#010101", "#34bbe6"}, match[2])
			if strings.Contains(style, "["+match[0]+"]") == always {
				t.Errorf("%s: %s has a colour for the dark: %t", kind.Name, match[0], !always)
			}
		}
	}
}

// TestLayers checks the order: shades, lines through cells, the grid, cages, marks, values.
func TestLayers(t *testing.T) {
	m := readClue(t, "{kind: quadruple, cells: r1c1..r2c2, values: [1]}", "{kind: killer, cells: r1c1-r1c2}",
		"{kind: thermometer, line: r1c1-r1c3}", "{kind: extra-region, cells: r1c1..r3c3}")
	var order []string
	for _, e := range drawn(t, m, draw.Picture{Givens: model.Cube{{Var: 0, Value: 1}}}) {
		switch {
		case e.Name == "title":
			order = append(order, e.Text)
		case e.Attributes["stroke-width"] == "2.2":
			order = append(order, "grid")
		case e.Attributes["font-size"] == "22":
			order = append(order, "value")
		}
	}
	want := []string{"clue.yaml", "extra-region", "thermometer", "grid", "killer", "quadruple", "value"}
	if !slices.Equal(order[1:], want[1:]) {
		t.Errorf("order %q, expected %q after the document's title", order, want)
	}
}

// TestOutside checks the places of clues outside of the grid: within the document, outside of the grid, two on one side apart.
func TestOutside(t *testing.T) {
	m := readClue(t, "{kind: sandwich, row: 3, sum: 12}", "{kind: sandwich, row: 3, sum: 12, name: again}", "{kind: sandwich, column: 9, sum: 7}")
	elements := drawn(t, m, draw.Picture{})
	row, again := titled(elements, "sandwich"), titled(elements, "sandwich: again")
	if len(row) != 2 || len(again) != 1 {
		t.Fatalf("%d and %d texts, expected 2 and 1", len(row), len(again))
	}
	if y, other := number(t, row[0], "y"), number(t, again[0], "y"); y != other {
		t.Errorf("heights %g and %g in one row", y, other)
	}
	if x, other := number(t, row[0], "x"), number(t, again[0], "x"); x-other != 25 || other < 14 {
		t.Errorf("x = %g and %g, expected 25 apart", x, other)
	}
}

// TestPartsOfClues checks that entries within and, or repeated by replicate, are drawn where they are.
func TestPartsOfClues(t *testing.T) {
	m := readClue(t, "{kind: and, of: [{kind: killer, cells: r1c1-r1c3, sum: 7}, {kind: anti-knight}]}",
		"{kind: replicate, of: [{kind: thermometer, line: r1c1-r1c2}], cells: [r4c4, r5c5]}", "{kind: and, of: [{kind: linear, cells: [r1c1], min: 1}]}")
	elements := drawn(t, m, draw.Picture{})
	if n := count(elements, "path", "stroke-dasharray", "3 2"); n != 1 || !slices.Contains(svgtest.Texts(elements, "text"), "7") {
		t.Errorf("%d cages in %q, expected one with 7", n, svgtest.Texts(elements, "text"))
	}
	if n := count(elements, "circle", "r", "17"); n != 2 {
		t.Errorf("%d bulbs, expected 2", n)
	}
	if notes := notesOf(t, m); !strings.Contains(notes, "Rules that are not drawn: and, anti-knight.") {
		t.Errorf("notes %q", notes)
	}
}

// TestCluesBesideTheGrid checks that a clue on a variable that is no cell is named instead of drawn.
func TestCluesBesideTheGrid(t *testing.T) {
	m, err := document.Read(t.Context(), "v.yaml", strings.NewReader("grid: {boxes: 2x2}\nvariables: {x: 1..4}\nconstraints:\n"+
		"- {kind: thermometer, line: [r1c1, x]}\n- {kind: killer, cells: [r2c1, x], sum: 3}\n- {kind: equal-sums, sets: [[r1c1], [x]]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if notes := notesOf(t, m); !strings.Contains(notes, "Rules that are not drawn: equal-sums, killer, thermometer.") {
		t.Errorf("notes %q", notes)
	}
}

// TestCluesInFull checks which clues the notes have in full, because the picture does not say all of them, and which of these are not
// drawn at all.
func TestCluesInFull(t *testing.T) {
	for _, test := range []struct {
		entry         string
		full, undrawn bool
	}{
		{"{kind: whispers, line: r1c1-r1c3}", false, false},
		{"{kind: whispers, line: [r1c1, r1c3]}", true, false},
		{"{kind: whispers, line: r1c1-r2c2-r1c2-r1c1}", true, false},
		{"{kind: arrow, bulb: r1c2-r1c1, shafts: [r2c2-r3c3, r2c1]}", false, false},
		{"{kind: arrow, bulb: [r1c1, r1c3], shafts: [r2c2]}", true, false},
		{"{kind: arrow, bulb: r1c1, shafts: [r1c3-r1c4]}", true, false},
		{"{kind: arrow, bulb: r1c1, shafts: [r1c1-r1c2]}", true, false},
		{"{kind: arrow, bulb: r1c1, shafts: [[r1c2-r1c3, r1c3]]}", true, false},
		{"{kind: sum-line, line: r1c1-r1c2-r2c2, sum: 9, loop: true}", false, false},
		{"{kind: sum-line, line: r1c1-r1c2, sum: 9, loop: true}", true, false},
		{"{kind: sum-line, line: r1c1-r1c3, sum: 9, loop: true}", true, false},
		{"{kind: relation, line: r1c1-r1c2, pairs: [[1, 2]]}", true, false},
		{"{kind: regex, line: r1c1-r1c2, expression: 1.}", true, false},
		{"{kind: x, cells: r1c1-r2c1}", false, false},
		{"{kind: x, cells: r1c1-r2c2}", true, true},
		{"{kind: greater-than, cells: [r1c1, r1c4]}", true, true},
		{"{kind: quadruple, cells: [r1c1-r1c4], values: [1]}", true, true},
		{"{kind: killer, cells: [r1c1, r3c3], sum: 9}", true, false},
		{"{kind: sum, cells: [r1c1, r1c1], sum: 8}", true, false},
		{"{kind: clone, cells: r1c1-r1c2, copy: r5c6-r5c5}", true, false},
		{"{kind: look-and-say, cells: r1c1..r2c3, says: [[1, 12]]}", true, false},
		{"{kind: little-killer, line: r2c1-r1c2, sum: 7}", false, false},
		{"{kind: little-killer, line: r1c1, sum: 7}", false, false},
		{"{kind: full-rank, row: 1, rank: 3, ties: true}", false, false},
	} {
		m := readClue(t, test.entry)
		kind := m.Entries[0].Kind()
		notes, shown := notesOf(t, m), len(titled(drawn(t, m, draw.Picture{}), kind)) > 0
		if text, _ := draw.Element(m, []draw.Picture{{}}); strings.Contains(text, "L0 0") {
			t.Errorf("%s: a stroke to the corner of the picture", test.entry)
		}
		full := strings.Contains(notes, "Clues in full: "+variant.Line(m.Model, m.Clues()[0])+".")
		named := strings.Contains(notes, "Rules that are not drawn: "+kind+".")
		if full != test.full || named != test.undrawn || shown == test.undrawn {
			t.Errorf("%s: drawn %t, notes %q", test.entry, shown, notes)
		}
	}
}

// TestHiddenClues checks that a clue is in full if another one hides it, or looks the same and is of another kind.
func TestHiddenClues(t *testing.T) {
	for _, test := range []struct {
		entries []string
		full    int // how many are in full
	}{
		{[]string{"{kind: white-dot, cells: r1c1-r1c2}", "{kind: black-dot, cells: r1c1-r1c2}"}, 1},
		{[]string{"{kind: white-dot, cells: r1c1-r1c2}", "{kind: black-dot, cells: r1c2-r1c3}"}, 0},
		{[]string{"{kind: white-dot, cells: r1c1-r1c2}", "{kind: quadruple, cells: r1c1..r2c2, values: [1]}"}, 0},
		{[]string{"{kind: renban, line: r1c1-r1c3}", "{kind: whispers, line: r1c1-r1c5}"}, 1},
		{[]string{"{kind: whispers, line: r1c1-r1c5}", "{kind: renban, line: r1c1-r1c3}"}, 0},
		{[]string{"{kind: renban, line: r1c1-r1c5}", "{kind: renban, line: r1c1-r1c3}"}, 1},
		{[]string{"{kind: row-indexer, cells: r1c1}", "{kind: column-indexer, cells: r1c1-r9c1}"}, 1},
		{[]string{"{kind: positive-diagonal}", "{kind: odd, cells: r1c1}"}, 0},
		{[]string{"{kind: sandwich, row: 1, sum: 9}", "{kind: sandwich, row: 2, sum: 9}"}, 0},
		{[]string{"{kind: sandwich, row: 1, sum: 9}", "{kind: x-sum, row: 2, sum: 9}"}, 2},
		{[]string{"{kind: sandwich, row: 1, sum: 9}", "{kind: full-rank, row: 2, rank: 9}"}, 2},
		{[]string{"{kind: minimum, cells: r1c1}", "{kind: thermometer, line: r5c5-r5c6}"}, 0},
	} {
		_, full, _ := strings.Cut(notesOf(t, readClue(t, test.entries...)), "Clues in full: ")
		if n := strings.Count(full, "{"); n != test.full {
			t.Errorf("%q: %d in full (%s), expected %d", test.entries, n, full, test.full)
		}
	}
}

// TestLittleKillers checks that a sum has an arrow only if its line is a diagonal from border to border. Other lines are cages.
func TestLittleKillers(t *testing.T) {
	for line, cage := range map[string]bool{"r1c1-r9c9": false, "r1c8-r2c9": false, "r9c9": false, "r2c2-r3c3": true, "r1c1-r2c2-r1c3": true,
		"r1c1-r3c3": true, "r1c1-r8c8": true, "[r1c1, r3c3, r5c5, r7c7, r9c9]": true, "r2c1": true, "r1c2": true} {
		elements := drawn(t, readClue(t, "{kind: little-killer, line: "+line+", sum: 7}"), draw.Picture{})
		arrow, cages := len(titled(elements, "little-killer")) > 0, count(elements, "path", "stroke-dasharray", "3 2")
		if arrow == cage || cages > 0 != cage || slices.Contains(svgtest.Texts(elements, "text"), "7*") != cage {
			t.Errorf("%s: arrow %t, %d outlines, expected a cage: %t", line, arrow, cages, cage)
		}
	}
}

// TestSheet checks that author, marks and colours are drawn, but no marks in cells with a value.
func TestSheet(t *testing.T) {
	m, err := document.Read(t.Context(), "s.yaml", strings.NewReader("name: N\nauthor: A & B\ngrid: {boxes: 2x2}\nmarks:\n"+
		"  r1c1: {centre: [1, 4], corner: [2, 3], colours: ['#ff0000', '#00ff00']}\n  r1c2: {value: 3, centre: [1, 2]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	elements := drawn(t, m, draw.Picture{})
	texts := svgtest.Texts(elements, "text")
	for text, want := range map[string]bool{"N, by A & B": true, "14": true, "2": true, "3": true, "12": false} {
		if slices.Contains(texts, text) != want {
			t.Errorf("%q is in %q: %t, expected %t", text, texts, !want, want)
		}
	}
	if red, green := count(elements, "rect", "fill", "#ff0000"), count(elements, "rect", "fill", "#00ff00"); red != 1 || green != 1 {
		t.Errorf("%d red and %d green rectangles, expected one each", red, green)
	}
}

// TestSheetWithZero checks that an entered 0 is drawn and written, as other values are.
func TestSheetWithZero(t *testing.T) {
	m, err := document.Read(t.Context(), "s.yaml", strings.NewReader("grid: {boxes: 2x2, values: 0..3}\nmarks: {r1c1: {value: 0}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if texts := svgtest.Texts(drawn(t, m, draw.Picture{}), "text"); !slices.Contains(texts, "0") {
		t.Errorf("texts %q, expected 0", texts)
	}
	var written strings.Builder
	if err := m.Write(&written); err != nil || !strings.Contains(written.String(), "value: 0") {
		t.Errorf("%s, error %v, expected value: 0", &written, err)
	}
}

// TestRegions checks that regions have thick outlines, and cells in no region have none.
func TestRegions(t *testing.T) {
	m, err := document.Read(t.Context(), "r.yaml", strings.NewReader("grid: {rows: 4, columns: 4, regions: [AABB, AABB, CC.., CC..]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	outlines := 0
	for _, e := range drawn(t, m, draw.Picture{}) {
		if e.Attributes["stroke-width"] == "2.2" {
			outlines += strings.Count(e.Attributes["d"], "M")
		}
	}
	if outlines != 4 {
		t.Errorf("%d thick outlines, expected the grid's and those of three regions", outlines)
	}
}

// TestSketch checks that what links only draw is drawn within the document, without anything from outside of it.
func TestSketch(t *testing.T) {
	m := readClue(t, "{kind: killer, cells: r1c1-r1c2}")
	m.Sheet = &document.Sheet{Foreign: map[string]json.RawMessage{
		"sudokupad": json.RawMessage(`{"lines": [{"wayPoints": [[0.5, 0.5], [0.5, 3.5]], "color": "#ABCDEF", "thickness": 8}, {}],
			"arrows": [{"wayPoints": [[1.5, 0.5], [1.5, 3.5]], "color": "#123456", "thickness": 8, "headLength": 0.3}],
			"overlays": [{"center": [-0.5, 4.5], "width": 1, "height": 1, "rounded": true, "backgroundColor": "url(http://x)", "text": 17}], "foglight": []}`),
		"fpuzzles": json.RawMessage(`{"line": [{"lines": [["R9C1", "R9C2"]], "outlineC": "red", "width": 0.5}],
			"text": [{"cells": ["R10C9"], "value": "below"}], "circle": "no list"}`),
	}}
	elements := drawn(t, m, draw.Picture{})
	for colour, want := range map[string]int{"#abcdef": 1, "#123456": 2, "red": 1} {
		if n := count(elements, "path", "stroke", colour); n != want {
			t.Errorf("%d lines in %s, expected %d", n, colour, want)
		}
	}
	for _, e := range elements {
		if strings.Contains(e.Attributes["fill"], "url") {
			t.Errorf("fill %q", e.Attributes["fill"])
		}
	}
	if texts := svgtest.Texts(elements, "text"); !slices.Contains(texts, "17") || !slices.Contains(texts, "below") {
		t.Errorf("texts %q, expected 17 and below", texts)
	}
}

// TestPicturesTellCluesApart draws random clues of each kind in a small grid. Two with the same picture and notes must be the same clue.
// Tooltips do not count.
func TestPicturesTellCluesApart(t *testing.T) {
	modeltest.OnlyLong(t)
	for _, kind := range variant.Kinds() {
		if slices.Contains(inWords, kind.Name) || slices.Contains([]string{"and", "replicate"}, kind.Name) {
			continue
		}
		r := rand.New(rand.NewPCG(1, 1))
		drawnAs := map[string]string{}
		for range 100 {
			sudoku, err := model.Sudoku(2, 2)
			if err != nil {
				t.Fatal(err)
			}
			n, m := kind.New(), document.New(sudoku)
			fill(r, n)
			if m.AddClues(n) != nil {
				continue
			}
			picture := appearance(drawn(t, m, draw.Picture{}))
			plain(n)
			entry := variant.Line(m.Model, n)
			if other := drawnAs[picture]; other != "" && other != entry {
				t.Errorf("%s looks like %s", entry, other)
				break
			}
			drawnAs[picture] = entry
		}
		if len(drawnAs) == 0 {
			t.Errorf("%s: no clue was valid", kind.Name)
		}
	}
}

// fill gives the fields of a clue random values. Cells are from three rows and columns, in any order.
func fill(r *rand.Rand, n variant.Clue) {
	cells := func(repeat bool) (set model.Cells) {
		for _, i := range r.Perm(9)[:1+r.IntN(4)] {
			set = append(set, model.Var(i%3+i/3*4))
		}
		if repeat && r.IntN(4) == 0 {
			set = append(set, set[r.IntN(len(set))])
		}
		return set
	}
	number := func() int { return 3 + r.IntN(2) }
	for _, f := range variant.FieldsOf(n) {
		if f.Key == "name" || f.Optional && r.IntN(2) == 0 {
			continue
		}
		switch into := f.Value.Addr().Interface().(type) {
		case *model.Cells:
			*into = cells(f.Repeat)
		case *[]model.Cells:
			*into = []model.Cells{cells(f.Repeat), cells(f.Repeat)}
		case *int:
			*into = number()
		case **int:
			value := number()
			*into = &value
		case *bool:
			*into = true
		case *[]int:
			*into = []int{number(), number()}
		case *[][]int:
			*into = [][]int{{1, number()}, {number(), 1}, {number(), number()}}[r.IntN(3):]
		case *string:
			*into = strings.Repeat("[1-3]", number())
		default:
			panic(f.Key)
		}
	}
}

// plain sorts what has no meaningful order in a clue.
func plain(n variant.Clue) {
	fields := variant.Fields(n)
	for key, field := range fields {
		switch list := field.Interface().(type) {
		case model.Cells:
			kind := variant.KindOf(n)
			switch from := list; {
			case key == "cells" && kind != "greater-than" && kind != "clone", key == "bulb", kind == "little-killer":
				slices.Sort(list)
			case key == "line" && !slices.Contains([]string{"thermometer", "value-indexing", "regex", "relation"}, kind):
				if loop, is := fields["loop"]; is && loop.Bool() {
					from = list[1:]
				}
				if back := slices.Clone(from); len(from) > 0 {
					slices.Reverse(back)
					copy(from, slices.MinFunc([]model.Cells{slices.Clone(from), back}, slices.Compare))
				}
			}
		case []model.Cells:
			if key == "sets" {
				for _, set := range list {
					slices.Sort(set)
				}
			}
			slices.SortFunc(list, slices.Compare)
		}
	}
}

// appearance returns what a reader sees: open paths are sets of steps from cell to cell, drawn in any order.
func appearance(elements []svgtest.Element) string {
	var text strings.Builder
	for _, e := range elements {
		if e.Name == "title" || e.Name == "svg" {
			continue
		}
		var steps []string
		if d := e.Attributes["d"]; !strings.Contains(d, "Z") && strings.Count(d, "M") == 1 {
			var at [2]float64
			for i, pair := range strings.FieldsFunc(d, func(r rune) bool { return r == 'M' || r == 'L' }) {
				var to [2]float64
				_, _ = fmt.Sscan(pair, &to[0], &to[1])
				middle := [2]float64{(at[0] + to[0]) / 2, (at[1] + to[1]) / 2}
				switch long := max(math.Abs(to[0]-at[0]), math.Abs(to[1]-at[1])) == 80; {
				case i > 0 && long && math.Mod(middle[0], 40) == math.Mod(at[0], 40) && math.Mod(middle[1], 40) == math.Mod(at[1], 40):
					steps = append(steps, step(at, middle), step(middle, to))
				case i > 0:
					steps = append(steps, step(at, to))
				}
				at = to
			}
			slices.Sort(steps)
			delete(e.Attributes, "d")
		}
		fmt.Fprintln(&text, e.Name, e.Attributes, e.Text, slices.Compact(steps))
	}
	return text.String()
}

// step returns a line between two places, without its direction.
func step(a, b [2]float64) string {
	if slices.Compare(a[:], b[:]) > 0 {
		a, b = b, a
	}
	return fmt.Sprint(a, b)
}
