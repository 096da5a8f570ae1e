package formats

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
)

// cellSolutions returns the values of the cells in each solution of a puzzle, which must be few.
func cellSolutions(t *testing.T, p *Puzzle) []string {
	t.Helper()
	e, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	session, err := e.Open(t.Context(), p.Model, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	found := map[string]bool{}
	result, err := session.Run(t.Context(), p.Givens, 20_000, func(a model.Assignment) bool {
		found[fmt.Sprint(a[:p.Model.Grid.Cells()])] = true
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if !result.Complete() {
		t.Errorf("found %v solutions, expected fewer", result.Count)
	}
	return slices.Sorted(maps.Keys(found))
}

// TestWritersAreFaithful writes puzzles and reads them back. Either the solutions are the same, or the writer names what it loses. The
// reader takes the text in both cases.
func TestWritersAreFaithful(t *testing.T) {
	const (
		boxes = "grid: {boxes: 2x2}\nconstraints:\n"
		three = "grid: {rows: 3, columns: 3}\n"
	)
	regions := func(size int, rows string) string {
		return fmt.Sprintf("grid: {rows: %d, columns: %d, regions: %q}\n", size, size, strings.ReplaceAll(rows, "/", "\n"))
	}
	for _, c := range []struct{ formats, text, lost string }{
		// Boxes may have another shape than usual.
		{"fpuzzles sudokupad", "grid: {boxes: 3x2}\ngivens: {r1c1: 1, r1c2: 2, r2c1: 3, r2c2: 4, r3c1: 5}\nconstraints:\n- {kind: disjoint-groups}\n" +
			"- {kind: anti-king}\n", ""},
		{"fpuzzles sudokupad", regions(4, "AABB/AABB/CC../CC.."), ""},
		// A sum of Penpa stands where only its cage is.
		{"penpa", boxes + "- {kind: killer, cells: [r1c1, r1c2], sum: 3}\n- {kind: killer, cells: [r1c1, r2c1]}\n", ""},
		{"penpa", boxes + "- {kind: killer, cells: [r1c1, r1c2], sum: 3}\n- {kind: killer, cells: [r1c1, r2c1], sum: 5}\n", ""},
		{"penpa", boxes + "- {kind: killer, cells: [r1c1, r1c2], sum: 3}\n- {kind: killer, cells: [r1c1, r1c2, r2c1], sum: 6}\n", "killer on r1c1 … r1c2"},
		// Variables that are no cells.
		{"fpuzzles sudokupad penpa", "grid: {boxes: 2x2}\nvariables: {x: 1..4}\nconstraints:\n- {kind: thermometer, line: [r1c1, x]}\n",
			"thermometer on r1c1 … x, 1 variables that are no cells"},
		// Outputs and objectives.
		{"fpuzzles sudokupad penpa", three + "outputs: [r1c1]\n", "the outputs"},
		{"fpuzzles sudokupad penpa", three + "minimize: [r1c1]\n", "the objective"},
		{"fpuzzles sudokupad penpa", three + "outputs: [r1c1, r1c2, r1c3, r2c1, r2c2, r2c3, r3c1, r3c2, r3c3]\n", ""},
		// Borders do not show all regions.
		{"penpa", regions(4, "ABAB/ABAB/CDCD/CDCD"), "the boxes or regions"},
		{"penpa", regions(4, "AABB/AABB/CC../CC.."), "the boxes or regions"},
		{"penpa", regions(3, "AAA/ABB/BCC"), "the boxes or regions"},
		{"penpa", regions(4, "AAAB/CABB/CCDB/CDDD"), ""},
	} {
		for _, name := range strings.Fields(c.formats) {
			p, err := readYAML(c.text)
			if err != nil {
				t.Fatalf("%v in\n%s", err, c.text)
			}
			f, err := Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			text, lost, err := f.Write(p)
			if err != nil || strings.Join(lost, ", ") != c.lost {
				t.Errorf("%s: lost %q, %v, expected %q in\n%s", name, lost, err, c.lost, c.text)
			}
			found, _ := Find("", text)
			back, err := found.ReadNamed("", text)
			if err != nil {
				t.Errorf("%v in %s of\n%s", err, text, c.text)
				continue
			}
			if lost == nil {
				if diff := cmp.Diff(cellSolutions(t, p), cellSolutions(t, back)); diff != "" {
					t.Errorf("%s: other solutions in %s of\n%s: %s", name, text, c.text, diff)
				}
			}
		}
	}
}

// TestPlainGridsOrPuzzles tells rows of one grid from smaller grids, one a line.
func TestPlainGridsOrPuzzles(t *testing.T) {
	lines := func(n int, line string) string { return strings.Repeat(line+"\n", n) }
	for _, c := range []struct {
		text       string
		size, more int
	}{
		{lines(16, "1..4............"), 4, 15},
		{lines(81, puzzle), 9, 80},
		{lines(15, "1..4............") + "1..5............", 16, 0},
		{lines(16, "................"), 16, 0},
		{lines(16, "1.. 4 . . . ........."), 16, 0},
		{lines(4, "1..2"), 4, 0},
		{lines(9, "1..2....."), 9, 0},
		{lines(3, "1..4............"), 4, 2},
	} {
		p, err := readText(c.text)
		if err != nil {
			t.Error(err)
			continue
		}
		if p.Model.Grid.Rows != c.size || len(p.More) != c.more {
			t.Errorf("%s: found %d rows and %d more puzzles, expected %d and %d", c.text, p.Model.Grid.Rows, len(p.More), c.size, c.more)
		}
	}
}

// TestSudokuPadForms writes clues for SudokuPad: as a drawing if that keeps them, otherwise in the form of f-puzzles if that keeps them.
func TestSudokuPadForms(t *testing.T) {
	const line = "line: [r1c1, r1c2, r1c3]"
	for clue, want := range map[string]string{
		"{kind: killer, cells: [r1c1, r1c2], sum: 3}":                 "scl",
		"{kind: killer, cells: [r1c1, r1c2], sum: 0}":                 "scl: killer on r1c1 … r1c2",
		"{kind: sum, cells: [r1c1, r1c2], sum: 4}":                    "scl",
		"{kind: anti-knight}":                                         "scl",
		"{kind: negative-ratio}":                                      "scl",
		"{kind: negative-ratio, ratios: [2]}":                         "fpuz",
		"{kind: negative-ratio, ratios: [3]}":                         "scl: negative-ratio",
		"{kind: negative-difference}":                                 "fpuz",
		"{kind: thermometer, " + line + ", slow: true}":               "fpuz",
		"{kind: whispers, " + line + ", difference: 1}":               "fpuz",
		"{kind: modular, " + line + ", modulus: 2}":                   "fpuz",
		"{kind: arrow, bulb: [r1c1], shafts: [[r2c2, r3c3]]}":         "fpuz",
		"{kind: quadruple, cells: r1c2..r2c3, values: [1]}":           "fpuz",
		"{kind: sandwich, row: 1, sum: 0}":                            "fpuz",
		"{kind: extra-region, cells: [r1c1, r2c2]}":                   "fpuz",
		"{kind: positive-diagonal}":                                   "fpuz",
		"{kind: lunchbox, " + line + ", sum: 0}":                      "scl: lunchbox on r1c1 … r1c3",
		"{kind: windoku}":                                             "scl: windoku",
		"{kind: anti-taxicab}":                                        "scl: anti-taxicab",
		"{kind: windoku}\n- {kind: thermometer, " + line + "}":        "fpuz: windoku",
		"{kind: sum, cells: [r1c1, r1c2], sum: 4}\n- {kind: windoku}": "scl: windoku",
		"{kind: white-dot, cells: [r1c1, r1c2], difference: 0}":       "",
	} {
		p, err := readYAML("rules: Mine.\ngrid: {boxes: 2x2}\nconstraints:\n- " + clue + "\n")
		if err != nil && want != "" {
			t.Fatalf("%v in %s", err, clue)
		} else if want == "" {
			continue
		}
		text, lost, err := writeSudokuPad(p)
		form := strings.TrimPrefix(text, "https://sudokupad.app/")
		form, _, _ = strings.Cut(form, "N4Ig")
		if form += strings.TrimSuffix(": "+strings.Join(lost, ", "), ": "); err != nil || form != want {
			t.Errorf("%s: wrote %q, %v, expected %q", clue, form, err, want)
		}
	}
}

// Both forms tell solvers the rules of the clues, if the puzzle has none in words.
func TestSudokuPadTellsRules(t *testing.T) {
	for rules, want := range map[string]string{"": "Normal sudoku rules apply.\nthermometer: values increase from the bulb; slow: never decrease.", "Mine.": "Mine."} {
		p, err := readYAML("rules: '" + rules + "'\ngrid: {boxes: 2x2}\nconstraints: [{kind: thermometer, line: r1c1-r1c3}]\n")
		if err != nil {
			t.Fatal(err)
		}
		text, _, err := writeSudokuPad(p)
		if err != nil || !strings.Contains(text, "/fpuz") {
			t.Fatalf("wrote %s, %v", text, err)
		}
		if back, err := readFPuzzles(text); err != nil || back.Sheet.Rules != want {
			t.Errorf("the rules are %q, %v, expected %q", back.Sheet.Rules, err, want)
		}
	}
}

// TestEveryKindComesBack writes the example of each named kind in each format. What is written without a loss comes back the same.
func TestEveryKindComesBack(t *testing.T) {
	for i, kind := range variant.Kinds() {
		if i%modeltest.Scale(8, 4, 1) != 0 {
			continue
		}
		p, err := readYAML(kind.ExampleFile())
		if err != nil {
			t.Fatal(err)
		}
		p.Givens = nil
		for _, name := range []string{fpName, padName, "penpa"} {
			f, err := Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			text, lost, err := f.Write(p)
			if err != nil || len(lost) > 0 || kind.Name == "negative-kropki" { // written as two rules
				continue
			}
			found, _ := Find("", text)
			back, err := found.ReadNamed("", text)
			if err != nil {
				t.Errorf("%s: %s: %v", name, kind.Name, err)
			} else if !slices.Equal(said(p), said(back)) || len(back.Warnings) > 0 {
				t.Errorf("%s: %s comes back as another model, warnings %q", name, kind.Name, back.Warnings)
			}
		}
	}
}

// TestReadersWarn reads what a reader cannot understand. The clues are those that it finds beside.
func TestReadersWarn(t *testing.T) {
	four := func(rest string) string {
		return `{"size":4,"grid":[` + strings.Repeat("[{},{},{},{}],", 3) + `[{},{},{},{}]],` + rest + "}"
	}
	pad := func(rest string) string {
		return "{ce:[" + strings.Repeat("[{},{},{},{}],", 3) + "[{},{},{},{}]]," + rest + "}"
	}
	penpa := func(board string) string { // the grid's first cell is 18
		text, err := deflated("square,4,4,38,0,1,1,76,76,18,18\n[0,0,0,0]\n\n" + board + "\n\n[18,1,1,1,5,1,1,1,5,1,1,1,5,1,1,1]")
		if err != nil {
			t.Fatal(err)
		}
		return "https://x/penpa-edit/#p=" + text
	}
	ignored := func(value, of string) string {
		return fmt.Sprintf("found the value %q of %s, expected a whole number; ignored", value, of)
	}
	for _, c := range []struct{ format, text, warnings, clues string }{
		{fpName, four(`"xv":[{"cells":["R1C1","R1C2"],"value":"10?"},{"cells":["R1C1","R1C2"],"value":"6"}]`), ignored("10?", "xv"),
			"pair-sum r1c1-r1c2, sum 6"},
		{fpName, four(`"quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":["1","?"]}]`), ignored("?", "quadruple"),
			"quadruple r1c1..r2c2, values 1"},
		{fpName, strings.Replace(four(`"cage":[]`), "{}", `{"centerPencilMarks":["x"],"givenPencilMarks":[1,"y"]}`, 1),
			ignored("x", "r1c1") + "; " + ignored("y", "r1c1"), ""},
		{fpName, four(`"arrow":[{"cells":["R1C1"],"lines":[["R1C2","R1C3"],["R1C1","R2C1"]]}]`), "",
			"arrow r1c1[[1 2] [4]]"},
		{fpName, four(`"text":[{"cells":["R1C1"],"value":"x"}],"line":[{"lines":[["R1C1","R1C2"]]}],"cage":[],"fogofwar":["R1C1"],"metadata":{"source":"x","antiking":true}`),
			"found the unknown key \"antiking\" of metadata, ignored; line, text: drawn only; what they mean is not read", ""},
		{padName, pad("re:[[[0,0],[0,1]],[[0,1],[1,1],[1,2]]]"),
			"found r1c2 in two regions, expected one; the second is read as an extra region", "extra-region r1c2-r2c2-r2c3"},
		{padName, pad("ca:[{ce:[[0,0],[0,1]],v:'?',unique:true}]"), `found the value "?" of a cage, expected a sum; ignored`, "killer r1c1-r1c2"},
		{padName, pad("metadata:{antiknight:t,antiking:f,nonconsecutive:'true',source:'x',mystery:[1],empty:'',solution:'12'},global:['ANTIKNIGHT','other']"),
			`found the unknown key "mystery" of metadata, ignored; found the unknown key "solution" of metadata, ignored; ` +
				`found the unknown global rule "other", ignored`, "anti-knight; non-consecutive"},
		{padName, pad("ca:[{v:'antiking: true'},{ce:[[0,0],[0,1]],v:'<3'},{ce:[[0,0],[0,1]],uniq:t},{ce:[[1,0]],unique:f,hidden:t}]"),
			`found the unknown key "uniq" of cages, ignored; ` +
				`cages: 2 drawn only, such as on r1c1 … r1c2 with the text "<3"; what they mean is not read`, "anti-king"},
		{padName, pad("ca:[{ce:[[0,0],[1,1]],v:'0'},{ce:[[0,0],[2,2]],hidden:t,type:'disjoint',unique:t},{ce:[[0,0],[1,1]],v:'5',sum:5,unique:f},{ce:[[0,0],[0,1],[0,2],[0,3]],unique:t}]"),
			"found a cage with the sum 0, read as a cage without a sum", "killer r1c1-r2c2; killer r1c1 r3c3; sum r1c1-r2c2, sum 5"},
		{padName, pad("global:['antixv'],overlays:[{te:'X'}]"),
			`overlays: drawn only; what they mean is not read; found the global rule "antixv", but the marks are drawn only; ignored`, ""},
		{padName, strings.Replace(pad("re:[]"), "{}", "{v:1,given:t,colour:'red'}", 1), `found the unknown key "colour" of cells, ignored`, ""},
		{fpName, four(`"arrow":[{"cells":["R1C1"],"lines":[["R1C1"]]},{"cells":["R1C2"]}]`),
			"found an arrow on r1c1 … r1c1 without a shaft, ignored; found an arrow on r1c2 … r1c2 without a shaft, ignored", ""},
		{fpName, four(`"thermometer":[{"lines":[["R1C1"],["R1C1","R1C2","R1C1"]]}],"betweenline":[{"lines":[["R1C1","R1C2"]]}],"renban":[{"lines":[["R1C1","R1C2","R2C2","R2C1","R1C1"]]}]`),
			"thermometer: line: found 1 cell, expected at least 2; ignored; between: line: found 2 cells, expected at least 3; ignored",
			"thermometer r1c1-r1c2-r1c1; renban r1c1-r1c2-r2c2-r2c1-r1c1"},
		{fpName, four(`"ratio":[{"cells":["R1C1","R1C2"],"value":"1.5"},{"cells":["R1C3","R1C2"],"value":"0"}],"killercage":[{"cells":["R1C1","R1C2"],"value":"0"}]`),
			"found a cage with the sum 0, read as a cage without a sum; " + ignored("1.5", "ratio") + "; found the value 0 of ratio, expected another number; ignored",
			"killer r1c1-r1c2"},
		{fpName, four(`"killercage":[{"cells":["R1C1","R1C2"],"values":[3],"Cells":["R1C1","R1C2"]},{"cells":[]}],"xv":[{"cells":["R1C1","R1C2"]}]`),
			`found the unknown key "values" of killercage, ignored; found killercage without cells, ignored; found no value of xv at R1C1, R1C2, ignored`,
			"killer r1c1-r1c2"},
		{fpName, strings.Replace(four(`"renban":[{"lines":[]}]`), "{}", `{"given":true,"givenPencilMarks":[1,9],"parity":"Odd"}`, 1),
			`found a given without a value in r1c1, ignored; found the values [1 9] of r1c1, expected 1 to 4; others are ignored; ` +
				`found the unknown key "parity" of grid, ignored; found renban without cells, ignored`, ""},
		{fpName, four(`"littlekillersum":[{"cell":"R0C3","direction":"DL","cells":["R1C2"],"value":"3"}]`),
			"found other cells of littlekillersum than those from R0C3 in direction DL; the latter are read", "little-killer r1c2-r2c1, sum 3"},
		{"opensudoku", `<opensudoku><comments>x</comments><game data="1..............." /><folder><gam data="2" /></folder></opensudoku>`,
			"found the unknown element <gam>, ignored", ""},
		{"penpa", penpa(`{"number":{"18":["1",1,"1"],"17":["2",1,"1"],"19":["3",2,"1"],"x":["4",1,"1"]}}`),
			"found 2 numbers outside of the grid, ignored; found [3 2 1] in r1c2, expected a black number; ignored", ""},
		{"penpa", penpa(`{"cage":{"328,329":10},"numberS":{"328":["7",1]}}`), "cage, numberS: drawn only; what it means is not read", ""},
		{"penpa", penpa(`{"cage":{"328,329":10},"numberS":{"328":["7",1]},"killercages":[[18,19],[10]]}`),
			"found a clue of killercages outside of the grid, ignored", "killer r1c1-r1c2, sum 7"},
		{"penpa", penpa(`{"numberS":{"332":["7",1]},"killercages":[[18,19],[19,20]]}`), "", "killer r1c1-r1c2; killer r1c2-r1c3, sum 7"},
		{"penpa", penpa(`{"numberS":{"328":["7",1]},"killercages":[[18,19],[18,26]]}`),
			"found the sum 7 in r1c1, expected one sum for each cage; ignored", "killer r1c1-r1c2; killer r1c1-r2c1"},
	} {
		f, err := Lookup(c.format)
		if err != nil {
			t.Fatal(err)
		}
		p, err := f.ReadNamed("", c.text)
		if err != nil {
			t.Errorf("%v in %s", err, c.text)
			continue
		}
		clues := strings.Join(lists.Map(p.Clues(), func(clue variant.Clue) string { return variant.Text(p.Model, clue) }), "; ")
		for _, clue := range p.Clues() {
			if arrow, is := clue.(*variant.Arrow); is {
				clues += fmt.Sprint(arrow.Shafts)
			}
		}
		if warnings := strings.Join(p.Warnings, "; "); warnings != c.warnings || clues != c.clues {
			t.Errorf("%s\nwarnings %s\nexpected %s\nclues %s\nexpected %s", c.text, warnings, c.warnings, clues, c.clues)
		}
	}
}

// TestISSKeepsTheLast reads outside clues at one place: ISS keeps the last one of each composite.
func TestISSKeepsTheLast(t *testing.T) {
	f, err := Lookup("iss")
	if err != nil {
		t.Fatal(err)
	}
	for text, same := range map[string]string{
		".Sandwich~2~R1.Sandwich~3~R1":                       ".Sandwich~3~R1",
		".Sandwich~2~R1.Sandwich~3~C1.XSum~R1~3~":            ".And.Sandwich~2~R1.End.And.Sandwich~3~C1.XSum~R1~3~.End",
		".Sandwich~2~R1.And.Sandwich~3~R1.End":               ".Sandwich~3~R1.And.Sandwich~2~R1.End",
		".And.Skyscraper~R1~1~2.Skyscraper~R1~2~.End":        ".Skyscraper~R1~2~2",
		".Skyscraper~R1~1~2.Skyscraper~R1~~1":                ".Skyscraper~R1~1~1",
		".LittleKiller~3~R2C1.LittleKiller~5~R2C1":           ".LittleKiller~5~R2C1",
		".Or.Quad~R1C1~1.Quad~R1C1~2.End":                    ".Or.Quad~R1C1~2.Quad~R1C1~1.End",
		".Quad~R1C1~1~1.And.Quad~R1C1~2~2.Quad~R1C1~2~4.End": ".And.Quad~R1C1~1~1.End.Quad~R1C1~2~4",
		".Or.Sandwich~2~R1.Sandwich~3~R1.End.Sandwich~0~R1":  ".Sandwich~0~R1.And.Or.Sandwich~3~R1.Sandwich~2~R1.End.End",
	} {
		a, err := f.ReadNamed("", ".Shape~4x4"+text)
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.ReadNamed("", ".Shape~4x4"+same)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(cellSolutions(t, a), cellSolutions(t, b)); diff != "" {
			t.Errorf("%s is not %s: %s", text, same, diff)
		}
	}
	p, err := f.ReadNamed("", ".Shape~4x4.Sandwich~2~R1.Sandwich~3~R1")
	if err != nil {
		t.Fatal(err)
	}
	if found := cellSolutions(t, p); len(found) != 48 {
		t.Errorf("found %d solutions, expected 48", len(found))
	}
}
