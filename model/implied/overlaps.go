package implied

import (
	"fmt"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// maxApart is the largest number of cells outside of an overlap, unless that has as many cells as a line has in a box.
const maxApart = 6

// findOverlaps finds sets of cells with the same values: the other cells of two houses, or unions of houses, that have many cells
// in common. What only rows, columns and boxes of a grid say is left out: there it is about a line and a box, and known well.
func (f *finder) findOverlaps() {
	inGrid := map[string]bool{}
	if g := f.model.Grid; g != nil && g.Regions == nil {
		for _, h := range g.Houses() {
			inGrid[keyOf(h.Cells)] = true
		}
	}
	f.houses = lists.Filter(f.houses, func(h house) bool { return h.values.Equal(f.houses[0].values) })
	regular := lists.Map(f.houses, func(h house) bool { return inGrid[keyOf(h.cells)] })
	if !slices.Contains(regular, false) {
		return
	}
	f.clearPieces()
	for i := range f.houses {
		e := f.houses[i].sum()
		near := map[int]int{} // by house: its cells in this one
		for _, v := range f.houses[i].cells {
			for _, j := range f.at[v] {
				near[j]++
			}
		}
		for j := range i {
			if f.over(1) {
				return
			}
			common, n := near[j], len(e.terms)
			if common > 1 && (n-common <= maxApart || common*common >= n) && (!regular[i] || !regular[j]) {
				f.same(minus(&e, &f.pieces[j]), n)
			}
		}
		f.addPiece(e)
	}
	for _, union := range f.unions(maxUnions / 2) {
		if len(union) > 1 {
			f.same(f.reduced(f.sumOf(union), union, false), maxApart)
		}
	}
}

// minus returns the difference of two equations whose terms are all positive, without common variables.
func minus(a, b *equation) equation {
	has := func(e *equation, t model.Term) bool { return slices.Contains(e.terms, t) }
	e := equation{from: slices.Concat(a.from, b.from)}
	e.terms = lists.Filter(a.terms, func(t model.Term) bool { return !has(b, t) })
	for _, t := range b.terms {
		if !has(a, t) {
			e.terms = append(e.terms, model.Term{Coefficient: -1, Var: t.Var})
		}
	}
	return e
}

// same adds that the cells with positive terms have the same values as those with negative terms, unless there are more than most. The
// equation is a difference of sums of houses with the same values.
func (f *finder) same(e equation, most int) {
	var sides [2][]model.Var
	for _, t := range e.terms {
		sides[(1-t.Coefficient)/2] = append(sides[(1-t.Coefficient)/2], t.Var)
	}
	a, b := sides[0], sides[1]
	slices.Sort(e.from)
	key := "same " + e.key()
	if len(a) == 0 || len(a) != len(b) || len(a) > most || f.known[key] {
		return
	}
	f.known[key] = true
	var rule model.And
	for value := range f.houses[0].values.All() {
		only := model.Values(value)
		inA, inB := places(a, only), places(b, only)
		rule = append(rule, model.Implies{If: inA, Then: inB}, model.Implies{If: inB, Then: inA})
	}
	f.add(&model.Rule{Formula: rule}, "houses that overlap", e.from, func(m *model.Model) string {
		return fmt.Sprintf("the same values: %s and %s", namesOf(m, a), namesOf(m, b))
	})
	f.facts[len(f.facts)-1].Same = sides
}

// places returns that some of the cells have one of the values.
func places(cells []model.Var, values model.Domain) model.Or {
	return lists.Map(cells, func(v model.Var) model.Formula { return model.In{Var: v, Values: values} })
}
