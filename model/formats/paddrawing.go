package formats

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/variant"
)

// padWriter writes a puzzle as a drawing of SudokuPad. Lengths are in cells, thicknesses in points of 1/64 cell.
type padWriter struct {
	*parts
	board map[string]any
}

// put adds items to a list of the board.
func (w *padWriter) put(key string, items ...any) {
	list, _ := w.board[key].([]any)
	w.board[key] = append(list, items...)
}

// about returns title, author, rules and solution.
func (w *padWriter) about() map[string]any {
	about := map[string]any{"title": w.Model.Name, "author": w.sheet.Author, "rules": w.rules()}
	if solution := w.sheet.Solution; solution != nil && w.size <= len(padDigits) {
		about["solution"] = string(lists.Map(solution, func(value int) byte { return ("?" + padDigits)[value] }))
	} else if solution != nil {
		w.lose("the stored solution")
	}
	return about
}

// rules returns the puzzle's rules. If it has none, they are the summaries of the clues' kinds.
func (w *parts) rules() string {
	if w.sheet.Rules != "" {
		return w.sheet.Rules
	}
	lines := []string{"Normal sudoku rules apply."}
	for _, kind := range variant.Kinds() {
		if slices.ContainsFunc(w.clues, func(n variant.Clue) bool { return variant.KindOf(n) == kind.Name }) {
			lines = append(lines, fmt.Sprintf("%s: %s.", kind.Name, kind.Summary))
		}
	}
	return strings.Join(lines, "\n")
}

// cells writes the cells and regions.
func (w *padWriter) cells() {
	cells := make([]map[string]any, w.grid.Cells())
	for i := range cells {
		cell, mark := map[string]any{}, w.sheet.Marks[model.Var(i)]
		if value, given := w.givens[model.Var(i)]; given {
			cell["value"] = value
		} else if mark.Value != nil {
			cell["value"], cell["given"] = *mark.Value, false
		}
		if mark.Centre != nil {
			cell["centremarks"] = mark.Centre
		}
		if mark.Corner != nil {
			cell["pencilMarks"] = mark.Corner
		}
		if len(mark.Colours) > 1 {
			w.lose("%d of the colours of %s", len(mark.Colours)-1, w.Model.NameOf(model.Var(i)))
		}
		for _, colour := range mark.Colours[:min(1, len(mark.Colours))] {
			w.shape("underlays", w.middle(model.Var(i)), 1, false, colour, colour)
		}
		cells[i] = cell
	}
	w.board["cells"] = slices.Collect(slices.Chunk(cells, w.size))
	w.board["regions"] = lists.Map(w.grid.RegionHouses(), func(house model.House) []padPoint { return w.corners(house.Cells) })
}

// corners returns the rows and columns of cells, and points their middles.
func (w *padWriter) corners(cells []model.Var) []padPoint {
	return lists.Map(cells, func(v model.Var) padPoint {
		row, column, _ := w.grid.Coordinates(v)
		return padPoint{float64(row), float64(column)}
	})
}

func (w *padWriter) points(cells []model.Var) []padPoint {
	return lists.Map(w.corners(cells), func(at padPoint) padPoint { return padPoint{at[0] + 0.5, at[1] + 0.5} })
}

// middle returns the middle of cells: of a cell, of a side between two, or of a corner of four.
func (w *padWriter) middle(cells ...model.Var) (middle padPoint) {
	for _, at := range w.points(cells) {
		middle[0] += at[0] / float64(len(cells))
		middle[1] += at[1] / float64(len(cells))
	}
	return middle
}

func (w *padWriter) line(points []padPoint, colour string, thickness float64) {
	w.put("lines", map[string]any{"wayPoints": points, "color": colour, "thickness": thickness})
}

// arrow draws an arrow through points.
func (w *padWriter) arrow(points []padPoint, colour string, thickness float64) {
	w.put("arrows", map[string]any{"wayPoints": points, "color": colour, "thickness": thickness, "headLength": 0.3})
}

// shape draws a circle or a square: an underlay is below the lines of the grid.
func (w *padWriter) shape(layer string, at padPoint, size float64, round bool, border, fill string) {
	w.put(layer, map[string]any{"center": at, "width": size, "height": size, "rounded": round, "borderColor": border, "backgroundColor": fill})
}

