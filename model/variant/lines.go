package variant

import (
	"cmp"

	"qmsat/model"
	"qmsat/model/kinds"
)

func init() {
	register[Thermometer](Lines, "thermometer", "values increase from the bulb; slow: never decrease",
		"{kind: thermometer, line: r1c1-r1c5}", "thermo", "slow-thermometer")
	register[Whispers](Lines, "whispers", "neighbours differ by at least the difference (default: half of n, rounded up)",
		"{kind: whispers, line: r1c1-r1c5, difference: 4}", "whisper", "german-whispers", "dutch-whispers")
	register[Renban](Lines, "renban", "consecutive values, each once, in any order",
		"{kind: renban, line: r1c1-r1c5}")
	register[Nabner](Lines, "nabner", "no two values of the line are equal or consecutive, wherever they stand",
		"{kind: nabner, line: r1c1-r1c4}")
	register[Palindrome](Lines, "palindrome", "the line reads the same both ways",
		"{kind: palindrome, line: r1c1-r1c5}")
	register[Entropic](Lines, "entropic", "any three cells in a row have one low, one middle and one high value",
		"{kind: entropic, line: r1c1-r1c5}", "entropic-line")
	register[Modular](Lines, "modular", "any m cells in a row have different residues modulo the modulus m (default 3)",
		"{kind: modular, line: r1c1-r1c5, modulus: 4}", "modular-line")
	register[Between](Lines, "between", "the cells inside lie strictly between the values of the two ends",
		"{kind: between, line: r1c1-r1c5}", "between-line")
	register[Lockout](
		Lines, "lockout", "the ends differ by at least the difference (default 4); no value inside lies between or equals them",
		"{kind: lockout, line: r1c1-r1c5, difference: 3}", "lockout-line")
	register[ValueIndexing](
		Lines, "value-indexing", "with k in the second cell, the cell k places after it repeats the first value",
		"{kind: value-indexing, line: r1c1-r1c6}")
	register[Relation](Lines, "relation", "neighbours on the line, or each two of the cells, have one of the pairs of values",
		"{kind: relation, line: r1c1-r1c3, pairs: [[1, 2], [2, 3], [3, 1]]}", "pair", "binary")
}

// Thermometer requires values that increase from the bulb.
type Thermometer struct {
	Titled
	Line model.Cells `field:"line,repeat,least=2"` // bulb first
	Slow bool        `field:"slow,optional"`       // never decreasing suffices
}

// Define makes each cell larger than the one before, or at least as large.
func (t *Thermometer) Define(d *Definition) {
	least := 1
	if t.Slow {
		least = 0
	}
	for i := 1; i < len(t.Line); i++ {
		d.Add(larger(d, t.Line[i], t.Line[i-1], least))
	}
}

// Whispers keeps neighbours on a line apart.
type Whispers struct {
	Titled
	Line       model.Cells `field:"line,repeat,least=2"`
	Difference int         `field:"difference,optional"` // the least one; 0: ⌈n/2⌉
}

// Define adds a table for each two neighbours.
func (w *Whispers) Define(d *Definition) {
	least := w.Difference
	if least == 0 {
		_, _, n := span(d)
		least = (n + 1) / 2
	}
	neighbours(d, w.Line, func(x, y int) bool { return distance(x, y) >= least })
}

// Renban requires consecutive values in any order.
type Renban struct {
	Titled
	Line model.Cells `field:"line,least=2"`
}

// Define makes the cells differ, and one rule says which window of values they fill. With tables for each two cells, searches are up
// to 10,000 times as long. That each value of the window occurs is implied, and makes searches of SAT solvers 20 times as fast.
func (r *Renban) Define(d *Definition) {
	d.Add(different(r.Line))
	lo, hi := ends(d, r.Line)
	if n := hi - lo + 1; len(r.Line) >= n || !fits(d, n, len(r.Line), len(r.Line)) {
		return
	}
	var windows model.Or
	for least := lo; least+len(r.Line)-1 <= hi; least++ {
		window := model.And(among(r.Line, least, least+len(r.Line)-1))
		for value := least; value < least+len(r.Line); value++ {
			window = append(window, model.Or(holding(r.Line, value)))
		}
		windows = append(windows, window)
	}
	d.Add(rule(windows))
}

// Nabner keeps equal and consecutive values off a line.
type Nabner struct {
	Titled
	Line model.Cells `field:"line,least=2"`
}

// Define adds a rule for each two consecutive values: they occur at most once together.
func (n *Nabner) Define(d *Definition) {
	lo, hi := ends(d, n.Line)
	if !fits(d, hi-lo+1, len(n.Line)) {
		return
	}
	for v := lo; v < max(hi, lo+1); v++ {
		d.Add(count(model.AtMost, 1, among(n.Line, v, v+1)))
	}
}

// Palindrome requires that a line reads the same both ways.
type Palindrome struct {
	Titled
	Line model.Cells `field:"line,repeat,least=2"`
}

// Define equates each two cells at the same distance from the ends.
func (p *Palindrome) Define(d *Definition) {
	for _, two := range opposite(p.Line) {
		d.Add(equal(two[:1], two[1:])...)
	}
}

// opposite returns each two cells of a line that have the same distance from its ends, the ends first.
func opposite(line model.Cells) []model.Cells {
	var pairs []model.Cells
	for i, j := 0, len(line)-1; i < j; i, j = i+1, j-1 {
		pairs = append(pairs, model.Cells{line[i], line[j]})
	}
	return pairs
}

// Entropic requires a low, a middle and a high value in any three cells in a row.
type Entropic struct {
	Titled
	Line model.Cells `field:"line,repeat,least=2"`
}

