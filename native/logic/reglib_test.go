package logic

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qmsat/model"
)

var update = flag.Bool("update", false, "rewrite the table of docs/logic.md")

// reglibTechniques gives the techniques for a code of HoDoKu's library. A variant after the code is included, unless it has its
// own entry.
var reglibTechniques = []struct{ code, names string }{
	{"0000", "full-house"},
	{"0002", "hidden-single"},
	{"0003", "naked-single"},
	{"0100", "locked-candidates-1"},
	{"0101", "locked-candidates-2"},
	{"0110", "locked-pair"},
	{"0111", "locked-triple"},
	{"0200", "naked-pair"},
	{"0201", "naked-triple"},
	{"0202", "naked-quadruple"},
	{"0210", "hidden-pair"},
	{"0211", "hidden-triple"},
	{"0212", "hidden-quadruple"},
	{"0300", "x-wing"},
	{"0301", "swordfish"},
	{"0302", "jellyfish"},
	{"0310", "finned-x-wing"},
	{"0311", "finned-swordfish"},
	{"0312", "finned-jellyfish"},
	{"0320", "sashimi-x-wing"},
	{"0321", "sashimi-swordfish"},
	{"0322", "sashimi-jellyfish"},
	{"0400", "skyscraper"},
	{"0401", "two-string-kite"},
	{"0402", "empty-rectangle"},
	{"0402-1", "turbot-fish"}, // two positions in the box; HoDoKu has an option that calls these empty rectangles
	{"0403", "turbot-fish"},
	{"0500", "simple-colours-trap"},
	{"0501", "simple-colours-wrap"},
	{"0502", "multi-colours-1"},
	{"0503", "multi-colours-2"},
	{"0600", "unique-rectangle-1"},
	{"0601", "unique-rectangle-2"},
	{"0602", "unique-rectangle-3"},
	{"0603", "unique-rectangle-4"},
	{"0610", "bug-plus-1"},
	{"0701", "x-chain"},
	{"0702", "xy-chain"},
	{"0706", "continuous-nice-loop"},
	{"0707", "discontinuous-nice-loop"},
	{"0708", "aic"},
	{"0800", "xy-wing"},
	{"0801", "xyz-wing"},
	{"0803", "w-wing"},
	{"0901", "als-xz"},
}

// reglibCase is a line of the library.
type reglibCase struct {
	line       int
	code       string // with its variant
	state      *State
	values     []int // of the pattern or the effect; empty if the line has none
	pattern    bool  // values are those of the pattern, and no other step has them
	effect     []Candidate
	placed     bool // the effect is placements
	impossible bool // nothing may be found
}

// TestReglib counts, for each technique, which cases of HoDoKu's library of regression tests it meets exactly: it finds a step
// with exactly the placements or eliminations of the case, no other step with the case's values if these identify it, and nothing
// if nothing may be found. The library is under the GPL and not part of this repository; QMSAT_REGLIB is its path (repository
// alexdej/hodoku-py, reglib-1.3.txt).
func TestReglib(t *testing.T) {
	path := os.Getenv("QMSAT_REGLIB")
	if path == "" {
		t.Skip("QMSAT_REGLIB does not say where HoDoKu's library is")
	}
	cases := readReglib(t, sudoku(t), path)
	var table strings.Builder
	table.WriteString("| code | technique | cases | met | share |\n| --- | --- | ---: | ---: | ---: |\n")
	for _, entry := range reglibTechniques {
		solver := named(t, strings.Split(entry.names, ",")...)
		all, met := 0, 0
		for _, c := range cases {
			if c.code != entry.code && (reglibListed(c.code) || !strings.HasPrefix(c.code, entry.code+"-")) {
				continue
			}
			all++
			if found := reglibSteps(c, solver); reglibMet(c, found) {
				met++
			} else {
				t.Logf("line %d, %s: expected %v, found %v", c.line, entry.code, c.effect, texts(c.state.Board, found))
			}
		}
		fmt.Fprintf(&table, "| %s | %s | %d | %d | %.1f %% |\n", entry.code, strings.ReplaceAll(entry.names, ",", ", "), all, met, 100*float64(met)/float64(max(all, 1)))
	}
	t.Log("\n" + table.String())
	held := filepath.Join("..", "..", "docs", "logic.md")
	document, err := os.ReadFile(held)
	if err != nil {
		t.Fatal(err)
	}
	const open, shut = "<!-- reglib -->\n", "<!-- /reglib -->"
	before, rest, found := bytes.Cut(document, []byte(open))
	_, after, closed := bytes.Cut(rest, []byte(shut))
	if !found || !closed {
		t.Fatalf("%s has no place for the table", held)
	}
	now := slices.Concat(before, []byte(open+table.String()+shut), after)
	switch {
	case *update:
		if err := os.WriteFile(held, now, 0o644); err != nil {
			t.Fatal(err)
		}
	case !bytes.Equal(document, now):
		t.Errorf("%s has another table; go test ./native/logic -run TestReglib -update writes this one", held)
	}
}

