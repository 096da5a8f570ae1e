package projection

import (
	"context"
	"maps"
	"math"
	"slices"

	"qmsat/internal/memory"
	"qmsat/model"
)

// mostPatterns limits the assignments of a constraint's variables that are tried to list the allowed ones. Lines of four cells at
// 16×16 have 65,536.
const mostPatterns = 1 << 17

// space is a model as coordinates and sets. The coordinates of a variable are consecutive, in the order of its values.
type space struct {
	model  *model.Model
	first  []int32            // by variable: its first coordinate; one more entry at the end
	sets   []set              // the set of cells, and perhaps a set of givens after it, stand for no constraint
	cells  int                // the set with a line for each variable
	givens int                // the set that fixes the givens: that of the cells, or a separate one
	houses [][]int            // by variable: its all-different constraints
	others []model.Constraint // constraints that are not lines
	tried  model.Assignment   // by list
}

// set holds constraints that share no variable. To project onto the set, each constraint is handled separately.
type set struct {
	lines  [][]int32 // groups of coordinates, exactly one of which is 1
	tables []table
	free   []int32 // coordinates of variables that the set leaves free
	lineOf []int32 // by coordinate: its line, or -1
}

// table lists the patterns that a constraint allows. A pattern is the coordinates that are 1; the others of its variables are 0.
type table struct {
	variables [][]int32 // by variable: its coordinates
	patterns  []int32   // one coordinate for each variable, in ascending order of the values
	firsts    []int     // where the patterns with each first coordinate begin; one more entry at the end
	most      []float64 // by variable: its largest coordinate, during the search for the best pattern
}

// newSpace lists the sets of a model. Each constraint, in the model's order, goes to the first set without any of its variables.
// The givens belong to the set of cells, unless apart is set.
func newSpace(ctx context.Context, m *model.Model, apart bool) (*space, error) {
	s := &space{model: m, first: make([]int32, len(m.Variables)+1), tried: make(model.Assignment, len(m.Variables))}
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
			if size := s.size(); (number+1)*size > mostInSets {
				return nil, refuse("some variable is in too many constraints: found %d sets of %d coordinates, expected at most %d in all", number+1, size, mostInSets)
			}
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

// mostCoordinates limits the coordinates of a space: a step over that many takes a twentieth of a second.
const mostCoordinates = 1 << 21

// mostInSets limits the coordinates of all sets together. Models with some variable in very many constraints exceed it.
const mostInSets = 1 << 24

// bytesPerCoordinate is the memory of a set for each coordinate: three numbers for its lines, one for the point.
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

// add adds a constraint to a set: as lines if it is all-different and each value occurs exactly once, otherwise as the list of
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

// valueLines returns for each value, in ascending order, its coordinates over the variables. It returns nil if there are not as
// many variables as values.
func (s *space) valueLines(vars []model.Var) [][]int32 {
	values, few := s.model.ValuesUpTo(vars, len(vars))
	if !few || values.Size() < len(vars) {
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

// list lists the patterns of a constraint. It omits patterns in which two variables of a common house are equal: so a line of a
// quasi-magic box has allowed triples of different values.
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
	a, pattern := s.tried, make([]int32, len(scope))
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

// different says which pairs of variables share a house.
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

// complete notes each coordinate's line, and the coordinates that the set leaves free.
func (s *space) complete(of *set, taken []bool) {
	of.lineOf = slices.Repeat([]int32{-1}, s.size())
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

// project writes the nearest point of the set: 1 at the first largest coordinate of each line, and in the first best pattern of
// each table; 0 elsewhere.
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

// highest returns the first of a point's largest coordinates.
func highest(point []float64, coordinates []int32) int32 {
	best, largest := coordinates[0], point[coordinates[0]]
	for _, c := range coordinates[1:] {
		if x := point[c]; x > largest {
			best, largest = c, x
		}
	}
	return best
}

// best returns the first pattern with the largest sum, which is the nearest one, since all have equally many ones. It returns nil
// if the constraint allows nothing. It skips all patterns with a first coordinate if even the largest coordinates of the other
// variables give too small a sum. It adds in the same order, so rounding makes no difference.
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
