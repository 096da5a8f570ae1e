package native_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/formats"
	"qmsat/model/kinds"
	"qmsat/model/modeltest"
	_ "qmsat/native"
)

// causes are what decides how long puzzles of Interactive Sudoku Solver take, each with puzzles where it matters most.
var causes = []struct {
	name    string
	puzzles []string
	without engine.Options       // turn it off
	plain   func(m *model.Model) // writes the model without it
}{
	{name: "order", puzzles: []string{"Raw Spaghetti", "Ambiguous Arrows", "Bicycle race"},
		without: engine.Options{"order": "fewest"}},
	{name: "groups", puzzles: []string{"Long sums 2", "Long sums 3", "Triple digits"}, plain: sumCopies},
	{name: "implied", puzzles: []string{"tarek unsolvable #41", "Cold Sauerkraut", "HS_KILLERS#8"},
		without: engine.Options{"implied": "off"}},
	{name: "counts", puzzles: []string{"Clockwork", "Bubble Tornado", "Santorini"}, plain: dropCounts},
	{name: "lexicographic", puzzles: []string{"6x6: Full rank", "Full rank 2", "Full rank 3"}, plain: compareNumbers},
}

// sumCopies writes sums over copies of their variables. Nothing says that two copies differ.
func sumCopies(m *model.Model) {
	m.Outputs = m.OutputVars()
	copies := map[model.Var]model.Var{}
	for i, c := range model.Each[*model.Linear](m.Constraints) {
		for _, v := range c.Scope() {
			if _, known := copies[v]; !known {
				copies[v] = m.AddVariable("copy_"+m.NameOf(v), m.DomainOf(v))
				equal := []model.Term{{Coefficient: 1, Var: v}, {Coefficient: -1, Var: copies[v]}}
				m.Constraints = append(m.Constraints, &model.Linear{Terms: equal})
			}
		}
		m.Constraints[i] = c.Substitute(model.Substitution{Var: func(v model.Var) (model.Var, bool) { return copies[v], true }})
	}
}

// dropCounts leaves out that the counts of all digits in circles add up to the number of circles.
func dropCounts(m *model.Model) {
	m.Constraints = slices.DeleteFunc(m.Constraints, func(c model.Constraint) bool {
		return c.Label() == "counting-circles" && c.Kind() == "linear"
	})
}

// compareNumbers compares lines as numbers, by sums with large coefficients.
func compareNumbers(m *model.Model) {
	for i, c := range model.Each[*kinds.Lexicographic](m.Constraints) {
		coefficients := map[model.Var]int{}
		for place, factor := len(c.Smaller)-1, 1; place >= 0; place, factor = place-1, 10*factor {
			coefficients[c.Smaller[place]] += factor
			coefficients[c.Than[place]] -= factor
		}
		sum := &model.ReifiedLinear{Name: c.Name, Lo: model.NoLower, If: c.If, Half: c.Half}
		if c.Strict {
			sum.Hi = -1
		}
		for _, v := range c.Scope() {
			if coefficients[v] != 0 {
				sum.Terms = append(sum.Terms, model.Term{Coefficient: coefficients[v], Var: v})
			}
		}
		m.Constraints[i] = sum
	}
}

// readISS reads a puzzle of testdata/iss.
func readISS(t testing.TB, name string) *formats.Puzzle {
	format, err := formats.Lookup("iss")
	if err != nil {
		t.Fatal(err)
	}
	z, err := format.ReadNamed("", modeltest.ISS(t, name)[0].Input)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// BenchmarkCauses shows what each cause is worth; benchstat -col /side compares the sides. It opens a puzzle and
// looks for two solutions, for a second at most. The metric "ended" is 0 where the second did not suffice; then the nodes are those
// of a second.
func BenchmarkCauses(b *testing.B) {
	native, err := engine.Lookup("native")
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range causes {
		for _, name := range c.puzzles {
			for _, side := range []string{"with", "without"} {
				z := readISS(b, name)
				options := engine.Options{}
				if side == "without" {
					options = c.without
				}
				if side == "without" && c.plain != nil {
					c.plain(z.Model)
				}
				b.Run(c.name+"/"+name+"/side="+side, func(b *testing.B) { benchmarkPuzzle(b, native, options, z) })
			}
		}
	}
}

func benchmarkPuzzle(b *testing.B, e *engine.Engine, options engine.Options, z *formats.Puzzle) {
	nodes, ended := int64(0), 0.0
	for b.Loop() {
		ctx, cancel := context.WithTimeout(b.Context(), time.Second)
		s, err := e.Open(ctx, z.Model, options)
		if err != nil {
			b.Fatal(err)
		}
		result, err := s.Run(ctx, z.Givens, 2, nil)
		cancel()
		if err != nil || s.Close() != nil {
			b.Fatal(err)
		}
		nodes = result.Effort[0].Value
		if ended = 0; result.Outcome != engine.CutOff {
			ended = 1
		}
		if known := result.Count.Int64(); ended == 1 && known != 1 {
			b.Fatalf("%d solutions, expected 1", known)
		}
	}
	b.ReportMetric(float64(nodes), "nodes")
	b.ReportMetric(ended, "ended")
}
