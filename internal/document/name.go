package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// UnknownNameError is a name that is none of those that a kind of thing has.
type UnknownNameError struct {
	Kind     string // such as "engine"
	Name     string
	Expected []string
}

// Error says what was found, and which names there are.
func (e *UnknownNameError) Error() string {
	return fmt.Sprintf("unknown %s %q, expected %s", e.Kind, Clip(e.Name), cmp.Or(strings.Join(e.Expected, ", "), "none"))
}

// CheckName reports a name that is none of those that a kind of thing has, as an *[UnknownNameError].
func CheckName(kind, name string, names []string) error {
	if slices.Contains(names, name) {
		return nil
	}
	return &UnknownNameError{kind, name, names}
}
