package variant_test

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"qmsat/model"
	"qmsat/model/variant"
)

// alongLine returns the meaning of a clue with nothing but a line.
func alongLine[N any, P interface {
	*N
	variant.Clue
}](line func(P) model.Cells, holds func(values []int) bool) meaning {
	return meaning{holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool { return holds(valuesOf(a, line(n.(P)))) }}
}

func init() {
	meanings["arrow"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			n := &variant.Arrow{}
			line := drawLine(r, m, 7)
			split := 1 + r.IntN(min(3, len(line)-1))
			n.Bulb, n.Shafts = line[:split], []model.Cells{line[split:], drawLine(r, m, 2+r.IntN(3))}
			return n
		},
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			arrow := n.(*variant.Arrow)
			number := 0
			for i, v := range slices.Sorted(slices.Values(once(arrow.Bulb))) {
				if len(once(arrow.Bulb)) > 1 && (a[v] < 0 || i > 0 && a[v] > 9) {
					return false
				}
				number = 10*number + a[v]
			}
			return !slices.ContainsFunc(arrow.Shafts, func(shaft model.Cells) bool { return total(valuesOf(a, shaft)) != number })
		},
	}
	meanings["double-arrow"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue { return &variant.DoubleArrow{Line: drawClosed(r, m)} },
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			values := valuesOf(a, n.(*variant.DoubleArrow).Line)
			return 2*(values[0]+values[len(values)-1]) == total(values)
		},
	}
	meanings["palindrome"] = alongLine(func(n *variant.Palindrome) model.Cells { return n.Line }, func(values []int) bool {
		back := slices.Clone(values)
		slices.Reverse(back)
		return slices.Equal(values, back)
	})
	meanings["zipper"] = alongLine(func(n *variant.Zipper) model.Cells { return n.Line }, func(values []int) bool {
		back := slices.Clone(values)
		slices.Reverse(back)
		sum := values[0] + back[0]
		if len(values)%2 == 1 {
			sum = values[len(values)/2]
		}
		for i := range values {
			if 2*i+1 != len(values) && values[i]+back[i] != sum {
				return false
			}
		}
		return true
	})
	meanings["renban"] = alongLine(func(n *variant.Renban) model.Cells { return once(n.Line) }, func(values []int) bool {
		return allDiffer(values) && slices.Max(values)-slices.Min(values) == len(values)-1
	})
	meanings["nabner"] = alongLine(func(n *variant.Nabner) model.Cells { return once(n.Line) }, func(values []int) bool {
		slices.Sort(values)
		for i := 1; i < len(values); i++ {
			if values[i]-values[i-1] < 2 {
				return false
			}
		}
		return true
	})
	meanings["between"] = alongLine(func(n *variant.Between) model.Cells { return n.Line }, func(values []int) bool {
		inside, first, last := values[1:len(values)-1], values[0], values[len(values)-1]
		return !slices.ContainsFunc(inside, func(v int) bool { return v <= min(first, last) || v >= max(first, last) })
	})
	meanings["lockout"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			return &variant.Lockout{Line: drawLong(r, m), Difference: r.IntN(min(6, m.CellValues().Max()))}
		},
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			l := n.(*variant.Lockout)
			values := valuesOf(a, l.Line)
			inside, first, last := values[1:len(values)-1], values[0], values[len(values)-1]
			return max(first-last, last-first) >= cmp.Or(l.Difference, 4) &&
				!slices.ContainsFunc(inside, func(v int) bool { return v >= min(first, last) && v <= max(first, last) })
		},
	}
	meanings["value-indexing"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue { return &variant.ValueIndexing{Line: drawClosed(r, m)} },
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			values := valuesOf(a, n.(*variant.ValueIndexing).Line)
			at := values[1] + 1
			return at >= 2 && at < len(values) && values[at] == values[0]
		},
	}
}

// drawLong draws a line of 3 to 6 cells.
func drawLong(r *rand.Rand, m *model.Model) model.Cells { return drawLine(r, m, 3+r.IntN(4)) }

// drawClosed draws a line of 3 to 6 cells; some end where they start.
func drawClosed(r *rand.Rand, m *model.Model) model.Cells {
	line := drawLong(r, m)
	if r.IntN(3) == 0 {
		line = append(line, line[0])
	}
	return line
}

