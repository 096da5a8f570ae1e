package main

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// terminal is a program at a pseudo terminal, with what it has shown there.
type terminal struct {
	t     *testing.T
	file  *os.File
	mutex sync.Mutex
	shown strings.Builder
	read  int           // how much of it was awaited already
	ended chan struct{} // closed when the program has closed the terminal
}

// startTerminal runs a program at a pseudo terminal of 120 columns until the test ends. The test is skipped if there is
// none.
func startTerminal(t *testing.T, dir string, environment []string, words ...string) *terminal {
	t.Helper()
	program := exec.Command(words[0], words[1:]...)
	program.Dir = dir
	program.Env = append(os.Environ(), environment...)
	file, err := pty.StartWithSize(program, &pty.Winsize{Rows: 40, Cols: 120})
	if errors.Is(err, pty.ErrUnsupported) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	term := &terminal{t: t, file: file, ended: make(chan struct{})}
	go term.listen()
	t.Cleanup(func() {
		_ = program.Process.Kill()
		_ = program.Wait()
		file.Close()
		<-term.ended
	})
	return term
}

// listen collects what is shown, until reading fails, which it does when the program has ended.
func (term *terminal) listen() {
	defer close(term.ended)
	buffer := make([]byte, 4096)
	for {
		n, err := term.file.Read(buffer)
		term.mutex.Lock()
		term.shown.Write(buffer[:n])
		term.mutex.Unlock()
		if err != nil {
			return
		}
	}
}

// enter types a text.
func (term *terminal) enter(text string) {
	term.t.Helper()
	if _, err := term.file.WriteString(text); err != nil {
		term.t.Fatal(err)
	}
}

// await waits until a text is shown behind what was awaited before.
func (term *terminal) await(text string) {
	term.t.Helper()
	const timeout = time.Minute
	for start := time.Now(); time.Since(start) < timeout; time.Sleep(5 * time.Millisecond) {
		term.mutex.Lock()
		fresh := term.shown.String()[term.read:]
		if i := strings.Index(fresh, text); i >= 0 {
			term.read += i + len(text)
			term.mutex.Unlock()
			return
		}
		term.mutex.Unlock()
	}
	term.t.Fatalf("%q is not shown after %v, but %q", text, timeout, term.shown.String()[term.read:])
}

// all waits until the program has ended, and returns what it has shown.
func (term *terminal) all() string {
	<-term.ended
	return term.shown.String()
}
