package grids

import "sync"

// stackTable says, for the row sets of the first mini-grid of a stack, how many column sets (C₁, C₂, C₃) of the stack
// there are for each pair of row sets of the second and third, up to the mirror image that exchanges the outer columns.
// Entry rows₂·n + rows₃, where n is the number of partitions. An entry is at most 108·56 = 6048, which is the number of
// columns of the first mini-grid times the number of ways to complete them; see [tables.partners] and [tables.rest].
type stackTable []uint16

// newStackTable computes the table for given columns of the first mini-grid; for a stack of which nothing else is known
// these are the partners of its rows. Time is the size of the table times the number of partners of a partition.
func (t *tables) newStackTable(firstColumns []uint16) stackTable {
	n := len(t.partitions)
	// For columns₂ and rows₃, the number of columns₁ and columns₃.
	half := make([]uint16, n*n)
	for _, first := range firstColumns {
		for _, rest := range t.rest[first] {
			row := half[int(rest[0])*n:][:n]
			for _, rows := range t.partners[rest[1]] {
				row[rows]++
			}
		}
	}
	table := make(stackTable, n*n)
	for rows := range t.partitions {
		sum := table[rows*n:][:n]
		for _, columns := range t.partners[rows] {
			for i, count := range half[int(columns)*n:][:n] {
				sum[i] += count
			}
		}
	}
	return table
}

// stackTables computes stack tables when they are first asked for, and keeps them. It may be used by several goroutines.
type stackTables struct {
	tables *tables
	once   []sync.Once // by the rows of the first mini-grid
	kept   []stackTable
}

func newStackTables(t *tables) *stackTables {
	n := len(t.partitions)
	return &stackTables{t, make([]sync.Once, n), make([]stackTable, n)}
}

func (s *stackTables) of(rows uint16) stackTable {
	s.once[rows].Do(func() { s.kept[rows] = s.tables.newStackTable(s.tables.partners[rows]) })
	return s.kept[rows]
}
