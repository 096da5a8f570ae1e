package formats

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/variant"
)

// fpEntry is an item of a key of f-puzzles, whatever its form.
type fpEntry struct {
	Lines     [][]string `json:"lines,omitempty"`
	Cells     []string   `json:"cells,omitempty"`
	Clone     []string   `json:"cloneCells,omitempty"`
	Cell      string     `json:"cell,omitempty"`
	Direction string     `json:"direction,omitempty"`
	Value     fpText     `json:"value,omitempty"`
	Values    []fpText   `json:"values,omitempty"`
}

// MarshalJSON writes the value as a text, as f-puzzles does.
func (e fpEntry) MarshalJSON() ([]byte, error) {
	type plain fpEntry
	return json.Marshal(struct {
		plain
		Value string `json:"value,omitempty"`
	}{plain(e), string(e.Value)})
}

// fpKind is a key of f-puzzles and the kind of clue that it means. Several kinds may share a key.
type fpKind struct {
	key, kind string
	value     string // the field of a clue with the item's value, or a flag that the key sets; ""
	form      fpForm
}

// fpForm is how the items of a key hold a clue: in which keys of theirs, besides those of the clue's fields. read is nil if another kind
// of the same key reads them; write may refuse.
type fpForm struct {
	keys  string
	read  func(r *fpReader, k fpKind, entries []fpEntry) []variant.Clue
	write func(w *fpWriter, k fpKind, f clueFields) (entries []fpEntry, ok bool)
}

var (
	fpLine    = fpForm{"lines", fpReadLines, fpWriteLine}
	fpCage    = fpForm{"cells", fpReadCells, fpWriteCells}
	fpEach    = fpForm{"cell", fpReadEach, fpWriteEach}
	fpSingle  = fpForm{"cells", fpReadEach, fpWriteEach}
	fpOutside = fpForm{"cell", fpReadOutside, fpWriteOutside}
	fpFlag    = fpForm{"", fpReadFlag, fpWriteFlag}
)

// fpLook are keys of items without a meaning: how they look, and which tool made them.
var fpLook = []string{
	"outlineC", "fontC", "baseC", "color", "width", "height", "size", "angle", "fromConstraint", "fromRangskSolver",
	"isNewConstraint",
}

// keys returns the keys that items of a kind may have.
func (k fpKind) keys() []string {
	keys := append(strings.Fields(k.form.keys), fpLook...)
	_, f := k.clue()
	if field, there := f[k.value]; there && field.Kind() != reflect.Bool {
		keys = append(keys, "value")
	}
	for field, key := range map[string]string{"copy": "cloneCells", "values": "values"} {
		if _, there := f[field]; there {
			keys = append(keys, key)
		}
	}
	return keys
}

// fpKinds are the keys that mean clues.
var fpKinds = []fpKind{
	{"thermometer", "thermometer", "", fpLine}, {"slowthermometer", "thermometer", "slow", fpLine},
	{"palindrome", "palindrome", "", fpLine}, {"renban", "renban", "", fpLine}, {"nabner", "nabner", "", fpLine},
	{"whispers", "whispers", "difference", fpLine}, {"regionsumline", "region-sum", "", fpLine}, {"betweenline", "between", "", fpLine},
	{"entropicline", "entropic", "", fpLine}, {"modularline", "modular", "modulus", fpLine},
	{"doublearrow", "double-arrow", "", fpLine}, {"zipperline", "zipper", "", fpLine},
	{"arrow", "arrow", "", fpForm{"lines cells", fpReadArrow, fpWriteArrow}},
	{"killercage", "killer", "sum", fpCage}, {"extraregion", "extra-region", "", fpCage},
	{"clone", "clone", "", fpCage}, {"quadruple", "quadruple", "", fpCage},
	{"difference", "white-dot", "difference", fpCage}, {"ratio", "black-dot", "ratio", fpCage},
	{"xv", "x", "", fpForm{"cells value", fpReadXV, fpWriteXV}}, {"xv", "v", "", fpForm{"", nil, fpWriteXV}}, {"xv", "pair-sum", "sum", fpForm{"", nil, fpWriteXV}},
	{"odd", "odd", "", fpEach}, {"even", "even", "", fpEach}, {"minimum", "minimum", "", fpEach}, {"maximum", "maximum", "", fpEach},
	{"rowindexer", "row-indexer", "", fpSingle}, {"columnindexer", "column-indexer", "", fpSingle}, {"boxindexer", "box-indexer", "", fpSingle},
	{"sandwichsum", "sandwich", "sum", fpOutside}, {"xsum", "x-sum", "sum", fpOutside}, {"skyscraper", "skyscraper", "count", fpOutside},
	{"littlekillersum", "little-killer", "sum", fpForm{"cell cells direction", fpReadDiagonal, fpWriteDiagonal}},
	{"diagonal+", "positive-diagonal", "", fpFlag}, {"diagonal-", "negative-diagonal", "", fpFlag},
	{"antiknight", "anti-knight", "", fpFlag}, {"antiking", "anti-king", "", fpFlag}, {"disjointgroups", "disjoint-groups", "", fpFlag},
}

