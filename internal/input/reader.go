package input

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"unicode/utf8"

	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/internal/stop"

	"go.yaml.in/yaml/v4"
)

// Node is one node of a YAML document.
type Node = yaml.Node

// Reader reads nodes of one file. It keeps the first error, and its methods then return empty values. So callers check
// [Reader.Err] at the end, and before they rely on what was read.
type Reader struct {
	File  string      // its name in errors
	Watch *stop.Watch // ends the reading; nil: nothing does
	err   error
}

// Err returns the first error, an *[InputError], or the cause that ended the reading.
func (d *Reader) Err() error { return d.err }

// look counts the work of a node.
func (d *Reader) look() {
	if d.Watch != nil && d.err == nil {
		d.err = d.Watch.Over(workPerNode)
	}
}

// workPerNode is the work of reading a node.
const workPerNode = 1 << 6

// Document parses the file's one document and returns its root. Aliases are replaced by what they stand for, and mappings are
// merged. It parses while it reads, so that a reader that fails stops it.
func (d *Reader) Document(r io.Reader) (*Node, error) {
	text := &source{from: bufio.NewReaderSize(r, askBytes), runs: runs{}, mark: fmt.Sprintf("r%x_", rand.Uint64())}
	root, err := d.document(text)
	if len(text.runs) > 0 && text.err == nil { // they were parts of something else: the library reads the whole
		d.err = nil
		return d.document(&source{from: bufio.NewReaderSize(io.MultiReader(append(text.kept, text.from)...), askBytes)})
	}
	return root, err
}

// document parses a document.
func (d *Reader) document(text *source) (*Node, error) {
	if text.first = (position{1, 1}); d.Watch != nil {
		text.ctx = d.Watch.Context()
	}
	loader, err := yaml.NewLoader(text)
	if err != nil {
		return nil, d.notYAML(text, err)
	}
	var document, second Node
	err = loader.Load(&document)
	if errors.Is(err, io.EOF) || err == nil && len(document.Content) == 0 {
		return nil, &InputError{d.File, 1, 1, "found an empty file, expected a mapping"}
	}
	if err != nil {
		return nil, d.notYAML(text, err)
	}
	switch err := loader.Load(&second); {
	case err == nil:
		return nil, &InputError{d.File, second.Line, second.Column, "found a second document, expected one"}
	case !errors.Is(err, io.EOF):
		return nil, d.notYAML(text, err)
	}
	(&aliases{Reader: d, text: text, sizes: map[*Node]int{}, within: map[*Node]bool{}}).expand(&document)
	return document.Content[0], d.err
}

// source is a file that is being read. It keeps the end of what was read, for messages.
type source struct {
	from  *bufio.Reader
	ctx   context.Context // whose budget holds what is read; nil: none
	runs  runs            // that were cut out; nil: none are
	mark  string          // what their marks begin with: it is in no text, not even on purpose
	kept  []io.Reader     // the text with them
	ahead []byte          // of the text, not passed on yet
	fault error           // why there is no more of it
	end   []byte
	first position // that of end's first byte
	read  int      // bytes before end
	flow  int      // the lists and mappings in brackets that are open
	held  int      // the tokens since the outermost of them began, which the library holds until it ends
	err   error    // why it could not be read further, unless it was at its end
}

// position is a place in a file: line and column, from 1.
type position struct{ line, column int }

// next returns the place of what follows a byte.
func (p position) next(c byte) position {
	switch {
	case c == '\n':
		return position{p.line + 1, 1}
	case utf8.RuneStart(c):
		p.column++
	}
	return p
}

const (
	// The YAML library places an error fewer than keptBytes before the end of what it has read.
	keptBytes = 1 << 12
	// askBytes of a file are read until there is room for more. They become nodes of a few megabytes at most.
	askBytes = 1 << 14
	// tokenBytes is what a token takes of the array that the library appends it to, a quarter larger than the one before.
	tokenBytes = 200
)

