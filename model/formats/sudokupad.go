package formats

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
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

const padName = "sudokupad"

// padStart matches what comes before the packed puzzle.
var padStart = pattern.New(`(?i)^(` + padSite + `)?(scl|ctc)`)

// padSite matches the address of SudokuPad.
const padSite = `(https?://)?(app\.crackingthecryptic\.com|([a-z]+\.)?sudokupad\.app)/(sudoku(\.html)?/?)?(\?puzzleid=)?`

func init() {
	Register(Format{
		Name: padName, Lines: true, Summary: "SudokuPad link",
		Recognises: func(text string) bool {
			return isPacked(text) && (pattern.Matches(padStart, text, "scl", "ctc") ||
				strings.HasPrefix(text, "{") && strings.Contains(text, `"cells"`) && !strings.Contains(text, `"grid"`))
		},
		Read: readSudokuPad, Write: writeSudokuPad,
	})
}

// padGlobals are the words of SudokuPad for rules of the whole grid, by kind of clue.
var padGlobals = [][2]string{
	{"antiknight", "anti-knight"}, {"antiking", "anti-king"}, {"nonconsecutive", "non-consecutive"}, {"disjoint", "disjoint-groups"},
	{"antiratio", "negative-ratio"}, {"antixv", "negative-xv"},
}

// padKeys are the keys of each object: those that are read, and those without a meaning for the solutions.
var padKeys = map[string][]string{
	"metadata": strings.Fields("source msgcorrect nextpuzzle giftmessage customstyle bgimage videos postdate"),
	"cages":    strings.Fields("cells value sum unique hidden style type feature borderColor textColor outlineC fontC color fromConstraint"),
	"cells":    strings.Fields("value given centremarks pencilMarks"),
}

// padBeside are keys without a meaning for the solutions.
var padBeside = []string{
	"id", "cellSize", "settings", "foglight", "triggereffect", "foglink", "videos", "title", "author", "rules", "msgcorrect",
}

// padDrawn are keys of drawings, which may stand for clues.
var padDrawn = []string{"lines", "arrows", "underlays", "overlays"}

// padPoint is a row and column, from 0; halves are the middles of cells.
type padPoint [2]float64

type padCage struct {
	Cells  []padPoint `json:"cells"`
	Value  any        `json:"value"`
	Sum    *float64   `json:"sum"`
	Unique *bool      `json:"unique"`
	Hidden bool       `json:"hidden"`
	Style  string     `json:"style"`
	Type   string     `json:"type"`
}

type padCell struct {
	Value  fpText   `json:"value"`
	Given  *bool    `json:"given"`
	Centre []fpText `json:"centremarks"`
	Corner []fpText `json:"pencilMarks"`
}

type padBoard struct {
	Cells    [][]padCell    `json:"cells"`
	Regions  [][]padPoint   `json:"regions"`
	Cages    []padCage      `json:"cages"`
	Global   []string       `json:"global"`
	Metadata map[string]any `json:"metadata"`
}

func readSudokuPad(text string) (*Puzzle, error) {
	var top map[string]any
	parse := func(text string) (int, error) {
		value, at, err := parseSCL(text)
		if top, _ = value.(map[string]any); err == nil && top == nil {
			err = fmt.Errorf("found no JSON object in the link")
		}
		return at, err
	}
	if err := readPacked(padStart(), text, parse); err != nil {
		return nil, err
	}
	// What the parser read goes through JSON once more, into types.
	plain, err := json.Marshal(top)
	if err != nil {
		return nil, err
	}
	r := &padReader{Puzzle: &Puzzle{}, foreign: map[string]any{}, left: map[string]any{}}
	if _, err = parseJSON(string(plain), &r.padBoard); err != nil {
		return nil, err
	}
	return r.Puzzle, r.read(top)
}

type padReader struct {
	*Puzzle
	padBoard
	foreign, left map[string]any // kept as they are; left is of metadata
	drawn         []string       // cages that are no clues
}