// clue returns a new clue of a kind, with its fields.
func (k fpKind) clue() (variant.Clue, clueFields) {
	n := variant.KindNamed(k.kind).New()
	return n, variant.Fields(n)
}

// clueFields are the fields of a clue by name. A writer takes out what it writes.
type clueFields map[string]reflect.Value

func (f clueFields) cells(key string) (cells model.Cells) { return taken[model.Cells](f, key) }

func taken[T any](f clueFields, key string) (value T) {
	if v, there := f[key]; there {
		value = v.Interface().(T)
		delete(f, key)
	}
	return value
}

// number takes a number; ok is false if the field is missing or not set.
func (f clueFields) number(key string) (number int, ok bool) {
	switch v := f[key]; {
	case !v.IsValid() || v.IsZero():
		return 0, false
	case v.Kind() == reflect.Pointer:
		number = int(v.Elem().Int())
	default:
		number = int(v.Int())
	}
	delete(f, key)
	return number, true
}

// number reads an item's value. ok is false for an empty value.
func (r *fpReader) number(k fpKind, value fpText) (number int, ok bool) {
	text := strings.TrimSpace(string(value))
	number, err := strconv.Atoi(text)
	if err != nil && text != "" {
		r.warn("found the value %q of %s, expected a whole number; ignored", input.Clip(text), k.key)
	}
	return number, err == nil
}

// required reads the value of a clue that says nothing without it.
func (r *fpReader) required(k fpKind, value fpText, cell string) (number int, ok bool) {
	if strings.TrimSpace(string(value)) == "" {
		r.warn("found no value of %s at %s, ignored", k.key, input.Clip(cell))
		return 0, false
	}
	return r.number(k, value)
}

// set sets the flag of a key, or the number of an item if it has one. It returns false if the clue would then have its usual number,
// although the item has another value.
func (r *fpReader) set(k fpKind, f clueFields, value fpText) bool {
	field := f[k.value]
	if k.value == "" {
		return true
	}
	if field.Kind() == reflect.Bool {
		field.SetBool(true)
		return true
	}
	number, ok := r.number(k, value)
	switch {
	case k.kind == "killer": // a cage without a sum is a clue as well
		if ok {
			field.Set(reflect.ValueOf(r.cageSum(number)))
		}
	case !ok:
		return strings.TrimSpace(string(value)) == ""
	case number == 0 && k.form.keys != "cell": // beside the grid 0 is a number as others
		r.warn("found the value 0 of %s, expected another number; ignored", k.key)
		return false
	case field.Kind() == reflect.Pointer:
		field.Set(reflect.ValueOf(&number))
	default:
		field.SetInt(int64(number))
	}
	return true
}

// text takes an item's value.
func (k fpKind) text(f clueFields) fpText {
	if number, ok := f.number(k.value); ok {
		return fpText(strconv.Itoa(number))
	}
	return ""
}

// read reads an item as a clue with cells in a field. It returns nothing, with a warning, for an item that is no clue.
func (r *fpReader) read(k fpKind, field string, cells model.Cells, value fpText) []variant.Clue {
	n, f := k.clue()
	f[field].Set(reflect.ValueOf(cells))
	if len(cells) == 0 {
		r.warn("found %s without cells, ignored", k.key)
		return nil
	}
	if !r.set(k, f, value) {
		return nil
	}
	return []variant.Clue{n}
}

func fpReadLines(r *fpReader, k fpKind, entries []fpEntry) (list []variant.Clue) {
	for _, e := range entries {
		for _, line := range slices.Concat(e.Lines, make([][]string, 1-min(1, len(e.Lines)))) {
			list = append(list, r.read(k, "line", r.cells(line), e.Value)...)
		}
	}
	return list
}

func fpWriteLine(w *fpWriter, k fpKind, f clueFields) ([]fpEntry, bool) {
	if flag, there := f[k.value]; there && flag.Kind() == reflect.Bool && !taken[bool](f, k.value) {
		return nil, false
	}
	return []fpEntry{{Lines: [][]string{w.names(f.cells("line"))}, Value: k.text(f)}}, true
}

