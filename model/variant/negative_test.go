package variant_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
)

func readModel(t *testing.T, file string) *model.Model {
	t.Helper()
	m, _, err := model.ReadYAML("f.yaml", strings.NewReader(file))
	if err != nil {
		t.Fatalf("%v in\n%s", err, file)
	}
	return m
}

// negatives lists which cells side by side the model's tables keep from having two values together.
func negatives(m *model.Model, x, y int) (pairs []string) {
	for _, table := range model.Each[*model.Table](m.Constraints) {
		a, b := table.Vars[0], table.Vars[1]
		assignment := make(model.Assignment, m.Grid.Cells())
		assignment[a], assignment[b] = x, y
		if !table.Holds(assignment) {
			pairs = append(pairs, m.NameOf(a)+m.NameOf(b))
		}
	}
	slices.Sort(pairs)
	return pairs
}

// TestNegative checks which pairs each negative kind exempts, and which relations it forbids.
func TestNegative(t *testing.T) {
	const row = "grid: {rows: 1, columns: 5, values: 1..9, houses: none}\n"
	for _, test := range []struct {
		file string
		x, y int
		want string
	}{
		{"negative: [xv]\n", 4, 6, "r1c1r1c2 r1c2r1c3 r1c3r1c4 r1c4r1c5"},
		{"negative: [xv]\nxv: {x: [r1c1-r1c2], v: [r1c3-r1c2]}\n", 1, 4, "r1c1r1c2 r1c3r1c4 r1c4r1c5"},
		{"negative: [xv]\nxv: {x: [r1c1-r1c2]}\nconstraints: [{kind: pair-sum, cells: r1c4-r1c5, sum: 8}]\n", 2, 8, "r1c2r1c3 r1c3r1c4 r1c4r1c5"},
		{"negative: [kropki]\ndots: {white: [r1c1-r1c2], black: [r1c3-r1c2]}\n", 6, 3, "r1c1r1c2 r1c3r1c4 r1c4r1c5"},
		{"negative: [kropki]\ndots: {white: [r1c1-r1c2], black: [r1c3-r1c2]}\n", 6, 5, "r1c3r1c2 r1c3r1c4 r1c4r1c5"},
		{"negative: [ratio]\nconstraints: [{kind: black-dot, cells: r1c1-r1c2, ratio: 3}]\n", 2, 1, "r1c1r1c2"},
		{"negative: [ratio]\nconstraints: [{kind: black-dot, cells: r1c1-r1c2, ratio: 3}]\n", 3, 9, "r1c2r1c3 r1c3r1c4 r1c4r1c5"},
		{"constraints: [{kind: negative-ratio, ratios: [2, 4]}]\ndots: {white: [r1c1-r1c2]}\n", 1, 4, "r1c1r1c2 r1c2r1c3 r1c3r1c4 r1c4r1c5"},
		{"negative: [difference]\ndots: {black: [r1c1-r1c2]}\n", 8, 7, "r1c1r1c2 r1c2r1c3 r1c3r1c4 r1c4r1c5"},
		{"negative: [difference]\nconstraints: [{kind: white-dot, cells: r1c1-r1c2, difference: 4}]\n", 8, 7, "r1c1r1c2"},
		{"constraints: [{kind: and, of: [{kind: x, cells: r1c1-r1c2}]}, {kind: negative-xv}]\n", 1, 4, "r1c1r1c2 r1c2r1c3 r1c3r1c4 r1c4r1c5"},
		{"constraints: [{kind: replicate, of: [{kind: x, cells: r1c1-r1c2}], cells: [r1c1, r1c3]}, {kind: negative-xv}]\n", 5, 5, "r1c2r1c3 r1c4r1c5"},
		{"constraints: [{kind: and, of: [{kind: negative-xv}]}, {kind: x, cells: r1c1-r1c2}]\n", 5, 5, "r1c2r1c3 r1c3r1c4 r1c4r1c5"},
	} {
		m := readModel(t, row+test.file)
		if got := strings.Join(negatives(m, test.x, test.y), " "); got != test.want {
			t.Errorf("%s%d and %d are refused in %s, expected %s", test.file, test.x, test.y, got, test.want)
		}
	}
}