func (r *padReader) read(top map[string]any) error {
	if err := r.grid(); err != nil {
		return err
	}
	r.unknownKeys("cells", top["cells"], padKeys["cells"]...)
	r.unknownKeys("cages", top["cages"], padKeys["cages"]...)
	for _, key := range slices.Sorted(maps.Keys(r.Metadata)) {
		if !r.meta(key, r.Metadata[key]) {
			r.left[key] = r.Metadata[key]
		}
	}
	for i, cage := range r.Cages {
		if err := r.cage(cage, top["cages"].([]any)[i]); err != nil {
			return fmt.Errorf("cage %d: %w", i+1, err)
		}
	}
	if n := len(r.drawn); n > 0 {
		r.warn("cages: %d drawn only, such as on %s; what they mean is not read", n, r.drawn[0])
	}
	var drawn []string
	for _, key := range slices.Sorted(maps.Keys(top)) {
		switch {
		case slices.Contains(strings.Fields("cells regions cages global metadata"), key):
		case slices.Contains(padDrawn, key):
			if r.foreign[key] = top[key]; !isEmpty(top[key]) {
				drawn = append(drawn, key)
			}
		default:
			if r.foreign[key] = top[key]; !slices.Contains(padBeside, key) {
				r.warn("found the unknown key %q, ignored", input.Clip(key))
			}
		}
	}
	if drawn != nil {
		r.warn("%s: drawn only; what they mean is not read", strings.Join(drawn, ", "))
	}
	for _, word := range lists.Distinct(lists.Map(r.Global, strings.ToLower)) {
		i := slices.IndexFunc(padGlobals, func(g [2]string) bool { return g[0] == word })
		switch {
		case i < 0:
			r.warn("found the unknown global rule %q, ignored", input.Clip(word))
			continue
		case strings.HasPrefix(padGlobals[i][1], "negative-") && slices.Contains(drawn, "overlays"):
			r.warn("found the global rule %q, but the marks are drawn only; ignored", word)
			continue
		}
		n, _ := fpKind{kind: padGlobals[i][1]}.clue()
		if err := r.AddClues(n); err != nil {
			return err
		}
	}
	if len(r.left) > 0 {
		r.foreign["metadata"] = r.left
	}
	return r.keep(padName, r.foreign)
}

// grid makes the grid with its givens and marks.
func (r *padReader) grid() (err error) {
	n := len(r.Cells)
	if i := slices.IndexFunc(r.Cells, func(row []padCell) bool { return len(row) != n }); i >= 0 {
		return fmt.Errorf("found %d rows, and %d cells in row %d; expected a square", n, len(r.Cells[i]), i+1)
	}
	regions := slices.Repeat([]int{-1}, n*n)
	var extra []variant.Clue
	for number, region := range r.Regions {
		cells, err := r.cellsAt(region)
		if err != nil {
			return err
		}
		cells = lists.Distinct(cells)
		if i := slices.IndexFunc(cells, func(v model.Var) bool { return regions[v] >= 0 }); i >= 0 {
			r.warn("found %s in two regions, expected one; the second is read as an extra region", model.CellName(int(cells[i])/n, int(cells[i])%n))
			extra = append(extra, &variant.ExtraRegion{Cells: cells})
			continue
		}
		for _, v := range cells {
			regions[v] = number
		}
	}
	if r.Document, err = newGrid(n, regions); err != nil {
		return err
	}
	if err := r.AddClues(extra...); err != nil {
		return err
	}
	r.Sheet = &document.Sheet{Marks: map[model.Var]document.Mark{}}
	for i, cell := range slices.Concat(r.Cells...) {
		name := model.CellName(i/n, i%n)
		mark := document.Mark{Centre: r.numbers(name, cell.Centre), Corner: r.numbers(name, cell.Corner)}
		value, err := strconv.Atoi(strings.TrimSpace(string(cell.Value)))
		switch {
		case cell.Value == "":
		case err != nil || value < 1 || value > n:
			return fmt.Errorf("found the value %q of %s, expected 1 to %d", input.Clip(string(cell.Value)), name, n)
		case cell.Given != nil && !*cell.Given:
			mark.Value = new(value)
		default:
			r.Givens = append(r.Givens, model.Given{Var: model.Var(i), Value: value})
		}
		if mark.Value != nil || mark.Centre != nil || mark.Corner != nil {
			r.Sheet.Marks[model.Var(i)] = mark
		}
	}
	return nil
}

