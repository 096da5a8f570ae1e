package formats

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/internal/lists"
	"qmsat/internal/lzstring"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
)

// said lists what a model says, in any order: its grid, the values of its cells, its constraints and its givens.
func said(p *Puzzle) []string {
	m := p.Model
	list := lists.Map(m.Constraints, func(c model.Constraint) string { return model.CanonicalText(c) })
	for v := range model.Var(m.Grid.Cells()) {
		list = append(list, m.NameOf(v)+" in "+m.DomainOf(v).String())
	}
	for _, given := range p.Givens {
		list = append(list, fmt.Sprintf("%s=%d", m.NameOf(given.Var), given.Value))
	}
	for _, house := range m.Grid.RegionHouses() {
		list = append(list, "region "+cellsKey(house.Cells))
	}
	slices.Sort(list)
	return slices.Compact(list) // a constraint may be said twice
}

// TestPageLinks reads links as the page writes them, without padding and with - and _ for + and /.
func TestPageLinks(t *testing.T) {
	const text = `{"name": "¿ÿ?>~", "grid": {"boxes": "2x3"}, "constraints": [{"kind": "killer", "cells": "r1c1-r1c2", "sum": 3}], "givens": {"r6c6": 4}}`
	packed, err := deflated(text)
	if err != nil {
		t.Fatal(err)
	}
	packed = strings.NewReplacer("+", "-", "/", "_", "=", "").Replace(packed)
	want, err := readYAML(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range []string{"http://localhost:38245/#q=" + packed, "[a puzzle](https://example.org/page/index.html#q=" + packed + ")"} {
		list, form, err := ReadAll("", link)
		if err != nil || form != "page" || len(list) != 1 {
			t.Fatalf("%s: read %d puzzles of form %q, error %v", link, len(list), form, err)
		}
		if diff := cmp.Diff(said(want), said(list[0])); diff != "" {
			t.Error(diff)
		}
	}
	for _, cut := range []string{"", packed[:len(packed)/2]} {
		if _, _, err := ReadAll("", "http://localhost:38245/#q="+cut); err == nil {
			t.Errorf("a link with %q is read", cut)
		}
	}
}

// drawer draws puzzles with clues of kinds that f-puzzles has.
type drawer struct {
	*rand.Rand
	m *model.Model
}

// line draws a line of different cells that touch.
func (d drawer) line(least int) model.Cells {
	n := d.m.Grid.Rows
	for {
		line := model.Cells{model.Var(d.IntN(n * n))}
		for range least - 1 + d.IntN(4) {
			row, column, _ := d.m.Grid.Coordinates(line[len(line)-1])
			row, column = row+d.IntN(3)-1, column+d.IntN(3)-1
			if row < 0 || column < 0 || row >= n || column >= n || slices.Contains(line, d.m.Grid.Cell(row, column)) {
				continue
			}
			line = append(line, d.m.Grid.Cell(row, column))
		}
		if len(line) >= least {
			return line
		}
	}
}

// pair draws two cells side by side.
func (d drawer) pair() model.Cells {
	n := d.m.Grid.Rows
	a := d.m.Grid.Cell(d.IntN(n), d.IntN(n-1))
	if d.IntN(2) == 0 {
		row, column, _ := d.m.Grid.Coordinates(a)
		return model.Cells{d.m.Grid.Cell(column, row), d.m.Grid.Cell(column+1, row)}
	}
	return model.Cells{a, a + 1}
}

// clue draws a clue of a kind, or returns nil for a kind that f-puzzles writes only sometimes.
func (d drawer) clue(k fpKind) variant.Clue {
	n, f := k.clue()
	size := d.m.Grid.Rows
	for _, key := range slices.Sorted(maps.Keys(f)) {
		field := f[key]
		switch value := field.Addr().Interface().(type) {
		case *model.Cells:
			switch {
			case slices.Contains([]string{"white-dot", "black-dot", "x", "v", "pair-sum"}, k.kind):
				*value = d.pair()
			case k.kind == "quadruple":
				a := d.m.Grid.Cell(d.IntN(size-1), d.IntN(size-1))
				*value = model.Cells{a, a + 1, a + model.Var(size), a + model.Var(size) + 1}
			case k.kind == "little-killer":
				by := [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}[d.IntN(4)]
				row, column := (1-by[0])/2*(size+1), 1+d.IntN(size)-by[1]
				*value = (&fpReader{Puzzle: &Puzzle{Document: document.New(d.m)}, size: size}).diagonal(row, column, by)
			case key == "bulb":
				*value = model.Cells{0}
			default:
				*value = d.line(3)
			}
		case *[]model.Cells:
			*value = []model.Cells{{1, 2}, {model.Var(size), 2 * model.Var(size)}}[:1+d.IntN(2)]
		case *int:
			if *value = 1 + d.IntN(9); key == "row" || key == "column" || key == "modulus" {
				*value = 0
			}
		case **int:
			if number := 1 + d.IntN(3); d.IntN(2) == 0 {
				*value = &number
			}
		case *[]int:
			*value = []int{1 + d.IntN(size), 1 + d.IntN(size)}
		case *bool:
			*value = d.IntN(2) == 0
		}
	}
	if at := []string{"row", "column"}[d.IntN(2)]; f[at].IsValid() {
		f[at].SetInt(int64(1 + d.IntN(size)))
	}
	if copied, there := f["copy"]; there {
		cells := f["cells"].Interface().(model.Cells)
		copied.SetLen(0)
		var copies model.Cells
		for v := model.Var(size*size - 1); len(copies) < len(cells); v-- {
			if !slices.Contains(cells, v) {
				copies = append(copies, v)
			}
		}
		*copied.Addr().Interface().(*model.Cells) = copies
	}
	if k.kind == "pair-sum" {
		f["sum"].SetInt([]int64{5, 10}[d.IntN(2)])
	}
	return n
}

// negative draws a clue that forbids what marks say, or none.
func (d drawer) negative(drawn map[string]bool) variant.Clue {
	dots := drawn["difference"] || drawn["ratio"]
	switch choice := d.IntN(8); {
	case choice == 0:
		return &variant.NegativeXV{}
	case choice == 1:
		return &variant.NegativeRatio{}
	case choice == 2 && dots:
		return &variant.NegativeDifference{Differences: []int{1}}
	case choice == 2:
		return &variant.NonConsecutive{}
	}
	return nil
}

// drawPuzzle draws a puzzle: a grid with boxes, regions or neither, clues, givens, and what a sheet has.
func drawPuzzle(t *testing.T, random *rand.Rand, seen map[string]int) *Puzzle {
	t.Helper()
	size := []int{4, 6, 9, 9, 9}[random.IntN(5)]
	var regions []int // nil: boxes
	if kind := random.IntN(4); kind < 2 {
		for i := range size * size {
			regions = append(regions, []int{(i%size + i/size) % size, -1}[kind])
		}
	}
	grid, err := newGrid(size, regions)
	if err != nil {
		t.Fatal(err)
	}
	m := grid.Model
	for v := range m.Variables {
		if random.IntN(20) == 0 {
			m.Variables[v].Domain = model.Values(1, 2, size)
		}
	}
	p, d := &Puzzle{Document: grid}, drawer{random, m}
	drawn := map[string]bool{}
	for range 1 + random.IntN(6) {
		k := fpKinds[random.IntN(len(fpKinds))]
		if drawn[k.key] && strings.HasSuffix(k.key, "imum") || k.kind == "disjoint-groups" && regions != nil {
			continue
		}
		n := d.clue(k)
		if err := p.AddClues(n); err != nil {
			return drawPuzzle(t, random, seen) // a drawn clue that has no meaning here
		}
		drawn[k.key] = true
	}
	if negative := d.negative(drawn); negative != nil {
		if err := p.AddClues(negative); err != nil {
			t.Fatal(err)
		}
		drawn[variant.KindOf(negative)] = true
	}
	for key := range drawn {
		seen[key]++
	}
	for v := range model.Var(size * size) {
		if random.IntN(8) == 0 {
			p.Givens = append(p.Givens, model.Given{Var: v, Value: 1 + random.IntN(size)})
		}
	}
	p.Model.Name = "Title „" + strings.Repeat("x", random.IntN(9)) + "“"
	p.Sheet = &document.Sheet{Author: "Ann", Rules: "One.\nTwo & three, 'quoted' \"twice\".", Marks: map[model.Var]document.Mark{
		1: {Value: new(2)}, 2: {Centre: []int{1, 3}, Corner: []int{2}}, 3: {Colours: []string{"#ff0000"}}, 5: {Colours: []string{"#ff0000", "#00ff00"}},
	}}
	for range size * size {
		p.Sheet.Solution = append(p.Sheet.Solution, 1+random.IntN(size))
	}
	p.Givens = lists.Filter(p.Givens, func(g model.Given) bool { return g.Var != 1 })
	return p
}

// Random puzzles go out as links of f-puzzles and come back the same; 200 of them have every key.
func TestFPuzzlesLinksComeBack(t *testing.T) {
	random := rand.New(rand.NewPCG(30, 1))
	seen := map[string]int{}
	puzzles := modeltest.Scale(10, 35, 200)
	for range puzzles {
		p := drawPuzzle(t, random, seen)
		back := convert(t, fpName, p)
		if got, want := said(back), said(p); !slices.Equal(got, want) {
			t.Fatal(cmp.Diff(want, got))
		}
		got, _ := json.Marshal(back.Sheet)
		want, _ := json.Marshal(p.Sheet)
		if string(got) != string(want) || back.Model.Name != p.Model.Name {
			t.Fatalf("the sheet comes back as %s, expected %s", got, want)
		}
	}
	t.Log(seen)
	for _, k := range fpKinds {
		if seen[k.key] == 0 && puzzles >= 200 {
			t.Errorf("no puzzle has %s", k.key)
		}
	}
}

// A link may have lost slashes, have percent signs, or stand in a link of SudokuPad.
func TestFPuzzlesLinksAreRepaired(t *testing.T) {
	f, err := Lookup(fpName)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, 9))
	for repaired, number := 0, 0; repaired < modeltest.Scale(1, 3, 5); number++ {
		p := drawPuzzle(t, random, map[string]int{})
		link, _, err := f.Write(p)
		if err != nil {
			t.Fatal(err)
		}
		packed := strings.TrimSpace(strings.TrimPrefix(link, fpSite))
		var texts []string
		if number < 3 {
			texts = []string{
				fpSite + url.QueryEscape(packed) + "&x=1", "f-puzzles.com/?load=" + packed, "https://sudokupad.app/fpuzzles" + url.QueryEscape(packed),
				"https://app.crackingthecryptic.com/sudoku/fpuz" + packed, "fpuz" + packed, packed, " \n" + link,
			}
		}
		if strings.Contains(packed, "//") {
			repaired++
			texts = append(texts, fpSite+strings.ReplaceAll(packed, "//", "/"))
		}
		for _, text := range texts {
			found, is := Find("", text)
			if !is || found.Name != fpName {
				t.Fatalf("%s is recognised as %q", text, found.Name)
			}
			back, err := found.ReadNamed("", text)
			if err != nil {
				t.Fatalf("%v in %s", err, text)
			}
			if diff := cmp.Diff(said(p), said(back)); diff != "" {
				t.Fatalf("%s: %s", text, diff)
			}
		}
	}
}

