package grids

import (
	"context"
	"errors"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"qmsat/internal/orbit"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// checkGrid checks a grid with package model's Check.
func checkGrid(t testing.TB, m *model.Model, g Grid) {
	t.Helper()
	a := make(model.Assignment, cells)
	for i, d := range g {
		a[i] = int(d)
	}
	if err := m.Check(a); err != nil {
		t.Fatalf("%v: %v", g, err)
	}
}

// TestListBegins checks the first grids of each list.
func TestListBegins(t *testing.T) {
	modeltest.OnlyLong(t)
	for _, test := range []struct{ delta, grids int }{{0, 0}, {1, 0}, {2, 100}, {3, 100}, {4, 20}} {
		m := modeltest.QuasiMagic(t, test.delta)
		list, err := List(t.Context(), test.delta)
		if err != nil {
			t.Fatal(err)
		}
		n, last := 0, Grid{}
		for g := range list {
			checkGrid(t, m, g)
			if slices.Compare(last[:], g[:]) >= 0 {
				t.Fatalf("Δ = %d: %v follows %v", test.delta, g, last)
			}
			last = g
			if n++; n == test.grids {
				break
			}
		}
		if n != test.grids {
			t.Errorf("Δ = %d: %d grids, expected %d", test.delta, n, test.grids)
		}
	}
	if _, err := List(t.Context(), 10); err == nil {
		t.Error("Δ = 10 is accepted")
	}
}

// TestListBeginsPlain knows the first plain grid, and checks that each following one is a grid and comes later.
func TestListBeginsPlain(t *testing.T) {
	modeltest.OnlyLong(t)
	list, _ := List(t.Context(), maxDelta)
	n, last := 0, Grid{}
	for g := range list {
		if want := "123456789456789123789123456214365897365897214897214365531642978642978531978531642"; n == 0 && g.String() != want {
			t.Errorf("the first plain grid is %v, expected %s", g, want)
		}
		checkGrid(t, modeltest.QuasiMagic(t, maxDelta), g)
		if slices.Compare(last[:], g[:]) >= 0 {
			t.Fatalf("%v follows %v", g, last)
		}
		last = g
		if n++; n == 20 {
			break
		}
	}
}

func TestList(t *testing.T) {
	modeltest.OnlyLong(t)
	m := modeltest.QuasiMagic(t, 2)
	list, err := List(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	n, last := 0, Grid{}
	for g := range list {
		checkGrid(t, m, g)
		if slices.Compare(last[:], g[:]) >= 0 {
			t.Fatalf("%v follows %v", g, last)
		}
		n++
		last = g
	}
	// Roach et al. 2009.
	if n != 248832 {
		t.Errorf("%d grids, expected 248832", n)
	}
}

// The classes equal those of the table, and their number the published one.
func TestListClasses(t *testing.T) {
	modeltest.OnlyLong(t)
	classes, err := ListClasses(context.Background(), 2)
	if err != nil {
		t.Fatal(err)
	}
	// Jones, Perkins, Roach, "Properties, isomorphisms and enumeration of 2-quasi-magic Sudoku grids", Discrete Math. 311 (2011),
	// give the number; the sizes are this package's.
	sizes, total := map[int]int{}, 0
	for i, class := range classes {
		sizes[class.Size]++
		total += class.Size
		if i > 0 && slices.Compare(classes[i-1].Representative[:], class.Representative[:]) >= 0 {
			t.Errorf("representative %d does not follow the one before", i)
		}
	}
	if want := map[int]int{1536: 4, 3072: 10, 4608: 6, 9216: 20}; len(classes) != 40 || total != 248832 || !maps.Equal(sizes, want) {
		t.Errorf("%d classes of %d grids, sizes %v, expected 40 of 248832, sizes %v", len(classes), total, sizes, want)
	}
	if u := newUniform(t); !slices.Equal(u.classes, classes) {
		t.Errorf("the table has %v, expected %v", u.classes, classes)
	}
}

func TestCountClasses(t *testing.T) {
	for _, test := range []struct {
		delta int
		want  int64
	}{
		{0, 0}, {1, 0},
		{2, 40},    // Jones, Perkins, Roach 2011, by listing
		{3, 20441}, // this package's
	} {
		if test.delta > 2 && !modeltest.Long() {
			continue
		}
		if got := count(t, test.delta, Classes, Options{}); got.Int64() != test.want {
			t.Errorf("Δ = %d: %v classes, expected %d", test.delta, got, test.want)
		}
	}
}

func TestClassesInfeasible(t *testing.T) {
	_, listError := ListClasses(context.Background(), 3)
	_, countError := Count(context.Background(), 9, Classes, Options{})
	for _, err := range []error{listError, countError} {
		if !errors.Is(err, ErrInfeasible) || !strings.Contains(err.Error(), "expected Δ up to") {
			t.Errorf("error %v, expected that it is not feasible, and what is", err)
		}
	}
	if _, err := ListClasses(context.Background(), -1); err == nil {
		t.Error("Δ = -1 is accepted")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ListClasses(ctx, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, expected the end of the context", err)
	}
}

// TestSymmetries compares the order of the group with the product of its parts, and applies its elements to a grid.
func TestSymmetries(t *testing.T) {
	for delta, want := range map[int]int{2: 4608 * 2, 5: 4608 * 2, 6: 4608 * 8} {
		if delta > 2 && !modeltest.Long() {
			continue
		}
		b := bound(delta)
		all := must(b.symmetries(t.Context()))
		if len(all) != want {
			t.Errorf("Δ = %d: %d symmetries, expected %d", delta, len(all), want)
		}
		total := 0
		for _, class := range must(b.symmetryClasses(t.Context())) {
			total += class.size
		}
		if total != want {
			t.Errorf("Δ = %d: classes of %d symmetries, expected %d", delta, total, want)
		}
		m := modeltest.QuasiMagic(t, delta)
		list, _ := List(t.Context(), delta)
		for g := range list {
			for i := 0; i < len(all); i += 97 {
				image := all[i].apply(&g)
				checkGrid(t, m, image)
				inverse := all[i].inverse()
				if inverse.apply(&image) != g {
					t.Fatalf("symmetry %d is not undone by its inverse", i)
				}
			}
			break
		}
	}
}

// TestFixed compares the number of grids that a symmetry maps to themselves with the number found among all grids.
func TestFixed(t *testing.T) {
	modeltest.OnlyLong(t)
	list, _ := List(t.Context(), 2)
	grids := slices.Collect(list)
	f := must(newFixedCounter(t.Context(), 2))
	for _, class := range must(bound(2).symmetryClasses(t.Context())) {
		var want uint64
		for i := range grids {
			if class.symmetry.apply(&grids[i]) == grids[i] {
				want++
			}
		}
		if got, err := f.count(context.Background(), class.symmetry); err != nil || got != want {
			t.Errorf("%d grids are fixed, error %v, expected %d", got, err, want)
		}
	}
}

// TestGridsBySearch counts all grids for Δ = 2 and 3 by the search over fillings, which shares no code with the sum over row
// sets: the identity maps all grids to themselves, and box 1 takes one filling of each class.
func TestGridsBySearch(t *testing.T) {
	for _, delta := range []int{2, 3} {
		if delta > 2 {
			modeltest.OnlyConfirm(t)
		}
		b := bound(delta)
		f := must(newFixedCounter(t.Context(), b))
		relabellings, _ := b.relabellings()
		total := new(big.Int)
		for _, class := range must(orbit.All(t.Context(), f.fillings, func(m filling, visit func(filling)) {
			visit(m.flipRows())
			visit(m.transpose())
			for _, r := range relabellings {
				image := m
				for i, d := range m {
					image[i] = r.digit(d)
				}
				visit(image)
			}
		})) {
			run := must(f.open(context.Background(), identitySymmetry()))
			run.known = nil // there would be too many
			clear(run.depths[0].possible[0])
			run.depths[0].possible[0].Add(f.index[class[0]])
			n, err := run.count(0, 1<<digits-1)
			if err != nil {
				t.Fatal(err)
			}
			add(total, n*uint64(len(class)))
		}
		if total.String() != gridCounts[delta] {
			t.Errorf("Δ = %d: %v grids by search, expected %s", delta, total, gridCounts[delta])
		}
	}
}
