package proof

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"qmsat/encode"
	"qmsat/internal/document"
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
	p.Statement.write(both, firstLine)
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
	writeEnd(out, sum)
	return out.Flush()
}

// Read reads a file that [Proof.Write] wrote; file is its name in errors, which are *[model.InputError] or the reader's.
// It says nothing about whether the proof is right.
func Read(file string, r io.Reader) (*Proof, error) {
	p := &Proof{}
	f := newFrame(firstLine, func() string {
		if len(p.Steps) > 0 {
			return "add, delete or end"
		}
		return "solution, add, delete or end"
	})
	err := f.read(file, r, func(word, rest string) error {
		switch {
		case word == "solution" && len(p.Steps) == 0:
			values, err := parseNumbers(rest, strconv.IntSize)
			p.Solutions = append(p.Solutions, Solution{values, f.line})
			return err
		case word == "add" || word == "delete":
			clause, err := parseClause(rest)
			p.Steps = append(p.Steps, Step{word == "delete", clause, f.line})
			return err
		}
		return errWord
	})
	if err != nil {
		return nil, err
	}
	p.Statement, p.seal = f.statement, f.seal
	return p, nil
}

// parseClause reads literals up to a 0.
func parseClause(text string) ([]encode.Literal, error) {
	rest, ended := strings.CutSuffix(text, " 0")
	switch {
	case text == "0":
		return []encode.Literal{}, nil
	case !ended:
		return nil, fmt.Errorf("found %q at the end, expected 0", document.Clip(text[strings.LastIndexByte(text, ' ')+1:]))
	}
	return parseLiterals(rest)
}

// parseLiterals reads at least one literal.
func parseLiterals(text string) ([]encode.Literal, error) {
	numbers, err := parseNumbers(text, 32)
	if err != nil {
		return nil, err
	}
	literals := make([]encode.Literal, len(numbers))
	for i, n := range numbers {
		if n == 0 || n == math.MinInt32 { // which cannot be negated
			return nil, fmt.Errorf("found %d, expected a literal", n)
		}
		literals[i] = encode.Literal(n)
	}
	return literals, nil
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
