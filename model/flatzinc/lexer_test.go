package flatzinc

import (
	"regexp"
	"testing"

	"pgregory.net/rapid"
)

// forms are the forms of tokens; the first that fits is taken.
var forms = []struct {
	kind tokenKind
	form *regexp.Regexp
}{
	{nameToken, regexp.MustCompile(`^(?:[A-Za-z_][A-Za-z0-9_]*|'[^'\n\r]+')`)},
	{floatToken, regexp.MustCompile(`^-?[0-9]+(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)`)},
	{intToken, regexp.MustCompile(`^-?(?:0x[0-9A-Fa-f]+|0o[0-7]+|[0-9]+)`)},
	{stringToken, regexp.MustCompile(`^"(?:[^"\\\n\r]|\\[^\n\r])*"`)},
	{symbolToken, regexp.MustCompile(`^(?:::|\.\.|[][(){},:;=])`)},
}

// TestLexemes compares tokens with regular expressions.
func TestLexemes(t *testing.T) {
	blank := regexp.MustCompile(`^(?:[ \t\r\n]+|%[^\n]*)+`)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching("[-+019xoeEafgzAZ_.:;'\"\\\\\n\r\t %ä=(]{1,8}").Draw(t, "text")
		if got, want := blanks(text), len(blank.FindString(text)); got != want {
			t.Fatalf("%d blanks in %q, expected %d", got, text, want)
		}
		kind, length := lexeme(text)
		wantKind, want := endToken, 0
		for _, f := range forms {
			if found := f.form.FindString(text); found != "" {
				wantKind, want = f.kind, len(found)
				break
			}
		}
		if length != want || length > 0 && kind != wantKind {
			t.Fatalf("kind %d, %d bytes of %q, expected kind %d, %d bytes", kind, length, text, wantKind, want)
		}
	})
}
