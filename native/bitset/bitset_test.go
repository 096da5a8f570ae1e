package bitset

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSets compares sets with sorted lists.
func TestSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 150
		list := func(name string) []int {
			numbers := rapid.SliceOfNDistinct(rapid.IntRange(0, size-1), 1, size, rapid.ID).Draw(t, name)
			slices.Sort(numbers)
			return numbers
		}
		set := func(numbers []int) Set {
			s := New(size)
			for _, i := range numbers {
				s.Add(i)
			}
			return s
		}
		filter := func(keep func(i int) bool) (numbers []int) {
			for i := range size {
				if keep(i) {
					numbers = append(numbers, i)
				}
			}
			return numbers
		}
		expect := func(what string, s Set, want []int) {
			t.Helper()
			got := slices.Collect(s.All())
			if !slices.Equal(got, want) || s.Size() != len(want) || s.Empty() != (len(want) == 0) ||
				len(want) > 0 && (s.Single() != (len(want) == 1) || s.Lowest() != want[0] || s.Highest() != want[len(want)-1]) {
				t.Fatalf("%s: %v, expected %v", what, got, want)
			}
		}
		backward := func(s Set) []int {
			numbers := slices.Collect(s.Backward())
			slices.Reverse(numbers)
			return numbers
		}
		a, b := list("a"), list("b")
		inA := func(i int) bool { return slices.Contains(a, i) }
		inB := func(i int) bool { return slices.Contains(b, i) }
		expect("added", set(a), a)
		if got := backward(set(a)); !slices.Equal(got, a) {
			t.Fatalf("backward: %v, expected %v reversed", got, a)
		}
		union, difference, common := set(a), set(a), New(size)
		union.Unite(set(b))
		expect("union", union, filter(func(i int) bool { return inA(i) || inB(i) }))
		difference.Subtract(set(b))
		expect("difference", difference, filter(func(i int) bool { return inA(i) && !inB(i) }))
		shared := filter(func(i int) bool { return inA(i) && inB(i) })
		if any := common.Intersect(set(a), set(b)); any != (len(shared) > 0) {
			t.Fatalf("%t, expected %d shared numbers", any, len(shared))
		}
		expect("intersection", common, shared)
		if meets, within := set(a).Meets(set(b)), set(a).Within(union); meets != (len(shared) > 0) || !within {
			t.Fatalf("%v and %v: meets %t, within the union %t", a, b, meets, within)
		}
		if set(a).Within(set(b)) != (len(shared) == len(a)) {
			t.Fatalf("%v within %v: %t", a, b, set(a).Within(set(b)))
		}
		common.Remove(a[0])
		expect("removed", common, slices.DeleteFunc(slices.Clone(shared), func(i int) bool { return i == a[0] }))
		n := rapid.IntRange(0, size).Draw(t, "n")
		expect("full", Full(n), filter(func(i int) bool { return i < n }))
		between := New(size)
		between.AddBetween(a[0], a[len(a)-1])
		expect("between", between, filter(func(i int) bool { return a[0] <= i && i <= a[len(a)-1] }))
		if i := rapid.IntRange(0, size-1).Draw(t, "i"); set(a).Has(i) != inA(i) {
			t.Fatalf("%d of %v: %t", i, a, set(a).Has(i))
		}
	})
}
