package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/internal/input"
)

// grid23 is a grid of two rows and three columns with the given values.
func grid23(values Domain) *Model { return NewGrid(&Grid{Rows: 2, Columns: 3}, values) }

func TestFormat(t *testing.T) {
	wide := grid23(Interval(1, 61))
	mixed := grid23(Interval(1, 9))
	x := mixed.AddVariable("x", Interval(-5, 5))
	cellsOnly := grid23(Interval(1, 9))
	cellsOnly.Outputs = []Var{5, 0}
	solution := Assignment{1, 9, 3, 4, 5, 6, -2}
	for _, c := range []struct {
		name string
		got  string
		want string
	}{
		{"empty", Characters.FormatCube(wide, nil), "......"},
		{"characters", Characters.FormatCube(wide, Cube{{0, 9}, {1, 10}, {2, 35}, {4, 36}, {5, 61}}), "9AZ.az"},
		{"numbers", Numbers.FormatCube(wide, Cube{{0, 9}, {5, 61}}), "9 0 0 0 0 61"},
		{"assignments", Assignments.FormatCube(wide, Cube{{5, 61}, {0, 9}}), "r2c3=61 r1c1=9"},
		{"no assignments", Assignments.FormatCube(wide, Cube{}), "."},
		{"a value that has no character", Characters.FormatCube(wide, Cube{{0, 64}, {1, 61}}), ".z.... r1c1=64"},
		{"characters without a grid", Characters.FormatCube(three(), Cube{{0, 4}}), "a=4"},
		{"a variable beside cells", Characters.FormatCube(mixed, Cube{{x, -2}, {1, 3}}), ".3.... x=-2"},
		{"a variable beside numbers", Numbers.FormatCube(mixed, Cube{{x, -2}, {1, 3}}), "0 3 0 0 0 0 x=-2"},
		{"solution", Characters.FormatSolution(mixed, solution), "193456 x=-2"},
		{"solution as assignments", Assignments.FormatSolution(three(), Assignment{4, 0, 1}), "a=4 b=0 c=1"},
		{"projected solution", Characters.FormatSolution(cellsOnly, solution), "1....6"},
		{"projected solution as assignments", Assignments.FormatSolution(cellsOnly, solution), "r2c3=6 r1c1=1"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
}

func TestNotationOfModel(t *testing.T) {
	for _, c := range []struct {
		m          *Model
		want       Notation
		characters string
		numbers    string
	}{
		{grid23(Interval(1, 9)), Characters, "", ""},
		{grid23(Interval(1, 61)), Characters, "", ""},
		{grid23(Interval(1, 62)), Numbers, "the values of cells go up to 62, expected at most 61: use numbers for larger ones", ""},
		{grid23(Interval(0, 61)), Characters, "", ""},
		{grid23(Interval(0, 62)), Numbers, "the values of cells go up to 62, expected at most 61: use numbers for larger ones", ""},
		{grid23(Interval(-1, 5)), Assignments,
			"the values of cells start at -1, expected at least 0", "the values of cells start at -1, expected at least 0"},
		{three(), Assignments, "the model has no grid", "the model has no grid"},
	} {
		if got := c.m.Notation(); got != c.want {
			t.Errorf("notation %v, want %v", got, c.want)
		}
		if got := message(c.m.CanWrite(Characters)); got != c.characters {
			t.Errorf("characters: %q, want %q", got, c.characters)
		}
		if got := message(c.m.CanWrite(Numbers)); got != c.numbers {
			t.Errorf("numbers: %q, want %q", got, c.numbers)
		}
		if err := c.m.CanWrite(Assignments); err != nil {
			t.Error(err)
		}
	}
}

// TestZero checks that '0' is the value 0 if the cells have it, and an empty cell if they do not.
func TestZero(t *testing.T) {
	zero, one := grid23(Interval(0, 5)), grid23(Interval(1, 5))
	for _, c := range []struct {
		m       *Model
		n       Notation
		text    string
		cube    Cube
		written string
	}{
		{zero, Characters, "0.5...", Cube{{0, 0}, {2, 5}}, "0.5..."},
		{zero, Numbers, "0 . 5 . 0 .", Cube{{0, 0}, {2, 5}, {4, 0}}, "0 . 5 . 0 ."},
		{zero, Numbers, "00 . 5 . . .", Cube{{0, 0}, {2, 5}}, "0 . 5 . . ."},
		{zero, Assignments, "r1c1=0", Cube{{0, 0}}, "r1c1=0"},
		{one, Characters, "0.5...", Cube{{2, 5}}, "..5..."},
		{one, Numbers, "0 . 5 00 0 0", Cube{{2, 5}}, "0 0 5 0 0 0"},
	} {
		cube, err := c.n.Parse(c.m, c.text)
		if err != nil || !slices.Equal(cube, c.cube) {
			t.Errorf("%s is read as %v, expected %v: %v", c.text, cube, c.cube, err)
		}
		if got := c.n.FormatCube(c.m, cube); got != c.written {
			t.Errorf("%s is written as %s, expected %s", c.text, got, c.written)
		}
	}
	if got := Characters.FormatCube(one, Cube{{0, 0}}); got != "...... r1c1=0" {
		t.Errorf("a given 0 that is no value is written as %s", got)
	}
	if got := Characters.FormatSolution(zero, Assignment{0, 1, 2, 3, 4, 5}); got != "012345" {
		t.Errorf("a solution is written as %s", got)
	}
	if _, err := Numbers.Parse(zero, "0 1 2 3 4 6"); err == nil || !strings.Contains(err.Error(), "expected 0..5 or .") {
		t.Errorf("error %v", err)
	}
	if _, err := Characters.Parse(zero, "01234A"); err == nil || !strings.Contains(err.Error(), "expected 0-5 or '.'") {
		t.Errorf("error %v", err)
	}
	var rows []Cube
	for p, err := range ReadPuzzles("f", strings.NewReader("0 . 5\n. 0 .\n"), zero, Characters) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, p.Cube)
	}
	if len(rows) != 1 || !slices.Equal(rows[0], Cube{{0, 0}, {2, 5}, {4, 0}}) {
		t.Errorf("rows are read as %v", rows)
	}
}

