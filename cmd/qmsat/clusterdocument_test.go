package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qmsat/model/modeltest"
)

// hostPrompt is the prompt of a machine in a session.
var hostPrompt = regexp.MustCompile(`^host-[0-9]\$ `)

// session is a block that shows what is typed on several machines, and what comes.
var session = regexp.MustCompile("(?s)```text\n(host-1\\$ .*?)```")

// shownJob is what differs from one session to the next.
var shownJob = regexp.MustCompile(`sha256:[0-9a-f]{64}|\b[0-9a-f]{8,10}\b|[0-9]+ records|20[0-9-]+ [0-9:]+`)

// buildPrograms builds all programs into a folder, which it returns.
func buildPrograms(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", bin+string(filepath.Separator), "./cmd/...")
	build.Dir = root
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return bin
}

// The session of docs/cluster.md works, TLS and all; -update writes what it prints.
func TestClusterDocument(t *testing.T) {
	if !modeltest.Long() {
		t.Skip("builds and starts five programs: QMSAT_LONG")
	}
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip(err)
	}
	besideOthers(t)
	bin, work := buildPrograms(t), t.TempDir()
	file := filepath.Join(root, "docs", "cluster.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	block := session.FindSubmatch(text)
	if block == nil {
		t.Fatalf("%s shows no session", file)
	}
	const mark = "=== "
	script, typed := "trap 'kill $(jobs -p)' EXIT\n", []string{}
	for line := range strings.Lines(string(block[1])) {
		if prompt := hostPrompt.FindString(line); prompt != "" {
			typed = append(typed, line)
			script += "echo '" + mark + "'\n" + strings.TrimPrefix(line, prompt)
		}
	}
	shell := exec.Command("bash", "-c", script)
	shell.Dir = work
	shell.Env = append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	out, err := shell.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	printed := strings.Split(string(out), mark+"\n")[1:]
	if len(printed) != len(typed) {
		t.Fatalf("%d commands printed something, expected %d\n%s", len(printed), len(typed), out)
	}
	shown := ""
	for i, line := range typed {
		shown += line + printed[i]
	}
	if shownJob.ReplaceAllString(shown, "") == shownJob.ReplaceAllString(string(block[1]), "") {
		return
	}
	golden(t, file, strings.Replace(string(text), string(block[1]), shown, 1))
}
