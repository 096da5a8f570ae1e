package frontier

import (
	"qmsat/internal/stop"
	"qmsat/model"
)

// check looks ahead: can a cluster of constraints that has not begun still be met with the values that the all-different
// constraints at a cut leave to its variables? If not, the state has no completion.
type check struct {
	automaton *automaton
	test      [][]uint64 // by position and value: a mask as long as a state; all its bits must be clear
	bits      []uint64   // all bits that it tests
	key       []uint64   // the values of these bits in a state
	known     *table     // by key: 1 if there are values, otherwise 0
	nowhere   [][]bool   // by position and node: known to lead nowhere
	work      int        // the most work for an answer
	asked     int
	asks      int // number of calls before it may go unused
	answers   int // the most answers that it remembers
	dropped   int // number of states that it rejected
}

// dropsOneOf is the least useful rate of a check. If it rejects fewer than one in this many states, it is no longer used.
const dropsOneOf = 1 << 4

// checks returns the checks at a cut that test some of the bits that the stretch before it touched.
func (p *problem) checks(pl *plan, cut int, touched []uint64) []check {
	var list []check
	for i := range pl.fields {
		f := &pl.fields[i]
		if len(f.constraints) == 1 || f.first < cut {
			continue
		}
		c := check{
			automaton: f.automaton, bits: make([]uint64, pl.words), key: make([]uint64, pl.words),
			asks: p.limits.Asks, answers: p.limits.Answers,
		}
		for position, v := range f.scope {
			test := p.excluded(pl, cut, v)
			for i, bits := range test {
				c.bits[i%pl.words] |= bits
			}
			c.test = append(c.test, test)
			c.nowhere = append(c.nowhere, make([]bool, c.automaton.nodes[position]))
			c.work += len(c.automaton.next[position])
		}
		if meet(c.bits, touched) {
			c.known = newTable(pl.words, 1, "a look ahead")
			list = append(list, c)
		}
	}
	return list
}

// excluded returns, for each value of an open variable, the bits that exclude it at a cut.
func (p *problem) excluded(pl *plan, cut int, v model.Var) []uint64 {
	test := make([]uint64, len(p.values[v])*pl.words)
	for _, i := range pl.of[v] {
		f := &pl.fields[i]
		if f.automaton != nil || p.watch.Over(len(p.values[v])) != nil {
			continue
		}
		for c, value := range p.values[v] {
			if f.matters(cut, value) {
				word, bit := f.bit(f.values[value])
				test[c*pl.words+word] |= bit
			}
		}
	}
	return test
}

func meet(a, b []uint64) bool {
	for i, word := range a {
		if word&b[i] != 0 {
			return true
		}
	}
	return false
}

// asksOnly reports whether a check tests only these bits.
func (c *check) asksOnly(bits []uint64) bool {
	for i, word := range c.bits {
		if word&^bits[i] != 0 {
			return false
		}
	}
	return true
}

// feasible reports whether all checks accept a state. A rejected state has no completion.
func feasible(watch *stop.Watch, checks []check, state []uint64) (bool, error) {
	for i := range checks {
		c := &checks[i]
		if c.asked++; c.asked > c.asks && c.dropped*dropsOneOf < c.asked {
			continue
		}
		if ok, err := c.admits(watch, state); err != nil {
			return false, err
		} else if !ok {
			c.dropped++
			return false, nil
		}
	}
	return true, nil
}

func (c *check) admits(watch *stop.Watch, state []uint64) (bool, error) {
	for w, word := range state {
		c.key[w] = word & c.bits[w]
	}
	h := hash(c.key)
	if _, i := c.known.find(h, c.key); i >= 0 {
		return c.known.count(i)[0] == 1, nil
	}
	if c.known.n >= c.answers {
		c.known = newTable(len(c.key), 1, c.known.what)
	}
	if err := watch.Over(c.work); err != nil {
		return false, err
	}
	for _, nodes := range c.nowhere {
		clear(nodes)
	}
	ok := c.leads(state, 0, 0)
	answer := []uint64{0}
	if ok {
		answer[0] = 1
	}
	_, err := c.known.add(watch.Context(), h, c.key, answer, 1)
	return ok, err
}

// leads reports whether there are values for the positions from this one on, with the automaton at this node.
func (c *check) leads(state []uint64, position, node int) bool {
	if position == len(c.test) {
		return true
	}
	if c.nowhere[position][node] {
		return false
	}
	test := c.test[position]
	width := len(c.automaton.values[position])
	for i, to := range c.automaton.next[position][node*width:][:width] {
		if to != dead && !meet(state, test[i*len(state):]) && c.leads(state, position+1, int(to)) {
			return true
		}
	}
	c.nowhere[position][node] = true
	return false
}
