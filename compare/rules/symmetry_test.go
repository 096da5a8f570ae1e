package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/model/symmetry"
)

// The generators map the constraints of the model to themselves, for every Δ: houses to houses, and the lines of boxes to such
// lines, whose sums stay within bounds that are symmetric about 15. They generate 4,608 movements, 9,216 symmetries.
func TestSymmetriesOfTheModel(t *testing.T) {
	deltas := []int{2}
	if modeltest.Long() {
		deltas = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	}
	for _, delta := range deltas {
		m := modeltest.QuasiMagic(t, delta)
		for number, s := range append(movements(), complement(m.Grid)) {
			images := map[string]int{}
			for _, c := range m.Constraints {
				images[constraintKey(c, c.Scope())]++
				var moved []model.Var
				for _, cell := range c.Scope() {
					moved = append(moved, s.Given(model.Given{Var: cell}).Var)
				}
				images[constraintKey(c, moved)]--
			}
			for key, n := range images {
				if n != 0 {
					t.Errorf("Δ = %d, generator %d: %s has an image that is no constraint, or two", delta, number, key)
				}
			}
		}
		for _, c := range m.Constraints {
			if sum, ok := c.(*model.Linear); ok && sum.Lo+sum.Hi != 3*10 {
				t.Errorf("Δ = %d: %d to %d is not its own complement", delta, sum.Lo, sum.Hi)
			}
		}
	}
	g := modeltest.QuasiMagic(t, 2).Grid
	for _, test := range []struct {
		generators []symmetry.Symmetry
		want       int
	}{{movements(), 4608}, {append(movements(), complement(g)), 9216}} {
		if n := groupOrder(g, test.generators); n != test.want {
			t.Errorf("%d symmetries, expected %d", n, test.want)
		}
	}
}

// complement keeps each cell and replaces its digit.
func complement(g *model.Grid) symmetry.Symmetry {
	return symmetry.Of(lists.Numbers[model.Var](g.Cells()), model.Permutation{A: 1, B: 9, Reversed: true})
}

// constraintKey identifies a constraint by what it says of which cells.
func constraintKey(c model.Constraint, cells []model.Var) string {
	text := c.Kind()
	if sum, ok := c.(*model.Linear); ok {
		text += fmt.Sprintf(" %d..%d", sum.Lo, sum.Hi)
		for _, term := range sum.Terms {
			text += fmt.Sprintf(" %d", term.Coefficient)
		}
	}
	return fmt.Sprint(text, slices.Sorted(slices.Values(cells)))
}

// groupOrder counts the products of generators.
func groupOrder(g *model.Grid, generators []symmetry.Symmetry) int {
	key := func(s symmetry.Symmetry) string {
		var images []byte // cells and values are small
		for cell := range g.Cells() {
			image := s.Given(model.Given{Var: model.Var(cell), Value: 1})
			images = append(images, byte(image.Var), byte(image.Value))
		}
		return string(images)
	}
	all := []symmetry.Symmetry{symmetry.Of(lists.Numbers[model.Var](g.Cells()))}
	seen := map[string]bool{key(all[0]): true}
	for i := 0; i < len(all); i++ {
		for _, next := range generators {
			product := all[i].Then(next)
			if k := key(product); !seen[k] {
				seen[k] = true
				all = append(all, product)
			}
		}
	}
	return len(all)
}

// The image of a formula holds in the image of a grid just where the formula holds in the grid, and orbits are closed.
func TestImages(t *testing.T) {
	modeltest.OnlyLong(t)
	g := modeltest.QuasiMagic(t, 2).Grid
	generators := append(movements(), complement(g))
	random := rand.New(rand.NewPCG(1, 1))
	for _, c := range append(conditions(digits), condition{}) {
		for _, s := range statements(c)[:3] {
			formula := s.question(modeltest.QuasiMagic(t, 2)).Rule.Formula
			a := randomCells(g, random)
			for number, generator := range generators {
				image := make(model.Assignment, len(a))
				if generator.Image(a, image); generator.Formula(formula).Eval(image) != formula.Eval(a) {
					t.Errorf("%s, generator %d: the image says otherwise", s.Text(), number)
				}
			}
		}
	}
	formula := model.Implies{
		If:   model.Or{model.Is(3, 1, 2), model.Count{Kind: model.Exactly, K: 1, Of: []model.Formula{model.Is(1, 4), model.Is(80, 6)}}},
		Then: model.And{model.Not{Of: model.Is(40, 2)}, model.Count{Kind: model.AtLeast, K: 1, Of: []model.Formula{model.Is(7, 3)}}, model.Count{Kind: model.AtMost, K: 0}},
	}
	all := orbitOf(formula, generators)
	keys := map[string]bool{}
	for _, image := range all {
		keys[formulaKey(image)] = true
	}
	for _, image := range all {
		for _, generator := range generators {
			if !keys[formulaKey(generator.Formula(image))] {
				t.Fatal("an orbit is not closed")
			}
		}
	}
	if len(keys) != len(all) || 9216%len(all) != 0 {
		t.Errorf("%d images, %d different ones, expected a divisor of 9,216", len(all), len(keys))
	}
}

func randomCells(g *model.Grid, random *rand.Rand) model.Assignment {
	a := make(model.Assignment, g.Cells())
	for cell := range a {
		a[cell] = 1 + random.IntN(9)
	}
	return a
}
