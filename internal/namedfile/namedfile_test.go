package namedfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qmsat/internal/input"
)

func save(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := Writer(name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })(file); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRoundTrip writes and reads plain and compressed files.
func TestRoundTrip(t *testing.T) {
	text := strings.Repeat("1234567\n", 10_000)
	for name, compressed := range map[string]bool{"a.txt": false, "a.txt.gz": true} {
		path := save(t, name, text)
		if got, err := ReadAll(path); err != nil || string(got) != text {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
		raw, err := os.ReadFile(path)
		if err != nil || compressed != (len(raw) < 1000) {
			t.Errorf("%s: %d bytes, %v", name, len(raw), err)
		}
		if again, _ := os.ReadFile(save(t, name, text)); string(again) != string(raw) {
			t.Errorf("%s: written twice, two contents", name)
		}
	}
	if Plain("a.cnf.gz") != "a.cnf" || Plain("a.cnf") != "a.cnf" {
		t.Error("another plain name")
	}
}

// TestBound reads files of just as many bytes as may be, and of one more.
func TestBound(t *testing.T) {
	path := save(t, "a.gz", strings.Repeat("x", 1000))
	for _, most := range []int64{999, 1000} {
		file, err := open(path, most)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(file)
		if large := new(input.InputError); most == 1000 && (err != nil || len(text) != 1000) || most == 999 && !errors.As(err, &large) {
			t.Errorf("at most %d: %d bytes, %v", most, len(text), err)
		}
		file.Close()
	}
}

// TestDamaged names what is wrong with a file.
func TestDamaged(t *testing.T) {
	good := save(t, "a.gz", strings.Repeat("0123456789", 100))
	raw, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	for want, text := range map[string]string{
		"found no gzip data, expected a gzip file because of its name": "12345678901234567890",
		"found gzip data that is cut off or damaged":                   string(raw[:len(raw)/2]),
	} {
		path := filepath.Join(t.TempDir(), "b.gz")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadAll(path); err == nil || err.Error() != path+": "+want {
			t.Errorf("%v, expected %s", err, want)
		}
	}
	for _, text := range []string{"", "short"} {
		path := filepath.Join(t.TempDir(), "c.gz")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadAll(path); !errors.As(err, new(*input.InputError)) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
