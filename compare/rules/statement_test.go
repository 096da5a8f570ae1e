package rules

import (
	"math/rand/v2"
	"strings"
	"testing"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// A statement's rule is the closure of its question under all symmetries: an assignment that breaks the rule has an image that
// breaks the question, and one that breaks the question or its image breaks the rule. Assignments are random, and made to have
// the pattern.
func TestRuleIsTheClosureOfTheQuestion(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	m := modeltest.QuasiMagic(t, 2)
	g := m.Grid
	random := rand.New(rand.NewPCG(2, 2))
	generators := append(movements(), complement(g))
	broken, kept, impossible := 0, 0, 0
	every := modeltest.Scale(5000, 701, 211)
	for number, s := range Catalogue(digits) {
		if number%every != 0 {
			continue
		}
		question, rule := s.question(m).Rule, s.Rule(g)
		breaking := breakingCells(s, g, random)
		if breaking == nil {
			impossible++
			continue
		}
		if question.Holds(breaking) {
			t.Errorf("%s: cells made to break it do not", question.Name)
		}
		for range 20 {
			if rule.Holds(breaking) || !s.refutes(g, breaking) {
				t.Errorf("%s: an image of the question is broken, and the rule is not", rule.Name)
			}
			image := make(model.Assignment, len(breaking))
			generators[random.IntN(len(generators))].Image(breaking, image)
			breaking = image
		}
		for range 20 {
			a := randomCells(g, random)
			if rule.Holds(a) == s.refutes(g, a) {
				t.Errorf("%s: the rule and the search for patterns differ", rule.Name)
			}
			if rule.Holds(a) {
				kept++
				continue
			}
			broken++
			images := append(orbitOf(question.Formula, movements()), orbitOf(complement(g).Formula(question.Formula), movements())...)
			if model.And(images).Eval(a) {
				t.Errorf("%s: the rule is broken, and no image of the question is", rule.Name)
			}
		}
	}
	if impossible > 5 {
		t.Errorf("%d statements that nothing can break, expected a few, such as that no centre is 3 if no centre is 3", impossible)
	}
	if broken < 20 || kept < 20 {
		t.Errorf("%d assignments broke a rule, %d did not, expected many of both", broken, kept)
	}
}

// breakingCells returns cells that meet a statement's condition and have its first pattern, or nil where no cells do both.
func breakingCells(s *Statement, g *model.Grid, random *rand.Rand) model.Assignment {
	condition, pattern := s.condition.formula(g), s.family.patterns(g, s.values)[0]
	for range 1000 {
		a := randomCells(g, random)
		force(a, condition, true, random)
		force(a, pattern, true, random)
		if condition.Eval(a) && pattern.Eval(a) {
			return a
		}
	}
	return nil
}

// force changes cells so that a formula of those that statements are made of tends to have a truth value.
func force(a model.Assignment, f model.Formula, truth bool, random *rand.Rand) {
	switch f := f.(type) {
	case model.In:
		for f.Values.Contains(a[f.Var]) != truth {
			a[f.Var] = 1 + random.IntN(9)
		}
	case model.Not:
		force(a, f.Of, !truth, random)
	case model.And:
		for _, part := range f {
			force(a, part, truth, random)
		}
	case model.Or:
		force(a, f[random.IntN(len(f))], truth, random)
	case model.Count:
		for _, part := range f.Of[f.K:] {
			force(a, part, !truth, random)
		}
	}
}

// Each statement stands in the catalogue once, no matter whether it or its dual is meant, and says both.
func TestCatalogue(t *testing.T) {
	seen := map[string]bool{}
	all := Catalogue(digits)
	for _, s := range all {
		for _, text := range []string{s.Text(), s.dual().Text()} {
			parts := strings.Split(text, "; ")
			for i := range parts {
				key := parts[i]
				if seen[key] && text == s.Text() {
					t.Errorf("%q appears twice", key)
				}
			}
		}
		for part := range strings.SplitSeq(s.Text(), "; ") {
			seen[part] = true
		}
	}
	if len(all) < 6000 {
		t.Errorf("%d statements, expected thousands", len(all))
	}
}

// refutes reports whether the statement is not true of a grid. It looks for what the statement denies wherever that may be.
func (s *Statement) refutes(g *model.Grid, grid model.Assignment) bool {
	return s.refuter(g, s.images(g), []model.Assignment{grid, lists.Map(grid, dual)}) != nil
}