func (w *padWriter) text(at padPoint, text string, size float64) {
	w.put("overlays", map[string]any{"center": at, "width": 0.25, "height": 0.25, "text": text, "fontSize": size})
}

// dot draws a circle with a text on a side or corner of cells.
func (w *padWriter) dot(cells model.Cells, size float64, fill, colour, text string, fontSize float64) {
	w.put("overlays", map[string]any{
		"center": w.middle(cells...), "width": size, "height": size, "rounded": true, "borderColor": "#000000",
		"backgroundColor": fill, "color": colour, "text": text, "fontSize": fontSize,
	})
}

func (w *padWriter) cage(cells model.Cells, sum *int, unique bool) {
	cage := map[string]any{"cells": w.corners(cells), "unique": unique}
	if sum != nil {
		cage["value"], cage["sum"] = fmt.Sprint(*sum), *sum
	}
	w.put("cages", cage)
}

// padStroke is the line that stands for a kind of clue, with what is at its ends.
type padStroke struct {
	colour    string
	thickness float64
	ends      string // "", "bulb", "circles"
}

// padStrokes are the lines by kind.
var padStrokes = map[string]padStroke{
	"thermometer": {"#CFCFCF", 21, "bulb"}, "slowthermometer": {"#6495ED", 21, "bulb"}, "palindrome": {"#CFCFCF", 16, ""}, "renban": {"#F067F0", 16, ""},
	"whispers": {"#67F067", 16, ""}, "nabner": {"#C9C883", 16, ""}, "region-sum": {"#2ECBFF", 16, ""}, "entropic": {"#FFCCAA", 16, ""},
	"modular": {"#33BBBB", 16, ""}, "zipper": {"#CDB1FF", 16, ""}, "between": {"#CFCFCF", 4, "circles"},
	"lockout": {"#9FB3D9", 4, "circles"}, "double-arrow": {"#A1A1A1", 5, "circles"}, "sum-line": {"#E08FB0", 16, ""},
	"lunchbox": {"#E0B07A", 24, ""}, "value-indexing": {"#8FC6A1", 16, "bulb"}, "relation": {"#B0B0B0", 8, ""},
}

// padShade is what marks cells: their colour, and the shape if they are not filled.
type padShade struct {
	colour string
	size   float64
	round  bool
}

// padShades are the marks of cells by kind.
var padShades = map[string]padShade{
	"odd": {"#CFCFCF", 0.7, true}, "even": {"#CFCFCF", 0.7, false}, "minimum": {"#E6E6E6", 1, false}, "maximum": {"#CCCCCC", 1, false},
	"extra-region": {"#D5D5D5", 1, false}, "clone": {"#CFCFCF", 1, false}, "row-indexer": {"#F5C6C6", 1, false},
	"column-indexer": {"#C9D2F7", 1, false}, "box-indexer": {"#C9EBC9", 1, false}, "counting-circles": {"#CFCFCF", 0.8, true},
}

// clue writes a clue that the reader understands: a cage or a rule of the whole grid. It draws and loses others.
func (w *padWriter) clue(n variant.Clue) {
	kind, f := variant.KindOf(n), clueFields(variant.Fields(n))
	global := slices.IndexFunc(padGlobals, func(g [2]string) bool { return g[1] == kind })
	isSet := func(f variant.Field) bool { return f.Key != "name" && !f.Value.IsZero() }
	switch n := n.(type) {
	case *variant.Killer:
		w.cage(n.Cells, n.Sum, true)
		return
	case *variant.Sum:
		w.cage(n.Cells, &n.Sum, false)
		return
	}
	if global >= 0 && !slices.ContainsFunc(variant.FieldsOf(n), isSet) {
		w.put("global", padGlobals[global][0])
		return
	}
	if w.lose("%s", w.describe(n)); global >= 0 {
		return
	}
	if stroke, is := padStrokes[kind]; is {
		w.stroke(f.cells("line"), stroke)
	} else if shade, is := padShades[kind]; is {
		for _, v := range append(f.cells("cells"), f.cells("copy")...) {
			w.shape("underlays", w.middle(v), shade.size, shade.round, shade.colour, shade.colour)
		}
	} else if !w.mark(kind, f) {
		w.outside(n, f)
	}
}

