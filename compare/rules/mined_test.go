package rules

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"qmsat/encode/proof"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// minedFile holds what TestMinedVerdicts measured: a section for each Δ, with its numbers of statements, its rules and its grids.
// minedDocument shows the numbers.
const (
	minedFile     = "../../testdata/rules/mined.txt"
	minedDocument = "../../docs/mined.md"
)

// minedDeltas are the Δ that were mined.
var minedDeltas = []int{2, 3, 4, 5, 6, 7, 8}

// minedTimeout is how long a statement is searched for the file. For Δ = 3 there are dozens that would take many minutes.
func minedTimeout(delta int) time.Duration {
	if delta == 3 {
		return 10 * time.Second
	}
	return time.Minute
}

// rulesFileOf is where the rules of a Δ stand.
func rulesFileOf(delta int) string { return fmt.Sprintf("../../testdata/rules/delta-%d.yaml", delta) }

// minedRules is what the file says of one Δ.
type minedRules struct {
	delta    int
	findings []minedFinding     // those that no grid refutes, in order
	grids    []model.Assignment // those that refute everything else which does not follow
	// withDuals are the grids and their complements, once they were asked for.
	withDuals []model.Assignment
	counts    minedCounts
}

// minedFinding is a row on one statement.
type minedFinding struct {
	text    string
	verdict Verdict
	part    Extent
	steps   int // of the certificate, where there is one
}

// minedCounts are the numbers of statements by what became of them.
type minedCounts struct{ asked, proved, searched, open, refuted, implied int }

func updating() bool { return flag.Lookup("update").Value.String() == "true" }

// The file of mined rules: each statement of the catalogue is one of its rules, or refuted by one of its grids, or one of
// those that follow, as many as it says; and the files in testdata/rules hold its rules. Short proofs about one mini-grid are
// made again; where QMSAT_CONFIRM is set, all proofs. -update mines all anew and writes the files; -run
// Verdicts/delta-3 does so for one Δ.
func TestMinedVerdicts(t *testing.T) {
	if updating() {
		updateMined(t)
		return
	}
	modeltest.OnlyLong(t)
	images := map[string]model.Or{}
	for _, r := range readMined(t) {
		t.Run(fmt.Sprintf("delta-%d", r.delta), func(t *testing.T) {
			m := modeltest.QuasiMagic(t, r.delta)
			for _, grid := range r.grids {
				if err := m.Check(grid); err != nil {
					t.Fatalf("%v is no grid: %v", grid, err)
				}
			}
			listed := map[string]minedFinding{}
			for _, f := range r.findings {
				listed[f.text] = f
			}
			found := &Mined{Model: m, Delta: r.delta, Timeout: minedTimeout(r.delta), Verdicts: map[Verdict]int{}}
			counts := minedCounts{}
			for _, s := range Catalogue(r.centres()) {
				counts.asked++
				f, is := listed[s.Text()]
				delete(listed, s.Text())
				refuted := r.refutes(s, m.Grid, images)
				switch {
				case is && refuted:
					t.Errorf("%s: %s, but a grid refutes it", s.Text(), f.verdict)
				case is:
					counts.count(f.verdict)
					found.Add(&Finding{Statement: s, Verdict: f.verdict})
					r.proveAgain(t, m, s, f)
				case refuted:
					counts.refuted++
					found.Verdicts[Refuted]++
				default:
					counts.implied++
				}
			}
			for text := range listed {
				t.Errorf("%s: no statement of the catalogue", text)
			}
			if counts != r.counts {
				t.Errorf("statements %+v, expected %+v", counts, r.counts)
			}
			var file bytes.Buffer
			if err := found.Write(&file); err != nil {
				t.Fatal(err)
			}
			if text, err := os.ReadFile(rulesFileOf(r.delta)); err != nil || !bytes.Equal(text, file.Bytes()) {
				t.Errorf("%s does not hold the rules of the file of verdicts: %v", rulesFileOf(r.delta), err)
			}
		})
	}
}

// The first finding needs no preparation, and each counts.
func TestMinedCounts(t *testing.T) {
	var r Mined
	for _, verdict := range []Verdict{Refuted, Open, Refuted} {
		r.Add(&Finding{Verdict: verdict})
	}
	if r.Verdicts[Refuted] != 2 || r.Verdicts[Open] != 1 || len(r.Rules) > 0 {
		t.Errorf("%v, %d rules", r.Verdicts, len(r.Rules))
	}
}

