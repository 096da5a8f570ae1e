package draw_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qmsat/internal/svg/svgtest"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/draw"
	"qmsat/model/variant"
)

// box is the extent of something in a picture.
type box struct {
	what                     string
	left, top, right, bottom float64
}

func (b box) meets(other box) bool {
	const slack = 0.1
	return b.left < other.right-slack && other.left < b.right-slack && b.top < other.bottom-slack && other.top < b.bottom-slack
}

// boxOf returns the extent of a text; what has no anchor stands in the middle.
func boxOf(t *testing.T, e svgtest.Element, anchor string) box {
	size, x, y := number(t, e, "font-size"), number(t, e, "x"), number(t, e, "y")
	width := 0.58 * size * float64(len([]rune(e.Text)))
	if anchor == "middle" {
		x -= width / 2
	}
	return box{e.Text, x, y - 0.72*size, x + width, y}
}

var corners = regexp.MustCompile(`[ML]([-0-9.]+) ([-0-9.]+)`)

// marked is the colour of values that a solver writes.
const marked = "#1c4587"

// obstacles are the labels of cages and lines, the outlines of cages, and the marks between cells.
func obstacles(t *testing.T, elements []svgtest.Element) (all []box) {
	for _, e := range elements {
		switch fill := e.Attributes["fill"]; {
		case e.Name == "text" && fill != "" && fill != marked && e.Attributes["font-size"] != "14": // 14: beside the grid
			all = append(all, boxOf(t, e, e.Attributes["text-anchor"]))
		case e.Name == "circle" && (e.Attributes["r"] == "6" || e.Attributes["r"] == "12"):
			x, y, r := number(t, e, "cx"), number(t, e, "cy"), number(t, e, "r")
			all = append(all, box{"a mark", x - r, y - r, x + r, y + r})
		case e.Name == "path" && e.Attributes["stroke-dasharray"] == "3 2":
			for _, loop := range strings.Split(strings.TrimSuffix(e.Attributes["d"], "Z"), "Z") {
				var last [2]float64
				points := corners.FindAllStringSubmatch(loop, -1)
				for i, p := range append(points, points[0]) {
					var at [2]float64
					fmt.Sscan(p[1]+" "+p[2], &at[0], &at[1])
					if i > 0 {
						all = append(all, box{"an outline", min(last[0], at[0]) - 0.2, min(last[1], at[1]) - 0.2, max(last[0], at[0]) + 0.2, max(last[1], at[1]) + 0.2})
					}
					last = at
				}
			}
		}
	}
	return all
}

// TestSmallValuesGiveWay fills all cells with candidates, or with marks in their corners: none of them meets a label, an outline or a
// mark, and none another one.
func TestSmallValuesGiveWay(t *testing.T) {
	files, err := filepath.Glob("../../docs/variants/*.yaml")
	if err != nil || len(files) < 10 {
		t.Fatalf("found %d files, %v", len(files), err)
	}
	texts := map[string]string{
		"crowded": `grid: {boxes: 3x3}
constraints:
- {kind: killer, cells: [r1c1, r1c2, r2c1], sum: 12}
- {kind: sum, cells: [r1c1, r1c2, r1c3], sum: 15}
- {kind: killer, cells: [r4c4, r4c5, r5c4, r5c5], sum: 20}
- {kind: whispers, line: r4c4-r4c1, difference: 4}
- {kind: modular, line: r1c1-r5c5, modulus: 4}
- {kind: quadruple, cells: [r3c3, r3c4, r4c3, r4c4], values: [1, 2, 3, 4]}
- {kind: x, cells: r4c4-r4c5}
`,
		"large": "grid: {boxes: 4x4}\nconstraints:\n- {kind: killer, cells: r1c1-r1c4, sum: 34}\n- {kind: whispers, line: r3c3-r8c3, difference: 8}\n",
		"small": "grid: {boxes: 2x2}\nconstraints:\n- {kind: killer, cells: r1c1-r1c2, sum: 5}\n- {kind: black-dot, cells: r3c3-r3c4}\n",
	}
	models, err := filepath.Glob("../../testdata/models/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, models...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = string(text)
	}
	for _, kind := range variant.Kinds() {
		texts[kind.Name] = kind.ExampleFile()
	}
	met := 0
	for name, text := range texts {
		d := readFile(t, text)
		if d.Model.Grid == nil {
			continue
		}
		candidates := make([]model.Domain, len(d.Model.Variables))
		d.Sheet = &document.Sheet{Marks: map[model.Var]document.Mark{}}
		for v := range model.Var(d.Model.Grid.Cells()) {
			candidates[v] = d.Model.CellValues()
			d.Sheet.Marks[v] = document.Mark{Corner: []int{1, 2, 3, 4, 5, 6}}
		}
		for _, p := range []draw.Picture{{Candidates: candidates}, {}} {
			b, err := draw.NewBoard(d, p)
			if err != nil {
				t.Fatal(err)
			}
			elements, err := svgtest.Parse(b.SVG)
			if err != nil {
				t.Fatal(err)
			}
			var small []box
			for _, e := range elements {
				if e.Name == "text" && (e.Attributes["fill"] == "" || e.Attributes["fill"] == marked) && e.Attributes["font-size"] != "22" {
					small = append(small, boxOf(t, e, "middle"))
				}
			}
			if len(small) < 4*d.Model.Grid.Cells() {
				t.Fatalf("%s has %d small values", name, len(small))
			}
			all := obstacles(t, elements)
			for i, value := range small {
				for _, other := range append(all, small[i+1:min(i+20, len(small))]...) {
					if met++; value.meets(other) {
						t.Fatalf("%s: %v meets %v", name, value, other)
					}
				}
			}
		}
	}
	if met < 1000 {
		t.Errorf("compared %d pairs", met)
	}
}

// TestThinLinesAreAboveWideOnes draws an arrow before whispers along it: its shaft and its tip come later in the picture.
func TestThinLinesAreAboveWideOnes(t *testing.T) {
	d := readClue(t, "{kind: arrow, bulb: r2c7, shafts: [r3c7-r5c7-r5c9]}", "{kind: whispers, line: r5c8-r5c9-r8c9, difference: 5}")
	b, err := draw.NewBoard(d, draw.Picture{})
	if err != nil {
		t.Fatal(err)
	}
	arrow, whispers := strings.Index(b.SVG, "<title>arrow"), strings.Index(b.SVG, "<title>whispers")
	if whispers < 0 || arrow < whispers {
		t.Errorf("the arrow is at %d, the whispers at %d", arrow, whispers)
	}
}
