package logic

import (
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
)

// valueNames writes the numbers of values.
func (b *Board) valueNames(values []int, separator string) string {
	return strings.Join(lists.Map(values, func(value int) string { return strconv.Itoa(b.Number(value)) }), separator)
}

// houseNames writes houses, grouped by kind: r12, c3.
func (b *Board) houseNames(houses []int) string {
	text, last := "", ""
	for _, h := range houses {
		name := b.Houses[h].Name
		switch prefix := name[:1]; {
		case last == "":
			text = name
		case b.Houses[h].Kind != Other && prefix == last && b.short():
			text += name[1:]
		default:
			text += "," + name
		}
		last = name[:1]
	}
	return text
}

// CellNames writes cells as in HoDoKu: grouped by row, or by column if a cell is alone in its row: "r7c589,r89c2". If a number
// has two digits, or there is no grid, it writes each name.
func (b *Board) CellNames(cells []model.Var) string {
	left := slices.Sorted(slices.Values(cells))
	if !b.short() || slices.ContainsFunc(left, func(v model.Var) bool { return int(v) >= b.Model.Grid.Cells() }) {
		return strings.Join(lists.Map(left, b.Model.NameOf), ",")
	}
	row := func(v model.Var) int { return int(v) / b.Model.Grid.Columns }
	column := func(v model.Var) int { return int(v) % b.Model.Grid.Columns }
	var parts []string
	for len(left) > 0 {
		first := left[0]
		rows, columns := strconv.Itoa(row(first)+1), strconv.Itoa(column(first)+1)
		var inRow, inColumn []model.Var
		for _, v := range left {
			if row(v) == row(first) {
				inRow = append(inRow, v)
			}
			if column(v) == column(first) {
				inColumn = append(inColumn, v)
			}
		}
		taken := inRow
		if len(inRow) == 1 {
			taken = inColumn
		}
		for _, v := range taken[1:] {
			if row(v) == row(first) {
				columns += strconv.Itoa(column(v) + 1)
			} else {
				rows += strconv.Itoa(row(v) + 1)
			}
		}
		parts = append(parts, "r"+rows+"c"+columns)
		left = slices.DeleteFunc(left, func(v model.Var) bool { return slices.Contains(taken, v) })
	}
	return strings.Join(parts, ",")
}

// short reports whether the numbers of rows and columns have one digit.
func (b *Board) short() bool {
	return b.Model.Grid != nil && b.Model.Grid.Rows <= 9 && b.Model.Grid.Columns <= 9
}
