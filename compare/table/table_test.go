package table_test

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"qmsat/compare/table"
)

type inner struct {
	Share float64    `json:"share" show:"share"`
	Took  table.Time `json:"seconds" text:"time"`
}

type record struct {
	Name string `json:"name"`
	inner
	Average *big.Rat     `json:"average"`
	Known   table.Figure `json:"known" show:"ratio"`
	Ratio   float64      `json:"ratio"`
	Puzzle  string       `json:"puzzle,omitempty" text:"-"`
	Count   *int         `json:"count"`
	Speed   float64      `json:"speed" show:"seconds"`
	hidden  int
	Kept    []int `json:"-"`
}

func records() table.Table[record] {
	seven := 7
	return table.Table[record]{Records: []record{
		{"a<b", inner{0.125, table.Time(20 * time.Microsecond)}, big.NewRat(3, 2), table.None(), 1.0 / 3, "1..", &seven, 2, 1, nil},
		{"c", inner{1, 0}, nil, table.Known(true, 2), 2e9, "", nil, 0, 0, nil},
	}}
}

// All formats have the same columns: what is missing is null or nothing, times are seconds but for people, and headings are said
// by tags.
func TestFormats(t *testing.T) {
	list := records()
	var objects, values strings.Builder
	if err := list.WriteJSON(&objects); err != nil {
		t.Fatal(err)
	}
	if err := list.WriteCSV(&values); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, found, expected string }{
		{"JSON", objects.String(),
			`{"name":"a\u003cb","share":0.125,"seconds":0.00002,"average":"3/2","known":null,"ratio":0.3333333333333333,"puzzle":"1..","count":7,"speed":2}` + "\n" +
				`{"name":"c","share":1,"seconds":0,"average":null,"known":2,"ratio":2000000000,"count":null,"speed":0}` + "\n"},
		{"CSV", values.String(), "name,share,seconds,average,known,ratio,puzzle,count,speed\n" +
			"a<b,0.125,2e-05,3/2,,0.3333333333333333,1..,7,2\nc,1,0,,2,2e+09,,,0\n"},
		{"text", list.Text(), "" +
			"  name    share   time  average  known   ratio  count  speed\n" +
			"   a<b   12.5 %  20 µs      3/2         0.3333      7    2 s\n" +
			"     c  100.0 %      0            2.00   2e+09             0\n"},
	} {
		if diff := cmp.Diff(test.expected, test.found); diff != "" {
			t.Errorf("%s (-expected +found):\n%s", test.name, diff)
		}
	}
}

// A table may have a text of its own, whose rows may have several lines. One without records has no heading.
func TestLines(t *testing.T) {
	list := records()
	list.Heading, list.Row = "first\tsecond", func(r record) string { return r.Name + "\tx\n\t" + r.Puzzle }
	if diff := cmp.Diff([]string{"first\tsecond", "a<b\tx", "\t1..", "c\tx", "\t"}, list.Lines()); diff != "" {
		t.Errorf("lines (-expected +found):\n%s", diff)
	}
	var empty table.Table[record]
	var values strings.Builder
	if err := empty.WriteCSV(&values); err != nil || values.Len() > 0 || empty.Text() != "" {
		t.Errorf("without records: %q, %q, error %v", values.String(), empty.Text(), err)
	}
}

// An infinite number is missing, as NaN is, so that objects can always be written.
func TestFigure(t *testing.T) {
	text, err := json.Marshal([]table.Figure{1.5, table.Figure(math.Inf(1)), table.Figure(math.Inf(-1)), table.None(), table.Known(false, 3), 0})
	if err != nil || string(text) != "[1.5,null,null,null,null,0]" {
		t.Errorf("%s, error %v", text, err)
	}
	exact := func(x float64) string { return big.NewFloat(x).String() }
	if known, missing := table.Known(true, 2).Show(exact, "-"), table.None().Show(exact, "-"); known != "2" || missing != "-" {
		t.Errorf("shown as %q and %q", known, missing)
	}
}

// Tags put several fields into a column, in the order of text, and say what stands for a missing number.
func TestTags(t *testing.T) {
	type row struct {
		Solved  int          `json:"solved" show:"%d of %d" with:"Puzzles"`
		Puzzles int          `json:"puzzles" text:"-"`
		_       struct{}     `text:"time" with:"Seconds" show:"seconds"`
		Known   table.Figure `json:"known" show:"%.0f" none:"-"`
		Seconds float64      `json:"seconds" text:"-"`
	}
	list := table.Table[row]{Records: []row{{3, 4, struct{}{}, table.None(), 2}, {0, 4, struct{}{}, 7.4, 0.5}}}
	var values strings.Builder
	if err := list.WriteCSV(&values); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"solved\ttime\tknown", "3 of 4\t2 s\t-", "0 of 4\t500 ms\t7"}, list.Lines()); diff != "" {
		t.Errorf("lines (-expected +found):\n%s", diff)
	}
	if diff := cmp.Diff("solved,puzzles,known,seconds\n3,4,,2\n0,4,7.4,0.5\n", values.String()); diff != "" {
		t.Errorf("CSV (-expected +found):\n%s", diff)
	}
}

// A pivot keeps a cell that is set again, in a further column or row of that name; a stack has the width of its tables.
func TestPivot(t *testing.T) {
	for down, want := range map[bool][]string{
		false: {"x\ta\tb\ta", "1\tA\tB\tC", "2\t-\t-\tD", "\t\t\t", "y"}, true: {"x\ta\tb", "1\tA\tB", "1\tC\t-", "2\tD\t-", "\t\t", "y"},
	} {
		p := table.Pivot{Title: "x", Missing: "-", Down: down}
		for _, cell := range [][3]string{{"1", "a", "A"}, {"1", "b", "B"}, {"1", "a", "C"}, {"2", "a", "D"}} {
			p.Set(cell[0], cell[1], cell[2])
		}
		if diff := cmp.Diff(want, table.Stack(p.Lines(), []string{"y"})); diff != "" {
			t.Errorf("down %t: (-expected +found):\n%s", down, diff)
		}
	}
}
