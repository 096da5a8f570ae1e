package input

import (
	"strings"

	"qmsat/internal/lists"
)

// ManyNames are more than help a reader who is told which one was meant.
const ManyNames = 12

// DidYouMean says which of some names, at most three, is like a mistyped one, or begins like it; or nothing.
func DidYouMean(name string, names []string) string {
	if len(name) < 3 { // any short name is like it
		return ""
	}
	most, typed := 2, strings.ToLower(name)
	if len(strings.TrimLeft(name, "-")) < 5 { // two typing errors make another word of it
		most = 1
	}
	for _, near := range []func(n string) bool{
		func(n string) bool { return n == typed },
		func(n string) bool { return strings.HasPrefix(n, typed) || distance(n, typed) <= most },
	} {
		if found := lists.Filter(names, func(n string) bool { return near(strings.ToLower(n)) }); len(found) > 0 {
			return "; did you mean " + strings.Join(found[:min(len(found), 3)], " or ") + "?"
		}
	}
	return ""
}

// distance returns how many bytes must be inserted, deleted, replaced or swapped with the next to make one text of another (Damerau
// 1964).
func distance(a, b string) int {
	rows := [][]int{lists.Numbers[int](len(b) + 1)} // from the first bytes of a to each beginning of b
	for i := range len(a) {
		rows = append(rows, []int{i + 1})
		for j := range len(b) {
			least := min(rows[i][j], rows[i][j+1], rows[i+1][j]) + 1
			if a[i] == b[j] {
				least = rows[i][j]
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				least = min(least, rows[i-1][j-1]+1)
			}
			rows[i+1] = append(rows[i+1], least)
		}
	}
	return rows[len(a)][len(b)]
}
