// Package lists has functions that package slices lacks.
package lists

import (
	"cmp"
	"slices"
)

// Map returns the result of f for each item.
func Map[T, R any](items []T, f func(item T) R) []R {
	list := make([]R, len(items))
	for i, item := range items {
		list[i] = f(item)
	}
	return list
}

// Numbers returns 0 to n-1.
func Numbers[T ~int | ~int32](n int) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = T(i)
	}
	return list
}

// Make returns the results of f for 0 to n-1.
func Make[R any](n int, f func(i int) R) []R { return Map(Numbers[int](n), f) }

// Filter returns the items that f keeps, in a list of its own.
func Filter[S ~[]T, T any](items S, f func(item T) bool) (kept S) {
	for _, item := range items {
		if f(item) {
			kept = append(kept, item)
		}
	}
	return kept
}

// Count returns how many items meet f.
func Count[T any](items []T, f func(item T) bool) (n int) {
	for _, item := range items {
		if f(item) {
			n++
		}
	}
	return n
}

// Sum adds up the results of f for all items.
func Sum[T any, N ~int | ~int64 | ~uint64 | ~float64](items []T, f func(item T) N) (sum N) {
	for _, item := range items {
		sum += f(item)
	}
	return sum
}

// Distinct returns the items in ascending order, each once.
func Distinct[S ~[]T, T cmp.Ordered](items S) S {
	return slices.Compact(slices.Sorted(slices.Values(items)))
}

// Replaced returns a copy of a list with one item replaced.
func Replaced[T any](list []T, at int, item T) []T {
	changed := slices.Clone(list)
	changed[at] = item
	return changed
}

// Shorter rebuilds from a list without a piece of it: first without a half, then without smaller pieces, finally without single
// items.
func Shorter[T, R any](list []T, rebuild func(left []T) R) []R {
	var all []R
	for size := len(list); size >= 1; size /= 2 {
		for from := 0; from < len(list); from += size {
			all = append(all, rebuild(slices.Delete(slices.Clone(list), from, min(from+size, len(list)))))
		}
	}
	return all
}
