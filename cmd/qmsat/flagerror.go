package main

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"qmsat/internal/document"
)

// expectedValues says what flags of a type expect.
var expectedValues = map[string]string{
	"int":    "a whole number",
	"uint64": "a whole number that is not negative",
	"bool":   "true or false",
}

// flagError says of a flag that is wrong what was found and expected.
func flagError(flags *pflag.FlagSet, err error) error {
	if unknown := new(pflag.NotExistError); errors.As(err, &unknown) {
		var names []string
		flags.VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return fmt.Errorf("%w%s", err, didYouMean("--"+unknown.GetSpecifiedName(), names))
	}
	wrong := new(pflag.InvalidValueError)
	if !errors.As(err, &wrong) {
		return err
	}
	switch wrong.GetFlag().Value.(type) {
	case *choice, *clusterURL: // which say it themselves
		return errors.Unwrap(wrong)
	}
	expected := expectedValues[wrong.GetFlag().Value.Type()]
	if expected == "" {
		expected = wrong.GetFlag().Value.Type() // of our own values, which say so by it
	}
	return fmt.Errorf("--%s %s, expected %s", wrong.GetFlag().Name, document.Clip(wrong.GetValue()), expected)
}
