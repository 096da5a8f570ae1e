package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"qmsat/model/cluster"
	"qmsat/model/modeltest"
)

// clusterLines are command lines of all commands that have --cluster, by name.
var clusterLines = map[string][][]string{
	"count": {
		{"count", "--box", "2x2", "--format", "json"}, {"count", "--box", "2x2", "--engine", "gini", "--verify", "1"}, {"count", "--box", "2x2", "nats://user:hunter2@there/puzzles"},
	},
	"solve":         {{"solve", "--all", "--box", "2x2", "1234............", "--format", "json"}},
	"generate":      {{"generate", "--full", "--box", "2x2"}, {"generate", "--full", "--box", "2x2", "-o", "grids.txt"}},
	"compare":       {{"compare", "--random", "4", "--engine", "native,gini"}, {"compare", "--random", "4", "--report", "report"}},
	"worker":        {{"worker"}, {"worker", "--workers", "-1"}},
	"jobs":          {{"jobs"}, {"jobs", "--check", "1"}},
	"jobs list":     {{"jobs", "list", "--format", "json"}},
	"jobs show":     {{"jobs", "show", "0123456789"}},
	"jobs cancel":   {{"jobs", "cancel", "0123456789"}},
	"jobs remove":   {{"jobs", "remove", "0123456789"}},
	"jobs result":   {{"jobs", "result", "0123456789", "--check", "1"}},
	"grids":         {{"grids", "--delta", "2", "--what", "minigrids"}, {"grids", "--delta", "2", "--checkpoint", "kept"}},
	"code erasures": {{"code", "erasures", "--samples", "10", "--erasures", "60", "--decoder", "ml"}},
}

// secretOutput is what several goroutines write to.
type secretOutput struct {
	sync.Mutex
	bytes.Buffer
}

func (o *secretOutput) Write(p []byte) (int, error) {
	o.Lock()
	defer o.Unlock()
	return o.Buffer.Write(p)
}

// No command writes the secrets of a cluster's URL to standard output, standard error or a file, whether the server is there or
// not.
func TestNoSecrets(t *testing.T) {
	modeltest.OnlyLong(t)
	const password = "hunter2"
	address := strings.TrimPrefix(serveNATS(t, &server.Options{Username: "user", Password: password}), "nats://")
	t.Chdir(t.TempDir())
	there := "nats://user:" + password + "@" + address
	var all secretOutput
	working, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	for range 2 { // one verifies the other
		group.Go(func() {
			run(working, []string{"worker", "--cluster", there}, streams{strings.NewReader(""), &all, &all})
		})
	}
	for path, c := range everyCommand(commands...) {
		if c.describe(streams{}).Flags().Lookup("cluster") == nil {
			continue
		}
		if len(clusterLines[path]) == 0 {
			t.Errorf("command %s has --cluster: add command lines of it here", path)
		}
		for _, line := range clusterLines[path] {
			for _, url := range []string{
				there, "user:" + password + "@" + address, "nats://user:" + password + "@127.0.0.1:1", "nats://" + password + "@127.0.0.1:1",
				"nats://user:" + password + "%zz@127.0.0.1:1", "nats://user:x " + password + "@127.0.0.1:1", "nats://user:x/" + password + "@127.0.0.1:1",
				"nats://other:" + password + "@" + address,
			} {
				ctx, cancel := context.WithCancel(t.Context())
				if c == workerCommand && strings.HasSuffix(url, address) {
					time.AfterFunc(100*time.Millisecond, cancel) // it would work for ever
				}
				run(ctx, append(slices.Clone(line), "--cluster", url), streams{strings.NewReader(""), &all, &all})
				cancel()
			}
		}
	}
	stop()
	group.Wait()
	written := all.String()
	for _, sign := range []string{`"count":"288"`, "127.0.0.1:1", "# qmsat generate --", "--cluster nats://" + address, "Authorization Violation"} {
		if !strings.Contains(written, sign) {
			t.Errorf("%q is not written, expected it among what the commands print", sign)
		}
	}
	files := 0
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(name)
		written += string(text)
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("%d files, error %v", files, err)
	}
	for line := range strings.Lines(written) {
		if strings.Contains(line, password) {
			t.Errorf("a secret is written: %s", line)
		}
	}
}

func TestRedact(t *testing.T) {
	for text, want := range map[string]string{
		"nats://host:4222": "nats://host:4222",
		"see nats://user:p@ss/w@host:4222, tls://t@h": "see nats://host:4222, tls://h",
		"open puzzles@home: no such file":             "open puzzles@home: no such file",
	} {
		if got := cluster.Redact(text); got != want {
			t.Errorf("%s: %s, expected %s", text, got, want)
		}
	}
}
