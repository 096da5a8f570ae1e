package plot

import (
	"cmp"
	"slices"
)

// Add adds a point to the series of a name. A new series gets the next style.
func (c *Chart) Add(series string, x, y float64) {
	s := c.of(series)
	s.Points = append(s.Points, Point{x, y})
}

// Sum adds y to the point at x of a series, whose points are in ascending order.
func (c *Chart) Sum(series string, x, y float64) {
	s := c.of(series)
	i, found := slices.BinarySearchFunc(s.Points, x, func(p Point, x float64) int { return cmp.Compare(p.X, x) })
	if !found {
		s.Points = slices.Insert(s.Points, i, Point{X: x})
	}
	s.Points[i].Y += y
}

func (c *Chart) of(series string) *Series {
	i := slices.IndexFunc(c.Series, func(s Series) bool { return s.Name == series })
	if i < 0 {
		i, c.Series = len(c.Series), append(c.Series, Series{Name: series, Style: len(c.Series)})
	}
	return &c.Series[i]
}
