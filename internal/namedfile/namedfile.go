// Package namedfile reads and writes files by name. A name that ends in .gz is a gzip file: its content is compressed when it is
// written, and decompressed when it is read. So is standard input that begins like a gzip file.
package namedfile

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"qmsat/internal/input"
)

// suffix ends the names of gzip files.
const suffix = ".gz"

// most bounds the content of a compressed file, in bytes. Without a bound, a small file could fill the memory.
const most = 1 << 30

// Plain returns a name without .gz: its own suffix says what the content is.
func Plain(name string) string { return strings.TrimSuffix(name, suffix) }

// Open opens a file for reading.
func Open(name string) (io.ReadCloser, error) { return open(name, most) }

func open(name string, most int64) (io.ReadCloser, error) {
	file, err := os.Open(name)
	if err != nil || Plain(name) == name {
		return file, err
	}
	content, err := gzip.NewReader(file)
	if err != nil {
		_ = file.Close()
		if err == io.EOF { // the file is empty
			err = gzip.ErrHeader
		}
		return nil, faulty(name, err)
	}
	return &reader{name: name, file: file, content: content, left: most}, nil
}

// ReadAll reads a whole file.
func ReadAll(name string) ([]byte, error) {
	file, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

// reader decompresses a file.
type reader struct {
	name    string
	file    *os.File
	content *gzip.Reader
	left    int64 // bytes that may follow
}

func (r *reader) Read(text []byte) (int, error) {
	if int64(len(text)) > r.left+1 {
		text = text[:r.left+1]
	}
	n, err := r.content.Read(text)
	if r.left -= int64(n); r.left < 0 {
		return 0, &input.InputError{File: r.name, Message: fmt.Sprintf("found more than %d MiB of decompressed data, expected at most that", most>>20)}
	}
	return n, faulty(r.name, err)
}

func (r *reader) Close() error { return errors.Join(r.content.Close(), r.file.Close()) }

// Stdin returns standard input, decompressed if it begins like a gzip file. It looks at the beginning at the first read.
func Stdin(in io.Reader) io.Reader { return &stdin{in: bufio.NewReader(in)} }

type stdin struct {
	in      *bufio.Reader
	content io.Reader // nil until the first read
	err     error     // of the beginning
}

func (s *stdin) Read(text []byte) (int, error) {
	if s.content == nil {
		s.content = s.in
		if head, _ := s.in.Peek(2); string(head) == "\x1f\x8b" {
			const name = "standard input"
			content, err := gzip.NewReader(s.in)
			if s.err = faulty(name, err); err != nil {
				return 0, s.err
			}
			s.content = &reader{name: name, content: content, left: most}
		}
	}
	if s.err != nil {
		return 0, s.err
	}
	return s.content.Read(text)
}

// faulty says what is wrong with a gzip file.
func faulty(name string, err error) error {
	switch {
	case errors.Is(err, gzip.ErrHeader):
		return &input.InputError{File: name, Message: "found no gzip data, expected a gzip file because of its name"}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, gzip.ErrChecksum), errors.As(err, new(flate.CorruptInputError)):
		return &input.InputError{File: name, Message: "found gzip data that is cut off or damaged"}
	}
	return err
}

// Writer returns a function that writes the content of a file of that name to its writer, as write does.
func Writer(name string, write func(io.Writer) error) func(io.Writer) error {
	if Plain(name) == name {
		return write
	}
	return func(w io.Writer) error {
		out := gzip.NewWriter(w) // without a time, so that the same content is the same file
		if err := write(out); err != nil {
			return err
		}
		return out.Close()
	}
}
