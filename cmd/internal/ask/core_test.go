package ask

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"qmsat/internal/memory"
	"qmsat/model/engine"
	"qmsat/testdata"
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
		`{"within": -1}`:           "within: found -1",
		`{"timeout": 0}`:           "timeout: found 0",
		`{"timeout": "1"}`:         `timeout: found "1"`,
		`{} {}`:                    "found no JSON object",
		`{"puzzle": {"gird": {}}}`: "gird",
		`{"puzzle": {"grid": {"boxes": "3x3"}}, "limit": 100000}`: "limit: found 100000, expected 1 to 10000",
		`{"puzzle": {"variables": {"a": "0..4503599627370495"}}}`: "more than 4194304 values",
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
		settled := 0
		for _, counts := range a.Counts {
			if len(counts) == 1 {
				settled++
			}
		}
		if test.unique != (settled == 16) {
			t.Errorf("%s: %d cells have one value", test.givens, settled)
		}
	}
	// 288 grids have 72 with each value of a cell.
	a := ask[statusAnswer](t, "status", `{"puzzle": `+small("")+`, "limit": 1000, "timeout": 9}`)
	if fmt.Sprint(a.Counts["r2c3"]) != "map[1:72 2:72 3:72 4:72]" {
		t.Error(a.Counts)
	}
}

