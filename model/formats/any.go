package formats

import (
	"context"
	"fmt"
	"qmsat/model/document"
	"strings"
)

// ReadAny reads a text of any form, and returns it with the form's name: a format, a model file, or plain grids, one a line or row by
// row. file is the name of its file, which may be empty.
func ReadAny(ctx context.Context, file, text string) (p *Puzzle, form string, err error) {
	if _, found := Find(file, text); found || IsLink(text) {
		all, form, err := ReadAll(file, text)
		switch {
		case err != nil:
			return nil, form, err
		case len(all) > 1 && IsLink(text):
			return nil, form, fmt.Errorf("found %d puzzles, expected one", len(all))
		}
		return all[0], form, sameModel(all)
	}
	text = trim(text)
	reader, err := document.ReaderFor("", file, text)
	if err != nil {
		return nil, "", err
	}
	first := firstLine(text)
	switch {
	case first == "":
		return nil, "", fmt.Errorf("found no puzzle, expected a grid, a link or a model file")
	case reader.Begins != nil || document.IsModelFile(file) || strings.Contains(first, ": ") || strings.HasSuffix(first, ":") || first[0] == '{':
		d, err := reader.Read(ctx, file, strings.NewReader(text))
		return &Puzzle{Document: d}, reader.Name, err
	}
	if p, err = readText(text); err == nil {
		err = sameModel(append(p.More, p))
	}
	return p, "plain", err
}

// firstLine returns the first line that is no comment.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return line
		}
	}
	return ""
}

// sameModel refuses puzzles of several models.
func sameModel(all []*Puzzle) error {
	for _, p := range all[1:] {
		if p.Model != all[0].Model && p.Model.Hash() != all[0].Model.Hash() {
			return fmt.Errorf("found %d puzzles, expected one, or givens of the same grid", len(all))
		}
	}
	return nil
}
