package formats

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/internal/pattern"
	"qmsat/model"
	"qmsat/model/document"
)

// ssStart matches the upper edge of a frame.
var ssStart = pattern.New(`^[*+.,'/┌╔┏][-=─═━]{2}`)

func init() {
	Register(Format{
		Name: "sdk", Suffixes: []string{".sdk"}, Summary: "SadMan or SudoCue file (.sdk)",
		Recognises: func(text string) bool { return strings.HasPrefix(strings.ToLower(text), "[puzzle]") }, Read: readSDK, Write: writeSDK,
	})
	Register(Format{
		Name: "ss", Suffixes: []string{".ss"}, Summary: "Simple Sudoku file (.ss)",
		Recognises: func(text string) bool { return pattern.Matches(ssStart, text, "-", "=", "─", "═", "━") }, Read: readSS, Write: writeSS,
	})
	Register(Format{Name: "sdm", Lines: true, Summary: "text, a grid a line (.sdm)", Write: writeSDM})
	Register(Format{
		Name: "opensudoku", Suffixes: []string{".opensudoku"}, Summary: "OpenSudoku file (XML)",
		Recognises: func(text string) bool {
			return strings.HasPrefix(text, "<?xml") || strings.HasPrefix(text, "<opensudoku")
		},
		Read: readOpenSudoku, Write: writeOpenSudoku,
	})
}

// readText reads grids, one a line or row by row, of the first size that fits. If none does, the error is that of the size with
// which most could be read.
func readText(text string) (*Puzzle, error) {
	wrong := &model.InputError{Message: fmt.Sprintf("found %d cells, expected a square number such as 81", len(strings.Join(strings.Fields(text), "")))}
	for _, size := range model.Sizes(text) {
		d, err := newGrid(size, nil)
		if err != nil {
			return nil, err
		}
		list, err := model.CollectPuzzles(model.ReadPuzzles("", strings.NewReader(text), d.Model, model.Characters))
		if bad := new(model.InputError); errors.As(err, &bad) && cmp.Or(bad.Line-wrong.Line, bad.Column-wrong.Column) > 0 {
			wrong = bad
		}
		if err != nil || len(list) == 0 {
			continue
		}
		more := lists.Map(list, func(p model.Puzzle) *Puzzle {
			warnings := lists.Filter([]string{p.Note}, func(note string) bool { return note != "" })
			own := d.WithGivens(p.Cube)
			if p.Model != nil {
				own = document.New(p.Model).WithGivens(p.Cube)
			}
			return &Puzzle{Document: own, Line: p.Line, Warnings: warnings}
		})
		more[0].More = more[1:]
		return more[0], nil
	}
	return nil, wrong
}

// sdkSections are known; those after the first say what a person has filled in.
var sdkSections = []string{"[puzzle]", "[state]", "[pencilmarks]", "[colours]", "[colors]"}

// readSDK reads the grid of the section [Puzzle], or the only grid.
func readSDK(text string) (*Puzzle, error) {
	section, cells, others := "[puzzle]", "", []string{}
	about := map[byte]string{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "["):
			if section = strings.ToLower(line); !slices.Contains(sdkSections, section) {
				others = append(others, line)
			}
			line = ""
		case strings.HasPrefix(line, "#") && len(line) > 1:
			about[line[1]] = strings.TrimSpace(line[2:])
		case section != "[puzzle]":
			line = ""
		}
		cells += line + "\n"
	}
	p, err := readText(cells)
	if err == nil {
		p.Model.Name = about['D']
		p.Sheet = &document.Sheet{Author: about['A'], Rules: about['C']}
		if len(others) > 0 {
			p.warn("found the sections %s, ignored", strings.Join(others, ", "))
		}
	}
	return p, err
}

// otherEmpty matches a line with empty cells that are not X.
var otherEmpty = pattern.New(`(?m)^[^A-WYZa-wyz\n]*[.0][^A-WYZa-wyz\n]*$`)

// readSS reads a grid in which X is an empty cell if none is written otherwise.
func readSS(text string) (*Puzzle, error) {
	p, err := readText(text)
	if err != nil && !otherEmpty().MatchString(text) {
		if p, err := readText(strings.NewReplacer("X", ".", "x", ".").Replace(text)); err == nil {
			return p, nil
		}
	}
	return p, err
}

// openSudoku is a file of OpenSudoku. Games stand in it, or in folders.
type openSudoku struct {
	XMLName     xml.Name   `xml:"opensudoku"`
	Name        string     `xml:"name,omitempty"`
	Author      string     `xml:"author,omitempty"`
	Description string     `xml:"description,omitempty"`
	Games       []openGame `xml:"game"`
	Folders     []struct {
		Name   string      `xml:"name,attr"`
		Games  []openGame  `xml:"game"`
		Others []openOther `xml:",any"`
	} `xml:"folder"`
	Others []openOther `xml:",any"`
}

// openOther is an element that is not read.
type openOther struct{ XMLName xml.Name }

// openBeside are elements without a meaning for the solutions.
var openBeside = []string{"comments", "source", "sourceURL", "created", "level", "version", "homepage"}

