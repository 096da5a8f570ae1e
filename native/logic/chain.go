package logic

import (
	"cmp"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
)

// A chain alternates: by a strong link, a candidate that is off forces another on; by weak links, a candidate that is on forces
// others off. Strong links join the two positions of a value in a full house, and the two candidates of a cell. Weak links join
// candidates of a cell, and a value in cells that see each other.

// chainLinks says which links a chain may use.
type chainLinks struct {
	inCell   bool // between values of a cell
	inHouse  bool // strong ones between positions of a value
	bivalued bool // cells of two candidates only
}

// chainSearch finds the consequences of a candidate by the shortest chains. Candidates are numbered by cell, then by value.
type chainSearch struct {
	*State
	finder *finder
	chainLinks
	parents [2][]int32 // by off or on, and candidate: 1 + the number of the candidate before it; 0: none
	queue   []int32    // twice the candidate's number, and 1 if it is on
}

func newChainSearch(f *finder, links chainLinks) *chainSearch {
	c := &chainSearch{State: f.State, finder: f, chainLinks: links}
	for side := range c.parents {
		c.parents[side] = make([]int32, len(f.candidates)*len(f.numbers))
	}
	return c
}

func (c *chainSearch) number(at Candidate) int32 {
	return int32(int(at.Cell)*len(c.numbers) + at.Value)
}

func (c *chainSearch) candidate(number int32) Candidate {
	return Candidate{model.Var(int(number) / len(c.numbers)), int(number) % len(c.numbers)}
}

// bit returns 1 for on.
func bit(on bool) int32 {
	if on {
		return 1
	}
	return 0
}

// from finds all consequences of a candidate that is on or off. The candidate itself is a consequence only if a chain returns to
// it.
func (c *chainSearch) from(start Candidate, on bool) {
	for _, node := range c.queue {
		c.parents[node&1][node>>1] = 0
	}
	c.queue = c.queue[:0]
	first := c.number(start)
	c.expand(first, on)
	for i := 0; i < len(c.queue); i++ {
		if node := c.queue[i]; node != first<<1|bit(on) {
			c.expand(node>>1, node&1 == 1)
		}
	}
}

// reach notes that a candidate follows from another one.
func (c *chainSearch) reach(at Candidate, on bool, from int32) {
	if c.bivalued && c.sizeOf(at.Cell) != 2 {
		return
	}
	n := c.number(at)
	if c.parents[bit(on)][n] == 0 {
		c.parents[bit(on)][n] = from + 1
		c.queue = append(c.queue, n<<1|bit(on))
	}
}

// expand follows the links of a candidate.
func (c *chainSearch) expand(from int32, on bool) {
	at := c.candidate(from)
	if on {
		if c.inCell && !c.bivalued {
			for value := range bitsOf(c.candidates[at.Cell] &^ (1 << at.Value)) {
				c.reach(Candidate{at.Cell, value}, false, from)
			}
		}
		for i, word := range c.with(at.Value) {
			for v := range bitsOf(word & c.peers[at.Cell][i]) {
				c.reach(Candidate{model.Var(i<<6 + v), at.Value}, false, from)
			}
		}
		return
	}
	if c.inCell && c.sizeOf(at.Cell) == 2 {
		c.reach(Candidate{at.Cell, lowest(c.candidates[at.Cell] &^ (1 << at.Value))}, true, from)
	}
	if !c.inHouse {
		return
	}
	for _, m := range c.of[at.Cell] {
		if h := &c.Houses[m.house]; h.Full {
			if positions := *c.at(m.house, at.Value); count(positions) == 2 {
				c.reach(Candidate{h.Cells[lowest(positions&^m.bit)], at.Value}, true, from)
			}
		}
	}
}

// follows reports whether a candidate follows from the start.
func (c *chainSearch) follows(at Candidate, on bool) bool {
	return c.parents[bit(on)][c.number(at)] != 0
}

// path returns the chain from the start, on or off, to one of its consequences.
func (c *chainSearch) path(start Candidate, startOn bool, end Candidate, on bool) []Link {
	var chain []Link
	for n, side := c.number(end), bit(on); ; side = 1 - side {
		at := c.candidate(n)
		chain = append(chain, Link{Cells: []model.Var{at.Cell}, Value: at.Value, On: side == 1})
		if len(chain) > 1 && at == start && side == bit(startOn) {
			slices.Reverse(chain)
			return chain
		}
		n = c.parents[side][n] - 1
	}
}