// What is only drawn goes out again, even where it names a clue that the link lacks, and unknown keys are told of.
func TestFPuzzlesKeepsDrawings(t *testing.T) {
	const board = `{"size":4,"grid":[[{"value":1,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],` +
		`"line":[{"fromConstraint":"Renban","lines":[["R1C1","R1C2"]]}],"text":[{"cells":["R1C1"],"value":"hello"}],"lines of mine":[1],"sandwichsum":[{"cell":"R0C1","value":""}],"disabledlogic":["aic"]}`
	p, err := readFPuzzles(board)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"found no value of sandwichsum at R0C1, ignored", `found the unknown key "lines of mine", ignored`, "line, text: drawn only; what they mean is not read"}
	if !slices.Equal(p.Warnings, want) {
		t.Errorf("warnings %q, expected %q", p.Warnings, want)
	}
	text, lost, err := writeFPuzzles(p)
	if err != nil || lost != nil {
		t.Fatal(lost, err)
	}
	raw, err := lzstring.Base64.Decode(strings.TrimSpace(strings.TrimPrefix(text, fpSite)))
	for _, part := range []string{`"line":[{"fromConstraint":"Renban","lines":[["R1C1","R1C2"]]}]`, `"text":[{"cells":["R1C1"],"value":"hello"}]`, `"lines of mine":[1]`, `"disabledlogic":["aic"]`} {
		if err != nil || !strings.Contains(raw, part) {
			t.Errorf("the link says %s, expected %s in it", raw, part)
		}
	}
}

