package input

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// InputError is bad input: where it is, what was found and what was expected.
type InputError struct {
	File         string // as the user named it; "" if unknown
	Line, Column int    // counting from 1; 0 if unknown
	Message      string
}

// Error returns one line: file:line:column: message.
func (e *InputError) Error() string {
	if e.File == "" {
		return Short(e.Message)
	}
	text := e.File
	if e.Line > 0 {
		text += fmt.Sprintf(":%d", e.Line)
		if e.Column > 0 {
			text += fmt.Sprintf(":%d", e.Column)
		}
	}
	return text + ": " + Short(e.Message)
}

// Short leaves out the middle of a long message: at most 300 characters of it are a stranger's text, whatever the reader quotes.
func Short(message string) string {
	const most, head, tail = 330, 200, 100
	if text := []rune(message); len(text) > most {
		return string(text[:head]) + "…" + string(text[len(text)-tail:])
	}
	return message
}

// ErrorAt returns the error of a line at a column, or of the whole line if column is 0. [Located] adds the file and line.
func ErrorAt(column int, format string, args ...any) error {
	return &InputError{Column: column, Message: fmt.Sprintf(format, args...)}
}

// Located adds the file and line to an error of a line.
func Located(file string, line int, err error) error {
	if bad, is := err.(*InputError); is && bad.Line == 0 {
		bad.File, bad.Line = file, line
	}
	return err
}

// MaxLine bounds the length of a line, in bytes, of files that people write.
const MaxLine = 1 << 24

// EachLine calls read with each line of a file and its number, from 1, and adds the position to its errors. It skips a byte order
// mark. The length of lines is limited. It returns how many lines it read.
func EachLine(ctx context.Context, file string, r io.Reader, most int, read func(number int, line string) error) (number int, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, most)
	for lines.Scan() {
		number++
		if ctx.Err() != nil {
			return number, context.Cause(ctx)
		}
		line := lines.Text()
		if number == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if err := read(number, line); err != nil && lines.Err() == nil { // a line that was cut off by an error of r says nothing
			return number, Located(file, number, err)
		}
	}
	return number, LineError(file, number+1, lines.Err())
}

// LineError places the error of a scanner at the line that it could not read.
func LineError(file string, line int, err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return &InputError{File: file, Line: line, Message: fmt.Sprintf("the line is longer than %d MiB", MaxLine>>20)}
	}
	return err
}

// WordsAt yields the blank-separated words of text, each with the offset of its first byte.
func WordsAt(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		at := 0
		for word := range strings.FieldsSeq(text) {
			at += strings.Index(text[at:], word)
			if !yield(at, word) {
				return
			}
			at += len(word)
		}
	}
}
