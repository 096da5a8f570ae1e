package proof

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"qmsat/encode"
	"qmsat/internal/input"
	"qmsat/internal/pattern"
	"qmsat/model"
)

// Certificates are text, one item a line. Each begins with a header. Its first line names the format; the other lines are
//
//	model sha256:…                     hash of the model
//	cube r1c4=5 r2c3=7                 the givens; "." if there are none
//	encoding extended/pairwise/pairs   as encode.Options writes it
//	formula 729 22662 sha256:…         variables, clauses, hash
//
// Without a formula, the last two lines are missing. DRAT and CPOG files have the header as comments; files of the other formats
// end with
//
//	count 248832                       the number of solutions
//	end sha256:…                       hash of all text before this line

// Verified is the content of a certificate that was checked.
type Verified struct {
	Cube     model.Cube
	Encoding string // "" if there is no formula
	Count    *big.Int
	Steps    int // decisions and solutions, states, lemmas and deletions, or lines
}

// formats are the formats of certificates by name.
var formats = map[string]struct {
	first  string // of our files
	verify func(ctx context.Context, file string, r io.Reader, m *model.Model, cube model.Cube) (Verified, error)
}{
	"cpog":     {"c " + cpogLine, verifyCPOG},
	"drat":     {"c " + dratLine, verifyDRAT},
	"frontier": {frontierLine, verifyFrontier},
	"tree":     {treeLine, verifyTree},
}

// Verify checks a certificate for a model; file is its name in errors. If no format is given, the first line of the file names
// it. cube is the puzzle, for a file without our header. A wrong certificate gives a *[Refusal], a malformed one a
// *[model.InputError]; other errors come from the reader, the encoder and the context.
func Verify(ctx context.Context, file string, r io.Reader, format string, m *model.Model, cube model.Cube) (Verified, error) {
	in := bufio.NewReader(r)
	begins := func(first string) bool {
		begin, _ := in.Peek(len(first))
		return string(begin) == first
	}
	if begins("qmsat proof ") {
		return Verified{}, &model.InputError{File: file, Line: 1, Message: "the format qmsat is no longer read: " +
			"write the proof again, which count --proof does as a tree and rules --proof as DRAT"}
	}
	for name, f := range formats {
		if format == "" && begins(f.first) {
			format = name
		}
	}
	format = cmp.Or(format, "tree")
	if err := input.CheckName("format", format, slices.Sorted(maps.Keys(formats))); err != nil {
		return Verified{}, err
	}
	f := formats[format]
	others := strings.HasPrefix(f.first, "c ") && !begins(f.first) && !m.Propositional()
	verified, err := f.verify(ctx, file, in, m, cube)
	if refusal := new(Refusal); others && errors.As(err, &refusal) {
		refusal.Reason += "; was the formula exported with --for proof?"
	}
	return verified, err
}

// Refusal says why a certificate is wrong.
type Refusal struct {
	Line   int // of the file, or 0
	Reason string
}

// Error returns the reason and its place.
func (r *Refusal) Error() string {
	if r.Line == 0 {
		return "proof refused: " + r.Reason
	}
	return fmt.Sprintf("proof refused: line %d: %s", r.Line, r.Reason)
}

func refuse(format string, args ...any) error { return &Refusal{Reason: fmt.Sprintf(format, args...)} }

// malformed returns the error of a line that cannot be read.
func malformed(format string, args ...any) error { return input.ErrorAt(0, format, args...) }

// at adds the line to a refusal.
func at(line int, err error) error {
	if refusal, ok := err.(*Refusal); ok {
		refusal.Line = line
	}
	return err
}

// header holds the first lines of a certificate.
type header struct {
	first     string   // line 1
	words     []string // first words of the others
	lines     int      // read so far
	statement Statement
}

// headerWords are the first words of the lines after the first, in order.
var headerWords = []string{"model", "cube", "encoding", "formula"}

func (h *header) complete() bool { return h.lines > len(h.words) }

func (h *header) expected() string {
	if h.lines == 0 {
		return strconv.Quote(h.first)
	}
	return h.words[h.lines-1]
}

// read reads a line.
func (h *header) read(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	if h.lines == 0 && line != h.first || h.lines > 0 && word != h.expected() {
		return malformed("found %q, expected %s", input.Clip(line), h.expected())
	}
	var err error
	switch s := &h.statement; {
	case h.lines == 0:
	case word == "model":
		s.Model, err = rest, checkHash(rest)
	case word == "cube":
		if s.Cube = rest; strings.TrimSpace(rest) == "" {
			err = malformed("found no givens, expected NAME=VALUE words or \".\"")
		}
	case word == "encoding":
		if s.Encoding, err = encode.ParseOptions(rest); err != nil {
			err = malformed("%v", err)
		}
	default:
		s.Formula, err = parseFormula(rest)
	}
	h.lines++
	return err
}

// write writes the header of a file with the given first line; each line starts with the prefix.
func (s Statement) write(w io.Writer, prefix, first string) {
	fmt.Fprintf(w, "%[1]s%[2]s\n%[1]smodel %[3]s\n%[1]scube %[4]s\n", prefix, first, s.Model, s.Cube)
	if s.Formula != (Formula{}) {
		fmt.Fprintf(w, "%[1]sencoding %[2]v\n%[1]sformula %[3]v\n", prefix, s.Encoding, s.Formula)
	}
}

