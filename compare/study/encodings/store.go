package encodings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"qmsat/internal/checkpoint"
	"qmsat/internal/document"
	"qmsat/internal/namedfile"
)

// Record is a line of a results file: a formula, a run on one, or the encoding that [encode.Resolve] chose for a task and a
// solver. The names are short because there are many lines.
type Record struct {
	Family   string `json:"f"`
	Instance string `json:"i"` // in the family "versions", the version of a solver

	// Of a formula. A choice has its encoding, too.
	Encoding  string `json:"e,omitempty"`
	Variables int    `json:"v,omitempty"`
	Clauses   int64  `json:"c,omitempty"`
	Literals  int64  `json:"l,omitempty"`
	Open      *int   `json:"u,omitempty"` // literals of values that unit propagation leaves open; −1: it finds a contradiction
	Failed    *int   `json:"x,omitempty"` // the same for failed literals; missing if that would take too long
	Fault     string `json:"!,omitempty"` // why there is no formula, or no run

	Hash    string  `json:"h,omitempty"` // of the formula; a choice has none
	Seconds float64 `json:"a,omitempty"` // processor time: of the solver, or to make and measure the formula

	// Of a run.
	Task         Task    `json:"t,omitempty"`
	Solver       string  `json:"s,omitempty"`
	Outcome      string  `json:"r,omitempty"` // sat, unsat, unique, several, all, best; limit if there is no answer
	Conflicts    int64   `json:"k,omitempty"` // −1: unknown
	Propagations int64   `json:"p,omitempty"`
	Limit        float64 `json:"L,omitempty"` // of processor time
}

// versions is the family of the records that have a solver's version.
const versions = "versions"

// key identifies what a record is about.
func (r *Record) key() string {
	if r.Solver == "" {
		return r.Instance + "\t" + r.Encoding
	}
	return strings.Join([]string{r.Instance, string(r.Task), r.Solver, r.Hash}, "\t")
}

// question names what a run answers: the same for all solvers and encodings.
func (r *Record) question() string { return r.Instance + ", " + string(r.Task) }

// answered reports whether a run ended by itself.
func (r *Record) answered() bool { return r.Outcome != "limit" && r.Outcome != "fault" }

// cost is the time of a run, or twice the limit if it gave no answer. Clocks tell nothing below a tenth of a millisecond.
func (r *Record) cost() float64 {
	if !r.answered() {
		return 2 * r.Limit
	}
	return max(r.Seconds, 1e-4)
}

// Store is an open results file.
type Store struct {
	Records []Record
	keys    map[string]int // the index of the last record about something
	file    *os.File
	lock    *checkpoint.Lock
}

// Read reads a results file, compressed if its name ends with .gz.
func Read(name string) (*Store, error) {
	s := &Store{keys: map[string]int{}}
	text, err := namedfile.ReadAll(name)
	if err == nil {
		err = s.parse(name, text)
	}
	return s, err
}

// parse notes the records of a text. A last line without an end is left out.
func (s *Store) parse(name string, text []byte) error {
	for number, line := range bytes.SplitAfter(text, []byte("\n")) {
		var r Record
		if !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		if err := r.read(line); err != nil {
			return document.Located(name, number+1, err)
		}
		s.note(r)
	}
	return nil
}

// read reads a record from a line. Every record has an instance.
func (r *Record) read(line []byte) error {
	err := json.Unmarshal(line, r)
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return document.ErrorAt(int(syntax.Offset), "%v, expected the JSON object of a record", syntax)
	case errors.As(err, &wrong):
		return document.ErrorAt(int(wrong.Offset), "found %s for %q, expected %s", wrong.Value, wrong.Field, wrong.Type)
	case err == nil && r.Instance == "":
		return document.ErrorAt(1, `found no instance, expected a record such as {"f":"hardest","i":"hardest-1",...}`)
	}
	return err
}

func (s *Store) note(r Record) {
	s.keys[r.key()] = len(s.Records)
	s.Records = append(s.Records, r)
}

// Open reads a results file, or makes it, and locks it for further records. It cuts off a last line without an end.
func Open(name string) (*Store, error) {
	if namedfile.Plain(name) != name {
		return nil, fmt.Errorf("--results %s is compressed, expected a plain file for new runs", name)
	}
	lock, err := checkpoint.Acquire(name + ".lock")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	s := &Store{keys: map[string]int{}, file: file, lock: lock}
	var text []byte
	if err == nil {
		text, err = io.ReadAll(file)
	}
	if err == nil {
		err = s.parse(name, text)
	}
	if err == nil {
		err = file.Truncate(int64(bytes.LastIndexByte(text, '\n') + 1))
	}
	if err != nil {
		_ = s.Close() // nothing was written
		return nil, err
	}
	return s, nil
}

// Add appends a record.
func (s *Store) Add(r Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	s.note(r)
	_, err = s.file.Write(append(line, '\n'))
	return err
}

// Find returns the last record about the same as r, or nil.
func (s *Store) Find(r Record) *Record {
	if i, found := s.keys[r.key()]; found {
		return &s.Records[i]
	}
	return nil
}

// Close closes the file and removes its lock.
func (s *Store) Close() error {
	defer s.lock.Release()
	return s.file.Close()
}
