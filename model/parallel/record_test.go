package parallel

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/job"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// grow splits random cubes of a tree, and counts others by brute force.
func grow(t *rapid.T, tree *job.Tree, m *model.Model, root model.Cube) {
	for range rapid.IntRange(0, 12).Draw(t, "steps") {
		open := slices.Collect(tree.Open())
		if len(open) == 0 {
			return
		}
		at := rapid.SampledFrom(open).Draw(t, "item")
		path, err := model.Assignments.Parse(m, at.Item)
		if err != nil {
			t.Fatal(err)
		}
		cube := append(slices.Clone(root), path...)
		var free []model.Var
		for _, v := range m.OutputVars() {
			if !slices.ContainsFunc(cube, func(g model.Given) bool { return g.Var == v }) {
				free = append(free, v)
			}
		}
		if len(free) == 0 || rapid.Bool().Draw(t, "count") {
			take(t, tree, m, root, at, nil)
			continue
		}
		split := engine.Split{Var: rapid.SampledFrom(free).Draw(t, "variable")}
		split.Open = m.DomainOf(split.Var)
		var values []int
		for i, child := range split.Cubes(cube) {
			if len(modeltest.BruteForce(m, child)) > 0 || rapid.Bool().Draw(t, "open") {
				values = append(values, split.Open.Value(i))
			}
		}
		split.Open = model.Values(values...)
		take(t, tree, m, root, at, &split)
	}
}

// A tree is read back from its lines. When all cubes are counted, the sum is the count of brute force.
func TestRandomTrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		cube := modeltest.RandomCube(t, m)
		written := tree(m, cube)
		grow(t, written, m, cube)
		lines := written.Lines()
		again, err := build(m, cube, strings.Join(lines, "\n"))
		if err != nil {
			t.Fatalf("%q: %v", lines, err)
		}
		if !slices.Equal(lines, again.Lines()) || again.Progress() != written.Progress() {
			t.Fatalf("%q is read back as %q", lines, again.Lines())
		}
		for _, open := range slices.Collect(again.Open()) {
			take(t, again, m, cube, open, nil)
		}
		if expected := (job.Progress{Value: fmt.Sprint(len(modeltest.BruteForce(m, cube))), Share: 1}); !again.Complete() || again.Progress() != expected {
			t.Fatalf("%q: %v, complete %t, expected %v", lines, again.Progress(), again.Complete(), expected)
		}
	})
}

// letters returns a model with the variables a, b and c from 0 to 3; c is no output.
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
		{"", "the item . has no record"},
		{root + "\na=1 open", "the item a=2 has no record"},
		{root + "\na=1 open\na=2 open\na=2 count 1", "found a further line, expected a record for each item"},
		{root + "\na=1 open\na=2 open\na=3 count 0", "found a further line, expected a record for each item"},
		{root + "\na=1 count 3\na=2 count 1\na=1 b=2 count 1", "found a further line"},
		{root + "\na=1 open\na=2 count 1\na=1 b=2 count 1", "found a further line"},
		{root + "\na=2 open\na=1 open", `the item a=1: found "a=2 open"`},
		{root + "\na=2 count 1\na=1 open", `the item a=1: found "a=2 count 1", expected its record`},
		{root + "\na=1 open\na=2 open\nb=1 open", "found a further line"},
		{root + "\na=1 split a open 1 refuted 0,2..3", "the item a=1: a split by a, which is fixed already"},
		{". split c open none refuted 0..3", "the item .: a split by variable number 2, expected an output"},
		{". split b open none refuted 0..3", "the item .: a split by b, which is fixed already"},
		{". split d open none refuted 0..3", `found "d", expected a cell or variable`},
		{". split a open 0..3", "expected a variable, its open values and its refuted values"},
		{". split a closed 0..3 refuted none", "expected a variable, its open values and its refuted values"},
		{". split a open 0..3 refused none", "expected a variable, its open values and its refuted values"},
		{". split a open 0..3 refuted 3", "expected each value of 0..3 in one list"},
		{". split a open 0..4 refuted none", "expected each value of 0..3 in one list"},
		{". split a open 0,1 refuted 2", "expected each value of 0..3 in one list"},
		{". split a open 0,0 refuted 1..3", "expected each number once"},
		{". split a open 3..0 refuted none", "expected numbers and ranges lo..hi"},
		{". split a open 0..x refuted none", "expected numbers and ranges lo..hi"},
		{". count -1", `found "count -1", expected a count`},
		{". count 1 2", `found "count 1 2", expected a count`},
		{". open 1", `found "open 1", expected a variable, its open values and its refuted values`},
		{"open", `found "open", expected its record`},
		{"a=9 open", `found "a=9 open"`},
	} {
		_, err := build(m, model.Cube{{Var: 1, Value: 0}}, test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, expected %q", test.text, err, test.want)
		}
	}
}

// build reads a tree from the lines of a text.
func build(m *model.Model, cube model.Cube, text string) (*job.Tree, error) {
	built := tree(m, cube)
	var body []string
	if text != "" {
		body = strings.Split(text, "\n")
	}
	_, err := built.Read(context.Background(), body)
	return built, err
}

// Once all parts of a cube are counted, the cube keeps their sum and drops them.
func TestSums(t *testing.T) {
	m := letters()
	tree, err := build(m, nil, ". split a open 0..3 refuted none\na=0 split b open none refuted 0..3\n"+
		"a=1 count 5\na=2 split b open 1..3 refuted 0\na=2 b=1 count 1\na=2 b=2 count 2\na=2 b=3 open\na=3 count 7")
	if err != nil {
		t.Fatal(err)
	}
	if p := tree.Progress(); tree.Complete() || p.Value != "15" || p.Share != 0.75+0.25*2/3 {
		t.Errorf("complete %t, %+v", tree.Complete(), p)
	}
	for _, open := range slices.Collect(tree.Open()) {
		if err := tree.Add(open.Path, job.Record{Item: open.Item, Result: "count 10"}); err != nil {
			t.Fatal(err)
		}
	}
	if left := tree.Lines(); !slices.Equal(left, []string{". count 25"}) {
		t.Errorf("%q, expected the root alone", left)
	}
}
