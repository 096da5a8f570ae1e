package compare

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	_ "qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/formats"
	"qmsat/model/implied"
	"qmsat/model/modeltest"
)

// negated returns a constraint that says that a fact does not hold.
func negated(t *testing.T, m *model.Model, c model.Constraint) model.Constraint {
	t.Helper()
	constraints := []model.Constraint{c}
	for _, sum := range model.Each[*model.Linear](constraints) {
		return &model.ReifiedLinear{Terms: sum.Terms, Lo: sum.Lo, Hi: sum.Hi, Outside: true}
	}
	for _, rule := range model.Each[*model.Rule](constraints) {
		return &model.Rule{Formula: model.Not{Of: rule.Formula}}
	}
	for _, different := range model.Each[*model.AllDifferent](constraints) {
		var equal model.Or
		for i, v := range different.Vars {
			for _, w := range different.Vars[:i] {
				for value := range m.DomainOf(v).Intersect(m.DomainOf(w)).All() {
					equal = append(equal, model.And{model.Is(v, value), model.Is(w, value)})
				}
			}
		}
		return &model.Rule{Formula: equal}
	}
	t.Fatalf("a fact of the kind %s", c.Kind())
	return nil
}

// proveFact fails unless gini finds no solution of the constraints that a fact is found from with the negation of the fact.
func proveFact(t *testing.T, name string, whole *model.Model, fact implied.Fact) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	m := &model.Model{Variables: whole.Variables, Constraints: append([]model.Constraint{negated(t, whole, fact.Constraint)}, fact.From...)}
	session, err := engine.Open(ctx, "gini", m, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	result, err := session.Run(ctx, nil, 1, nil)
	if err != nil || result.Count.Sign() != 0 || result.Outcome != engine.Exhausted {
		t.Errorf("%s: %s (%s) does not follow: %v, %v", name, fact.Text(whole), fact.Rule, result.Count, err)
	}
}

func factsOf(t *testing.T, m *model.Model) []implied.Fact {
	t.Helper()
	facts, err := implied.Find(t.Context(), m, implied.NewExclusions(t.Context(), m))
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

// gini proves that the facts of small puzzles follow from the constraints that they are found from: with these alone, none of the
// facts can fail.
func TestImpliedFactsAreProved(t *testing.T) {
	proved := map[string]int{}
	for _, name := range []string{"killer-4", "jigsaw-6"} {
		file, err := os.Open("../testdata/models/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		m, _, err := modeltest.ReadYAML(name, file)
		if err != nil {
			t.Fatal(err)
		}
		for _, fact := range factsOf(t, m) {
			if len(fact.From) <= 9 { // the sums of many houses take a SAT solver minutes
				proveFact(t, name, m, fact)
				proved[fact.Rule]++
			}
		}
	}
	for _, rule := range []string{"houses and sums", "values that a sum needs", "houses that overlap"} {
		if proved[rule] == 0 {
			t.Errorf("no fact by the rule %q was proved", rule)
		}
	}
}

// sampled are real puzzles with facts of all sorts: killers, jigsaws, further houses, and sums along diagonals.
var sampled = []string{
	"Killing with flowers", "5x10: Killer Sudoku", "Wecoc #1", "Little killer 2", "Start with 1, not 0!", "Jigsaw", "4x7: Jigsaw",
	"Jigsaw boxes, disconnected", "Sudoku X", "The Barbed Cross", "Quadro Quadri", "Taxicab Archers",
}

// easy reports whether gini proves a fact within a second or so. Differences of sums are like pigeonhole problems to it: some take
// it minutes.
func easy(fact implied.Fact) bool {
	for _, sum := range model.Each[*model.Linear]([]model.Constraint{fact.Constraint}) {
		return len(fact.From) <= 3 && !slices.ContainsFunc(sum.Terms, func(t model.Term) bool { return t.Coefficient < 0 })
	}
	return len(fact.Same[0]) <= 2
}

// gini proves facts of real puzzles in the same way: of each puzzle and rule the first, or many.
func TestImpliedFactsOfRealPuzzles(t *testing.T) {
	format, err := formats.Lookup("iss")
	if err != nil {
		t.Fatal(err)
	}
	proved, puzzles := map[string]int{}, modeltest.ISS(t, sampled...)
	for _, p := range puzzles {
		z, err := format.ReadNamed("", p.Input)
		if err != nil {
			t.Fatal(err)
		}
		own := map[string]int{} // by rule
		for _, fact := range factsOf(t, z.Model) {
			if easy(fact) && own[fact.Rule] < modeltest.Scale(1, 6) {
				proveFact(t, p.Name, z.Model, fact)
				own[fact.Rule]++
				proved[fact.Rule]++
			}
		}
	}
	if len(puzzles) != len(sampled) || len(proved) < 4 {
		t.Errorf("proved %v of %d puzzles, expected facts by four rules of %d", proved, len(puzzles), len(sampled))
	}
}
