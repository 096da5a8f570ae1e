package compare

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
)

// Solutions are packed without loss, whatever the domains, and in the order of their values.
func TestPacking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &model.Model{}
		for range rapid.IntRange(1, 12).Draw(t, "variables") {
			lo := rapid.IntRange(-1<<52, 1<<52-1).Draw(t, "lo")
			hi := rapid.IntRange(lo, 1<<52).Draw(t, "hi")
			m.Variables = append(m.Variables, model.Variable{Domain: model.NewDomain(model.Range{Lo: lo, Hi: hi}, model.Range{Lo: -3, Hi: 4})})
		}
		for v := range m.Variables {
			if rapid.Bool().Draw(t, "output") {
				m.Outputs = append(m.Outputs, model.Var(v))
			}
		}
		p := newPacking(m)
		draw := func() (model.Assignment, string) {
			a := make(model.Assignment, len(m.Variables))
			for v := range a {
				d := m.DomainOf(model.Var(v))
				a[v] = d.Value(rapid.IntRange(0, d.Size()-1).Draw(t, "value"))
			}
			key := make([]byte, p.size)
			p.pack(key, a)
			back := make(model.Assignment, len(m.Variables))
			p.unpack(key, back)
			for _, v := range m.OutputVars() {
				if back[v] != a[v] {
					t.Fatalf("variable %d is %d, and %d when unpacked", v, a[v], back[v])
				}
			}
			return a, string(key)
		}
		a, packedA := draw()
		b, packedB := draw()
		order := 0
		for _, v := range m.OutputVars() {
			order = cmp.Or(order, cmp.Compare(a[v], b[v]))
		}
		if strings.Compare(packedA, packedB) != order {
			t.Fatalf("%v and %v are not in the order of %q and %q", a, b, packedA, packedB)
		}
	})
}

// A set of packed solutions is what a map from their text to their number is, also across chunks and where hashes meet.
func TestSolutionsAreNumbered(t *testing.T) {
	for _, size := range []int{0, 1, 2, 3} {
		random := rand.New(rand.NewPCG(1, uint64(size)))
		set, plain := solutions{size: size}, map[string]int{}
		for range 3 * chunkLength {
			key := make([]byte, size)
			for i := range key {
				key[i] = byte(random.Uint32())
			}
			want, known := plain[string(key)]
			if !known {
				want = len(plain)
				plain[string(key)] = want
			}
			if got := set.number(key); got != want || set.n != len(plain) || string(set.at(got)) != string(key) {
				t.Fatalf("size %d: %x has the number %d of %d, expected %d of %d", size, key, got, set.n, want, len(plain))
			}
		}
	}
}

// Sets of numbers behave as sets, and the least of some solutions is the first in their order.
func TestNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) (numbers, []int) {
			list := rapid.SliceOf(rapid.IntRange(0, 299)).Draw(t, name)
			var set numbers
			for i, n := range list {
				if isNew := !slices.Contains(list[:i], n); set.add(n) != isNew {
					t.Fatalf("%d of %v: expected that it is new: %t", n, list, isNew)
				}
			}
			return set, list
		}
		a, inA := draw("a")
		b, inB := draw("b")
		left := slices.DeleteFunc(slices.Clone(inA), func(n int) bool { return slices.Contains(inB, n) })
		slices.Sort(left)
		left = slices.Compact(left)
		without := a.without(b)
		if without.count() != uint64(len(left)) {
			t.Fatalf("%v without %v has %d numbers", inA, inB, without.count())
		}
		set := solutions{size: 2}
		for n := range 300 {
			set.number([]byte{byte(n * 7 % 300 >> 8), byte(n * 7 % 300)}) // in another order than that of the numbers
		}
		least, found := set.least(without)
		if found != (len(left) > 0) {
			t.Fatalf("a least one of %v: %t", left, found)
		}
		for _, n := range left {
			if n*7%300 < least*7%300 {
				t.Fatalf("%d is less than %d", n, least)
			}
		}
	})
}
