package cells

import (
	"slices"

	"qmsat/encode/formula"
	"qmsat/internal/lists"
	"qmsat/model"
)

// A value in the cells that two houses share has a literal, which commands both houses (Klieber and Kwon, Efficient CNF encoding for
// selecting 1 from n objects, 2007). If it is false, the value must be in another line of either: the locked candidates of people.
func init() {
	about := formula.About{
		Meaning: "extended, and literals for a value in a line that two houses share", Paper: "cf. Klieber, Kwon 2007",
		Clauses: "n²(n(n−1)/2 + n√n + 3n + 5)", Variables: "2n²√n", Propagation: formula.LockedCandidates,
	}
	formula.CellEncodings.Register("lines", formula.CellEncoding{About: about, Variable: oneValue, AllDifferent: lineVariable})
	about.Meaning = "lines, of what optimized-fixpoint leaves"
	formula.CellEncodings.Register("optimized-lines", formula.CellEncoding{
		About: about, Reduce: reduceByGivens, Variable: oneValue, AllDifferent: lineVariable,
	})
}

// lineVariable writes that a value is in one line of each partition of a house into lines, and in at most one cell of a line.
func lineVariable(c *formula.Compiler, index int, house *model.AllDifferent) {
	partitions := partitionsOf(c, house)
	if len(partitions) == 0 {
		oneVariable(c, index, house)
		return
	}
	inLines(c, partitions, index)
	for _, line := range partitions[0] {
		if allApart(c, line, line, index) {
			continue
		}
		c.EachValue(line, func(literals []formula.Literal, positions []int, _ bool) {
			c.AtMostOne(literals, func(i, j int) bool { return c.DifferentBefore(line[positions[i]], line[positions[j]], index) })
		})
	}
}

// inLines writes that each value is in exactly one of the lines of each partition of a house. The first partition keeps all cells
// apart; the others do not repeat what earlier ones write.
func inLines(c *formula.Compiler, partitions [][][]model.Var, index int) {
	for value := range c.Model.ValuesOf(slices.Concat(partitions[0]...)).All() {
		var earlier [][]formula.Literal // by partition
		for _, lines := range partitions {
			if !c.Work(len(lines)) {
				return
			}
			open := lists.Map(lines, func(line []model.Var) []model.Var {
				return lists.Filter(line, func(v model.Var) bool { return c.Map.Literal(v, value) != formula.False })
			})
			literals := lists.Map(open, func(line []model.Var) formula.Literal { return stands(c, value, line) })
			c.AddOnce(literals)
			c.AtMostOne(literals, func(i, j int) bool {
				return allApart(c, open[i], open[j], index) || len(earlier) > 0 && len(open[i]) == 1 && len(open[j]) == 1 ||
					slices.ContainsFunc(earlier, func(all []formula.Literal) bool {
						return slices.Contains(all, literals[i]) && slices.Contains(all, literals[j])
					})
			})
			earlier = append(earlier, literals)
		}
	}
}

// allApart reports whether constraints before this index keep each variable of a list from the others in another list.
func allApart(c *formula.Compiler, vars, others []model.Var, index int) bool {
	for _, u := range vars {
		for _, v := range others {
			if u != v && !c.DifferentBefore(u, v, index) {
				return false
			}
		}
	}
	return true
}

// partitionsOf returns partitions of a house into lines: the cells that it shares with houses that are disjoint, and single cells.
// At least one line has several cells. The partition with the fewest lines comes first.
func partitionsOf(c *formula.Compiler, house *model.AllDifferent) (partitions [][][]model.Var) {
	if !isHouse(c, house) {
		return nil
	}
	for _, houseOf := range disjointHouses(c) {
		var lines [][]model.Var
		at := map[int]int{} // by index of the other house: its line
		for _, v := range house.Vars {
			other, in := houseOf[v]
			i, seen := at[other]
			if !in || !seen {
				i = len(lines)
				lines = append(lines, nil)
			}
			if in {
				at[other] = i
			}
			lines[i] = append(lines[i], v)
		}
		if len(lines) > 1 && len(lines) < len(house.Vars) && c.Work(len(house.Vars)) {
			partitions = append(partitions, lines)
		}
	}
	slices.SortStableFunc(partitions, func(a, b [][]model.Var) int { return len(a) - len(b) })
	return partitions
}

// stands returns a literal that is true if and only if one of the variables has the value.
func stands(c *formula.Compiler, value int, vars []model.Var) formula.Literal {
	literals := lists.Map(vars, func(v model.Var) formula.Literal { return c.Map.Literal(v, value) })
	return c.Or(literals)
}

// disjoint has sets of disjoint houses, such as the rows: for each set, the index of each cell's house.
type disjoint []map[model.Var]int

// disjointHouses sorts houses into sets.
func disjointHouses(c *formula.Compiler) disjoint {
	return formula.Kept(c, func() (sets disjoint) {
		for index, house := range model.Each[*model.AllDifferent](c.Model.Constraints) {
			if !isHouse(c, house) || !c.Work(len(house.Vars)) {
				continue
			}
			k := slices.IndexFunc(sets, func(houseOf map[model.Var]int) bool {
				return !slices.ContainsFunc(house.Vars, func(v model.Var) bool { _, taken := houseOf[v]; return taken })
			})
			if k < 0 {
				k = len(sets)
				sets = append(sets, map[model.Var]int{})
			}
			for _, v := range house.Vars {
				sets[k][v] = index
			}
		}
		return sets
	})
}

// isHouse reports whether an all-different constraint is a house: see [HouseValues].
func isHouse(c *formula.Compiler, constraint *model.AllDifferent) bool {
	_, is := formula.HouseValues(c.Model, constraint.Vars)
	return is
}
