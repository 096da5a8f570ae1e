package code

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/aclements/go-moremath/mathx"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/grids"
	"qmsat/native/nine"
)

// boxFilling returns the content of the first box as it is least among those that the symmetries of a box make of it: exchange
// of the outer rows or columns, transposition, and d ↦ 10 − d.
func boxFilling(w *Word) nine.Filling {
	var f nine.Filling
	for position := range f {
		f[position] = w[nine.CellAt(0, position)]
	}
	least := f
	for range 2 {
		for range 4 {
			// A turn by a quarter and a reflection make all eight.
			f = nine.Filling{f[6], f[3], f[0], f[7], f[4], f[1], f[8], f[5], f[2]}
			reflected := nine.Filling{f[0], f[3], f[6], f[1], f[4], f[7], f[2], f[5], f[8]}
			for _, g := range []nine.Filling{f, reflected} {
				if string(g[:]) < string(least[:]) {
					least = g
				}
			}
		}
		for position, digit := range f {
			f[position] = digits + 1 - digit
		}
	}
	return least
}

// For Δ = 3 fillings of the first box come as often as an engine counts grids with them, and those that it is not asked about as
// often as the other grids.
func TestSampleByFirstBox(t *testing.T) {
	modeltest.OnlyConfirm(t)
	const delta, samples, all = 3, 20_000, 186_934_272
	m, err := model.QuasiMagic(side, delta)
	if err != nil {
		t.Fatal(err)
	}
	native, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	session, err := native.Open(t.Context(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	sizes := map[nine.Filling]uint64{} // of classes of fillings
	for _, f := range nine.Fillings(1<<20, func(f *nine.Filling, n int) bool {
		for _, line := range lines[:8] {
			sum, full := 0, true
			for _, cell := range line {
				_, position := nine.BoxAt(cell)
				sum += int(f[position])
				full = full && position < n
			}
			if full && !allows(delta, sum) {
				return false
			}
		}
		return true
	}) {
		var w Word
		for position, digit := range f {
			w[nine.CellAt(0, position)] = digit
		}
		sizes[boxFilling(&w)]++
	}
	words, err := SampleWords(t.Context(), delta, samples, 1, grids.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found := map[nine.Filling]int{}
	for i := range words {
		found[boxFilling(&words[i])]++
	}
	const every = 12 // of the classes one is counted
	statistic, kinds := 0.0, 0
	restFound, restExpected := float64(samples), float64(samples)
	deviate := func(found, expected float64) {
		kinds++
		statistic += (found - expected) * (found - expected) / expected
	}
	fillings := slices.SortedFunc(maps.Keys(sizes), func(f, g nine.Filling) int { return bytes.Compare(f[:], g[:]) })
	for i := 0; i < len(fillings); i += every {
		f := fillings[i]
		var cube model.Cube
		for position, digit := range f {
			cube = append(cube, model.Given{Var: model.Var(nine.CellAt(0, position)), Value: int(digit)})
		}
		result, err := session.Run(t.Context(), cube, 0, nil)
		if err != nil || !result.Complete() {
			t.Fatal(err, result.Outcome)
		}
		n := float64(found[f])
		expected := samples * float64(result.Count.Uint64()*sizes[f]) / all
		restFound, restExpected = restFound-n, restExpected-expected
		if expected > 0 {
			deviate(n, expected)
		} else if n > 0 {
			t.Errorf("%v: %v grids, expected none", f, n)
		}
	}
	deviate(restFound, restExpected)
	if p := mathx.GammaIncComp(float64(kinds-1)/2, statistic/2); p < 1e-4 {
		t.Errorf("χ² of %d fillings is %.0f, likelihood %v", kinds, statistic, p)
	} else {
		t.Logf("χ² of %d fillings is %.0f, likelihood %.3f", kinds, statistic, p)
	}
}
