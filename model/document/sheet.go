package document

import (
	"encoding/json"
	"qmsat/model"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"

	"go.yaml.in/yaml/v4"
)

// Sheet is what a puzzle's sheet tells or shows beside the constraints. It has no meaning for engines. The title is model.Model.Name.
type Sheet struct {
	Author   string
	Rules    string             // in words
	Solution []int              // by cell, as the setter stored it; 0 if it is not known and no value; nil if there is none
	Marks    map[model.Var]Mark // by cell
	// Foreign holds what only the format of this name understands, as it was read, such as drawings.
	Foreign map[string]json.RawMessage
}

// Mark is what a cell shows beside its given.
type Mark struct {
	Value          *int // entered by a person, not given; nil if there is none
	Centre, Corner []int
	Colours        []string
}

// Empty reports whether the sheet shows nothing.
func (s *Sheet) Empty() bool {
	return s == nil || s.Author == "" && s.Rules == "" && s.Solution == nil && len(s.Marks) == 0 && len(s.Foreign) == 0
}

// sheet reads author, rules, solution and marks.
func (d *reader) sheet(m *model.Model, f *input.Mapping) {
	s := &Sheet{Author: f.OptionalText("author"), Rules: f.OptionalText("rules")}
	f.If("solution", func(n *node) {
		if m.Grid == nil {
			d.Failf(n, "found a solution without a grid, expected a grid")
			return
		}
		s.Solution = make([]int, m.Grid.Cells())
		for _, g := range d.givens(m, n) {
			if m.IsCell(g.Var) {
				s.Solution[g.Var] = g.Value
			}
		}
	})
	f.If("marks", func(n *node) {
		s.Marks = map[model.Var]Mark{}
		d.Mapping(n).Each(func(key, value *node) { s.Marks[d.Variable(key)] = d.mark(value) })
	})
	if !s.Empty() {
		d.doc.Sheet = s
	}
}

func (d *reader) mark(n *node) Mark {
	f := d.Mapping(n)
	var mark Mark
	f.If("value", func(n *node) { mark.Value = new(d.Int(n)) })
	f.If("centre", func(n *node) { mark.Centre = d.Ints(n) })
	f.If("corner", func(n *node) { mark.Corner = d.Ints(n) })
	f.If("colours", func(n *node) { mark.Colours = lists.Map(d.Sequence(n), d.Text) })
	f.Done()
	return mark
}

// fields lists what a model file tells of the sheet. Foreign parts are not written.
func (s *Sheet) fields(m *model.Model) model.Fields {
	if s.Empty() {
		return nil
	}
	f := model.Fields{}.Some("author", s.Author).Some("rules", s.Rules)
	if s.Solution != nil && m.CanWrite(model.Characters) == nil {
		f = f.Add("solution", model.Characters.FormatCells(m, s.Solution))
	}
	var marks model.Fields
	for v := range m.Variables {
		if mark, marked := s.Marks[model.Var(v)]; marked {
			marks = marks.Add(m.NameOf(model.Var(v)), mark.fields())
		}
	}
	return f.Some("marks", marks)
}

func (mark Mark) fields() model.Fields {
	f := model.Fields{}
	if mark.Value != nil {
		f = f.Add("value", *mark.Value)
	}
	return f.Some("centre", mark.Centre).Some("corner", mark.Corner).Some("colours", mark.Colours)
}

// regions reads the regions as a map of letters: a text line for each row, as one text or a list.
func (d *reader) regions(g *model.Grid, n *node) {
	var rows []string
	if n.Kind == yaml.ScalarNode {
		rows = strings.Fields(n.Value)
	} else {
		rows = lists.Map(d.Sequence(n), d.Text)
	}
	if len(rows) != g.Rows {
		d.Failf(n, "found %d rows, expected %d", len(rows), g.Rows)
	}
	numbers := map[rune]int{}
	for _, row := range rows {
		letters := []rune(row)
		if len(letters) != g.Columns {
			d.Failf(n, "found the row %q of %d letters, expected %d", input.Clip(row), len(letters), g.Columns)
		}
		for _, letter := range letters {
			number, known := numbers[letter]
			switch {
			case letter == model.EmptyCell:
				number = -1
			case !known:
				number = len(numbers)
				numbers[letter] = number
			}
			g.Regions = append(g.Regions, number)
		}
	}
	if len(numbers) == 0 {
		d.Failf(n, "found no region, expected letters")
	}
}
