// Package lists has what package slices lacks.
package lists

// Map returns what f makes of each item.
func Map[T, R any](items []T, f func(item T) R) []R {
	list := make([]R, len(items))
	for i, item := range items {
		list[i] = f(item)
	}
	return list
}
