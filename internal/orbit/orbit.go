// Package orbit finds the orbits of groups that are given by generators.
package orbit

import (
	"context"

	"qmsat/internal/stop"
)

// All splits the elements into orbits of the group whose generators' images are passed to visit. Orbits come in the order of
// their first elements, and elements in the order they are reached in. If the context ends first, the error is its cause.
func All[T comparable](ctx context.Context, elements []T, images func(element T, visit func(T))) ([][]T, error) {
	return By(ctx, elements, func(element T) T { return element }, images)
}

// By is All for elements that are the same if their keys are.
func By[T any, K comparable](ctx context.Context, elements []T, key func(T) K, images func(element T, visit func(T))) ([][]T, error) {
	seen := make(map[K]bool, len(elements))
	var all [][]T
	for _, first := range elements {
		if seen[key(first)] {
			continue
		}
		var orbit []T
		reach := func(element T) {
			if k := key(element); !seen[k] {
				seen[k] = true
				orbit = append(orbit, element)
			}
		}
		reach(first)
		for i := 0; i < len(orbit); i++ {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			images(orbit[i], reach)
			stop.Yield()
		}
		all = append(all, orbit)
	}
	return all, context.Cause(ctx)
}
