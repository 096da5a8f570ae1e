package draw_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qmsat/internal/svg/svgtest"
	"qmsat/model"
	"qmsat/model/draw"
)

// inWords are the kinds of clues without a drawing. A new kind has a drawing, or stands here.
var inWords = []string{
	"anti-king", "anti-knight", "anti-taxicab", "chaos-arrow", "chaos-construction", "chaos-count", "connected-values", "different-lines", "disjoint-groups", "doppelganger", "dutch-flatmates", "global-entropy",
	"global-modulo", "negative-difference", "negative-kropki", "negative-ratio", "negative-xv", "nfa", "non-consecutive", "or",
	"region-same-values",
}

// readClue returns a 9×9 grid with an entry.
func readClue(t *testing.T, entries ...string) *model.Model {
	t.Helper()
	return readFile(t, "grid: {boxes: 3x3}\nconstraints:\n- "+strings.Join(entries, "\n- ")+"\n")
}

func readFile(t *testing.T, text string) *model.Model {
	t.Helper()
	m, _, err := model.ReadYAML("clue.yaml", strings.NewReader(text))
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
	for _, kind := range model.NamedKinds() {
		if kind.Name == "and" || kind.Name == "replicate" {
			continue // their parts are drawn
		}
		m := readFile(t, kind.ExampleFile())
		elements := drawn(t, m, draw.Picture{})
		shown, named := len(titled(elements, kind.Name)) > 0, slices.Contains(inWords, kind.Name)
		if shown == named {
			t.Errorf("%s: drawn %t, in the list of kinds without a drawing %t", kind.Name, shown, named)
		}
		// Some examples need another clue, which the notes name too.
		said, found := strings.CutPrefix(notesOf(t, m), "Rules that are not drawn: ")
		said, _, _ = strings.Cut(said, ".")
		if named != (found && slices.Contains(strings.Split(said, ", "), kind.Name)) {
			t.Errorf("%s: notes %q", kind.Name, notesOf(t, m))
		}
	}
}

// TestNightHasAllColours checks that each colour of each kind's drawing has one for the dark, but those that are the same then.
func TestNightHasAllColours(t *testing.T) {
	colour := regexp.MustCompile(`(fill|stroke)="(#[0-9a-f]{6})"`)
	for _, kind := range model.NamedKinds() {
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
	m, _, err := model.ReadYAML("v.yaml", strings.NewReader("grid: {boxes: 2x2}\nvariables: {x: 1..4}\nconstraints:\n"+
		"- {kind: thermometer, line: [r1c1, x]}\n- {kind: killer, cells: [r2c1, x], sum: 3}\n- {kind: equal-sums, sets: [[r1c1], [x]]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if notes := notesOf(t, m); !strings.Contains(notes, "Rules that are not drawn: equal-sums, killer, thermometer.") {
		t.Errorf("notes %q", notes)
	}
}

// TestSheet checks that author, marks and colours are drawn, but no marks in cells with a value.
func TestSheet(t *testing.T) {
	m, _, err := model.ReadYAML("s.yaml", strings.NewReader("name: N\nauthor: A & B\ngrid: {boxes: 2x2}\nmarks:\n"+
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
	m, _, err := model.ReadYAML("s.yaml", strings.NewReader("grid: {boxes: 2x2, values: 0..3}\nmarks: {r1c1: {value: 0}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if texts := svgtest.Texts(drawn(t, m, draw.Picture{}), "text"); !slices.Contains(texts, "0") {
		t.Errorf("texts %q, expected 0", texts)
	}
	var written strings.Builder
	if err := m.WriteYAML(&written, nil); err != nil || !strings.Contains(written.String(), "value: 0") {
		t.Errorf("%s, error %v, expected value: 0", &written, err)
	}
}

// TestRegions checks that regions have thick outlines, and cells in no region have none.
func TestRegions(t *testing.T) {
	m, _, err := model.ReadYAML("r.yaml", strings.NewReader("grid: {rows: 4, columns: 4, regions: [AABB, AABB, CC.., CC..]}\n"))
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
	m.Sheet = &model.Sheet{Foreign: map[string]json.RawMessage{
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
