package manual

import "testing"

// What the language of manual pages would take for a mark is text.
func TestRoff(t *testing.T) {
	for text, expected := range map[string]string{
		".B\n": `\&.B` + "\n", "'": `\&'` + "\n", `\n`: `\\n` + "\n", "a\n\nb": "a\n.PP\nb\n", "  .a\n    b": ".EX\n\\&.a\n  b\n.EE\n", "# a": "# a\n",
	} {
		if got := roff(text); got != expected {
			t.Errorf("%q becomes %q, expected %q", text, got, expected)
		}
	}
}
