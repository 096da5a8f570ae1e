package checkpoint

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qmsat/internal/memory"
)

var header = Header{Kind: "qmsat test checkpoint", Version: 2, Work: []string{"of nothing"}}

// open opens a file and returns its lines.
func open(t *testing.T, path string) (*File, []string) {
	t.Helper()
	file, body, err := Open(t.Context(), path, header)
	if err != nil {
		t.Fatal(err)
	}
	return file, body
}

// TestLock opens a file that is open already, and once more when it is not.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kept")
	file, _ := open(t, path)
	if err := file.Write([]string{"sha256 1", "two"}); err != nil {
		t.Fatal(err)
	}
	refused := new(RefusedError)
	if _, _, err := Open(t.Context(), path, header); !errors.As(err, &refused) || !strings.Contains(err.Error(), "another process is using it") {
		t.Errorf("error %v, expected that the file is locked", err)
	}
	file.Close()
	// What a writer that was killed has left goes.
	if err := os.WriteFile(path+".0123456789abcdef.tmp", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	file, body := open(t, path)
	defer file.Close()
	if err := file.Refuse(1, errors.New("why")); err.Error() != "checkpoint "+path+": line 5: why" {
		t.Errorf("error %v, expected the second line of the body", err)
	}
	if !slices.Equal(body, []string{"sha256 1", "two"}) {
		t.Errorf("%q is read back", body)
	}
	if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 2 {
		t.Errorf("%v, error %v, expected the file and its lock", files, err)
	}
}

// TestLockIsRemoved holds that a lock goes with its holder, and that one whose file was removed is none.
func TestLockIsRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kept.lock")
	first, err := Acquire(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Skip("the system removes no file that is open: ", err)
	}
	if named, err := first.named(); named || err != nil {
		t.Errorf("named %t, error %v, expected that the name is gone", named, err)
	}
	second, err := Acquire(path)
	if err != nil {
		t.Fatal(err)
	}
	if named, err := first.named(); named || err != nil {
		t.Errorf("named %t, error %v, expected that the name is another file's", named, err)
	}
	second.Release()
	if _, err := os.Stat(path); err == nil {
		t.Error("the lock is left")
	}
}

// TestSave holds that the first call writes, the next one shortly after does not, and one of many does.
func TestSave(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kept")
	file, _ := open(t, path)
	writes := 0
	body := func() []string { writes++; return nil }
	for i := range 2 {
		if saved, err := file.Save(body); saved != (i == 0) || err != nil {
			t.Errorf("call %d: saved %t, error %v", i, saved, err)
		}
	}
	for writes < 2 {
		if _, err := file.Save(body); err != nil {
			t.Fatal(err)
		}
	}
	file.Close()
	var none *File
	if saved, err := none.Save(body); !saved || err != nil || none.Write(nil) != nil || writes != 2 {
		t.Error("a nil file keeps something")
	}
	none.Close()
}

func TestRefused(t *testing.T) {
	good := header.content([]string{"one"})
	for _, test := range []struct{ content, want string }{
		{"", `found "" in line 1, expected "qmsat test checkpoint"`},
		{strings.Replace(good, "version 2", "version 1", 1), "it has format version 1, expected 2"},
		{strings.Replace(good, "version 2", "version two", 1), `found "version two" in line 2, expected "version 2"`},
		{strings.Replace(good, "nothing", "all", 1), `found "of all" in line 3, expected "of nothing": it belongs to another count`},
		{strings.Replace(good, "one", "two", 1), "the file is damaged"},
		{good + "more", "the file is damaged"},
	} {
		path := filepath.Join(t.TempDir(), "kept")
		if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := Open(t.Context(), path, header)
		refused := new(RefusedError)
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: error %v, expected %q", test.content, err, test.want)
		}
		if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
			t.Errorf("%v, error %v, expected that the lock is given up", files, err)
		}
	}
}

// TestTooLarge holds that a file which does not fit in memory is not read, and that reading ends with its context.
func TestTooLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kept")
	if err := os.WriteFile(path, []byte(header.content([]string{strings.Repeat("x", 16<<20)})), 0o600); err != nil {
		t.Fatal(err)
	}
	budgeted, stop := memory.WithBudget(t.Context(), 32<<20)
	defer stop()
	exceeded := new(memory.ExceededError)
	if _, _, err := Open(budgeted, path, header); !errors.As(err, &exceeded) || exceeded.Need < 16<<20 {
		t.Errorf("error %v, expected that memory does not suffice", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Open(ended, path, header); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the end", err)
	}
	if file, body := open(t, path); len(body) != 1 || len(body[0]) != 16<<20 {
		t.Errorf("%d lines are read", len(body))
	} else {
		file.Close()
	}
}
