package flatzinc

import (
	"slices"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
)

// builtin is a constraint of FlatZinc's standard library, or of ours.
type builtin struct {
	arguments int
	truth     truthValue
	add       func(c *call)
}

// truthValue says in which forms a builtin has a bool for its truth.
type truthValue int

const (
	always   truthValue = iota // none: it always holds
	reified                    // as name_reif and name_imp, with a bool after its arguments
	function                   // under its own name and as name_imp, with a bool after its arguments
)

const (
	reifiedSuffix = "_reif" // the constraint holds if and only if the bool is true
	impliedSuffix = "_imp"  // the constraint holds if the bool is true
)

// call is a constraint that is being lowered.
type call struct {
	*lowering
	items     []node
	condition *literal // the condition under which it holds, or nil
	half      bool
}

// builtins are the constraints by name.
var builtins = map[string]builtin{
	"int_eq":     {2, reified, func(c *call) { c.compare(0, 0, false) }},
	"int_ne":     {2, reified, func(c *call) { c.compare(0, 0, true) }},
	"int_le":     {2, reified, func(c *call) { c.compare(-infinite, 0, false) }},
	"int_lt":     {2, reified, func(c *call) { c.compare(-infinite, -1, false) }},
	"int_lin_eq": {3, reified, func(c *call) { c.sum(c.ints(c.items[1]), false, false) }},
	"int_lin_ne": {3, reified, func(c *call) { c.sum(c.ints(c.items[1]), false, true) }},
	"int_lin_le": {3, reified, func(c *call) { c.sum(c.ints(c.items[1]), true, false) }},
	"int_plus": {3, always, func(c *call) {
		c.linear([]term{{1, c.int(c.items[0])}, {1, c.int(c.items[1])}, {-1, c.int(c.items[2])}}, 0, 0, false)
	}},
	"set_in": {2, reified, func(c *call) { c.any(literal{c.int(c.items[0]), c.set(c.items[1])}) }},

	"bool2int":    {2, always, func(c *call) { c.linear([]term{{1, c.bool(c.items[0])}, {-1, c.int(c.items[1])}}, 0, 0, false) }},
	"bool_eq":     {2, reified, func(c *call) { c.parity(c.pair(), 0) }},
	"bool_ne":     {2, reified, func(c *call) { c.parity(c.pair(), 1) }},
	"bool_not":    {2, reified, func(c *call) { c.parity(c.pair(), 1) }},
	"bool_le":     {2, reified, func(c *call) { c.any(isFalse(c.pair()[0]), isTrue(c.pair()[1])) }},
	"bool_lt":     {2, reified, func(c *call) { c.all(isFalse(c.pair()[0]), isTrue(c.pair()[1])) }},
	"bool_and":    {2, function, func(c *call) { c.all(lists.Map(c.pair(), isTrue)...) }},
	"bool_or":     {2, function, func(c *call) { c.any(lists.Map(c.pair(), isTrue)...) }},
	"bool_xor":    {2, function, func(c *call) { c.parity(c.pair(), 1) }},
	"bool_lin_eq": {3, reified, func(c *call) { c.sum(c.bools(c.items[1]), false, false) }},
	"bool_lin_ne": {3, reified, func(c *call) { c.sum(c.bools(c.items[1]), false, true) }},
	"bool_lin_le": {3, reified, func(c *call) { c.sum(c.bools(c.items[1]), true, false) }},
	"bool_clause": {2, reified, func(c *call) {
		c.any(append(lists.Map(c.bools(c.items[0]), isTrue), lists.Map(c.bools(c.items[1]), isFalse)...)...)
	}},
	"array_bool_and": {1, function, func(c *call) { c.all(lists.Map(c.bools(c.items[0]), isTrue)...) }},
	"array_bool_or":  {1, function, func(c *call) { c.any(lists.Map(c.bools(c.items[0]), isTrue)...) }},
	"array_bool_xor": {1, reified, func(c *call) { c.parity(c.bools(c.items[0]), 1) }},

	"int_times": {3, always, func(c *call) { c.add(&product{c.int(c.items[0]), c.int(c.items[1]), c.int(c.items[2])}) }},
	"int_div": {3, always, func(c *call) {
		c.divide(c.int(c.items[2]), c.fresh("remainder", everything), func(x, y int) int { return x / y })
	}},
	"int_mod": {3, always, func(c *call) {
		c.divide(c.fresh("quotient", everything), c.int(c.items[2]), func(x, y int) int { return x % y })
	}},
	"int_abs": {2, always, func(c *call) { c.absolute(c.int(c.items[0]), c.int(c.items[1])) }},
	"int_pow": {3, always, func(c *call) { c.power(c.int(c.items[0]), c.int(c.items[1]), c.int(c.items[2])) }},
	"int_max": {3, always, func(c *call) {
		c.add(&extremum{[]operand{c.int(c.items[0]), c.int(c.items[1])}, c.int(c.items[2]), true})
	}},
	"int_min": {3, always, func(c *call) {
		c.add(&extremum{[]operand{c.int(c.items[0]), c.int(c.items[1])}, c.int(c.items[2]), false})
	}},
	"array_int_maximum":      {2, always, func(c *call) { c.add(&extremum{c.ints(c.items[1]), c.int(c.items[0]), true}) }},
	"array_int_minimum":      {2, always, func(c *call) { c.add(&extremum{c.ints(c.items[1]), c.int(c.items[0]), false}) }},
	"array_int_element":      {3, always, func(c *call) { c.add(&element{c.int(c.items[0]), c.ints(c.items[1]), c.int(c.items[2])}) }},
	"array_var_int_element":  {3, always, func(c *call) { c.add(&element{c.int(c.items[0]), c.ints(c.items[1]), c.int(c.items[2])}) }},
	"array_bool_element":     {3, always, func(c *call) { c.add(&element{c.int(c.items[0]), c.bools(c.items[1]), c.bool(c.items[2])}) }},
	"array_var_bool_element": {3, always, func(c *call) { c.add(&element{c.int(c.items[0]), c.bools(c.items[1]), c.bool(c.items[2])}) }},

	"fzn_all_different_int": {1, always, func(c *call) { c.add(&allDifferent{c.ints(c.items[0])}) }},
	"fzn_count_eq":          {3, reified, func(c *call) { c.count(0, 0, false) }},
	"fzn_count_neq":         {3, reified, func(c *call) { c.count(0, 0, true) }},
	"fzn_count_geq":         {3, reified, func(c *call) { c.count(-infinite, 0, false) }},
	"fzn_count_gt":          {3, reified, func(c *call) { c.count(-infinite, -1, false) }},
	"fzn_count_leq":         {3, reified, func(c *call) { c.count(0, infinite, false) }},
	"fzn_count_lt":          {3, reified, func(c *call) { c.count(1, infinite, false) }},
	"qmsat_count": {4, always, func(c *call) {
		sought := model.Values(c.constantOf(c.items[1], false))
		is := func(x operand) literal { return literal{x, sought} }
		c.add(&cardinality{lists.Map(c.ints(c.items[0]), is), c.constantOf(c.items[2], false), c.constantOf(c.items[3], false)})
	}},
	"qmsat_lex_less_int":    {2, reified, func(c *call) { c.lexicographic(c.ints(c.items[0]), c.ints(c.items[1]), true) }},
	"qmsat_lex_lesseq_int":  {2, reified, func(c *call) { c.lexicographic(c.ints(c.items[0]), c.ints(c.items[1]), false) }},
	"qmsat_lex_less_bool":   {2, reified, func(c *call) { c.lexicographic(c.bools(c.items[0]), c.bools(c.items[1]), true) }},
	"qmsat_lex_lesseq_bool": {2, reified, func(c *call) { c.lexicographic(c.bools(c.items[0]), c.bools(c.items[1]), false) }},
	"fzn_regular":           {6, always, (*call).automaton},
	"fzn_circuit":           {1, always, func(c *call) { c.add(&circuit{c.ints(c.items[0])}) }},
	"qmsat_circuit":         {1, always, func(c *call) { c.add(&circuit{c.ints(c.items[0])}) }},
	"fzn_table_int":         {2, reified, func(c *call) { c.table(c.ints(c.items[0]), c.constantsOf(c.items[1], false)) }},
	"fzn_table_bool":        {2, reified, func(c *call) { c.table(c.bools(c.items[0]), c.constantsOf(c.items[1], true)) }},
}

