package logic

import (
	"context"
	"fmt"
	"slices"

	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/native/bitset"
)

// mostValues is the most values of all variables together: one bit of a word each.
const mostValues = 64

// Board holds the data that do not change while a puzzle is solved. Many states can share it.
//
// Values are numbered from 0, lowest first; Number gives the model's. A mask of candidates has one bit for each value.
type Board struct {
	Model      *model.Model
	Houses     []House
	numbers    []int          // by value
	domains    []uint64       // by variable: its values
	of         [][]membership // by variable: its houses
	peers      []bitset.Set   // by variable: the variables that it differs from
	seen       [][]model.Var  // the same as peers, as lists
	seenIn     [][]uint64     // by variable and house: the positions of the house that it sees
	lines      [2][]int       // houses that are rows, and that are columns, by number; empty unless all are houses
	plain      bitset.Set     // outputs that occur only in all-different constraints without auxiliary variables
	rules      []boardRule
	groups     []*group
	clashes    [][]clash                 // by variable: what clues on two cells exclude
	auxiliary  bitset.Set                // auxiliary variables that only their own clue uses: states have no candidates of them
	clued      map[model.Constraint]bool // the constraints of clues that only groups use
	open       int                       // variables that are not auxiliary
	boxesFirst []int                     // indices of houses: boxes and others, then lines
	words      int                       // length of a bitset.Set
}

// Kind is the kind of a house in the grid.
type Kind int

// The kinds of houses.
const (
	Row Kind = iota
	Column
	Box
	Other // a jigsaw region, a diagonal, a cage
)

// unnamed begins the names of houses that the model does not name; their cells follow.
const unnamed = "house "

// House is an all-different constraint. A full house has as many cells as values, so each value has a place in it.
type House struct {
	Name   string // as steps name it: r3, c7, b5, or the constraint's label
	Kind   Kind
	Number int         // of a row, column or box, from 0
	Cells  []model.Var // ascending
	Full   bool
	values uint64 // of its cells
	set    bitset.Set
}

func (h *House) has(v model.Var) bool { return h.set.Has(int(v)) }

// Line reports whether the house is a row or a column.
func (h *House) Line() bool { return h.Kind == Row || h.Kind == Column }

// membership is a variable's position in a house.
type membership struct {
	house int
	bit   uint64
}

// NewBoard lays a model out. It refuses one with more than 64 values. Another error is the context's cause.
func NewBoard(ctx context.Context, m *model.Model) (*Board, error) {
	b := &Board{Model: m, words: bitset.Words(len(m.Variables)), domains: make([]uint64, len(m.Variables)), clued: map[model.Constraint]bool{}}
	clues, watch := m.ByOrigin(), stop.NewWatch(ctx)
	b.addAuxiliary(watch, clues)
	if err := b.addValues(watch); err != nil {
		return nil, err
	}
	var err error
	if b.seen, err = m.Peers(ctx); err != nil {
		return nil, err
	}
	lonely := func(peers []model.Var) bool { return len(peers) == 0 }
	different, _ := model.Take[*model.AllDifferent](m.Constraints)
	sets := len(b.seen) - lists.Count(b.seen, lonely) + len(different)
	if err := memory.Ask(ctx, "the board", 8*int64(b.words)*int64(sets)); err != nil {
		return nil, err
	}
	b.peers = slices.Repeat([]bitset.Set{b.newSet()}, len(m.Variables)) // variables without peers share a set
	for v, peers := range b.seen {
		if lonely(peers) {
			continue
		}
		if err := watch.Over(b.words + len(peers)); err != nil {
			return nil, err
		}
		b.peers[v] = b.newSet()
		for _, w := range peers {
			b.peers[v].Add(int(w))
		}
	}
	b.addHouses(watch)
	for _, lines := range []bool{false, true} {
		for i := range b.Houses {
			if b.Houses[i].Line() == lines {
				b.boxesFirst = append(b.boxesFirst, i)
			}
		}
	}
	b.of = make([][]membership, len(m.Variables))
	for i, h := range b.Houses {
		for position, v := range h.Cells {
			b.of[v] = append(b.of[v], membership{i, 1 << position})
		}
	}
	b.seenIn = make([][]uint64, len(m.Variables))
	for v, peers := range b.seen {
		if err := watch.Over(len(b.Houses) + len(peers)); err != nil {
			return nil, err
		}
		b.seenIn[v] = make([]uint64, len(b.Houses))
		for _, w := range peers {
			for _, in := range b.of[w] {
				b.seenIn[v][in.house] |= in.bit
			}
		}
	}
	b.addLines()
	b.addPlain(watch)
	b.addGroups(watch, clues)
	b.addRules(watch)
	b.addClashes(watch)
	return b, watch.Over(0)
}

// addAuxiliary notes the auxiliary variables of clues. If a constraint outside its clue has one, that is an ordinary variable.
func (b *Board) addAuxiliary(watch *stop.Watch, clues []model.Sourced) {
	uses := func(constraints []model.Constraint) []int {
		uses := make([]int, len(b.domains))
		for _, c := range constraints {
			for _, v := range c.Scope() {
				uses[v]++
			}
		}
		return uses
	}
	b.auxiliary = b.newSet()
	all, outputs := uses(b.Model.Constraints), make([]bool, len(b.domains))
	for _, v := range b.Model.OutputVars() {
		outputs[v] = true
	}
	for _, clue := range clues {
		if watch.Over(len(b.domains)) != nil {
			return
		}
		own := uses(clue.Constraints)
		for _, v := range clue.Added() {
			if own[v] == all[v] && !outputs[v] {
				b.auxiliary.Add(int(v))
			}
		}
	}
}

