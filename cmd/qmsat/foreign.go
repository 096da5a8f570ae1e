package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"io"
	"os"
	"strings"

	"qmsat/internal/document"
	"qmsat/internal/lists"
	"qmsat/internal/namedfile"
	"qmsat/model"
	"qmsat/model/formats"
)

// headSize is how much of an argument's text is enough to recognise its format.
const headSize = 1 << 12

// foreign reads the arguments that are puzzles in a format of another program, such as links. Their model becomes the task's.
func (f *modelFlags) foreign(ctx context.Context, t *task, streams streams) error {
	own := f.set.Changed("model") || f.set.Changed("delta") || f.set.Changed("box")
	for _, arg := range f.set.Args() {
		file, p, err := f.readForeign(ctx, t, streams.in, arg, own)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		if err := misplaced(f.set, "cannot be combined with a puzzle that has a model: "+document.Clip(arg), "model", "delta", "box"); err != nil {
			return err
		}
		if t.model != nil && t.model.Hash() != p.Model.Hash() {
			return usageErrorf("%s: found another model than that of the puzzle before, expected the same", document.Clip(arg))
		}
		for _, warning := range p.Warnings {
			streams.note("%s: %s", cmp.Or(file, document.Clip(arg)), warning)
		}
		if t.model == nil {
			t.model, t.foreign = p.Model, map[string][]model.Puzzle{}
		}
		t.foreign[arg] = lists.Map(append([]model.Cube{p.Givens}, p.More...), func(cube model.Cube) model.Puzzle {
			return model.Puzzle{File: file, Line: min(1, len(file)), Text: p.Model.Notation().FormatCube(p.Model, cube), Cube: cube}
		})
	}
	return nil
}

// readForeign reads an argument, or what it names, if its text is in a format of another program or if its name ends like that of
// such a file. If byText is set, only the text counts. file is the file's name, or "".
func (f *modelFlags) readForeign(ctx context.Context, t *task, in io.Reader, arg string, byText bool) (file string, p *formats.Puzzle, err error) {
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
	if err == nil {
		p, err = format.ReadNamed(file, string(text))
	}
	return file, p, err
}

// readModel reads an argument that begins like a model in a format other than YAML.
func (f *modelFlags) readModel(ctx context.Context, t *task, in io.Reader, arg, head string) (file string, p *formats.Puzzle, err error) {
	if file = arg; arg == stdinName {
		file = "standard input"
	}
	reader, err := model.ReaderFor("", file, head)
	if yaml, _ := model.ReaderOf("", ""); err != nil || reader.Name == yaml.Name || reader.Begins == nil {
		return "", nil, err
	}
	p = &formats.Puzzle{}
	if !f.set.Changed("model") { // otherwise they cannot be combined
		p.Model, err = f.read(ctx, t, in, arg)
	}
	return file, p, err
}

// peekLine returns the beginning of standard input, up to its first line that is not blank, without consuming it.
func peekLine(in io.Reader) []byte {
	buffered, is := in.(*bufio.Reader)
	if !is {
		return nil
	}
	for n := 1; ; n = buffered.Buffered() + 1 {
		_, err := buffered.Peek(n)
		head, _ := buffered.Peek(buffered.Buffered())
		if err != nil || len(head) >= headSize || bytes.ContainsRune(bytes.TrimLeft(head, " \t\r\n\ufeff"), '\n') {
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

// isLink reports whether an argument that no format recognises looks like a link.
func isLink(arg string) bool { return strings.Contains(arg, "://") }
