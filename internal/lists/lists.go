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

// Numbers returns 0 to n-1.
func Numbers[T ~int](n int) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = T(i)
	}
	return list
}