// constraint adds a constraint's forms.
func (l *lowering) constraint(n node) {
	c := &call{lowering: l, items: n.items}
	name := n.text
	b, known := builtins[name]
	base, isReified := strings.CutSuffix(name, reifiedSuffix)
	implied, isImplied := strings.CutSuffix(name, impliedSuffix)
	switch {
	case !known && isReified:
		b = builtins[base]
		known = b.truth == reified
		b.arguments++
	case !known && isImplied:
		b = builtins[implied]
		known, c.half = b.truth != always, true
		b.arguments++
	case b.truth == function && len(n.items) == b.arguments+1:
		b.arguments++
	default:
		b.truth = always
	}
	switch {
	case !known:
		l.failAt(n.position, "found the constraint %s, expected one of FlatZinc's on ints and bools, or of qmsat's library", input.Clip(name))
		return
	case len(n.items) != b.arguments:
		l.failAt(n.position, "found %s with %d arguments, expected %d", name, len(n.items), b.arguments)
		return
	}
	if b.truth != always {
		condition := isTrue(c.bool(n.items[len(n.items)-1]))
		c.condition = &condition
	}
	b.add(c)
}

// pair returns the first two arguments as bools.
func (c *call) pair() []operand { return []operand{c.bool(c.items[0]), c.bool(c.items[1])} }

