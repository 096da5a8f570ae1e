package proof

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"qmsat/model"
)

// A remainder says what a model still asks for once the first variables of an order have values: the same, in the same words, of
// assignments that can be completed alike. Values go by their numbers among all values of the model, in ascending order.
type remainder struct {
	model   *model.Model
	order   []model.Var
	at      []int   // by variable: its place in the order
	domains [][]int // by variable: the numbers of the values that givens leave, ascending
	values  []int
	number  map[int]int // of each value
	fixed   int         // how many variables have values
	parts   []partLeft  // those that speak of an open variable, or of the one that was fixed last
	used    []bool      // by value
	items   [][]byte
	tables  map[model.Constraint]*model.Table // of those that are looked up
}

// partLeft is a constraint as it is after so many variables, whatever their values.
type partLeft struct {
	constraint model.Constraint
	number     int // in the model
	touched    bool
	wanted     []bool // of an all-different: the values that open variables may take
	available  int    // how many they are
	reach      reach  // of a linear constraint
}

// witness maps open variables to open variables, and values to values. None is the identity.
type witness struct {
	vars   []model.Var // by variable; those that are fixed stay
	values []int       // by number
}

var (
	errRefuted  = errors.New("a constraint cannot be met")
	errUnmapped = errors.New("the witness takes a constraint to what is none of its kind")
)

// mostValues bounds the values of a variable, each of which is tried.
const mostValues = 1 << 16

func newRemainder(m *model.Model, cube model.Cube, order []model.Var) (*remainder, error) {
	r := &remainder{
		model: m, order: order, at: make([]int, len(m.Variables)), number: map[int]int{}, domains: make([][]int, len(m.Variables)),
		tables: map[model.Constraint]*model.Table{},
	}
	if m.Projected() {
		return nil, fmt.Errorf("the model has variables that are no outputs, expected none: different states may have the same solutions")
	}
	for i, v := range order {
		r.at[v] = i
	}
	for _, v := range m.Variables {
		if size := v.Domain.Size(); size <= 0 || size > mostValues {
			return nil, fmt.Errorf("%s has the domain %v, expected no more than %d values", v.Name, v.Domain, mostValues)
		}
		for value := range v.Domain.All() {
			r.number[value] = 0
		}
	}
	r.values = slices.Sorted(maps.Keys(r.number))
	for i, value := range r.values {
		r.number[value] = i
	}
	for v, variable := range m.Variables {
		for value := range variable.Domain.All() {
			if !slices.ContainsFunc(cube, func(g model.Given) bool { return int(g.Var) == v && g.Value != value }) {
				r.domains[v] = append(r.domains[v], r.number[value])
			}
		}
	}
	r.used = make([]bool, len(r.values))
	return r, nil
}

// fix says how many variables have values.
func (r *remainder) fix(fixed int) {
	r.fixed, r.parts = fixed, nil
	for i, c := range r.model.Constraints {
		p := partLeft{constraint: c, number: i}
		var open []model.Var
		current := fixed == 1 && len(c.Scope()) == 0
		for _, v := range c.Scope() {
			p.touched = p.touched || r.at[v] < fixed
			current = current || r.at[v] == fixed-1
			if r.at[v] >= fixed {
				open = append(open, v)
			}
		}
		if !current && len(open) == 0 {
			continue
		}
		switch c := c.(type) {
		case *model.AllDifferent:
			p.wanted = make([]bool, len(r.values))
			for _, v := range open {
				for _, value := range r.domains[v] {
					if !p.wanted[value] {
						p.wanted[value] = true
						p.available++
					}
				}
			}
		case *model.Linear:
			p.reach = r.reachOf(c.Terms)
		case *model.ReifiedLinear:
			p.reach = r.reachOf(c.Terms)
		}
		r.parts = append(r.parts, p)
	}
}

// reach is the sums that open terms may come to.
type reach struct {
	sums        []int // ascending; nil where they are too many
	least, most int
}

// mostSums bounds the work of a step to the sums of one more term.
const mostSums = 1 << 16

