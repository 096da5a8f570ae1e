package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// TestMethodsDocument holds that docs/methods.md has the published iterations of projections in its table of three methods. With
// QMSAT_CONFIRM and -update all of its tables are measured again, which takes about a quarter of an hour.
func TestMethodsDocument(t *testing.T) {
	tables, _ := measuredTables(t, "methods.md")
	text := strings.Join(tables, "\n")
	sudoku, err := model.Sudoku(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range modeltest.Puzzles(t, sudoku, "ai-sudoku-8.txt") {
		if line := regexp.MustCompile(`(?m)^ +S` + strings.Fields("33 34 35 36 37 38 39 40")[i] + ` .* ` + p.Columns[1] + ` *$`); !line.MatchString(text) {
			t.Errorf("no line %s", line)
		}
	}
}

// The puzzles of testdata/methods-40.txt and survey-75.txt have the grades that stand beside them, and those that were generated
// come from the flags there.
func TestMethodsPuzzles(t *testing.T) {
	modeltest.OnlyLong(t)
	sudoku, err := model.Sudoku(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	output := func(line string) []string {
		var out strings.Builder
		if status := run(t.Context(), strings.Fields(line), streams{strings.NewReader(""), &out, os.Stderr}); status != 0 {
			t.Fatalf("qmsat %s: exit status %d", line, status)
		}
		return strings.Split(strings.TrimSpace(out.String()), "\n")
	}
	generated := regexp.MustCompile(`^(--.*), puzzle ([0-9]+)$`)
	wanted := map[string]map[int]string{} // by flags: the puzzles by their numbers
	for i, p := range append(modeltest.Puzzles(t, sudoku, "methods-40.txt"), modeltest.Puzzles(t, sudoku, "survey-75.txt")...) {
		if i%5 > 0 && !modeltest.Confirms() {
			continue
		}
		graded := strings.Join(p.Columns[2:5], ",")
		var r struct {
			Level, Hardest string
			Score          int
		}
		if err := json.Unmarshal([]byte(output("grade --format json " + p.Text)[0]), &r); err != nil {
			t.Fatal(err)
		}
		if now := fmt.Sprintf("%s,%d,%s", r.Level, r.Score, r.Hardest); now != graded {
			t.Errorf("%s: %s, expected %s", p.Columns[1], now, graded)
		}
		parts := generated.FindStringSubmatch(strings.Join(p.Columns[5:], " "))
		if parts == nil {
			continue
		}
		if wanted[parts[1]] == nil {
			wanted[parts[1]] = map[int]string{}
		}
		number, _ := strconv.Atoi(parts[2])
		wanted[parts[1]][number] = p.Text
	}
	for flags, puzzles := range wanted {
		made := output(fmt.Sprintf("generate --count %d %s", slices.Max(slices.Collect(maps.Keys(puzzles))), flags))
		for number, text := range puzzles {
			if !strings.HasPrefix(made[number], text) {
				t.Errorf("%s is not puzzle %d of %s: %s", text, number, flags, made[number])
			}
		}
	}
}
