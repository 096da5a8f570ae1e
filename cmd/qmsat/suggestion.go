package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"qmsat/internal/document"
)

// meant says which name an error about an unknown one may have meant, or nothing.
func meant(err error) string {
	if unknown := new(document.UnknownNameError); errors.As(err, &unknown) {
		return didYouMean(unknown.Name, unknown.Expected)
	}
	return ""
}

// didYouMean says which of some names is like a mistyped one, or begins like it; or nothing.
func didYouMean(name string, names []string) string {
	if len(name) < 3 { // any short name is like it
		return ""
	}
	list := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, n := range names {
		list.AddCommand(&cobra.Command{Use: n, Run: func(*cobra.Command, []string) {}})
	}
	if found := list.SuggestionsFor(name); len(found) > 0 {
		return "; did you mean " + strings.Join(found, " or ") + "?"
	}
	return ""
}
