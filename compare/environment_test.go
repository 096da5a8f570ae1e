package compare_test

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"qmsat/compare"
)

// What the environment says is known, or said to be unknown, on one line and in JSON.
func TestEnvironment(t *testing.T) {
	var e compare.Environment
	synctest.Test(t, func(t *testing.T) { // whose clock stands still
		if e = compare.NewEnvironment("qmsat bench x"); !e.Date.Equal(time.Now()) {
			t.Errorf("made at %v, expected %v", e.Date, time.Now())
		}
	})
	if e.Go != runtime.Version() || e.OS != runtime.GOOS || e.Arch != runtime.GOARCH || e.CPUs < 1 || e.CPU == "" || e.Commit == "" {
		t.Errorf("%+v", e)
	}
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"cpu", "cpus", "os", "arch", "go", "version", "commit", "modified", "command", "date"} {
		if _, ok := fields[key]; !ok {
			t.Errorf("no %s in %s", key, text)
		}
	}
}

func TestMachineLine(t *testing.T) {
	e := compare.Environment{
		Build: compare.Build{Commit: "0123456789abcdef", Modified: true, Go: "go1.26.0", OS: "linux", Arch: "arm64"},
		CPU:   "Some CPU", CPUs: 1, Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}
	const want = "Some CPU, 1 CPU, linux/arm64, go1.26.0, commit 0123456789ab-modified, 2026-01-02 03:04:05 UTC"
	if got := e.Machine(); got != want {
		t.Errorf("%s, expected %s", got, want)
	}
	e.Commit = "unknown"
	if got := e.Machine(); !strings.Contains(got, "commit unknown") {
		t.Error(got)
	}
}
