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
		{Entry("name", strings.Repeat("word ", 14)), "  name            " + strings.Repeat("word ", 11) + "word\n" + strings.Repeat(" ", 18) + "word word\n"},
		{Columns("a\nb\nc\n"), "a" + strings.Repeat(" ", 39) + "c\nb\n"},
	} {
		if c.got != c.want {
			t.Errorf("%q, expected %q", c.got, c.want)
		}
	}
}
