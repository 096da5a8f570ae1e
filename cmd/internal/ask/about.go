package ask

import (
	"context"
	"reflect"

	"qmsat/compare"
	"qmsat/encode"
	"qmsat/internal/lists"
	"qmsat/internal/registry"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/formats"
	"qmsat/model/variant"

	_ "qmsat/encode/residual"
	_ "qmsat/encode/sat"
	_ "qmsat/native/classic"
	_ "qmsat/native/frontier"
	_ "qmsat/native/heuristic"
	_ "qmsat/native/heuristic/projection"
	_ "qmsat/native/paper"
)

func init() {
	register(Method{Name: "about", Summary: "engines, encodings, clues and formats, for menus"}, about)
}

type aboutAnswer struct {
	Version   string         `json:"version"`
	Engines   []entry        `json:"engines"`
	Encodings encodingsAbout `json:"encodings"`
	Kinds     []kindAbout    `json:"kinds"`
	Groups    []string       `json:"groups"` // of kinds
	Formats   []formatAbout  `json:"formats"`
}

// entry is a name with what it means.
type entry struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

type encodingsAbout struct {
	Cells []entry `json:"cells"`
	AMO   []entry `json:"amo"`
	Sums  []entry `json:"sums"`
	Rules []entry `json:"rules"`
}

type kindAbout struct {
	Name    string       `json:"name"`
	Group   string       `json:"group"`
	Summary string       `json:"summary"`
	Example string       `json:"example"`
	Grid    string       `json:"grid,omitempty"`
	Fields  []fieldAbout `json:"fields"`
	Short   *shortAbout  `json:"short,omitempty"`
}

// shortAbout is a [variant.Short].
type shortAbout struct {
	Key   string `json:"key"`
	Word  string `json:"word"`
	Field string `json:"field,omitempty"`
}

type fieldAbout struct {
	Key      string `json:"key"`
	Type     string `json:"type"`
	Optional bool   `json:"optional"`
	Repeat   bool   `json:"repeat"`          // cells count at each place; others count once
	Least    int    `json:"least,omitempty"` // how many cells mean something, if more than one
}

type formatAbout struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
	Read    bool   `json:"read"`
	Write   bool   `json:"write"`
}

// fieldTypes names the types of a clue's fields.
var fieldTypes = map[reflect.Type]string{
	reflect.TypeFor[string](): "text", reflect.TypeFor[bool](): "bool", reflect.TypeFor[int](): "int", reflect.TypeFor[*int](): "int",
	reflect.TypeFor[[]int](): "ints", reflect.TypeFor[[][]int](): "ints-list",
	reflect.TypeFor[[]model.Range](): "ranges", reflect.TypeFor[model.Domain](): "domain",
	reflect.TypeFor[model.Cells](): "cells", reflect.TypeFor[[]model.Cells](): "cells-list",
	reflect.TypeFor[variant.Entry](): "entry", reflect.TypeFor[[]variant.Entry](): "entries", reflect.TypeFor[[][]variant.Entry](): "entries-list",
}

func about(context.Context, struct{}, func(any) error) (aboutAnswer, error) {
	a := aboutAnswer{
		Version: compare.Version, Groups: variant.Groups(),
		Encodings: encodingsAbout{
			entriesOf(encode.CellEncodings), entriesOf(encode.AtMostOnes), entriesOf(encode.LinearEncodings), entriesOf(encode.RuleEncodings),
		},
	}
	for _, name := range engine.Names() {
		e, _ := engine.Lookup(name)
		a.Engines = append(a.Engines, entry{name, e.Summary})
	}
	for _, k := range variant.Kinds() {
		of := kindAbout{Name: k.Name, Group: k.Group, Summary: k.Summary, Example: k.Example, Grid: k.Grid, Fields: []fieldAbout{}}
		if k.Short != (variant.Short{}) {
			short := shortAbout(k.Short)
			of.Short = &short
		}
		for _, f := range variant.FieldsOf(k.New()) {
			of.Fields = append(of.Fields, fieldAbout{f.Key, fieldTypes[f.Value.Type()], f.Optional, f.Repeat, f.Least})
		}
		a.Kinds = append(a.Kinds, of)
	}
	for _, f := range formats.All() {
		a.Formats = append(a.Formats, formatAbout{f.Name, f.Summary, f.Read != nil, f.Write != nil})
	}
	return a, nil
}

func entriesOf[T encode.Described](of *registry.Registry[T]) []entry {
	return lists.Map(of.Names(), func(name string) entry {
		about, _ := of.Entries[name].Describe()
		return entry{name, about.Meaning}
	})
}
