package cluster_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"qmsat/internal/job"
	"qmsat/model/cluster"
	"qmsat/model/modeltest"
	"qmsat/model/parallel"
)

// smallDisk mounts a file system of this size in memory.
func smallDisk(t *testing.T, bytes string) (folder string) {
	folder = t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+bytes); err != nil {
		t.Skipf("mounting a small disk: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// fill writes a file until the disk is full.
func fill(t *testing.T, name string) {
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for block := make([]byte, 1<<10); err == nil; {
		_, err = f.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}

// While the server's disk is full, a job waits or fails with an error that says so. Once there is room, it continues without
// loss.
func TestDiskFull(t *testing.T) {
	modeltest.OnlyLong(t)
	disk := smallDisk(t, "32m")
	folder, filler, port := filepath.Join(disk, "served"), filepath.Join(disk, "filler"), freePort(t)
	server := startPart(t, io.Discard, serverPart, folder, port)
	defer func() { kill(server) }()
	url := "nats://" + tokenIn(t, folder) + "@127.0.0.1:" + port
	c, err := connectSoon(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	m, cube, want := chaosModel(t)
	d := submit(t, c, parallel.CountJob, "native", m, cube, cluster.Info{})
	options := quick("native")
	options.Log = func(line string) { t.Log(line) }
	work(t, c, options)
	for records := 0; records < 20; time.Sleep(time.Millisecond) {
		r, _, err := c.Result(t.Context(), d.ID)
		if err != nil {
			t.Fatal(err)
		}
		records = r.Records
	}
	type end struct {
		result job.Result
		err    error
	}
	throughout := make(chan end, 1)
	go func() {
		r, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{})
		throughout <- end{r, err}
	}()
	fill(t, filler)
	before, _, err := c.Result(t.Context(), d.ID)
	if err != nil {
		t.Fatal(err)
	}
	waiting, cancel := context.WithTimeout(t.Context(), 8*time.Second)
	defer cancel()
	r, err := c.Follow(waiting, d.ID, cluster.FollowOptions{})
	if err == nil && r.Result != want || err != nil && strings.Contains(err.Error(), "\n") {
		t.Errorf("%+v, error %v, expected one line or %s", r, err, want)
	}
	t.Logf("full, after %d records: error %v", before.Records, err)
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	r, err = c.Follow(t.Context(), d.ID, cluster.FollowOptions{})
	if err != nil || r.Result != want || r.Records < before.Records {
		t.Errorf("%+v, error %v, expected %s of %d records and more", r, err, want, before.Records)
	}
	if e := <-throughout; e.err != nil || e.result.Result != want {
		t.Errorf("who followed throughout: %+v, error %v, expected %s", e.result, e.err, want)
	}
}