func (r *remainder) reachOf(terms []model.Term) (to reach) {
	to.sums = []int{0}
	for _, t := range terms {
		d := r.domains[t.Var]
		if r.at[t.Var] < r.fixed || len(d) == 0 {
			continue
		}
		a, b := t.Coefficient*r.values[d[0]], t.Coefficient*r.values[d[len(d)-1]]
		to.least, to.most = to.least+min(a, b), to.most+max(a, b)
		if len(to.sums)*len(d) > mostSums {
			to.sums = nil
		}
		var next []int
		for _, sum := range to.sums {
			for _, value := range d {
				next = append(next, sum+t.Coefficient*r.values[value])
			}
		}
		slices.Sort(next)
		to.sums = slices.Compact(next)
	}
	return to
}

// cut returns bounds that exclude the same sums, as near to each other as can be.
func (to reach) cut(lo, hi int) (int, int) {
	if to.sums == nil {
		return max(lo, to.least), min(hi, to.most)
	}
	from, _ := slices.BinarySearch(to.sums, lo)
	end, has := slices.BinarySearch(to.sums, hi)
	if has {
		end++
	}
	if from >= end {
		return math.MaxInt, math.MinInt
	}
	return to.sums[from], to.sums[end-1]
}

// text returns what is left for the values of the fixed variables, as it is after the witness, if there is one: equal texts are equal
// demands. Without a witness, constraints that have no fixed variable are left out, being the same for all. The error is errRefuted or
// errUnmapped.
func (r *remainder) text(prefix []int32, w *witness) (string, error) {
	r.items = r.items[:0]
	for i := range r.parts {
		p := &r.parts[i]
		if w == nil && !p.touched && len(p.constraint.Scope()) > 0 {
			continue
		}
		item, err := r.item(p, prefix, w)
		if err != nil {
			return "", err
		}
		if item != nil {
			r.items = append(r.items, item)
		}
	}
	slices.SortFunc(r.items, bytes.Compare)
	var text []byte
	for i, item := range r.items {
		if i == 0 || !bytes.Equal(item, r.items[i-1]) {
			text = append(binary.AppendUvarint(text, uint64(len(item))), item...)
		}
	}
	return string(text), nil
}

// The first byte of an item says how to read the others, so that items that say different things differ: a number ends by itself, and
// a list says how long it is or goes on to the end of the item.
const (
	tagDifferent = 'a' + iota
	tagLinear
	tagAllowed
	tagForbidden
	tagRegular
	tagCircuit
	tagCondition // of a reified sum, where the sum is known
	tagReified
	tagRule
	tagAtom // within a rule or a condition, as the next one
	tagCount
)

// item returns what is left of a constraint, or nil where that is met.
func (r *remainder) item(p *partLeft, prefix []int32, w *witness) ([]byte, error) {
	switch c := p.constraint.(type) {
	case *model.AllDifferent:
		return r.different(c, p, prefix, w)
	case *model.Linear:
		return r.linear(c, p, prefix, w)
	case *model.ReifiedLinear:
		return r.reified(c, p, prefix, w)
	case *model.Table:
		return r.table(c, prefix, w)
	case *model.Product:
		return r.decided(c, c.X, c.Y, c.Table, prefix, w)
	case *model.Division:
		return r.decided(c, c.Dividend, c.Divisor, c.Table, prefix, w)
	case *model.Regular:
		if !r.unmoved(c, w) {
			return nil, errUnmapped
		}
		return r.regular(c, p, prefix)
	case *model.Circuit:
		if !r.unmoved(c, w) {
			return nil, errUnmapped
		}
		return r.circuit(c, p, prefix)
	case *model.Rule:
		switch text, truth := r.formula(c.Formula, prefix, w); truth {
		case isTrue:
			return nil, nil
		case isFalse:
			return nil, errRefuted
		case isOpen:
			return append([]byte{tagRule}, text...), nil
		}
	}
	return r.tabulated(p.constraint, prefix, w)
}

func (w *witness) variable(v model.Var) int {
	if w == nil {
		return int(v)
	}
	return int(w.vars[v])
}

func (w *witness) value(number int) int {
	if w == nil {
		return number
	}
	return w.values[number]
}