// Other programs read cells that repeat what the rest of an item says, their order, and drawings of clues that they do not know.
func TestFPuzzlesItemsAreWhole(t *testing.T) {
	const hand = `{"lines":[["R1C1","R2C2"]],"outlineC":"#000000","width":1}`
	for clue, want := range map[string]string{
		"{kind: little-killer, line: r1c2-r2c1, sum: 3}":                  `"littlekillersum":[{"cells":["R1C2","R2C1"],"cell":"R0C3","direction":"DL","value":"3"}]`,
		"{kind: quadruple, cells: [r2c3, r1c3, r1c2, r2c2], values: [1]}": `"quadruple":[{"cells":["R1C2","R1C3","R2C2","R2C3"],"values":[1]}]`,
		"{kind: clone, cells: [r1c3, r1c2], copy: [r4c3, r4c2]}":          `"clone":[{"cells":["R1C3","R1C2"],"cloneCells":["R4C3","R4C2"]}]`,
		"{kind: thermometer, line: r1c1-r1c2}":                            `"line":[` + hand + `]`,
		"{kind: whispers, line: r1c1-r1c3}": `"line":[` + hand + `,{"fromConstraint":"German Whispers","lines":[["R1C1","R1C2","R1C3"]],` +
			`"outlineC":"#67F067","width":0.5}]`,
		"{kind: thermometer, line: r1c1-r1c2, slow: true}": `"circle":[{"baseC":"#6495ED","cells":["R1C1"],"fromConstraint":"Slow Thermometer",` +
			`"height":0.8,"outlineC":"#6495ED","width":0.8}]`,
		"{kind: double-arrow, line: r1c1-r1c3}": `"cells":["R1C3"],"fromConstraint":"Double Arrow"`,
		"{kind: skyscraper, column: 2, count: 3}": `"text":[{"cells":["R0C2"],"fontC":"#000000","fromConstraint":"Skyscraper","size":0.7,` +
			`"value":"3"}]`,
		"{kind: row-indexer, cells: [r2c1, r2c2]}": `"rowindexer":[{"cells":["R2C1"]},{"cells":["R2C2"]}]`,
		"{kind: box-indexer, cells: [r2c1]}":       `"cage":[{"cells":["R2C1"],"fromConstraint":"Box Indexer","outlineC":"#C9EBC9"}]`,
	} {
		p, err := readYAML("grid: {boxes: 2x2}\nconstraints: [" + clue + "]")
		if err != nil {
			t.Fatal(err)
		}
		p.Sheet = &document.Sheet{Foreign: map[string]json.RawMessage{fpName: json.RawMessage(`{"line":[` + hand + `]}`)}}
		for range 2 { // the second is of what was read
			link, lost, err := writeFPuzzles(p)
			if err != nil || lost != nil {
				t.Fatal(lost, err)
			}
			raw, err := lzstring.Base64.Decode(strings.TrimSpace(strings.TrimPrefix(link, fpSite)))
			if err != nil || !strings.Contains(raw, want) {
				t.Errorf("%s is written as %s, %v, expected %s", clue, raw, err, want)
			}
			if p, err = readFPuzzles(link); err != nil || string(p.Sheet.Foreign[fpName]) != `{"line":[`+hand+`]}` {
				t.Fatalf("%s keeps %s, %v, expected the line by hand", clue, p.Sheet.Foreign[fpName], err)
			}
		}
	}
}

