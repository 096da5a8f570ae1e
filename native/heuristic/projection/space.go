package projection

import (
	"context"
	"maps"
	"math"
	"slices"

	"qmsat/internal/memory"
	"qmsat/model"
)

// mostPatterns bounds the assignments of a constraint's variables that are tried to list the allowed ones: lines of four
// cells at 16×16 have 65,536.
const mostPatterns = 1 << 17

// space is a model as coordinates and sets. The coordinates of a variable follow each other, in the order of its values.
type space struct {
	model  *model.Model
	first  []int32            // by variable: its first coordinate; one more entry at the end
	sets   []set              // the one of cells, and perhaps one of givens behind it, stand for no constraint
	cells  int                // the set that has a line for each variable
	givens int                // the set that fixes the givens: the cells', or one of its own
	houses [][]int            // by variable: the all-different constraints that speak of it
	others []model.Constraint // constraints that are no lines
}

// set holds constraints that share no variable. The nearest point of the set is found for each constraint separately.
type set struct {
	lines  [][]int32 // coordinates of which exactly one is 1
	tables []table
	free   []int32 // coordinates of variables that the set leaves free
	lineOf []int32 // by coordinate: its line, -1 if it has none
}

// table lists the patterns that a constraint allows: the coordinates that are 1 if all others of its variables are 0.
type table struct {
	variables [][]int32 // the coordinates of each
	patterns  []int32   // a coordinate of each variable, in ascending order of the values
	firsts    []int     // where patterns with another first coordinate begin; one more entry at the end
	most      []float64 // by variable: its largest coordinate, while the best pattern is looked for
}

// newSpace lists the sets of a model: each constraint, in the model's order, goes to the first set that says nothing of its
// variables. Givens are of the set of cells, unless they stand apart.
func newSpace(ctx context.Context, m *model.Model, apart bool) (*space, error) {
	s := &space{model: m, first: make([]int32, len(m.Variables)+1)}
	for i, v := range m.Variables {
		size := v.Domain.Size()
		if size > mostCoordinates || int(s.first[i])+size > mostCoordinates {
			return nil, refuse("%d variables with more than %d values in all, expected fewer", len(m.Variables), mostCoordinates)
		}
		s.first[i+1] = s.first[i] + int32(size)
	}
	s.houses = make([][]int, len(m.Variables))
	differents := maps.Collect(model.Each[*model.AllDifferent](m.Constraints))
	for i, c := range model.Each[*model.AllDifferent](m.Constraints) {
		for _, v := range c.Vars {
			s.houses[v] = append(s.houses[v], i)
		}
	}
	var taken [][]bool // by set and variable
	for i, c := range m.Constraints {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		number := 0
		for number < len(taken) && overlap(taken[number], c.Scope()) {
			number++
		}
		if number == len(taken) {
			if err := memory.Ask(ctx, "the sets of projections", int64(number+1)*bytesPerCoordinate*int64(s.size())); err != nil {
				return nil, err
			}
			taken = append(taken, make([]bool, len(m.Variables)))
			s.sets = append(s.sets, set{})
		}
		for _, v := range c.Scope() {
			taken[number][v] = true
		}
		if err := s.add(ctx, &s.sets[number], c, differents[i] != nil); err != nil {
			return nil, err
		}
	}
	s.cells = len(s.sets)
	var cells set
	for v := range m.Variables {
		cells.lines = append(cells.lines, s.coordinates(model.Var(v)))
	}
	s.sets, taken = append(s.sets, cells), append(taken, slices.Repeat([]bool{true}, len(m.Variables)))
	s.givens = s.cells
	if apart {
		s.givens++
		s.sets, taken = append(s.sets, set{}), append(taken, make([]bool, len(m.Variables)))
	}
	for number := range s.sets {
		s.complete(&s.sets[number], taken[number])
	}
	return s, nil
}

// mostCoordinates bounds the coordinates of a space: a step over so many takes a twentieth of a second.
const mostCoordinates = 1 << 21

// bytesPerCoordinate is the memory of a set for each coordinate: three numbers of its lines, one of the point.
const bytesPerCoordinate = 20

// size returns the number of coordinates.
func (s *space) size() int { return int(s.first[len(s.first)-1]) }

// coordinates returns the coordinates of a variable.
func (s *space) coordinates(v model.Var) []int32 {
	list := make([]int32, 0, s.first[v+1]-s.first[v])
	for c := s.first[v]; c < s.first[v+1]; c++ {
		list = append(list, c)
	}
	return list
}

func overlap(taken []bool, scope []model.Var) bool {
	for _, v := range scope {
		if taken[v] {
			return true
		}
	}
	return false
}

// add adds a constraint to a set: lines if it is all-different and each value occurs exactly once, and else the list of
// allowed patterns.
func (s *space) add(ctx context.Context, to *set, c model.Constraint, different bool) error {
	if different {
		if lines := s.valueLines(c.Scope()); lines != nil {
			to.lines = append(to.lines, lines...)
			return nil
		}
	}
	s.others = append(s.others, c)
	if len(c.Scope()) == 0 {
		return nil
	}
	t, err := s.list(ctx, c)
	to.tables = append(to.tables, t)
	return err
}

