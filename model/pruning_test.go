package model

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// quasiMagicSolutions reads the third column of the 180 quasi-magic puzzles.
func quasiMagicSolutions(t *testing.T) [][9][9]int {
	t.Helper()
	text, err := os.ReadFile("../testdata/quasimagic-180.txt")
	if err != nil {
		t.Fatal(err)
	}
	var solutions [][9][9]int
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var grid [9][9]int
		for i, c := range strings.Fields(line)[2] {
			grid[i/9][i%9] = int(c - '0')
		}
		solutions = append(solutions, grid)
	}
	if len(solutions) != 180 {
		t.Fatalf("%d solutions, want 180", len(solutions))
	}
	return solutions
}

func assignment(grid [9][9]int) Assignment {
	a := Assignment{}
	for _, row := range grid {
		a = append(a, row[:]...)
	}
	return a
}

// ruleHolds is a second reading of the ten rules, directly from the paper's words, for any filled grid.
func ruleHolds(number int, grid [9][9]int) bool {
	centre := func(band, stack int) int { return grid[3*band+1][3*stack+1] }
	// lines are the triples of a mini-grid as (row, column) steps.
	lines := [][3][2]int{
		{{0, 0}, {0, 1}, {0, 2}}, {{1, 0}, {1, 1}, {1, 2}}, {{2, 0}, {2, 1}, {2, 2}},
		{{0, 0}, {1, 0}, {2, 0}}, {{0, 1}, {1, 1}, {2, 1}}, {{0, 2}, {1, 2}, {2, 2}},
		{{0, 0}, {1, 1}, {2, 2}}, {{0, 2}, {1, 1}, {2, 0}},
	}
	isEdge := func(row, column int) bool { return (row%3+column%3)%2 == 1 }
	onEdge := func(value int) bool {
		for row := range 9 {
			for column := range 9 {
				if isEdge(row, column) && grid[row][column] == value {
					return true
				}
			}
		}
		return false
	}
	centres := func(value int) int {
		n := 0
		for i := range 9 {
			if centre(i/3, i%3) == value {
				n++
			}
		}
		return n
	}
	// together reports whether a mini-grid with centre v and another with centre w share a band or stack, or, if apart is
	// set, share neither.
	together := func(v, w int, apart bool) bool {
		for i := range 9 {
			for j := range 9 {
				share := i/3 == j/3 || i%3 == j%3
				if i != j && centre(i/3, i%3) == v && centre(j/3, j%3) == w && share != apart {
					return true
				}
			}
		}
		return false
	}
	inOneTriple := func(v, w int) bool {
		for box := range 9 {
			for _, line := range lines {
				hasV, hasW := false, false
				for _, step := range line {
					value := grid[box/3*3+step[0]][box%3*3+step[1]]
					hasV = hasV || value == v
					hasW = hasW || value == w
				}
				if hasV && hasW {
					return true
				}
			}
		}
		return false
	}
	switch number {
	case 1:
		return centres(1)+centres(2)+centres(8)+centres(9) == 0
	case 2:
		return !onEdge(5)
	case 3:
		for i := range 3 {
			inBand, inStack := 0, 0
			for j := range 3 {
				if centre(i, j) == 5 {
					inBand++
				}
				if centre(j, i) == 5 {
					inStack++
				}
			}
			if inBand != 1 || inStack != 1 {
				return false
			}
		}
		return true
	case 4:
		return centres(3) <= 1 && centres(7) <= 1
	case 5:
		return !together(3, 7, true)
	case 6:
		return !together(6, 7, false)
	case 7:
		return !together(3, 4, false)
	case 8:
		return !inOneTriple(1, 2)
	case 9:
		return !inOneTriple(8, 9)
	case 10:
		return centres(3)+centres(7) > 0 || !onEdge(4) && !onEdge(6)
	}
	panic("no such rule")
}

func mustPruningRule(t *testing.T, number int) *Rule {
	t.Helper()
	rule, err := PruningRule(&Grid{Rows: 9, Columns: 9, BoxRows: 3, BoxColumns: 3}, number)
	if err != nil {
		t.Fatal(err)
	}
	return rule
}

func TestRulesHoldOnSolutions(t *testing.T) {
	m, err := QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := AddPruningRules(m, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}); err != nil {
		t.Fatal(err)
	}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	if len(m.Constraints) != 27+72+10 {
		t.Fatalf("%d constraints, want 27 houses, 72 lines and 10 rules", len(m.Constraints))
	}
	for i, grid := range quasiMagicSolutions(t) {
		if err := m.Check(assignment(grid)); err != nil {
			t.Errorf("solution %d: %v", i+1, err)
		}
	}
}

// Each rule can be broken by changing few cells of a solution, and no solution breaks a rule.
func TestRulesCanBreak(t *testing.T) {
	type cell struct{ row, column, value int }
	for _, c := range []struct {
		rule    int
		changes []cell
	}{
		{1, []cell{{1, 1, 2}}},
		{1, []cell{{7, 7, 8}}},
		{2, []cell{{0, 1, 5}}},
		{2, []cell{{8, 7, 5}}},
		{3, []cell{{1, 1, 5}, {1, 4, 5}}},
		{4, []cell{{1, 1, 3}, {7, 7, 3}}},
		{4, []cell{{1, 1, 7}, {7, 7, 7}}},
		{5, []cell{{1, 1, 3}, {4, 4, 7}}},
		{5, []cell{{1, 1, 7}, {4, 4, 3}}},
		{6, []cell{{1, 1, 6}, {1, 7, 7}}},
		{6, []cell{{7, 1, 6}, {1, 1, 7}}},
		{7, []cell{{4, 4, 3}, {4, 7, 4}}},
		{7, []cell{{7, 4, 4}, {1, 4, 3}}},
		{8, []cell{{0, 0, 1}, {2, 2, 2}}},
		{8, []cell{{3, 8, 1}, {5, 8, 2}}},
		{9, []cell{{0, 2, 9}, {2, 0, 8}}},
		{9, []cell{{6, 6, 8}, {6, 7, 9}}},
		{10, []cell{{0, 1, 4}}},
		{10, []cell{{5, 7, 6}}},
	} {
		grid := quasiMagicSolutions(t)[0]
		for i := range 9 {
			grid[3*(i/3)+1][3*(i%3)+1] = 5 // with centres 5, rules 4 to 7 and 10 depend only on the changes
		}
		rule := mustPruningRule(t, c.rule)
		for _, change := range c.changes {
			grid[change.row][change.column] = change.value
		}
		if rule.Holds(assignment(grid)) {
			t.Errorf("rule %d holds with %v", c.rule, c.changes)
		}
	}
}