// different leaves the variables that are open, and the values that they may take but for those that are fixed.
func (r *remainder) different(c *model.AllDifferent, p *partLeft, prefix []int32, w *witness) ([]byte, error) {
	clear(r.used)
	var open, used []int
	for _, v := range c.Vars {
		if r.at[v] >= r.fixed {
			open = append(open, w.variable(v))
			continue
		}
		value := int(prefix[r.at[v]])
		if r.used[value] {
			return nil, errRefuted
		}
		r.used[value] = true
		if p.wanted[value] {
			used = append(used, w.value(value))
		}
	}
	if p.available-len(used) < len(open) {
		return nil, errRefuted
	}
	if len(open) < 2 && len(used) == 0 {
		return nil, nil
	}
	return appendList(appendList([]byte{tagDifferent}, open), used), nil
}

// appendList appends numbers in ascending order.
func appendList(text []byte, numbers []int) []byte {
	slices.Sort(numbers)
	text = binary.AppendUvarint(text, uint64(len(numbers)))
	for _, n := range numbers {
		text = binary.AppendVarint(text, int64(n))
	}
	return text
}

// linear leaves the open terms, and the bounds less the sum of the others.
func (r *remainder) linear(c *model.Linear, p *partLeft, prefix []int32, w *witness) ([]byte, error) {
	open, lo, hi := r.open(c.Terms, c.Lo, c.Hi, p, prefix)
	switch {
	case lo > hi:
		return nil, errRefuted
	case lo == p.reach.least && hi == p.reach.most:
		return nil, nil
	}
	return r.sum([]byte{tagLinear}, open, lo, hi, w)
}

// open returns the open terms of a sum, and its bounds less the sum of the others, as near to each other as can be.
func (r *remainder) open(terms []model.Term, lo, hi int, p *partLeft, prefix []int32) (open []model.Term, newLo, newHi int) {
	sum := 0
	for _, t := range terms {
		if r.at[t.Var] < r.fixed {
			sum += t.Coefficient * r.values[prefix[r.at[t.Var]]]
		} else {
			open = append(open, t)
		}
	}
	newLo, newHi = p.reach.least, p.reach.most
	if lo != model.NoLower {
		newLo = lo - sum
	}
	if hi != model.NoUpper {
		newHi = hi - sum
	}
	newLo, newHi = p.reach.cut(newLo, newHi)
	return open, newLo, newHi
}

// sum appends terms, at least one, and the bounds of their sum. A witness may leave the values of a variable as they are, or turn
// them round.
func (r *remainder) sum(text []byte, open []model.Term, lo, hi int, w *witness) ([]byte, error) {
	for i, t := range open {
		turned, total, ok := r.turns(t.Var, w)
		if !ok {
			return nil, errUnmapped
		}
		if turned {
			lo, hi = lo-t.Coefficient*total, hi-t.Coefficient*total
			t.Coefficient = -t.Coefficient
		}
		open[i] = model.Term{Coefficient: t.Coefficient, Var: model.Var(w.variable(t.Var))}
	}
	slices.SortFunc(open, func(a, b model.Term) int { return int(a.Var - b.Var) })
	sign := 1
	if open[0].Coefficient < 0 {
		sign, lo, hi = -1, -hi, -lo
	}
	text = binary.AppendVarint(binary.AppendVarint(text, int64(lo)), int64(hi))
	for _, t := range open {
		text = binary.AppendVarint(binary.AppendVarint(text, int64(t.Var)), int64(sign*t.Coefficient))
	}
	return text, nil
}

// reified leaves what the sum has to be, or, where the condition is open, both or the condition alone.
func (r *remainder) reified(c *model.ReifiedLinear, p *partLeft, prefix []int32, w *witness) ([]byte, error) {
	condition, wanted := []byte{}, isTrue
	if c.If != nil {
		condition, wanted = r.atom(*c.If, prefix, w)
	}
	open, lo, hi := r.open(c.Terms, c.Lo, c.Hi, p, prefix)
	met := isOpen
	switch {
	case lo > hi:
		met = truthOf(c.Outside)
	case lo == p.reach.least && hi == p.reach.most:
		met = truthOf(!c.Outside)
	}
	switch {
	case c.Half && (wanted == isFalse || met == isTrue), wanted == met && met != isOpen:
		return nil, nil
	case wanted != isOpen && met != isOpen:
		return nil, errRefuted
	case met != isOpen:
		return append([]byte{tagCondition, byte(met)}, condition...), nil
	}
	inside := (wanted == isFalse) == c.Outside // what is asked for where the condition is known
	text := []byte{tagReified, flag(inside), flag(c.Half && wanted == isOpen), flag(wanted == isOpen)}
	return r.sum(append(text, condition...), open, lo, hi, w)
}

