package proof

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"regexp"
	"strconv"
	"strings"

	"qmsat/encode"
	"qmsat/internal/document"
	"qmsat/model"
)

// frame reads what files of proofs have in common: the header, lines of which each begins with a word, and the last line, "end",
// with the hash of all text before it.
type frame struct {
	first     string        // the first line of such files
	header    []string      // what opens the lines after it
	expected  func() string // what the word of a line between header and end may be, for a message
	statement Statement
	line      int // that is read
	seal      seal
	sum       hash.Hash
}

func newFrame(first string, expected func() string) *frame {
	return &frame{first: first, header: headerWords, expected: expected, sum: sha256.New()}
}

// seal is what a file says of itself, and what its text comes to.
type seal struct {
	said, is string
	line     int
}

// refusal reports that a file was changed.
func (s seal) refusal() error {
	if s.said == s.is {
		return nil
	}
	return refuse(s.line, "the text has the hash %s, but the line says %s: the file was changed", s.is, s.said)
}

// FormatOf returns the format that a file's first line names, "tree", "frontier", "drat" or "cpog", or "", and a reader of the whole of it.
func FormatOf(r io.Reader) (in io.Reader, format string) {
	buffered := bufio.NewReader(r)
	for format, first := range map[string]string{"tree": treeLine, "frontier": frontierLine, "drat": "c " + dratLine, "cpog": "c " + cpogLine} {
		if begin, _ := buffered.Peek(len(first)); string(begin) == first {
			return buffered, format
		}
	}
	return buffered, ""
}

// write writes the header of a file with this first line.
func (s Statement) write(w io.Writer, first string) {
	fmt.Fprintf(w, "%s\nmodel %s\ncube %s\nencoding %v\nformula %v\n", first, s.Model, s.Cube, s.Encoding, s.Formula)
}

// writeEnd writes the last line of a file.
func writeEnd(w io.Writer, sum hash.Hash) { fmt.Fprintf(w, "end %s\n", digest(sum)) }

// maxLine bounds the length of a line, in bytes.
const maxLine = 1 << 24

// errStop ends the reading without being placed in the file.
var errStop = errors.New("reading was stopped")

// errWord says that a line does not begin with a word that may stand there.
var errWord = errors.New("unexpected word")

// read reads a file; file is its name in errors, which are *[model.InputError] or the reader's. It calls item with the
// word and the rest of each line between the header and the last line.
func (f *frame) read(file string, r io.Reader, item func(word, rest string) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		f.line++
		if err := f.readLine(lines.Text(), item); errors.Is(err, errStop) {
			return err
		} else if err != nil {
			return &model.InputError{File: file, Line: f.line, Message: err.Error()}
		}
	}
	if err := lineTooLong(file, f.line, lines.Err()); err != nil {
		return err
	}
	if f.line++; f.seal.line == 0 {
		return &model.InputError{File: file, Line: f.line, Message: "the file ends here, expected " + f.expects()}
	}
	return nil
}

// lineTooLong places the error of a scanner that has read so many lines.
func lineTooLong(file string, lines int, err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return &model.InputError{File: file, Line: lines + 1, Message: "the line is longer than 16 MiB"}
	}
	return err
}

// headerWords open the lines after the first, in their order. Where there is no formula, the first two do.
var headerWords = []string{"model", "cube", "encoding", "formula"}

// expects says what may stand in the current line, for a message.
func (f *frame) expects() string {
	switch {
	case f.line <= 1:
		return strconv.Quote(f.first)
	case f.line <= len(f.header)+1:
		return f.header[f.line-2]
	default:
		return f.expected()
	}
}

// readLine reads a line and adds it to what the last line has the hash of.
func (f *frame) readLine(line string, item func(word, rest string) error) (err error) {
	word, rest, _ := strings.Cut(line, " ")
	s, header := &f.statement, f.line <= len(f.header)+1
	switch {
	case f.seal.line > 0:
		err = fmt.Errorf("found text after the line end, expected the end of the file")
	case f.line == 1 && line != f.first || f.line > 1 && header && word != f.header[f.line-2]:
		err = fmt.Errorf("found %q, expected %s", document.Clip(line), f.expects())
	case f.line == 1:
	case header && word == "model":
		s.Model, err = rest, checkHash(rest)
	case header && word == "cube":
		if s.Cube = rest; strings.TrimSpace(rest) == "" {
			err = fmt.Errorf("found no givens, expected NAME=VALUE words or \".\"")
		}
	case header && word == "encoding":
		s.Encoding, err = encode.ParseOptions(rest)
	case header:
		s.Formula, err = parseFormula(rest)
	case word == "end":
		f.seal, err = seal{rest, digest(f.sum), f.line}, checkHash(rest)
	default:
		if err = item(word, rest); errors.Is(err, errWord) {
			err = fmt.Errorf("found %q, expected %s", document.Clip(word), f.expected())
		}
	}
	io.WriteString(f.sum, line+"\n") // hashes take everything
	return err
}

// hashForm is how hashes are written.
var hashForm = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

func checkHash(text string) error {
	if !hashForm.MatchString(text) {
		return fmt.Errorf("found %q, expected sha256: and 64 hexadecimal digits", document.Clip(text))
	}
	return nil
}

func parseFormula(text string) (Formula, error) {
	words := strings.Split(text, " ")
	if len(words) == 3 && checkHash(words[2]) == nil {
		variables, err1 := strconv.ParseInt(words[0], 10, 32)
		clauses, err2 := strconv.ParseInt(words[1], 10, 64)
		if err1 == nil && err2 == nil && variables >= 0 && clauses >= 0 {
			return Formula{int(variables), clauses, words[2]}, nil
		}
	}
	return Formula{}, fmt.Errorf("found %q, expected numbers of variables and clauses and a hash", document.Clip(text))
}
