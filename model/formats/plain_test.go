package formats

import (
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/document"
)

const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// convert writes a puzzle in a format and reads it back.
func convert(t *testing.T, format string, p *Puzzle) *Puzzle {
	t.Helper()
	f, err := Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	text, lost, err := f.Write(p)
	if err != nil || len(lost) > 0 {
		t.Fatalf("%s: lost %v, %v", format, lost, err)
	}
	back, err := f.ReadNamed("", text)
	if err != nil {
		t.Fatalf("%s: %v in\n%s", format, err, text)
	}
	if len(back.Warnings) > 0 {
		t.Fatalf("%s: warnings %v in\n%s", format, back.Warnings, text)
	}
	return back
}

func sudoku(t *testing.T, rows, columns int, cells string) *Puzzle {
	t.Helper()
	m, err := model.Sudoku(rows, columns)
	if err != nil {
		t.Fatal(err)
	}
	givens, err := model.Characters.Parse(m, cells)
	if err != nil {
		t.Fatal(err)
	}
	return &Puzzle{Document: document.New(m).WithGivens(givens)}
}

// Grids of each format that is read and written come back. A format of 9×9 alone says so of others.
func TestGridsComeBack(t *testing.T) {
	for _, p := range []*Puzzle{
		sudoku(t, 3, 3, puzzle), sudoku(t, 2, 3, "123456"+strings.Repeat(".", 30)), sudoku(t, 4, 4, "1.FG"+strings.Repeat(".", 252)),
	} {
		p.Model.Name, p.Sheet = "Title", &document.Sheet{Author: "Ann", Rules: "As usual."}
		for _, f := range All() {
			if f.Read == nil || f.Write == nil {
				continue
			}
			if _, _, err := f.Write(p); err != nil && p.Model.Grid.Rows != 9 && strings.HasSuffix(err.Error(), "expected 9") {
				continue
			}
			format, back := f.Name, convert(t, f.Name, p)
			if back.Model.Hash() != p.Model.Hash() || model.Characters.FormatCube(back.Model, back.Givens) != model.Characters.FormatCube(p.Model, p.Givens) {
				t.Errorf("%s: %v came back as %v", format, p.Givens, back.Givens)
			}
			if s := back.Sheet; (format == "sdk" || format == "opensudoku") && (back.Model.Name != "Title" || s.Author != "Ann" || s.Rules != "As usual.") {
				t.Errorf("%s: %q by %+v", format, back.Model.Name, s)
			}
		}
	}
}

func TestTextsOfOtherPrograms(t *testing.T) {
	rows := strings.Split(puzzle[:9]+"\n"+puzzle[9:18]+"\n"+puzzle[18:27]+"\n"+puzzle[27:36]+"\n"+puzzle[36:45]+"\n"+puzzle[45:54]+"\n"+
		puzzle[54:63]+"\n"+puzzle[63:72]+"\n"+puzzle[72:], "\n")
	zeros := strings.ReplaceAll(puzzle, ".", "0")
	saved := ""
	for i, c := range zeros {
		if c == '0' && i == 2 {
			saved += "4|1,2,|1|"
		} else if c == '0' {
			saved += "0|-|1|"
		} else {
			saved += string(c) + "|-|0|"
		}
	}
	for name, text := range map[string]string{
		"a.sdk": "#AAnn\r\n#DTitle\r\n" + strings.Join(rows, "\r\n"),
		"sdk":   "[Puzzle]\n" + strings.Join(rows, "\n") + "\n[State]\n" + strings.Repeat("123456789\n", 9),
		"a.ss":  strings.Join(rows, "\n"),
		"ss": "*-----------*\n|" + strings.Join(rows[:3], "|\n|") + "|\n|---+---+---|\n|" + strings.Join(rows[3:6], "|\n|") +
			"|\n|---+---+---|\n|" + strings.Join(rows[6:], "|\n|") + "|\n*-----------*\n",
		"opensudoku": `<?xml version="1.0"?><opensudoku><name>n</name><game data="` + zeros + `"/></opensudoku>`,
		"opensudoku 2": `<?xml version="1.0"?><opensudoku version="2"><folder name="f"><game data="version: 1&#10;` + saved +
			`"/><game data="` + strings.Repeat("0", 81) + `"/></folder></opensudoku>`,
	} {
		f, found := Find(name, text)
		if !found {
			t.Errorf("%s is not recognised", name)
			continue
		}
		p, err := f.ReadNamed(name, text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := model.Characters.FormatCube(p.Model, p.Givens); got != puzzle {
			t.Errorf("%s: %s", name, got)
		}
		if len(p.More) != strings.Count(name, "2") {
			t.Errorf("%s: %d more grids", name, len(p.More))
		}
	}
}

func TestPlainTextsRefuse(t *testing.T) {
	for _, c := range []struct{ format, text, want string }{
		{"sdk", "123\n456", `a.txt:2:1: found "4", expected 1..3 or '.'`},
		{"sdk", strings.Repeat("x", 81), "a.txt:1:1: found 'x', expected 1-9 or '.'"},
		{"ss", "", "found 0 cells"},
		{"ss", "12|34\n34|12\n2.|43\n4x|21\n", `a.txt:4:2: found "x", expected 1..4 or '.'`},
		{"opensudoku", "<game/>", "found no XML of OpenSudoku"},
		{"opensudoku", "<opensudoku/>", "found no <game>"},
		{"opensudoku", `<opensudoku><game data="version: 9&#10;1|"/></opensudoku>`, "game 1: found saved cells of version 9"},
		{"opensudoku", `<opensudoku><game data="1..."/><game data="1.."/></opensudoku>`, "game 2: "},
	} {
		f, err := Lookup(c.format)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = f.ReadNamed("a.txt", c.text); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s %q: %v, expected %q", c.format, c.text, err, c.want)
		}
	}
}

func TestPlainTextsNameWhatTheyLose(t *testing.T) {
	magic, err := model.QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	_, lost, err := writeSDK(&Puzzle{Document: document.New(magic)})
	if err != nil || len(lost) != 72 || !strings.HasPrefix(lost[0], "linear") {
		t.Errorf("quasi-magic: lost %d, such as %q, %v", len(lost), lost[0], err)
	}
	bare := model.NewGrid(&model.Grid{Rows: 4, Columns: 4}, model.Interval(1, 4))
	_, lost, err = writeSDK(&Puzzle{Document: document.New(bare)})
	if want := "row 1 with equal values"; err != nil || len(lost) != 9 || lost[0] != want {
		t.Errorf("bare cells: lost %q, %v", lost, err)
	}
	if _, _, err = writeSDK(&Puzzle{Document: document.New(model.NewGrid(&model.Grid{Rows: 2, Columns: 3}, model.Interval(1, 3)))}); err == nil {
		t.Error("2 rows and 3 columns are written")
	}
}