// commonWeak eliminates the candidates that exclude both of two candidates, since one of the two is on.
func (s *State) commonWeak(step *Step, a, b Candidate) {
	switch {
	case a.Value == b.Value:
		step.eliminate(s.seenByAll([]model.Var{a.Cell, b.Cell}, a.Value), a.Value)
	case a.Cell == b.Cell:
		step.eliminateFrom(a.Cell, s.candidates[a.Cell]&^(1<<a.Value|1<<b.Value))
	case s.sees(a.Cell, b.Cell):
		step.eliminateFrom(a.Cell, s.candidates[a.Cell]&(1<<b.Value))
		step.eliminateFrom(b.Cell, s.candidates[b.Cell]&(1<<a.Value))
	}
}

// bothSeen reports whether some cell with a candidate sees both of two cells.
func (s *State) bothSeen(a, b model.Var, value int) bool {
	for i, word := range s.with(value) {
		if word&s.peers[a][i]&s.peers[b][i] != 0 {
			return true
		}
	}
	return false
}

// weak reports whether at most one of two candidates can be on.
func (s *State) weak(a, b Candidate) bool {
	return a.Cell == b.Cell && a.Value != b.Value || a.Value == b.Value && s.sees(a.Cell, b.Cell)
}

// allCandidates returns the candidates of the open cells.
func (s *State) allCandidates() []Candidate {
	var list []Candidate
	for v, mask := range s.candidates {
		for value := range bitsOf(mask) {
			list = append(list, Candidate{model.Var(v), value})
		}
	}
	return list
}

// shortest finds the chains that some candidates begin and yields a step for each, the shortest chains first. ends calls found
// with each possible end of a chain, a candidate that is on if the start is off. finish turns a chain into a step.
func (c *chainSearch) shortest(
	startsOn bool, ends func(start Candidate, found func(end Candidate)), finish func(start, end Candidate, chain []Link) *Step,
) {
	type finding struct {
		start, end Candidate
		length     int // candidates
	}
	var findings []finding
	for _, start := range c.allCandidates() {
		if c.bivalued && c.sizeOf(start.Cell) != 2 {
			continue
		}
		if c.finder.over() {
			return
		}
		c.from(start, startsOn)
		ends(start, func(end Candidate) {
			findings = append(findings, finding{start, end, len(c.path(start, startsOn, end, !startsOn))})
		})
	}
	slices.SortStableFunc(findings, func(a, b finding) int { return cmp.Compare(a.length, b.length) })
	for _, f := range findings {
		if c.finder.over() {
			return
		}
		c.from(f.start, startsOn)
		c.finder.found(finish(f.start, f.end, c.path(f.start, startsOn, f.end, !startsOn)))
	}
}

// pairs returns ends for shortest. They are the accepted candidates that are on if the start is off; only those after the start,
// so that each chain is found once.
func (c *chainSearch) pairs(accept func(start, end Candidate) bool) func(Candidate, func(Candidate)) {
	return func(start Candidate, found func(Candidate)) {
		first := c.number(start)
		for _, node := range c.queue {
			if end := c.candidate(node >> 1); node&1 == 1 && node>>1 > first && accept(start, end) {
				found(end)
			}
		}
	}
}

// chainName writes a chain in HoDoKu's form: "r1c2 =4= r5c2 -4- r5c7". If a chain begins or ends with a link inside a cell, so
// does the text with the value at that end: "4- r5c2 -1- r6c1 -4".
func (b *Board) chainName(chain []Link) string {
	var text strings.Builder
	sign := func(i int) string {
		if chain[i].On {
			return "="
		}
		return "-"
	}
	cell := func(i int) string { return b.CellNames(chain[i].Cells) }
	same := func(i int) bool { return slices.Equal(chain[i].Cells, chain[i-1].Cells) }
	value := func(i int) string { return b.valueNames([]int{chain[i].Value}, "") }
	last := len(chain) - 1
	if same(1) {
		text.WriteString(value(0) + "- ")
	}
	text.WriteString(cell(0))
	for i := 1; i <= last; i++ {
		if !same(i) {
			text.WriteString(" " + sign(i) + value(i) + sign(i) + " " + cell(i))
		}
	}
	if same(last) {
		text.WriteString(" -" + value(last))
	}
	return text.String()
}

// describeChain writes the values of a step and its first chain.
func describeChain(b *Board, s *Step) string {
	return b.valueNames(s.Values, "/") + " " + b.chainName(s.Chains[0])
}

// rateChain returns a rating that grows with the length of a step's chains, as in Sudoku Explainer: by 0.1 for each of
// 4, 6, 8, 12, 16, 24, … that it exceeds.
func rateChain(base float64) func(*Board, *Step) float64 {
	return func(_ *Board, s *Step) float64 {
		length := lists.Sum(s.Chains, func(chain []Link) int { return len(chain) - 1 })
		tenths := 0
		for bound := 4; length > bound; tenths++ {
			if tenths%2 == 0 {
				bound = bound * 3 / 2
			} else {
				bound = bound * 4 / 3
			}
		}
		return base + float64(tenths)/10
	}
}