func TestRulesAgreeWithSecondReading(t *testing.T) {
	solutions := quasiMagicSolutions(t)
	random := rand.New(rand.NewPCG(1, 2))
	rules := make([]*Rule, PruningRuleCount+1)
	for number := 1; number <= PruningRuleCount; number++ {
		rules[number] = mustPruningRule(t, number)
	}
	var held, broken [PruningRuleCount + 1]int
	for i := range 4000 {
		grid := solutions[random.IntN(len(solutions))]
		// Solutions with some changed cells break few rules at a time, random fillings nearly all.
		changes := random.IntN(8)
		if i%8 == 0 {
			changes = 500
		}
		for range changes {
			row, column := random.IntN(9), random.IntN(9)
			if random.IntN(2) == 0 {
				row, column = row/3*3+1, column/3*3+1
			}
			grid[row][column] = 1 + random.IntN(9)
		}
		a := assignment(grid)
		for number := 1; number <= PruningRuleCount; number++ {
			got, want := rules[number].Holds(a), ruleHolds(number, grid)
			if got != want {
				t.Fatalf("rule %d: %v, second reading %v, on %v", number, got, want, grid)
			}
			if want {
				held[number]++
			} else {
				broken[number]++
			}
		}
	}
	for number := 1; number <= PruningRuleCount; number++ {
		if held[number] < 100 || broken[number] < 100 {
			t.Errorf("rule %d held %d times and was broken %d times, expected 100 of each", number, held[number], broken[number])
		}
	}
}

func TestAddPruningRules(t *testing.T) {
	build := func(m *Model, err error) *Model {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	changed := func(change func(m *Model)) *Model {
		m := build(QuasiMagic(3, 2))
		change(m)
		return m
	}
	const refused = "the pruning rules hold for quasi-magic 9×9 grids with Δ = 2 only"
	for _, c := range []struct {
		name    string
		m       *Model
		numbers []int
		want    string
		added   []string
	}{
		{"as built", build(QuasiMagic(3, 2)), []int{10, 2, 2}, "", []string{"pruning rule 2", "pruning rule 10"}},
		{"none", build(QuasiMagic(3, 2)), nil, "", nil},
		{"with more in the model", changed(func(m *Model) {
			m.AddVariable("x", Interval(0, 1))
			m.Constraints = append(m.Constraints, Sum("", 1, 9, 0, 81))
		}), []int{1}, "", []string{"pruning rule 1"}},
		{"number too low", build(QuasiMagic(3, 2)), []int{0, 1}, "pruning rule 0, expected 1 to 10", nil},
		{"number too high", build(QuasiMagic(3, 2)), []int{1, 11}, "pruning rule 11, expected 1 to 10", nil},
		{"another Δ", build(QuasiMagic(3, 3)), []int{1}, refused, nil},
		{"another size", build(QuasiMagic(2, 2)), []int{1}, refused, nil},
		{"another size with Δ = 2", build(QuasiMagic(4, 2)), []int{1}, refused, nil},
		{"plain Sudoku", build(Sudoku(3, 3)), []int{1}, refused, nil},
		{"no grid", three(), []int{1}, refused, nil},
		{"a line less", changed(func(m *Model) { m.Constraints = m.Constraints[:len(m.Constraints)-1] }), []int{1}, refused, nil},
	} {
		before := len(c.m.Constraints)
		err := AddPruningRules(c.m, c.numbers)
		if message(err) != c.want {
			t.Errorf("%s: %q, want %q", c.name, message(err), c.want)
		}
		var added []string
		for _, rule := range c.m.Constraints[before:] {
			added = append(added, rule.Label())
		}
		if !slices.Equal(added, c.added) {
			t.Errorf("%s: added %q, want %q", c.name, added, c.added)
		}
	}
	for _, g := range []*Grid{nil, {Rows: 9, Columns: 9}, {Rows: 4, Columns: 4, BoxRows: 2, BoxColumns: 2}} {
		if _, err := PruningRule(g, 1); message(err) != "the pruning rules need a 9×9 grid with 3×3 boxes" {
			t.Errorf("rule 1 on %v: %v", g, err)
		}
	}
	seen := map[string]bool{}
	for number := 1; number <= PruningRuleCount; number++ {
		if text := PruningRuleText(number); text == "" || seen[text] {
			t.Errorf("rule %d says %q", number, text)
		}
		seen[PruningRuleText(number)] = true
	}
}

func TestPruningRuleTextOfNoRule(t *testing.T) {
	for _, number := range []int{-1, 0, PruningRuleCount + 1} {
		if text := PruningRuleText(number); text != "" {
			t.Errorf("rule %d: %q, expected nothing", number, text)
		}
	}
}
