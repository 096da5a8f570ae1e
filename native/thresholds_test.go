package native

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/kinds"
	"qmsat/model/modeltest"
	"qmsat/native/propagate"
	"qmsat/native/scheme"
	"qmsat/native/space"
)

// drawThresholds draws a value of each of the engine's thresholds.
func drawThresholds(t *rapid.T) engine.Options {
	options := engine.Options{}
	for _, s := range must(engine.Lookup(space.EngineName)).Thresholds() {
		options[s.Name] = rapid.SampledFrom(s.Values()).Draw(t, s.Name)
	}
	return options
}

// Whatever the thresholds are, small models have the solutions of brute force: each representation is combined with every other.
func TestThresholds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		options := drawThresholds(t)
		options["propagation"] = rapid.SampledFrom([]string{"auto", "auto", "auto", "FC", "HAC", "BCI"}).Draw(t, "propagation")
		s, err := openGeneral(context.Background(), m, options)
		if err != nil {
			if options["propagation"] == "auto" {
				t.Fatal(err)
			}
			t.Skip(err) // the scheme does not fit the model
		}
		options["search"] = searchGeneral
		staged := must(open(context.Background(), m, options))
		for _, cube := range []model.Cube{nil, modeltest.RandomCube(t, m)} {
			sameSolutions(t, m, s, cube)
			sameSolutions(t, m, staged, cube)
		}
	})
}

// Constraints that only use bounds, over a variable that only has bounds, form no joint, because a joint would read the bounds as
// a set.
func TestNoJointOfBounds(t *testing.T) {
	m := variables(model.Interval(1, 320), model.Interval(-1, 2), model.Interval(0, 1))
	m.Constraints = []model.Constraint{
		&model.Linear{Terms: []model.Term{{Coefficient: 1, Var: 2}, {Coefficient: 1, Var: 0}, {Coefficient: -3, Var: 1}}, Lo: 37, Hi: 37},
		&model.Table{Vars: []model.Var{1, 2}, Tuples: [][]int{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {2, 1}}},
	}
	if got := runCount(t, openSession(t, m), nil); got != 5 {
		t.Errorf("%d solutions, expected 5", got)
	}
	if found, _ := joints(t, m); len(found) != 1 {
		t.Errorf("%d joints, expected the table alone", len(found))
	}
}

