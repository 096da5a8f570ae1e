package native

import (
	"math/rand/v2"
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/native/bitset"
	"qmsat/native/space"
)

func allowed(tuples ...[]int) model.Constraint {
	return &model.Table{Vars: []model.Var{0, 1}, Tuples: tuples}
}

func forbidden(tuples ...[]int) model.Constraint {
	return &model.Table{Vars: []model.Var{0, 1}, Tuples: tuples, Forbidden: true}
}

func TestTablePropagation(t *testing.T) {
	nine, seventy := times(2, model.Interval(1, 9)), times(2, model.Interval(1, 70)) // one word and two words
	testPropagation(t, []propagation{
		{"allowed: values in tuples", nine, allowed([]int{1, 2}, []int{1, 4}, []int{3, 4}), nil, "1,3 2,4"},
		{"allowed: tuples that are left", nine, allowed([]int{1, 2}, []int{1, 4}, []int{3, 4}),
			model.Cube{{Var: 1, Value: 2}}, "1 2"},
		{"allowed: outside the domains", nine, allowed([]int{1, 10}, []int{0, 4}, []int{3, 5}), nil, "3 5"},
		{"allowed: two words", seventy, allowed([]int{1, 2}, []int{70, 4}, []int{3, 70}), model.Cube{{Var: 1, Value: 70}}, "3 70"},
		{"allowed: no tuple", nine, allowed(), nil, impossible},
		{"forbidden: two open", nine, forbidden([]int{1, 2}, []int{1, 4}), nil, "1..9 1..9"},
		{"forbidden: one open", nine, forbidden([]int{1, 2}, []int{1, 4}, []int{2, 5}),
			model.Cube{{Var: 0, Value: 1}}, "1 1,3,5..9"},
		{"forbidden: the first open", nine, forbidden([]int{1, 2}, []int{3, 2}, []int{2, 5}),
			model.Cube{{Var: 1, Value: 2}}, "2,4..9 2"},
		{"forbidden: two words, one open", seventy, forbidden([]int{1, 2}, []int{1, 70}, []int{2, 5}),
			model.Cube{{Var: 0, Value: 1}}, "1 1,3..69"},
		{"forbidden: two words, none open", seventy, forbidden([]int{70, 2}),
			model.Cube{{Var: 0, Value: 70}, {Var: 1, Value: 2}}, impossible},
		{"forbidden: some values left on both sides", []model.Domain{model.Interval(1, 2), model.Interval(1, 4)},
			forbidden([]int{1, 1}, []int{2, 1}, []int{1, 2}), nil, "1..2 2..4"},
		{"forbidden: none open", nine, forbidden([]int{1, 2}),
			model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 2}}, impossible},
		{"forbidden: outside the domains", nine, forbidden([]int{1, 10}, []int{0, 2}),
			model.Cube{{Var: 0, Value: 1}}, "1 1..9"},
		{"forbidden: fixed from the start", []model.Domain{model.Values(7), model.Interval(1, 3)},
			forbidden([]int{7, 1}), nil, "7 2..3"},
		{"forbidden: no tuple", nine, forbidden(), nil, "1..9 1..9"},
	})
}

// TestNumberedPairs compares tables that number pairs, or almost, with the tuples that are left, for domains of one word and more.
func TestNumberedPairs(t *testing.T) {
	posted := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		rows, columns := 1+r.IntN(12), 1+r.IntN(12)
		m := variables(model.Interval(3, 2+rows), model.Interval(1, columns), model.Interval(0, rows*columns-1))
		c := &model.Table{Vars: []model.Var{0, 1, 2}}
		for i := range rows * columns {
			c.Tuples = append(c.Tuples, []int{3 + i/columns, 1 + i%columns, i})
		}
		switch at := r.IntN(len(c.Tuples)); seed % 6 {
		case 0: // another tuple, or the same one twice
			c.Tuples[at] = c.Tuples[r.IntN(len(c.Tuples))]
		case 1: // another number
			c.Tuples[at][2] = r.IntN(len(c.Tuples))
		case 2: // a tuple less
			c.Tuples = append(c.Tuples[:at], c.Tuples[at+1:]...)
		case 3: // another order
			c.Vars[0], c.Vars[1] = 1, 0
			for _, tuple := range c.Tuples {
				tuple[0], tuple[1] = tuple[1], tuple[0]
			}
		}
		b := space.NewBuilder(t.Context(), m, nil, nil)
		if err := b.Build(c); err != nil {
			t.Fatal(err)
		}
		if _, is := b.Propagators[0].(*space.Numbered); is {
			posted++
		}
		for v := range model.Var(3) {
			for i := range b.Size(v) {
				if r.IntN(3) == 0 {
					b.Space.Bits(v).Remove(i)
				}
			}
		}
		want, possible := make([]uint64, b.Words()), space.NewTuples(b, c)
		possible.Each(b.Space, func(tuple []int) bool {
			for i, v := range c.Vars {
				bitset.Set(want[b.Offsets[v]:]).Add(tuple[i])
			}
			return true
		})
		if slices.Max(want) == 0 {
			want = nil
		}
		if got := fixpoint(m, b.State, b.Propagators[0]); !slices.Equal(got, want) {
			t.Errorf("seed %d: %b, expected %b", seed, got, want)
		}
	}
	if posted == 0 {
		t.Error("no table numbers its pairs")
	}
}
