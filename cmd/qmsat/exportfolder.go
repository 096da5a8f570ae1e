package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"qmsat/encode"
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
}

// isFolder reports whether a name is that of a folder: there is one, or the name ends in a slash.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir() || strings.HasSuffix(name, "/") || strings.HasSuffix(name, string(filepath.Separator))
}

// writeFolder writes a file for each puzzle and encoding. The manifest has all files that are complete, also if the work is stopped.
func (f *exportFlags) writeFolder(ctx context.Context, t *task, list []model.Puzzle, encodings []encode.Options) (err error) {
	if err := os.MkdirAll(f.output, 0o755); err != nil {
		return outputError(err)
	}
	var manifest []manifestLine
	save := func() error {
		return writeFile(filepath.Join(f.output, manifestFile), nil, func(w io.Writer) error {
			lines := json.NewEncoder(w)
			for _, line := range manifest {
				if err := lines.Encode(line); err != nil {
					return err
				}
			}
			return nil
		})
	}
	defer func() { err = firstError(err, save()) }()
	for i, p := range list {
		cube := slices.Concat(t.givens, p.Cube)
		for _, encoding := range encodings {
			line, err := f.writeInFolder(ctx, t.ranked(), cube, encoding, i+1)
			if err != nil {
				return err
			}
			if line.Puzzle = p.Text; p.File != "" {
				line.From = where(p)
			}
			manifest = append(manifest, line)
		}
		if saved := time.Now(); saved.Sub(f.saved) > manifestInterval {
			if f.saved = saved; i > 0 {
				if err := save(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// unsafe are characters that names of files had better not have.
var unsafe = regexp.MustCompile(`[^A-Za-z0-9.]+`)

// writeInFolder writes the formula of one puzzle.
func (f *exportFlags) writeInFolder(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options, number int) (manifestLine, error) {
	line := manifestLine{File: fmt.Sprintf("%06d.%s", number, f.format), Format: f.format}
	if f.format == "dimacs" {
		line.Encoding = encoding.String()
		line.File = fmt.Sprintf("%06d-%s.cnf", number, strings.Trim(unsafe.ReplaceAllString(line.Encoding, "-"), "-"))
	}
	made, err := f.formula(ctx, m, cube, encoding)
	if err != nil {
		return line, err
	}
	sum := sha256.New()
	err = writeFile(filepath.Join(f.output, line.File), nil, func(w io.Writer) error { return made.write(ctx, io.MultiWriter(w, sum)) })
	if ctx.Err() == nil {
		err = outputError(err)
	}
	line.Variables, line.Clauses, line.SHA256 = made.variables, made.clauses, hex.EncodeToString(sum.Sum(nil))
	return line, err
}
