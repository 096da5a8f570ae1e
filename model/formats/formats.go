package formats

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"qmsat/internal/document"
	"qmsat/internal/registry"
	"qmsat/model"
)

// Puzzle is what a text of a format holds.
type Puzzle struct {
	Model    *model.Model
	Givens   model.Cube
	More     []model.Cube // further puzzles on the same model, in files of several
	Warnings []string     // of a reader: what it does not know and goes on without; one line each
}

// Format is a format of puzzles. A function that a format does not have is nil.
type Format struct {
	Name     string
	Suffixes []string // of the names of its files, such as ".sdk"
	Summary  string   // half a line, for help
	Lines    bool     // a puzzle is one line, so that a file may have several
	// Recognises reports whether a text, without blanks around it, is of this format. It may see only the first thousand
	// characters. Formats do not recognise the same text.
	Recognises func(text string) bool
	// Read reads a text; its model is valid. Faults that have a place are *[model.InputError].
	Read func(text string) (*Puzzle, error)
	// Write writes a puzzle, and names each thing that the format cannot express, such as "sandwich on r3c1 … r3c9". The text is
	// without these things.
	Write func(p *Puzzle) (text string, lost []string, err error)
}

var all = registry.New[Format]("puzzle format")

// Register adds a format. Call it at start only.
func Register(f Format) { all.Register(f.Name, f) }

// All returns the formats by name.
func All() []Format { return all.All() }

// Lookup returns the format of that name.
func Lookup(name string) (Format, error) { return all.Lookup(name) }

// Find returns the format that recognises a text or the suffix of its file's name, which may be empty.
func Find(file, text string) (Format, bool) {
	text = trim(text)
	for _, f := range all.All() {
		isSuffix := func(suffix string) bool { return strings.HasSuffix(strings.ToLower(file), suffix) }
		if f.Read != nil && (f.Recognises != nil && f.Recognises(text) || slices.ContainsFunc(f.Suffixes, isSuffix)) {
			return f, true
		}
	}
	return Format{}, false
}

// trim removes a byte order mark, and blanks around a text.
func trim(text string) string { return strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")) }

// ReadNamed reads a text, and adds the file's name, which may be empty, and the format to errors.
func (f Format) ReadNamed(file, text string) (*Puzzle, error) {
	p, err := f.Read(trim(text))
	if err == nil {
		err = p.Model.Validate()
	}
	var bad *model.InputError
	switch {
	case err == nil:
		return p, nil
	case errors.As(err, &bad) && bad.File == "":
		return nil, &model.InputError{File: cmp.Or(file, f.Name), Line: bad.Line, Column: bad.Column, Message: bad.Message}
	case file == "":
		return nil, &model.InputError{File: f.Name, Message: err.Error()}
	}
	return nil, &model.InputError{File: file, Message: f.Name + ": " + document.Short(err.Error())}
}
