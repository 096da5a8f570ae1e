package native

import (
	"context"
	"slices"

	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
)

// mostNarrowed is the largest domain whose values are tried in constraints on one variable. workPerScope is the work of reading a
// constraint's scope.
const mostNarrowed, workPerScope = 64, 64

// narrowed returns a model whose domains lack the values that constraints on one variable exclude, such as a cell's candidates.
// It has the same constraints and solutions. Houses of cells with 9 candidates of 15 values then are permutations. If a domain
// would be empty, it keeps its values. If ctx ends, the rest is left as it is.
func narrowed(ctx context.Context, m *model.Model) *model.Model {
	clone := *m
	clone.Variables = slices.Clone(m.Variables)
	a := make(model.Assignment, len(m.Variables))
	for _, c := range stop.Each(stop.NewWatch(ctx), m.Constraints, func(model.Constraint) int { return workPerScope }) {
		scope := c.Scope()
		if len(scope) != 1 {
			continue
		}
		v := &clone.Variables[scope[0]]
		if size := v.Domain.Size(); size <= 1 || size > mostNarrowed {
			continue
		}
		left := lists.Filter(slices.Collect(v.Domain.All()), func(value int) bool {
			a[scope[0]] = value
			return c.Holds(a)
		})
		if len(left) > 0 && len(left) < v.Domain.Size() {
			v.Domain = model.Values(left...)
		}
	}
	return &clone
}