func (r *padReader) cell(at padPoint) (model.Var, error) {
	n := len(r.Cells)
	if end := float64(n); min(at[0], at[1]) < 0 || max(at[0], at[1]) >= end {
		return 0, fmt.Errorf("found the cell %v, expected rows and columns from 0 to %d", at, n-1)
	}
	return model.Var(int(at[0])*n + int(at[1])), nil
}

func (r *padReader) cellsAt(points []padPoint) (cells model.Cells, err error) {
	for _, at := range points {
		v, err := r.cell(at)
		if err != nil {
			return nil, err
		}
		cells = append(cells, v)
	}
	return cells, nil
}

// about takes up what is said in words under a key such as title. It returns false for other keys.
func (r *padReader) about(key, text string) bool {
	sheet := r.Sheet
	switch key {
	case "title":
		r.Model.Name = text
	case "author":
		sheet.Author = text
	case "rules":
		sheet.Rules = text
	case "solution":
		cells := []rune(text)
		if len(cells) != r.Model.Grid.Cells() {
			return false
		}
		sheet.Solution = lists.Map(cells, func(c rune) int { return max(0, strings.IndexRune(padDigits, c)+1) })
	default:
		return false
	}
	return true
}

// padDigits are the characters of values in solutions.
const padDigits = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// meta reads what metadata, or a cage with a text such as "antiknight: true", says. It returns false for what is kept as it is: keys
// without a meaning, and others, of which it warns.
func (r *padReader) meta(key string, value any) bool {
	text := fmt.Sprint(value)
	if list, is := value.([]any); is && key == "rules" {
		text = strings.Join(lists.Map(list, func(part any) string { return fmt.Sprint(part) }), "\n")
	} else if number, is := value.(float64); is {
		text = strconv.FormatFloat(number, 'f', -1, 64)
	}
	isRule := slices.ContainsFunc(padGlobals, func(g [2]string) bool { return g[0] == strings.ToLower(key) })
	switch text = strings.TrimSpace(text); {
	case isRule && (text == "true" || text == "1"):
		r.Global = append(r.Global, key)
	case isRule && (isEmpty(value) || text == "false" || text == "0"):
	case r.about(key, text):
	default:
		if !isEmpty(value) && !slices.Contains(padKeys["metadata"], key) {
			r.warn("found the unknown key %q of metadata, ignored", input.Clip(key))
		}
		return false
	}
	return true
}

var padAbout = pattern.New(`(?s)^([a-z]+):\s*(.+)`)

