package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"qmsat/internal/atomicfile"
	"qmsat/internal/namedfile"
	"qmsat/internal/page"
	"qmsat/internal/pattern"
)

// flushInterval is how long a line may wait before it is written while more lines follow; flushSoon, if a reader waits for it.
const (
	flushInterval = 100 * time.Millisecond
	flushSoon     = 5 * time.Millisecond
)

// lines writes lines to standard output. The first failed write sticks.
type lines struct {
	paint
	width   int        // columns of the terminal; 0: not a terminal
	mutex   sync.Mutex // guards the fields below: soon leaves a flush to another goroutine
	w       *bufio.Writer
	flushed time.Time
	soonDue bool // a flush within flushSoon is scheduled
	due     bool // one within flushInterval
	err     error
}

func newLines(w io.Writer) *lines {
	return &lines{paint: paintFor(w), width: terminalWidth(w), w: bufio.NewWriterSize(w, 1<<16), flushed: time.Now()}
}

func (l *lines) line(text string) error {
	l.mutex.Lock()
	if l.err == nil {
		l.w.WriteString(text)
	}
	return l.ended("\n")
}

// bytes writes a line of some parts.
func (l *lines) bytes(parts ...[]byte) error { return l.write("\n", parts...) }

// write writes some parts, and the end of a line or nothing. Parts that are longer than the buffer are not copied.
func (l *lines) write(end string, parts ...[]byte) error {
	l.mutex.Lock()
	for _, part := range parts {
		if len(part) > l.w.Size() {
			l.w.Flush()
		}
		if l.err == nil {
			l.w.Write(part)
		}
	}
	return l.ended(end)
}

// ended ends what was written with the mutex held.
func (l *lines) ended(end string) error {
	if l.err == nil {
		_, err := l.w.WriteString(end)
		l.err = outputError(err) // or that of the text
	}
	if !l.soonDue && !l.due {
		l.schedule(&l.due, flushInterval) // to read the clock for each line takes longer than many a line
	}
	err := l.err
	l.mutex.Unlock()
	return err
}

// schedule schedules a flush, unless it is due. The mutex is held.
func (l *lines) schedule(due *bool, within time.Duration) {
	if *due {
		return
	}
	*due = true
	time.AfterFunc(within, func() {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		*due = false
		l.flushAfter(0)
	})
}

// soon schedules a flush within flushSoon. It flushes at once if nothing was written for that long.
func (l *lines) soon() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.soonDue {
		return l.err
	}
	l.flushAfter(flushSoon)
	if l.w.Buffered() > 0 {
		l.schedule(&l.soonDue, flushSoon)
	}
	return l.err
}

// flushAfter flushes if the last flush is at least this long ago. The mutex is held.
func (l *lines) flushAfter(interval time.Duration) error {
	if now := time.Now(); now.Sub(l.flushed) >= interval && l.err == nil {
		l.flushed = now
		l.err = outputError(l.w.Flush())
	}
	return l.err
}

// text writes a line that breaks between words at a terminal.
func (l *lines) text(text string) error { return l.line(l.broken(text)) }

// broken breaks lines between words at a terminal. Data that somebody may copy as a line goes to [lines.line].
func (l *lines) broken(text string) string {
	if l.width == 0 {
		return text
	}
	return brokenLines(text, l.width)
}

// tables lays out tables: at a terminal they are folded to its width, and their headings stand out.
func (l *lines) tables(text string) string {
	text, newline := strings.CutSuffix(text, "\n")
	if l.width > 0 {
		text = page.Folded(text, l.width)
	}
	if text = l.paint.tables(text); newline {
		text += "\n"
	}
	return text
}

// table writes the lines of a table; the first is its heading.
func (l *lines) table(text string) error { return l.line(l.tables(strings.TrimSuffix(text, "\n"))) }

func (l *lines) object(value any) error {
	text, err := json.Marshal(value)
	if err != nil && l.err == nil {
		l.err = err
	}
	return l.bytes(text)
}

// record writes an object as JSON, or its text in other formats.
func (l *lines) record(format string, value any, text string) error {
	if format == "json" {
		return l.object(value)
	}
	return l.text(text)
}

func (l *lines) flush() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.flushAfter(0)
}

func firstError(errs ...error) error { return cmp.Or(errs...) }

func writeText(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return outputError(err)
}

