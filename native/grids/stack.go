package grids

import (
	"context"
	"sync"
)

// maxEntry is the largest entry of a stack table. mostEntry is the largest one unless the three boxes have the same three row
// sets, in any order. Both occur at Δ = 9; a smaller Δ only removes column sets.
//
// Take three bands that agree in the first box. In the second box, two of them may have the same row sets as the grid's
// first band; the third cannot, because its rows would leave none for the first box's. So a dot product of the entries
// of such three bands in two stack tables is at most 2·maxEntry² + mostEntry², less than 2²¹.
const (
	maxEntry  = 864
	mostEntry = 432
)

// stackTable is for given row sets of the first box of a stack. For each pair of row sets of the second and third box it has the
// number of column sets (C₁, C₂, C₃) of the stack, up to the mirror image that exchanges the outer columns. It has a line for
// each partition in the second box, with an entry for each in the third and a final 0.
type stackTable struct {
	entries []uint16
	width   int    // of a line: the number of partitions plus 1
	live    []bool // by partition: whether some entry with it is not 0
}

func (s *stackTable) line(rows uint16) []uint16 { return s.entries[int(rows)*s.width:][:s.width] }

// newStackTable computes the table for given columns of the first box; in an otherwise unrestricted stack these are the partners
// of its rows. Time is the size of the table times the number of partners of a partition.
func (t *tables) newStackTable(ctx context.Context, firstColumns []uint16) (*stackTable, error) {
	n := len(t.partitions)
	// For columns₂ and rows₃, the number of columns₁ and columns₃.
	half := make([]uint16, n*n)
	for _, first := range firstColumns {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for _, rest := range t.rest[first] {
			line := half[int(rest[0])*n:][:n]
			for _, rows := range t.partners[rest[1]] {
				line[rows]++
			}
		}
	}
	s := t.emptyStackTable()
	// The second and third box can be exchanged, so half of the entries suffice.
	for second := range n {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		line := s.line(uint16(second))
		for _, columns := range t.partners[second] {
			for third, count := range half[int(columns)*n:][:second+1] {
				line[third] += count
			}
		}
		for third, count := range line[:second+1] {
			s.entries[third*s.width+second] = count
			if count != 0 {
				s.live[second], s.live[third] = true, true
			}
		}
	}
	return s, nil
}

func (t *tables) emptyStackTable() *stackTable {
	n := len(t.partitions)
	return &stackTable{make([]uint16, n*(n+1)), n + 1, make([]bool, n)}
}

// stackTables computes stack tables when first needed, and keeps them. Several goroutines may use it.
type stackTables struct {
	tables *tables
	turns  []sync.Mutex // by the rows of the first box
	kept   []*stackTable
}

func newStackTables(t *tables) *stackTables {
	n := len(t.partitions)
	return &stackTables{t, make([]sync.Mutex, n), make([]*stackTable, n)}
}

// of returns the tables of the three stacks for the row sets of their first boxes.
func (s *stackTables) of(ctx context.Context, first band) (tables [side]*stackTable, err error) {
	for stack, rows := range first {
		if tables[stack], err = s.table(ctx, rows); err != nil {
			return tables, err
		}
	}
	return tables, nil
}

// table returns the table for the row sets of a first box.
func (s *stackTables) table(ctx context.Context, rows uint16) (t *stackTable, err error) {
	s.turns[rows].Lock()
	defer s.turns[rows].Unlock()
	if s.kept[rows] == nil {
		s.kept[rows], err = s.tables.newStackTable(ctx, s.tables.partners[rows])
	}
	return s.kept[rows], err
}
