package scheme

import (
	"qmsat/model"
	"qmsat/native/space"
)

// LockedCandidates is for the lines and boxes that cover the same cells, in a band or a stack. Each of them is a permutation of
// the same values. If only one box of a line can have a value, the box has it in that line, so the box's other lines lose it;
// likewise with lines and boxes exchanged. No single permutation shows that. A call takes O(cells + lines · boxes) steps.
type LockedCandidates struct {
	segments [][]segment // by line and box: the cells in both
	// During a call only:
	inLine, inBox []tally // by line and by box, the values of their segments
	toBox, toLine []tally // by box and by line: the values locked into one of its segments by the segment's line, or box
}

// segment is the cells shared by a line and a box. During a call it has the values that they may have.
type segment struct {
	variables []model.Var
	offsets   []int // of each variable's word in a state
	values    uint64
}

// tally counts values up to two.
type tally struct{ once, twice uint64 }

func (t *tally) add(values uint64) {
	t.twice |= t.once & values
	t.once |= values
}

// single returns the values that were added exactly once.
func (t *tally) single() uint64 { return t.once &^ t.twice }

// PostLocked posts locked candidates for every band and stack of a grid whose houses are permutations of up to 64 values.
func PostLocked(b *space.Builder) {
	g := b.Model.Grid
	if g == nil || !g.HasBoxes() || g.BoxRows == 1 || g.BoxColumns == 1 || !hasHouses(b, g) {
		return
	}
	for _, chute := range g.Chutes() {
		PostSegments(b, chute)
	}
}

// hasHouses reports whether all houses of the grid are permutations of the same values, and these fit into a word.
func hasHouses(b *space.Builder, g *model.Grid) bool {
	first := b.Model.DomainOf(0)
	if len(b.Space.Bits(0)) > 1 {
		return false
	}
	permutations := map[string]bool{}
	for _, different := range model.Each[*model.AllDifferent](b.Model.Constraints) {
		if len(different.Vars) == first.Size() {
			permutations[space.ScopeKey(different.Vars)] = true
		}
	}
	for _, house := range g.Houses() {
		if !permutations[space.ScopeKey(house.Cells)] {
			return false
		}
		for _, v := range house.Cells {
			if !b.Model.DomainOf(v).Equal(first) {
				return false
			}
		}
	}
	return true
}

// PostSegments posts locked candidates for the lines and boxes of a band or a stack.
func PostSegments(b *space.Builder, chute [][][]model.Var) {
	lines, boxes := len(chute), len(chute[0])
	p := &LockedCandidates{
		inLine: make([]tally, lines), toLine: make([]tally, lines),
		inBox: make([]tally, boxes), toBox: make([]tally, boxes),
	}
	var scope []model.Var
	for _, parts := range chute {
		row := make([]segment, boxes)
		for box, variables := range parts {
			row[box].variables = variables
			for _, v := range variables {
				row[box].offsets = append(row[box].offsets, b.Offsets[v])
			}
			scope = append(scope, variables...)
		}
		p.segments = append(p.segments, row)
	}
	b.PostSlow(p, space.AskWord, scope)
}

func (p *LockedCandidates) Propagate(s *space.Space) bool {
	clear(p.inLine)
	clear(p.inBox)
	clear(p.toLine)
	clear(p.toBox)
	for line, row := range p.segments {
		for box := range row {
			segment := &row[box]
			segment.values = 0
			for _, offset := range segment.offsets {
				segment.values |= s.State[offset]
			}
			p.inLine[line].add(segment.values)
			p.inBox[box].add(segment.values)
		}
	}
	for line, row := range p.segments {
		for box := range row {
			p.toBox[box].add(row[box].values & p.inLine[line].single())
			p.toLine[line].add(row[box].values & p.inBox[box].single())
		}
	}
	for line, row := range p.segments {
		for box := range row {
			segment := &row[box]
			lost := p.toBox[box].beside(segment.values&p.inLine[line].single()) |
				p.toLine[line].beside(segment.values&p.inBox[box].single())
			if segment.values&lost != 0 && !segment.drop(s, lost) {
				return false
			}
		}
	}
	return true
}

func (t *tally) beside(own uint64) uint64 { return t.once&^own | t.twice }

func (g *segment) drop(s *space.Space, values uint64) bool {
	for i, offset := range g.offsets {
		if s.State[offset]&values == 0 {
			continue
		}
		if !s.Put(g.variables[i], s.State[offset]&^values) {
			return false
		}
	}
	return true
}
