package variant_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
)

func readModel(t *testing.T, file string) *model.Model {
	t.Helper()
	m, _, err := modeltest.ReadYAML("f.yaml", strings.NewReader(file))
	if err != nil {
		t.Fatalf("%v in\n%s", err, file)
	}
	return m
}

// readBack reads what is written of a document.
func readBack(t *testing.T, d *document.Document) *document.Document {
	t.Helper()
	back, err := document.Read(t.Context(), "f.yaml", strings.NewReader(yamlOf(t, d)))
	if err != nil {
		t.Fatal(err)
	}
	return back
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
		var clues []variant.Clue
		for range r.IntN(6) {
			pair := variant.Pair{Cells: drawLine(r, m, 2)}
			ratio := 2 + r.IntN(2)
			clues = append(clues, []variant.Clue{&variant.WhiteDot{Pair: pair}, &variant.X{Pair: pair}, &variant.V{Pair: pair},
				&variant.BlackDot{Pair: pair, Ratio: &ratio}, &variant.Killer{Cells: pair.Cells}}[r.IntN(5)])
		}
		clues = append(clues, &variant.NegativeXV{}, &variant.NegativeKropki{}, &variant.NegativeRatio{})
		var first []string
		for range 4 {
			d := document.New(emptyGrid([4]int{4, 4, 2, 2}, 1))
			r.Shuffle(len(clues), func(i, j int) { clues[i], clues[j] = clues[j], clues[i] })
			together := r.IntN(len(clues))
			if err := d.AddClues(clues[:together]...); err != nil {
				t.Fatal(err)
			}
			for _, n := range clues[together:] {
				if err := d.AddClues(n); err != nil {
					t.Fatal(err)
				}
			}
			m := d.Model
			got := texts(m)
			if first == nil {
				first = got
			}
			if !slices.Equal(got, first) {
				t.Fatalf("seed %d: another order has other definitions:\n%s", seed, yamlOf(t, m))
			}
			again := readBack(t, d)
			if again.Model.Hash() != m.Hash() || len(again.Clues()) != len(clues) {
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

// TestNegativeWithoutItsMark checks that a negative whose mark is dropped means what it meant, when it is written.
func TestNegativeWithoutItsMark(t *testing.T) {
	for _, text := range []string{"negative: [xv]\nxv: {v: [r1c1-r1c2]}\n", "constraints: [{kind: full-rank, row: 1, rank: 1}, {kind: full-rank, row: 3, rank: 2}]\n"} {
		d, err := document.Read(t.Context(), "f", strings.NewReader("grid: {boxes: 2x2}\n"+text))
		if err != nil {
			t.Fatal(err)
		}
		left := d.Model.Keep(func(c model.Constraint) bool { return !slices.Contains(d.Meaning(1), c) })
		only, err := d.Only(func(model.Constraint) bool { return true }, func(i int) bool { return i != 1 })
		if err != nil {
			t.Fatal(err)
		}
		if got, want := countBy(t, only.Model, nil), countBy(t, left, nil); got != want {
			t.Errorf("%s: %d solutions without its last clue, expected %d", text, got, want)
		}
	}
}

// TestPairsOfTwo checks that pairs have two cells.
func TestPairsOfTwo(t *testing.T) {
	for _, kind := range []string{"white-dot", "x", "greater-than"} {
		file := fmt.Sprintf("grid: {boxes: 2x2}\nconstraints: [{kind: %s, cells: r1c1-r1c3}]\n", kind)
		if _, _, err := modeltest.ReadYAML("f.yaml", strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), "found 3 cells, expected 2") {
			t.Errorf("%s: error %v", kind, err)
		}
	}
}
