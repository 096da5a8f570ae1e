package model

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/registry"
	"qmsat/internal/stop"
)

// Reader reads models from files of one format.
type Reader struct {
	Name     string
	Suffixes []string       // of the names of its files, such as ".yaml"
	Summary  string         // half a line, for help
	Begins   *regexp.Regexp // the first line that is no comment; nil: it does not show the format
	// Read reads a valid model and the givens in its file; file is its name in errors. Faults in the text are *[InputError]. Read
	// stops when ctx ends.
	Read func(ctx context.Context, file string, r io.Reader) (*Model, Cube, error)
}

// readers holds the readers by name.
var readers = registry.New[Reader]("model format")

// RegisterReader adds a reader. It panics if its name or one of its suffixes is taken. Call it at start only.
func RegisterReader(r Reader) {
	for _, suffix := range r.Suffixes {
		if other, taken := readerOf(suffix); taken {
			panic(fmt.Sprintf("model: readers %s and %s have the suffix %s", r.Name, other.Name, suffix))
		}
	}
	readers.Register(r.Name, r)
}

// stopped turns a function that reads line by line into a reader's Read, which stops when its context ends.
func stopped(read func(string, io.Reader) (*Model, Cube, error)) func(context.Context, string, io.Reader) (*Model, Cube, error) {
	return func(ctx context.Context, file string, r io.Reader) (*Model, Cube, error) {
		return read(file, stop.Reader(ctx, r))
	}
}

// Readers returns the readers by name.
func Readers() []Reader { return readers.All() }

// defaultReader is the reader of files with an unknown suffix.
const defaultReader = "yaml"

// ReaderOf returns the reader of that name. If name is empty, the file's suffix decides; files with an unknown suffix are YAML.
func ReaderOf(name, file string) (Reader, error) {
	if name == "" {
		if r, found := readerOf(file); found {
			return r, nil
		}
		name = defaultReader
	}
	return readers.Lookup(name)
}

// IsModelFile reports whether a file's suffix belongs to a model format.
func IsModelFile(file string) bool {
	_, found := readerOf(file)
	return found
}

func readerOf(file string) (r Reader, found bool) {
	file = strings.TrimSuffix(file, ".gz") // the caller decompresses
	for _, r := range readers.Entries {
		if slices.ContainsFunc(r.Suffixes, func(suffix string) bool { return strings.HasSuffix(file, suffix) }) {
			return r, true
		}
	}
	return Reader{}, false
}

// InputError is bad input: its place, what was found and what was expected.
type InputError = input.InputError