// valueLines returns, for each value in ascending order, its coordinates over the variables; nil if these are not as many as
// the values.
func (s *space) valueLines(vars []model.Var) [][]int32 {
	values := model.Domain{}
	for _, v := range vars {
		values = values.Union(s.model.DomainOf(v))
	}
	if values.Size() != len(vars) {
		return nil
	}
	lines := make([][]int32, len(vars))
	for _, v := range vars {
		c := s.first[v]
		for value := range s.model.DomainOf(v).All() {
			i, _ := values.Index(value)
			lines[i] = append(lines[i], c)
			c++
		}
	}
	return lines
}

// list lists the patterns of a constraint. Values that two of its variables, with a house in common, share are left out: so a line of
// a quasi-magic box has allowed triples of different values.
func (s *space) list(ctx context.Context, c model.Constraint) (table, error) {
	scope := c.Scope()
	tried := 1
	for _, v := range scope {
		if tried *= s.model.DomainOf(v).Size(); tried > mostPatterns {
			return table{}, refuse("%s has more than %d assignments of its variables, expected fewer, or houses with as many cells as values",
				model.Describe(s.model, c), mostPatterns)
		}
	}
	t := table{most: make([]float64, len(scope))}
	for _, v := range scope {
		t.variables = append(t.variables, s.coordinates(v))
	}
	different := s.different(scope)
	a := make(model.Assignment, len(s.model.Variables))
	pattern := make([]int32, len(scope))
	var extend func(n int)
	extend = func(n int) {
		if n == len(scope) {
			if ctx.Err() != nil || !c.Holds(a) {
				return
			}
			if last := len(t.patterns) - len(scope); last < 0 || t.patterns[last] != pattern[0] {
				t.firsts = append(t.firsts, len(t.patterns))
			}
			t.patterns = append(t.patterns, pattern...)
			return
		}
		coordinate := s.first[scope[n]]
	values:
		for value := range s.model.DomainOf(scope[n]).All() {
			a[scope[n]], pattern[n] = value, coordinate
			coordinate++
			for i := range n {
				if different[i][n] && a[scope[i]] == value {
					continue values
				}
			}
			extend(n + 1)
		}
	}
	extend(0)
	t.firsts = append(t.firsts, len(t.patterns))
	return t, context.Cause(ctx)
}

// different says which two of the variables share a house.
func (s *space) different(scope []model.Var) [][]bool {
	pairs := make([][]bool, len(scope))
	for i, v := range scope {
		pairs[i] = make([]bool, len(scope))
		for j, w := range scope {
			pairs[i][j] = slices.ContainsFunc(s.houses[v], func(house int) bool { return slices.Contains(s.houses[w], house) })
		}
	}
	return pairs
}

// complete notes which line each coordinate is in, and which coordinates the set leaves alone.
func (s *space) complete(of *set, taken []bool) {
	of.lineOf = make([]int32, s.size())
	for c := range of.lineOf {
		of.lineOf[c] = -1
	}
	for i, line := range of.lines {
		for _, c := range line {
			of.lineOf[c] = int32(i)
		}
	}
	for v := range taken {
		if !taken[v] {
			of.free = append(of.free, s.coordinates(model.Var(v))...)
		}
	}
}

// project writes the nearest point of the set: 1 at the first largest coordinate of each line and in the first best pattern of each
// table, 0 elsewhere.
func (p *set) project(from, to []float64) {
	clear(to)
	for _, c := range p.free {
		to[c] = from[c]
	}
	for _, line := range p.lines {
		to[highest(from, line)] = 1
	}
	for i := range p.tables {
		for _, c := range p.tables[i].best(from) {
			to[c] = 1
		}
	}
}

// highest returns the first of the coordinates at which a point is largest.
func highest(point []float64, coordinates []int32) int32 {
	best, largest := coordinates[0], point[coordinates[0]]
	for _, c := range coordinates[1:] {
		if x := point[c]; x > largest {
			best, largest = c, x
		}
	}
	return best
}

// best returns the first pattern with the largest sum: the nearest one, since all have as many ones. There is none if the
// constraint allows nothing. It skips patterns together if their first coordinate and the largest of each other variable are
// too small, summed in the same order, so that rounding makes no difference.
func (t *table) best(point []float64) []int32 {
	best, largest, width := 0, math.Inf(-1), len(t.variables)
	for i, coordinates := range t.variables {
		t.most[i] = point[highest(point, coordinates)]
	}
	for i, from := range t.firsts[:len(t.firsts)-1] {
		first := point[t.patterns[from]]
		bound := first
		for _, x := range t.most[1:] {
			bound += x
		}
		if bound <= largest {
			continue
		}
		for ; from < t.firsts[i+1]; from += width {
			sum := first
			for _, c := range t.patterns[from+1 : from+width] {
				sum += point[c]
			}
			if sum > largest {
				best, largest = from, sum
			}
		}
	}
	return t.patterns[best:min(best+width, len(t.patterns))]
}
