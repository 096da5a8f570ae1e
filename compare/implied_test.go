package compare

import (
	"os"
	"testing"

	_ "qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/implied"
	_ "qmsat/model/variant"
)

// negated returns constraints that say that a sum or a rule does not hold.
func negated(c model.Constraint) (list []model.Constraint) {
	constraints := []model.Constraint{c}
	for _, sum := range model.Each[*model.Linear](constraints) {
		list = append(list, &model.ReifiedLinear{Terms: sum.Terms, Lo: sum.Lo, Hi: sum.Hi, Outside: true})
	}
	for _, rule := range model.Each[*model.Rule](constraints) {
		list = append(list, &model.Rule{Formula: model.Not{Of: rule.Formula}})
	}
	return list
}

// gini proves that the facts of small puzzles follow from the constraints that they are found from: with these alone, none of the
// facts can fail.
func TestImpliedFactsAreProved(t *testing.T) {
	gini, err := engine.Lookup("gini")
	if err != nil {
		t.Fatal(err)
	}
	proved := map[string]int{}
	for _, name := range []string{"killer-4", "jigsaw-6"} {
		file, err := os.Open("../testdata/models/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		whole, _, err := model.ReadYAML(name, file)
		if err != nil {
			t.Fatal(err)
		}
		facts, err := implied.Find(t.Context(), whole, implied.NewExclusions(t.Context(), whole))
		if err != nil {
			t.Fatal(err)
		}
		for _, fact := range facts {
			if len(fact.From) > 9 { // the sums of many houses take a SAT solver minutes
				continue
			}
			m := &model.Model{Variables: whole.Variables, Constraints: append(negated(fact.Constraint), fact.From...)}
			session, err := gini.Open(t.Context(), m, nil)
			if err != nil {
				t.Fatal(err)
			}
			result, err := session.Run(t.Context(), nil, 1, nil)
			if err != nil || result.Count.Sign() != 0 || result.Outcome != engine.Exhausted {
				t.Errorf("%s: %s (%s) does not follow: %v, %v", name, fact.Text(whole), fact.Rule, result.Count, err)
			}
			session.Close()
			proved[fact.Rule]++
		}
	}
	for _, rule := range []string{"houses and sums", "values that a sum needs", "houses that overlap"} {
		if proved[rule] == 0 {
			t.Errorf("no fact by the rule %q was proved", rule)
		}
	}
}