// compare adds that the first argument less the second is within bounds.
func (c *call) compare(lo, hi int, outside bool) {
	c.linear([]term{{1, c.int(c.items[0])}, {-1, c.int(c.items[1])}}, lo, hi, outside)
}

// sum adds that the sum of variables, with the first argument as coefficients, equals the third argument or is at most that.
func (c *call) sum(vars []operand, atMost, outside bool) {
	coefficients := c.constantsOf(c.items[0], false)
	if len(coefficients) != len(vars) {
		c.failAt(c.items[1].position, "found an array of %d, expected one of %d, as there are coefficients", len(vars), len(coefficients))
		return
	}
	terms := make([]term, len(vars), len(vars)+1)
	for i, x := range vars {
		terms[i] = term{coefficients[i], x}
	}
	lo := 0
	if atMost {
		lo = -infinite
	}
	c.linear(append(terms, term{-1, c.int(c.items[2])}), lo, 0, outside)
}

func (c *call) linear(terms []term, lo, hi int, outside bool) {
	c.add(&linear{terms: terms, lo: lo, hi: hi, outside: outside, condition: c.condition, half: c.half})
}

// any adds that one of the literals holds.
func (c *call) any(list ...literal) {
	if c.condition == nil {
		c.add(clause(list))
		return
	}
	if len(list) == 1 && !c.half {
		c.add(&equivalence{*c.condition, list[0]})
		return
	}
	c.add(append(clause{c.condition.negated()}, list...))
	if !c.half {
		for _, p := range list {
			c.add(clause{*c.condition, p.negated()})
		}
	}
}

// all adds that all of the literals hold.
func (c *call) all(list ...literal) {
	var opposite clause // at least one of these literals is false if the constraint does not hold
	for _, p := range list {
		if c.condition == nil {
			c.add(clause{p})
		} else {
			c.add(clause{c.condition.negated(), p})
		}
		opposite = append(opposite, p.negated())
	}
	if c.condition != nil && !c.half {
		c.add(append(opposite, *c.condition))
	}
}

// parity adds that the number of true bools is odd, for odd = 1, or even, for odd = 0.
func (c *call) parity(list []operand, odd int) {
	of := lists.Map(list, isTrue)
	switch {
	case c.condition == nil:
		c.add(&parity{of, odd})
	case !c.half:
		c.add(&parity{append(of, *c.condition), 1 - odd})
	default:
		holds := isTrue(c.fresh("holds", truth))
		c.add(&parity{append(of, holds), 1 - odd})
		c.add(clause{c.condition.negated(), holds})
	}
}

// table adds that the variables take the values of one row.
func (c *call) table(vars []operand, values []int) {
	if len(vars) == 0 || len(values)%len(vars) != 0 {
		c.failAt(c.items[1].position, "found an array of %d, expected rows of %d values", len(values), len(vars))
		return
	}
	c.add(&table{vars, slices.Collect(slices.Chunk(values, len(vars))), c.condition, c.half})
}

// lexicographic adds that a list comes before another one, or equals it.
func (c *call) lexicographic(smaller, than []operand, strict bool) {
	if len(smaller) != len(than) {
		c.failAt(c.items[1].position, "found an array of %d, expected one of %d like the first", len(than), len(smaller))
		return
	}
	c.add(&lexicographic{smaller, than, strict, c.condition, c.half})
}

// divide adds that the first argument divided by the second is the quotient and leaves the remainder. Only one of the two results
// is used.
func (c *call) divide(q, r operand, asked func(x, y int) int) {
	whole := &division{c.int(c.items[0]), c.int(c.items[1]), q, r}
	result := c.int(c.items[2])
	value := func(of []int) (result int, defined bool) {
		if of[1] == 0 {
			return 0, false
		}
		return asked(of[0], of[1]), true
	}
	c.add(&calculation{arguments: []operand{whole.dividend, whole.divisor}, result: result, value: value, other: whole})
}

// automaton adds an automaton: word, number of states, number of symbols, transitions, start, accepting states.
func (c *call) automaton() {
	a := &automaton{
		word: c.ints(c.items[0]), states: c.constantOf(c.items[1], false), symbols: c.constantOf(c.items[2], false),
		next: c.constantsOf(c.items[3], false), start: c.constantOf(c.items[4], false), accepting: c.set(c.items[5]),
	}
	switch {
	case c.err != nil:
	case a.states < 1 || a.symbols < 1 || times(a.states, a.symbols) != len(a.next):
		c.failAt(c.items[3].position, "found an array of %d, expected a state for each of %d states and %d symbols", len(a.next), a.states, a.symbols)
	case a.start < 1 || a.start > a.states:
		c.failAt(c.items[4].position, "found the state %d, expected one of the %d", a.start, a.states)
	case slices.ContainsFunc(a.next, func(state int) bool { return state < 0 || state > a.states }):
		c.failAt(c.items[3].position, "found a state that is none of the %d, expected 0 to %d", a.states, a.states)
	default:
		a.accepting = a.accepting.Intersect(model.Interval(1, a.states))
		c.add(a)
	}
}
