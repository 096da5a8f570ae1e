package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// said runs a command line and returns its exit status, output and complaint.
func said(ctx context.Context, stdin string, args ...string) (status int, output, complaint string) {
	var out, err bytes.Buffer
	status = run(ctx, args, streams{strings.NewReader(stdin), &out, &err})
	return status, out.String(), err.String()
}

// A flag that a run would not read is refused, and so is bad input at its place: in one line, before anything runs.
func TestUnread(t *testing.T) {
	folder := t.TempDir()
	const nowhere = " --cluster nats://127.0.0.1:1"
	for line, want := range map[string]string{
		"code erasures --erasures 40 --channel 0.3":        "--erasures cannot be combined with --channel",
		"code erasures --engine gini":                      "--engine needs --box 2x2",
		"code erasures --checkpoint sums":                  "--checkpoint needs --delta above 2",
		"code erasures --box 2x2 --workers 7":              "--workers cannot be combined with --box 2x2",
		"code time --workers 9":                            "--workers needs --delta above 2",
		"code encode --checkpoint sums 1":                  "--checkpoint needs --delta above 2",
		"code decode --bytes --format json":                "--bytes cannot be combined with --format json",
		"code stopping --random 3":                         "--random needs words",
		"code stopping --samples 3 -":                      "--samples cannot be combined with words",
		"code critical --random 3":                         "--random needs words",
		"code distances --samples 3":                       "--samples needs --delta above 2",
		"code distances --seed 3 -":                        "--seed cannot be combined with words",
		"code encode 5 x":                                  `qmsat: found "x", expected the number of a word, less than 248832`,
		"flatzinc --install " + folder + " -a -s":          "--all-solutions cannot be combined with --install",
		"flatzinc --install " + folder + " -t 5":           "--time-limit cannot be combined with --install",
		"jobs result 0123456789 --seed 3" + nowhere:        "--seed needs --check",
		"jobs result 0123456789 --engine native" + nowhere: "--engine needs --check",
		"jobs show" + nowhere:                              "found 0 job IDs, expected one",
		"jobs cancel *" + nowhere:                          `found the job ID "*", expected 10 hexadecimal digits`,
	} {
		status, output, complaint := said(t.Context(), "", strings.Fields(line)...)
		if status != statusUsage || output != "" || !strings.Contains(complaint, want) || strings.Count(complaint, "\n") != 1 {
			t.Errorf("%s: exit status %d, output %q, %q, expected %s", line, status, output, complaint, want)
		}
	}
}

// Numbers of words are read with their lines, and what a channel leaves of words is printed in each format.
func TestWords(t *testing.T) {
	if status, _, complaint := said(t.Context(), "5\n248832\n", "code", "encode"); status != statusUsage ||
		complaint != "qmsat: standard input:2:1: found \"248832\", expected the number of a word, less than 248832\n" {
		t.Errorf("exit status %d, %q", status, complaint)
	}
	_, word, _ := said(t.Context(), "5\n", "code", "encode")
	for format, want := range map[string]string{
		"text": word, "json": `{"delta":2,"word":"` + strings.TrimSpace(word) + "\"}\n", "csv": "delta,word\n2," + word,
	} {
		status, output, complaint := said(t.Context(), word, "code", "channel", "--channel", "0", "--format", format)
		if status != 0 || output != want {
			t.Errorf("%s: exit status %d, %q, %q, expected %q", format, status, output, complaint, want)
		}
	}
}

// A worker that holds more than its memory allows before it has begun says so. An interrupt ends it in silence.
func TestWorkerWithoutMemory(t *testing.T) {
	url := serveNATS(t, &server.Options{})
	const want = "the memory budget of 1 MiB is used up"
	if status, _, complaint := said(t.Context(), "", "worker", "--cluster", url, "--memory", "1MiB"); status != statusStopped || !strings.Contains(complaint, want) {
		t.Errorf("exit status %d, %q", status, complaint)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(time.Second, func() { cancel(errors.New("enough")) })
	if status, _, complaint := said(ctx, "", "worker", "--cluster", url); status != 0 || complaint != "" {
		t.Errorf("interrupted: exit status %d, %q", status, complaint)
	}
}