func TestSudokuPadComesBack(t *testing.T) {
	p := sudoku(t, 2, 3, "12"+strings.Repeat(".", 34))
	p.Model.Name = "Title"
	p.Sheet = &document.Sheet{Author: "Ann", Rules: "Rules: 'here'.", Solution: slices.Repeat([]int{1, 2, 3, 4, 5, 6}, 6), Marks: map[model.Var]document.Mark{
		4: {Value: new(3)}, 5: {Centre: []int{1, 2}}, 6: {Corner: []int{5}},
	}}
	ten := 10
	if err := p.AddClues(&variant.Killer{Cells: model.Cells{0, 1, 6}, Sum: &ten}, &variant.Killer{Cells: model.Cells{8, 9}}, &variant.AntiKnight{}); err != nil {
		t.Fatal(err)
	}
	back := convert(t, padName, p)
	if diff := cmp.Diff(said(p), said(back)); diff != "" {
		t.Error(diff)
	}
	back.Sheet.Foreign = nil
	if diff := cmp.Diff(p.Sheet, back.Sheet); diff != "" || back.Model.Name != "Title" {
		t.Error(back.Model.Name, diff)
	}
}

func TestPenpaComesBack(t *testing.T) {
	for _, size := range [][2]int{{3, 3}, {2, 3}, {2, 2}} {
		n := size[0] * size[1]
		p := sudoku(t, size[0], size[1], "12"+strings.Repeat(".", n*n-2))
		p.Model.Name, p.Sheet = "A title, with = and & (z)", &document.Sheet{Author: "Ann", Rules: "One.\nTwo."}
		ten := 10
		err := p.AddClues(&variant.Killer{Cells: model.Cells{0, 1, model.Var(n)}, Sum: &ten}, &variant.Killer{Cells: model.Cells{2, 3}},
			&variant.Thermometer{Line: model.Cells{5, 6, 7}}, &variant.Arrow{Bulb: model.Cells{9}, Shafts: []model.Cells{{10, 11}}})
		if err != nil {
			t.Fatal(err)
		}
		back := convert(t, "penpa", p)
		if diff := cmp.Diff(said(p), said(back)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(p.Sheet, back.Sheet); diff != "" || back.Model.Name != p.Model.Name {
			t.Error(back.Model.Name, diff)
		}
	}
}

// Recorded links, written by other programs, mean what the file beside them says.
func TestRecordedLinks(t *testing.T) {
	links, err := filepath.Glob("testdata/*.link")
	if err != nil || len(links) < 5 {
		t.Fatal(links, err)
	}
	for _, name := range links {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, found := Find("", string(text))
		if !found {
			t.Errorf("%s is not recognised", name)
			continue
		}
		p, err := f.ReadNamed(name, string(text))
		if err != nil {
			t.Error(err)
			continue
		}
		yaml, _, err := writeYAML(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, warning := range p.Warnings {
			yaml += "# " + warning + "\n"
		}
		golden := strings.TrimSuffix(name, ".link") + ".yaml"
		if *update {
			if err := os.WriteFile(golden, []byte(yaml), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), yaml); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

var update = flag.Bool("update", false, "write the golden files")

func TestLinksRefuse(t *testing.T) {
	board := func(rest string) string { return `{"size":1,"grid":[[{}]],` + rest + `}` }
	for _, c := range []struct{ format, text, want string }{
		{fpName, fpSite, "the compressed text ends too early"},
		{fpName, fpSite + "N4Ig", "ends too early"},
		{fpName, fpSite + "!!", "found '!' at character 1"},
		{fpName, fpSite + lzstring.Base64.Encode("no JSON"), "found no JSON"},
		{fpName, `{"grid":1}`, `found number for "grid"`},
		{fpName, `{"grid":[]}`, "found a grid of size 0"},
		{fpName, `{"grid":[[{},{}]]}`, "found row 1 of 2 cells"},
		{fpName, `{"grid":[[{"region":"x"}]]}`, "found the region"},
		{fpName, `{"grid":[[{"value":7,"given":true}]]}`, `found the value "7" of r1c1`},
		{fpName, `{"grid":[[{"givenPencilMarks":[4]}]]}`, "found no possible value for r1c1"},
		{fpName, board(`"thermometer":[{"lines":[["R5C5"]]}]`), `found the cell "R5C5", expected R1C1 to R1C1`},
		{fpName, board(`"thermometer":5`), "thermometer: "},
		{fpName, board(`"sandwichsum":[{"cell":"R1C1","value":"3"}]`), "expected one beside a row or column"},
		{padName, "scl" + lzstring.Base64.Encode("[]"), "found no JSON object"},
		{padName, "scl" + lzstring.Base64.Encode("{a:"), "found no JSON of SudokuPad"},
		{padName, `{"cells":[[{}],[{}]]}`, "expected a square"},
		{padName, `{"cells":[[{"value":"x"}]]}`, `found the value "x" of r1c1`},
		{padName, `{"cells":[[{}]],"regions":[[[0,4]]]}`, "found the cell [0 4]"},
		{padName, `{"cells":[[{}]],"cages":[{"cells":[[-0.5,0]],"unique":true}]}`, "found the cell [-0.5 0]"},
		{padName, `{"cells":[[{}]],"cages":[{"cells":[[0,1e300]],"unique":true}]}`, "found the cell [0 1e+300]"},
		{"penpa", "https://x/penpa-edit/#m=edit&p=!", "found no base64"},
		{"penpa", "https://x/penpa-edit/#m=edit&p=AAAA", "found no compressed text"},
	} {
		f, err := Lookup(c.format)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = f.ReadNamed("", c.text); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s %s: %v, expected %q", c.format, c.text, err, c.want)
		}
	}
}

// TestMessagesAreShort reads texts with a very long part: messages of readers stay short.
func TestMessagesAreShort(t *testing.T) {
	long := strings.Repeat("7 ", 50_000)
	penpa := func(head, board string) string {
		text, err := deflated(head + "\n[0,0,0,0]\n\n" + board + "\n\n[18,1,1,1,5,1,1,1,5,1,1,1,5,1,1,1]")
		if err != nil {
			t.Fatal(err)
		}
		return "https://x/penpa-edit/#p=" + text
	}
	for _, text := range []string{
		penpa(strings.ReplaceAll(long, " ", ","), "{}"), penpa("square,"+long+",4,38,0,1,1,76,76,18,18", "{}"),
		penpa("square,4,4,38,0,1,1,76,76,18,18", `{"number":{"18":[[`+strings.ReplaceAll(long, " ", ",")+`1],1,"1"]}}`),
		`{"size":1,"grid":[[{"value":"` + long + `"}]]}`, `{"size":1,"grid":[[{}]],"` + long + `":[1],"negative":["` + long + `"]}`,
		`{"cells":[[{}]],"` + long + `":1,"global":["` + long + `"]}`, ".Quad~" + strings.ReplaceAll(long, " ", "R1C1"),
		"<?xml version='1.0'?><" + strings.ReplaceAll(long, " ", "k") + "/>", "[Puzzle]\n" + long, "grid: {boxes: 2x2}\nvariables: {k: 1..2, '" + long + "': 3}\n",
	} {
		p, _, err := ReadAny(t.Context(), "", text)
		messages := []string{fmt.Sprint(err)}
		if err == nil {
			messages = p.Warnings
		}
		for _, message := range messages {
			if len([]rune(message)) > 400 {
				t.Errorf("a message of %d characters: %.100s", len(message), message)
			}
		}
	}
}

// FuzzReaders checks that no text makes a reader panic, and that what is read can be written.
func FuzzReaders(f *testing.F) {
	f.Add(`{"size":1,"grid":[[{"value":1,"given":true}]],"killercage":[{"cells":["R1C1"],"value":"1"}]}`)
	f.Add("{ce:[[{v:1}]],ca:[{ce:[[0,0]],v:'title: x'}],re:[[[0,0]]]}")
	f.Add("square,1,1,38,0,1,1,76,76,18,18\n[0,0,0,0]\n\n{zN:{\"12\":[\"1\",1,\"1\"]},z6:[[12]],zT:[[12,12]]}\n\n[12]")
	f.Add("[Puzzle]\n1")
	f.Add("<opensudoku><game data='1'/></opensudoku>")
	f.Fuzz(func(t *testing.T, text string) {
		packed, err := deflated(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range All() {
			if format.Read == nil || format.Name == "yaml" {
				continue
			}
			for _, text := range []string{text, "https://x/penpa-edit/#p=" + packed} {
				p, err := format.ReadNamed("", text)
				if err == nil && format.Write != nil {
					_, _, err = format.Write(p)
				}
				if err != nil && strings.Contains(err.Error(), "\n") {
					t.Errorf("%s: an error of several lines: %v", format.Name, err)
				}
			}
		}
	})
}
