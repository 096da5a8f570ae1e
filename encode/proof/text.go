package proof

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/document"
)

// A proof file is text, one item a line, blank-separated:
//
//	qmsat proof 1
//	model sha256:…                     the hash of the model
//	cube r1c4=5 r2c3=7                 the givens; "." where there are none
//	encoding extended/pairwise/pairs   as encode.Options writes it
//	formula 729 22662 sha256:…         variables, clauses, hash
//	solution 5 3 4 …                   a value for each variable, in the order of the model; a line for each solution
//	add 17 -25 0                       a lemma, by its literals
//	delete 17 -25 0                    a clause that is no longer needed
//	end sha256:…                       the hash of all text before this line
//
// The first five lines and the last stand once, in this order; solutions precede steps. Lines end with a line feed.

// version is the number in the first line. It changes with the form of the file.
const version = 1

var firstLine = fmt.Sprintf("qmsat proof %d", version)

// Write writes the proof as a file.
func (p *Proof) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	sum := sha256.New()
	both := io.MultiWriter(out, sum) // errors stay in out
	fmt.Fprintf(both, "%s\nmodel %s\ncube %s\nencoding %v\nformula %v\n", firstLine, p.Model, p.Cube, p.Encoding, p.Formula)
	for _, s := range p.Solutions {
		fmt.Fprintf(both, "solution %s\n", strings.Trim(fmt.Sprint([]int(s.Values)), "[]"))
	}
	var line []byte
	for _, s := range p.Steps {
		line = append(line[:0], "add "...)
		if s.Delete {
			line = append(line[:0], "delete "...)
		}
		for _, l := range s.Clause {
			line = append(strconv.AppendInt(line, int64(l), 10), ' ')
		}
		both.Write(append(line, "0\n"...))
	}
	fmt.Fprintf(out, "end %s\n", digest(sum))
	return out.Flush()
}

// maxLine bounds the length of a line, in bytes.
const maxLine = 1 << 24

// Read reads a file that [Proof.Write] wrote; file is its name in errors, which are *[model.InputError] or the reader's.
// It says nothing about whether the proof is right.
func Read(file string, r io.Reader) (*Proof, error) {
	p := &parser{proof: &Proof{}, sum: sha256.New()}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		p.line++
		if err := p.read(lines.Text()); err != nil {
			return nil, &model.InputError{File: file, Line: p.line, Message: err.Error()}
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, &model.InputError{File: file, Line: p.line + 1, Message: "the line is longer than 16 MiB"}
	case err != nil:
		return nil, err
	case p.proof.seal.line == 0:
		return nil, &model.InputError{File: file, Line: p.line + 1, Message: fmt.Sprintf(
			"the file ends here, expected %s", p.expected())}
	}
	return p.proof, nil
}

// parser reads line by line.
type parser struct {
	proof *Proof
	line  int
	sum   hash.Hash
}

// headerWords open the lines after the first, in their order.
var headerWords = []string{"model", "cube", "encoding", "formula"}

// expected says what may stand in the current line, for a message.
func (p *parser) expected() string {
	switch {
	case p.line <= 1:
		return strconv.Quote(firstLine)
	case p.line <= len(headerWords)+1:
		return headerWords[p.line-2]
	case len(p.proof.Steps) > 0:
		return "add, delete or end"
	default:
		return "solution, add, delete or end"
	}
}

// read reads a line and adds it to what the last line has the hash of.
func (p *parser) read(line string) (err error) {
	word, rest, _ := strings.Cut(line, " ")
	s, header := &p.proof.Statement, p.line <= len(headerWords)+1
	switch {
	case p.proof.seal.line > 0:
		err = fmt.Errorf("found text after the line end, expected the end of the file")
	case p.line == 1 && line != firstLine || p.line > 1 && header && word != headerWords[p.line-2]:
		err = fmt.Errorf("found %q, expected %s", document.Clip(line), p.expected())
	case p.line == 1:
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
	case word == "solution" && len(p.proof.Steps) == 0:
		var values []int
		values, err = parseNumbers(rest, strconv.IntSize)
		p.proof.Solutions = append(p.proof.Solutions, Solution{values, p.line})
	case word == "add" || word == "delete":
		var clause []encode.Literal
		clause, err = parseClause(rest)
		p.proof.Steps = append(p.proof.Steps, Step{word == "delete", clause, p.line})
	case word == "end":
		p.proof.seal, err = seal{rest, digest(p.sum), p.line}, checkHash(rest)
	default:
		err = fmt.Errorf("found %q, expected %s", document.Clip(word), p.expected())
	}
	io.WriteString(p.sum, line+"\n") // hashes take everything
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

// parseClause reads literals up to a 0.
func parseClause(text string) ([]encode.Literal, error) {
	numbers, err := parseNumbers(text, 32)
	if err != nil {
		return nil, err
	}
	last := len(numbers) - 1
	if numbers[last] != 0 {
		return nil, fmt.Errorf("found %d at the end, expected 0", numbers[last])
	}
	clause := make([]encode.Literal, last)
	for i, n := range numbers[:last] {
		if n == 0 || n == math.MinInt32 { // which cannot be negated
			return nil, fmt.Errorf("found %d, expected a literal", n)
		}
		clause[i] = encode.Literal(n)
	}
	return clause, nil
}

// parseNumbers reads at least one number of so many bits.
func parseNumbers(text string, bits int) ([]int, error) {
	var numbers []int
	for word := range strings.SplitSeq(text, " ") {
		n, err := strconv.ParseInt(word, 10, bits)
		if err != nil {
			return nil, fmt.Errorf("found %q, expected a number", document.Clip(word))
		}
		numbers = append(numbers, int(n))
	}
	return numbers, nil
}
