package native

import (
	"context"
	"slices"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/model/sample"
	"qmsat/native/order"
	"qmsat/native/space"
)

// fuzzLimit is the number of solutions that fuzz targets ask for.
const fuzzLimit = 100

// FuzzNine runs givens of a grid, with one that may be wrong, by the search for 9×9 grids and by the general one: for plain
// Sudoku (written as Δ = 1) and every Δ with grids.
func FuzzNine(f *testing.F) {
	f.Add([]byte{}, byte(2), byte(0), byte(0))
	f.Add([]byte{0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0, 1}, byte(9), byte(80), byte(9))
	f.Add([]byte{0x11, 0x22, 0x44, 0x88, 0x11, 0x22, 0x44, 0x88, 0x11, 0x22, 1}, byte(4), byte(40), byte(10))
	f.Add([]byte{0x92, 0x49, 0x24, 0x92, 0x49, 0x24, 0x92, 0x49, 0x24, 0x92, 0}, byte(7), byte(1), byte(5))
	f.Add([]byte{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 1}, byte(1), byte(0), byte(0))
	grids, twinsOf := map[byte]model.Assignment{}, map[byte][2]engine.Session{}
	models := map[byte]*model.Model{}
	f.Fuzz(func(t *testing.T, givens []byte, delta, cell, value byte) {
		delta = 1 + delta%9
		if models[delta] == nil {
			models[delta] = must(model.Sudoku(3, 3))
			if delta > 1 {
				models[delta] = quasiMagic(int(delta))
			}
			solver := "Bands"
			if delta >= 2 && delta <= 4 {
				solver = "Boxes"
			}
			tuned, general := twins(t, models[delta], solver)
			twinsOf[delta], grids[delta] = [2]engine.Session{tuned, general}, firstGrid(t, models[delta], 1)
		}
		var cube model.Cube
		for v, digit := range grids[delta] {
			if v/8 < len(givens) && givens[v/8]>>(v%8)&1 == 1 {
				cube = append(cube, model.Given{Var: model.Var(v), Value: digit})
			}
		}
		for v := 0; len(cube) < 24; v += 2 { // with fewer the general search takes long
			cube = append(cube, model.Given{Var: model.Var(v), Value: grids[delta][v]})
		}
		if cell < 81 {
			cube = append(cube, model.Given{Var: model.Var(cell), Value: int(value % 11)})
		}
		sameAsTwin(t, models[delta], twinsOf[delta][0], twinsOf[delta][1], cube, fuzzLimit)
	})
}

// FuzzSearches runs instances by the search chosen for them, by the general search in each order, and by single propagators
// without joints and locked candidates. All find the same.
func FuzzSearches(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x00\x04\x03\x02\x03\x01\x00\x02\x01\x03\x02\x02\x01\x01\x03\x00\x01\x02\x02\x03\x01\x00\x01"))
	f.Add([]byte("\x04\x05\x01\x02\x02\x01\x00\x03\x01\x01\x02\x00\x03\x02\x01\x01\x00\x02\x03\x01\x02\x00\x01\x01\x01"))
	f.Add([]byte("\x03\x02\x01\x01\x01\x02\x03\x04\x05\x06\x07\x08\x01\x02\x03\x04\x05\x06\x07"))
	f.Add([]byte("\x05\x0d\x01\x06\x01\x02\x03\x04\x05\x06\x07\x08\x01\x02\x03\x04\x05\x06\x07\x08\x01\x02\x03\x04\x05\x06\x07\x08\x01\x02\x03\x04"))
	f.Add([]byte("\x02\x03\x01\x02\x00\x01\x03\x02\x01\x03\x01\x02\x00\x01\x02\x03\x02\x01\x01\x02\x03\x04\x05\x06\x07\x00\x01\x02"))
	f.Fuzz(func(t *testing.T, data []byte) {
		drawn := sample.DrawFrom(sample.AnyFamily, modeltest.Bytes(data))
		if err := drawn.Model.Validate(); err != nil {
			t.Fatalf("the model is not valid: %v", err)
		}
		if tooOpen(drawn) {
			return
		}
		sessions := map[string]engine.Session{"as chosen": openSession(t, drawn.Model), "plain": openPlain(t, drawn.Model)}
		for _, name := range order.Setting.Values() {
			sessions[name] = must(openGeneral(context.Background(), drawn.Model, engine.Options{order.Setting.Name: name}))
		}
		for _, cube := range drawn.Cubes {
			want := firstSolutions(t, drawn.Model, sessions["plain"], cube)
			for name, s := range sessions {
				got := firstSolutions(t, drawn.Model, s, cube)
				if len(got) != len(want) || len(got) < fuzzLimit && !slices.Equal(got, want) {
					t.Fatalf("%s: %d solutions, plain propagators find %d, or others\n%s\n%s\n%v", name, len(got), len(want),
						strings.Join(got, "\n"), strings.Join(want, "\n"), cube)
				}
			}
		}
	})
}

