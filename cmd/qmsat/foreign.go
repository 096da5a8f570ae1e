package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"

	"qmsat/internal/input"
	"qmsat/internal/namedfile"
	"qmsat/internal/pattern"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/formats"
)

// headSize is how much of an argument's text is enough to recognise its format.
const headSize = 1 << 12

// foreign reads the arguments that are puzzles in a format of another program, such as links. The first model becomes the task's.
func (f *modelFlags) foreign(ctx context.Context, t *task, streams streams) error {
	own := f.set.Changed("model") || f.set.Changed("delta") || f.set.Changed("box")
	for _, arg := range f.set.Args() {
		file, list, err := f.readForeign(ctx, t, streams.in, arg, own)
		if err != nil {
			return err
		}
		var found []model.Puzzle
		for _, p := range list {
			if err := misplaced(f.set, "cannot be combined with a puzzle that has a model: "+input.Clip(arg), "model", "delta", "box"); err != nil {
				return err
			}
			own := model.Puzzle{File: file, Text: p.Model.Notation().FormatCube(p.Model, p.Givens), Cube: p.Givens, Model: p.Model}
			if file != "" {
				own.Line = max(1, p.Line)
			}
			if p.Line == 0 { // the whole file
				own.Name = file
			}
			for _, warning := range p.Warnings {
				streams.note("%s: %s", placeOf(own, len(list), arg), warning)
			}
			found = append(found, own)
			if err := f.addRules(p.Document); err != nil {
				return err
			}
			if t.document == nil {
				t.document, t.first, t.foreign = p.Document, p.Model, map[string][]model.Puzzle{}
				t.documents = map[*model.Model]*document.Document{}
			}
			t.documents[p.Model] = p.Document
		}
		if found != nil {
			t.foreign[arg] = found
		}
	}
	return nil
}

// placeOf names a puzzle's argument, and its line if there are others.
func placeOf(p model.Puzzle, of int, arg string) string {
	if p.File == "" || of == 1 {
		return cmp.Or(p.File, input.Clip(arg))
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// readForeign reads an argument, or what it names, if its text is in a format of another program or if its name ends like that of
// such a file. If byText is set, only the text counts. file is the file's name, or "".
func (f *modelFlags) readForeign(ctx context.Context, t *task, in io.Reader, arg string, byText bool) (file string, list []*formats.Puzzle, err error) {
	var head, text []byte
	info, notFile := os.Stat(arg)
	switch {
	case arg == stdinName:
		head = peekLine(in)
	case notFile != nil:
		head, text = []byte(arg), []byte(arg)
	case info.Mode().IsRegular():
		file = arg
		if head, err = readHead(arg); err != nil {
			return file, nil, err
		}
	}
	name := namedfile.Plain(file)
	if byText {
		name = ""
	}
	format, found := formats.Find(name, string(head))
	found = found && !(byText && format.Name == "ss") || formats.IsLink(string(head)) // the rows of a grid fit any model
	switch {
	case !found && (arg == stdinName || file != ""):
		return f.readModel(ctx, t, in, arg, string(head))
	case !found:
		return "", nil, nil
	case arg == stdinName:
		file = "standard input"
		text, err = io.ReadAll(in)
	case file != "":
		text, err = namedfile.ReadAll(file)
	}
	if err == nil && len(bytes.TrimSpace(text)) > 0 {
		list, _, err = formats.ReadAll(file, string(text))
	}
	return file, list, err
}

// readModel reads an argument that begins like a model in a format other than YAML.
func (f *modelFlags) readModel(ctx context.Context, t *task, in io.Reader, arg, head string) (file string, list []*formats.Puzzle, err error) {
	if file = arg; arg == stdinName {
		file = "standard input"
	}
	reader, err := document.ReaderFor("", file, head)
	if yaml, _ := document.ReaderOf("", ""); err != nil || reader.Name == yaml.Name || reader.Begins == nil {
		return "", nil, err
	}
	p := &formats.Puzzle{}
	if !f.set.Changed("model") { // otherwise they cannot be combined
		p.Document, err = f.read(ctx, t, in, arg)
	}
	return file, []*formats.Puzzle{p}, err
}

// anyLine matches a line that is neither blank nor a comment.
var anyLine = pattern.New(`(?m)^\s*[^#\s].*\n`)

// peekLine returns the beginning of standard input, up to its first such line, without consuming it.
func peekLine(in io.Reader) []byte {
	buffered, is := in.(*bufio.Reader)
	if !is {
		return nil
	}
	for n := 1; ; n = buffered.Buffered() + 1 {
		_, err := buffered.Peek(n)
		head, _ := buffered.Peek(buffered.Buffered())
		if err != nil || len(head) >= headSize || anyLine().Match(head) {
			return head
		}
	}
}

func readHead(name string) ([]byte, error) {
	file, err := namedfile.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, headSize))
}