// cage reads a cage, which may be a text about the puzzle. Others than those of killers are drawings.
func (r *padReader) cage(cage padCage, raw any) error {
	value := ""
	if cage.Value != nil {
		value = strings.TrimSpace(fmt.Sprint(cage.Value))
	}
	if match := padAbout().FindStringSubmatch(value); match != nil && len(cage.Cells) == 0 {
		if !r.meta(match[1], match[2]) {
			r.left[match[1]] = match[2]
		}
		return nil
	}
	cells, err := r.cellsAt(cage.Cells)
	if err != nil {
		return err
	}
	sum, err := strconv.Atoi(value)
	isSum := err == nil
	if cage.Sum != nil {
		if value != "" && value != fmt.Sprint(*cage.Sum) {
			r.warn("found a cage on %s with the text %q and the sum %v, expected the same", r.ends(cells), input.Clip(value), *cage.Sum)
		}
		if !isSum {
			sum, isSum = int(*cage.Sum), float64(int(*cage.Sum)) == *cage.Sum
			value = cmp.Or(value, fmt.Sprint(*cage.Sum))
		}
	}
	unique := cage.Unique != nil && *cage.Unique
	if isRegion := cage.Style == "extraregion"; isRegion && isSum && sum != len(cells)*(len(cells)+1)/2 {
		r.warn("found an extra region on %s with the sum %d, ignored", r.ends(cells), sum)
	}
	isSum = isSum && cage.Style != "extraregion"
	switch isKiller := !cage.Hidden && cage.Type == "" && (cage.Style == "" || cage.Style == "killer"); {
	case len(cells) > 0 && cage.Unique != nil && !unique && isKiller && isSum && cage.Sum != nil:
		return r.AddClues(&variant.Sum{Cells: cells, Sum: sum})
	case len(cells) == 0 || !unique && (cage.Unique != nil || !isKiller || !isSum):
		list, _ := r.foreign["cages"].([]any)
		r.foreign["cages"] = append(list, raw)
		if hidden := cage.Hidden && value == ""; !hidden {
			r.drawn = append(r.drawn, fmt.Sprintf("%s with the text %q", r.ends(cells), input.Clip(value)))
		}
		return nil
	}
	killer := &variant.Killer{Cells: cells}
	if isSum {
		killer.Sum = r.cageSum(sum)
	} else if value != "" && cage.Style != "extraregion" {
		r.warn("found the value %q of a cage, expected a sum; ignored", input.Clip(value))
	}
	isHouse := func(h model.House) bool { return cellsKey(h.Cells) == cellsKey(cells) }
	if killer.Sum == nil && slices.ContainsFunc(r.Model.Grid.Houses(), isHouse) {
		return nil
	}
	return r.AddClues(killer)
}

// writeSudokuPad writes the form of f-puzzles, which SudokuPad opens too, if the form of SudokuPad would lose more.
func writeSudokuPad(p *Puzzle) (string, []string, error) {
	text, lost, err := writeDrawing(p)
	sheet := p.Sheet
	if err != nil || len(lost) == 0 && (sheet == nil || sheet.Foreign[fpName] == nil) {
		return text, lost, err
	}
	other, lostThere, err := writeBoard(p, (*parts).rules)
	if sheet != nil && sheet.Foreign[padName] != nil {
		lostThere = append(lostThere, "what is only drawn")
	}
	if len(lostThere) > 0 && len(lostThere) >= len(lost) {
		return text, lost, err
	}
	packed := strings.TrimSpace(strings.TrimPrefix(other, fpSite))
	return "https://sudokupad.app/fpuz" + url.QueryEscape(packed) + "\n", lostThere, err
}

func writeDrawing(p *Puzzle) (string, []string, error) {
	s, err := partsOf(p)
	if err != nil {
		return "", nil, err
	}
	w := &padWriter{parts: s, board: map[string]any{"cellSize": 64}}
	for _, v := range slices.Sorted(maps.Keys(s.fewer)) {
		w.text(w.middle(v), fmt.Sprint(s.fewer[v]), 9)
	}
	s.loseValues()
	for _, n := range s.clues {
		w.clue(n)
	}
	metadata := w.about()
	var foreign map[string]any
	if kept := s.sheet.Foreign[padName]; kept != nil {
		if err := json.Unmarshal(kept, &foreign); err != nil {
			return "", nil, err
		}
	}
	for key, kept := range foreign {
		if list, is := kept.([]any); is {
			w.put(key, list...)
		} else if more, is := kept.(map[string]any); is && key == "metadata" {
			maps.Copy(metadata, more)
		} else {
			w.board[key] = kept
		}
	}
	w.board["metadata"] = metadata
	w.cells()
	text, err := json.Marshal(w.board)
	return "https://sudokupad.app/scl" + url.QueryEscape(lzstring.Base64.Encode(string(text))) + "\n", s.lost, err
}