// Each propagator is posted on variables with only bounds and on variables of two words. It is refused if it asked for values, or
// for one word; otherwise it is posted.
func TestPropagatorsAreRefused(t *testing.T) {
	const accepted, oneWord, wordsOnly = "posted", "one word", "several words" // where else it is posted: both, neither, words
	domain := model.Interval(1, 4)
	terms := func(n int) (list []model.Term) {
		for v := range n {
			list = append(list, model.Term{Coefficient: 1 + v, Var: model.Var(v)})
		}
		return list
	}
	is := model.In{Var: 3, Values: model.Values(2)}
	constraint := func(c model.Constraint) func(b *space.Builder) {
		return func(b *space.Builder) { space.Kinds.Entries[c.Kind()].Build(b, c) }
	}
	vars := []model.Var{0, 1, 2, 3}
	seen := map[string]bool{"countedRule": true} // replaces a rule that was posted
	for name, test := range map[string]struct {
		post func(b *space.Builder)
		want string
	}{
		"linear": {constraint(model.Sum("", 3, 5, 0, 1, 2)), accepted},
		"groupedSum": {func(b *space.Builder) {
			b.Model.Constraints = []model.Constraint{&model.AllDifferent{Vars: vars[:2]}}
			constraint(model.Sum("", 3, 5, 0, 1, 2))(b)
		}, accepted},
		"objective":        {func(b *space.Builder) { postObjective(b) }, accepted},
		"product":          {constraint(&kinds.Product{X: 0, Y: 1, Result: 2}), accepted},
		"square":           {constraint(&kinds.Product{X: 0, Y: 0, Result: 2}), accepted},
		"division":         {constraint(&kinds.Division{Dividend: 0, Divisor: 1, Quotient: 2, Remainder: 3}), accepted},
		"extremum":         {constraint(&kinds.Extremum{Of: []model.Var{0, 1}, Result: 2, Max: true}), accepted},
		"unequal":          {constraint(&model.ReifiedLinear{Terms: terms(3), Lo: 5, Hi: 5, Outside: true}), accepted},
		"out of a sum":     {constraint(&model.ReifiedLinear{Terms: terms(3), Lo: 5, Hi: 6, Outside: true}), accepted},
		"sum":              {constraint(&model.ReifiedLinear{Terms: terms(3), Lo: 5, Hi: 6}), accepted},
		"reified":          {constraint(&model.ReifiedLinear{If: &is, Terms: terms(3), Lo: 5, Hi: 6}), wordsOnly},
		"reified equality": {constraint(&model.ReifiedLinear{If: &is, Terms: terms(2), Lo: 5, Hi: 5}), wordsOnly},
		"reified term":     {constraint(&model.ReifiedLinear{If: &is, Terms: terms(1), Lo: 2, Hi: 3}), wordsOnly},
		"required":         {constraint(&model.ReifiedLinear{Terms: terms(1), Lo: 2, Hi: 3}), wordsOnly},
		"apart":            {constraint(&model.ReifiedLinear{Terms: terms(2), Lo: 5, Hi: 5, Outside: true}), wordsOnly},
		"rule":             {constraint(&model.Rule{Formula: model.Or{is, model.In{Var: 0, Values: model.Values(1)}}}), wordsOnly},
		"allowedTuples":    {constraint(&model.Table{Vars: vars[:2], Tuples: [][]int{{1, 2}, {3, 4}}}), wordsOnly},
		"forbiddenTuples":  {constraint(&model.Table{Vars: vars[:2], Tuples: [][]int{{1, 2}}, Forbidden: true}), wordsOnly},
		"numbered":         {(&space.Numbered{First: 0, Second: 1, Pair: 2}).Post, oneWord},
		"element":          {constraint(&kinds.Element{Index: 0, Of: vars[1:3], Result: 3}), wordsOnly},
		"allDifferent":     {constraint(&model.AllDifferent{Vars: vars}), wordsOnly},
		"circuit":          {constraint(&kinds.Circuit{Next: vars}), wordsOnly},
		"connected":        {constraint(&kinds.Connected{Vars: vars, Values: model.Values(1)}), wordsOnly},
		"lexicographic":    {constraint(&kinds.Lexicographic{Smaller: vars[:2], Than: vars[2:]}), accepted},
		"lexicographicIf":  {constraint(&kinds.Lexicographic{Smaller: vars[:1], Than: vars[2:3], If: &is}), wordsOnly},
		"either":           {constraint(&kinds.Either{Of: [][]model.Constraint{{model.Sum("", 5, 6, 0, 1)}, {model.Sum("", 5, 6, 2, 3)}}}), accepted},
		"regular":          {constraint(&kinds.Regular{Vars: vars, States: 1, Start: 1, Lowest: 1, Accepting: []int{1}, Next: [][]int{{1, 1}}}), wordsOnly},
		"boundsConsistent": {func(b *space.Builder) { b.PostBounds(vars) }, wordsOnly},
		"dualBounds":       {func(b *space.Builder) { scheme.PostDualBounds(b, vars) }, wordsOnly},
		"flow":             {func(b *space.Builder) { scheme.PostMatching(b, vars) }, wordsOnly},
		"joint":            {func(b *space.Builder) { b.PostSlow(newJoint(b, vars[:1], [][]int{{1}}), space.AskValues, vars[:1]) }, wordsOnly},
		"permutation": {func(b *space.Builder) {
			b.Post(space.NewPermutation(b.Layout, vars), space.OnChange, space.AskWord, vars)
		}, oneWord},
		"distinct": {func(b *space.Builder) {
			b.Post(space.NewAllDifferent(b, vars).InWord(b), space.OnFix, space.AskWord, vars)
		}, oneWord},
		"valueSets": {func(b *space.Builder) {
			b.PostSlow(&propagate.ValueSets{SumGroup: propagate.SumGroup{Cells: space.NewAllDifferent(b, vars).InWord(b).Members}}, space.AskWord, vars)
		}, oneWord},
		"overlap": {func(b *space.Builder) {
			members := space.NewAllDifferent(b, vars).InWord(b).Members
			b.PostSlow(&overlap{members[:2], members[2:]}, space.AskWord, vars)
		}, oneWord},
		"lockedCandidates": {func(b *space.Builder) {
			scheme.PostSegments(b, [][][]model.Var{{vars[:1], vars[1:2]}, {vars[2:3], vars[3:4]}})
		}, oneWord},
	} {
		m := variables(times(4, domain)...)
		m.Objective = &model.Objective{Terms: terms(2)}
		refused := func(wide []bool, options engine.Options) (message string) {
			defer func() {
				if failure := recover(); failure != nil {
					message, _ = failure.(string)
				}
			}()
			b := space.NewBuilder(t.Context(), m, wide, engine.LimitsOf[space.Limits](options))
			test.post(b)
			for _, p := range b.Propagators {
				_, name, _ := strings.Cut(fmt.Sprintf("%T", p), ".")
				seen[name] = true
			}
			return "posted"
		}
		for representation, message := range map[string]string{
			"one word": refused(nil, nil), "several words": refused(nil, engine.Options{"in-word": "1"}),
			"bounds": refused([]bool{true, true, true, true}, nil),
		} {
			fits := representation == "one word" || test.want == accepted || test.want == wordsOnly && representation == "several words"
			if fits != (message == "posted") || !fits && !strings.Contains(message, "was asked for") {
				t.Errorf("%s, variables of %s: %q", name, representation, message)
			}
		}
	}
	for _, name := range propagatorTypes(t) {
		if !seen[name] && name != "observed" { // wraps another one
			t.Errorf("propagator %s: add it to the list", name)
		}
	}
}

// propagatorTypes returns the types of the engine that are propagators of their own.
func propagatorTypes(t *testing.T) (names []string) {
	method := regexp.MustCompile(`(?m)^func \(\w+ \*(\w+)\) Propagate\(s \*(?:space\.)?Space\) bool`)
	for _, file := range slices.Concat(must(filepath.Glob("*.go")), must(filepath.Glob("*/*.go"))) {
		for _, found := range method.FindAllStringSubmatch(string(must(os.ReadFile(file))), -1) {
			names = append(names, found[1])
		}
	}
	if len(names) < 20 {
		t.Fatalf("found the propagators %v only", names)
	}
	return names
}
