package flatzinc

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/pattern"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/document"
)

// Program is a FlatZinc file as a model, with its output and search annotations.
type Program struct {
	// Model has as outputs the variables of output annotations. Without any, it has all declared variables except those that
	// MiniZinc introduced.
	Model *model.Model
	// Output is what to print, in order of declaration.
	Output []Item
	// Search has the search annotations of the file; sequences are flattened. Variables that are not in the model are left out.
	Search []Search
}

// Item is a variable or an array in the output.
type Item struct {
	Name       string
	Dimensions [][2]int // the first and last index of each dimension; nil for a variable
	Elements   []Element
}

// Element is a variable of an item, or a value if Var is -1.
type Element struct {
	Var   model.Var
	Value int
	Bool  bool // print 0 and 1 as false and true
}

// Search is an annotation int_search or bool_search: which variable to fix next, and to which value.
type Search struct {
	Vars           []model.Var
	Choose, Assign string // such as first_fail and indomain_min
}

func init() {
	document.RegisterReader(document.Reader{
		Name: "flatzinc", Suffixes: []string{".fzn"}, Begins: pattern.New(`^(predicate|var|constraint|array *\[)\b`),
		Summary: "FlatZinc, which MiniZinc compiles to; bool and int variables",
		Read: func(ctx context.Context, file string, r io.Reader) (*document.Document, error) {
			p, err := Read(ctx, file, r)
			if err != nil {
				return nil, err
			}
			return document.New(p.Model), nil
		},
	})
}

// Read reads a FlatZinc file; errors name the file, line, column, what was found and what was expected. Int variables without
// bounds get bounds that the constraints prove, or are refused. Variables that are sets or floats are refused, and so are
// constraints on them. It stops when ctx ends.
//
// Source: MiniZinc handbook 2.6, "FlatZinc".
func Read(ctx context.Context, file string, r io.Reader) (*Program, error) {
	watch := stop.NewWatch(ctx)
	p, err := parse(ctx, watch, file, r)
	if err != nil {
		return nil, err
	}
	return lower(watch, p)
}

// Append appends a solution to text in FlatZinc's form: one item a line, without the final line of dashes.
func (p *Program) Append(text []byte, a model.Assignment) []byte {
	for _, item := range p.Output {
		text = append(append(text, item.Name...), " = "...)
		if item.Dimensions == nil {
			text = append(item.Elements[0].append(text, a), ";\n"...)
			continue
		}
		text = fmt.Appendf(text, "array%dd(", len(item.Dimensions))
		for _, d := range item.Dimensions {
			text = fmt.Appendf(text, "%d..%d, ", d[0], d[1])
		}
		text = append(text, '[')
		for i, e := range item.Elements {
			if i > 0 {
				text = append(text, ", "...)
			}
			text = e.append(text, a)
		}
		text = append(text, "]);\n"...)
	}
	return text
}

func (e Element) append(text []byte, a model.Assignment) []byte {
	value := e.Value
	if e.Var >= 0 {
		value = a[e.Var]
	}
	if e.Bool {
		return strconv.AppendBool(text, value == 1)
	}
	return strconv.AppendInt(text, int64(value), 10)
}

// Words of search annotations, or parts of them, and the nearest that a propagating engine has. Other solvers' weights become
// weights of constraints.
var (
	nearVariables = [][2]string{{"w_deg", "dom_w_deg"}, {"impact", "dom_w_deg"}, {"activity", "dom_w_deg"}, {"action", "dom_w_deg"}, {"regret", "max_regret"}}
	nearValues    = [][2]string{{"outdomain_random", "indomain_random"}, {"random", "indomain_random"}, {"max", "indomain_max"}, {"split", "indomain_split"}}
)

// Branching writes the search annotations as steps separated by ";": a word of variables, a word of values, and names of
// variables. Any other word is replaced by the nearest one, and replaced is called.
func (p *Program) Branching(variables, values []string, replaced func(word, by string)) string {
	nearest := func(word string, known []string, near [][2]string, otherwise string) string {
		if slices.Contains(known, word) {
			return word
		}
		if i := slices.IndexFunc(near, func(n [2]string) bool { return strings.Contains(word, n[0]) }); i >= 0 {
			otherwise = near[i][1]
		}
		replaced(word, otherwise)
		return otherwise
	}
	var steps []string
	for _, s := range p.Search {
		if len(s.Vars) == 0 {
			continue
		}
		step := nearest(s.Choose, variables, nearVariables, "input_order") + " " + nearest(s.Assign, values, nearValues, "indomain_min")
		for _, v := range s.Vars {
			step += " " + p.Model.NameOf(v)
		}
		steps = append(steps, step)
	}
	return strings.Join(steps, "; ")
}
