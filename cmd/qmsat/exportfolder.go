package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"qmsat/encode"
	"qmsat/internal/atomicfile"
	"qmsat/internal/namedfile"
	"qmsat/model"
)

// manifestFile lists the files of a folder, one JSON object a line.
const manifestFile = "manifest.jsonl"

// manifestInterval is how often the manifest is written while files are still being written.
const manifestInterval = time.Second

// manifestLine is what the manifest says of a file.
type manifestLine struct {
	File      string `json:"file"`
	Puzzle    string `json:"puzzle"`
	From      string `json:"from,omitempty"` // where the puzzle stands
	Format    string `json:"format"`
	Encoding  string `json:"encoding,omitempty"`
	Variables int    `json:"variables"`
	Clauses   int64  `json:"clauses"`
	SHA256    string `json:"sha256"`
	*InstanceLine
}

// manifest is the list of the files of a folder. It has only complete files, also those that were there before.
type manifest struct {
	folder string
	before []manifestLine // of files that are not written again
	lines  []manifestLine
	saved  time.Time // when it was written last
}

// newManifest makes the folder, or goes on with the manifest of one.
func newManifest(folder string) (*manifest, error) {
	m := &manifest{folder: folder}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return m, outputError(err)
	}
	name := filepath.Join(folder, manifestFile)
	text, err := namedfile.ReadAll(name)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return m, inputError(err)
	}
	for lines := json.NewDecoder(bytes.NewReader(text)); ; {
		var line manifestLine
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			return m, nil
		} else if err != nil {
			return m, usageErrorf("%s: object %d: %w: expected a manifest of qmsat", name, len(m.before)+1, err)
		}
		m.before = append(m.before, line)
	}
}

// add adds a line, and writes the manifest now and then.
func (m *manifest) add(line manifestLine) error {
	m.before = slices.DeleteFunc(m.before, func(old manifestLine) bool { return old.File == line.File })
	m.lines = append(m.lines, line)
	if now := time.Now(); now.Sub(m.saved) > manifestInterval {
		return m.save()
	}
	return nil
}

func (m *manifest) save() error {
	m.saved = time.Now()
	return writeFile(filepath.Join(m.folder, manifestFile), nil, func(w io.Writer) error {
		lines := json.NewEncoder(w)
		for _, line := range slices.Concat(m.before, m.lines) {
			if err := lines.Encode(line); err != nil {
				return err
			}
		}
		return nil
	})
}

// file writes a file of the folder and returns its SHA-256.
func (m *manifest) file(ctx context.Context, name string, write func(context.Context, io.Writer) error) (string, error) {
	name = filepath.Join(m.folder, name)
	sum := sha256.New()
	fill := namedfile.Writer(name, func(w io.Writer) error { return write(ctx, w) })
	err := atomicfile.Write(name, func(w io.Writer) error { return fill(io.MultiWriter(w, sum)) })
	if ctx.Err() == nil {
		err = outputError(err)
	}
	return hex.EncodeToString(sum.Sum(nil)), err
}

// isFolder reports whether a name is that of a folder: there is one, or the name ends in a slash.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir() || strings.HasSuffix(name, "/") || strings.HasSuffix(name, string(filepath.Separator))
}

// writeFolder writes a file for each puzzle and encoding. The manifest has all files that are complete, also if the work is stopped.
func (f *exportFlags) writeFolder(ctx context.Context, t *task, list []model.Puzzle, encodings []encode.Options) (err error) {
	to, err := newManifest(f.output)
	if err != nil {
		return err
	}
	defer func() { err = firstError(err, to.save()) }()
	for i, p := range list {
		cube := slices.Concat(t.givens, p.Cube)
		for _, encoding := range encodings {
			line, err := f.writeInFolder(ctx, to, t.of(p).ranked(), cube, encoding, i+1)
			if err != nil {
				return err
			}
			if line.Puzzle = p.Text; p.File != "" {
				line.From = where(p)
			}
			if err := to.add(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// unsafe are characters that names of files had better not have.
var unsafe = regexp.MustCompile(`[^A-Za-z0-9.]+`)

// writeInFolder writes the formula of one puzzle.
func (f *exportFlags) writeInFolder(
	ctx context.Context, to *manifest, m *model.Model, cube model.Cube, encoding encode.Options, number int,
) (manifestLine, error) {
	line := manifestLine{File: fmt.Sprintf("%06d.%s", number, f.format), Format: f.format}
	made, err := f.formula(ctx, m, cube, encoding)
	if err != nil {
		return line, err
	}
	if line.Encoding = made.Encoding; line.Encoding != "" {
		line.File = fmt.Sprintf("%06d-%s.cnf", number, strings.Trim(unsafe.ReplaceAllString(line.Encoding, "-"), "-"))
	}
	line.Variables, line.Clauses = made.Variables, made.Clauses
	line.SHA256, err = to.file(ctx, line.File, made.Write)
	return line, err
}
