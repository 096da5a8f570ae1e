package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"qmsat/internal/lists"
)

// Family makes engines on demand: those whose names start with its prefix.
type Family struct {
	Prefix  string // such as "exec:"
	Form    string // the names, for help, such as "exec:COMMAND"
	Summary string // half a line, for help
	Inside  bool   // the engines run no command, so that [Allowed] lets everyone name them
	// Make returns the engine of a name that starts with the prefix, or says what is wrong with the name.
	Make func(name string) (*Engine, error)
}

// families holds the registered families in the order of registration.
var families []Family

// RegisterFamily adds a family. It panics where another one has a prefix in common, and is meant to be called at start only.
func RegisterFamily(f Family) {
	for _, other := range families {
		if strings.HasPrefix(f.Prefix, other.Prefix) || strings.HasPrefix(other.Prefix, f.Prefix) {
			panic("engine: family " + f.Prefix + " is registered twice")
		}
	}
	families = append(families, f)
}

// Families returns the registered families in the order of registration.
func Families() []Family { return slices.Clone(families) }

// Forms returns what names of engines may be, for messages: those of the registered engines, sorted, and the families'
// forms.
func Forms() []string {
	return append(Names(), lists.Map(families, func(f Family) string { return f.Form })...)
}

// isFamily reports whether a name is one of a family's.
func isFamily(name string) bool { return familyOf(name) >= 0 }

// familyOf returns the index of the family that makes an engine of a name, or -1.
func familyOf(name string) int {
	return slices.IndexFunc(families, func(f Family) bool { return strings.HasPrefix(name, f.Prefix) })
}

// Allowed says which engines a text from another machine may name: all that are registered, those of families that run no command, and of
// other families just the ones in this list. The empty list allows no command.
type Allowed []string

// RefusedError says that a text from another machine names a command that is not allowed here.
type RefusedError struct{ because }

// Lookup returns the engine of a name as [Lookup] does, or a [RefusedError].
func (a Allowed) Lookup(name string) (*Engine, error) {
	if i := familyOf(name); i >= 0 && !families[i].Inside && !slices.Contains(a, name) {
		return nil, &RefusedError{because{name, errors.New("it runs a command that --engine does not name on this machine")}}
	}
	return Lookup(name)
}

// ParseChosen reads a list of engines as [ParseChosen] does, or returns a [RefusedError].
func (a Allowed) ParseChosen(text string) ([]Chosen, error) { return parseChosen(text, a.Lookup) }

// SplitWords parts a command at its blanks. Blanks in 'single' or "double" quotes, or after a backslash, are part of a word;
// between single quotes a backslash is nothing special. Quotes and such backslashes are dropped.
func SplitWords(text string) ([]string, error) {
	var words []string
	inWord := false
	err := eachQuoted(text, func(c rune, quoted, mark bool) {
		if (c == ' ' || c == '\t') && !quoted {
			inWord = false
			return
		}
		if !inWord {
			words = append(words, "")
			inWord = true
		}
		if !mark {
			words[len(words)-1] += string(c)
		}
	})
	return words, err
}

// eachQuoted calls visit with each character of a text, whether it is quoted or escaped, and whether it is itself a mark: a
// quote that opens or closes, or a backslash that escapes.
func eachQuoted(text string, visit func(c rune, quoted, mark bool)) error {
	var quote rune // the one that is open, or 0
	escaped := false
	for _, c := range text {
		switch {
		case escaped:
			escaped = false
			visit(c, true, false)
		case c == '\\' && quote != '\'':
			escaped = true
			visit(c, true, true)
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
			visit(c, true, true)
		case c == quote && quote != 0:
			quote = 0
			visit(c, true, true)
		default:
			visit(c, quote != 0, false)
		}
	}
	if quote != 0 || escaped {
		return fmt.Errorf("%q ends within a quote or after a backslash", text)
	}
	return nil
}