// Define lets any three cells in a row be of different thirds.
func (e *Entropic) Define(d *Definition) {
	lo, hi, _ := span(d)
	alternate(d, e.Line, 3, func(value int) int { return third(value, lo, hi) })
}

// third returns 0 for a low value, 1 for a middle one and 2 for a high one. There are as many low values as high ones.
func third(value, lo, hi int) int {
	size := (hi - lo + 2) / 3
	switch {
	case value < lo+size:
		return 0
	case value > hi-size:
		return 2
	}
	return 1
}

// Modular requires different residues of neighbours on a line.
type Modular struct {
	Titled
	Line    model.Cells `field:"line,repeat,least=2"`
	Modulus int         `field:"modulus,optional"` // 0: 3
}

// Define lets each m cells in a row have each residue at most once.
func (m *Modular) Define(d *Definition) {
	modulus := cmp.Or(m.Modulus, 3)
	if modulus < 1 {
		d.Failf("found the modulus %d, expected at least 1", modulus)
		return
	}
	lo, hi := ends(d, m.Line)
	modulus = min(modulus, max(hi-lo, len(m.Line))+1) // larger ones mean the same
	alternate(d, m.Line, modulus, func(value int) int { return (value%modulus + modulus) % modulus })
}

// alternate adds that any m cells in a row, or all if there are fewer, are of different classes, which count from 0 to m-1.
func alternate(d *Definition, line model.Cells, m int, class func(value int) int) {
	all := d.ValuesOf(line)
	if !fits(d, max(m, all.Size()), len(line)) {
		return
	}
	classes := make([][]int, m)
	for value := range all.All() {
		classes[class(value)] = append(classes[class(value)], value)
	}
	kind, size := model.Exactly, min(m, len(line))
	if size < m {
		kind = model.AtMost
	}
	for i := range len(line) - size + 1 {
		for _, values := range classes {
			d.Add(count(kind, 1, of(line[i:i+size], model.Values(values...))))
		}
	}
}

// Between keeps the cells of a line strictly between its ends.
type Between struct {
	Titled
	Line model.Cells `field:"line,repeat,least=3"`
}

// Define reads the line by an automaton: all values lie on one side of the first, and the last is the farthest from it.
func (b *Between) Define(d *Definition) {
	type state struct {
		first, farthest int
		read, beyond    bool // beyond: the last value read is farther from the first than all before
	}
	automaton(d, b.Line, state{}, func(at state, value int) (state, bool) {
		if !at.read {
			return state{first: value, farthest: value, read: true}, true
		}
		sameSide := at.farthest == at.first || (value > at.first) == (at.farthest > at.first)
		if at.beyond = distance(at.first, value) > distance(at.first, at.farthest); at.beyond {
			at.farthest = value
		}
		return at, value != at.first && sameSide
	}, func(at state) bool { return at.beyond })
}

// Lockout keeps the cells of a line out of the values from one end to the other.
type Lockout struct {
	Titled
	Line       model.Cells `field:"line,repeat,least=2"`
	Difference int         `field:"difference,optional"` // the least one of the ends; 0: 4
}

// Define reads the line by an automaton that knows the first value and the nearest ones below and above it.
func (l *Lockout) Define(d *Definition) {
	type state struct {
		first, below, above int
		read, ends          bool // ends: the last value read may be that of the other end
	}
	least := cmp.Or(l.Difference, 4)
	lo, hi := ends(d, l.Line)
	automaton(d, l.Line, state{below: lo - 1, above: hi + 1}, func(at state, value int) (state, bool) {
		if !at.read {
			return state{value, at.below, at.above, true, false}, true
		}
		at.ends = distance(at.first, value) >= least && at.below < value && value < at.above
		if value > at.first {
			at.above = min(at.above, value)
		} else {
			at.below = max(at.below, value)
		}
		return at, value != at.first
	}, func(at state) bool { return at.ends })
}

// ValueIndexing says how far along a line the first value stands again.
type ValueIndexing struct {
	Titled
	Line model.Cells `field:"line,repeat,least=3"`
}

// Define makes the second cell the index of the first among the others.
func (v *ValueIndexing) Define(d *Definition) {
	d.Add(&kinds.Element{Index: v.Line[1], Of: v.Line[2:], Result: v.Line[0]})
}

// Relation lists the pairs of values that neighbours on a line may have, or each two cells of a set.
type Relation struct {
	Titled
	Line  model.Cells `field:"line,optional,repeat,least=2"` // neighbours, in this order
	Cells model.Cells `field:"cells,optional,least=2"`       // each two cells, in any order
	Pairs [][]int     `field:"pairs"`
}

// Define adds a table for each two neighbours or cells.
func (r *Relation) Define(d *Definition) {
	listed := map[[2]int]bool{}
	for _, p := range r.Pairs {
		if len(p) != 2 {
			d.Failf("pairs: found %d values, expected 2", len(p))
			return
		}
		listed[[2]int(p)] = true
	}
	if (len(r.Line) == 0) == (len(r.Cells) == 0) {
		d.Failf("found a line and cells, or neither; expected one of them")
	}
	allowed := func(x, y int) bool { return listed[[2]int{x, y}] }
	neighbours(d, r.Line, allowed)
	for _, p := range r.Pairs {
		if len(r.Cells) > 0 && !allowed(p[1], p[0]) {
			d.Failf("pairs: found %v without %v, expected both for cells in no order", p, []int{p[1], p[0]})
		}
	}
	for i, a := range r.Cells {
		for _, b := range r.Cells[:i] {
			d.Add(pair(d, b, a, allowed))
		}
	}
}
