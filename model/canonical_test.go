package model_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/sample"
)

// Every small change of a constraint of any kind changes its text, but its name does not. No text is the start of another one.
func TestCanonicalTextIsInjective(t *testing.T) {
	const each = 40
	kinds := map[string]int{}
	texts := map[string]bool{}
	for i := uint64(0); len(kinds) < len(model.KindNames()) || slices.Min(values(kinds)) < each; i++ {
		if i == 100000 {
			t.Fatalf("only %v drawn", kinds)
		}
		for _, c := range sample.Bare(rand.New(rand.NewPCG(1, i))).Constraints {
			if kinds[c.Kind()]++; kinds[c.Kind()] > each {
				continue
			}
			text := model.CanonicalText(c)
			if named := model.CanonicalText(c.Named("name")); named != text {
				t.Fatalf("%s: text %q, with a name %q", c.Kind(), text, named)
			}
			if same := model.CanonicalText(c.Substitute(model.Substitution{Var: itself})); same != text {
				t.Fatalf("%s: text %q, copied %q", c.Kind(), text, same)
			}
			texts[text] = true
			mutants := 0
			mutate(reflect.ValueOf(&c).Elem(), func() {
				mutants++
				mutant := model.CanonicalText(c)
				if mutant == text {
					t.Errorf("%s: a mutant has the text %q, too", c.Kind(), text)
				}
				texts[mutant] = true
			})
			if mutants < 2 {
				t.Errorf("%s: %d mutants of %q, expected more", c.Kind(), mutants, text)
			}
		}
	}
	sorted := make([]string, 0, len(texts))
	for text := range texts {
		sorted = append(sorted, text)
	}
	slices.Sort(sorted)
	for i := 1; i < len(sorted); i++ {
		if strings.HasPrefix(sorted[i], sorted[i-1]) {
			t.Errorf("%q starts with the text %q", sorted[i], sorted[i-1])
		}
	}
}

// foreign is a constraint of another package that embeds one of model's for its methods.
type foreign struct{ *model.AllDifferent }

func (c foreign) Kind() string { return "foreign" }

// Validate refuses constraints of unknown kinds, and of other types than their kind has.
func TestForeignConstraints(t *testing.T) {
	own, kinds := &model.AllDifferent{Vars: []model.Var{0}}, strings.Join(model.KindNames(), ", ")
	for _, c := range []struct {
		constraint model.Constraint
		want       string
	}{
		{foreign{own}, `foreign on a: unknown constraint kind "foreign", expected ` + kinds},
		{&foreign{own}, `foreign on a: unknown constraint kind "foreign", expected ` + kinds},
		{struct{ model.Constraint }{own}, "all-different on a: a constraint of type struct { model.Constraint }, expected *model.AllDifferent"},
	} {
		m := &model.Model{Constraints: []model.Constraint{c.constraint}}
		m.AddVariable("a", model.Interval(1, 2))
		if err := m.Validate(); fmt.Sprint(err) != c.want {
			t.Errorf("%v, expected %s", err, c.want)
		}
		_, err := encode.NewDIMACS(t.Context(), m, encode.Options{}, nil)
		if c.constraint.Kind() != own.Kind() && !strings.HasSuffix(fmt.Sprint(err), "expected "+kinds) {
			t.Errorf("encoded: %v, expected a list of %s", err, kinds)
		}
	}
}

func itself(v model.Var) (model.Var, bool) { return v, true }

func values(kinds map[string]int) (list []int) {
	for _, n := range kinds {
		list = append(list, n)
	}
	return list
}

// mutate makes one change to v after another, calls changed, and undoes it.
func mutate(v reflect.Value, changed func()) {
	put := func(mutant reflect.Value) {
		before := reflect.New(v.Type()).Elem()
		before.Set(v)
		if !reflect.DeepEqual(before.Interface(), mutant.Interface()) {
			v.Set(mutant)
			changed()
			v.Set(before)
		}
	}
	if d, is := v.Interface().(model.Domain); is {
		for _, value := range []int{0, 1, 2, 31} {
			put(reflect.ValueOf(d.Minus(model.Values(value))))
			put(reflect.ValueOf(model.NewDomain(append(d.Ranges(), model.Range{Lo: value, Hi: value})...)))
		}
		return
	}
	switch v.Kind() {
	case reflect.Int:
		for _, n := range []int64{v.Int() - 1, v.Int() + 1, -v.Int(), 10 * v.Int()} {
			put(reflect.ValueOf(n).Convert(v.Type()))
		}
	case reflect.Bool:
		put(reflect.ValueOf(!v.Bool()))
	case reflect.String:
		for _, word := range []model.CountKind{model.AtLeast, model.AtMost, model.Exactly} {
			put(reflect.ValueOf(word).Convert(v.Type()))
		}
	case reflect.Slice:
		for i := range v.Len() {
			short := reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()+1), v.Slice(0, i))
			put(reflect.AppendSlice(short, v.Slice(i+1, v.Len())))                           // without
			put(reflect.AppendSlice(reflect.Append(short, v.Index(i)), v.Slice(i, v.Len()))) // doubled
			if i+1 < v.Len() {                                                               // in another order
				swapped := reflect.Append(short, v.Index(i+1), v.Index(i))
				put(reflect.AppendSlice(swapped, v.Slice(i+2, v.Len())))
			}
			mutate(v.Index(i), changed)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "Name" {
				mutate(v.Field(i), changed)
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			mutate(v.Elem(), changed)
		}
	case reflect.Interface:
		if f, is := v.Interface().(model.Formula); is {
			for _, other := range []model.Formula{
				model.And(f.Parts()), model.Or(f.Parts()), model.Not{Of: f}, model.And{f}, model.Or{f}, model.Implies{If: f, Then: f},
				model.Count{Kind: model.AtLeast, K: 1, Of: f.Parts()}, nil,
			} {
				put(valueOf(v.Type(), other))
			}
		}
		if v.Elem().Kind() == reflect.Pointer {
			mutate(v.Elem(), changed)
			return
		}
		inner := reflect.New(v.Elem().Type()).Elem()
		inner.Set(v.Elem())
		before := reflect.New(v.Type()).Elem()
		before.Set(v)
		mutate(inner, func() {
			v.Set(inner)
			changed()
		})
		v.Set(before)
	}
}

// valueOf returns x, perhaps nil, as a value of an interface type.
func valueOf(t reflect.Type, x any) reflect.Value {
	v := reflect.New(t).Elem()
	if x != nil {
		v.Set(reflect.ValueOf(x))
	}
	return v
}
