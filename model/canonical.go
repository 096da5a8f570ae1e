package model

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"qmsat/internal/lists"
)

// CanonicalText returns the type and every field of a constraint, in order, without names of constraints. Constraints that differ in anything
// else have different texts, because at each byte a reader knows what comes next. A number ends at a blank, which no number
// contains. A flag is "true" or "false". A list and a word start with their length. A struct has as many fields as its type says.
// A value of an interface type starts with the name of its type and package as a word, or the empty word for nil. A pointer
// starts with a flag. So the text can be read back in only one way, and no text is the start of another one. So a sequence of
// texts is injective too. An empty list equals a missing one.
func CanonicalText(c Constraint) string { return string(AppendCanonical(nil, c)) }

// AppendCanonical appends the [CanonicalText] of c.
func AppendCanonical(text []byte, c Constraint) []byte {
	return appendCanonical(text, reflect.ValueOf(&c).Elem())
}

// AppendCanonicalFormula appends a text of f with the properties of [CanonicalText].
func AppendCanonicalFormula(text []byte, f Formula) []byte {
	return appendCanonical(text, reflect.ValueOf(&f).Elem())
}

// AppendCanonicalDomain appends a text of d with the properties of [CanonicalText].
func AppendCanonicalDomain(text []byte, d Domain) []byte {
	return appendCanonical(text, reflect.ValueOf(d))
}

func appendCanonical(text []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Int:
		return append(strconv.AppendInt(text, v.Int(), 10), ' ')
	case reflect.Bool:
		return strconv.AppendBool(text, v.Bool())
	case reflect.String:
		return appendWord(text, v.String())
	case reflect.Slice, reflect.Array:
		text = append(strconv.AppendInt(text, int64(v.Len()), 10), ' ')
		for i := range v.Len() {
			text = appendCanonical(text, v.Index(i))
		}
		return text
	case reflect.Struct:
		for i := range v.NumField() {
			text = appendCanonical(text, v.Field(i))
		}
		return text
	case reflect.Pointer:
		if text = strconv.AppendBool(text, !v.IsNil()); v.IsNil() {
			return text
		}
		return appendCanonical(text, v.Elem())
	case reflect.Interface:
		if v.IsNil() {
			return appendWord(text, "")
		}
		if c, is := v.Interface().(Constraint); is {
			v = reflect.ValueOf([]Constraint{c.Named("")}).Index(0)
		}
		t := v.Elem().Type()
		if t.Kind() == reflect.Pointer {
			text, t = append(text, '*'), t.Elem()
		}
		return appendCanonical(appendWord(text, t.PkgPath()+"."+t.Name()), v.Elem())
	}
	panic(fmt.Sprintf("model: a constraint with a field of type %v", v.Type()))
}

// Normal sorts what has no meaningful order, so constraints that differ only in such an order get the same [CanonicalText]. The
// result is equivalent.
func Normal(c Constraint) Constraint {
	if c, is := c.(interface{ normal() Constraint }); is {
		return c.normal()
	}
	return c
}

// NormalFormula returns the formula with the parts of all connectives except implication sorted by their canonical texts.
func NormalFormula(f Formula) Formula {
	type written struct {
		text string
		part Formula
	}
	var sorted []written
	for _, part := range f.Parts() {
		part = NormalFormula(part)
		sorted = append(sorted, written{string(AppendCanonicalFormula(nil, part)), part})
	}
	if _, ordered := f.(Implies); !ordered {
		slices.SortFunc(sorted, func(a, b written) int { return cmp.Compare(a.text, b.text) })
	}
	return f.With(lists.Map(sorted, func(w written) Formula { return w.part }))
}

func appendWord(text []byte, word string) []byte {
	return append(append(strconv.AppendInt(text, int64(len(word)), 10), ' '), word...)
}
