package main

import (
	"io"
	"os"
	"runtime"
	"strings"

	"golang.org/x/term"
)

// paint marks text up for people at a terminal: headings, and colours that say good, bad or undecided. Elsewhere, and where it
// is off, text stays as it is, so that what is piped is never marked.
type paint bool

// paintFor returns the paint of what is written to w. It is on where that is a terminal, unless the environment asks for none
// by NO_COLOR (no-color.org) or TERM=dumb. Old consoles of Windows would show the marks themselves.
func paintFor(w io.Writer) paint {
	return paint(isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && runtime.GOOS != "windows")
}

// isTerminal reports whether somebody sees what is written to w.
func isTerminal(w io.Writer) bool {
	if checked, is := w.(outputWriter); is {
		w = checked.Writer
	}
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// The marks are sequences of ECMA-48, section 8.3.117 (select graphic rendition).
func (p paint) heading(text string) string { return p.mark("1", text) }
func (p paint) good(text string) string    { return p.mark("32", text) }
func (p paint) bad(text string) string     { return p.mark("1;31", text) }
func (p paint) open(text string) string    { return p.mark("33", text) }

// tables marks the headings of tables: the first line, and each behind an empty one.
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
