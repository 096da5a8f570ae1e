package page

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// Filled keeps all words in their order, and no line with two of them is too long.
func TestFilled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching(`[a-zΔλ]{1,12}`)).Draw(t, "words")
		width := rapid.IntRange(5, 40).Draw(t, "width")
		text := Filled(strings.Join(words, " "), width)
		if found := strings.Fields(text); !slices.Equal(found, words) {
			t.Fatalf("%q has words %q, expected %q", text, found, words)
		}
		for line := range strings.SplitSeq(text, "\n") {
			if strings.Contains(line, " ") && utf8.RuneCountInString(line) > width {
				t.Fatalf("line %q is longer than %d", line, width)
			}
		}
	})
}

// Lines that begin with a blank, and empty ones, stay; a paragraph's lines are joined.
func TestLayout(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Filled("one\ntwo\n\n  a  b\nthree", 80), "one two\n\n  a  b\nthree"},
		{Filled(Entry("name", strings.Repeat("word ", 14)), 80), "  name            " + strings.Repeat("word ", 11) + "word\n" + strings.Repeat(" ", 18) + "word word\n"},
		{Columns("a\nb\nc\n"), "a" + strings.Repeat(" ", 39) + "c\nb\n"},
	} {
		if c.got != c.want {
			t.Errorf("%q, expected %q", c.got, c.want)
		}
	}
}

// Marks take no columns.
func TestMarks(t *testing.T) {
	if text := Filled("\x1b[1mone\x1b[0m two three", 13); text != "\x1b[1mone\x1b[0m two three" {
		t.Errorf("%q, expected one line", text)
	}
}

// A table that is too wide is split between columns; its first columns come again, as many as tell its rows apart.
func TestFolded(t *testing.T) {
	for _, c := range []struct{ table, want string }{
		{"  name  one  two\n  a b    1   22", "  name  one  two\n  a b    1   22"},
		{"  name  first  second\n  a b      10      20\n    c       1       2",
			"  name  first\n  a b      10\n    c       1\n\n  name  second\n  a b       20\n    c        2"},
		{"  name  kind  first  number\n     a     x     10       1\n     a     y      1       2",
			"  name  kind  first\n     a     x     10\n     a     y      1\n\n  name  kind  number\n     a     x       1\n     a     y       2"},
		{"a sentence that is no table", "a sentence that is\n    no table"},
	} {
		if found := Folded(c.table, 20); found != c.want {
			t.Errorf("folded to 20 columns:\n%s\nexpected:\n%s", found, c.want)
		}
	}
}