func fpReadCells(r *fpReader, k fpKind, entries []fpEntry) (list []variant.Clue) {
	for _, e := range entries {
		for _, n := range r.read(k, "cells", r.cells(e.Cells), e.Value) {
			f := variant.Fields(n)
			if copied, there := f["copy"]; there {
				copied.Set(reflect.ValueOf(r.cells(e.Clone)))
			}
			if values, there := f["values"]; there {
				numbers := r.numbers(k.key, e.Values)
				if values.Set(reflect.ValueOf(numbers)); len(numbers) == 0 {
					r.warn("found %s without values, ignored", k.key)
					continue
				}
			}
			list = append(list, n)
		}
	}
	return list
}

// fpWriteCells writes the cells of quadruples by rows, as f-puzzles does: readers put the circle at the corner of the last one.
func fpWriteCells(w *fpWriter, k fpKind, f clueFields) ([]fpEntry, bool) {
	cells := f.cells("cells")
	if k.kind == "quadruple" {
		cells = slices.Sorted(slices.Values(cells))
	}
	e := fpEntry{Cells: w.names(cells), Clone: w.names(f.cells("copy"))}
	e.Values = fpTexts(taken[[]int](f, "values"))
	e.Value = k.text(f)
	return []fpEntry{e}, true
}

func fpReadEach(r *fpReader, k fpKind, entries []fpEntry) []variant.Clue {
	var names []string
	for _, e := range entries {
		if k.form.keys == "cells" {
			names = append(names, e.Cells...)
		} else {
			names = append(names, e.Cell)
		}
	}
	cells := lists.Distinct(r.cells(names))
	if len(cells) == 0 {
		return nil
	}
	return r.read(k, "cells", cells, "")
}

// fpWriteEach refuses extreme cells beside those of another clue: f-puzzles has one clue for all, and its cells are not compared.
func fpWriteEach(w *fpWriter, k fpKind, f clueFields) ([]fpEntry, bool) {
	cells := f["cells"].Interface().(model.Cells)
	before := (&fpReader{Puzzle: w.Puzzle, size: w.size}).cells(lists.Map(w.entries[k.key], func(e fpEntry) string { return e.Cell }))
	beside := func(v model.Var) bool {
		return slices.ContainsFunc(before, func(b model.Var) bool { return !slices.Contains(cells, b) && w.grid.Distance(v, b) == 1 })
	}
	if strings.HasSuffix(k.kind, "imum") && slices.ContainsFunc(cells, beside) {
		return nil, false
	}
	return lists.Map(w.names(f.cells("cells")), func(name string) fpEntry {
		if k.form.keys == "cells" {
			return fpEntry{Cells: []string{name}}
		}
		return fpEntry{Cell: name}
	}), true
}

func fpReadFlag(_ *fpReader, k fpKind, _ []fpEntry) []variant.Clue {
	n, _ := k.clue()
	return []variant.Clue{n}
}

func fpWriteFlag(w *fpWriter, k fpKind, _ clueFields) ([]fpEntry, bool) {
	w.board[k.key] = true
	return nil, true
}

func fpReadArrow(r *fpReader, k fpKind, entries []fpEntry) (list []variant.Clue) {
	for _, e := range entries {
		bulb := r.cells(e.Cells)
		shafts := lists.Map(e.Lines, func(line []string) model.Cells { // most start in the bulb
			shaft := r.cells(line)
			if len(shaft) > 0 && slices.Contains(bulb, shaft[0]) {
				return shaft[1:]
			}
			return shaft
		})
		if shafts = lists.Filter(shafts, func(shaft model.Cells) bool { return len(shaft) > 0 }); len(shafts) == 0 {
			r.warn("found an arrow on %s without a shaft, ignored", r.ends(bulb))
			continue
		}
		for _, n := range r.read(k, "bulb", bulb, "") {
			variant.Fields(n)["shafts"].Set(reflect.ValueOf(shafts))
			list = append(list, n)
		}
	}
	return list
}

// fpWriteArrow begins each shaft at the bulb's nearest cell.
func fpWriteArrow(w *fpWriter, _ fpKind, f clueFields) ([]fpEntry, bool) {
	bulb := f.cells("bulb")
	lines := lists.Map(taken[[]model.Cells](f, "shafts"), func(shaft model.Cells) []string {
		return w.names(append(model.Cells{w.nearest(bulb, shaft[0])}, shaft...))
	})
	return []fpEntry{{Cells: w.names(bulb), Lines: lines}}, true
}

func fpReadXV(r *fpReader, k fpKind, entries []fpEntry) (list []variant.Clue) {
	for _, e := range entries {
		kind := fpKind{key: k.key, kind: strings.ToLower(strings.TrimSpace(string(e.Value)))}
		switch kind.kind {
		case "x", "v":
		default:
			if _, is := r.required(k, e.Value, strings.Join(e.Cells, ", ")); !is {
				continue
			}
			kind.kind, kind.value = "pair-sum", "sum"
		}
		list = append(list, fpReadCells(r, kind, []fpEntry{e})...)
	}
	return list
}

