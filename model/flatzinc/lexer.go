package flatzinc

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"qmsat/model"
	"qmsat/model/document"
)

// position is where something stands in a file: line and column, both from 1; columns count characters.
type position struct{ line, column int }

// token is a word of FlatZinc: its kind and its text, which for symbols is both.
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

// lexemes are the forms of tokens; the first that fits at a place is taken, so that 1..3 is no float and 1.5 no int.
var lexemes = []struct {
	kind tokenKind
	form *regexp.Regexp
}{
	{nameToken, regexp.MustCompile(`^(?:[A-Za-z_][A-Za-z0-9_]*|'[^'\n\r]+')`)},
	{floatToken, regexp.MustCompile(`^-?[0-9]+(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)`)},
	{intToken, regexp.MustCompile(`^-?(?:0x[0-9A-Fa-f]+|0o[0-7]+|[0-9]+)`)},
	{stringToken, regexp.MustCompile(`^"(?:[^"\\\n\r]|\\[^\n\r])*"`)},
	{symbolToken, regexp.MustCompile(`^(?:::|\.\.|[][(){},:;=])`)},
}

var blanks = regexp.MustCompile(`^(?:[ \t\r\n]+|%[^\n]*)+`)

// lexer cuts text into tokens.
type lexer struct {
	file string
	rest string
	at   position
}

// next returns the next token.
func (l *lexer) next() (token, error) {
	l.skip(blanks.FindString(l.rest))
	if l.rest == "" {
		return token{position: l.at}, nil
	}
	for _, lexeme := range lexemes {
		if text := lexeme.form.FindString(l.rest); text != "" {
			t := token{l.at, lexeme.kind, text}
			l.skip(text)
			return t, nil
		}
	}
	if l.rest[0] == '"' || l.rest[0] == '\'' {
		line, _, _ := strings.Cut(l.rest, "\n")
		return token{}, l.errorAt(l.at, "found %q without its end, expected it on the same line", document.Clip(line))
	}
	found, _ := utf8.DecodeRuneInString(l.rest)
	return token{}, l.errorAt(l.at, "found %q, expected a word, a number or a symbol of FlatZinc", found)
}

// skip moves on behind a text that the rest begins with.
func (l *lexer) skip(text string) {
	l.rest = l.rest[len(text):]
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
