package cubetree

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/modeltest"
	"qmsat/model"
	"qmsat/model/engine"
)

// grow splits and counts cubes of a tree at random, by brute force.
func grow(t *rapid.T, tree *Tree, m *model.Model) {
	count := func(cube model.Cube) int64 { return int64(len(modeltest.BruteForce(m, cube))) }
	for range rapid.IntRange(0, 12).Draw(t, "steps") {
		open := slices.Collect(tree.Open())
		if len(open) == 0 {
			return
		}
		node := rapid.SampledFrom(open).Draw(t, "node")
		cube := node.Cube()
		var free []model.Var
		for _, v := range m.OutputVars() {
			if !slices.ContainsFunc(cube, func(g model.Given) bool { return g.Var == v }) {
				free = append(free, v)
			}
		}
		if len(free) == 0 || rapid.Bool().Draw(t, "count") {
			node.Count(big.NewInt(count(cube)))
			continue
		}
		split := engine.Split{Var: rapid.SampledFrom(free).Draw(t, "variable")}
		split.Open = m.DomainOf(split.Var)
		var values []int
		for i, child := range split.Cubes(cube) {
			if count(child) > 0 || rapid.Bool().Draw(t, "open") {
				values = append(values, split.Open.Value(i))
			}
		}
		split.Open = model.Values(values...)
		if _, err := node.Split(split); err != nil {
			t.Fatal(err)
		}
	}
}

// A tree is read back from its records, and when all is counted its sum is that of brute force.
func TestRandomTrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		cube := modeltest.RandomCube(t, m)
		tree := New(m, cube)
		grow(t, tree, m)
		var texts []string
		for r := range tree.Records() {
			texts = append(texts, r.Format(m))
		}
		again, err := build(m, cube, strings.Join(texts, "\n"))
		if err != nil {
			t.Fatalf("%q: %v", texts, err)
		}
		var textsAgain []string
		for r := range again.Records() {
			textsAgain = append(textsAgain, r.Format(m))
		}
		if !slices.Equal(texts, textsAgain) || again.Found().Cmp(tree.Found()) != 0 || again.Share() != tree.Share() {
			t.Fatalf("%q is read back as %q", texts, textsAgain)
		}
		for node := range again.Open() {
			node.Count(big.NewInt(int64(len(modeltest.BruteForce(m, node.Cube())))))
		}
		if expected := int64(len(modeltest.BruteForce(m, cube))); !again.Counted() || again.Found().Int64() != expected || again.Share() != 1 {
			t.Fatalf("%q: %v, counted %t, share %g, expected %d", texts, again.Found(), again.Counted(), again.Share(), expected)
		}
	})
}

// letters returns the model of the variables a, b and c from 0 to 3; c is no output.
func letters() *model.Model {
	m := &model.Model{}
	for _, name := range []string{"a", "b", "c"} {
		m.Outputs = append(m.Outputs, m.AddVariable(name, model.Interval(0, 3)))
	}
	m.Outputs = m.Outputs[:2]
	return m
}

func TestBadRecords(t *testing.T) {
	m := letters()
	root := ". split a open 1..2 refuted 0,3"
	for _, test := range []struct{ text, want string }{
		{"", "the cube . has no record"},
		{root + "\na=1 open", "the cube a=2 has no record"},
		{root + "\na=1 open\na=2 open\na=2 count 1", "the cube a=2: it has two records"},
		{root + "\na=1 open\na=2 open\na=3 count 0", "the cube a=3: it is within . with a=3, which is refuted"},
		{root + "\na=1 count 3\na=2 count 1\na=1 b=2 count 1", "the cube a=1 b=2: it is within ., which is counted"},
		{root + "\na=1 open\na=2 count 1\na=1 b=2 count 1", "the cube a=1 b=2: it is within a=1, which is not split"},
		{root + "\na=1 open\na=2 open\nb=1 open", "the cube b=1: it is not a child of ., which is split by a"},
		{root + "\na=1 split a open 1 refuted 0,2..3", "the cube a=1: a split by a, which is fixed already"},
		{". split c open none refuted 0..3", "the cube .: a split by variable number 2, expected an output"},
		{". split b open none refuted 0..3", "the cube .: a split by b, which is fixed already"},
		{". split d open none refuted 0..3", `found "d", expected a cell or variable`},
		{". split a open 0..3", "expected a variable and its values"},
		{". split a closed 0..3 refuted none", "expected a variable and its values"},
		{". split a open 0..3 refused none", "expected a variable and its values"},
		{". split a open 0..3 refuted 3", "expected each value of 0..3 in one of the two"},
		{". split a open 0..4 refuted none", "expected each value of 0..3 in one of the two"},
		{". split a open 0,1 refuted 2", "expected each value of 0..3 in one of the two"},
		{". split a open 0,0 refuted 1..3", "expected each number once"},
		{". split a open 3..0 refuted none", "expected numbers and ranges lo..hi"},
		{". split a open 0..x refuted none", "expected numbers and ranges lo..hi"},
		{". count -1", `found "-1", expected a count`},
		{". count 1 2", `found "1 2", expected a count`},
		{". open 1", `found "1", expected nothing after open`},
		{"open", "expected a cube, and open, count or split after it"},
		{"a=9 open", "found a=9, expected a value of 0..3"},
	} {
		_, err := build(m, model.Cube{{Var: 1, Value: 0}}, test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, expected %q", test.text, err, test.want)
		}
	}
}

// build reads records, one a line, and builds their tree.
func build(m *model.Model, cube model.Cube, text string) (*Tree, error) {
	tree := New(m, cube)
	for line := range strings.Lines(text) {
		r, err := ParseRecord(m, line)
		if err == nil {
			err = tree.Add(r)
		}
		if err != nil {
			return nil, err
		}
	}
	return tree, tree.Complete()
}

// Cubes that are counted are forgotten once their parent is, and count in it.
func TestSums(t *testing.T) {
	tree, err := build(letters(), nil, ". split a open 0..3 refuted none\na=0 split b open none refuted 0..3\n"+
		"a=1 count 5\na=2 split b open 1..3 refuted 0\na=3 count 7\na=2 b=1 count 1\na=2 b=2 count 2\na=2 b=3 open")
	if err != nil {
		t.Fatal(err)
	}
	if tree.Counted() || tree.Found().Int64() != 15 || tree.Share() != 0.75+0.25*2/3 {
		t.Errorf("counted %t, %v, share %g", tree.Counted(), tree.Found(), tree.Share())
	}
	for node := range tree.Open() {
		node.Count(big.NewInt(10))
	}
	var left []string
	for r := range tree.Records() {
		left = append(left, r.Format(letters()))
	}
	if !slices.Equal(left, []string{". count 25"}) {
		t.Errorf("%q, expected the root alone", left)
	}
}
