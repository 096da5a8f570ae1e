package model

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawRanges draws ranges that may be empty, touch and overlap.
func drawRanges(t *rapid.T, label string) []Range {
	bound := rapid.IntRange(-12, 12)
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Range {
		return Range{bound.Draw(t, "lo"), bound.Draw(t, "hi")}
	}), 0, 5).Draw(t, label)
}

// valueSet is the plain twin of NewDomain.
func valueSet(ranges []Range) map[int]bool {
	set := map[int]bool{}
	for _, r := range ranges {
		for v := r.Lo; v <= r.Hi; v++ {
			set[v] = true
		}
	}
	return set
}

func sortedValues(set map[int]bool) []int {
	values := []int{}
	for v := range set {
		values = append(values, v)
	}
	slices.Sort(values)
	return values
}

func TestDomainIsASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranges := drawRanges(t, "ranges")
		d, set := NewDomain(ranges...), valueSet(ranges)
		want := sortedValues(set)
		if got := slices.AppendSeq([]int{}, d.All()); !slices.Equal(got, want) {
			t.Fatalf("All() = %v, want %v", got, want)
		}
		if d.Size() != len(want) || d.Empty() != (len(want) == 0) {
			t.Fatalf("Size() = %d, Empty() = %v for %v", d.Size(), d.Empty(), want)
		}
		if len(want) > 0 && (d.Min() != want[0] || d.Max() != want[len(want)-1]) {
			t.Fatalf("Min() = %d, Max() = %d for %v", d.Min(), d.Max(), want)
		}
		below := 0
		for v := -15; v <= 15; v++ {
			if i, ok := d.Index(v); i != below || ok != set[v] || d.Contains(v) != set[v] {
				t.Fatalf("Index(%d) = %d, %v, want %d, %v", v, i, ok, below, set[v])
			}
			if set[v] {
				if got := d.Value(below); got != v {
					t.Fatalf("Value(%d) = %d, want %d", below, got, v)
				}
				below++
			}
		}
		previous := math.MinInt
		for i, r := range d.Ranges() {
			if r.Lo > r.Hi || i > 0 && r.Lo <= previous+1 {
				t.Fatalf("Ranges() = %v: not sorted, or touching", d.Ranges())
			}
			previous = r.Hi
		}
		if !d.Equal(Values(want...)) {
			t.Fatalf("%v is not equal to the domain of its values", d)
		}
	})
}

func TestDomainAlgebra(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranges1, ranges2 := drawRanges(t, "ranges1"), drawRanges(t, "ranges2")
		d, e := NewDomain(ranges1...), NewDomain(ranges2...)
		in1, in2 := valueSet(ranges1), valueSet(ranges2)
		union, intersection, difference := map[int]bool{}, map[int]bool{}, map[int]bool{}
		for v := -15; v <= 15; v++ {
			if in1[v] || in2[v] {
				union[v] = true
			}
			if in1[v] && in2[v] {
				intersection[v] = true
			}
			if in1[v] && !in2[v] {
				difference[v] = true
			}
		}
		for _, c := range []struct {
			name string
			got  Domain
			want map[int]bool
		}{
			{"Union", d.Union(e), union},
			{"Intersect", d.Intersect(e), intersection},
			{"Minus", d.Minus(e), difference},
			{"operand", d, in1}, // the operations change nothing
		} {
			// Equal domains are stored equally, so that they compare equal as data.
			if diff := cmp.Diff(Values(sortedValues(c.want)...), c.got, cmp.AllowUnexported(Domain{})); diff != "" {
				t.Fatalf("%s of %v and %v (-want +got):\n%s", c.name, d, e, diff)
			}
		}
		if got, want := d.Equal(e), len(union) == len(intersection); got != want {
			t.Fatalf("%v.Equal(%v) = %v", d, e, got)
		}
	})
}

func TestDomainString(t *testing.T) {
	for _, c := range []struct {
		domain Domain
		want   string
	}{
		{Domain{}, ""},
		{Interval(3, 2), ""},
		{Interval(1, 9), "1..9"},
		{Values(5), "5"},
		{Values(7, 1, 3, 5, 6, 7), "1,3,5..7"},
		{Values(1, 2), "1..2"},
		{Interval(-3, -1), "-3..-1"},
		{Interval(0, MaxNumber), "0..4503599627370496"},
	} {
		if got := c.domain.String(); got != c.want {
			t.Errorf("String() = %q, want %q", got, c.want)
		}
	}
}

func TestDomainAtTheEndsOfInt(t *testing.T) {
	if got := slices.Collect(Interval(math.MaxInt-1, math.MaxInt).All()); !slices.Equal(got, []int{math.MaxInt - 1, math.MaxInt}) {
		t.Errorf("All() = %v", got)
	}
	if d := Interval(-MaxNumber, MaxNumber); d.Size() != 2*MaxNumber+1 || d.Value(MaxNumber) != 0 {
		t.Errorf("size %d, middle %d of %v", d.Size(), d.Value(MaxNumber), d)
	}
}

func TestDomainValueOutside(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Value(3) of three values did not panic")
		}
	}()
	Interval(1, 3).Value(3)
}

func TestDomainAllStops(t *testing.T) {
	var got []int
	for v := range NewDomain(Range{1, 3}, Range{7, 9}).All() {
		if got = append(got, v); v == 7 {
			break
		}
	}
	if !slices.Equal(got, []int{1, 2, 3, 7}) {
		t.Errorf("got %v", got)
	}
}

// TestValues compares the values of several variables with a plain set, also with as many as are allowed, one less and one more.
func TestValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, vars, set := &Model{}, []Var{}, map[int]bool{}
		for i := range rapid.IntRange(0, 4).Draw(t, "variables") {
			ranges := drawRanges(t, "domain")
			m.Variables = append(m.Variables, Variable{Domain: NewDomain(ranges...)})
			vars = append(vars, Var(i))
			maps.Copy(set, valueSet(ranges))
		}
		all := slices.Sorted(maps.Keys(set))
		if got := slices.Collect(m.ValuesOf(vars).All()); !slices.Equal(got, all) {
			t.Errorf("found %v, expected %v", got, all)
		}
		for _, most := range []int{len(all) - 1, len(all), len(all) + 1} {
			values, few := m.ValuesUpTo(vars, most)
			if few != (len(all) <= most) && len(all) > 0 {
				t.Errorf("at most %d of %v: few is %t", most, all, few)
			}
			if got := slices.Collect(values.All()); few && !slices.Equal(got, all) {
				t.Errorf("found %v, expected %v", got, all)
			}
		}
	})
}