// Counting that is cut short leaves exact candidates, with counts that are lower bounds.
func TestStatusWithin(t *testing.T) {
	told := 0
	request := statusRequest{About: onPuzzle(small(`"r1c1": 1`)), Limit: 1000, Within: 1e-9}
	a, err := status(t.Context(), request, func(event any) error {
		if e, is := event.(possible); is && len(e.Counts["r2c3"]) == 4 {
			told++
		}
		return nil
	})
	if err != nil || told != 1 || !a.Exact || a.Complete != (a.Cause == "") {
		t.Errorf("told %d times, %+v, %v", told, a, err)
	}
	for cell, counts := range a.Counts {
		want := map[string]int{"r1c1": 1, "r1c2": 3, "r1c3": 3, "r1c4": 3, "r2c1": 3, "r2c2": 3, "r3c1": 3, "r4c1": 3}[cell]
		if want == 0 {
			want = 4
		}
		sum := uint64(0)
		for _, n := range counts {
			sum += n
		}
		if len(counts) != want || sum > 72 || a.Complete && sum != 72 {
			t.Errorf("%s: %v, complete %t, expected %d values in 72 solutions", cell, counts, a.Complete, want)
		}
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

// Of what is not kept, the page says so.
func TestOpenWarns(t *testing.T) {
	row := "[" + strings.Repeat("{},", 3) + "{}]"
	withText := `{"size":4,"grid":[` + strings.Repeat(row+",", 3) + row + `],"text":[{"cells":["R1C1"],"value":"x"}]}`
	for text, want := range map[string]string{
		strings.Repeat("1.............4.\n", 1001): "", strings.Repeat("1.............4.\n", 1500): "found 1500 puzzles, kept the first 1001",
		withText: "text: not kept on the page",
	} {
		request, _ := json.Marshal(openRequest{Text: text})
		a := ask[openAnswer](t, "open", string(request))
		if got := strings.Join(a.Warnings, "; "); got != want || len(a.More) > 1000 {
			t.Errorf("%.20q: warnings %q, %d more, expected %q", text, got, len(a.More), want)
		}
	}
}

func TestDrawShowsTheBoardAlone(t *testing.T) {
	a := ask[drawAnswer](t, "draw", `{"puzzle": {"name": "of nine", "quasi-magic": 2, "grid": {"boxes": "3x3"}, "givens": {"r1c1": 5}},
		"found": {"r1c2": 1}, "candidates": {"r3c3": [1, 9]},
		"marks": [{"cell": "r3c3", "value": 9, "role": "placed"}], "links": [{"from": {"cell": "r3c3", "value": 9}, "to": {"cell": "r9c9", "value": 1}}]}`)
	if len(a.Cells) != 81 || a.Width < 9*a.Cells[0].Size {
		t.Errorf("%d cells, width %v", len(a.Cells), a.Width)
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
	if len(a.Engines) < 10 || len(a.Kinds) < 70 || len(a.Formats) < 8 || len(a.Encodings.AMO) < 5 {
		t.Errorf("%d engines, %d kinds, %d formats", len(a.Engines), len(a.Kinds), len(a.Formats))
	}
	for _, k := range a.Kinds {
		for _, f := range k.Fields {
			if f.Type == "" {
				t.Errorf("%s: the field %s has no type", k.Name, f.Key)
			}
		}
	}
}

// Every method that counts or searches says the same of a puzzle with two solutions.
func TestAnswersAgree(t *testing.T) {
	puzzle := `"puzzle": ` + small(`"r1c1": 1, "r1c2": 2, "r1c3": 3, "r2c1": 3, "r2c2": 4, "r3c1": 2, "r3c2": 1`)
	if a := ask[countAnswer](t, "count", `{`+puzzle+`, "confirm": "auto"}`); a.Count != "2" || !a.Complete || !*a.Confirmed {
		t.Errorf("count: %+v", a)
	}
	if a := ask[countAnswer](t, "count", `{`+puzzle+`, "engine": "gini", "limit": 1}`); a.Count != "1" || a.Complete || a.Engine != "gini" {
		t.Errorf("count with a limit: %+v", a)
	}
	if a := ask[estimateAnswer](t, "estimate", `{`+puzzle+`, "samples": 50, "seed": 3}`); a.Estimate != "2" || a.Samples != 50 {
		t.Errorf("estimate: %+v", a)
	}
	if a := ask[solveAnswer](t, "solve", `{`+puzzle+`}`); len(a.Solutions.pieces) != 1 || !strings.Contains(string(a.Solutions.pieces[0]), "r1c4=4") {
		t.Errorf("solve: %+v", a)
	}
	if a := ask[solveAnswer](t, "solve", `{`+puzzle+`, "differ": true}`); strings.Count(string(a.Solutions.pieces[0]), "r1c1=1") != 2 || len(*a.Differ) == 0 || a.Complete {
		t.Errorf("differ: %+v", a)
	}
	if a := ask[conflictAnswer](t, "conflict", `{`+puzzle+`}`); a.Outcome != "satisfiable" || len(strings.Fields(a.Solution)) != 16 {
		t.Errorf("conflict: %+v", a)
	}
	if a := ask[explainAnswer](t, "explain", `{`+puzzle+`}`); a.Grade.Solved || a.Grade.Solutions != "2 or more" || len(a.Steps) == 0 {
		t.Errorf("explain: %+v", a)
	}
}

// What is wrong with a request is its fault, even if the time is over as well. The end of the time is not.
func TestFaultsAfterTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for method, request := range map[string]string{
		"open": `{"text": "https://f-puzzles.com/?load=N4"}`, "sizes": `{"vary": "amo", "puzzle": ` + small("") + `}`,
	} {
		m, _ := Lookup(method)
		_, err := m.Run(ctx, []byte(request), func(any) error { return nil })
		if is := errors.As(err, new(BadRequest)); err == nil || is != (method == "open") {
			t.Errorf("%s: %v, a BadRequest: %v", method, err, is)
		}
	}
}

// A count that the timeout ends says how far it came, and why it is not complete.
func TestTimeoutKeepsWhatIsKnown(t *testing.T) {
	a := ask[countAnswer](t, "count", `{"puzzle": {"grid": {"boxes": "3x3"}}, "engine": "native", "timeout": 0.05}`)
	if a.Complete || a.Count == "0" || !strings.Contains(a.Cause, "timeout") {
		t.Errorf("%+v", a)
	}
	if s := ask[statusAnswer](t, "status", `{"puzzle": {"grid": {"boxes": "3x3"}}, "limit": 10000, "timeout": 0.1}`); s.Complete || s.Cause == "" {
		t.Errorf("status: complete %v, cause %q", s.Complete, s.Cause)
	}
}

// What is too large for one part of an answer leaves the others.
func TestAnswersOfLargeDomains(t *testing.T) {
	a := ask[generateAnswer](t, "generate", `{"puzzle": {"variables": {"a": "1..100"}}}`)
	if a.Grade != nil || !strings.Contains(string(a.Puzzle.text), "givens") {
		t.Errorf("grade %v of %s, expected a puzzle without a grade", a.Grade, a.Puzzle.text)
	}
	for _, method := range []string{"conflict", "estimate", "generate", "status"} {
		m, _ := Lookup(method)
		_, err := m.Run(t.Context(), []byte(`{"puzzle": {"variables": {"a": "1..100000000"}}, "timeout": 0.1}`), func(any) error { return nil })
		if !errors.As(err, new(BadRequest)) || strings.Contains(err.Error(), "timeout") {
			t.Errorf("%s: %v, expected a BadRequest because of the values", method, err)
		}
	}
}

// Commands cannot be run through the page.
func TestOnlyOwnEngines(t *testing.T) {
	for _, name := range []string{"exec:true", "exec:sh -c 'exit 1'", "no-such-engine", "native,gini", "native[order=no]", "annealing"} {
		m, _ := Lookup("count")
		request, _ := json.Marshal(map[string]any{"puzzle": json.RawMessage(small("")), "engine": name})
		if _, err := m.Run(t.Context(), request, func(any) error { return nil }); err == nil {
			t.Errorf("%s: found no error", name)
		} else if _, is := err.(BadRequest); !is {
			t.Errorf("%s: %v, expected a BadRequest", name, err)
		}
	}
}

func TestExplainGoesOnFromMarks(t *testing.T) {
	puzzle := `"puzzle": ` + small(`"r1c1": 1, "r1c2": 2, "r1c3": 3, "r2c1": 3, "r2c2": 4, "r2c3": 1, "r3c1": 2, "r3c2": 1`)
	all := ask[explainAnswer](t, "explain", `{`+puzzle+`, "view": true}`)
	if !all.Grade.Solved || all.Grade.Rating == nil || len(all.Steps) != 8 {
		t.Errorf("%d steps, %+v", len(all.Steps), all.Grade)
	}
	if last := all.Steps[7].View; len(last.Found) != 7 || len(last.Candidates) != 1 || len(last.Marks) == 0 {
		t.Errorf("%+v", last)
	}
	hint := ask[explainAnswer](t, "explain", `{`+puzzle+`, "hint": true, "view": true, "left": {"r3c3": [4], "r4c4": [1, 3]}}`)
	if len(hint.Steps) != 1 || len(hint.Steps[0].Placements) != 1 || fmt.Sprint(hint.Steps[0].View.Candidates["r3c3"]) != "[4]" {
		t.Errorf("%+v", hint.Steps)
	}
}

// A generated puzzle has its own solution, and a grade; a script of the command holds the rest.
func TestGeneratedPuzzle(t *testing.T) {
	a := ask[generateAnswer](t, "generate", `{"puzzle": {"grid": {"boxes": "2x2"}, "solution": "1234341221434321"}, "clues": "thermometers:1"}`)
	if text := string(a.Puzzle.text); strings.Contains(text, "solution") || !strings.Contains(text, "thermometer") || !a.Grade.Solved {
		t.Errorf("%s, %+v; expected a thermometer, and not the solution of the puzzle before", text, a.Grade)
	}
}

// Every puzzle of a set can be opened: the first and the last one of each are.
func TestLibrary(t *testing.T) {
	list := ask[[]setAnswer](t, "library", `{}`)
	if len(list) < 10 {
		t.Errorf("%d sets", len(list))
	}
	for _, s := range list {
		for _, index := range []int{0, s.Count - 1} {
			a := ask[struct{ Puzzle Puzzle }](t, "library", fmt.Sprintf(`{"name": %q, "index": %d}`, s.Name, index))
			if m, _, err := a.Puzzle.read(t.Context()); err != nil || m.Name == "" || s.Name == "quasi-magic-3" && !strings.Contains(string(a.Puzzle.text), `"quasi-magic":3`) {
				t.Errorf("%s %d: %v %s", s.Name, index, err, a.Puzzle.text)
			}
		}
	}
}

// Each embedded file is of a set, and its puzzles have their Δ: 0 too, for which there are larger grids.
func TestLibraryOffersAllFiles(t *testing.T) {
	err := fs.WalkDir(testdata.Library, ".", func(file string, entry fs.DirEntry, err error) error {
		offered := entry.IsDir() || slices.ContainsFunc(sets.All(), func(s set) bool {
			matches, _ := path.Match(s.file, file)
			return matches
		})
		if !offered {
			t.Errorf("no set has %s", file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ request, want string }{
		{`{"name": "quasi-magic-larger"}`, `"quasi-magic":0`}, {`{"name": "ai-sudoku"}`, `"name":"AI Escargot"`}, {`{"name": "sudoku-36x36"}`, `"boxes":"6x6"`},
	} {
		a := ask[struct{ Puzzle Puzzle }](t, "library", test.request)
		if text := strings.ReplaceAll(string(a.Puzzle.text), `": `, `":`); !strings.Contains(text, test.want) {
			t.Errorf("%s: %.200s, expected %s", test.request, text, test.want)
		}
	}
}

// A puzzle that qmsat cannot carry is refused by its name, not a fault of the server.
func TestLibraryRefuses(t *testing.T) {
	m, err := Lookup("library")
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Run(t.Context(), []byte(`{"name": "iss", "index": 59}`), func(any) error { return nil })
	if !errors.As(err, new(BadRequest)) || !strings.Contains(err.Error(), "found 'K', expected 1-9, A-G or '.'") {
		t.Errorf("%v, expected a bad request", err)
	}
}

// What is written in a format that holds everything is opened again as the same puzzle.
func TestWriteAndOpen(t *testing.T) {
	puzzle := `{"name": "A title: two", "grid": {"boxes": "3x3"}, "givens": {"r1c1": 5}, "constraints": [{"kind": "thermometer", "line": "r2c1-r4c1"}]}`
	first, givens, err := onPuzzle(puzzle).Puzzle.read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"yaml", "fpuzzles"} {
		a := ask[written](t, "convert", `{"puzzle": `+puzzle+`, "to": "`+format+`"}`)
		request, _ := json.Marshal(openRequest{Text: a.Text})
		b := ask[openAnswer](t, "open", string(request))
		m, again, err := b.Puzzle.read(t.Context())
		if err != nil || m.Hash() != first.Hash() || fmt.Sprint(again) != fmt.Sprint(givens) || len(a.Lost) > 0 {
			t.Errorf("%s: %v, lost %v: %s", format, err, a.Lost, b.Puzzle.text)
		}
	}
	if a := ask[written](t, "export", `{"puzzle": `+puzzle+`}`); !strings.HasPrefix(a.Text, "c ") || a.File != "a-title-two.cnf" {
		t.Errorf("%s begins with %.20q", a.File, a.Text)
	}
	if a := ask[written](t, "convert", `{"puzzle": `+puzzle+`, "to": "sdk", "lossy": true}`); len(a.Lost) != 1 {
		t.Errorf("sdk: lost %v", a.Lost)
	}
}

// Sessions are shared by puzzles that differ in givens only, and by no others, however alike they are.
func TestSessionsOfAlmostEqualModels(t *testing.T) {
	cage := func(sum int, cells string) string {
		return fmt.Sprintf(`{"grid": {"boxes": "2x2"}, "constraints": [{"kind": "killer", "cells": %s, "sum": %d}]}`, cells, sum)
	}
	counts := map[string]int{}
	for _, puzzle := range []string{
		small(""), cage(3, `["r1c1", "r1c2"]`), cage(4, `["r1c1", "r1c2"]`), cage(3, `["r1c1", "r2c1"]`),
		`{"grid": {"boxes": "2x2"}, "anti": ["knight"]}`, `{"grid": {"boxes": "2x2"}, "anti": ["king"]}`, `{"grid": {"rows": 4, "columns": 4, "houses": "none"}}`,
	} {
		ignored := func(any) error { return nil }
		for range 2 { // the second time with a kept session
			a, err := status(t.Context(), statusRequest{About: onPuzzle(puzzle), Limit: 100}, ignored)
			if err != nil || !a.Complete {
				t.Fatalf("%s: %v %s", puzzle, err, a.Cause)
			}
			c := ask[countAnswer](t, "count", `{"puzzle": `+puzzle+`, "engine": "gini", "limit": 2}`)
			if *a.Solvable != (c.Count != "0") || *a.Unique != (c.Count == "1") {
				t.Errorf("%s: %+v, but gini counts %s", puzzle, a, c.Count)
			}
			counts[fmt.Sprint(a.Counts)]++
		}
	}
	for text, n := range counts {
		if n != 2 {
			t.Errorf("%d times: %s", n, text)
		}
	}
}

// closing is a session that counts how often it is closed.
type closing struct {
	engine.Session
	closed *int
}

func (c closing) Close() error { *c.closed++; return nil }

// Sessions that nobody asks for are closed after a while.
func TestIdleSessions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed := 0
		var s sessions
		for want := range 3 {
			s.keep(kept{Session: closing{closed: &closed}})
			time.Sleep(idleTime * 2 / 3)
			synctest.Wait()
			s.mutex.Lock()
			if closed != want || len(s.idle) != 1 {
				t.Errorf("%d sessions are closed, %d are idle, expected %d and 1", closed, len(s.idle), want)
			}
			s.mutex.Unlock()
		}
	})
}

// A run that takes too much memory closes all idle sessions.
func TestMemoryClosesSessions(t *testing.T) {
	request := `{"puzzle": ` + small("") + `}`
	ask[statusAnswer](t, "status", request)
	ctx, release := memory.WithBudget(t.Context(), 1)
	defer release()
	<-ctx.Done()
	m, _ := Lookup("status")
	_, _ = m.Run(ctx, []byte(request), func(any) error { return nil })
	if len(pool.idle) > 0 {
		t.Errorf("%d sessions are idle, expected none", len(pool.idle))
	}
}

// FuzzMethods sends any request to any method. Answers are JSON, and errors one line.
func FuzzMethods(f *testing.F) {
	for i := range Methods() {
		for _, request := range []string{`{}`, `{"puzzle": ` + small(`"r1c1": 1`) + `, "timeout": 0.1}`, `{"text": "1...", "name": "iss", "index": 2}`} {
			f.Add(uint8(i), []byte(request))
		}
	}
	f.Fuzz(func(t *testing.T, number uint8, request []byte) {
		all := methods.All()
		m := all[int(number)%len(all)]
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		answer, err := m.Run(ctx, request, func(event any) error {
			_, err := json.Marshal(event)
			return err
		})
		if err != nil && (err.Error() == "" || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: %q, expected one line", m.Name, err)
		}
		if _, bad := json.Marshal(answer); err == nil && bad != nil {
			t.Errorf("%s: %v", m.Name, bad)
		}
	})
}
