// Package pattern compiles regular expressions when they are first used: a command starts without those that it does not need.
package pattern

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// New returns a function that gives the compiled expression, the same at each call. A wrong expression panics at the first one.
func New(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// Matches reports whether a text matches an expression. What matches has one of the words, with small letters in place of capitals; for a
// text without them nothing is compiled.
func Matches(expression func() *regexp.Regexp, text string, words ...string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(lower, word) }) && expression().MatchString(text)
}
