package logic

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// notation matches what a sentence must not have: HoDoKu's signs, and what formats leave where an argument is wrong.
var notation = regexp.MustCompile(`=>|<>|[={}]|\d-|%!|  |\bin ,`)

// groups matches cells as HoDoKu writes several in one, on a board of up to nine rows and columns.
var groups = regexp.MustCompile(`r\d\dc\d|r\dc\d\d`)

// wrongWords says what is wrong with the sentence of a step: it is none, it is the notation itself, or it lacks a cell or a value of what
// the step does.
func wrongWords(b *Board, s *Step) string {
	words := s.Words(b)
	bare := words
	if s.Constraint != nil || s.Technique.clues { // clues are written as they are
		bare = ""
	}
	if notation.MatchString(bare) || b.short() && groups.MatchString(bare) || !strings.HasSuffix(words, ".") || words == s.Text(b) || strings.Contains(words, "=>") {
		return fmt.Sprintf("%s: the sentence %q", s.Text(b), words)
	}
	for _, c := range slices.Concat(s.Placements, s.Eliminations) {
		_, end, _ := strings.Cut(words, b.Model.NameOf(c.Cell))
		if end == "" || !strings.Contains(end, strconv.Itoa(b.Number(c.Value))) {
			return fmt.Sprintf("%s: the sentence %q lacks %s or %d", s.Text(b), words, b.Model.NameOf(c.Cell), b.Number(c.Value))
		}
	}
	return ""
}

// TestEveryTechniqueHasASentence checks that each technique is said in words, and that no sentence is left over.
func TestEveryTechniqueHasASentence(t *testing.T) {
	all := map[string]bool{}
	for _, technique := range Techniques() {
		all[technique.Name], all[technique.Group] = true, true
		if technique.sentence() == nil {
			t.Errorf("%s has no sentence", technique.Name)
		}
	}
	for name := range sentences {
		if !all[name] {
			t.Errorf("a sentence is of %s, which is no technique or group", name)
		}
	}
}

// TestWords has the sentences of steps as they are to be read.
func TestWords(t *testing.T) {
	b := sudoku(t)
	puzzle := model.Cube{}
	for cell, r := range "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........" {
		if r != '.' {
			puzzle = append(puzzle, model.Given{Var: model.Var(cell), Value: int(r - '0')})
		}
	}
	said := map[string]string{
		"Hidden Single: r9c3=7": "r9c3 is the only place for 7 in box 7, so r9c3 is 7.",
		"Locked Candidates Type 1 (Pointing): 5 in b4 => r123c3<>5":       "5 in box 4 must be in column 3, so r1c3, r2c3 and r3c3 are not 5.",
		"Naked Pair: 1,2 in r9c27 => r9c8<>1, r9c89<>2":                   "r9c2 and r9c7 have only 1 and 2 between them, which leaves none for the rest of row 9, so r9c8 is not 1 or 2; r9c9 is not 2.",
		"Skyscraper: 4 in r5c4,r6c7 (connected by r3c47) => r5c9,r6c6<>4": "4 in column 4 is in r5c4 or r3c4, and in column 7 in r3c7 or r6c7. r3c4 and r3c7 cannot both have it, so r5c4 or r6c7 has it. In each case, r5c9 and r6c6 are not 4.",
		"Uniqueness Test 1: 1/2 in r8c27,r9c27 => r8c7<>1, r8c7<>2":       "If r8c7 were 1 or 2, 1 and 2 could be exchanged in r8c2, r8c7, r9c2 and r9c7, and the puzzle would have two solutions, so r8c7 is not 1 or 2.",
	}
	state := NewState(b, puzzle)
	for left := true; left; {
		left = false
		for _, technique := range Techniques() {
			var step *Step
			technique.Find(context.Background(), state, func(found *Step) bool {
				if step == nil {
					step = found
				}
				if wrong := wrongWords(b, found); wrong != "" {
					t.Error(wrong)
				}
				if want, is := said[found.Text(b)]; is {
					delete(said, found.Text(b))
					if got := found.Words(b); got != want {
						t.Errorf("%s: found %q, expected %q", found.Text(b), got, want)
					}
				}
				return true
			})
			if step != nil && technique.Level < Unfair {
				state.Apply(step)
				left = true
				break
			}
		}
	}
	for text := range said {
		t.Errorf("%q was not found", text)
	}
}

// TestWordsOfClues has the sentences of steps by clues, in houses of other kinds, and where no house has all cells.
func TestWordsOfClues(t *testing.T) {
	const killers = "grid: {boxes: 2x2}\nconstraints:\n- {kind: killer, cells: r1c1-r1c2, sum: 3}\n- {kind: killer, cells: r1c3-r2c3, sum: 4}\n"
	for _, test := range []struct{ text, says string }{
		{killers, "In every way to fill killer r1c1-r1c2, sum 3: r1c1 and r1c2 are not 3 or 4."},
		{killers, "By the sums of row 1 and of the cages there, r1c4 - r2c3 must be 3, so r1c4 is not 1, 2 or 3; r2c3 is not 2, 3 or 4."},
		{"grid: {boxes: 2x2}\ngivens: {r1c1: 1, r2c2: 2, r3c3: 3}\nconstraints:\n- {kind: all-different, cells: [r1c1, r2c2, r3c3, r4c4]}\n",
			"r4c4 is the last open cell of the house from r1c1 to r4c4, so r4c4 is 4."},
		{"grid: {boxes: 2x2}\ndomains: {r1c1: [1, 2], r1c2: [1, 2]}\n",
			"r1c1 and r1c2 have only 1 and 2 between them, which leaves none for cells that see all of these, so r1c3, r1c4, r2c1 and r2c2 are not 1 or 2."},
	} {
		m, puzzle, err := modeltest.ReadYAML("", strings.NewReader(test.text))
		if err != nil {
			t.Fatal(err)
		}
		b, said := board(t, m), []string{}
		for _, technique := range Techniques() {
			technique.Find(t.Context(), NewState(b, puzzle), func(found *Step) bool {
				said = append(said, found.Words(b))
				return true
			})
		}
		if !slices.Contains(said, test.says) {
			t.Errorf("%s:\nfound %s\nexpected %s", test.text, strings.Join(said, "\n"), test.says)
		}
	}
}
