package document

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"qmsat/internal/pattern"
	"qmsat/internal/registry"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/propositional"
)

// Reader reads models from files of one format.
type Reader struct {
	Name     string
	Suffixes []string              // of the names of its files, such as ".yaml"
	Summary  string                // half a line, for help
	Begins   func() *regexp.Regexp // the first line that is no comment; nil: it does not show the format
	// Read reads a document whose model is valid; file is its name in errors. Faults in the text are *[InputError]. Read
	// stops when ctx ends.
	Read func(ctx context.Context, file string, r io.Reader) (*Document, error)
}

// readers holds the readers by name.
var readers = registry.New[Reader]("model format")

// RegisterReader adds a reader, and makes Read return as soon as ctx ends. It panics if the reader's name or one of its suffixes is
// taken. Call it at start only.
func RegisterReader(r Reader) {
	for _, suffix := range r.Suffixes {
		if other, taken := readerOf(suffix); taken {
			panic(fmt.Sprintf("document: readers %s and %s have the suffix %s", r.Name, other.Name, suffix))
		}
	}
	read := r.Read
	r.Read = func(ctx context.Context, file string, from io.Reader) (*Document, error) {
		return stop.Leave(ctx, func() (*Document, error) { return read(ctx, file, from) }, nil)
	}
	readers.Register(r.Name, r)
}

// models returns what reads the models of a format as documents.
func models(read func(string, io.Reader) (*model.Model, model.Cube, error)) func(context.Context, string, io.Reader) (*Document, error) {
	return func(ctx context.Context, file string, r io.Reader) (*Document, error) {
		m, givens, err := read(file, stop.Reader(ctx, r))
		if err != nil {
			return nil, err
		}
		return New(m).WithGivens(givens), nil
	}
}

func init() {
	RegisterReader(Reader{
		Name: defaultReader, Suffixes: []string{".yaml", ".yml"}, Summary: "the model language of docs/model.md", Read: Read,
	})
	RegisterReader(Reader{
		Name: "dimacs", Suffixes: []string{".cnf", ".dimacs"}, Begins: pattern.New(`^p cnf\b`),
		Summary: "DIMACS CNF; c p show, c ind and c t pmc make the projection", Read: models(propositional.ReadDIMACS),
	})
	RegisterReader(Reader{
		Name: "opb", Suffixes: []string{".opb"}, Begins: pattern.New(`^(\* #variable=|(min|max):|[+-]?\d+ +~?x\d+ )`),
		Summary: "linear pseudo-Boolean constraints, with an objective or none", Read: models(propositional.ReadOPB),
	})
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
