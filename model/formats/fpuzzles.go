package formats

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/internal/lzstring"
	"qmsat/internal/pattern"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/variant"
)

const (
	fpName = "fpuzzles"
	fpSite = "https://www.f-puzzles.com/?load="
)

// fpStart matches what comes before the packed puzzle: a link to f-puzzles, or one to SudokuPad that holds a puzzle of f-puzzles.
var fpStart = pattern.New(`(?i)^((https?://)?([a-z.]*\.)?f-puzzles\.com/[^#]*?[?&]load=|(` + padSite + `)?fpuz(zles)?)`)

// fpGrid matches the rows of a puzzle as JSON. The grid of a model file is a mapping.
var fpGrid = pattern.New(`"grid"\s*:\s*\[`)

func init() {
	Register(Format{
		Name: fpName, Lines: true, Summary: "f-puzzles link",
		Recognises: func(text string) bool {
			return isPacked(text) && (pattern.Matches(fpStart, text, "f-puzzles", "fpuz") || strings.HasPrefix(text, "N4Ig") ||
				strings.HasPrefix(text, "{") && fpGrid().MatchString(text))
		},
		Read: readFPuzzles, Write: writeFPuzzles,
	})
}

// fpBoard is the part of f-puzzles' JSON that is not clues.
type fpBoard struct {
	Size     int             `json:"size"`
	Title    string          `json:"title"`
	Author   string          `json:"author"`
	Ruleset  string          `json:"ruleset"`
	Grid     [][]fpCell      `json:"grid"`
	Solution json.RawMessage `json:"solution"`
	Negative []string        `json:"negative"`
	Apart    bool            `json:"nonconsecutive"`
}

type fpCell struct {
	Value   fpText          `json:"value,omitempty"`
	Given   bool            `json:"given,omitempty"`
	Region  json.RawMessage `json:"region,omitempty"` // a number, null for none; missing: the box
	Centre  []fpText        `json:"centerPencilMarks,omitempty"`
	Corner  []fpText        `json:"cornerPencilMarks,omitempty"`
	Fewer   []fpText        `json:"givenPencilMarks,omitempty"`
	Colour  fpText          `json:"c,omitempty"`
	Several []fpText        `json:"cArray,omitempty"`
}

// fpKeys are the keys of cells, and those of metadata, which mean nothing.
var fpKeys = map[string][]string{
	"grid":     strings.Fields("value given region centerPencilMarks cornerPencilMarks givenPencilMarks c cArray"),
	"metadata": append(strings.Fields("title author rules"), padKeys["metadata"]...),
}

// fpText is a text that may be written as a number.
type fpText string

// UnmarshalJSON reads a text, a number or null.
func (t *fpText) UnmarshalJSON(text []byte) error {
	if *t = fpText(text); text[0] == '"' {
		return json.Unmarshal(text, (*string)(t))
	} else if string(text) == "null" {
		*t = ""
	}
	return nil
}

// MarshalJSON writes whole numbers as numbers.
func (t fpText) MarshalJSON() ([]byte, error) {
	if number, err := strconv.Atoi(string(t)); err == nil {
		return json.Marshal(number)
	}
	return json.Marshal(string(t))
}

// fpTexts returns numbers as texts.
func fpTexts(numbers []int) []fpText {
	return lists.Map(numbers, func(number int) fpText { return fpText(strconv.Itoa(number)) })
}

// numbers reads whole numbers, some of which may be written as texts. It warns of others, which it leaves out.
func (p *Puzzle) numbers(where string, texts []fpText) (numbers []int) {
	for _, text := range texts {
		number, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err != nil {
			p.warn("found the value %q of %s, expected a whole number; ignored", input.Clip(string(text)), where)
			continue
		}
		numbers = append(numbers, number)
	}
	return numbers
}

// fpDrawn are keys of drawings, which may stand for clues. They are kept as they are.
var fpDrawn = []string{"line", "rectangle", "circle", "text", "cage"}

// fpBeside are keys without a meaning for the solutions: settings of programs. They are kept as they are.
var fpBeside = []string{
	"highlightConflicts", "disabledlogic", "truecandidatesoptions", "metadata", "successMessage", "fogofwar", "foglight",
	"triggereffect", "msgcorrect",
}

func readFPuzzles(text string) (*Puzzle, error) {
	var board fpBoard
	var raw map[string]json.RawMessage
	parse := func(text string) (int, error) {
		board, raw = fpBoard{}, nil
		at, err := parseJSON(text, &board)
		if err == nil {
			at, err = parseJSON(text, &raw)
		}
		return at, err
	}
	if err := readPacked(fpStart(), text, parse); err != nil {
		return nil, err
	}
	r := &fpReader{Puzzle: &Puzzle{}, size: len(board.Grid)}
	err := r.grid(&board)
	if err == nil {
		r.board(&board)
		err = r.clues(&board, raw)
	}
	return r.Puzzle, err
}

