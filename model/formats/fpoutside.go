package formats

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/pattern"
	"qmsat/model"
	"qmsat/model/variant"
)

// place reads the cell of an outside clue: its row or column, and whether it is at the end.
func (r *fpReader) place(name string) (row, column int, end, ok bool) {
	match := outsideCell().FindStringSubmatch(strings.ToUpper(strings.TrimSpace(name)))
	if match == nil {
		return 0, 0, false, false
	}
	row, _ = strconv.Atoi(match[1])
	column, _ = strconv.Atoi(match[2])
	beside := func(x int) bool { return x == 0 || x == r.size+1 }
	ok = max(row, column) <= r.size+1 && (beside(row) || beside(column))
	return row, column, row > r.size || column > r.size, ok
}

func fpReadOutside(r *fpReader, k fpKind, entries []fpEntry) (list []variant.Clue) {
	for _, e := range entries {
		row, column, end, ok := r.place(e.Cell)
		if !ok || (row < 1 || row > r.size) && (column < 1 || column > r.size) {
			r.failf("%s: found the cell %q, expected one beside a row or column, such as R0C1", k.key, e.Cell)
			return nil
		}
		if _, given := r.required(k, e.Value, e.Cell); !given {
			continue
		}
		n, f := k.clue()
		if 1 <= row && row <= r.size {
			f["row"].SetInt(int64(row))
		} else {
			f["column"].SetInt(int64(column))
		}
		if field, there := f["end"]; there {
			field.SetBool(end)
		}
		if r.set(k, f, e.Value) {
			list = append(list, n)
		}
	}
	return list
}

func fpWriteOutside(w *fpWriter, k fpKind, f clueFields) ([]fpEntry, bool) {
	row, _ := f.number("row")
	column, _ := f.number("column")
	if end := taken[bool](f, "end"); end && row > 0 {
		column = w.size + 1
	} else if end {
		row = w.size + 1
	}
	value, _ := f.number(k.value) // 0 is a value, too
	return []fpEntry{{Cell: fpCellName(row-1, column-1), Value: fpText(strconv.Itoa(value))}}, true
}

func fpCellName(row, column int) string { return strings.ToUpper(model.CellName(row, column)) }

// fpDirections are the ways of little killers: rows down and columns right.
var fpDirections = map[string][2]int{"UR": {-1, 1}, "UL": {-1, -1}, "DR": {1, 1}, "DL": {1, -1}}

// diagonal returns the cells from a place beside the grid in a direction.
func (r *fpReader) diagonal(row, column int, by [2]int) model.Cells {
	return r.Model.Grid.Ray(row+by[0]-1, column+by[1]-1, by)
}

func fpReadDiagonal(r *fpReader, k fpKind, entries []fpEntry) (list []variant.Clue) {
	for _, e := range entries {
		row, column, _, ok := r.place(e.Cell)
		by, known := fpDirections[e.Direction]
		var cells model.Cells
		if ok && known {
			cells = r.diagonal(row, column, by)
		}
		if len(cells) == 0 {
			r.failf("%s: found %q in direction %q, expected a cell beside the grid and UR, UL, DR or DL into it", k.key, e.Cell, e.Direction)
			return nil
		}
		if len(e.Cells) > 0 && cellsKey(r.cells(e.Cells)) != cellsKey(cells) {
			r.warn("found other cells of %s than those from %s in direction %s; the latter are read", k.key, e.Cell, e.Direction)
		}
		if _, given := r.required(k, e.Value, e.Cell); given {
			list = append(list, r.read(k, "line", cells, e.Value)...)
		}
	}
	return list
}

func fpWriteDiagonal(w *fpWriter, k fpKind, f clueFields) ([]fpEntry, bool) {
	cells := f.cells("line")
	value, _ := f.number(k.value)
	row, column, _ := w.grid.Coordinates(cells[0])
	for _, direction := range slices.Sorted(maps.Keys(fpDirections)) {
		by := fpDirections[direction]
		from := [2]int{row + 1 - by[0], column + 1 - by[1]}
		r := &fpReader{Puzzle: w.Puzzle, size: w.size}
		if _, _, _, outside := r.place(fpCellName(from[0]-1, from[1]-1)); outside && slices.Equal(r.diagonal(from[0], from[1], by), cells) {
			e := fpEntry{Cell: fpCellName(from[0]-1, from[1]-1), Direction: direction, Value: fpText(strconv.Itoa(value)), Cells: w.names(cells)}
			return []fpEntry{e}, true
		}
	}
	return nil, false
}

// outsideCell matches a cell beside the grid, too.
var outsideCell = pattern.New(`^R(\d{1,3})C(\d{1,3})$`)
