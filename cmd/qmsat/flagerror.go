package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/internal/document"
	"qmsat/model/cluster"
)

// expectedValues says what flags of a type expect.
var expectedValues = map[string]string{
	"int":    "a whole number",
	"uint64": "a whole number, 0 or more",
	"bool":   "true or false",
}

// leastPuzzle is the length of a word that begins with - from which on it is rather a puzzle than flags.
const leastPuzzle = 14

// flagError says of a flag that is wrong what was found and expected.
func flagError(flags *pflag.FlagSet, err error) error {
	unknown, bad, word := new(pflag.NotExistError), new(pflag.InvalidSyntaxError), ""
	if errors.As(err, &bad) {
		word = bad.GetSpecifiedFlag()
	} else if errors.As(err, &unknown) {
		word = cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName())
	}
	if len(word) >= leastPuzzle && strings.Trim(word, "._*-0123456789ABCDEFG") == "" {
		return fmt.Errorf("%s: an argument that begins with - comes after --", document.Clip(word))
	}
	if errors.As(err, &unknown) {
		var names []string
		flags.VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return fmt.Errorf("%w%s", err, document.DidYouMean("--"+unknown.GetSpecifiedName(), names))
	}
	wrong := new(pflag.InvalidValueError)
	if !errors.As(err, &wrong) {
		return err
	}
	switch wrong.GetFlag().Value.(type) {
	case *choice, *cluster.URL: // which say it themselves
		return errors.Unwrap(wrong)
	}
	expected := expectedValues[wrong.GetFlag().Value.Type()]
	if expected == "" {
		expected = wrong.GetFlag().Value.Type() // of our own values, which say so by it
	}
	return fmt.Errorf("--%s %s, expected %s", wrong.GetFlag().Name, document.Clip(wrong.GetValue()), expected)
}

// listedIn says where long lists of names are, by kind.
var listedIn = map[string]string{"command": "qmsat help", "page": "qmsat help", "engine": "qmsat help " + "engines"}

// complaint is what an error says, and which name it may have meant in place of an unknown one.
func complaint(err error) string {
	text, unknown := cluster.Redact(err.Error()), new(document.UnknownNameError)
	if !errors.As(err, &unknown) {
		return text
	}
	suggested := document.DidYouMean(unknown.Name, unknown.Expected)
	if place := listedIn[unknown.Kind]; suggested == "" && place != "" {
		suggested = "; " + place + " lists all"
	}
	if suggested != "" && len(unknown.Expected) > document.ManyNames {
		text = strings.Replace(text, ", expected "+strings.Join(unknown.Expected, ", "), "", 1)
	}
	return text + suggested
}