func fpWriteXV(w *fpWriter, k fpKind, f clueFields) ([]fpEntry, bool) {
	letter, known := map[string]fpText{"x": "X", "v": "V", "pair-sum10": "X", "pair-sum5": "V"}[k.kind+string(k.text(f))]
	return []fpEntry{{Cells: w.names(f.cells("cells")), Value: letter}}, known
}

// fpWriter writes clues for f-puzzles.
type fpWriter struct {
	*parts
	board    map[string]any
	entries  map[string][]fpEntry // by key
	negative []string
}

func (w *fpWriter) names(cells model.Cells) []string {
	return lists.Map(cells, func(v model.Var) string { return strings.ToUpper(w.Model.NameOf(v)) })
}

// nearest returns the cell that is nearest to another.
func (p *parts) nearest(cells model.Cells, to model.Var) model.Var {
	return slices.MinFunc(cells, func(a, b model.Var) int { return p.grid.Distance(a, to) - p.grid.Distance(b, to) })
}

// clue writes a clue. It returns false if f-puzzles has none such.
func (w *fpWriter) clue(n variant.Clue) bool {
	for _, k := range fpKinds {
		if k.kind != variant.KindOf(n) {
			continue
		}
		fields := clueFields(variant.Fields(n))
		delete(fields, "name")
		entries, ok := k.form.write(w, k, fields)
		for _, field := range fields {
			ok = ok && field.IsZero()
		}
		if ok {
			w.entries[k.key] = append(w.entries[k.key], entries...)
			w.draw(k, entries)
			return true
		}
	}
	return w.negated(n)
}

// fpTools names the later tools of f-puzzles by key. Its links have their drawings beside them, with that name.
var fpTools = map[string]string{
	"renban": "Renban", "whispers": "German Whispers", "entropicline": "Entropic Line", "modularline": "Modular Line", "nabner": "Nabner",
	"regionsumline": "Region Sum Line", "doublearrow": "Double Arrow", "zipperline": "Zipper Line", "slowthermometer": "Slow Thermometer",
	"rowindexer": "Row Indexer", "columnindexer": "Column Indexer", "boxindexer": "Box Indexer", "xsum": "X Sum", "skyscraper": "Skyscraper",
}

// draw adds the drawings of a later tool's items, for programs that draw nothing else of them, such as SudokuPad.
func (w *fpWriter) draw(k fpKind, entries []fpEntry) {
	name, later := fpTools[k.key]
	put := func(key string, look map[string]any) {
		list, _ := w.board[key].([]any)
		look["fromConstraint"] = name
		w.board[key] = append(list, look)
	}
	stroke := cmp.Or(padStrokes[k.key], padStrokes[k.kind])
	ends := map[string][]string{"bulb": {stroke.colour}, "circles": {"#FFFFFF", "#FFFFFF"}}[stroke.ends]
	for _, e := range entries {
		switch {
		case !later:
		case e.Lines != nil:
			line := e.Lines[0]
			put("line", map[string]any{"lines": e.Lines, "outlineC": stroke.colour, "width": stroke.thickness / 32}) // a width of 1 is half a cell
			for i, fill := range ends {
				cell := []string{line[0], line[len(line)-1]}[i]
				put("circle", map[string]any{"cells": []string{cell}, "baseC": fill, "outlineC": stroke.colour, "width": 0.8, "height": 0.8})
			}
		case e.Cell != "":
			put("text", map[string]any{"cells": []string{e.Cell}, "value": string(e.Value), "fontC": "#000000", "size": 0.7})
		default:
			put("cage", map[string]any{"cells": e.Cells, "outlineC": padShades[k.kind].colour})
		}
	}
}

// withoutTools drops the drawings of later tools that have items of their own among the keys of a link. It returns nil if nothing else
// is in the list.
func withoutTools(list json.RawMessage, keys map[string]json.RawMessage) json.RawMessage {
	var items, kept []json.RawMessage
	if json.Unmarshal(list, &items) != nil {
		return list
	}
	of := map[string]string{"Whispers": "whispers", "Dutch Whispers": "whispers"}
	for key, name := range fpTools {
		of[name] = key
	}
	for _, item := range items {
		var look struct {
			From any `json:"fromConstraint"`
		}
		json.Unmarshal(item, &look) // what is no such item stays
		from, _ := look.From.(string)
		var own []any
		if json.Unmarshal(keys[of[from]], &own) != nil || len(own) == 0 {
			kept = append(kept, item)
		}
	}
	if len(kept) == 0 && len(items) > 0 {
		return nil
	}
	list, _ = json.Marshal(kept)
	return list
}
