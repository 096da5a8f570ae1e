package encode

import (
	"iter"
	"maps"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Stergiou and Walsh, Encodings of non-binary constraint satisfaction problems, 1999: the dual encoding, on sets. It writes the
// clauses of pairs, and variables for the set of values of each line of a box; the sets of other lines support each set.
func init() {
	LinearEncodings.Register("sets", LinearEncoding{About{
		Meaning: "pairs, and the set of values of each line of a box", Paper: "Stergiou, Walsh 1999",
		Clauses: "≈ 3n²", Propagation: OfPairs,
	}, supportClauses, func(c *Compiler) []Group {
		s := &setEncoder{relations: map[string]*setRelation{}}
		c.finally = append(c.finally, s.partition)
		return claimBlocks(false, s.encode)(c)
	}})
}

// A block with more fillings or more values is encoded as by pairs.
var (
	setFillings   = engine.NewThreshold("set-fillings", "of a block whose lines have sets", 1<<19, 1, 4)
	setValues     = engine.NewThreshold("set-values", "of the variables whose sets of values are told apart", 64, 1, 3)
	setPartitions = engine.NewThreshold("set-partitions", "of an all-different constraint into lines that are written", 16, 1)
)

// setEncoder holds the data that the blocks of a model share.
type setEncoder struct {
	relations map[string]*setRelation // by form; nil if the block is too large
	lines     [][]model.Var           // of the blocks that have sets
}

// encode writes the clauses of pairs, which are a complete encoding, and then the clauses on sets. A block with one line needs no
// sets: there is no other line to combine with.
func (s *setEncoder) encode(b *block, pairs map[string][]bool) error {
	known := b.pairs(pairs)
	if err := known.encode(); err != nil || len(b.sums) == 1 || !known.possible() {
		return err
	}
	form := b.form()
	r, seen := s.relations[form]
	if !seen {
		r = b.setRelation()
		s.relations[form] = r
	}
	if r == nil {
		return nil
	}
	b.check("sets", func(p partial) bool { return r.admits(b.lineSets(p)) }, nil)
	r.support(b.c, r.variables(b))
	s.lines = append(s.lines, lists.Map(b.sums, func(index int) []model.Var { return b.linear(index).Scope() })...)
	return nil
}

// valueSet is a set of the values of a block, by their numbers.
type valueSet uint64

// lineSet is a set of values that a line may have.
type lineSet struct {
	line int
	set  valueSet
}

// setRelation holds the sets of values that a block's lines have in its fillings, and which sets go together.
type setRelation struct {
	sets     [][]valueSet // by line, ascending
	together map[[2]lineSet]bool
}

// setRelation looks at all fillings of the block. It returns nil if there are too many fillings or values.
func (b *block) setRelation() *setRelation {
	if len(b.used) > b.c.threshold(setValues) {
		return nil
	}
	found := make([]map[valueSet]bool, len(b.members))
	for i := range found {
		found[i] = map[valueSet]bool{}
	}
	r := &setRelation{together: map[[2]lineSet]bool{}}
	if !b.fillings(b.c.threshold(setFillings), func(p partial) {
		sets := b.lineSets(p)
		for i := range sets {
			found[i][sets[i].set] = true
			for _, earlier := range sets[:i] {
				r.together[[2]lineSet{earlier, sets[i]}] = true
			}
		}
	}) {
		return nil
	}
	r.sets = lists.Map(found, func(sets map[valueSet]bool) []valueSet { return slices.Sorted(maps.Keys(sets)) })
	return r
}

// lineSets returns the sets of values of the lines in a filling.
func (b *block) lineSets(p partial) []lineSet {
	sets := make([]lineSet, len(b.members))
	for i, line := range b.members {
		sets[i] = lineSet{line: i}
		for _, v := range line {
			sets[i].set |= 1 << b.numbers[v][p[v]]
		}
	}
	return sets
}

// admits reports whether some filling has these sets in its lines.
func (r *setRelation) admits(sets []lineSet) bool {
	for i, set := range sets {
		for _, earlier := range sets[:i] {
			if !r.together[[2]lineSet{earlier, set}] {
				return false
			}
		}
	}
	return true
}

// variables gives each set of a line a variable, true if and only if it is the set of the line's values. It ties the variable to
// the literals "this value stands in this line", and writes that some set of each line is true.
func (r *setRelation) variables(b *block) [][]Literal {
	variables := make([][]Literal, len(r.sets))
	for i, sets := range r.sets {
		for range sets {
			variables[i] = append(variables[i], b.c.NewVariable())
		}
		b.c.Add(variables[i]...)
		for value := range b.c.Model.ValuesOf(b.vars).All() {
			member := b.c.stands(value, b.linear(b.sums[i]).Scope())
			number, possible := b.number[value]
			if !possible {
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
	return variables
}

// support writes that a set of a line goes, in every other line, with one of the sets that some filling combines with it.
func (r *setRelation) support(c *Compiler, variables [][]Literal) {
	for i, sets := range r.sets {
		for k, set := range sets {
			for j, others := range r.sets {
				if !c.work(len(others)) {
					return
				}
				clause := []Literal{-variables[i][k]}
				for l, other := range others {
					pair := [2]lineSet{{i, set}, {j, other}}
					if j < i {
						slices.Reverse(pair[:])
					}
					if r.together[pair] {
						clause = append(clause, variables[j][l])
					}
				}
				if i != j && len(clause) <= len(others) {
					c.Add(clause...)
				}
			}
		}
	}
}

// stands returns a literal that is true if and only if one of the variables has the value.
func (c *Compiler) stands(value int, vars []model.Var) Literal {
	literals := lists.Map(vars, func(v model.Var) Literal { return c.Map.Literal(v, value) })
	return c.disjunction(literals)
}

// partition looks at each all-different constraint with as many values as variables. If lines partition its variables, each value
// stands in exactly one of these lines: in one row of a box, or in one box of a row.
func (s *setEncoder) partition(c *Compiler) {
	for i, all := range model.Each[*model.AllDifferent](c.Model.Constraints) {
		values, isHouse := HouseValues(c.Model, all.Vars)
		if !isHouse {
			continue
		}
		inside := slices.DeleteFunc(slices.Clone(s.lines), func(line []model.Var) bool {
			outside := func(v model.Var) bool { return !slices.Contains(c.houses[v], i) }
			return len(line) == 1 || len(line) >= len(all.Vars) || slices.ContainsFunc(line, outside)
		})
		found := 0
		for lines := range c.partitions(all.Vars, inside) {
			c.inOneLine(values, lines)
			if found++; found == c.threshold(setPartitions) {
				break
			}
		}
	}
}

// partitions yields each choice of lines that cover each of the variables exactly once.
func (c *Compiler) partitions(vars []model.Var, lines [][]model.Var) iter.Seq[[][]model.Var] {
	return func(yield func([][]model.Var) bool) {
		if len(vars) == 0 {
			yield(nil)
			return
		}
		for _, line := range lines {
			outside := func(v model.Var) bool { return !slices.Contains(vars, v) }
			if !slices.Contains(line, vars[0]) || slices.ContainsFunc(line, outside) {
				continue
			}
			rest := slices.DeleteFunc(slices.Clone(vars), func(v model.Var) bool { return slices.Contains(line, v) })
			for others := range c.partitions(rest, lines) {
				if !c.step() || !yield(slices.Concat([][]model.Var{line}, others)) {
					return
				}
			}
		}
	}
}

// inOneLine writes that each value stands in exactly one of the lines.
func (c *Compiler) inOneLine(values model.Domain, lines [][]model.Var) {
	for value := range values.All() {
		literals := lists.Map(lines, func(line []model.Var) Literal { return c.stands(value, line) })
		c.AddOnce(literals)
		for k := range literals {
			for l := range k {
				c.AddOnce([]Literal{-literals[l], -literals[k]})
			}
		}
	}
}