// tooOpen reports an instance with many variables and few givens, which simple propagators may take long to search.
func tooOpen(drawn sample.Instance) bool {
	return len(drawn.Model.Variables) > 20 && slices.ContainsFunc(drawn.Cubes, func(cube model.Cube) bool {
		return len(cube) < len(drawn.Model.Variables)/3
	})
}

// openPlain returns a session of the general search without joints and locked candidates.
func openPlain(t *testing.T, m *model.Model) engine.Session {
	t.Helper()
	s, err := newSession(space.NewBuilder(context.Background(), m, nil, nil), m.Constraints)
	if err != nil {
		t.Fatal(err)
	}
	s.branching = must(newBranching(s, nil))
	return s
}

// firstSolutions returns up to fuzzLimit solutions, each checked, as sorted keys.
func firstSolutions(t *testing.T, m *model.Model, s engine.Session, cube model.Cube) []string {
	t.Helper()
	var keys []string
	result, err := s.Run(context.Background(), cube, fuzzLimit, func(a model.Assignment) bool {
		if err := m.Check(a); err != nil {
			t.Fatalf("%v is no solution: %v", a, err)
		}
		if err := m.CheckCube(a, cube); err != nil {
			t.Fatalf("%v does not meet the cube: %v", a, err)
		}
		keys = append(keys, modeltest.Key(m, a))
		return true
	})
	if err != nil || result.Complete() != (len(keys) < fuzzLimit) || result.Count.Int64() != int64(len(keys)) {
		t.Fatalf("result %+v, error %v, %d solutions yielded", result, err, len(keys))
	}
	slices.Sort(keys)
	if found := len(keys); len(slices.Compact(keys)) != found {
		t.Fatal("a solution was found twice")
	}
	return keys
}

// FuzzPermutation compares with allDifferent on up to nine domains.
func FuzzPermutation(f *testing.F) {
	f.Add(byte(0), []byte{})
	f.Add(byte(6), []byte{3, 3, 7, 255, 255, 129, 16, 8, 4, 2, 1})
	f.Add(byte(7), []byte{1, 255, 127, 63, 31, 15, 7, 3, 255})
	f.Fuzz(func(t *testing.T, size byte, words []byte) {
		n := 2 + int(size%8)
		m := variables(times(n, model.Interval(1, n))...)
		source := modeltest.Bytes(words)
		domains := make([]uint64, n)
		for i := range domains {
			domains[i] = uint64(1 + source.IntN(1<<n-1))
		}
		got := fixpoint(m, domains, space.NewPermutation(space.NewLayout(m, nil, engine.LimitsOf[space.Limits](nil)), m.OutputVars()))
		if want := fixpoint(m, domains, space.NewAllDifferent(space.NewBuilder(t.Context(), m, nil, nil), m.OutputVars())); !slices.Equal(got, want) {
			t.Fatalf("domains %b become %b, with allDifferent %b", domains, got, want)
		}
	})
}
