package draw_test

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qmsat/internal/lists"
	"qmsat/internal/svg/svgtest"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/draw"
	"qmsat/model/modeltest"
	"qmsat/model/sample"
)

// drawn returns the elements of a drawing.
func drawn(t interface{ Fatal(...any) }, of any, pictures ...draw.Picture) []svgtest.Element {
	var out, ahead bytes.Buffer
	if err := draw.SVG(&out, documentOf(of), pictures); err != nil {
		t.Fatal(err)
	}
	if err := draw.SVG(&ahead, documentOf(of), lists.Map(pictures, draw.Ahead(documentOf(of)))); err != nil || ahead.String() != out.String() {
		t.Fatal("pictures that are drawn ahead differ", err)
	}
	elements, err := svgtest.Parse(out.String())
	if err != nil {
		t.Fatal(err, out.String())
	}
	if outside := svgtest.Outside(elements); len(outside) > 0 {
		t.Fatal("outside of the picture:", outside)
	}
	return elements
}

// documentOf returns a document, or that of a model.
func documentOf(of any) *document.Document {
	if d, is := of.(*document.Document); is {
		return d
	}
	return document.New(of.(*model.Model))
}

func readModel(t *testing.T, name string) (*model.Model, model.Cube) {
	t.Helper()
	file, err := os.Open(filepath.Join("../../testdata/models", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	m, givens, err := modeltest.ReadYAML(name, file)
	if err != nil {
		t.Fatal(err)
	}
	return m, givens
}

// A jigsaw has its regions, in thick lines, and its cages.
func TestRegionsAndCages(t *testing.T) {
	m, _ := readModel(t, "jigsaw-6.yaml")
	m.Constraints = append(m.Constraints, model.Sum("", 7, 7, 0, 1))
	elements := drawn(t, m, draw.Picture{})
	frames := 0
	for _, e := range elements {
		if e.Attributes["stroke-width"] == "2.2" {
			frames += strings.Count(e.Attributes["d"], "M")
		}
	}
	if frames != 7 {
		t.Errorf("%d thick outlines, expected the grid's and those of six regions", frames)
	}
	if n := count(elements, "path", "stroke-dasharray", "3 2"); n != 1 || !slices.Contains(svgtest.Texts(elements, "text"), "7") {
		t.Errorf("%d cages in %q, expected one with the sum 7", n, svgtest.Texts(elements, "text"))
	}
}

// Sets that share a cell are cages, not regions. A cage with different values but no sum says so, and a weighted sum says that it
// is one.
func TestOverlappingSets(t *testing.T) {
	m := model.NewGrid(&model.Grid{Rows: 2, Columns: 3}, model.Interval(1, 6))
	m.Constraints = []model.Constraint{
		&model.AllDifferent{Vars: []model.Var{0, 1}}, &model.AllDifferent{Vars: []model.Var{1, 4, 5}},
		&model.Linear{Terms: []model.Term{{Coefficient: 2, Var: 2}, {Coefficient: 1, Var: 5}}, Lo: 4, Hi: 8},
	}
	elements := drawn(t, m, draw.Picture{})
	texts := svgtest.Texts(elements, "text")
	if n := count(elements, "path", "stroke-dasharray", "3 2"); n != 3 || !slices.Contains(texts, "≠") || !slices.Contains(texts, "Σax 4–8*") {
		t.Errorf("%d cages in %q, expected three", n, texts)
	}
}

func count(elements []svgtest.Element, name, attribute, value string) int {
	n := 0
	for _, e := range elements {
		if e.Name == name && e.Attributes[attribute] == value && (name != "path" || e.Attributes["d"] != "") {
			n++
		}
	}
	return n
}

func TestModelWithoutGridIsRefused(t *testing.T) {
	m, givens := readModel(t, "projection.yaml")
	var out bytes.Buffer
	if err := draw.SVG(&out, documentOf(m), []draw.Picture{{Givens: givens}}); !errors.Is(err, draw.ErrNoGrid) || out.Len() > 0 {
		t.Errorf("error %v and %d bytes, expected %v and none", err, out.Len(), draw.ErrNoGrid)
	}
}

// Pictures of random models with grids are always well-formed, and show every caption, every given, and the solution's values in
// the other output cells; no label of a cage touches an outline.
func TestAnyModelIsDrawn(t *testing.T) {
	outlined := 0
	for i := range uint64(300) {
		random := sample.Draw(rand.New(rand.NewPCG(1, i)))
		if random.Model.Grid == nil {
			continue
		}
		m, cube, solution := random.Model, random.Cubes[0], make(model.Assignment, len(random.Model.Variables))
		for v := range solution {
			solution[v] = m.DomainOf(model.Var(v)).Max()
		}
		elements := drawn(t, m, draw.Picture{Caption: "puzzle <1>", Givens: cube}, draw.Picture{Caption: "puzzle <1>", Givens: cube, Solution: solution})
		if n := len(slices.DeleteFunc(svgtest.Texts(elements, "text"), func(s string) bool { return s != "puzzle <1>" })); n != 2 {
			t.Fatalf("model %d: %d captions, expected 2", i, n)
		}
		expected := slices.Concat(givenTexts(m, cube), givenTexts(m, cube), foundTexts(m, cube, solution))
		if values := valueTexts(elements); !slices.Equal(values, expected) {
			t.Fatalf("model %d: the values %q, expected %q", i, values, expected)
		}
		outlined += crossings(t, elements)
	}
	if outlined == 0 {
		t.Error("no model has a cage")
	}
}

// givenTexts returns the texts of given cells, in order.
func givenTexts(m *model.Model, cube model.Cube) []string {
	values := map[model.Var]string{}
	for _, g := range cube {
		text := fmt.Sprint(g.Value)
		switch before, given := values[g.Var]; {
		case !given:
			values[g.Var] = text
		case !slices.Contains(strings.Split(before, "/"), text):
			values[g.Var] = before + "/" + text
		}
	}
	var texts []string
	for v := range model.Var(m.Grid.Cells()) {
		if values[v] != "" {
			texts = append(texts, values[v])
		}
	}
	return texts
}

// foundTexts returns the solution's values in output cells that are not given, in order.
func foundTexts(m *model.Model, cube model.Cube, solution model.Assignment) []string {
	var texts []string
	for v := range model.Var(m.Grid.Cells()) {
		if slices.Contains(m.OutputVars(), v) && !slices.ContainsFunc(cube, func(g model.Given) bool { return g.Var == v }) {
			texts = append(texts, fmt.Sprint(solution[v]))
		}
	}
	return texts
}

// valueTexts returns the drawn values of cells: texts with a size but without colour or weight. Captions are such texts too, with
// another size.
func valueTexts(elements []svgtest.Element) []string {
	var texts []string
	for _, e := range elements {
		size := e.Attributes["font-size"]
		if e.Name == "text" && size != "" && size != "12" && e.Attributes["fill"] == "" && e.Attributes["font-weight"] == "" {
			texts = append(texts, e.Text)
		}
	}
	return texts
}

// crossings reports labels that a cage's outline crosses. It returns the number of outlines.
func crossings(t *testing.T, elements []svgtest.Element) int {
	t.Helper()
	outlines := 0
	for _, path := range elements {
		if path.Attributes["stroke-dasharray"] != "3 2" {
			continue
		}
		outlines++
		for _, label := range elements {
			if label.Name != "text" || label.Attributes["font-size"] != "9" {
				continue
			}
			left, bottom := number(t, label, "x"), number(t, label, "y")
			for _, loop := range strings.Split(strings.TrimSuffix(path.Attributes["d"], "Z"), "Z") {
				points := strings.Split(strings.ReplaceAll(strings.TrimPrefix(loop, "M"), "L", " "), " ")
				for i := 0; i < len(points); i += 2 {
					x1, y1 := points[i], points[i+1]
					x2, y2 := points[(i+2)%len(points)], points[(i+3)%len(points)]
					if crosses(left, bottom-0.72*9, left+0.58*9, bottom, x1, y1, x2, y2) {
						t.Errorf("%q at %g, %g: an outline runs through it from %s, %s to %s, %s", label.Text, left, bottom, x1, y1, x2, y2)
					}
				}
			}
		}
	}
	return outlines
}

// crosses reports whether a horizontal or vertical line meets a rectangle.
func crosses(left, top, right, bottom float64, x1, y1, x2, y2 string) bool {
	var at [4]float64
	for i, text := range []string{x1, y1, x2, y2} {
		at[i], _ = strconv.ParseFloat(text, 64)
	}
	return max(at[0], at[2]) > left && min(at[0], at[2]) < right && max(at[1], at[3]) > top && min(at[1], at[3]) < bottom
}

func number(t *testing.T, e svgtest.Element, attribute string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(e.Attributes[attribute], 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A cage in a house, or with an all-different constraint, has different values; if both kinds are drawn, other cages are marked.
func TestCagesWhoseValuesMayBeEqual(t *testing.T) {
	m, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	m.Constraints = append(m.Constraints,
		model.Sum("", 3, 3, 0, 1), model.Sum("", 5, 5, 2, 7, 11), model.Sum("", 7, 7, 10, 14, 13), &model.AllDifferent{Vars: []model.Var{10, 13, 14}})
	texts := svgtest.Texts(drawn(t, m, draw.Picture{}), "text")
	for _, label := range []string{"3", "5*", "7"} {
		if !slices.Contains(texts, label) {
			t.Errorf("%q is missing in %q", label, texts)
		}
	}
	if !strings.Contains(strings.Join(texts, " "), "* says that they may be equal") {
		t.Errorf("the mark is not explained in %q", texts)
	}
}

// Every grid of the example models is drawn, with one bold value for each given.
func TestExampleModelsAreDrawn(t *testing.T) {
	files, err := filepath.Glob("../../testdata/models/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		m, givens := readModel(t, filepath.Base(file))
		if m.Grid == nil {
			continue
		}
		elements := drawn(t, m, draw.Picture{Givens: givens})
		if texts := strings.Join(svgtest.Texts(elements, "text"), " "); !strings.HasPrefix(texts, m.Name) {
			t.Errorf("%s opens with %q, expected %q", file, texts, m.Name)
		}
		bold, open := 0, false
		for _, e := range elements {
			if e.Name == "g" {
				open = e.Attributes["font-weight"] == "bold"
			} else if e.Name == "text" && open {
				bold++
			}
		}
		if bold != len(givens) {
			t.Errorf("%s has %d bold values, expected %d", file, bold, len(givens))
		}
	}
}

// What is recognised in a model: jigsaw regions, cages with sums, lines through cells, domains, and undrawn parts.
func TestWhatIsDrawn(t *testing.T) {
	for _, test := range []struct {
		file     string
		cages    int    // dashed outlines
		lines    int    // through cells
		says     string // a text
		mentions string // part of the notes
	}{
		{"killer-4.yaml", 6, 0, "9", "killer Sudoku"},
		{"killer-9.yaml", 34, 0, "5", "belong together"},
		{"x-sudoku.yaml", 0, 2, "≠", "Grey lines"},
		{"jigsaw-6.yaml", 0, 0, "2", "Given values"},
		{"odd-even.yaml", 0, 0, "1,3,5", "values that it"},
		{"table.yaml", 0, 0, "dominoes on a 4×4 Sudoku", "not drawn: table"},
		{"quasi-magic-box.yaml", 0, 0, "2", "13 to 17"},
	} {
		m, givens := readModel(t, test.file)
		elements := drawn(t, m, draw.Picture{Givens: givens})
		if n := count(elements, "path", "stroke-dasharray", "3 2"); n != test.cages {
			t.Errorf("%s: %d cages, expected %d", test.file, n, test.cages)
		}
		if n := count(elements, "path", "stroke-width", "1.5"); n != test.lines {
			t.Errorf("%s: %d lines through cells, expected %d", test.file, n, test.lines)
		}
		texts := svgtest.Texts(elements, "text")
		if !slices.Contains(texts, test.says) {
			t.Errorf("%s: %q is missing in %q", test.file, test.says, texts)
		}
		if !strings.Contains(strings.Join(texts, " "), test.mentions) {
			t.Errorf("%s: %q is missing in %q", test.file, test.mentions, texts)
		}
	}
}

// The sums beside the boxes are those of the solution's lines; sums equal to the magic constant are bold.
func TestSumsOfQuasiMagicBoxes(t *testing.T) {
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	const solution = "184629573962753148537184926716538492258941367493267815375492681841376259629815734"
	cube, err := m.Notation().Parse(m, solution)
	if err != nil {
		t.Fatal(err)
	}
	a := make(model.Assignment, len(m.Variables))
	for _, g := range cube {
		a[g.Var] = g.Value
	}
	if err := m.Check(a); err != nil {
		t.Fatal(err)
	}
	var expected []string
	for box := range m.Grid.Boxes() {
		for _, line := range m.Grid.BoxLines(box) {
			sum := 0
			for _, v := range line.Cells {
				sum += a[v]
			}
			weight := "normal"
			if sum == model.MagicConstant(3) {
				weight = "bold"
			}
			expected = append(expected, fmt.Sprint(sum, " ", weight))
		}
	}
	var found []string
	var heights []float64
	for _, e := range drawn(t, m, draw.Picture{Solution: a}) {
		if e.Name == "text" && e.Attributes["font-weight"] != "" && e.Attributes["font-size"] == "" {
			found = append(found, e.Text+" "+e.Attributes["font-weight"])
			y, err := strconv.ParseFloat(e.Attributes["y"], 64)
			if err != nil {
				t.Fatal(err)
			}
			heights = append(heights, y)
		}
	}
	if !slices.Equal(found, expected) {
		t.Fatalf("sums %v, expected %v", found, expected)
	}
	// Each diagonal has its sum at its right end: below the last row's sum for the falling one, above the first row's for the
	// rising one.
	for of := range slices.Chunk(heights, 8) {
		if falling, rising := of[6], of[7]; falling <= of[2] || rising >= of[0] {
			t.Errorf("a box with sums at heights %v", of)
		}
	}
}

// A full line of givens with a sum out of bounds is marked; a line with an open cell has no sum; clashing givens are side by
// side.
func TestGivensAlone(t *testing.T) {
	m, err := model.QuasiMagic(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	givens := model.Cube{{Var: m.Grid.Cell(0, 0), Value: 4}, {Var: m.Grid.Cell(0, 1), Value: 3}, {Var: m.Grid.Cell(2, 2), Value: 1}, {Var: m.Grid.Cell(2, 2), Value: 2}}
	texts := svgtest.Texts(drawn(t, m, draw.Picture{Givens: givens}), "text")
	for _, expected := range []string{"7!", "1/2"} {
		if !slices.Contains(texts, expected) {
			t.Errorf("%q is missing in %q", expected, texts)
		}
	}
	if slices.Contains(texts, "5") {
		t.Errorf("a sum of open cells in %q", texts)
	}
}

// A caption wider than the drawing continues on another line.
func TestLongCaptionsAreBroken(t *testing.T) {
	m, err := model.Sudoku(1, 2)
	if err != nil {
		t.Fatal(err)
	}
	const caption = "a caption that is a good deal longer than the two cells under it are wide"
	texts := svgtest.Texts(drawn(t, m, draw.Picture{Caption: caption}), "text")
	if slices.Contains(texts, caption) || !strings.Contains(strings.Join(texts, " "), caption) {
		t.Errorf("%q, expected the caption in lines", texts)
	}
}

// TestNotesNameWhatIsNotDrawn checks that everything that a picture cannot show is named below it.
func TestNotesNameWhatIsNotDrawn(t *testing.T) {
	const cells = "grid: {rows: 2, columns: 2}\n"
	for text, want := range map[string]string{
		"grid: {rows: 2, columns: 2, houses: none}\n":                                                       "Values may be equal in 4 of the grid's rows, columns and boxes.",
		"grid: {boxes: 1x2, houses: [rows]}\n":                                                              "Values may be equal in 2 of the grid's rows, columns and boxes.",
		"grid: {rows: 2, columns: 2, values: 0..1}\n":                                                       "Cells have the values 0..1.",
		cells + "minimize: {r1c1: -2, r2c2: 1}\n":                                                           "An objective that is not drawn: minimize - 2 r1c1 + r2c2.",
		cells + "constraints: [{kind: regular, cells: [r1c1], start: 1, accepting: [1], next: [[1, 1]]}]\n": "Constraints that are not drawn: regular (1).",
		cells + "constraints: [{kind: table, cells: [r1c1], allowed: [[1]]}, {kind: rule, r1c1: 1}]\n":      "Constraints that are not drawn: rule (1), table (1).",
		cells + "constraints: [{kind: product, of: [r1c1, r1c2], result: r2c1}]\n":                          "Constraints that are not drawn: product (1).",
		cells + "variables: {a: 0..1}\nconstraints: [{kind: linear, cells: [r1c1, a], min: 1}]\n":           "Constraints that are not drawn: linear (1).",
	} {
		m, _, err := modeltest.ReadYAML("notes.yaml", strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if notes := notesOf(t, m); !strings.Contains(notes, want) {
			t.Errorf("%s: notes %q, expected %q", text, notes, want)
		}
	}
	sudoku, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	if notes := notesOf(t, sudoku); notes != "" {
		t.Errorf("Sudoku has the notes %q, expected none", notes)
	}
}

// noteText is a line of the notes.
var noteText = regexp.MustCompile(`font-size="10" fill="#444444">([^<]*)<`)

// notesOf returns the notes of a picture, on one line.
func notesOf(t *testing.T, of any) string {
	t.Helper()
	text, err := draw.Element(documentOf(of), []draw.Picture{{}})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, match := range noteText.FindAllStringSubmatch(text, -1) {
		lines = append(lines, match[1])
	}
	return html.UnescapeString(strings.Join(lines, " "))
}

// TestDrawsBesideTheGrid has a picture with marks, links and values of variables that are not cells: they are written below.
func TestDrawsBesideTheGrid(t *testing.T) {
	m, _, err := modeltest.ReadYAML("beside.yaml", strings.NewReader("grid: {rows: 1, columns: 1, values: 1..2}\nvariables: {a: 3..9}\n"))
	if err != nil {
		t.Fatal(err)
	}
	a, cell := model.Given{Var: 1, Value: 4}, model.Given{Var: 0, Value: 1}
	for want, p := range map[string]draw.Picture{
		">a = 3,5<": {Candidates: []model.Domain{model.Interval(1, 2), model.Values(3, 5)}, Marks: []draw.Mark{{a, draw.Placed}}, Links: []draw.Link{{From: a, To: cell}}, Found: model.Cube{a}},
		">a = 4<":   {Givens: model.Cube{a}},
		">a = 7<":   {Givens: model.Cube{cell}, Solution: model.Assignment{1, 7}},
	} {
		text, err := draw.Element(documentOf(m), []draw.Picture{p})
		if err != nil || !strings.Contains(text, want) {
			t.Errorf("%v: expected %q in %s", err, want, text)
		}
	}
}