// outputError gives an error the status of a failed write. It tells a closed pipe from other errors, and keeps a status that is
// already set.
func outputError(err error) error {
	switch {
	case err == nil || errors.As(err, new(*exitError)):
		return err
	case errors.Is(err, syscall.EPIPE), errors.Is(err, errPipeClosed):
		return errPipeClosed
	}
	return &exitError{statusFailed, fmt.Errorf("writing: %w", err)}
}

// outputWriter makes failed writes an [outputError].
type outputWriter struct{ io.Writer }

func (w outputWriter) Write(text []byte) (int, error) {
	n, err := w.Writer.Write(text)
	return n, outputError(err)
}

// writeFile calls write on the named file, or on standard output if name is "" or "-". It replaces a regular file as a whole, also
// behind a symbolic link, and compresses one whose name ends in .gz. It appends directly to a pipe and to what is in /dev, such as
// /dev/stdout. Errors other than those of write are an [outputError].
func writeFile(name string, stdout io.Writer, write func(io.Writer) error) error {
	if name == "" || name == stdinName {
		return write(outputWriter{stdout})
	}
	var failed error
	fill := func(w io.Writer) error {
		failed = write(outputWriter{w})
		return failed
	}
	fill = namedfile.Writer(name, fill)
	info, err := os.Stat(name)
	if err != nil || info.Mode().IsRegular() && !strings.HasPrefix(name, "/dev/") {
		err = atomicfile.Write(name, fill)
	} else if file, openErr := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0o666); openErr != nil {
		err = openErr
	} else {
		err = cmp.Or(fill(file), file.Close())
	}
	return firstError(failed, outputError(err))
}

// counter counts the bytes that are written.
type counter struct {
	io.Writer
	n int
}

func (c *counter) Write(text []byte) (int, error) {
	n, err := c.Writer.Write(text)
	c.n += n
	return n, err
}

// intoFile runs a command with its standard output in the named file, or unchanged if name is "". The output of a stopped command
// is kept, like that of a finished one. What a failed command has written is kept if parts says that each line or object stands for
// itself; otherwise, or if there is nothing, it leaves no file.
func intoFile(name string, parts bool, to streams, act func(streams) error) error {
	var stopped error
	err := writeFile(name, to.out, func(w io.Writer) error {
		out := &counter{Writer: w}
		if name != "" {
			w = out
		}
		err := act(streams{to.in, w, to.err})
		exit := new(exitError)
		if errors.As(err, &exit) && (exit.status == statusStopped || parts && out.n > 0 && exit.status != statusFailed) {
			stopped = err
			return nil
		}
		return err
	})
	return firstError(err, stopped)
}

// paint marks up text at a terminal: headings, and colours for good, bad and undecided. If paint is off, text stays unchanged, so
// piped output is never marked.
type paint bool

// paintFor returns the paint for output to w. It is on if w is a terminal, unless the environment has NO_COLOR (no-color.org) or
// TERM=dumb. It is off for old consoles of Windows, which would show the marks themselves.
func paintFor(w io.Writer) paint {
	return paint(isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && runtime.GOOS != "windows")
}

// The marks are sequences of ECMA-48, section 8.3.117 (select graphic rendition).
func (p paint) heading(text string) string { return p.mark("1", text) }
func (p paint) good(text string) string    { return p.mark(fmt.Sprintf("38;5;%d", green), text) }
func (p paint) bad(text string) string     { return p.mark(fmt.Sprintf("1;38;5;%d", red), text) }
func (p paint) open(text string) string    { return p.mark(fmt.Sprintf("38;5;%d", brown), text) }

// Colours of xterm's 256. They are neither light nor dark: people read them on white and on black.
const (
	green = 28
	red   = 160
	brown = 130
)

// headingLine is a line of a text that is the heading of a list.
var headingLine = pattern.New(`(\n\n)(--[a-z-]+ NAME:|[A-Z][^:\n]{1,40}:\n)`)

// headings marks the headings of lists in a text.
func (p paint) headings(text string) string {
	return headingLine().ReplaceAllStringFunc(text, func(found string) string {
		heading := strings.Trim(found, "\n")
		return strings.Replace(found, heading, p.heading(heading), 1)
	})
}

// tables marks the headings of tables: the first line, and each line after an empty one.
func (p paint) tables(text string) string {
	blocks := strings.Split(text, "\n\n")
	for i, block := range blocks {
		heading, rows, more := strings.Cut(block, "\n")
		blocks[i] = p.heading(heading)
		if more {
			blocks[i] += "\n" + rows
		}
	}
	return strings.Join(blocks, "\n\n")
}

func (p paint) mark(code, text string) string {
	if !p || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