// TestNegativeOrder adds marks and negatives in random order, one by one or together. The definitions must be the same ones, also
// after the model was written and read.
func TestNegativeOrder(t *testing.T) {
	for seed := range modeltest.Scale(uint64(10), 20, 40) {
		r := rand.New(rand.NewPCG(seed, 0))
		m := emptyGrid([4]int{4, 4, 2, 2}, 1)
		var clues []model.Named
		for range r.IntN(6) {
			pair := variant.Pair{Cells: drawLine(r, m, 2)}
			ratio := 2 + r.IntN(2)
			clues = append(clues, []model.Named{&variant.WhiteDot{Pair: pair}, &variant.X{Pair: pair}, &variant.V{Pair: pair},
				&variant.BlackDot{Pair: pair, Ratio: &ratio}, &variant.Killer{Cells: pair.Cells}}[r.IntN(5)])
		}
		clues = append(clues, &variant.NegativeXV{}, &variant.NegativeKropki{}, &variant.NegativeRatio{})
		var first []string
		for range 4 {
			m := emptyGrid([4]int{4, 4, 2, 2}, 1)
			r.Shuffle(len(clues), func(i, j int) { clues[i], clues[j] = clues[j], clues[i] })
			together := r.IntN(len(clues))
			if err := m.AddClue(clues[:together]...); err != nil {
				t.Fatal(err)
			}
			for _, n := range clues[together:] {
				if err := m.AddClue(n); err != nil {
					t.Fatal(err)
				}
			}
			got := texts(m)
			if first == nil {
				first = got
			}
			if !slices.Equal(got, first) {
				t.Fatalf("seed %d: another order has other definitions:\n%s", seed, yamlOf(t, m))
			}
			if len(m.Whole()) != len(clues) {
				t.Fatalf("%d of %d clues are whole", len(m.Whole()), len(clues))
			}
			again := readModel(t, yamlOf(t, m))
			if again.Hash() != m.Hash() || yamlOf(t, again) != yamlOf(t, m) {
				t.Fatalf("seed %d: read back to another model:\n%s", seed, yamlOf(t, m))
			}
		}
	}
}

// texts returns the sorted texts of the constraints.
func texts(m *model.Model) (list []string) {
	for _, c := range m.Constraints {
		list = append(list, model.CanonicalText(c))
	}
	slices.Sort(list)
	return list
}

// TestNegativeWithoutItsMark checks that a negative whose mark was removed is no longer written as a clue, since the clue would mean
// more.
func TestNegativeWithoutItsMark(t *testing.T) {
	m := readModel(t, "grid: {boxes: 2x2}\nnegative: [xv]\nxv: {v: [r1c1-r1c2]}\n")
	m.Constraints = m.Constraints[:len(m.Constraints)-1] // the last one is the mark
	if len(m.Whole()) != 0 {
		t.Errorf("%d whole clues, expected none", len(m.Whole()))
	}
	if again := readModel(t, yamlOf(t, m)); again.Hash() != m.Hash() {
		t.Errorf("read back to another model")
	}
}

// TestPairsOfTwo checks that pairs have two cells.
func TestPairsOfTwo(t *testing.T) {
	for _, kind := range []string{"white-dot", "x", "greater-than"} {
		file := fmt.Sprintf("grid: {boxes: 2x2}\nconstraints: [{kind: %s, cells: r1c1-r1c3}]\n", kind)
		if _, _, err := model.ReadYAML("f.yaml", strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), "found 3 cells, expected 2") {
			t.Errorf("%s: error %v", kind, err)
		}
	}
}
