package logic

import "qmsat/model"

func init() {
	register(&Technique{
		Name: "table", Title: "Table", Group: groupConstraints, Order: 510, Score: 50, Level: Medium, Rating: 2.6, find: tables,
		Describe: (*Board).constraintText, Of: func(c model.Constraint) bool { return c.Kind() == "table" },
	})
}

// tables finds values of a cell without an allowed tuple among the other cells' candidates, or with forbidden tuples only.
func tables(f *finder) {
	for _, table := range model.Each[*model.Table](f.Model.Constraints) {
		if f.over() {
			return
		}
		if f.clued[table] {
			continue
		}
		step := &Step{Constraint: table, Cells: table.Vars}
		counts := f.tuplesLeft(table)
		for i, v := range table.Vars {
			others := 1
			for j, w := range table.Vars {
				if j != i {
					others = min(others*count(f.mask(w)), len(table.Tuples)+1)
				}
			}
			for value := range bitsOf(f.candidates[v]) {
				if n := counts[i][value]; !table.Forbidden && n == 0 || table.Forbidden && n == others {
					step.Eliminations = append(step.Eliminations, Candidate{v, value})
				}
			}
		}
		f.found(step)
	}
}

// tuplesLeft counts, by cell and value, the different tuples within the candidates.
func (s *State) tuplesLeft(table *model.Table) [][]int {
	counts := make([][]int, len(table.Vars))
	for i := range counts {
		counts[i] = make([]int, len(s.numbers))
	}
	seen := map[string]bool{}
tuples:
	for _, tuple := range table.Tuples {
		values := make([]byte, len(tuple))
		for i, number := range tuple {
			value := s.valueOf(number)
			if value < 0 || s.mask(table.Vars[i])>>value&1 == 0 {
				continue tuples
			}
			values[i] = byte(value)
		}
		if seen[string(values)] {
			continue
		}
		seen[string(values)] = true
		for i, value := range values {
			counts[i][value]++
		}
	}
	return counts
}
