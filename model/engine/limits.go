package engine

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"qmsat/internal/lists"
)

// Thresholds returns a setting for each field of a limits struct: a package's sizes at which it changes a representation or an
// algorithm, all of type int. A field's tag has its standard, and the values to which tests lower it, or to any between, so that small
// models cross it. Lists of settings omit them, because nobody else needs them:
//
//	PairChoices int `limit:"2048 1 8"` // the threshold pair-choices
func Thresholds[L any]() (list []*Setting) {
	for field := range reflect.TypeFor[L]().Fields() {
		list = append(list, threshold(field))
	}
	return list
}

// LimitsOf returns a limits struct with the chosen values, and the standards of the others.
func LimitsOf[L any](options Options) *L {
	limits := new(L)
	for field, value := range reflect.ValueOf(limits).Elem().Fields() {
		value.SetInt(int64(threshold(field).Int(options)))
	}
	return limits
}

func threshold(field reflect.StructField) *Setting {
	var name strings.Builder
	for i, c := range field.Name {
		if i > 0 && unicode.IsUpper(c) {
			name.WriteByte('-')
		}
		name.WriteRune(unicode.ToLower(c))
	}
	words := strings.Fields(field.Tag.Get("limit"))
	values := lists.Map(words, func(word string) int {
		n, err := strconv.Atoi(word)
		if err != nil {
			panic("engine: limit " + name.String() + ": " + err.Error())
		}
		return n
	})
	return &Setting{
		Name: name.String(), Type: Threshold, Default: words[0],
		Range:  Range{float64(slices.Min(values)), float64(slices.Max(values))},
		Values: func() []string { return lists.Map(append(values[1:len(values):len(values)], values[0]), strconv.Itoa) },
	}
}
