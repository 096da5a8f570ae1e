package modeltest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine/bruteforce"
	"qmsat/model/sample"
)

// mostAssignments bounds the models that are made of copies, so that brute force is quick.
const mostAssignments = 1 << 10

// Random draws a bare model of unrelated constraints, or of almost equal ones; see [sample.Bare] and [sample.AlmostEqual]. It is
// logged where the test fails.
func Random(t *rapid.T) *model.Model {
	s := source{t}
	m := sample.Bare(s)
	if s.IntN(2) == 1 {
		m = sample.AlmostEqual(s, mostAssignments).Model
	}
	if err := m.Validate(); err != nil {
		t.Fatalf("modeltest: the random model is not valid: %v", err)
	}
	t.Logf("%v", written{m})
	return m
}

// CheckUntil checks a property, and again until its cases have met what the test is about: few random cases may miss it by chance. It
// fails the test if a hundred rounds have not. What they should meet is a sentence for that error, such as "a symmetry is broken".
func CheckUntil(t *testing.T, sentence string, met func() bool, property func(*rapid.T)) {
	t.Helper()
	for range 100 {
		if rapid.Check(t, property); t.Failed() || met() {
			return
		}
	}
	t.Errorf("in no case: %s", sentence)
}

// RandomCube draws givens; see [sample.Cube].
func RandomCube(t *rapid.T, m *model.Model) model.Cube {
	cube := sample.Cube(source{t}, m)
	t.Logf("cube %v", cube)
	return cube
}

// Within returns the givens of a cube whose values are in their variables' domains: no notation writes others.
func Within(m *model.Model, cube model.Cube) model.Cube {
	return slices.DeleteFunc(cube, func(g model.Given) bool { return !m.DomainOf(g.Var).Contains(g.Value) })
}

// source has a property test's numbers, which are lowered where the test fails.
type source struct{ t *rapid.T }

// IntN implements sample.Source.
func (s source) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(s.t, "number") }

// Text returns a value that prints as the model's YAML.
func Text(m *model.Model) fmt.Stringer { return written{m} }

// written writes a model as YAML, when it is printed.
type written struct{ model *model.Model }

func (w written) String() string {
	var text strings.Builder
	if err := document.New(w.model).Write(&text); err != nil {
		return err.Error()
	}
	return text.String()
}

// RandomObjective gives the model an objective over some of its variables.
func RandomObjective(t *rapid.T, m *model.Model) {
	s := source{t}
	o := &model.Objective{Maximize: s.IntN(2) == 1}
	for v := range m.Variables {
		if coefficient := s.IntN(7) - 3; coefficient != 0 {
			o.Terms = append(o.Terms, model.Term{Coefficient: coefficient, Var: model.Var(v)})
		}
	}
	if len(o.Terms) > 0 {
		m.Objective = o
	}
	t.Logf("objective %+v", o)
}

// Bytes returns a source of numbers for fuzz targets: each takes a byte, or two where one is not enough; behind the last
// byte all are 0.
func Bytes(data []byte) sample.Source { return &bytes{data} }

type bytes struct{ left []byte }

// IntN implements sample.Source.
func (b *bytes) IntN(n int) int {
	number := b.next()
	if n > 1<<8 {
		number = number<<8 | b.next()
	}
	return number % n
}

func (b *bytes) next() int {
	if len(b.left) == 0 {
		return 0
	}
	first := b.left[0]
	b.left = b.left[1:]
	return int(first)
}

// BruteForce returns the solutions of the model that meet the cube; see [bruteforce.Solutions].
func BruteForce(m *model.Model, cube model.Cube) []model.Assignment {
	return bruteforce.Solutions(m, cube)
}

// Key writes the outputs of an assignment; two solutions are equal if their keys are.
func Key(m *model.Model, a model.Assignment) string {
	var key []byte
	for _, v := range m.OutputVars() {
		key = append(strconv.AppendInt(key, int64(a[v]), 10), ' ')
	}
	return string(key)
}

// Keys returns the keys of all solutions under the cube, found by brute force, in ascending order.
func Keys(m *model.Model, cube model.Cube) []string {
	keys := lists.Map(BruteForce(m, cube), func(a model.Assignment) string { return Key(m, a) })
	slices.Sort(keys)
	return keys
}
