package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// content has Write fill a file with a text.
func content(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// expect holds that a folder has one file, with this text and mode.
func expect(t *testing.T, name, text string, mode fs.FileMode) {
	t.Helper()
	files, err := os.ReadDir(filepath.Dir(name))
	if err != nil || len(files) != 1 {
		t.Errorf("%d files, error %v, expected one", len(files), err)
	}
	found, err := os.ReadFile(name)
	if err != nil || string(found) != text {
		t.Errorf("%q, error %v, expected %q", found, err, text)
	}
	if info, err := os.Stat(name); runtime.GOOS != "windows" && (err != nil || info.Mode() != mode) {
		t.Errorf("mode %v, error %v, expected %v", info.Mode(), err, mode)
	}
}

func TestWrite(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	// What the umask leaves shows in a file that is made plainly.
	plain := filepath.Join(t.TempDir(), "plain")
	file, err := os.Create(plain)
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	info, err := os.Stat(plain)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(name, content("one")); err != nil {
		t.Fatal(err)
	}
	expect(t, name, "one", info.Mode())
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o666} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		if err := Write(name, content("two")); err != nil {
			t.Fatal(err)
		}
		expect(t, name, "two", mode)
	}
	broken := errors.New("broken")
	err = Write(name, func(w io.Writer) error {
		_, err := io.WriteString(w, "half")
		return errors.Join(err, broken)
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, expected %v", err, broken)
	}
	expect(t, name, "two", 0o666)
}

func TestWriteSideBySide(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	text := strings.Repeat("a line\n", 1000)
	var writers sync.WaitGroup
	for range 8 {
		writers.Go(func() {
			if err := Write(name, content(text)); err != nil {
				t.Error(err)
			}
		})
	}
	writers.Wait()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, name, text, info.Mode())
}

// TestFailures holds that an error speaks of the file that was asked for.
func TestFailures(t *testing.T) {
	folder := t.TempDir()
	missing := filepath.Join(folder, "missing", "file")
	if err := Write(missing, content("")); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), missing+":") {
		t.Errorf("error %v, expected one that names %s", err, missing)
	}
	if err := os.Mkdir(filepath.Join(folder, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Write(filepath.Join(folder, "folder"), content("")); err == nil {
		t.Error("a folder was replaced")
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("%d files, error %v, expected the folder alone", len(files), err)
	}
}

// TestSweep leaves a writer half way.
func TestSweep(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "f.*")
	err := Write(name, func(w io.Writer) error {
		Sweep(name)
		return nil
	})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, expected that the temporary file is gone", err)
	}
	others := []string{"f.*", "f.*.tmp", "f.*.0123456789abcdef.tmp2", "f.x.0123456789abcdef.tmp", "f.*.0123.tmp"}
	for _, other := range others {
		if err := os.WriteFile(filepath.Join(folder, other), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	Sweep(name)
	if files, err := os.ReadDir(folder); err != nil || len(files) != len(others) {
		t.Errorf("%v, error %v, expected that none of %q is gone", files, err, others)
	}
}
