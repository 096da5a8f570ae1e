package plot

import "slices"

// Gather returns the points of records as series, in the order in which their names first come. A record without a name has no point.
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