// mark draws an arrow, a mark between cells or a diagonal. It returns false for other kinds.
func (w *padWriter) mark(kind string, f clueFields) bool {
	switch kind {
	case "arrow":
		w.arrows(f.cells("bulb"), taken[[]model.Cells](f, "shafts"))
	case "quadruple":
		w.dot(f.cells("cells"), 0.7, "#FFFFFF", "#000000", joined(taken[[]int](f, "values"), ", "), 14)
	case "white-dot":
		w.dot(f.cells("cells"), 0.3, "#FFFFFF", "#000000", f.written("difference"), 14)
	case "black-dot":
		w.dot(f.cells("cells"), 0.3, "#000000", "#FFFFFF", f.written("ratio"), 14)
	case "x", "v":
		w.text(w.middle(f.cells("cells")...), strings.ToUpper(kind), 21)
	case "pair-sum":
		w.text(w.middle(f.cells("cells")...), f.written("sum"), 18)
	case "greater-than":
		w.greater(f.cells("cells"))
	case "positive-diagonal":
		w.line([]padPoint{{0, float64(w.size)}, {float64(w.size), 0}}, "#34BBE6", 2)
	case "negative-diagonal":
		w.line([]padPoint{{0, 0}, {float64(w.size), float64(w.size)}}, "#34BBE6", 2)
	default:
		return false
	}
	return true
}

// written takes a number as text. It is "" for an optional number that is not set.
func (f clueFields) written(key string) string {
	if f[key].Kind() == reflect.Int {
		return fmt.Sprint(taken[int](f, key))
	}
	if number := taken[*int](f, key); number != nil {
		return fmt.Sprint(*number)
	}
	return ""
}

func (w *padWriter) stroke(line model.Cells, s padStroke) {
	points := w.points(line)
	w.line(points, s.colour, s.thickness)
	switch s.ends {
	case "bulb":
		w.shape("underlays", points[0], 0.85, true, s.colour, s.colour)
	case "circles":
		w.shape("overlays", points[0], 0.8, true, s.colour, "#FFFFFF")
		w.shape("overlays", points[len(points)-1], 0.8, true, s.colour, "#FFFFFF")
	}
}

func (w *padWriter) arrows(bulb model.Cells, shafts []model.Cells) {
	for _, shaft := range shafts {
		w.arrow(w.points(append(model.Cells{w.nearest(bulb, shaft[0])}, shaft...)), "#A1A1A1", 5)
	}
	if len(bulb) > 1 {
		w.line(w.points(bulb), "#A1A1A1", 44)
		w.line(w.points(bulb), "#FFFFFF", 34)
		return
	}
	w.shape("overlays", w.middle(bulb...), 0.8, true, "#A1A1A1", "#FFFFFF")
}

// greater writes the sign that opens towards the larger cell, which is the first.
func (w *padWriter) greater(two model.Cells) {
	sign := map[padPoint]string{{0, 1}: ">", {0, -1}: "<", {1, 0}: "v", {-1, 0}: "^"}
	at := w.corners(two)
	w.text(w.middle(two...), sign[padPoint{at[1][0] - at[0][0], at[1][1] - at[0][1]}], 21)
}

// outside draws a clue beside the grid.
func (w *padWriter) outside(n variant.Clue, fields clueFields) {
	f := &fpWriter{parts: w.parts, board: map[string]any{}}
	for _, k := range fpKinds {
		if k.kind != variant.KindOf(n) {
			continue
		}
		entries, _ := k.form.write(f, k, fields)
		for _, e := range entries {
			row, column, _, beside := (&fpReader{size: w.size}).place(e.Cell)
			if !beside {
				continue
			}
			at := padPoint{float64(row) - 0.5, float64(column) - 0.5}
			w.text(at, string(e.Value), 28)
			if by, is := fpDirections[e.Direction]; is {
				down, right := float64(by[0]), float64(by[1])
				w.arrow([]padPoint{{at[0] + 0.3*down, at[1] + 0.3*right}, {at[0] + 0.5*down, at[1] + 0.5*right}}, "#000000", 2)
			}
		}
	}
}
