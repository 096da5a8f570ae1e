package encodings

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/gofrs/flock"

	"qmsat/internal/namedfile"
)

// Record is a line of a results file: a formula, or a run on one. The names are short because there are many lines.
type Record struct {
	Family   string `json:"f"`
	Instance string `json:"i"` // in the family "versions", the version of a solver

	// Of a formula.
	Encoding  string `json:"e,omitempty"`
	Variables int    `json:"v,omitempty"`
	Clauses   int64  `json:"c,omitempty"`
	Literals  int64  `json:"l,omitempty"`
	Open      *int   `json:"u,omitempty"` // literals of values that unit propagation leaves open; −1: it finds a contradiction
	Failed    *int   `json:"x,omitempty"` // the same for failed literals; missing if that would take too long
	Fault     string `json:"!,omitempty"` // why there is no formula, or no run

	Hash    string  `json:"h,omitempty"` // of the formula
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

// Store is an open results file.
type Store struct {
	Records []Record
	keys    map[string]int // the index of a record
	file    *os.File
	lock    *flock.Flock
}

// Read reads a results file, compressed if its name ends with .gz. A last line without an end is left out.
func Read(name string) (*Store, error) {
	s := &Store{keys: map[string]int{}}
	text, err := namedfile.ReadAll(name)
	if err != nil {
		return s, err
	}
	lines := bufio.NewReader(bytes.NewReader(text))
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return s, nil
		}
		var r Record
		if err := json.Unmarshal(line, &r); err != nil {
			return s, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		s.note(r)
	}
}

func (s *Store) note(r Record) {
	s.keys[r.key()] = len(s.Records)
	s.Records = append(s.Records, r)
}

// Open reads a results file and locks it for further records. It cuts off a last line without an end.
func Open(name string) (*Store, error) {
	if strings.HasSuffix(name, ".gz") {
		return nil, fmt.Errorf("--results %s is compressed, expected a plain file for new runs", name)
	}
	lock := flock.New(name + ".lock")
	if locked, err := lock.TryLock(); err != nil || !locked {
		return nil, errors.Join(fmt.Errorf("%s: another process is using it, expected one at a time", name), err)
	}
	s, err := Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	s.lock = lock
	if err == nil {
		s.file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	}
	if err == nil {
		err = cutPartial(s.file)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// cutPartial removes what follows the last line break, and moves to the end.
func cutPartial(file *os.File) error {
	text, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	end := int64(bytes.LastIndexByte(text, '\n') + 1)
	if _, err := file.Seek(end, io.SeekStart); err != nil {
		return err
	}
	return file.Truncate(end)
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

// Find returns the record about the same as r, or nil.
func (s *Store) Find(r Record) *Record {
	if i, found := s.keys[r.key()]; found {
		return &s.Records[i]
	}
	return nil
}

// Close closes the file and removes its lock.
func (s *Store) Close() error {
	var err error
	if s.file != nil {
		err = s.file.Close()
	}
	_ = os.Remove(s.lock.Path())
	return errors.Join(err, s.lock.Unlock())
}
