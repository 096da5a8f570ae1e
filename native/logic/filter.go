package logic

import (
	"slices"

	"qmsat/model"
	"qmsat/model/kinds"
)

// filter removes values that a constraint excludes, given the masks of its variables in the order of its scope. It need not find all
// of them, except if at most one variable has several values. It reports whether each variable has a value left.
type filter func(masks []uint64) bool

// filterMakers make the filters of some kinds; they return nil for other kinds.
var filterMakers = []func(*Board, model.Constraint) filter{
	making((*Board).linearFilter), making((*Board).tableFilter), making((*Board).regularFilter), making((*Board).ruleFilter),
	making((*Board).lastFilter),
}

func making[C model.Constraint](filterOf func(*Board, C) filter) func(*Board, model.Constraint) filter {
	return func(b *Board, c model.Constraint) filter {
		if typed, is := c.(C); is {
			return filterOf(b, typed)
		}
		return nil
	}
}

// filterOf returns a constraint's filter.
func (b *Board) filterOf(c model.Constraint) (f filter) {
	for _, make := range filterMakers {
		if f = make(b, c); f != nil {
			break
		}
	}
	return f
}

// linearFilter keeps the values that the others' bounds allow.
func (b *Board) linearFilter(c *model.Linear) filter {
	ends := func(t model.Term, mask uint64) (least, most int) {
		x, y := t.Coefficient*b.Number(lowest(mask)), t.Coefficient*b.Number(highest(mask))
		return min(x, y), max(x, y)
	}
	return func(masks []uint64) bool {
		least, most := 0, 0
		for i, t := range c.Terms {
			lo, hi := ends(t, masks[i])
			least, most = least+lo, most+hi
		}
		for i, t := range c.Terms {
			lo, hi := ends(t, masks[i])
			for value := range bitsOf(masks[i]) {
				if x := t.Coefficient * b.Number(value); least-lo+x > c.Hi || most-hi+x < c.Lo {
					masks[i] &^= 1 << value
				}
			}
			if masks[i] == 0 {
				return false
			}
		}
		return true
	}
}

// tableFilter keeps the values of the tuples that are left.
func (b *Board) tableFilter(c *model.Table) filter {
	if c.Forbidden {
		return nil
	}
	var tuples []uint64 // one after the other
	for _, tuple := range c.Tuples {
		for i, number := range tuple {
			value := b.valueOf(number)
			if value < 0 {
				tuples = tuples[:len(tuples)-i]
				break
			}
			tuples = append(tuples, 1<<value)
		}
	}
	return func(masks []uint64) bool {
		kept := make([]uint64, len(masks))
	tuples:
		for tuple := range slices.Chunk(tuples, max(1, len(masks))) {
			for i, bit := range tuple {
				if masks[i]&bit == 0 {
					continue tuples
				}
			}
			for i, bit := range tuple {
				kept[i] |= bit
			}
		}
		copy(masks, kept)
		return !slices.Contains(masks, 0)
	}
}

// regularFilter keeps the values on paths from the start to an accepted state.
func (b *Board) regularFilter(c *kinds.Regular) filter {
	if len(c.Scope()) < len(c.Vars) {
		return nil
	}
	next := make([][]int32, c.States+1) // by state and value: the next state, or 0
	for state := range c.Next {
		next[state+1] = make([]int32, len(b.numbers))
		for value, number := range b.numbers {
			next[state+1][value] = int32(c.After(state+1, number))
		}
	}
	accepting := make([]bool, c.States+1)
	for _, state := range c.Accepting {
		accepting[state] = true
	}
	return func(masks []uint64) bool {
		layers := make([][]int32, len(masks)+1)
		layers[0] = []int32{int32(c.Start)}
		seen := make([]bool, c.States+1)
		for i, mask := range masks {
			for _, state := range layers[i] {
				for value := range bitsOf(mask) {
					if to := next[state][value]; to > 0 && !seen[to] {
						seen[to] = true
						layers[i+1] = append(layers[i+1], to)
					}
				}
			}
			for _, state := range layers[i+1] {
				seen[state] = false
			}
		}
		alive := accepting
		for i := len(masks) - 1; i >= 0; i-- {
			before, kept := make([]bool, c.States+1), uint64(0)
			for _, state := range layers[i] {
				for value := range bitsOf(masks[i]) {
					if to := next[state][value]; to > 0 && alive[to] {
						before[state] = true
						kept |= 1 << value
					}
				}
			}
			if masks[i] = kept; kept == 0 {
				return false
			}
			alive = before
		}
		return true
	}
}

// ruleFilter keeps the values with which no part of the rule is false.
func (b *Board) ruleFilter(c *model.Rule) filter {
	at := map[model.Var]int{}
	for i, v := range c.Scope() {
		at[v] = i
	}
	rule := b.ruleOf(c)
	return func(masks []uint64) bool {
		for _, part := range rule.parts {
			for _, v := range part.scope {
				whole := masks[at[v]]
				for value := range bitsOf(whole) {
					masks[at[v]] = 1 << value
					if part.formula.truth(func(v model.Var) uint64 { return masks[at[v]] }) == never {
						whole &^= 1 << value
					}
				}
				if masks[at[v]] = whole; whole == 0 {
					return false
				}
			}
		}
		return true
	}
}

// lastFilter asks the constraint itself once at most one variable has several values.
func (b *Board) lastFilter(c model.Constraint) filter {
	scope := c.Scope()
	return func(masks []uint64) bool {
		open := -1
		for i, mask := range masks {
			switch {
			case mask == 0:
				return false
			case mask&(mask-1) == 0:
			case open >= 0:
				return true
			default:
				open = i
			}
		}
		a := make(model.Assignment, len(b.Model.Variables))
		for i, v := range scope {
			a[v] = b.Number(lowest(masks[i]))
		}
		i := max(open, 0)
		for value := range bitsOf(masks[i]) {
			if a[scope[i]] = b.Number(value); !c.Holds(a) {
				masks[i] &^= 1 << value
			}
		}
		return masks[i] != 0
	}
}
