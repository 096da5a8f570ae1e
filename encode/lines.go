package encode

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// A value in the cells that two houses share has a literal, which commands both houses (Klieber and Kwon, Efficient CNF encoding for
// selecting 1 from n objects, 2007). If it is false, the value must be in another line of either: the locked candidates of people.
func init() {
	about := About{
		Meaning: "extended, and literals for a value in a line that two houses share", Paper: "cf. Klieber, Kwon 2007",
		Clauses: "n²(n(n−1)/2 + n√n + 3n + 5)", Variables: "2n²√n", Propagation: LockedCandidates,
	}
	CellEncodings.Register("lines", CellEncoding{About: about, Variable: oneValue, AllDifferent: lineVariable})
	about.Meaning = "lines, of what optimized-fixpoint leaves"
	CellEncodings.Register("optimized-lines", CellEncoding{
		About: about, Reduce: reduceByGivens, Variable: oneValue, AllDifferent: lineVariable,
	})
}

// lineVariable writes that a value is in one line of each partition of a house into lines, and in at most one cell of a line.
func lineVariable(c *Compiler, index int, house *model.AllDifferent) {
	partitions := c.partitionsOf(house)
	if len(partitions) == 0 {
		oneVariable(c, index, house)
		return
	}
	c.inLines(partitions, index)
	for _, line := range partitions[0] {
		if c.allApart(line, line, index) {
			continue
		}
		c.eachValue(line, func(literals []Literal, positions []int, _ bool) {
			c.AtMostOne(literals, func(i, j int) bool { return c.differentBefore(line[positions[i]], line[positions[j]], index) })
		})
	}
}

// inLines writes that each value is in exactly one of the lines of each partition of a house. The first partition keeps all cells
// apart; the others do not repeat what earlier ones write.
func (c *Compiler) inLines(partitions [][][]model.Var, index int) {
	for value := range c.Model.ValuesOf(slices.Concat(partitions[0]...)).All() {
		var earlier [][]Literal // by partition
		for _, lines := range partitions {
			if !c.work(len(lines)) {
				return
			}
			open := lists.Map(lines, func(line []model.Var) []model.Var {
				return lists.Filter(line, func(v model.Var) bool { return c.Map.Literal(v, value) != False })
			})
			literals := lists.Map(open, func(line []model.Var) Literal { return c.stands(value, line) })
			c.AddOnce(literals)
			c.AtMostOne(literals, func(i, j int) bool {
				return c.allApart(open[i], open[j], index) || len(earlier) > 0 && len(open[i]) == 1 && len(open[j]) == 1 ||
					slices.ContainsFunc(earlier, func(all []Literal) bool {
						return slices.Contains(all, literals[i]) && slices.Contains(all, literals[j])
					})
			})
			earlier = append(earlier, literals)
		}
	}
}

// allApart reports whether constraints before this index keep each variable of a list from the others in another list.
func (c *Compiler) allApart(vars, others []model.Var, index int) bool {
	for _, u := range vars {
		for _, v := range others {
			if u != v && !c.differentBefore(u, v, index) {
				return false
			}
		}
	}
	return true
}

// partitionsOf returns partitions of a house into lines: the cells that it shares with houses that are disjoint, and single cells.
// At least one line has several cells. The partition with the fewest lines comes first.
func (c *Compiler) partitionsOf(house *model.AllDifferent) (partitions [][][]model.Var) {
	if !c.isHouse(house) {
		return nil
	}
	for _, houseOf := range c.disjointHouses() {
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
		if len(lines) > 1 && len(lines) < len(house.Vars) && c.work(len(house.Vars)) {
			partitions = append(partitions, lines)
		}
	}
	slices.SortStableFunc(partitions, func(a, b [][]model.Var) int { return len(a) - len(b) })
	return partitions
}

// stands returns a literal that is true if and only if one of the variables has the value.
func (c *Compiler) stands(value int, vars []model.Var) Literal {
	literals := lists.Map(vars, func(v model.Var) Literal { return c.Map.Literal(v, value) })
	return c.disjunction(literals)
}

// disjointHouses sorts houses into sets of disjoint ones, such as the rows, and returns for each set the index of each cell's house.
func (c *Compiler) disjointHouses() []map[model.Var]int {
	if c.disjoint != nil {
		return c.disjoint
	}
	c.disjoint = []map[model.Var]int{}
	for index, house := range model.Each[*model.AllDifferent](c.Model.Constraints) {
		if !c.isHouse(house) || !c.work(len(house.Vars)) {
			continue
		}
		k := slices.IndexFunc(c.disjoint, func(houseOf map[model.Var]int) bool {
			return !slices.ContainsFunc(house.Vars, func(v model.Var) bool { _, taken := houseOf[v]; return taken })
		})
		if k < 0 {
			k = len(c.disjoint)
			c.disjoint = append(c.disjoint, map[model.Var]int{})
		}
		for _, v := range house.Vars {
			c.disjoint[k][v] = index
		}
	}
	return c.disjoint
}

// isHouse reports whether an all-different constraint is a house: see [HouseValues].
func (c *Compiler) isHouse(constraint *model.AllDifferent) bool {
	_, is := HouseValues(c.Model, constraint.Vars)
	return is
}
