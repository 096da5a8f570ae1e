package logic

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

func init() {
	register(&Technique{
		Name: "innies-outies", Title: "Innies and Outies", Group: groupConstraints, Order: 1230, Score: 80, Level: Hard, Rating: 3.4,
		find: innies, Describe: (*Board).constraintText, Of: func(c model.Constraint) bool { return c.Kind() == "linear" },
	})
}

// isCage reports whether a sum is exact and without coefficients.
func isCage(sum *model.Linear) bool { return sum.Lo == sum.Hi && !sum.Weighted() }

// mostRest is the most open cells of a sum that remains when cages are taken from houses.
const mostRest = 6

// innies takes cages from one to three disjoint full houses. Cells of the houses that remain are innies, cells of the cages outside
// the houses outies; the sum of all houses is known, so innies less outies have a known sum.
func innies(f *finder) {
	var cages []*model.Linear
	for _, g := range f.groups {
		cages = append(cages, lists.Filter(g.sums, isCage)...)
	}
	if len(cages) == 0 {
		return
	}
	number := 0
	var choose func(first int, houses []int)
	choose = func(first int, houses []int) {
		for i := first; i < len(f.Houses) && !f.over(); i++ {
			h := &f.Houses[i]
			if !h.Full || slices.ContainsFunc(houses, func(k int) bool { return f.meet(&f.Houses[k], h) }) {
				continue
			}
			with := append(slices.Clip(houses), i)
			number++
			f.rest(number, with, cages)
			if len(with) < 3 {
				choose(i+1, with)
			}
		}
	}
	choose(0, nil)
}

// meet reports whether two houses are of different kinds or share cells.
func (b *Board) meet(g, h *House) bool {
	return g.Kind != h.Kind || slices.ContainsFunc(g.Cells, h.has)
}

// rest looks for values without partners among the innies and outies of some houses.
func (f *finder) rest(number int, houses []int, cages []*model.Linear) {
	coefficients := map[model.Var]int{}
	total := 0
	for _, i := range houses {
		for _, v := range f.Houses[i].Cells {
			coefficients[v] = 1
		}
		for value := range bitsOf(f.Houses[i].values) {
			total += f.Number(value)
		}
	}
	taken := map[model.Var]bool{}
	for _, cage := range cages {
		inside, used := 0, false
		for _, t := range cage.Terms {
			inside += coefficients[t.Var]
			used = used || taken[t.Var] || coefficients[t.Var] < 0
		}
		if used || 2*inside < len(cage.Terms) {
			continue
		}
		for _, t := range cage.Terms {
			taken[t.Var] = true
			coefficients[t.Var]--
		}
		total -= cage.Lo
	}
	rest := &model.Linear{Name: f.houseNames(houses), Lo: total, Hi: total}
	for v, c := range coefficients {
		if c != 0 {
			rest.Terms = append(rest.Terms, model.Term{Coefficient: c, Var: v})
		}
	}
	if len(taken) == 0 || len(rest.Terms) == 0 || f.openIn(rest.Scope()) > mostRest {
		return
	}
	slices.SortFunc(rest.Terms, func(a, b model.Term) int { return int(a.Var - b.Var) })
	f.refute(number, f.newGroup(false, rest).joint, &Step{Constraint: rest, sum: rest, Cells: rest.Scope()})
}
