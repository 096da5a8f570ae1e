package flatzinc

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"qmsat/internal/input"
	"qmsat/model"
)

// position is a place in a file: the number of bytes before it.
type position int

// source is the text of a file.
type source struct{ file, all string }

// errorAt returns an error at a position. It computes line and column, both from 1; columns count characters.
func (s *source) errorAt(at position, format string, args ...any) error {
	before := s.all[:at]
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return &model.InputError{File: s.file, Line: s.line(at), Column: column, Message: fmt.Sprintf(format, args...)}
}

func (s *source) line(at position) int { return strings.Count(s.all[:at], "\n") + 1 }

// token is a word of FlatZinc: its kind and its text. For a symbol the two are equal.
type token struct {
	position
	kind tokenKind
	text string
}

type tokenKind int

const (
	endToken tokenKind = iota
	nameToken
	intToken
	floatToken
	stringToken
	symbolToken
)

// lexer splits text into tokens.
type lexer struct {
	source
	at position
}

// next returns the next token.
func (l *lexer) next() (token, error) {
	l.at += position(blanks(l.all[l.at:]))
	rest := l.all[l.at:]
	if rest == "" {
		return token{position: l.at}, nil
	}
	if kind, length := lexeme(rest); length > 0 {
		t := token{l.at, kind, rest[:length]}
		l.at += position(length)
		return t, nil
	}
	if rest[0] == '"' || rest[0] == '\'' {
		line, _, _ := strings.Cut(rest, "\n")
		return token{}, l.errorAt(l.at, "found %q without its end, expected it on the same line", input.Clip(line))
	}
	_, length := utf8.DecodeRuneInString(rest) // no symbol of FlatZinc, but annotations may have others
	t := token{l.at, symbolToken, rest[:length]}
	l.at += position(length)
	return t, nil
}

// blanks returns the length of the blanks and comments at the start of a text.
func blanks(text string) int {
	for i := 0; ; {
		i = span(text, i, blank)
		if i == len(text) || text[i] != '%' {
			return i
		}
		length := strings.IndexByte(text[i:], '\n')
		if length < 0 {
			return len(text)
		}
		i += length
	}
}

// lexeme returns the kind and the length of the token at the start of a text, or length 0 if there is none.
func lexeme(text string) (kind tokenKind, length int) {
	switch c := text[0]; {
	case classes[c]&letter != 0:
		return nameToken, span(text, 1, letter|digit)
	case classes[c]&digit != 0 || c == '-':
		return number(text)
	case c == '\'':
		if length := strings.IndexAny(text[1:], "'\n\r"); length > 0 && text[length+1] == '\'' {
			return nameToken, length + 2
		}
	case c == '"':
		return stringToken, quoted(text)
	case strings.HasPrefix(text, "::"), strings.HasPrefix(text, ".."):
		return symbolToken, 2
	case classes[c]&symbol != 0:
		return symbolToken, 1
	}
	return endToken, 0
}

// number reads an int or a float: 1.5 and 1e5 are floats, 1..3 begins with an int.
func number(text string) (kind tokenKind, length int) {
	start := 0
	if text[0] == '-' {
		start = 1
	}
	end := span(text, start, digit)
	if first := end + 1; first < len(text) && end == start+1 && text[start] == '0' {
		base := class(0)
		switch text[end] {
		case 'x':
			base = hexadecimal
		case 'o':
			base = octal
		}
		if last := span(text, first, base); last > first {
			return intToken, last
		}
	}
	if end == start {
		return endToken, 0
	}
	kind = intToken
	if part := span(text, end+1, digit); part > end+1 && text[end] == '.' {
		kind, end = floatToken, part
	}
	if end < len(text) && (text[end] == 'e' || text[end] == 'E') {
		first := end + 1
		if first < len(text) && (text[first] == '-' || text[first] == '+') {
			first++
		}
		if exponent := span(text, first, digit); exponent > first {
			kind, end = floatToken, exponent
		}
	}
	return kind, end
}

// quoted returns the length of a string that ends on the same line, or 0.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		}
		if i < len(text) && (text[i] == '\n' || text[i] == '\r') {
			break
		}
	}
	return 0
}

// span returns the first place from a given one on with a byte that is not of the class.
func span(text string, from int, of class) int {
	for from < len(text) && classes[text[from]]&of != 0 {
		from++
	}
	return from
}

// class is a set of kinds of bytes.
type class uint8

const (
	blank class = 1 << iota
	octal
	digit
	hexadecimal
	letter
	symbol
)

// classes are the classes of all bytes.
var classes = func() (of [256]class) {
	for _, c := range []struct {
		kind       class
		characters string
	}{
		{blank, " \t\r\n"}, {octal, "01234567"}, {digit, "0123456789"}, {hexadecimal, "0123456789abcdefABCDEF"},
		{letter, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"}, {symbol, "[](){},:;="},
	} {
		for i := range len(c.characters) {
			of[c.characters[i]] |= c.kind
		}
	}
	return of
}()

// node is an expression, or an annotation.
type node struct {
	position
	kind   nodeKind
	text   string       // of a name, a string, a float; the name before [ or (
	number int          // of an int; 0 or 1 of a bool; the index of an access
	set    model.Domain // of a set
	items  []node       // of an array, of a call
}

type nodeKind int

const (
	intNode nodeKind = iota
	boolNode
	floatNode // also a set of floats
	setNode
	stringNode
	nameNode
	accessNode // an element of an array by its index: x[3]
	arrayNode
	callNode // an annotation, or a constraint
)

// describe names the node for a message.
func (n node) describe() string {
	switch n.kind {
	case intNode:
		return fmt.Sprintf("the number %d", n.number)
	case boolNode:
		return [...]string{"false", "true"}[n.number]
	case floatNode:
		return "the float " + input.Clip(n.text)
	case setNode:
		return "the set " + input.Clip("{"+n.set.String()+"}")
	case stringNode:
		return "the string " + input.Clip(n.text)
	case accessNode:
		return input.Clip(fmt.Sprintf("%s[%d]", n.text, n.number))
	case arrayNode:
		return fmt.Sprintf("an array of %d", len(n.items))
	}
	return input.Clip(n.text)
}

// typeOf is the type of a declaration.
type typeOf struct {
	isArray bool
	size    int // of an array
	isVar   bool
	isSet   bool
	base    string        // bool, int or float
	values  *model.Domain // those that the type allows; nil if not restricted
}

// declaration is a named parameter or variable.
type declaration struct {
	position
	typeOf
	name        string
	annotations []node
	value       *node     // nil for a variable without one
	read        bool      // lowering has come to it
	variable    int       // the number of a variable, once it is read
	operands    []operand // of ints and bools, once they are read
}

// program is a parsed file.
type program struct {
	declarations []*declaration
	names        map[string]*declaration
	constraints  []node
	notes        [][]node // the annotations of the constraints
	solve        node     // a call of satisfy, minimize or maximize; the last two with the objective
	search       []node
	from         source
}
