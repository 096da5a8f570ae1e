package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"

	"qmsat/internal/namedfile"
	"qmsat/internal/page"
)

// screen is the terminal that standard output and standard error share. It erases a bar before other text comes, and breaks
// lines of standard error between words.
type screen struct {
	mutex sync.Mutex
	bar   int // columns of the bar that is shown
}

// screenWriter is a terminal's file.
type screenWriter struct {
	*screen
	file   io.Writer // an *os.File, but in tests
	width  func() int
	broken bool // long lines break between words
}

// onScreen returns streams whose input can be looked at before it is read, and ends with ctx. The outputs know of one another if they
// are terminals.
func (s streams) onScreen(ctx context.Context) streams {
	shared := new(screen)
	writer := func(w io.Writer, broken bool) io.Writer {
		if file := terminalOf(w); file != nil {
			return screenWriter{shared, file, func() int { return terminalWidth(file) }, broken}
		}
		return w
	}
	return streams{bufio.NewReader(namedfile.Stdin(waiting{ctx, s.in})), writer(s.out, false), writer(s.err, true)}
}

// waiting is a reader whose reads end with a context, also while they wait for input.
type waiting struct {
	ctx context.Context
	in  io.Reader
}

func (w waiting) Read(text []byte) (int, error) {
	own := make([]byte, len(text)) // a read that nobody waits for any longer may still fill it
	read := make(chan struct{})
	n, err := 0, error(nil)
	go func() {
		defer close(read)
		n, err = w.in.Read(own)
	}()
	select {
	case <-w.ctx.Done():
		return 0, &exitError{statusStopped, stopCause(w.ctx)}
	case <-read:
		return copy(text, own[:n]), err
	}
}

// Write writes a text. A bar returns to the beginning of its line first; no other text does.
func (w screenWriter) Write(text []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	shown := string(text)
	if bytes.HasPrefix(text, []byte("\r")) {
		w.bar = utf8.RuneCountInString(shown[strings.LastIndexByte(shown, '\r')+1:])
	} else {
		if w.broken {
			shown = brokenLines(shown, w.width())
		}
		if w.bar > 0 {
			shown = "\r" + strings.Repeat(" ", w.bar) + "\r" + shown
		}
		w.bar = 0
	}
	if _, err := io.WriteString(w.file, shown); err != nil {
		return 0, err
	}
	return len(text), nil
}

// brokenLines breaks lines that are wider than a terminal between words.
func brokenLines(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = page.Broken(line, width, 2)
	}
	return strings.Join(lines, "\n")
}

// terminalOf returns the terminal that somebody sees what is written to w at, or nil.
func terminalOf(w io.Writer) *os.File {
	if checked, is := w.(outputWriter); is {
		w = checked.Writer
	}
	if shown, is := w.(screenWriter); is {
		w = shown.file
	}
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		return file
	}
	return nil
}

func isTerminal(w io.Writer) bool { return terminalOf(w) != nil }

// terminalWidth is the number of columns of a terminal, 0 if w is not a terminal.
func terminalWidth(w io.Writer) int {
	file := terminalOf(w)
	if file == nil {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width <= 0 {
		return page.Width
	}
	return max(width, 40)
}

// widthOf is the width of text for reading: that of a terminal, 100 at most; elsewhere 80.
func widthOf(w io.Writer) int {
	if width := terminalWidth(w); width > 0 {
		return min(width, 100)
	}
	return page.Width
}