// Read implements io.Reader. It asks for the memory of the next array that a list or a text of the file's length may grow into, and of
// that of the tokens, before the library makes them.
func (s *source) Read(p []byte) (int, error) {
	if len(s.ahead) == 0 && s.fault == nil {
		if length := s.read + len(s.end); s.ctx != nil && length > 0 {
			s.err = memory.Ask(s.ctx, "", max(5*int64(length), tokenBytes*int64(s.held)))
			if s.err = stop.OrCause(s.ctx, s.err); s.err != nil {
				return 0, s.err
			}
		}
		s.ahead, s.fault = s.from.Peek(askBytes)
		_, _ = s.from.Discard(len(s.ahead))
		if s.runs != nil {
			s.cut(s.ahead)
		}
	}
	n := copy(p, s.ahead)
	if s.ahead = s.ahead[n:]; n == 0 {
		if s.fault != io.EOF {
			s.err = s.fault
		}
		return 0, s.fault
	}
	s.count(p[:n])
	if s.end = append(s.end, p[:n]...); len(s.end) > 2*keptBytes {
		passed := s.end[:len(s.end)-keptBytes]
		for _, c := range passed {
			s.first = s.first.next(c)
		}
		s.read += len(passed)
		s.end = append(s.end[:0], s.end[len(passed):]...)
	}
	return n, nil
}

// count counts the tokens of lists and mappings in brackets. It takes brackets and commas within quotes for tokens.
func (s *source) count(text []byte) {
	for _, c := range text {
		switch c {
		case '[', '{':
			s.flow++
			s.held++
		case ']', '}':
			s.held++
			if s.flow = max(0, s.flow-1); s.flow == 0 {
				s.held = 0
			}
		case ',', ':':
			if s.flow > 0 {
				s.held += 2 // and what follows
			}
		}
	}
}

// notYAML places an error of the YAML library in the file.
func (d *Reader) notYAML(from *source, err error) error {
	if from.err != nil {
		return fmt.Errorf("reading %s: %w", d.File, from.err)
	}
	var failure *yaml.LoadError
	if !errors.As(err, &failure) {
		return &InputError{d.File, 1, 1, "not YAML: " + err.Error()}
	}
	message, here := failure.Message, from.first
	at := position{failure.Mark.Line, max(failure.Mark.Column, 1)}
	for i, c := range from.end {
		if at.line == 0 && from.read+i >= failure.Mark.Index { // what is no text at all is reported by its offset alone
			at = here
		}
		if here == at && c == '\t' {
			message = "found a tab, expected blanks"
		}
		here = here.next(c)
	}
	if at.line == 0 {
		at = here
	}
	return &InputError{d.File, at.line, at.column, "not YAML: " + message}
}

// Failf keeps an error at the node, unless there was one before.
func (d *Reader) Failf(n *Node, format string, args ...any) {
	if d.err == nil {
		d.err = &InputError{d.File, n.Line, n.Column, fmt.Sprintf(format, args...)}
	}
}

// Describe describes a node that was found instead of an expected one.
func Describe(n *Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.ScalarNode:
		if n.Tag == "!!null" {
			return "nothing"
		}
		return strconv.Quote(Clip(n.Value))
	default:
		return "something else"
	}
}

// Text reads text.
func (d *Reader) Text(n *Node) string {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		d.Failf(n, "found %s, expected text", Describe(n))
	}
	return n.Value
}

// Int reads a whole number.
func (d *Reader) Int(n *Node) int {
	d.look()
	value, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || IsSyntax(err) {
		d.Failf(n, "found %s, expected a whole number", Describe(n))
	} else if err != nil {
		d.Failf(n, "found %s, expected a whole number of 64 bits", Describe(n))
	}
	return value
}

// Sequence returns the items of a list.
func (d *Reader) Sequence(n *Node) []*Node {
	d.look()
	if n.Kind != yaml.SequenceNode {
		d.Failf(n, "found %s, expected a list", Describe(n))
	}
	if d.room(len(n.Content), bytesPerItem); d.err != nil {
		return nil
	}
	return n.Content
}

// Ints reads a list of whole numbers.
func (d *Reader) Ints(n *Node) []int {
	return lists.Map(d.Sequence(n), d.Int)
}

// IsSyntax reports an error of strconv.Atoi other than a number that is too large.
func IsSyntax(err error) bool { return err != nil && !errors.Is(err, strconv.ErrRange) }

// Clip shortens text that a message shows. A 9×9 puzzle stays whole.
func Clip(text string) string {
	const most = 81
	n := 0
	for end := range text {
		if n == most {
			return string([]rune(text[:end])) + "…"
		}
		n++
	}
	return text
}
