package model

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/lists"
)

// Range is the closed interval Lo..Hi of integers; it is empty if Lo > Hi.
type Range struct{ Lo, Hi int }

// Domain is a finite set of integers. It is stored as sorted ranges that do not touch or overlap, so a large interval costs no
// more than a small one. The zero Domain is empty. A Domain is immutable. Valid models have values within ±2^52; for a domain
// beyond that the size may not fit an int.
type Domain struct{ ranges []Range }

// NewDomain returns the union of the given ranges.
func NewDomain(ranges ...Range) Domain {
	if len(ranges) == 1 && ranges[0].Lo <= ranges[0].Hi {
		return Domain{slices.Clone(ranges)}
	}
	sorted := slices.DeleteFunc(slices.Clone(ranges), func(r Range) bool { return r.Lo > r.Hi })
	slices.SortFunc(sorted, func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
	merged := sorted[:0]
	for _, r := range sorted {
		if k := len(merged) - 1; k >= 0 && r.Lo-1 <= merged[k].Hi {
			merged[k].Hi = max(merged[k].Hi, r.Hi)
			continue
		}
		merged = append(merged, r)
	}
	if len(merged) < len(sorted)/2 {
		merged = slices.Clone(merged) // lets go of the longer array
	}
	return Domain{merged}
}

// Interval returns the domain lo..hi.
func Interval(lo, hi int) Domain { return NewDomain(Range{lo, hi}) }

// Values returns the domain of exactly the given values.
func Values(values ...int) Domain {
	ranges := lists.Map(values, func(v int) Range { return Range{v, v} })
	return NewDomain(ranges...)
}

// Ranges returns the ranges of the domain, lowest first; they do not touch or overlap.
func (d Domain) Ranges() []Range { return slices.Clone(d.ranges) }

// RangeCount returns the number of ranges.
func (d Domain) RangeCount() int { return len(d.ranges) }

// Size returns the number of values.
func (d Domain) Size() int {
	size := 0
	for _, r := range d.ranges {
		size += r.Hi - r.Lo + 1
	}
	return size
}

// Empty reports whether the domain has no value.
func (d Domain) Empty() bool { return len(d.ranges) == 0 }

// Min returns the lowest value of a domain that is not empty.
func (d Domain) Min() int { return d.ranges[0].Lo }

// Max returns the highest value of a domain that is not empty.
func (d Domain) Max() int { return d.ranges[len(d.ranges)-1].Hi }

// Contains reports whether v is in the domain.
func (d Domain) Contains(v int) bool {
	_, ok := d.Index(v)
	return ok
}

// Index returns the number of values below v, and whether v itself is in the domain.
func (d Domain) Index(v int) (int, bool) {
	below := 0
	for _, r := range d.ranges {
		if v < r.Lo {
			return below, false
		}
		if v <= r.Hi {
			return below + v - r.Lo, true
		}
		below += r.Hi - r.Lo + 1
	}
	return below, false
}

// Value returns the i-th lowest value, counting from 0; it panics if there are no more than i values.
func (d Domain) Value(i int) int {
	for _, r := range d.ranges {
		if n := r.Hi - r.Lo + 1; i >= n {
			i -= n
			continue
		}
		return r.Lo + i
	}
	panic("model: index outside the domain")
}

// All yields the values, lowest first.
func (d Domain) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, r := range d.ranges {
			for v := r.Lo; ; v++ {
				if !yield(v) {
					return
				}
				if v == r.Hi { // tested here, because v <= r.Hi always holds if r.Hi is the highest int
					break
				}
			}
		}
	}
}

// Minus returns the values of d that are not in e.
func (d Domain) Minus(e Domain) Domain {
	var left []Range
	cuts := e.ranges
next:
	for _, r := range d.ranges {
		for len(cuts) > 0 && cuts[0].Hi < r.Lo {
			cuts = cuts[1:]
		}
		for _, cut := range cuts {
			if cut.Lo > r.Hi {
				break
			}
			if cut.Lo > r.Lo {
				left = append(left, Range{r.Lo, cut.Lo - 1})
			}
			if cut.Hi >= r.Hi {
				continue next
			}
			r.Lo = cut.Hi + 1
		}
		left = append(left, r)
	}
	return Domain{left}
}

// Intersect returns the values that are in both domains.
func (d Domain) Intersect(e Domain) Domain {
	var common []Range
	for i, j := 0, 0; i < len(d.ranges) && j < len(e.ranges); {
		a, b := d.ranges[i], e.ranges[j]
		if both := (Range{max(a.Lo, b.Lo), min(a.Hi, b.Hi)}); both.Lo <= both.Hi {
			common = append(common, both)
		}
		if a.Hi < b.Hi {
			i++
		} else {
			j++
		}
	}
	return Domain{common}
}

// Union returns the values that are in either domain.
func (d Domain) Union(e Domain) Domain { return NewDomain(slices.Concat(d.ranges, e.ranges)...) }

// Equal reports whether both domains hold the same values.
func (d Domain) Equal(e Domain) bool {
	n := len(d.ranges)
	return n == len(e.ranges) && (n == 0 || &d.ranges[0] == &e.ranges[0] || slices.Equal(d.ranges, e.ranges))
}

// String writes the domain as in model files: 1..9, or 1,3,5..7.
func (d Domain) String() string {
	parts := lists.Map(d.ranges, Range.String)
	return strings.Join(parts, ",")
}

// String writes the range as in model files: 5, or 1..9.
func (r Range) String() string {
	if r.Lo == r.Hi {
		return strconv.Itoa(r.Lo)
	}
	return fmt.Sprintf("%d..%d", r.Lo, r.Hi)
}
