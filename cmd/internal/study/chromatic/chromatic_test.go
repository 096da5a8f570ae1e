package chromatic_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"qmsat/cmd/internal/study/chromatic"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	_ "qmsat/native"
)

// fourByFour are the coefficients of the 4×4 graph, from the highest power on (OEIS A159299).
const fourByFour = "λ^16 - 56λ^15 + 1492λ^14 - 25072λ^13 + 296918λ^12 - 2621552λ^11 + 17795572λ^10 - 94352168λ^9 + 392779169λ^8 - " +
	"1279118840λ^7 + 3217758336λ^6 - 6107865464λ^5 + 8413745644λ^4 - 7877463064λ^3 + 4436831332λ^2 - 1117762248λ"

// The 4×4 graph has 16 vertices and 56 edges, the known polynomial by both routes, and 288 colourings with four colours.
func TestFourByFour(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	g, err := chromatic.NewGraph(t.Context(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := chromatic.Completions(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	if g.Vertices() != 16 || g.Edges() != 56 || p.String() != fourByFour || p.At(4).Int64() != 288 || p.Degree() != 16 {
		t.Errorf("%d vertices, %d edges, %v", g.Vertices(), g.Edges(), p)
	}
	modeltest.OnlyConfirm(t) // lists millions of colourings
	native := native(t)
	if q, err := chromatic.Count(t.Context(), native, m, nil); err != nil || !p.Equal(q) {
		t.Errorf("%v, but %v, error %v", p, q, err)
	}
}

// Both routes come to the same for puzzles and for other graphs, and their values are the numbers of completions that an engine
// counts.
func TestRoutesAgree(t *testing.T) {
	native := native(t)
	cycle := &model.Model{}
	for v := range 6 {
		cycle.AddVariable(string(rune('a'+v)), model.Interval(1, 3))
		cycle.Constraints = append(cycle.Constraints, &model.AllDifferent{Vars: []model.Var{model.Var(v), model.Var((v + 1) % 6)}})
	}
	small := modeltest.Sudoku(t, 2, 2)
	for _, test := range []struct {
		m      *model.Model
		puzzle string
	}{
		{small, "1234..1..3..4..."}, {small, "1....2..3.1.24.1"}, {small, "12..21.........."}, {small, "11.............."}, {small, "123.34.2..4....."},
		{small, "2442............"}, {small, "12343412........"}, {small, "1234341221434321"}, {small, "123.4..........."}, {modeltest.Sudoku(t, 1, 3), "........."},
		{modeltest.Sudoku(t, 2, 3), "123456456123.34561.612345345612....."}, {cycle, "......"}, {cycle, "1..2.."},
	} {
		var cube model.Cube
		for v, character := range test.puzzle {
			if character != '.' {
				cube = append(cube, model.Given{Var: model.Var(v), Value: int(character - '0')})
			}
		}
		g, err := chromatic.NewGraph(t.Context(), test.m, cube)
		if err != nil {
			t.Fatal(err)
		}
		p, err := chromatic.Completions(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		if g.Free() < 10 || len(p) == 0 {
			if q, err := chromatic.Count(t.Context(), native, test.m, cube); err != nil || !p.Equal(q) {
				t.Errorf("%s: %v, but %v, error %v", test.puzzle, p, q, err)
			}
		}
		counted, err := engine.Count(t.Context(), "native", test.m, cube)
		if most := test.m.Variables[0].Domain.Max(); err != nil || p.At(most).Cmp(counted) != 0 {
			t.Errorf("%s: %v completions with %d colours, but %v, error %v", test.puzzle, p.At(most), most, counted, err)
		}
		if len(p) > 0 && (p.Degree() != g.Free() || p[p.Degree()].Int64() != 1) {
			t.Errorf("%s: %d free, %v", test.puzzle, g.Free(), p)
		}
	}
}

func native(t *testing.T) engine.Chosen {
	t.Helper()
	e, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	return engine.Chosen{Engine: e}
}

// What is no graph colouring is refused, and so is a graph that is too large.
func TestRefused(t *testing.T) {
	other := modeltest.Sudoku(t, 2, 2)
	other.Variables[3].Domain = model.Interval(1, 3)
	for want, m := range map[string]*model.Model{"different domains": other, "81 uncoloured vertices": modeltest.Sudoku(t, 3, 3)} {
		if _, err := chromatic.NewGraph(t.Context(), m, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %s", err, want)
		}
	}
	other.Variables[3].Domain = model.Interval(1, 4)
	other.Constraints = append(other.Constraints, &model.Linear{Terms: []model.Term{{Coefficient: 1, Var: 0}}, Lo: 3, Hi: 4})
	if _, err := chromatic.NewGraph(t.Context(), other, nil); err == nil || !strings.Contains(err.Error(), "linear") {
		t.Errorf("%v, expected a complaint about a sum", err)
	}
}

// Both routes stop with their context.
func TestStops(t *testing.T) {
	native := native(t)
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	m := modeltest.Sudoku(t, 1, 8)
	g, err := chromatic.NewGraph(t.Context(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromatic.Count(ctx, native, m, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, expected the end of the context", err)
	}
	if _, err := chromatic.Completions(ctx, g); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, expected the end of the context", err)
	}
}

// The theorems hold for all 4×4 puzzles with few givens, and for 9×9 puzzles drawn at random.
func TestTheorems(t *testing.T) {
	native := native(t)
	givens, random, puzzles, few := 1, 20, 1+16*4, 1+16*4
	if modeltest.Long() {
		givens, random = 3, 100
		puzzles, few = 26_209, 12_001
	}
	if modeltest.Confirms() {
		givens, random = 4, 1000
		puzzles, few = 238_529, 36_449
	}
	found, err := chromatic.Check(t.Context(), native, givens, random, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := chromatic.Theorems{Puzzles: puzzles, Monic: puzzles, Few: few, Several: few, Random: random, RandomSeveral: random}
	if found != want {
		t.Errorf("%+v, expected %+v", found, want)
	}
}