// Conditions speak of no centre that is proved not to be one, and of all others.
func TestNoCentres(t *testing.T) {
	met := 0
	for _, s := range unconditional() {
		var want []int
		switch s.Text() {
		case "no centre is 1; no centre is 9":
			want = []int{1, 9}
		case "no centre is 5":
			want = []int{5, 5}
		case "no edge is 1; no edge is 9":
		default:
			continue
		}
		met++
		if got := (&Finding{Statement: s, Verdict: Proved}).noCentres(); !slices.Equal(got, want) {
			t.Errorf("%s: %v, expected %v", s.Text(), got, want)
		}
		if got := (&Finding{Statement: s, Verdict: Refuted}).noCentres(); got != nil {
			t.Errorf("%s: %v where it is refuted", s.Text(), got)
		}
	}
	if met != 3 {
		t.Errorf("%d of the three statements are in the catalogue", met)
	}
}

// updateMined mines the rules of each Δ in a subtest of its own, and writes the file after each.
func updateMined(t *testing.T) {
	all := make([]*minedRules, len(minedDeltas))
	for i, delta := range minedDeltas {
		all[i] = &minedRules{delta: delta}
	}
	if _, err := os.Stat(minedFile); err == nil {
		all = readMined(t)
	}
	for i, delta := range minedDeltas {
		t.Run(fmt.Sprintf("delta-%d", delta), func(t *testing.T) {
			all[i] = mine(t, delta)
			if err := os.WriteFile(minedFile, []byte(minedText(all)), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func (c *minedCounts) count(v Verdict) {
	switch v {
	case Proved:
		c.proved++
	case Searched:
		c.searched++
	case Open:
		c.open++
	}
}

// centres returns the digits that centres have.
func (r *minedRules) centres() []int {
	never := map[string]bool{}
	for _, f := range r.findings {
		for part := range strings.SplitSeq(f.text, "; ") {
			never[part] = f.verdict != Open
		}
	}
	var centres []int
	for _, digit := range digits {
		if !never[fmt.Sprintf("no centre is %d", digit)] {
			centres = append(centres, digit)
		}
	}
	return centres
}

// refutes reports whether a grid of the file breaks a statement.
func (r *minedRules) refutes(s *Statement, g *model.Grid, images map[string]model.Or) bool {
	key := fmt.Sprint(s.family.name, s.values)
	if images[key] == nil {
		images[key] = s.images(g)
	}
	if len(r.withDuals) != 2*len(r.grids) {
		r.withDuals = nil
		for _, grid := range r.grids {
			r.withDuals = append(r.withDuals, grid, lists.Map(grid, dual))
		}
	}
	return s.refuter(g, images[key], r.withDuals) != nil
}

// proveAgain proves a statement again and compares the certificate's length.
func (r *minedRules) proveAgain(t *testing.T, m *model.Model, s *Statement, f minedFinding) {
	if f.verdict != Proved || !modeltest.Confirms() && (f.part != Box || f.steps < 4) {
		return
	}
	q := s.question(f.part.of(m))
	answer, err := Prove(t.Context(), q)
	if err != nil || answer.Verdict != Proved || answer.Steps != f.steps {
		t.Errorf("%s: %+v, %v, expected a proof of %d steps", f.text, answer, err, f.steps)
		return
	}
	if _, err := proof.Verify(t.Context(), "proof", bytes.NewReader(answer.Proof), "drat", q.Against(), nil); err != nil {
		t.Errorf("%s: %v", f.text, err)
	}
}

// mine finds the rules of a Δ, and writes their file.
func mine(t *testing.T, delta int) *minedRules {
	m := modeltest.QuasiMagic(t, delta)
	r, images := &minedRules{delta: delta}, map[string]model.Or{}
	found := &Mined{Model: m, Delta: delta, Timeout: minedTimeout(delta)}
	start := time.Now()
	err := Mine(t.Context(), MineOptions{
		Model: m, Timeout: minedTimeout(delta),
		Progress: func(_, total int) { r.counts.asked = total },
		Report: func(f *Finding) error {
			found.Add(f)
			if f.Verdict == Refuted {
				r.counts.refuted++
				if !r.refutes(f.Statement, m.Grid, images) {
					r.grids = append(r.grids, f.Grid)
				}
				return nil
			}
			r.counts.count(f.Verdict)
			row := minedFinding{text: f.Statement.Text(), verdict: f.Verdict, part: f.Part}
			if f.Answer != nil {
				row.steps = f.Answer.Steps
			}
			r.findings = append(r.findings, row)
			t.Logf("Δ = %d, %v: %s by %s, %d steps: %s", delta, time.Since(start).Round(time.Second), row.verdict, row.part, row.steps, row.text)
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	r.fewerGrids(m.Grid, images)
	r.counts.implied = r.counts.asked - r.counts.proved - r.counts.searched - r.counts.open - r.counts.refuted
	t.Logf("Δ = %d, %v: %+v", delta, time.Since(start).Round(time.Second), r.counts)
	var file bytes.Buffer
	if err := found.Write(&file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(rulesFileOf(delta), file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return r
}

// fewerGrids leaves out grids without which all statements that are refuted still are: of those left, the one that refutes the most
// statements is kept each time.
func (r *minedRules) fewerGrids(g *model.Grid, images map[string]model.Or) {
	all := r.grids
	refuted := make([]map[int]bool, len(all)) // by grid: statements
	open := map[int]bool{}
	for number, s := range Catalogue(r.centres()) {
		for i, grid := range all {
			r.grids, r.withDuals = []model.Assignment{grid}, nil
			if r.refutes(s, g, images) {
				if refuted[i] == nil {
					refuted[i] = map[int]bool{}
				}
				refuted[i][number], open[number] = true, true
			}
		}
	}
	r.grids = nil
	for len(open) > 0 {
		best, most := 0, 0
		for i, numbers := range refuted {
			n := 0
			for number := range numbers {
				if open[number] {
					n++
				}
			}
			if n > most {
				best, most = i, n
			}
		}
		r.grids = append(r.grids, all[best])
		for number := range refuted[best] {
			delete(open, number)
		}
	}
}

// minedText writes the file.
func minedText(all []*minedRules) string {
	var text strings.Builder
	for _, r := range all {
		fmt.Fprintf(&text, "## Δ = %d\n%s\n", r.delta, r.row())
		for _, f := range r.findings {
			steps := ""
			if f.verdict == Proved {
				steps = strconv.Itoa(f.steps)
			}
			fmt.Fprintf(&text, "| %s | %s | %s | %s |\n", f.verdict, f.part, steps, f.text)
		}
		m := model.Model{Grid: &model.Grid{Rows: 9, Columns: 9}}
		for range 81 {
			m.AddVariable("", model.Interval(1, 9))
		}
		for _, grid := range r.grids {
			text.WriteString(model.Characters.FormatSolution(&m, grid) + "\n")
		}
	}
	return text.String()
}

// row returns the line of a Δ in the document's table.
func (r *minedRules) row() string {
	c := r.counts
	return fmt.Sprintf("| %d | %d | %d | %d | %d | %d | %d |", r.delta, c.asked, c.proved, c.searched, c.open, c.refuted, c.implied)
}

var (
	minedSection = regexp.MustCompile(`(?m)^## Δ = (\d)$`)
	minedCount   = regexp.MustCompile(`(?m)^\| (\d) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$`)
	minedRow     = regexp.MustCompile(`(?m)^\| (proved|searched|open) \| (mini-grid|band|grid) \| (\d*) \| (.*) \|$`)
	minedGrid    = regexp.MustCompile(`(?m)^[1-9]{81}$`)
)

// readMined reads the file, and holds that the document shows its numbers.
func readMined(t *testing.T) []*minedRules {
	t.Helper()
	text, err := os.ReadFile(minedFile)
	if err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile(minedDocument)
	if err != nil {
		t.Fatal(err)
	}
	sections := minedSection.Split(string(text), -1)
	counts := minedCount.FindAllStringSubmatch(string(text), -1)
	if len(sections) != len(minedDeltas)+1 || len(counts) != len(minedDeltas) {
		t.Fatalf("%d sections, %d rows of counts, expected %d", len(sections)-1, len(counts), len(minedDeltas))
	}
	var all []*minedRules
	for i, delta := range minedDeltas {
		r := &minedRules{delta: delta}
		for k, target := range []*int{
			&r.counts.asked, &r.counts.proved, &r.counts.searched, &r.counts.open, &r.counts.refuted, &r.counts.implied,
		} {
			*target, _ = strconv.Atoi(counts[i][k+2])
		}
		for _, row := range minedRow.FindAllStringSubmatch(sections[i+1], -1) {
			steps, _ := strconv.Atoi(row[3])
			r.findings = append(r.findings, minedFinding{row[4], Verdict(row[1]), Extent(row[2]), steps})
		}
		for _, line := range minedGrid.FindAllString(sections[i+1], -1) {
			grid := make(model.Assignment, len(line))
			for cell := range grid {
				grid[cell] = int(line[cell] - '0')
			}
			r.grids = append(r.grids, grid)
		}
		if !strings.Contains(string(document), r.row()+"\n") {
			t.Errorf("%s does not show %s", minedDocument, r.row())
		}
		all = append(all, r)
	}
	return all
}