// tabulated leaves, of a constraint whose variables have few tuples of values, what is left of the table of those that meet it.
func (r *remainder) tabulated(c model.Constraint, prefix []int32, w *witness) ([]byte, error) {
	if r.tables[c] == nil {
		scope, size := c.Scope(), 1
		for _, v := range scope {
			if size *= len(r.domains[v]); size > mostPairs {
				return nil, fmt.Errorf("%s: more than %d tuples of values, the most that are tried here", model.Describe(r.model, c), mostPairs)
			}
		}
		table := &model.Table{Vars: scope}
		a := make(model.Assignment, len(r.model.Variables))
		for number := range size {
			tuple := make([]int, len(scope))
			for i, v := range scope {
				d := r.domains[v]
				tuple[i], number = r.values[d[number%len(d)]], number/len(d)
				a[v] = tuple[i]
			}
			if c.Holds(a) {
				table.Tuples = append(table.Tuples, tuple)
			}
		}
		r.tables[c] = table
	}
	return r.table(r.tables[c], prefix, w)
}

// turns reports whether a witness takes each value x of a variable to total-x; ok is false where it neither does nor leaves them all.
func (r *remainder) turns(v model.Var, w *witness) (turned bool, total int, ok bool) {
	d := r.domains[v]
	same := true
	for _, value := range d {
		same = same && w.value(value) == value
	}
	if same {
		return false, 0, true
	}
	total = r.values[d[0]] + r.values[w.value(d[0])]
	for _, value := range d {
		if r.values[value]+r.values[w.value(value)] != total {
			return false, 0, false
		}
	}
	return true, total, true
}

// table leaves the open columns of the tuples that agree with the values and are within the domains.
func (r *remainder) table(c *model.Table, prefix []int32, w *witness) ([]byte, error) {
	var columns []int
	for i, v := range c.Vars {
		if r.at[v] >= r.fixed {
			columns = append(columns, i)
		}
	}
	slices.SortFunc(columns, func(a, b int) int { return w.variable(c.Vars[a]) - w.variable(c.Vars[b]) })
	var rows []string
next:
	for _, tuple := range c.Tuples {
		for i, v := range c.Vars {
			if at := r.at[v]; at < r.fixed && r.values[prefix[at]] != tuple[i] {
				continue next
			}
		}
		var row []byte
		for _, i := range columns {
			number, known := r.number[tuple[i]]
			if _, has := slices.BinarySearch(r.domains[c.Vars[i]], number); !known || !has {
				continue next
			}
			row = binary.AppendUvarint(row, uint64(w.value(number)))
		}
		rows = append(rows, string(row))
	}
	switch {
	case len(rows) == 0 && !c.Forbidden, len(rows) > 0 && c.Forbidden && len(columns) == 0:
		return nil, errRefuted
	case len(rows) == 0, len(columns) == 0:
		return nil, nil
	}
	text := []byte{tagAllowed}
	if c.Forbidden {
		text = []byte{tagForbidden}
	}
	vars := make([]int, len(columns))
	for i, column := range columns {
		vars[i] = w.variable(c.Vars[column])
	}
	text = appendList(text, vars)
	slices.Sort(rows)
	for _, row := range slices.Compact(rows) { // each holds as many numbers
		text = append(text, row...)
	}
	return text, nil
}

// mostPairs bounds the pairs of values that decide others.
const mostPairs = 1 << 16

// decided leaves, of a constraint in which two variables decide the others, what is left of its table.
func (r *remainder) decided(
	c model.Constraint, x, y model.Var, table func(domain func(model.Var) model.Domain) *model.Table, prefix []int32, w *witness,
) ([]byte, error) {
	if r.tables[c] == nil {
		if a, b := len(r.domains[x]), len(r.domains[y]); a*b > mostPairs {
			return nil, fmt.Errorf("%s: %d times %d values decide the others, expected no more than %d pairs", model.Describe(r.model, c), a, b, mostPairs)
		}
		domains := map[model.Var]model.Domain{}
		for _, v := range c.Scope() {
			var values []int
			for _, number := range r.domains[v] {
				values = append(values, r.values[number])
			}
			domains[v] = model.Values(values...)
		}
		r.tables[c] = table(func(v model.Var) model.Domain { return domains[v] })
	}
	return r.table(r.tables[c], prefix, w)
}