func init() {
	meanings["whispers"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			return &variant.Whispers{Line: drawClosed(r, m), Difference: r.IntN(5)}
		},
		holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
			w := n.(*variant.Whispers)
			size := m.CellValues().Size()
			least := cmp.Or(w.Difference, size-size/2)
			for i := 1; i < len(w.Line); i++ {
				if x, y := a[w.Line[i-1]], a[w.Line[i]]; x-y < least && y-x < least {
					return false
				}
			}
			return true
		},
	}
	meanings["region-sum"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			if r.IntN(3) == 0 {
				m.Grid.BoxRows, m.Grid.BoxColumns, m.Grid.Regions = 0, 0, make([]int, m.Grid.Cells())
				for v := range m.Grid.Regions {
					m.Grid.Regions[v] = r.IntN(3)
				}
			}
			return &variant.RegionSum{Line: drawLong(r, m)}
		},
		holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
			sums, last := map[int]bool{}, -1
			sum := 0
			for _, v := range n.(*variant.RegionSum).Line {
				row, column, _ := m.Grid.Coordinates(v)
				region := 0
				switch {
				case m.Grid.Regions != nil:
					region = m.Grid.Regions[v]
				case m.Grid.BoxRows > 0:
					region = row/m.Grid.BoxRows*m.Grid.Columns + column/m.Grid.BoxColumns
				}
				if region != last && last >= 0 {
					sums[sum], sum = true, 0
				}
				sum, last = sum+a[v], region
			}
			sums[sum] = true
			return len(sums) == 1
		},
	}
	meanings["sum-line"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			return &variant.SumLine{Line: drawClosed(r, m)[:3+r.IntN(2)], Sum: 1 + r.IntN(m.CellValues().Max()+4), Loop: r.IntN(2) == 0}
		},
		holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
			s := n.(*variant.SumLine)
			values := valuesOf(a, s.Line)
			for range values {
				if divides(values, s.Sum) || !s.Loop {
					break
				}
				values = append(values[1:], values[0])
			}
			return divides(values, s.Sum)
		},
	}
	meanings["entropic"] = meaning{holds: func(m *model.Model, n variant.Clue, a model.Assignment) bool {
		all := slices.Collect(m.CellValues().All())
		size := []int{0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5}[len(all)]
		return differInRow(valuesOf(a, n.(*variant.Entropic).Line), 3, func(v int) int {
			return 1 - min(1, max(0, all[size]-v)) + min(1, max(0, v-all[len(all)-1-size]))
		})
	}}
	meanings["modular"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			return &variant.Modular{Line: drawLine(r, m, 2+r.IntN(6)), Modulus: r.IntN(5)}
		},
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			modulus := cmp.Or(n.(*variant.Modular).Modulus, 3)
			return differInRow(valuesOf(a, n.(*variant.Modular).Line), modulus, func(v int) int { return residue(v, modulus) })
		},
	}
	meanings["relation"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			n := &variant.Relation{Line: drawLine(r, m, 2+r.IntN(5))}
			if r.IntN(2) == 0 {
				n.Line, n.Cells = nil, n.Line
			}
			for x := range m.CellValues().All() {
				for y := range m.CellValues().All() {
					if r.IntN(3) > 0 && (x <= y || n.Line != nil) {
						n.Pairs = append(n.Pairs, []int{x, y})
						if n.Cells != nil {
							n.Pairs = append(n.Pairs, []int{y, x})
						}
					}
				}
			}
			return n
		},
		holds: func(_ *model.Model, named variant.Clue, a model.Assignment) bool {
			n := named.(*variant.Relation)
			has := func(x, y model.Var) bool {
				return slices.ContainsFunc(n.Pairs, func(p []int) bool { return p[0] == a[x] && p[1] == a[y] })
			}
			for i := 1; i < len(n.Line); i++ {
				if !has(n.Line[i-1], n.Line[i]) {
					return false
				}
			}
			for i, x := range once(n.Cells) {
				if slices.ContainsFunc(once(n.Cells)[i+1:], func(y model.Var) bool { return !has(x, y) }) {
					return false
				}
			}
			return true
		},
	}
	meanings["lunchbox"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			return &variant.Lunchbox{Line: drawLine(r, m, 2+r.IntN(min(5, m.CellValues().Size()-1))), Sum: r.IntN(2 * m.CellValues().Max())}
		},
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			l := n.(*variant.Lunchbox)
			values := valuesOf(a, once(l.Line))
			first, last := slices.Index(values, slices.Min(values)), slices.Index(values, slices.Max(values))
			return allDiffer(values) && total(values[min(first, last)+1:max(first, last)]) == l.Sum
		},
	}
}

// divides reports whether values are segments with the sum, one after the other.
func divides(values []int, sum int) bool {
	for i := range values {
		if total(values[:i+1]) == sum && (i+1 == len(values) || divides(values[i+1:], sum)) {
			return true
		}
	}
	return false
}

// differInRow reports whether any m values in a row are of different classes.
func differInRow(values []int, m int, class func(int) int) bool {
	for i := range values {
		for j := i + 1; j < min(i+m, len(values)); j++ {
			if class(values[i]) == class(values[j]) {
				return false
			}
		}
	}
	return true
}
