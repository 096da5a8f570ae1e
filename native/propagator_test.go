package native

import (
	"context"
	"slices"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/space"
)

// impossible stands for the domains of a state without a solution.
const impossible = "impossible"

// propagated returns the domains at the fixpoint of each constraint's own propagators, without joints.
func propagated(t *testing.T, m *model.Model, cube ...model.Given) string {
	t.Helper()
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	s := must(newSession(space.NewBuilder(context.Background(), m, space.WideVariables(m, engine.LimitsOf[space.Limits](nil)), nil), m.Constraints))
	if !s.propagateRoot() {
		t.Fatal("propagation was stopped")
	}
	return domainsAfter(s, cube)
}

// domainsAfter returns the domains at the start of a session's search.
func domainsAfter(s *session, cube model.Cube) string {
	s.space.Load(slices.Clone(s.root), s.root)
	if s.impossible || !s.give(cube) || !s.space.Propagate() {
		return impossible
	}
	var domains []string
	for v := range s.model.Variables {
		var values []int
		for i := s.space.Lowest(model.Var(v)); i >= 0; i = s.space.After(model.Var(v), i) {
			values = append(values, s.space.Numberings[v].Value(i))
		}
		domains = append(domains, model.Values(values...).String())
	}
	return strings.Join(domains, " ")
}

// propagation is a case of what a propagator must remove, and must keep.
type propagation struct {
	name       string
	domains    []model.Domain
	constraint model.Constraint
	cube       model.Cube
	want       string
}

func testPropagation(t *testing.T, tests []propagation) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := variables(test.domains...)
			m.Constraints = []model.Constraint{test.constraint}
			if got := propagated(t, m, test.cube...); got != test.want {
				t.Errorf("domains %s, expected %s", got, test.want)
			}
		})
	}
}

// times returns n domains that are all the same.
func times(n int, d model.Domain) []model.Domain { return slices.Repeat([]model.Domain{d}, n) }

func TestRegisteringTwicePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	space.RegisterKind("linear", space.OfNone, func(*space.Builder, *model.Linear) {})
}

func TestKindOfWrongType(t *testing.T) {
	m := variables(model.Interval(0, 1))
	m.Constraints = []model.Constraint{impostor{model.Sum("", 0, 1, 0)}}
	expectUnsupported(t, m, "linear")
}

// impostor claims a kind but does not have its type.
type impostor struct{ model.Constraint }
