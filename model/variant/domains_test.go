package variant_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
	"qmsat/model/engine/bruteforce"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
)

// byGrid are the kinds whose meaning speaks of the grid's values: n, the lowest, thirds. Those that rely on them refuse cells with others.
var byGrid = map[string]bool{
	"whispers": true, "entropic": true, "equality-cage": true, "sandwich": true, "dutch-flatmates": true, "global-entropy": true,
	"regex": true, "full-rank": true, "different-lines": true, "doppelganger": true,
	"chaos-construction": true, "chaos-arrow": true, "chaos-count": true,
}

// inLatin are the kinds of grids in which few assignments are possible.
var inLatin = map[string]bool{"full-rank": true, "different-lines": true, "doppelganger": true}

// TestDomains holds that no definition depends on which values the cells happen to have. A clue stands on cells with random domains,
// which may go beyond the grid's, then on the same cells with fewer values: exactly the solutions with these must be left.
func TestDomains(t *testing.T) {
	for _, kind := range variant.Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			some, fewer := 0, 0
			for seed := range modeltest.Scale(uint64(40), 400, 4000) {
				r := rand.New(rand.NewPCG(seed, 52))
				wide, narrow := drawDomains(r, kind)
				if wide == nil {
					continue
				}
				before, refused := solutions(t, wide)
				after, refusedAlso := solutions(t, narrow)
				if (refused == nil) != (refusedAlso == nil) {
					t.Fatalf("seed %d: %v, and with fewer values %v: %s", seed, refused, refusedAlso, domains(wide, narrow))
				}
				within := lists.Filter(before, func(a model.Assignment) bool {
					return !slices.ContainsFunc(lists.Numbers[int](wide.model.Grid.Cells()), func(v int) bool {
						return !narrow.model.Variables[v].Domain.Contains(a[v])
					})
				})
				if fmt.Sprint(within) != fmt.Sprint(after) {
					t.Fatalf("seed %d: %d of %d solutions have these values, but %d are found: %s, %+v", seed, len(within), len(before),
						len(after), domains(wide, narrow), wide.clue)
				}
				some, fewer = some+len(after), fewer+len(before)-len(after)
			}
			if some == 0 || fewer == 0 {
				t.Errorf("%d solutions are left and %d are not, expected some of both", some, fewer)
			}
		})
	}
}

// TestGridValues checks that clues mean the grid's values, also if no cell has the lowest and the highest, and that these are kept.
func TestGridValues(t *testing.T) {
	const file = "grid: {rows: 1, columns: 3, values: 1..4, houses: none}\n" +
		"domains: {r1c1: 2..3, r1c2: 2..3, r1c3: 2..3}\nconstraints:\n- {kind: sandwich, row: 1, sum: 0}\n"
	m, err := document.Read(t.Context(), "f.yaml", strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if got := countBy(t, m.Model, nil); got != 0 || yamlOf(t, m) != file {
		t.Errorf("%d lines without 1 and 4, expected none; written as\n%s", got, yamlOf(t, m))
	}
}

// instance is a clue that is still to be added to a model.
type instance struct {
	model *model.Model
	clue  variant.Clue
}

// drawDomains draws a clue of a kind on a small grid whose cells have random domains, and the same with fewer values.
func drawDomains(r *rand.Rand, kind variant.Kind) (wide, narrow *instance) {
	side := [][4]int{{2, 2, 1, 2}, {3, 3, 0, 0}, {2, 3, 0, 0}, {4, 4, 2, 2}}[r.IntN(4)]
	lowest := []int{1, 0, 4, -1}[r.IntN(min(4, side[1]+1))]
	m := emptyGrid(side, lowest)
	switch what := meanings[kind.Name]; {
	case kind.Name == "regex" && lowest < 0:
		return nil, nil
	case strings.HasPrefix(kind.Name, "chaos"):
		m = emptyGrid([4]int{2, 2, 0, 0}, lowest)
		wide = &instance{m, &variant.ChaosConstruction{}}
		if kind.Name != "chaos-construction" {
			if modeltest.AddClues(m, wide.clue) != nil {
				return nil, nil
			}
			wide.clue = &variant.ChaosCount{Control: drawLine(r, m, 1), Cells: drawLine(r, m, 3)}
			if kind.Name == "chaos-arrow" {
				wide.clue = &variant.ChaosArrow{Control: drawLine(r, m, 1), Arms: []model.Cells{drawLine(r, m, 2)}}
			}
		}
	case what.draw != nil:
		wide = &instance{m, what.draw(r, m)}
	default:
		wide = &instance{m, drawFields(r, m, kind.New())}
	}
	if wide.clue == nil {
		return nil, nil
	}
	if r.IntN(4) == 0 && m.Grid.Cells() > 4 {
		repeatCells(r, wide.clue)
	}
	narrow = &instance{&model.Model{}, wide.clue}
	*narrow.model = *m
	grid := *m.Grid
	narrow.model.Grid, narrow.model.Variables = &grid, slices.Clone(m.Variables)
	if !byGrid[kind.Name] {
		grid.Values = model.Interval(lowest-r.IntN(3), lowest+r.IntN(12))
	}
	restrict(r, kind, wide, narrow)
	return wide, narrow
}

// restrict gives random domains to the clue's cells, or to all cells, as long as there are few assignments. The other cells have one
// value.
func restrict(r *rand.Rand, kind variant.Kind, wide, narrow *instance) {
	own := slices.Concat(cellsOf(wide.clue)...)
	all := slices.Collect(wide.model.GridValues().All())
	if !byGrid[kind.Name] {
		all = append(all, all[0]-1, 0, all[len(all)-1]+1, 10)
	}
	all = lists.Distinct(all)
	assignments := 1
	for _, v := range r.Perm(wide.model.Grid.Cells()) {
		values, some := lists.Map(r.Perm(len(all)), func(i int) int { return all[i] }), 1
		fewer := r.IntN(3)
		switch {
		case inLatin[kind.Name]:
			some, fewer = len(all), max(0, r.IntN(5)-2)
		case (len(own) == 0 || slices.Contains(own, model.Var(v))) && assignments < 1000:
			some = min(len(all), 2+r.IntN(4))
		}
		assignments *= some
		wide.model.Variables[v].Domain = model.Values(values[:some]...)
		narrow.model.Variables[v].Domain = model.Values(values[:max(1, some-fewer)]...)
	}
}

// solutions lists the solutions of a clue by trying all assignments, or returns why it is refused.
func solutions(t *testing.T, i *instance) (all []model.Assignment, refused error) {
	t.Helper()
	if refused = modeltest.AddClues(i.model, i.clue); refused != nil {
		return nil, refused
	}
	name := bruteforce.Name
	if inLatin[variant.KindOf(i.clue)] {
		name = "native" // trying all takes too long
	}
	e, err := engine.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	session, err := e.Open(t.Context(), i.model, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	_, err = session.Run(t.Context(), nil, 0, func(a model.Assignment) bool {
		all = append(all, lists.Map(i.model.OutputVars(), func(v model.Var) int { return a[v] }))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(all, slices.Compare[model.Assignment])
	return all, nil
}

// domains writes the cells' domains for an error.
func domains(wide, narrow *instance) (text string) {
	for v := range wide.model.Grid.Cells() {
		text += fmt.Sprintf("%s: %v, %v; ", wide.model.Variables[v].Name, wide.model.Variables[v].Domain, narrow.model.Variables[v].Domain)
	}
	return text + fmt.Sprintf("values: %v, %v", wide.model.GridValues(), narrow.model.GridValues())
}
