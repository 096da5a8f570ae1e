package checkpoint

import (
	"slices"
	"strings"
	"testing"
)

// FuzzRead holds that what is written is read back the same, that a change of any byte is noticed, and that text which is no
// such file is refused by one line.
func FuzzRead(f *testing.F) {
	header := Header{Kind: "qmsat test checkpoint", Version: 1}
	f.Add("", 0, byte(1))
	f.Add("1 5\n2 7", 30, byte(32))
	f.Add("sha256 1\nsha256 ", 30, byte(32))
	f.Add("done 12 r1c1=1\nopen 0.5 .", 40, byte(255))
	f.Add(header.content([]string{"1 5"}), 3, byte(0))
	f.Add("qmsat test checkpoint\nversion 1\nsha256 ", 0, byte(0))
	f.Fuzz(func(t *testing.T, text string, place int, change byte) {
		if body, err := header.parse(text); err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q: expected one line", err)
			}
		} else if again := header.content(body); again != text {
			t.Fatalf("%q is read as %q", text, again)
		}
		lines := strings.Split(text, "\n")
		whole := header.content(lines)
		body, err := header.parse(whole)
		if err != nil || !slices.Equal(body, lines) {
			t.Fatalf("%q is read back as %q, error %v", lines, body, err)
		}
		changed := []byte(whole)
		changed[uint(place)%uint(len(changed))] ^= change
		if _, err := header.parse(string(changed)); (err == nil) != (change == 0) {
			t.Fatalf("%q: error %v", changed, err)
		}
	})
}