// fpReader reads a puzzle of f-puzzles.
type fpReader struct {
	*Puzzle
	size int
	dots bool // there are marks of differences or ratios
	faults
}

// grid makes the model's grid.
func (r *fpReader) grid(b *fpBoard) (err error) {
	n := r.size
	for i, row := range b.Grid {
		if len(row) != n || b.Size != 0 && b.Size != n {
			return fmt.Errorf("found row %d of %d cells, and size %d; expected %d rows of as many cells", i+1, len(row), b.Size, n)
		}
	}
	var regions []int
	rows, columns := model.UsualBoxes(max(n, 1))
	for i, cell := range slices.Concat(b.Grid...) {
		region := i/n/rows*(n/columns) + i%n/columns
		if text := string(cell.Region); text == "null" {
			region = -1
		} else if text != "" {
			if region, err = strconv.Atoi(strings.Trim(text, `"`)); err != nil || region < -1 {
				return fmt.Errorf("found the region %s of %s, expected a number from 0 on", text, model.CellName(i/n, i%n))
			}
		}
		regions = append(regions, region)
	}
	r.Document, err = newGrid(n, regions)
	return err
}

// board reads what is no clue.
func (r *fpReader) board(b *fpBoard) {
	sheet := &document.Sheet{Author: b.Author, Rules: b.Ruleset, Marks: map[model.Var]document.Mark{}}
	r.Model.Name, r.Sheet = b.Title, sheet
	for i, cell := range slices.Concat(b.Grid...) {
		v := model.Var(i)
		name := r.Model.NameOf(v)
		mark := document.Mark{Centre: r.numbers(name, cell.Centre), Corner: r.numbers(name, cell.Corner)}
		for _, colour := range append(cell.Several, cell.Colour) {
			if colour != "" && !slices.Contains(mark.Colours, string(colour)) {
				mark.Colours = append(mark.Colours, string(colour))
			}
		}
		if value, err := strconv.Atoi(string(cell.Value)); err == nil && 1 <= value && value <= r.size {
			if mark.Value = new(value); cell.Given {
				r.Givens, mark.Value = append(r.Givens, model.Given{Var: v, Value: value}), nil
			}
		} else if cell.Value != "" && cell.Value != "0" {
			r.failf("found the value %q of %s, expected 1 to %d", cell.Value, name, r.size)
		} else if cell.Given {
			r.warn("found a given without a value in %s, ignored", name)
		}
		if values := r.numbers(name, cell.Fewer); len(values) > 0 {
			fewer := model.Values(values...).Intersect(model.Interval(1, r.size))
			if fewer.Size() < len(lists.Distinct(values)) {
				r.warn("found the values %v of %s, expected 1 to %d; others are ignored", values, name, r.size)
			}
			if r.Model.Variables[i].Domain = fewer; fewer.Empty() {
				r.failf("found no possible value for %s, expected some of 1 to %d", r.Model.NameOf(v), r.size)
			}
		}
		if mark.Value != nil || mark.Centre != nil || mark.Corner != nil || mark.Colours != nil {
			sheet.Marks[v] = mark
		}
	}
	sheet.Solution = r.solution(b.Solution)
}

// solution reads the stored solution: a list of values, or a text with commas or without. It returns nil for an empty solution.
func (r *fpReader) solution(raw json.RawMessage) []int {
	var list []fpText
	var text string
	if json.Unmarshal(raw, &text) == nil {
		separator := ""
		if strings.Contains(text, ",") {
			separator = ","
		}
		list = lists.Map(strings.Split(text, separator), func(s string) fpText { return fpText(s) })
	} else if len(raw) > 0 && json.Unmarshal(raw, &list) != nil {
		r.warn("found a solution that is no list, ignored")
	}
	values := lists.Map(list, func(t fpText) int {
		value, _ := strconv.Atoi(string(t))
		return value
	})
	if len(values) != r.size*r.size || !slices.ContainsFunc(values, func(v int) bool { return v > 0 && v <= r.size }) {
		return nil
	}
	return values
}

