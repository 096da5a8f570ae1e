package rules

import (
	"os"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// readMinedRules reads the file of mined rules of a Δ.
func readMinedRules(t *testing.T, m *model.Model, delta int) []*model.Rule {
	t.Helper()
	file, err := os.Open(rulesFileOf(delta))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	list, err := Read(file.Name(), file, m)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// The mined rules for Δ = 2 imply the ten of the paper, most of them by themselves. For two they need the houses: that the
// centres of a band or stack differ, since a mined rule never says what rows and columns do.
func TestMinedRulesImplyThoseOfThePaper(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles all rules ten times")
	}
	full := modeltest.QuasiMagic(t, 2)
	mined := readMinedRules(t, full, 2)
	sudoku, err := model.Sudoku(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	needsHouses := map[int]bool{3: true, 4: true}
	for number := 1; number <= model.PruningRuleCount; number++ {
		rule, err := model.PruningRule(full.Grid, number)
		if err != nil {
			t.Fatal(err)
		}
		alone := *sudoku
		alone.Constraints = nil
		for _, without := range []bool{true, false} {
			if !without && !needsHouses[number] {
				continue // it follows from less
			}
			base := *sudoku
			if without {
				base = alone
			}
			m := Question{withRules(&base, mined), rule}.Against()
			possible, err := satisfiableBy(t.Context(), m, nil)
			if err != nil {
				t.Fatal(err)
			}
			if want := without && needsHouses[number]; possible != want {
				t.Errorf("rule %d, without houses: %t: broken in spite of the mined rules: %t, expected %t", number, without, possible, want)
			}
		}
	}
}

// What the census of all grids says is what mining found: rules and what they imply are true of all of them, everything else is
// not. Nothing of formulas, solvers or certificates is in that. For Δ = 3, which has 186,934,272 grids, where QMSAT_CONFIRM is set.
func TestMinedRulesAgainstAllGrids(t *testing.T) {
	modeltest.OnlyLong(t)
	counts := map[int]int{2: 248_832, 3: 186_934_272}
	for _, r := range readMined(t) {
		if counts[r.delta] == 0 || r.delta > 2 && !modeltest.Confirms() {
			continue
		}
		m := modeltest.QuasiMagic(t, r.delta)
		c := takeCensus(t, m)
		if c.grids != counts[r.delta] {
			t.Errorf("Δ = %d: %d grids, expected %d", r.delta, c.grids, counts[r.delta])
		}
		verdicts := map[string]Verdict{}
		for _, f := range r.findings {
			verdicts[f.text] = f.verdict
		}
		images := map[string]model.Or{}
		for _, under := range append([]condition{{}}, conditions(r.centres())...) {
			asked := statements(under)
			for i, truth := range c.truths(asked) {
				s := asked[i]
				switch verdict, listed := verdicts[s.Text()], verdicts[s.Text()] != ""; {
				case verdict == Open:
					t.Logf("Δ = %d, open: %s: %t", r.delta, s.Text(), truth)
				case listed && !truth:
					t.Errorf("Δ = %d: %s: %s, but not of all grids", r.delta, s.Text(), verdict)
				case !listed && truth == r.refutes(s, m.Grid, images):
					t.Errorf("Δ = %d: %s: true of all grids: %t, and a grid says otherwise", r.delta, s.Text(), truth)
				}
			}
		}
	}
}
