// Package pattern compiles regular expressions when they are first used: a command starts without those that it does not need.
package pattern

import (
	"regexp"
	"sync"
)

// New returns a function that gives the compiled expression, the same at each call. A wrong expression panics at the first one.
func New(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