// clues reads the clues, and keeps what is only drawn.
func (r *fpReader) clues(b *fpBoard, raw map[string]json.RawMessage) error {
	foreign := map[string]any{}
	var drawn []string
	for _, key := range []string{"grid", "metadata"} {
		var value any
		if text, there := raw[key]; there && json.Unmarshal(text, &value) == nil {
			r.unknownKeys(key, value, fpKeys[key]...)
		}
	}
	known := map[string]bool{}
	for _, key := range strings.Fields("size title author ruleset grid solution negative nonconsecutive") {
		known[key] = true
	}
	for _, kind := range fpKinds {
		text, there := raw[kind.key]
		if known[kind.key] = true; !there || kind.form.read == nil || string(text) == "null" || string(text) == "false" {
			continue
		}
		var entries []fpEntry
		var keys any
		if err := json.Unmarshal(text, &entries); err != nil && (string(text) != "true" || kind.form.keys != "") {
			return fmt.Errorf("%s: %w", kind.key, err)
		}
		if err := json.Unmarshal(text, &keys); err != nil {
			return err
		}
		r.unknownKeys(kind.key, keys, kind.keys()...)
		r.dots = r.dots || (kind.key == "difference" || kind.key == "ratio") && len(entries) > 0
		r.add(kind.key, kind.form.read(r, kind, entries)...)
	}
	for _, key := range slices.Sorted(maps.Keys(raw)) {
		if known[key] {
			continue
		}
		text := raw[key]
		if slices.Contains(fpDrawn, key) {
			text = withoutTools(text, raw)
		}
		if text == nil {
			continue
		}
		foreign[key] = text
		empty := slices.Contains(strings.Fields("null false [] {}"), string(text))
		if slices.Contains(fpDrawn, key) && !empty {
			drawn = append(drawn, key)
		} else if !slices.Contains(slices.Concat(fpDrawn, fpBeside), key) {
			r.warn("found the unknown key %q, ignored", input.Clip(key))
		}
	}
	if drawn != nil {
		r.warn("%s: drawn only; what they mean is not read", strings.Join(drawn, ", "))
	}
	r.negatives(b)
	if err := r.keep(fpName, foreign); err != nil {
		return err
	}
	return r.err
}

func (r *fpReader) add(key string, clues ...variant.Clue) {
	if r.err == nil {
		if err := r.addClues(clues...); err != nil {
			r.failf("%s: %w", key, err)
		}
	}
}

// cells reads names such as R1C1.
func (r *fpReader) cells(names []string) model.Cells {
	return lists.Map(names, func(name string) model.Var {
		row, column, ok := model.ParseCellName(strings.ToLower(strings.TrimSpace(name)))
		if !ok || row >= r.size || column >= r.size {
			r.failf("found the cell %q, expected R1C1 to R%dC%d", name, r.size, r.size)
			return 0
		}
		return r.Model.Grid.Cell(row, column)
	})
}

func writeFPuzzles(p *Puzzle) (string, []string, error) {
	return writeBoard(p, func(s *parts) string { return s.sheet.Rules })
}

// writeBoard writes a link with rules.
func writeBoard(p *Puzzle, rules func(*parts) string) (string, []string, error) {
	s, err := partsOf(p)
	if err != nil {
		return "", nil, err
	}
	board := map[string]any{"size": s.size, "title": p.Model.Name, "author": s.sheet.Author, "ruleset": rules(s)}
	if kept := s.sheet.Foreign[fpName]; kept != nil {
		if err := json.Unmarshal(kept, &board); err != nil {
			return "", nil, err
		}
	}
	cells := make([]fpCell, s.grid.Cells())
	for i := range cells {
		cells[i] = s.fpCell(model.Var(i))
	}
	board["grid"] = slices.Collect(slices.Chunk(cells, s.size))
	if s.sheet.Solution != nil {
		board["solution"] = s.sheet.Solution
	}
	w := &fpWriter{parts: s, board: board, entries: map[string][]fpEntry{}}
	for _, n := range s.clues {
		if !w.clue(n) {
			w.lose("%s", s.describe(n))
		}
	}
	for key, entries := range w.entries {
		if len(entries) > 0 {
			board[key] = entries
		}
	}
	text, err := json.Marshal(board)
	return fpSite + lzstring.Base64.Encode(string(text)) + "\n", s.lost, err
}

func (p *parts) fpCell(v model.Var) fpCell {
	mark := p.sheet.Marks[v]
	cell := fpCell{Centre: fpTexts(mark.Centre), Corner: fpTexts(mark.Corner)}
	value, given := p.givens[v]
	if cell.Given = given; !given && mark.Value != nil {
		value = *mark.Value
	}
	if value != 0 {
		cell.Value = fpText(strconv.Itoa(value))
	}
	if d, fewer := p.fewer[v]; fewer {
		cell.Fewer = fpTexts(slices.Collect(d.All()))
	}
	if len(mark.Colours) == 1 {
		cell.Colour = fpText(mark.Colours[0])
	} else {
		cell.Several = lists.Map(mark.Colours, func(c string) fpText { return fpText(c) })
	}
	rows, columns := model.UsualBoxes(p.size)
	if region := p.grid.RegionOf(v); region < 0 {
		cell.Region = json.RawMessage("null")
	} else if p.grid.BoxRows != rows || p.grid.BoxColumns != columns {
		cell.Region = json.RawMessage(strconv.Itoa(region))
	}
	return cell
}