// content is the part of a file between its header and its count.
type content interface {
	begin(s Statement) error // after the header
	// item checks a line that begins with the word. It returns errWord if no such line may stand there.
	item(word, rest string) error
	expected() string // words that may stand there, for a message
	// count returns the number of solutions and the part of the file that shows it, or why there may be more.
	count() (count *big.Int, says string, err error)
}

// errWord says that a line does not begin with a word that may stand there.
var errWord = errors.New("unexpected word")

// readSealed reads a file that ends with its count and its hash, and returns the count.
func readSealed(ctx context.Context, file string, r io.Reader, h *header, c content) (count *big.Int, err error) {
	sum, ended := sha256.New(), false
	expected := func() string {
		switch {
		case !h.complete():
			return h.expected()
		case count != nil:
			return "end"
		}
		return c.expected()
	}
	lines, err := input.EachLine(ctx, file, r, input.MaxLine, func(number int, line string) (err error) {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case ended:
			err = malformed("found text after the line end, expected the end of the file")
		case !h.complete():
			if err = h.read(line); err == nil && h.complete() {
				err = c.begin(h.statement)
			}
		case word == "end":
			ended = true
			err = at(number, checkEnd(rest, digest(sum), count))
		case count != nil:
			err = errWord
		case word == "count":
			var says string
			if count, says, err = c.count(); err == nil && rest != count.String() {
				err = refuse("the line says %s solutions, and %s %v", input.Clip(rest), says, count)
			}
			err = at(number, err)
		default:
			err = at(number, c.item(word, rest))
		}
		if errors.Is(err, errWord) {
			err = malformed("found %q, expected %s", input.Clip(word), expected())
		}
		io.WriteString(sum, line+"\n") // writing to a hash cannot fail
		return err
	})
	if err == nil && !ended {
		err = &model.InputError{File: file, Line: lines + 1, Message: "the file ends here, expected " + expected()}
	}
	return count, err
}

func checkEnd(says, is string, count *big.Int) error {
	switch err := checkHash(says); {
	case err != nil:
		return err
	case count == nil:
		return refuse("there is no line count")
	case says != is:
		return refuse("the text has the hash %s, but the line says %s: the file was changed", is, says)
	}
	return nil
}

// sealedWriter writes a file that ends with its count and its hash. The first failed write sticks, and end returns it.
type sealedWriter struct {
	io.Writer // writes to the file and the hash
	out       *bufio.Writer
	sum       hash.Hash
}

func newSealedWriter(w io.Writer) *sealedWriter {
	s := &sealedWriter{out: bufio.NewWriterSize(w, 1<<16), sum: sha256.New()}
	s.Writer = io.MultiWriter(s.out, s.sum)
	return s
}

func (s *sealedWriter) end(count fmt.Stringer) error {
	fmt.Fprintf(s, "count %v\n", count)
	fmt.Fprintf(s.out, "end %s\n", digest(s.sum))
	return s.out.Flush()
}

// commented is a file in a format of other solvers; our header, if present, is in comments.
type commented interface {
	begin(s Statement) error // after the header
	take(line string) error
}

// readCommented reads a file of other solvers' formats. A file without our header is about the model under the cube in the
// default encoding. If the variables of the model are 0 or 1, its literals are those of a CNF file of the model.
func readCommented(ctx context.Context, file string, r io.Reader, first string, m *model.Model, cube model.Cube, c commented) error {
	h := &header{first: first, words: headerWords}
	begun := false
	begin := func() (err error) {
		begun = true
		if h.lines == 0 {
			h.statement, err = NewStatement(ctx, m, cube, encode.Options{})
			h.statement.bare = m.Propositional()
		} else if !h.complete() {
			err = refuse("its header ends, expected %s", h.expected())
		}
		if err != nil {
			return err
		}
		return c.begin(h.statement)
	}
	_, err := input.EachLine(ctx, file, r, input.MaxLine, func(number int, line string) error {
		if word, text, _ := strings.Cut(line, " "); word == "c" {
			if begun || h.complete() || h.lines == 0 && text != first {
				return nil
			}
			return h.read(text)
		}
		if !begun {
			if err := begin(); err != nil {
				return err
			}
		}
		if strings.TrimSpace(line) == "" {
			return nil
		}
		return at(number, c.take(line))
	})
	if err == nil && !begun {
		err = begin()
	}
	return err
}

// hashForm is the text form of hashes.
var hashForm = pattern.New(`^sha256:[0-9a-f]{64}$`)

func checkHash(text string) error {
	if !hashForm().MatchString(text) {
		return malformed("found %q, expected sha256: and 64 hexadecimal digits", input.Clip(text))
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
	return Formula{}, malformed("found %q, expected numbers of variables and clauses and a hash", input.Clip(text))
}

// parseLiterals reads literals.
func parseLiterals(words []string) ([]encode.Literal, error) {
	literals := make([]encode.Literal, len(words))
	numbers, err := parseNumbers(words)
	for i, n := range numbers {
		if n == 0 {
			return nil, malformed("found 0, expected a literal")
		}
		literals[i] = encode.Literal(n)
	}
	return literals, err
}

// parseNumbers reads numbers of 32 bits, except the least one, which has no negation.
func parseNumbers(words []string) ([]int, error) {
	numbers := make([]int, len(words))
	for i, word := range words {
		n, err := strconv.ParseInt(word, 10, 32)
		if err != nil || n == math.MinInt32 {
			return nil, malformed("found %q, expected a number", input.Clip(word))
		}
		numbers[i] = int(n)
	}
	return numbers, nil
}