type openGame struct {
	Data string `xml:"data,attr"`
}

func readOpenSudoku(text string) (*Puzzle, error) {
	var file openSudoku
	decoder := xml.NewDecoder(strings.NewReader(text))
	if err := decoder.Decode(&file); err != nil {
		return nil, fmt.Errorf("found no XML of OpenSudoku: %w", err)
	}
	if rest := strings.TrimSpace(text[decoder.InputOffset():]); rest != "" {
		return nil, fmt.Errorf("found more text after </opensudoku>, expected none")
	}
	games, others := file.Games, file.Others
	for _, folder := range file.Folders {
		games, others = append(games, folder.Games...), append(others, folder.Others...)
	}
	if len(games) == 0 {
		return nil, fmt.Errorf("found no <game>, expected one")
	}
	var all []*Puzzle
	for i, game := range games {
		data, err := game.cells()
		var p *Puzzle
		if err == nil {
			p, err = readText(data)
		}
		if err != nil {
			return nil, fmt.Errorf("game %d: %v", i+1, err)
		}
		p.Model.Name = file.Name
		p.Sheet = &document.Sheet{Author: file.Author, Rules: file.Description}
		p.Line = 0
		all = append(all, p)
	}
	for _, other := range others {
		if !slices.Contains(openBeside, other.XMLName.Local) {
			all[0].warn("found the unknown element <%s>, ignored", input.Clip(other.XMLName.Local))
		}
	}
	all[0].More = all[1:]
	return all[0], nil
}

// cells returns the givens as characters. Saved games have a version, and for each cell its value, its notes and whether a person
// may change it, with bars between them.
func (g openGame) cells() (string, error) {
	version, rest, saved := strings.Cut(strings.TrimPrefix(g.Data, "version: "), "\n")
	if !saved {
		return g.Data, nil
	}
	fields := strings.Split(strings.TrimSuffix(strings.TrimSpace(rest), "|"), "|")
	if !strings.Contains("123", version) || len(fields)%3 != 0 {
		return "", fmt.Errorf("found saved cells of version %s, expected version 1, 2 or 3", input.Clip(version))
	}
	cells := ""
	for i := 0; i < len(fields); i += 3 {
		if fields[i+2] == "1" {
			fields[i] = "0"
		}
		cells += fields[i]
	}
	return cells, nil
}

// plain returns the parts of a puzzle for a format that has givens only.
func plain(p *Puzzle) (*parts, error) {
	s, err := partsOf(p)
	if err != nil {
		return nil, err
	}
	if rows, columns := model.UsualBoxes(s.size); rows != s.grid.BoxRows {
		s.lose("regions that are not boxes of %d×%d cells", rows, columns)
	}
	s.loseClues()
	return s, p.Model.CanWrite(model.Characters)
}

func (p *parts) lines() []string {
	cells := model.Characters.FormatCube(p.Model, p.Givens)
	return lists.Map(lists.Numbers[int](p.size), func(row int) string { return cells[row*p.size : (row+1)*p.size] })
}

func writeSDK(p *Puzzle) (string, []string, error) {
	s, err := plain(p)
	if err != nil {
		return "", nil, err
	}
	text := ""
	for _, about := range []struct{ letter, text string }{{"A", s.sheet.Author}, {"D", p.Model.Name}, {"C", s.sheet.Rules}} {
		if about.text != "" {
			text += "#" + about.letter + strings.Join(strings.Fields(about.text), " ") + "\n"
		}
	}
	return text + strings.Join(s.lines(), "\n") + "\n", s.lost, nil
}

func writeSS(p *Puzzle) (string, []string, error) {
	s, err := plain(p)
	if err != nil {
		return "", nil, err
	}
	rows, columns := model.UsualBoxes(s.size)
	var text strings.Builder
	edge := " *" + strings.Repeat("-", s.size+s.size/columns-1) + "*\n"
	between := " |" + strings.Repeat("+"+strings.Repeat("-", columns), s.size/columns)[1:] + "|\n"
	text.WriteString(edge)
	for i, line := range s.lines() {
		if i > 0 && i%rows == 0 {
			text.WriteString(between)
		}
		text.WriteString(" ")
		for c := 0; c < s.size; c += columns {
			text.WriteString("|" + line[c:c+columns])
		}
		text.WriteString("|\n")
	}
	return text.String() + edge, s.lost, nil
}

func writeSDM(p *Puzzle) (string, []string, error) {
	s, err := plain(p)
	if err != nil {
		return "", nil, err
	}
	return strings.Join(s.lines(), "") + "\n", s.lost, nil
}

func writeOpenSudoku(p *Puzzle) (string, []string, error) {
	s, err := plain(p)
	if err != nil {
		return "", nil, err
	}
	file := openSudoku{Name: p.Model.Name, Author: s.sheet.Author, Description: s.sheet.Rules}
	file.Games = []openGame{{strings.ReplaceAll(strings.Join(s.lines(), ""), ".", "0")}}
	text, err := xml.MarshalIndent(file, "", "  ")
	return xml.Header + string(bytes.TrimSpace(text)) + "\n", s.lost, err
}