func TestReadPuzzles(t *testing.T) {
	small, other, wide, large := grid23(Interval(1, 9)), grid23(Values(2, 4, 6)), grid23(Interval(1, 61)), grid23(Interval(1, 62))
	gaps := grid23(NewDomain(Range{2, 2}, Range{8, 12}, Range{34, 40}, Range{50, 50}))
	sudoku, err := Sudoku(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	empty := strings.Repeat(".", 81)
	for _, c := range []struct {
		name     string
		m        *Model
		notation Notation
		text     string
		want     string // line:cube of each puzzle, then the error
	}{
		{"nothing", small, Characters, "", ""},
		{"comments and blank lines", small, Characters, "#\n# 123456\n\n \t\n\r\n", ""},
		{"both empty characters", small, Characters, "1.0..9", "1:r1c1=1 r2c3=9; "},
		{"no end of line", small, Characters, "1.....\n.2....", "1:r1c1=1; 2:r1c2=2; "},
		{"CRLF", small, Characters, "1.....\r\n\r\n.2....\r\n", "1:r1c1=1; 3:r1c2=2; "},
		{"BOM", small, Characters, "\ufeff1.....\n", "1:r1c1=1; "},
		{"BOM before a comment", small, Characters, "\ufeff# x\n1.....\n", "2:r1c1=1; "},
		{"BOM elsewhere", small, Characters, "......\n\ufeff1.....\n",
			`1:.; file:2:1: found '\ufeff', expected 1-9 or '.'; found 7 characters, expected 6`},
		{"text after the first blank", small, Characters, "1..... 7 12 # what\n.2....\tmore\n", "1:r1c1=1; 2:r1c2=2; "},
		{"trailing blanks", small, Characters, "1.....  \t\r\n", "1:r1c1=1; "},
		{"rows and columns are not square", small, Characters, "...7..", "1:r2c1=7; "},
		{"a digit twice is legal", small, Characters, "11....", "1:r1c1=1 r1c2=1; "},
		{"leading blank", small, Characters, " 1.....", "1:r1c1=1; "},
		{"leading blank before a wrong character", small, Characters, " \t1..x", "file:1:6: found 'x', expected 1-9 or '.'; found 4 characters, expected 6"},
		{"a line of other blanks", small, Characters, "\u00a0\n1.....", "2:r1c1=1; "},
		{"too few", small, Characters, "# x\n1....\n", "file:2:6: found 5 characters, expected 6"},
		{"too many", small, Characters, "1......\n", "file:1:7: found 7 characters, expected 6"},
		{"80 characters", sudoku, Characters, empty[1:], "file:1:81: found 80 characters, expected 81"},
		{"81 characters", sudoku, Characters, empty, "1:.; "},
		{"82 characters", sudoku, Characters, empty + "1", "file:1:82: found 82 characters, expected 81"},
		{"illegal letter", sudoku, Characters, empty + "\n" + empty[:40] + "A" + empty[41:],
			"1:.; file:2:41: found 'A', expected 1-9 or '.'"},
		{"illegal letter behind the end", small, Characters, "......x", "file:1:7: found 'x', expected 1-9 or '.'; found 7 characters, expected 6"},
		{"columns count bytes", small, Characters, "..é...", "file:1:3: found 'é', expected 1-9 or '.'"},
		{"no UTF-8", small, Characters, "..\xff...", "file:1:3: found '\ufffd', expected 1-9 or '.'"},
		{"a value that no cell has", other, Characters, "246..5", "file:1:6: found '5', expected 2, 4, 6 or '.'"},
		{"letters", wide, Characters, "9AZaz.", "1:r1c1=9 r1c2=10 r1c3=35 r2c1=36 r2c2=61; "},
		{"expected letters", wide, Characters, "!.....", "file:1:1: found '!', expected 1-9, A-Z, a-z or '.'"},
		{"expected pieces", gaps, Characters, "1.....",
			"file:1:1: found '1', expected 2, 8-9, A-C, Y-Z, a-e, o or '.'"},
		{"n > 61", large, Characters, "......", "file:1:1: the values of cells go up to 62, expected at most 61: use numbers for larger ones"},
		{"no grid", three(), Characters, "......", "file:1:1: the model has no grid"},

		{"numbers", large, Numbers, "62 0 . 1  5\t0\n# x\n0 0 0 0 0 0", "1:r1c1=62 r2c1=1 r2c2=5; 3:.; "},
		{"leading blank before numbers", large, Numbers, "  62 0 0 0 0 0", "1:r1c1=62; "},
		{"five numbers", large, Numbers, "1 2 3 4 5", "file:1:1: found 5 numbers, expected 6"},
		{"seven numbers", large, Numbers, "1 2 3 4 5 6 7", "file:1:1: found 7 numbers, expected 6"},
		{"no number", large, Numbers, "1 2 3 4 5 x", "file:1:11: found \"x\", expected 1..62 or 0"},
		{"number too large", large, Numbers, "1 63 0 0 0 0", "file:1:3: found \"63\", expected 1..62 or 0"},
		{"negative number", large, Numbers, "-1 0 0 0 0 0", "file:1:1: found \"-1\", expected 1..62 or 0"},
		{"huge number", large, Numbers, "0 0 0 0 0 99999999999999999999",
			"file:1:11: found \"99999999999999999999\", expected 1..62 or 0"},

		{"rows", small, Characters, "1..\n..9\n.2....\n", "1:r1c1=1 r2c3=9; 3:r1c2=2; "},
		{"rows with blanks, lines between and comments", small, Characters, "# x\n 1 .  .\n\n# y\n.0 9\t\r\n\n1..\n...", "2:r1c1=1 r2c3=9; 7:r1c1=1; "},
		{"rows of numbers", wide, Characters, "10 . 5\n a  0 61\n", "1:r1c1=10 r1c3=5 r2c1=36 r2c3=61; "},
		{"rows where numbers are meant", large, Numbers, "62 . 0\n1  2 3\n1 2 3 4 5 6", "1:r1c1=62 r2c1=1 r2c2=2 r2c3=3; 3:r1c1=1 r1c2=2 r1c3=3 r2c1=4 r2c2=5 r2c3=6; "},
		{"a puzzle and three words are no row", small, Characters, "1..... 7 12\n", "1:r1c1=1; "},
		{"a row too few", small, Characters, "1.....\n1..\n\n", "1:r1c1=1; file:3:1: the puzzle ends after row 1, expected 2 rows"},
		{"a row that is none", small, Characters, "1..\n1...\n", `file:2:1: found "1...", expected row 2 of a puzzle: 3 cells`},
		{"a row with a value that no cell has", small, Characters, "1..\n. 10 .\n", `file:2:3: found "10", expected 1..9 or '.', or candidates such as 237, none twice`},
		{"an illegal character in a row", small, Characters, "1..\n. .x\n", `file:2:4: found "x", expected 1..9 or '.'`},
		{"rows of assignments are none", three(), Assignments, "a=1\nb=0\nc=4", "1:a=1; 2:b=0; 3:c=4; "},

		{"assignments", three(), Assignments, "a=1 c=4\n.\n. b=0\n", "1:a=1 c=4; 2:.; 3:b=0; "},
		{"one variable twice", three(), Assignments, "a=1 a=2", "1:a=1 a=2; "},
		{"no assignment", three(), Assignments, "a=1 b", "file:1:5: found \"b\", expected name=value"},
		{"no value", three(), Assignments, "a=", "file:1:1: found \"a=\", expected name=value"},
		{"unknown name", three(), Assignments, "a=1 d=2", "file:1:5: found \"d\", expected a cell or variable of the model"},
		{"outside the domain", three(), Assignments, "a=1\na=5", "1:a=1; file:2:1: found a=5, expected a value of 0..4"},
	} {
		got := ""
		for puzzle, err := range ReadPuzzles("file", strings.NewReader(c.text), c.m, c.notation) {
			if err != nil {
				got += err.Error()
				continue
			}
			got += fmt.Sprintf("%d:%s; ", puzzle.Line, Assignments.FormatCube(c.m, puzzle.Cube))
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// A given outside its cell's domain, but within another cell's, is a clash that every notation accepts.
func TestNotationsAcceptTheSameGivens(t *testing.T) {
	m := grid23(Interval(1, 9))
	m.Variables[1].Domain = Values(2, 4)
	want := Cube{{1, 9}}
	for n, text := range map[Notation]string{Characters: ".9....", Numbers: "0 9 0 0 0 0", Assignments: "r1c2=9"} {
		got, err := n.Parse(m, text)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v %s", text, err, diff)
		}
	}
	got, err := m.ParseCube(m.FormatCube(want))
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("cube: %v %s", err, diff)
	}
}

func TestReadPuzzlesStops(t *testing.T) {
	seen := 0
	for _, err := range ReadPuzzles("file", strings.NewReader("1.....\n2.....\nbroken"), grid23(Interval(1, 9)), Characters) {
		if seen++; err != nil {
			t.Fatal(err)
		}
		if seen == 2 {
			break
		}
	}
	if seen != 2 {
		t.Errorf("%d puzzles, want 2", seen)
	}
}

func TestReadPuzzlesLongLine(t *testing.T) {
	longest := "1....." + strings.Repeat(" ", 1<<17) + "\n"
	if all, err := CollectPuzzles(ReadPuzzles("file", strings.NewReader(longest), grid23(Interval(1, 9)), Characters)); err != nil || len(all) != 1 {
		t.Errorf("a long line: %v, error %v, expected one puzzle", all, err)
	}
	text := longest + strings.Repeat(" ", input.MaxLine+1)
	last := ""
	for _, err := range ReadPuzzles("file", strings.NewReader(text), grid23(Interval(1, 9)), Characters) {
		last = message(err)
	}
	if want := "file:2: the line is longer than 16 MiB"; last != want {
		t.Errorf("%q, want %q", last, want)
	}
}

// failingReader returns an error of its own after some text.
type failingReader struct{ text *strings.Reader }

func (r failingReader) Read(p []byte) (int, error) {
	if n, _ := r.text.Read(p); n > 0 {
		return n, nil
	}
	return 0, fmt.Errorf("the disk is gone")
}

func TestReadersReportReaderErrors(t *testing.T) {
	last := ""
	for _, err := range ReadPuzzles("file", failingReader{strings.NewReader("1.....\n")}, grid23(Interval(1, 9)), Characters) {
		last = message(err)
	}
	if last != "the disk is gone" {
		t.Errorf("ReadPuzzles: %q", last)
	}
}