// addValues numbers the values, and notes those of each variable. Auxiliary variables have some only if there is room.
func (b *Board) addValues(watch *stop.Watch) error {
	var union model.Domain
	for v := range b.Model.Variables {
		if b.auxiliary.Has(v) {
			continue
		}
		if union = union.Union(b.Model.DomainOf(model.Var(v))); union.Size() > mostValues {
			return fmt.Errorf("the variables have more than %d values in total", mostValues)
		}
		if err := watch.Over(mostValues); err != nil {
			return err
		}
		b.open++
	}
	for v := range b.auxiliary.All() {
		if with := union.Union(b.Model.DomainOf(model.Var(v))); with.Size() <= mostValues {
			union = with
		}
	}
	b.numbers = slices.Collect(union.All())
	for v := range b.domains {
		if d := b.Model.DomainOf(model.Var(v)); d.Minus(union).Empty() {
			for n := range d.All() {
				b.domains[v] |= 1 << b.valueOf(n)
			}
		}
	}
	return nil
}

// addPlain notes the outputs that occur only in all-different constraints without auxiliary variables.
func (b *Board) addPlain(watch *stop.Watch) {
	b.plain = b.newSet()
	for _, v := range b.Model.OutputVars() {
		if !slices.ContainsFunc(b.seen[v], b.isAuxiliary) {
			b.plain.Add(int(v))
		}
	}
	_, others := model.Take[*model.AllDifferent](b.Model.Constraints)
	for _, c := range others {
		if watch.Over(workPerConstraint) != nil {
			return
		}
		for _, v := range c.Scope() {
			b.plain.Remove(int(v))
		}
	}
}

// addHouses adds the all-different constraints, except those implied by another one.
func (b *Board) addHouses(watch *stop.Watch) {
	var named []model.House
	if b.Model.Grid != nil {
		named = b.Model.Grid.Houses()
	}
	var houses []House
	for _, different := range model.Each[*model.AllDifferent](b.Model.Constraints) {
		if watch.Over(b.words+len(named)) != nil {
			return
		}
		if len(different.Vars) < 2 || slices.ContainsFunc(different.Vars, b.isAuxiliary) {
			continue
		}
		h := House{Name: different.Name, Kind: Other, Cells: slices.Sorted(slices.Values(different.Vars)), set: b.newSet()}
		for _, v := range h.Cells {
			h.set.Add(int(v))
			h.values |= b.domains[v]
		}
		h.Full = len(h.Cells) == count(h.values)
		if i := slices.IndexFunc(named, func(n model.House) bool { return slices.Equal(slices.Sorted(slices.Values(n.Cells)), h.Cells) }); i >= 0 {
			h.locate(b.Model.Grid, i)
		}
		if len(h.Cells) <= mostValues { // others have more cells than values
			houses = append(houses, h)
		}
	}
	for i, h := range houses {
		if watch.Over(len(houses)) != nil {
			return
		}
		covered := func(j int) bool {
			return i != j && (j < i || len(houses[j].Cells) > len(h.Cells)) &&
				!slices.ContainsFunc(h.Cells, func(v model.Var) bool { return !houses[j].has(v) })
		}
		if !slices.ContainsFunc(lists.Numbers[int](len(houses)), covered) {
			if h.Name == "" {
				h.Name = unnamed + b.CellNames(h.Cells)
			}
			b.Houses = append(b.Houses, h)
		}
	}
}

// locate sets the house to number i of the grid's houses: rows, columns and boxes, in that order.
func (h *House) locate(g *model.Grid, i int) {
	for kind, size := range []int{g.Rows, g.Columns, g.Boxes()} {
		if i < size {
			h.Kind, h.Number = Kind(kind), i
			h.Name = fmt.Sprintf("%c%d", "rcb"[kind], i+1)
			return
		}
		i -= size
	}
}

// addLines notes which houses are rows and which are columns, if all rows and columns are houses.
func (b *Board) addLines() {
	if b.Model.Grid == nil {
		return
	}
	lines := [2][]int{make([]int, b.Model.Grid.Rows), make([]int, b.Model.Grid.Columns)}
	found := 0
	for i, h := range b.Houses {
		if h.Line() {
			lines[h.Kind][h.Number] = i
			found++
		}
	}
	if found == b.Model.Grid.Rows+b.Model.Grid.Columns {
		b.lines = lines
	}
}

// Number returns the model's number for a value.
func (b *Board) Number(value int) int { return b.numbers[value] }

// valueOf returns the value for a model's number, -1 if there is none.
func (b *Board) valueOf(number int) int {
	if i, found := slices.BinarySearch(b.numbers, number); found {
		return i
	}
	return -1
}

// sees reports whether two variables must differ.
func (b *Board) sees(v, w model.Var) bool { return b.peers[v].Has(int(w)) }

// isAuxiliary reports whether a variable is auxiliary.
func (b *Board) isAuxiliary(v model.Var) bool { return b.auxiliary.Has(int(v)) }

// newSet returns an empty set.
func (b *Board) newSet() bitset.Set { return bitset.New(len(b.domains)) }
