package sample

import "slices"

// Source is where numbers come from.
type Source interface {
	// IntN returns a number from 0 to n-1; n is at least 1.
	IntN(n int) int
}

// between draws a number from lo to hi.
func between(s Source, lo, hi int) int { return lo + s.IntN(hi-lo+1) }

// oneIn is true once in n times.
func oneIn(s Source, n int) bool { return s.IntN(n) == n-1 }

// pick draws one of the items.
func pick[T any](s Source, items ...T) T { return items[s.IntN(len(items))] }

// shuffled returns the items in a random order.
func shuffled[T any](s Source, items []T) []T {
	list := slices.Clone(items)
	for i := range list {
		j := between(s, i, len(list)-1)
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// numbers returns 0 to n-1.
func numbers[T ~int](n int) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = T(i)
	}
	return list
}
