package cluster_test

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"qmsat/internal/job/cluster/embedded"
)

// A server warns if others could get access, and creates its folder for its owner alone.
func TestServerWarnings(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes of folders")
	}
	for _, test := range []struct {
		host  string
		mode  os.FileMode // the folder's mode; 0: there is no folder yet
		warns string
	}{
		{"", 0, ""},
		{"localhost", 0o700, ""},
		{"127.0.0.1", 0o755, "others can read it, mode 755"},
		{"::1", 0o700, ""},
		{"0.0.0.0", 0o700, "0.0.0.0 without TLS"},
	} {
		folder := filepath.Join(t.TempDir(), "served")
		if test.mode != 0 {
			if err := os.Mkdir(folder, test.mode); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(folder, test.mode); err != nil {
				t.Fatal(err)
			}
		}
		s, err := embedded.Start(t.Context(), embedded.Options{Folder: folder, Host: test.host})
		if err != nil {
			t.Logf("%+v: %v", test, err) // a machine may lack an address
			continue
		}
		s.Stop()
		info, err := os.Stat(folder)
		if err != nil {
			t.Fatal(err)
		}
		warned := strings.Join(s.Warnings, "\n")
		if (test.warns == "") != (warned == "") || !strings.Contains(warned, test.warns) || strings.Contains(warned, "\n") ||
			info.Mode().Perm() != cmp.Or(test.mode, 0o700) {
			t.Errorf("%+v: warnings %q, mode %o", test, warned, info.Mode().Perm())
		}
	}
}
