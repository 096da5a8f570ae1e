package logic

import (
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
)

func init() {
	for _, t := range []*Technique{
		{Name: "clue", Title: "Clue", Order: 550, Score: 50, Level: Medium, Rating: 2.6, find: clues},
		{Name: "locked-in-clue", Title: "Locked in Clue", Order: 1220, Score: 60, Level: Medium, Rating: 2.8, find: lockedInClue},
		{Name: "clue-pair", Title: "Two Clues", Order: 2550, Score: 140, Level: Hard, Rating: 4.5, find: cluePairs},
		{Name: "clues-in-house", Title: "Clues in House", Order: 2560, Score: 200, Level: Unfair, Rating: 5.5, find: cluesInHouse},
	} {
		t.Group, t.Describe, t.clues = groupConstraints, noted, true
		t.Of = func(c model.Constraint) bool { return c.Kind() != "all-different" }
		register(t)
	}
}

// fruitlessKey is a search that a technique makes again and again.
type fruitlessKey struct {
	technique *Technique
	number    int
}

// again returns the candidates of variables, and whether the search with a number may find something: they have changed since it found
// nothing.
func (f *finder) again(number int, vars []model.Var) (masks []uint64, worth bool) {
	masks = f.masksOf(vars)
	return masks, !slices.Equal(f.fruitless[fruitlessKey{f.technique, number}], masks)
}

// nothing notes that the search with a number found nothing, unless ctx has cut it off.
func (f *finder) nothing(number int, masks []uint64) {
	if f.ctx.Err() == nil {
		f.fruitless[fruitlessKey{f.technique, number}] = masks
	}
}

// refute adds all candidates that no filling of some groups has to a step, and yields it.
func (f *finder) refute(number int, j *joint, step *Step) {
	masks, worth := f.again(number, j.vars)
	if !worth {
		return
	}
	step.Eliminations = f.fill(f.ctx, j).refuted(f.State)
	if len(step.Eliminations) == 0 {
		f.nothing(number, masks)
	}
	f.found(step)
}

// usable returns the groups that techniques search, and that have an open cell but not more than a number of them.
func (f *finder) usable(most int) (list []int) {
	for i, g := range f.groups {
		if open := f.openIn(g.cells); g.searched && open > 0 && open <= most {
			list = append(list, i)
		}
	}
	return list
}

// clues finds values that no filling of a clue has. Its cells differ if they see each other.
func clues(f *finder) {
	for _, i := range f.usable(mostTried) {
		if f.over() {
			return
		}
		if g := f.groups[i]; g.clue || len(g.sums) == 0 {
			f.refute(i, g.joint, &Step{Cells: g.vars, Note: g.text})
		}
	}
}

// lockedInClue finds values that every filling of a clue has. Cells outside that see all their places lose them.
func lockedInClue(f *finder) {
	for _, i := range f.usable(mostTried) {
		if f.over() {
			return
		}
		g := f.groups[i]
		masks, worth := f.again(i, g.vars)
		if !worth {
			continue
		}
		before, search := f.done, f.fill(f.ctx, g.joint)
		found := false
		for value := range f.numbers {
			cells := lists.Filter(g.cells, func(v model.Var) bool { return f.has(v, value) })
			seen := f.seenByAll(cells, value)
			if len(cells) == 0 || seen == nil || slices.ContainsFunc(g.cells, func(v model.Var) bool { return int(f.values[v]) == value }) {
				continue
			}
			step := &Step{Values: []int{value}, Cells: cells, Note: f.valueNames([]int{value}, "") + " in " + g.text}
			for v := range seen.All() {
				if !slices.Contains(g.cells, model.Var(v)) {
					step.Eliminations = append(step.Eliminations, Candidate{model.Var(v), value})
				}
			}
			if len(step.Eliminations) > 0 && search.without(func(k int) uint64 {
				if f.isAuxiliary(search.vars[k]) {
					return 0
				}
				return 1 << value
			}) {
				found = true
				f.found(step)
			}
		}
		if !found && f.done == before {
			f.nothing(i, masks)
		}
	}
}

// cluePairs finds values that no filling of two clues has that share cells, or whose cells see each other.
func cluePairs(f *finder) {
	usable := f.usable(mostOpen)
	for _, i := range usable {
		for _, k := range usable {
			if f.over() {
				return
			}
			a, b := f.groups[i], f.groups[k]
			if i < k && f.openShared(a, b) > 0 {
				if j := f.join(nil, a, b); f.openIn(j.vars) <= mostOpen {
					f.refute(i*len(f.groups)+k, j, &Step{Cells: j.vars, Note: a.text + " and " + b.text})
				}
			}
		}
	}
}

// openShared counts the open cells that two groups share.
func (s *State) openShared(a, b *group) int {
	return lists.Count(a.cells, func(v model.Var) bool { return s.values[v] < 0 && slices.Contains(b.cells, v) })
}

// openIn counts the open cells among variables.
func (s *State) openIn(vars []model.Var) int {
	return lists.Count(vars, func(v model.Var) bool { return s.values[v] < 0 && !s.isAuxiliary(v) })
}

// cluesInHouse finds values that no filling of a full house has that meets all clues with at least two open cells in it, as long as
// there are few other cells.
func cluesInHouse(f *finder) {
	usable := f.usable(mostOpen)
	for i, h := range f.eachFull() {
		var inside []*group
		cells := slices.Clone(h.Cells)
		for _, k := range usable {
			g := f.groups[k]
			within := lists.Count(g.cells, func(v model.Var) bool { return f.values[v] < 0 && h.has(v) })
			if with := union(cells, g.cells); within >= 2 && f.openIn(with) <= mostOpen {
				inside, cells = append(inside, g), with
			}
		}
		if len(inside) > 0 {
			names := lists.Map(inside, func(g *group) string { return g.text })
			j := f.join(h.Cells, inside...)
			f.refute(i, j, &Step{Cells: j.vars, Note: h.Name + " with " + strings.Join(names, "; ")})
		}
	}
}

// union returns the variables of two lists, each once.
func union(a, b []model.Var) []model.Var { return lists.Distinct(slices.Concat(a, b)) }
