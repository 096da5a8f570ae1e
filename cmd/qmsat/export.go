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
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask"
	"qmsat/encode"
	"qmsat/encode/sat"
	"qmsat/internal/atomicfile"
	"qmsat/internal/lists"
	"qmsat/internal/namedfile"
	"qmsat/internal/pattern"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/implied"
	"qmsat/model/symmetry"
)

var exportCommand = &command{
	name:    "export",
	args:    "[PUZZLE | FILE | -]...",
	summary: "write puzzles as DIMACS CNF, OPB, LP or MPS",
	long: `Writes a puzzle as DIMACS CNF. "c var 17 r1c2=8" says that variable 17 means r1c2 = 8. "c fix r1c1=5" names a cell
whose value is known and that has no variable. "c t mc" says that each model of the formula is one solution. With "c t pmc",
models that agree on the variables of "c p show" are the same solution. A model of 0/1 variables, such as a CNF file, keeps its
variables, except with --for proof; "c var -3 x3=0" says that x3 is 0 if variable 3 is false.

--format opb writes a pseudo-Boolean problem, --format lp and --format mps an integer program. These need no encoding.
For several puzzles or encodings (lists of names, or all), -o names a folder: it gets a file for each, and manifest.jsonl with
their puzzles, encodings, variables, clauses and SHA-256.

--break on breaks symmetries: the formula has a solution if the puzzle has one, but fewer, so it is not for counting.

No format keeps the names of constraints. CNF has an objective as a comment only; standard error warns of that.`,
	examples: []example{
		{"export --box 2x2 --dedup -o puzzle.cnf 1234............", "a formula for any SAT solver"},
		{"export --box 2x2 --amo all -o formulas 1234............", "a file for each at-most-one encoding, and a manifest"},
		{"export --box 1x2", "the Latin squares of order 2, a formula small enough to read"},
		{"export --box 1x2 --format opb", "the same as a pseudo-Boolean problem"},
		{"export --box 1x2 --format lp", "the same as an integer program"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &exportFlags{modelFlags: addModelFlags(flags), settings: map[string]*string{}}
		for _, s := range sat.Settings() {
			f.settings[s.Name] = new(string)
			addSetting(flags, f.settings[s.Name], s, s.Default, settingUsage(s), true)
		}
		addSetting(flags, &f.implied, implied.Setting, implied.Setting.Default, settingUsage(implied.Setting), false)
		addSetting(flags, &f.broken, symmetry.Setting, symmetry.Setting.Default, settingUsage(symmetry.Setting), false)
		addName(flags, &f.purpose, "for", encode.ForCadical, "choose automatic encodings for the `READER` of the file", encode.Purposes()...)
		flags.BoolVar(&f.dedup, "dedup", false, "write each clause once")
		addFormat(flags, &f.format, encode.FormulaFormats()...)
		flags.StringVarP(&f.output, "output", "o", "", "write to `FILE` instead of standard output, or to a folder")
		f.timeout = addTimeout(flags)
		return func(ctx context.Context, streams streams, args []string) error {
			if f.format != "dimacs" {
				why := fmt.Sprintf("cannot be combined with --format %s, which needs no encoding", f.format)
				if err := misplaced(flags, why, append(lists.Map(sat.Settings(), nameOf), "dedup", "for")...); err != nil {
					return err
				}
			}
			return f.run(ctx, streams, args)
		}
	},
}

type exportFlags struct {
	*modelFlags
	settings map[string]*string
	implied  string
	broken   string
	purpose  string
	dedup    bool
	format   string
	output   string
	timeout  *time.Duration
}

func (f *exportFlags) run(ctx context.Context, streams streams, args []string) error {
	encodings, err := f.encodings()
	if err != nil {
		return err
	}
	ctx, cancel := limited(ctx, time.Now(), *f.timeout)
	defer cancel()
	t, err := f.build(ctx, streams)
	if err != nil {
		return err
	}
	if f.broken == symmetry.On && t.objective != nil {
		return inputError(ask.ErrBroken("no objective"))
	}
	list, err := t.listPuzzles(streams.in, args)
	if err != nil {
		return err
	}
	switch n := len(list) * len(encodings); {
	case len(list) == 0:
		return nil
	case len(list) > 1 && f.output == "":
		return usageErrorf("%s: found a second puzzle, expected one, or -o DIR for a folder of files", where(list[1]))
	case n > 1 && f.output == "":
		return usageErrorf("found %d encodings, expected one, or -o DIR for a folder of files", n)
	case n > 1 || isFolder(f.output):
		err = f.writeFolder(ctx, t, list, encodings)
	default:
		var made *encode.File
		if made, err = f.formula(ctx, t.of(list[0]).document.Model, t.with(list[0].Cube), encodings[0]); err != nil {
			break
		}
		err = writeFile(f.output, streams.out, func(w io.Writer) error { return made.Write(ctx, w) })
		if ctx.Err() == nil {
			err = outputError(err)
		}
	}
	for _, p := range list {
		if err != nil || f.warn(streams, t.of(p)) {
			break
		}
	}
	return orStopped(ctx, err)
}

// warn says what the format cannot express, and reports whether there is something.
func (f *exportFlags) warn(streams streams, t *task) bool {
	switch {
	case f.format == "dimacs" && t.objective != nil:
		streams.note("--format dimacs cannot express the objective: it is in a comment, and solvers ignore it")
	case (f.format == "lp" || f.format == "mps") && t.model.Projected():
		streams.note("--format %s cannot express outputs: two solutions may differ in other variables only", f.format)
	default:
		return false
	}
	return true
}

// encodings returns every combination of the chosen parts; one for formats without an encoding.
func (f *exportFlags) encodings() ([]encode.Options, error) {
	list := []engine.Options{{implied.Setting.Name: f.implied}}
	for _, s := range sat.Settings() {
		values, err := chosenValues(s, *f.settings[s.Name])
		if err != nil {
			return nil, err
		}
		var more []engine.Options
		for _, options := range list {
			for _, value := range values {
				with := maps.Clone(options)
				with[s.Name] = value
				more = append(more, with)
			}
		}
		list = more
	}
	return lists.Map(list, func(options engine.Options) encode.Options {
		encoding := sat.Asked(options)
		encoding.Published, encoding.Limits = !f.dedup, nil
		return encoding
	}), nil
}

func (f *exportFlags) formula(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options) (*encode.File, error) {
	broken := f.broken == symmetry.On
	if broken {
		var err error
		if m, cube, err = symmetry.Break(ctx, m, cube); err != nil {
			return nil, err
		}
	}
	return encode.NewFormula(ctx, f.format, m, cube, encoding, f.purpose, broken)
}

// onePuzzle reads the one puzzle that the arguments name, and returns it with the model file's givens added.
func (t *task) onePuzzle(streams streams, args []string) (model.Cube, error) {
	p, err := t.singlePuzzle(streams, args)
	return t.with(p.Cube), err
}

func (t *task) singlePuzzle(streams streams, args []string) (model.Puzzle, error) {
	if len(args) > 1 {
		return model.Puzzle{}, usageErrorf("found %d arguments, expected one puzzle", len(args))
	}
	found, err := t.listPuzzles(streams.in, args)
	switch {
	case err != nil:
		return model.Puzzle{}, err
	case len(found) == 0:
		return model.Puzzle{}, usageErrorf("%s: found no puzzle, expected one", args[0])
	case len(found) > 1:
		return model.Puzzle{}, usageErrorf("%s: found a second puzzle, expected one", where(found[1]))
	}
	*t = *t.of(found[0])
	return found[0], nil
}

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
		cube := t.with(p.Cube)
		for _, encoding := range encodings {
			line, err := f.writeInFolder(ctx, to, t.of(p).document.Model, cube, encoding, i+1)
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
var unsafe = pattern.New(`[^A-Za-z0-9.]+`)

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
		line.File = fmt.Sprintf("%06d-%s.cnf", number, strings.Trim(unsafe().ReplaceAllString(line.Encoding, "-"), "-"))
	}
	line.Variables, line.Clauses = made.Variables, made.Clauses
	line.SHA256, err = to.file(ctx, line.File, made.Write)
	return line, err
}
