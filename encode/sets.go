package encode

import (
	"cmp"
	"maps"
	"slices"

	"qmsat/model"
)

// Stergiou and Walsh, Encodings of non-binary constraint satisfaction problems, 1999: the dual encoding, on sets.
func init() {
	RegisterLinear("sets", LinearEncoding{
		Linear: supportClauses,
		Claim: func(c *Compiler) []Group {
			blocks := blocksOf(c)
			s := &setEncoder{pairs: map[string][]bool{}, relations: map[string]*setRelation{}}
			var groups []Group
			for _, b := range blocks {
				groups = append(groups, Group{b.sums, func(c *Compiler) error {
					b.prepare(c)
					return s.encode(b)
				}})
			}
			c.finally = append(c.finally, s.parts)
			return groups
		}})
}

// Limits of sets: a block with one line has none, since there is nothing for its sets to meet; a block with more than maxSetFillings fillings, or with values beyond maxSetValues, is encoded as by
// pairs; no more than maxPartitions ways to split an all-different constraint into lines are tried.
const (
	maxSetFillings = 1 << 19
	maxSetValues   = 64
	maxPartitions  = 16
)

// setEncoder is what the blocks of a model share.
type setEncoder struct {
	pairs     map[string][]bool
	relations map[string]*setRelation // by form; nil where the block is too large
	lines     [][]model.Var           // of the blocks that have sets
}

// valueSet is a set of the values of a block, by their numbers.
type valueSet uint64

// setRelation says which sets of values the lines of a block have in its fillings, and which go together.
type setRelation struct {
	sets     [][]valueSet // by line, ascending
	together map[linePair]bool
}

// linePair is a set of one line beside a set of another.
type linePair struct {
	line, other int
	set, beside valueSet
}

// encode writes the clauses of pairs, which alone are enough, and then what the sets add.
func (s *setEncoder) encode(b *block) error {
	known := b.pairs(s.pairs)
	if err := known.encode(); err != nil {
		return err
	}
	if len(b.sums) > 1 && known.possible() {
		if r := s.relation(b); r != nil {
			s.write(b, r)
			for _, place := range b.sums {
				s.lines = append(s.lines, b.linear(place).Scope())
			}
		}
	}
	return nil
}

func (s *setEncoder) relation(b *block) *setRelation {
	form := b.form()
	r, known := s.relations[form]
	if known {
		return r
	}
	r = &setRelation{together: map[linePair]bool{}}
	var lines [][]int
	for _, place := range b.sums {
		lines = append(lines, b.indices(b.linear(place)))
	}
	found := make([]map[valueSet]bool, len(lines))
	for i := range found {
		found[i] = map[valueSet]bool{}
	}
	sets := make([]valueSet, len(lines))
	if len(b.used) > maxSetValues || !b.fillings(maxSetFillings, func(p partial) {
		for i, line := range lines {
			sets[i] = 0
			for _, v := range line {
				sets[i] |= 1 << b.numbers[v][p[v]]
			}
			found[i][sets[i]] = true
			for j := range i {
				r.together[linePair{j, i, sets[j], sets[i]}] = true
			}
		}
	}) {
		r = nil
	}
	s.relations[form] = r
	if r != nil {
		for _, sets := range found {
			r.sets = append(r.sets, slices.SortedFunc(maps.Keys(sets), cmp.Compare))
		}
	}
	return r
}

// write gives each set of a line a variable that is true just where it is the set of the line's values: it is tied to the
// literals that say that a value stands in the line, and some set of each line is true. A set supports those of other
// lines that fillings have beside it.
func (s *setEncoder) write(b *block, r *setRelation) {
	variables := make([][]Literal, len(r.sets))
	values := valuesOf(b.c.Model, b.vars)
	for i, sets := range r.sets {
		line := b.linear(b.sums[i]).Scope()
		for range sets {
			variables[i] = append(variables[i], b.c.NewVariable())
		}
		b.c.Add(variables[i]...)
		for value := range values.All() {
			member := b.c.stands(value, line)
			number := b.number(value)
			if number < 0 {
				continue
			}
			with, without := []Literal{-member}, []Literal{member}
			for k, set := range sets {
				if set>>number&1 == 1 {
					b.c.Add(-variables[i][k], member)
					with = append(with, variables[i][k])
				} else {
					b.c.Add(-variables[i][k], -member)
					without = append(without, variables[i][k])
				}
			}
			if member != False {
				b.c.Add(with...)
			}
			b.c.Add(without...)
		}
	}
	for i, sets := range r.sets {
		for k, set := range sets {
			for j, others := range r.sets {
				if !b.c.work(len(others)) {
					return
				}
				clause := []Literal{-variables[i][k]}
				for l, other := range others {
					if r.together[linePair{i, j, set, other}] || r.together[linePair{j, i, other, set}] {
						clause = append(clause, variables[j][l])
					}
				}
				if i != j && len(clause) <= len(others) {
					b.c.Add(clause...)
				}
			}
		}
	}
}

// number returns the block's number of a value, or -1 where no variable of the block may have it.
func (b *block) number(value int) int {
	for i, values := range b.values {
		if k, ok := slices.BinarySearch(values, value); ok {
			return b.numbers[i][k]
		}
	}
	return -1
}

// stands returns a literal that is true just where one of the variables has the value.
func (c *Compiler) stands(value int, vars []model.Var) Literal {
	var literals []Literal
	for _, v := range vars {
		literals = append(literals, c.Map.Literal(v, value))
	}
	return c.disjunction(literals)
}

// parts writes, for each all-different constraint with as many values as variables that lines part, that each value stands
// in exactly one of these lines: in one row of a box, and in one box of a row.
func (s *setEncoder) parts(c *Compiler) {
	for i, constraint := range c.Model.Constraints {
		all, ok := constraint.(*model.AllDifferent)
		if !ok {
			continue
		}
		values := valuesOf(c.Model, all.Vars)
		if values.Size() != len(all.Vars) {
			continue
		}
		var inside [][]model.Var
		for _, line := range s.lines {
			apart := slices.ContainsFunc(line, func(v model.Var) bool { return !slices.Contains(c.houses[v], i) })
			if !apart && len(line) > 1 && len(line) < len(all.Vars) {
				inside = append(inside, line)
			}
		}
		found := 0
		c.partition(all.Vars, inside, nil, func(lines [][]model.Var) bool {
			for value := range values.All() {
				var literals []Literal
				for _, line := range lines {
					literals = append(literals, c.stands(value, line))
				}
				c.AddOnce(literals)
				for k := range literals {
					for l := range k {
						c.AddOnce([]Literal{-literals[l], -literals[k]})
					}
				}
			}
			found++
			return found < maxPartitions
		})
	}
}

// partition calls yield with each choice of lines that have each of the variables once, until it returns false.
func (c *Compiler) partition(vars []model.Var, lines, chosen [][]model.Var, yield func([][]model.Var) bool) bool {
	if len(vars) == 0 {
		return yield(chosen)
	}
	for _, line := range lines {
		if !slices.Contains(line, vars[0]) || slices.ContainsFunc(line, func(v model.Var) bool { return !slices.Contains(vars, v) }) {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(vars), func(v model.Var) bool { return slices.Contains(line, v) })
		if !c.step() || !c.partition(rest, lines, append(slices.Clone(chosen), line), yield) {
			return false
		}
	}
	return true
}
