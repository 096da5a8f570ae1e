package variant

import "qmsat/model"

func init() {
	register[Sandwich](Outside, "sandwich", "the values between the grid's lowest (1) and highest (n) in a row or column add up to the sum",
		"{kind: sandwich, row: 3, sum: 12}")
	register[XSum](Outside, "x-sum", "the first x cells of a row or column add up to the sum, x the first of them",
		"{kind: x-sum, row: 3, end: true, sum: 12}", "xsum")
	register[Skyscraper](Outside, "skyscraper", "how many values of a row or column are larger than 0 and than all before them",
		"{kind: skyscraper, column: 4, count: 3}")
	register[HiddenSkyscraper](
		Outside, "hidden-skyscraper", "the first value of a row or column that is not larger than all before it",
		"{kind: hidden-skyscraper, column: 4, end: true, value: 3}")
	register[NumberedRoom](Outside, "numbered-room", "the value of the x-th cell of a row or column, x the first one's value",
		"{kind: numbered-room, row: 2, value: 7}", "numbered-rooms")
	register[LittleKiller](Outside, "little-killer", "the cells of a diagonal add up to the sum; values may repeat",
		"{kind: little-killer, line: r1c4-r6c9, sum: 31}", "little-killer-sum")
}

// Lane is a row or a column: the place of an outside clue that does not depend on its side.
type Lane struct {
	Titled
	Row    int `field:"row,optional"`
	Column int `field:"column,optional"`
}

// cells returns the cells of the lane, from the left or the top.
func (l Lane) cells(d *Definition) model.Cells {
	switch {
	case d.Grid == nil:
		d.Failf("found a model without a grid, expected a grid")
	case (l.Row == 0) == (l.Column == 0):
		d.Failf("found a row and a column, or neither; expected one of them")
	case l.Row < 0 || l.Row > d.Grid.Rows || l.Column < 0 || l.Column > d.Grid.Columns:
		d.Failf("found row %d and column %d, expected 1 to %d or 1 to %d", l.Row, l.Column, d.Grid.Rows, d.Grid.Columns)
	case l.Row > 0:
		return d.Grid.RowHouses()[l.Row-1].Cells
	default:
		return d.Grid.ColumnHouses()[l.Column-1].Cells
	}
	return nil
}

// Side is a row or a column seen from one end: the place of an outside clue that looks into the grid.
type Side struct {
	Lane
	End bool `field:"end,optional"` // from the right or the bottom, not from the left or the top
}

// cells returns the cells of the lane as the clue sees them, the nearest first.
func (s Side) cells(d *Definition) model.Cells {
	cells := s.Lane.cells(d)
	if !s.End {
		return cells
	}
	seen := make(model.Cells, 0, len(cells))
	for i := range cells {
		seen = append(seen, cells[len(cells)-1-i])
	}
	return seen
}

// Sandwich gives the sum of the values between the lowest and the highest value of a row or column.
type Sandwich struct {
	Lane
	Sum int `field:"sum"`
}

// Define reads the line by an automaton: before the first crust, the sum between the crusts, after the second one.
func (s *Sandwich) Define(d *Definition) {
	type state struct {
		crust int // the value that ends the sandwich; 0 before it starts
		sum   int
		over  bool
	}
	lo, hi, _ := span(d)
	crusts := map[int]int{lo: hi, hi: lo}
	line := s.cells(d)
	signed := hasNegative(d, line)
	automaton(d, line, state{crust: lo - 1}, func(at state, value int) (state, bool) {
		other, isCrust := crusts[value]
		switch {
		case at.over:
			return at, !isCrust
		case isCrust && at.crust < lo:
			return state{crust: other}, true
		case isCrust:
			return state{over: true}, value == at.crust && at.sum == s.Sum
		case at.crust >= lo:
			at.sum += value
		}
		return at, signed || at.sum <= s.Sum
	}, func(at state) bool { return at.over })
}

// XSum gives the sum of the first x cells of a line, if x is the first one's value.
type XSum struct {
	Side
	Sum int `field:"sum"`
}

// Define reads the line by an automaton: the number of cells left, and their sum.
func (x *XSum) Define(d *Definition) {
	type state struct{ cells, sum int }
	first := state{-1, x.Sum}
	line := x.cells(d)
	signed := hasNegative(d, line)
	automaton(d, line, first, func(at state, value int) (state, bool) {
		switch {
		case at == first && (value < 1 || value > len(line)):
			return at, false
		case at == first:
			at = state{value - 1, x.Sum - value}
		case at.cells > 0:
			at = state{at.cells - 1, at.sum - value}
		}
		return at, (signed || at.sum >= 0) && (at.cells > 0 || at.sum == 0)
	}, func(at state) bool { return at == state{} })
}

// Skyscraper counts the values of a line that are larger than all before them. Values below 1 do not count.
type Skyscraper struct {
	Side
	Count int `field:"count"`
}

// HiddenSkyscraper gives the first value of a line that is not larger than all before it.
type HiddenSkyscraper struct {
	Side
	Value int `field:"value"`
}

// Define reads the line by an automaton: the largest value so far, and how many there were.
func (s *Skyscraper) Define(d *Definition) {
	type state struct{ largest, count int }
	automaton(d, s.cells(d), state{}, func(at state, value int) (state, bool) {
		if value > at.largest {
			at = state{value, at.count + 1}
		}
		return at, at.count <= s.Count
	}, func(at state) bool { return at.count == s.Count })
}

// Define reads the line by an automaton: the largest value so far, until one is hidden.
func (h *HiddenSkyscraper) Define(d *Definition) {
	line := h.cells(d)
	lo, hi := ends(d, line)
	found := hi + 1
	automaton(d, line, lo-1, func(largest, value int) (int, bool) {
		switch {
		case largest == found:
		case value > largest:
			largest = value
		default:
			return found, value == h.Value
		}
		return largest, true
	}, func(largest int) bool { return largest == found })
}

// NumberedRoom gives the value of the x-th cell of a line, if x is the first one's value.
type NumberedRoom struct {
	Side
	Value int `field:"value"`
}

// Define adds a rule for each value of the first cell.
func (r *NumberedRoom) Define(d *Definition) {
	line := r.cells(d)
	if len(line) == 0 {
		return
	}
	all := model.And{in(line[0], 1, len(line))}
	for i, v := range line {
		all = append(all, model.Implies{If: model.Is(line[0], i+1), Then: model.Is(v, r.Value)})
	}
	d.Add(rule(all))
}

// LittleKiller gives the sum of a diagonal. Values may repeat.
type LittleKiller struct {
	Titled
	Line model.Cells `field:"line,repeat"`
	Sum  int         `field:"sum"`
}

// Define adds up the cells.
func (l *LittleKiller) Define(d *Definition) { d.Add(sum(l.Line, l.Sum, l.Sum)) }