// truth is what is known of a formula.
type truth int

const (
	isOpen truth = iota
	isTrue
	isFalse
	isUnknown // a connective of which nothing is known here: the constraint is looked up
)

func flag(t bool) byte {
	if t {
		return 1
	}
	return 0
}

func truthOf(t bool) truth {
	if t {
		return isTrue
	}
	return isFalse
}

// formula leaves the atoms of open variables, and of connectives what they come to.
func (r *remainder) formula(f model.Formula, prefix []int32, w *witness) ([]byte, truth) {
	if atom, is := f.(model.In); is {
		return r.atom(atom, prefix, w)
	}
	parts, lo, hi, known := model.Tally(f)
	if !known {
		return nil, isUnknown
	}
	return r.counted(parts, lo, hi, prefix, w)
}

func (r *remainder) atom(f model.In, prefix []int32, w *witness) ([]byte, truth) {
	if at := r.at[f.Var]; at < r.fixed {
		return nil, truthOf(f.Values.Contains(r.values[prefix[at]]))
	}
	var in []int
	for _, value := range r.domains[f.Var] {
		if f.Values.Contains(r.values[value]) {
			in = append(in, w.value(value))
		}
	}
	if len(in) == 0 || len(in) == len(r.domains[f.Var]) {
		return nil, truthOf(len(in) > 0)
	}
	return appendList(binary.AppendUvarint([]byte{tagAtom}, uint64(w.variable(f.Var))), in), isOpen
}

// counted says that of some formulas no fewer than lo and no more than hi are true.
func (r *remainder) counted(parts []model.Formula, lo, hi int, prefix []int32, w *witness) ([]byte, truth) {
	var open [][]byte
	for _, part := range parts {
		switch text, t := r.formula(part, prefix, w); t {
		case isOpen:
			open = append(open, text)
		case isTrue:
			lo, hi = lo-1, hi-1
		case isUnknown:
			return nil, isUnknown
		}
	}
	lo, hi = max(lo, 0), min(hi, len(open))
	switch {
	case lo > hi:
		return nil, isFalse
	case lo == 0 && hi == len(open):
		return nil, isTrue
	case lo == 1 && len(open) == 1:
		return open[0], isOpen
	}
	slices.SortFunc(open, bytes.Compare)
	text := []byte{tagCount}
	for _, n := range []int{lo, hi, len(open)} {
		text = binary.AppendUvarint(text, uint64(n))
	}
	return append(text, bytes.Join(open, nil)...), isOpen
}

// keepsDomains reports whether a witness takes the values of each open variable to those of its image.
func (r *remainder) keepsDomains(w *witness) bool {
	var images []int
	for _, v := range r.order[r.fixed:] {
		images = images[:0]
		for _, value := range r.domains[v] {
			images = append(images, w.values[value])
		}
		slices.Sort(images)
		if !slices.Equal(images, r.domains[w.vars[v]]) {
			return false
		}
	}
	return true
}

// permutes reports whether a witness is a permutation of the open variables, leaving the others, and one of the values.
func (r *remainder) permutes(w *witness) bool {
	vars, values := make([]bool, len(w.vars)), make([]bool, len(w.values))
	for v, image := range w.vars {
		if vars[image] || r.at[v] < r.fixed && int(image) != v {
			return false
		}
		vars[image] = true
	}
	for _, image := range w.values {
		if values[image] {
			return false
		}
		values[image] = true
	}
	return true
}

// left is text without a witness. Where all variables have values the model itself is asked.
func (r *remainder) left(prefix []int32) (string, error) {
	if len(prefix) < len(r.order) {
		return r.text(prefix, nil)
	}
	a := make(model.Assignment, len(prefix))
	for i, v := range r.order {
		a[v] = r.values[prefix[i]]
	}
	if r.model.Check(a) != nil {
		return "", errRefuted
	}
	return "", nil
}
