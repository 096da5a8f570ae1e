package grids

// Minigrid is the content of a box, row by row.
type Minigrid [digits]uint8

// rowSet and columnSet return what a line contains; i runs from 0 to 2.
func (m Minigrid) rowSet(i int) digitSet    { return setOf(m[3*i], m[3*i+1], m[3*i+2]) }
func (m Minigrid) columnSet(j int) digitSet { return setOf(m[j], m[j+3], m[j+6]) }

// quasiMagic reports whether a mini-grid has each digit once, and its eight lines meet the bound.
func (b bound) quasiMagic(m Minigrid) bool {
	if setOf(m[:]...) != allOf {
		return false
	}
	for i := range side {
		if !b.allows(m.rowSet(i).sum()) || !b.allows(m.columnSet(i).sum()) {
			return false
		}
	}
	return b.allows(int(m[0]+m[4]+m[8])) && b.allows(int(m[2]+m[4]+m[6]))
}

func (m Minigrid) rows() partition {
	return newPartition(m.rowSet(1), m.rowSet(0), m.rowSet(2))
}

func (m Minigrid) columns() partition {
	return newPartition(m.columnSet(1), m.columnSet(0), m.columnSet(2))
}

// flipRows and flipColumns exchange the outer rows or columns; transpose exchanges rows and columns. They keep the set of
// the eight lines of a mini-grid.
func (m Minigrid) flipRows() Minigrid {
	return Minigrid{m[6], m[7], m[8], m[3], m[4], m[5], m[0], m[1], m[2]}
}

func (m Minigrid) flipColumns() Minigrid {
	return Minigrid{m[2], m[1], m[0], m[5], m[4], m[3], m[8], m[7], m[6]}
}

func (m Minigrid) transpose() Minigrid {
	return Minigrid{m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]}
}
