package model

import "slices"

// shorter returns what is rebuilt from a list without a piece of it: without halves of it first, then without smaller
// pieces, the items last.
func shorter[T, R any](list []T, rebuild func(left []T) R) []R {
	var all []R
	for size := len(list); size >= 1; size /= 2 {
		for from := 0; from < len(list); from += size {
			all = append(all, rebuild(slices.Delete(slices.Clone(list), from, min(from+size, len(list)))))
		}
	}
	return all
}

// replaced returns a copy of a list with another item in a place.
func replaced[T any](list []T, at int, item T) []T {
	changed := slices.Clone(list)
	changed[at] = item
	return changed
}

// nearer returns numbers nearer to 0, the nearest first.
func nearer(n int) []int {
	switch {
	case n == 0:
		return nil
	case n < 0:
		list := nearer(-n)
		for i := range list {
			list[i] = -list[i]
		}
		return append(list, -n) // positive numbers are simpler
	}
	list := []int{0}
	for half := n / 2; half > 0; half /= 2 {
		list = append(list, n-half)
	}
	return list
}
