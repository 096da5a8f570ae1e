package flatzinc

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"qmsat/internal/document"
	"qmsat/model"
)

// position is a place in a file: line and column, both from 1; columns count characters.
type position struct{ line, column int }

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
	file string
	rest string
	at   position
}

// next returns the next token.
func (l *lexer) next() (token, error) {
	l.skip(blanks(l.rest))
	if l.rest == "" {
		return token{position: l.at}, nil
	}
	if kind, length := lexeme(l.rest); length > 0 {
		t := token{l.at, kind, l.rest[:length]}
		l.skip(length)
		return t, nil
	}
	if l.rest[0] == '"' || l.rest[0] == '\'' {
		line, _, _ := strings.Cut(l.rest, "\n")
		return token{}, l.errorAt(l.at, "found %q without its end, expected it on the same line", document.Clip(line))
	}
	found, _ := utf8.DecodeRuneInString(l.rest)
	return token{}, l.errorAt(l.at, "found %q, expected a word, a number or a symbol of FlatZinc", found)
}

// blanks returns the length of the blanks and comments at the start of a text.
func blanks(text string) int {
	for i := 0; ; {
		i = span(text, i, isBlank)
		if i == len(text) || text[i] != '%' {
			return i
		}
		i = span(text, i, func(c byte) bool { return c != '\n' })
	}
}

// lexeme returns the kind and the length of the token at the start of a text, or length 0 if there is none.
func lexeme(text string) (kind tokenKind, length int) {
	switch c := text[0]; {
	case isLetter(c):
		return nameToken, span(text, 1, func(c byte) bool { return isLetter(c) || isDigit(c) })
	case isDigit(c) || c == '-':
		return number(text)
	case c == '\'':
		end := span(text, 1, func(c byte) bool { return c != '\'' && c != '\n' && c != '\r' })
		if end > 1 && end < len(text) && text[end] == '\'' {
			return nameToken, end + 1
		}
	case c == '"':
		return stringToken, quoted(text)
	case strings.HasPrefix(text, "::"), strings.HasPrefix(text, ".."):
		return symbolToken, 2
	case strings.IndexByte("[](){},:;=", c) >= 0:
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
	for _, base := range []struct {
		prefix string
		digit  func(byte) bool
	}{{"0x", isHexadecimal}, {"0o", isOctal}} {
		if first := start + 2; strings.HasPrefix(text[start:], base.prefix) && span(text, first, base.digit) > first {
			return intToken, span(text, first, base.digit)
		}
	}
	end := span(text, start, isDigit)
	if end == start {
		return endToken, 0
	}
	kind = intToken
	if part := span(text, end+1, isDigit); part > end+1 && text[end] == '.' {
		kind, end = floatToken, part
	}
	if end < len(text) && (text[end] == 'e' || text[end] == 'E') {
		first := end + 1
		if first < len(text) && (text[first] == '-' || text[first] == '+') {
			first++
		}
		if exponent := span(text, first, isDigit); exponent > first {
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

// span returns the first place from a given one on with a byte that is not of the kind.
func span(text string, from int, is func(byte) bool) int {
	for from < len(text) && is(text[from]) {
		from++
	}
	return from
}

func isBlank(c byte) bool       { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
func isDigit(c byte) bool       { return '0' <= c && c <= '9' }
func isOctal(c byte) bool       { return '0' <= c && c <= '7' }
func isHexadecimal(c byte) bool { return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' }
func isLetter(c byte) bool      { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

// skip moves on by length bytes.
func (l *lexer) skip(length int) {
	text := l.rest[:length]
	l.rest = l.rest[length:]
	if lines := strings.Count(text, "\n"); lines > 0 {
		l.at.line += lines
		l.at.column = 1
		text = text[strings.LastIndexByte(text, '\n')+1:]
	}
	l.at.column += utf8.RuneCountInString(text)
}

func (l *lexer) errorAt(at position, format string, args ...any) error {
	return &model.InputError{File: l.file, Line: at.line, Column: at.column, Message: fmt.Sprintf(format, args...)}
}

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
		return "the float " + document.Clip(n.text)
	case setNode:
		return "the set " + document.Clip("{"+n.set.String()+"}")
	case stringNode:
		return "the string " + document.Clip(n.text)
	case accessNode:
		return document.Clip(fmt.Sprintf("%s[%d]", n.text, n.number))
	case arrayNode:
		return fmt.Sprintf("an array of %d", len(n.items))
	}
	return document.Clip(n.text)
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
	value       *node // nil for a variable without one
}

// program is a parsed file.
type program struct {
	declarations []*declaration // with different names
	constraints  []node
	notes        [][]node // the annotations of the constraints
	solve        node     // a call of satisfy, minimize or maximize; the last two with the objective
	search       []node
}
