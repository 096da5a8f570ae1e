package page

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// small is a puzzle of 4×4 with given cells.
func small(givens string) string { return `{"grid": {"boxes": "2x2"}, "givens": {` + givens + `}}` }

// Clients cannot send what is not understood, and learn why in a line.
func TestRequestsAreReadStrictly(t *testing.T) {
	for request, want := range map[string]string{
		``:                         "found no JSON object",
		`null`:                     "found no puzzle",
		`[]`:                       "found no JSON object",
		`{"limits": 3}`:            `unknown field "limits"`,
		`{"timeout": 61}`:          "timeout: found 61",
		`{"timeout": 0}`:           "timeout: found 0",
		`{"timeout": "1"}`:         `timeout: found "1"`,
		`{} {}`:                    "found no JSON object",
		`{"puzzle": {"gird": {}}}`: "gird",
		`{"puzzle": {"grid": {"boxes": "3x3"}}, "limit": 100000}`: "at most",
	} {
		m, _ := Lookup("status")
		_, err := m.Run(t.Context(), []byte(request), func(any) error { return nil })
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, expected %q", request, err, want)
		}
		if _, is := err.(BadRequest); !is {
			t.Errorf("%s: %T, expected a BadRequest", request, err)
		}
	}
}

func TestStatusOfSmallPuzzles(t *testing.T) {
	for _, test := range []struct {
		givens           string
		solvable, unique bool
	}{
		{`"r1c1": 1`, true, false},
		{`"r1c1": 1, "r1c2": 1`, false, false},
		{`"r1c1": 1, "r1c2": 2, "r1c3": 3, "r2c1": 3, "r2c2": 4, "r2c3": 1, "r3c1": 2, "r3c2": 1`, true, true},
	} {
		a := ask[statusAnswer](t, "status", `{"puzzle": `+small(test.givens)+`}`)
		if !a.Complete || *a.Solvable != test.solvable || *a.Unique != test.unique {
			t.Errorf("%s: %+v", test.givens, a)
		}
		if test.unique != (len(a.Backbone) == 16) {
			t.Errorf("%s: backbone %v", test.givens, a.Backbone)
		}
	}
	// 288 grids have 72 with each value of a cell.
	a := ask[statusAnswer](t, "status", `{"puzzle": `+small("")+`, "limit": 1000, "timeout": 9}`)
	if fmt.Sprint(a.Candidates["r2c3"]) != "map[1:72 2:72 3:72 4:72]" {
		t.Error(a.Candidates)
	}
}

// What the page edits comes back from every way to write it.
func TestOpenReadsTexts(t *testing.T) {
	rows := "1...\n..2.\n....\n...3\n"
	flat := strings.ReplaceAll(rows, "\n", "")
	for text, format := range map[string]string{
		flat: "plain", rows: "plain", flat + "\n" + flat: "plain", "# a comment: yes\n1 . . .\n. . 2 .\n. . . .\n. . . 3": "plain",
		"grid: {boxes: 2x2}\ngivens: {r1c1: 1, r2c3: 2, r4c4: 3}": "yaml", small(`"r1c1": 1, "r2c3": 2, "r4c4": 3`): "yaml",
	} {
		request, _ := json.Marshal(map[string]string{"text": text})
		a := ask[openAnswer](t, "open", string(request))
		m, givens, err := a.Puzzle.read(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Notation().FormatCube(m, givens); got != flat || a.Format != format || m.Grid.BoxRows != 2 {
			t.Errorf("%q: %s, %s", text, got, a.Format)
		}
		if more := strings.Count(text, flat) - 1; more == 1 && len(a.More) != 1 {
			t.Errorf("%q: more %v", text, a.More)
		}
	}
}

func TestDrawShowsTheBoardAlone(t *testing.T) {
	a := ask[drawAnswer](t, "draw", `{"puzzle": {"name": "of nine", "quasi-magic": 2, "grid": {"boxes": "3x3"}, "givens": {"r1c1": 5}},
		"found": {"r1c2": 1}, "candidates": {"r3c3": [1, 9]},
		"marks": [{"cell": "r3c3", "value": 9, "role": "placed"}], "links": [{"from": {"cell": "r3c3", "value": 9}, "to": {"cell": "r9c9", "value": 1}}]}`)
	if len(a.Cells) != 81 || len(a.Sums) != 72 || a.Sums[0].Low != 13 || a.Sums[0].High != 17 || a.Width < 9*a.Cells[0].Size {
		t.Errorf("%d cells, %d sums, %+v, width %v", len(a.Cells), len(a.Sums), a.Sums[:1], a.Width)
	}
	for _, unwanted := range []string{"<style", "style=", "font-size=\"14\""} {
		if strings.Contains(a.SVG, unwanted) {
			t.Errorf("found %s", unwanted)
		}
	}
	for _, wanted := range []string{"<circle", ">5</text>", ">1</text>", ">9</text>", "stroke-dasharray"} {
		if !strings.Contains(a.SVG, wanted) {
			t.Errorf("found no %s", wanted)
		}
	}
}

func TestAboutNamesEverything(t *testing.T) {
	a := ask[aboutAnswer](t, "about", `{}`)
	if len(a.Engines) < 10 || len(a.Kinds) < 70 || len(a.Formats) < 8 || len(a.Encodings.AMO) < 5 || len(a.Techniques) < 20 {
		t.Errorf("%d engines, %d kinds, %d formats", len(a.Engines), len(a.Kinds), len(a.Formats))
	}
	for _, k := range a.Kinds {
		for _, f := range k.Fields {
			if f.Type == "" {
				t.Errorf("%s: the field %s has no type", k.Name, f.Key)
			}
		}
	}
	for _, e := range a.Engines {
		for _, s := range e.Settings {
			if s.Type == "" {
				t.Errorf("%s: the setting %s has no type", e.Name, s.Name)
			}
		}
	}
}