func reglibListed(code string) bool {
	return slices.ContainsFunc(reglibTechniques, func(e struct{ code, names string }) bool { return e.code == code })
}

// reglibSteps returns all steps of the techniques.
func reglibSteps(c reglibCase, solver *Solver) (found []*Step) {
	for _, technique := range solver.Techniques {
		technique.Find(context.Background(), c.state, func(step *Step) bool {
			found = append(found, step)
			return true
		})
	}
	return found
}

func reglibMet(c reglibCase, found []*Step) bool {
	if c.impossible {
		return len(found) == 0
	}
	met := false
	for _, s := range found {
		s.effect() // sorts
		effect := s.Eliminations
		if c.placed {
			effect = s.Placements
		}
		same := slices.Equal(effect, c.effect)
		met = met || same
		if !same && c.pattern && slices.Equal(slices.Sorted(slices.Values(s.Values)), c.values) {
			return false
		}
	}
	return met
}

func texts(b *Board, steps []*Step) (list []string) {
	for _, s := range steps {
		list = append(list, s.Text(b))
	}
	return list
}

// readReglib reads the library. Its format is explained at its head.
func readReglib(t *testing.T, b *Board, path string) (cases []reglibCase) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, ":") {
			continue
		}
		fields := strings.Split(strings.TrimSpace(line), ":")
		fields = append(fields, make([]string, max(0, 8-len(fields)))...)
		c := reglibCase{line: i + 1, code: fields[1], state: NewState(b, nil), impossible: strings.HasSuffix(fields[1], "-x")}
		cell := 0
		for _, r := range fields[3] {
			if r == '+' {
				continue
			}
			if r >= '1' && r <= '9' {
				c.state.place(model.Var(cell), int(r-'1'))
			}
			cell++
		}
		for _, deleted := range reglibCandidates(fields[4]) {
			c.state.remove(deleted.Cell, deleted.Value)
		}
		c.pattern = c.code < "0706" || strings.HasPrefix(c.code, "08")
		for _, r := range fields[2] {
			c.values = append(c.values, int(r-'1'))
		}
		c.effect, c.placed = reglibCandidates(fields[5]), fields[5] == ""
		if c.placed {
			c.effect = reglibCandidates(fields[6])
		}
		step := Step{Eliminations: c.effect}
		step.effect()
		c.effect = step.Eliminations
		cases = append(cases, c)
	}
	return cases
}

// reglibCandidates reads candidates, each of three digits: value, row, column.
func reglibCandidates(text string) (list []Candidate) {
	for word := range strings.FieldsSeq(text) {
		list = append(list, Candidate{model.Var(int(word[1]-'1')*9 + int(word[2]-'1')), int(word[0] - '1')})
	}
	return list
}
