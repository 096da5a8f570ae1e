package sum

import (
	"maps"
	"slices"

	"qmsat/encode/formula"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// block is an all-different constraint together with linear constraints on some of its variables: a box of a quasi-magic grid and
// its lines, a killer cage and its sum. A filling gives each variable of a block a value so that all these constraints hold.
type block struct {
	c       *formula.Compiler
	checker *engine.Checker       // of the data shared by blocks
	linears map[int]*model.Linear // by index in the model
	house   int                   // index of the all-different constraint in the model
	sums    []int                 // indices of the linear constraints, ascending

	vars    []model.Var
	values  [][]int       // by variable: the values that it may have
	number  map[int]int   // of each value
	numbers [][]int       // by variable and value: the number of that value
	choices []choice      // each value of each variable, in the order of the variables
	first   []int         // by variable: the index of its first choice
	terms   [][]blockTerm // by variable: its terms in the linear constraints
	members [][]int       // by linear constraint: its variables

	// The state of a search.
	lo, hi []int  // by linear constraint: the least and the greatest sum still possible
	used   []bool // by number of a value
	steps  int    // that the search may still use
}

// choice is a value of one of a block's variables, each as an index.
type choice struct{ variable, value int }

// blockTerm is a variable's part in a linear constraint of its block.
type blockTerm struct {
	sum             int // index into sums
	coefficient     int
	lowest, highest int // the least and the greatest that the variable can add to the sum
}

// blocksOf groups linear constraints. A group has those whose variables all lie in one all-different constraint. A linear
// constraint goes to one block. If two blocks could take it, the one with more linear constraints does. So the lines of a box go
// to the box and not to the rows.
func blocksOf(c *formula.Compiler) []*block {
	constraints := c.Model.Constraints
	around := make([][]int, len(constraints)) // by index of a linear constraint: the all-different constraints that contain it
	within := make([][]int, len(constraints)) // by index of an all-different constraint: the linear constraints within
	linears := maps.Collect(model.Each[*model.Linear](constraints))
	checker := engine.NewChecker(c.Options.String(), c.Model)
	most := 0
	for j, linear := range model.Each[*model.Linear](constraints) {
		around[j] = allAround(c, linear)
		for _, i := range around[j] {
			within[i] = append(within[i], j)
			most = max(most, len(within[i]))
		}
	}
	var blocks []*block
	for size := most; size > 0; size-- {
		for i := range constraints {
			if !c.Step() {
				return nil
			}
			if len(within[i]) != size {
				continue
			}
			sums := slices.Clone(within[i])
			blocks = append(blocks, &block{checker: checker, linears: linears, house: i, sums: sums})
			for _, j := range sums {
				for _, other := range around[j] {
					within[other] = slices.DeleteFunc(within[other], func(sum int) bool { return sum == j })
				}
			}
		}
	}
	return blocks
}

// allAround returns the indices of the all-different constraints on all variables of a linear constraint, ascending.
func allAround(c *formula.Compiler, linear *model.Linear) []int {
	indices := slices.Clone(c.Houses[linear.Terms[0].Var])
	for _, t := range linear.Terms[1:] {
		if !c.Work(len(indices)) {
			return nil
		}
		indices = slices.DeleteFunc(indices, func(i int) bool {
			_, found := slices.BinarySearch(c.Houses[t.Var], i)
			return !found
		})
	}
	return indices
}

// prepare looks up the values and terms of the block's variables.
func (b *block) prepare(c *formula.Compiler) {
	b.c = c
	b.vars = c.Model.Constraints[b.house].Scope()
	b.values = lists.Map(b.vars, func(v model.Var) []int { return slices.Collect(c.Map.Left(v).All()) })
	b.number = numberValues(b.values)
	for i, values := range b.values {
		var own []int
		b.first = append(b.first, len(b.choices))
		for k, value := range values {
			own = append(own, b.number[value])
			b.choices = append(b.choices, choice{i, k})
		}
		b.numbers = append(b.numbers, own)
	}
	b.used = make([]bool, len(b.number))
	b.terms = make([][]blockTerm, len(b.vars))
	for s, index := range b.sums {
		lo, hi := 0, 0
		var members []int
		for _, term := range b.linear(index).Terms {
			i := slices.Index(b.vars, term.Var)
			members = append(members, i)
			least, most := c.TermBounds(term)
			b.terms[i] = append(b.terms[i], blockTerm{s, term.Coefficient, least, most})
			lo, hi = lo+least, hi+most
		}
		b.lo, b.hi, b.members = append(b.lo, lo), append(b.hi, hi), append(b.members, members)
	}
}

// numberValues numbers the values in the order in which they first occur.
func numberValues(values [][]int) map[int]int {
	numbers := map[int]int{}
	for _, value := range slices.Concat(values...) {
		if _, known := numbers[value]; !known {
			numbers[value] = len(numbers)
		}
	}
	return numbers
}

func (b *block) linear(index int) *model.Linear { return b.linears[index] }

func (b *block) literal(at choice) formula.Literal {
	return b.c.Map.Literal(b.vars[at.variable], b.values[at.variable][at.value])
}

// form describes the block without the names of its variables: blocks of the same form have the same fillings.
func (b *block) form() string {
	var text []byte
	for _, values := range b.values {
		text = model.AppendCanonicalDomain(text, model.Values(values...))
	}
	renumber := model.Substitution{Var: func(v model.Var) (model.Var, bool) { return model.Var(slices.Index(b.vars, v)), true }}
	for _, sum := range b.sums { // no domain's text begins with this
		text = model.AppendCanonical(text, model.Normal(b.linear(sum).Substitute(renumber)))
	}
	return string(text)
}

// check tests shared data against the block's own constraints, since it may have been made for another block of the same form. It
// searches for fillings with the lowest and the highest value of each variable, and with the choices in without, which should
// have none. Each search takes at most as many steps as the block has choices. A filling that is found holds, so admits must
// accept it. data names them in errors.
func (b *block) check(data string, admits func(partial) bool, without [][]choice) {
	var ends [][]choice
	for i, values := range b.values {
		ends = append(ends, []choice{{i, 0}}, []choice{{i, len(values) - 1}})
	}
	for _, choices := range slices.Concat(ends, without) {
		b.steps = len(b.choices)
		b.extend(none(len(b.vars)), choices, func(p partial) bool {
			b.compare(data, p, admits(p))
			return false
		})
	}
}

// compare ends the compilation if the block's constraints contradict the verdict on a filling.
func (b *block) compare(data string, p partial, admitted bool) {
	k := b.checker
	for i, at := range p {
		k.Sample[b.vars[i]] = b.values[i][at]
	}
	constraints := []model.Constraint{b.c.Model.Constraints[b.house]}
	constraints = append(constraints, lists.Map(b.sums, func(index int) model.Constraint { return b.linear(index) })...)
	if k.Check(data, admitted, constraints, b.vars); k.Err != nil {
		b.c.Fail(k.Err)
	}
}

// possible reports whether every linear constraint can hold while no variable has a value.
func (b *block) possible() bool {
	for s := range b.sums {
		if !b.within(s) {
			return false
		}
	}
	return true
}

// within reports whether a linear constraint can still hold, judged by the bounds of its open terms.
func (b *block) within(sum int) bool {
	linear := b.linear(b.sums[sum])
	return b.lo[sum] <= linear.Hi && b.hi[sum] >= linear.Lo
}

// fix makes a choice. It reports whether the choice clashes with no other one and every sum stays within reach. release undoes
// fix, whatever fix reported.
func (b *block) fix(p partial, at choice) bool {
	number := b.numbers[at.variable][at.value]
	if p[at.variable] != open || b.used[number] {
		return false
	}
	b.used[number] = true
	p[at.variable] = at.value
	ok := true
	for _, t := range b.terms[at.variable] {
		addend := t.coefficient * b.values[at.variable][at.value]
		b.lo[t.sum] += addend - t.lowest
		b.hi[t.sum] += addend - t.highest
		ok = ok && b.within(t.sum)
	}
	return ok
}

func (b *block) release(p partial, at choice) {
	if p[at.variable] != at.value {
		return // fix refused the choice
	}
	for _, t := range b.terms[at.variable] {
		addend := t.coefficient * b.values[at.variable][at.value]
		b.lo[t.sum] -= addend - t.lowest
		b.hi[t.sum] -= addend - t.highest
	}
	p[at.variable] = open
	b.used[b.numbers[at.variable][at.value]] = false
}

// extend calls yield with every filling that contains p and the given choices, until yield returns false or the steps run out.
// The choices are of different variables and different values. It reports whether it saw all fillings.
func (b *block) extend(p partial, choices []choice, yield func(partial) bool) bool {
	possible := true
	for _, at := range choices {
		possible = possible && b.fix(p, at)
	}
	all := !possible || b.complete(p, b.near(choices), yield)
	for _, at := range choices {
		b.release(p, at)
	}
	return all
}

// near returns the variables in an order: those of the choices, each followed by those that share a sum with an earlier one, then those of
// other sums, then the rest. So if the choices have no filling, the sums soon show it: a cage in a column fails before the cells outside
// it are tried in all ways.
func (b *block) near(choices []choice) []int {
	order := make([]int, 0, len(b.vars))
	reached := make([]bool, len(b.vars))
	reach := func(i int) {
		if !reached[i] {
			reached[i] = true
			order = append(order, i)
		}
	}
	spread := func(i int) {
		n := len(order)
		for reach(i); n < len(order); n++ {
			for _, t := range b.terms[order[n]] {
				for _, j := range b.members[t.sum] {
					reach(j)
				}
			}
		}
	}
	for _, at := range choices {
		spread(at.variable)
	}
	for _, members := range b.members {
		spread(members[0])
	}
	for i := range b.vars {
		spread(i)
	}
	return order
}

// complete is extend without choices; it fixes the variables in the given order.
func (b *block) complete(p partial, order []int, yield func(partial) bool) bool {
	for len(order) > 0 && p[order[0]] != open {
		order = order[1:]
	}
	if len(order) == 0 {
		return yield(p)
	}
	i := order[0]
	for k := range b.values[i] {
		b.steps--
		going := b.c.Step() && b.steps >= 0
		if going && b.fix(p, choice{i, k}) {
			going = b.complete(p, order[1:], yield)
		}
		b.release(p, choice{i, k})
		if !going {
			return false
		}
	}
	return true
}

// fillings calls yield with every filling. It reports whether there were at most limit fillings and the steps sufficed.
func (b *block) fillings(limit int, yield func(partial)) bool {
	if !b.possible() {
		return true
	}
	b.steps = b.c.Limits.BlockSteps
	return b.complete(none(len(b.vars)), b.near(nil), func(p partial) bool {
		if limit--; limit < 0 {
			return false
		}
		yield(p)
		return true
	})
}

// registerBlocks registers a linear encoding that writes each block by encode, and other constraints by support clauses. See
// claimBlocks.
func registerBlocks[T any](name string, house bool, about formula.About, encode func(b *block, shared map[string]T) error) {
	formula.LinearEncodings.Register(name, formula.LinearEncoding{About: about, Linear: supportClauses, Claim: claimBlocks(house, encode)})
}

// claimBlocks returns a claim that takes the linear constraints of each block, and its all-different constraint too if house
// is set. encode gets a map that lives as long as the compilation; blocks of the same form share its entries.
func claimBlocks[T any](house bool, encode func(b *block, shared map[string]T) error) formula.Claim {
	return func(c *formula.Compiler) []formula.Group {
		var groups []formula.Group
		shared := map[string]T{}
		for _, b := range blocksOf(c) {
			constraints := slices.Clone(b.sums)
			if house {
				constraints = append(constraints, b.house)
				slices.Sort(constraints)
			}
			groups = append(groups, formula.Group{Constraints: constraints, Encode: func(c *formula.Compiler) error {
				b.prepare(c)
				return encode(b, shared)
			}})
		}
		return groups
	}
}

// separately writes the block's constraints as if no group had claimed them; the linear ones become support clauses.
func (b *block) separately() error {
	if err := b.c.Alone(b.house); err != nil {
		return err
	}
	for _, index := range b.sums {
		if err := supportClauses(b.c, b.linear(index)); err != nil {
			return err
		}
	}
	return nil
}
