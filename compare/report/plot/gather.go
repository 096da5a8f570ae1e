package plot

import (
	"cmp"
	"slices"
)

// Gather returns the points of records as series, in the order of their first records. A record without a name has no point.
func Gather[T any](records []T, of func(T) (series string, at Point)) (list []Series) {
	for _, r := range records {
		name, at := of(r)
		if name == "" {
			continue
		}
		i := slices.IndexFunc(list, func(s Series) bool { return s.Name == name })
		if i < 0 {
			i, list = len(list), append(list, Series{Name: name, Style: len(list)})
		}
		list[i].Points = append(list[i].Points, at)
	}
	return list
}

// Sum returns a single series that has, in ascending order of X, the sum of Y over the points of records.
func Sum[T any](records []T, name string, of func(T) Point) []Series {
	var points []Point
	for _, r := range records {
		at := of(r)
		i, found := slices.BinarySearchFunc(points, at, func(p, q Point) int { return cmp.Compare(p.X, q.X) })
		if found {
			points[i].Y += at.Y
		} else {
			points = slices.Insert(points, i, at)
		}
	}
	return []Series{{Name: name, Points: points}}
}
