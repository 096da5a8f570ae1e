package cluster_test

import (
	"cmp"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"qmsat/model/cluster/embedded"
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

// A server keeps its token. It replaces an empty one, and does not start with another.
func TestToken(t *testing.T) {
	folder, good := t.TempDir(), strings.Repeat("0a", 16)
	for _, test := range []struct{ token, says string }{
		{"", ""}, {good, ""}, {good[1:], "expected 32 hexadecimal digits"}, {good + "\n", "expected 32 hexadecimal digits"},
	} {
		if err := os.WriteFile(filepath.Join(folder, "token"), []byte(test.token), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := embedded.Start(t.Context(), embedded.Options{Folder: folder})
		if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("token %q: error %v, expected %q", test.token, err, test.says)
		}
		if err != nil {
			continue
		}
		s.Stop()
		token, _, _ := strings.Cut(strings.TrimPrefix(s.URL, "nats://"), "@")
		if len(token) != len(good) || test.token != "" && token != test.token {
			t.Errorf("token %q: the server's is %q", test.token, token)
		}
	}
}

// A server whose port is busy says so at once.
func TestBusyPort(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	begun := time.Now()
	_, err = embedded.Start(t.Context(), embedded.Options{Folder: t.TempDir(), Port: busy.Addr().(*net.TCPAddr).Port})
	took := time.Since(begun)
	if err == nil || !strings.Contains(err.Error(), busy.Addr().String()) || strings.Contains(err.Error(), "\n") || took > 5*time.Second {
		t.Errorf("error %v after %v, expected one line about the port at once", err, took)
	}
}
