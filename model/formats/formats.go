package formats

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/namedfile"
	"qmsat/internal/pattern"
	"qmsat/internal/registry"
	"qmsat/model"
	"qmsat/model/document"
)

// Puzzle is what a text of a format holds.
type Puzzle struct {
	*document.Document
	Line     int       // of the text, counting from 1; 0 if unknown
	More     []*Puzzle // further puzzles of the text
	Warnings []string  // of a reader: what it does not know and goes on without; one line each
}

// Format is a format of puzzles. A function that a format does not have is nil.
type Format struct {
	Name     string
	Suffixes []string // of the names of its files, such as ".sdk"
	Summary  string   // what people call it, such as "SudokuPad link"
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

// Find returns the format that recognises a text, or its first line that is no comment, or the suffix of its file's name, which may
// be empty.
func Find(file, text string) (Format, bool) {
	text = trim(text)
	for _, f := range all.All() {
		isSuffix := func(suffix string) bool { return strings.HasSuffix(strings.ToLower(file), suffix) }
		recognises := func(text string) bool { return f.Recognises != nil && f.Recognises(text) }
		if f.Read != nil && (recognises(text) || recognises(unwrapped(firstLine(text))) || slices.ContainsFunc(f.Suffixes, isSuffix)) {
			return f, true
		}
	}
	return Format{}, false
}

// IsLink reports whether a text begins with a link, also one that no format recognises.
func IsLink(text string) bool { return isLink(unwrapped(firstLine(trim(text)))) }

func isLink(text string) bool { return pattern.Matches(linkStart, text, "://") }

var (
	linkStart = pattern.New(`^[A-Za-z][A-Za-z0-9+.-]*://`)
	quoted    = pattern.New("^(?:[-*+] |\\d+[.)] )?\\s*(?:\\[[^\\]]*\\]\\(|[<\"'`(\\[])<?")
)

// unwrapped removes what is put around links in texts: quotes, brackets, a name in brackets before it.
func unwrapped(line string) string {
	if !strings.Contains(line, "://") {
		return line
	}
	if start := quoted().FindString(line); start != "" && isLink(line[len(start):]) {
		return strings.TrimRight(line[len(start):], ">\"'`)],.;")
	}
	return line
}

// ReadAll reads the puzzles of a text that Find or IsLink recognises: a link a line, or one text. It adds the file's name, which may be
// empty, to errors, with the line. form is the name of the format.
func ReadAll(file, text string) (list []*Puzzle, form string, err error) {
	format, _ := Find(namedfile.Plain(file), text)
	if first := firstLine(trim(text)); !IsLink(text) && (!format.Lines || strings.HasPrefix(first, "{")) {
		p, err := format.ReadNamed(file, text)
		if err != nil {
			return nil, format.Name, err
		}
		return append([]*Puzzle{p}, p.More...), format.Name, nil
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		if line = firstLine(trim(line)); line == "" {
			continue
		}
		p, err := readLine(line)
		if err != nil {
			return nil, format.Name, &model.InputError{File: file, Line: number, Message: err.Error()}
		}
		p.Line = number
		list = append(list, p)
	}
	return list, format.Name, nil
}

// readLine reads a link, or a grid of one line among links. Text after a link is left out with a warning.
func readLine(line string) (*Puzzle, error) {
	line = unwrapped(line)
	format, found := Find("", line)
	switch {
	case !found && IsLink(line):
		return nil, fmt.Errorf("%s: found a link of an unknown form, expected f-puzzles, SudokuPad, ISS, Penpa+ or qmsat's page with the puzzle in it", input.Clip(line))
	case !found && len(line) < 16:
		return nil, fmt.Errorf("found %q, expected a link with a puzzle in it", input.Clip(line))
	case !found:
		p, err := readText(line)
		if err != nil {
			err = fmt.Errorf("found %q, expected a link with a puzzle in it", input.Clip(line))
		}
		return p, err
	}
	if link, text, has := strings.Cut(line, " "); has {
		if p, err := format.ReadNamed("", link); err == nil {
			p.warn("text after the link is left out: %s", input.Clip(strings.TrimSpace(text)))
			return p, nil
		}
	}
	return format.ReadNamed("", line)
}

// trim removes a byte order mark, and blanks around a text.
func trim(text string) string { return strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")) }

// ReadNamed reads a text, and adds the file's name, which may be empty, and the format to errors.
func (f Format) ReadNamed(file, text string) (*Puzzle, error) {
	trimmed := trim(text)
	p, err := f.Read(trimmed)
	if err == nil {
		err = p.Model.Validate()
	}
	var bad *model.InputError
	switch {
	case err == nil:
		return p, nil
	case errors.As(err, &bad) && bad.File == "":
		return nil, &model.InputError{File: cmp.Or(file, f.Name), Line: bad.Line + strings.Count(text[:strings.Index(text, trimmed)], "\n"), Column: bad.Column, Message: bad.Message}
	case file == "":
		return nil, &model.InputError{File: f.Name, Message: err.Error()}
	}
	return nil, &model.InputError{File: file, Message: f.Name + ": " + input.Short(err.Error())}
}
