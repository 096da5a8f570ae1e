package ask

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/encode"
	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/internal/registry"
	"qmsat/model"
	"qmsat/model/draw"
	"qmsat/model/engine"
	"qmsat/model/symmetry"
	"qmsat/native/generate"
	"qmsat/native/logic"
)

// Method is a question. Its request and its answer are types; the tags of their fields say what JSON and the flags of a command call
// them, see package qmsat/cmd/internal/study. The tag note says more of a field than the tag usage.
type Method struct {
	Name    string `json:"name"`
	Summary string `json:"summary"` // half a line
	// The fields of its JSON, set by [Methods]: see [shapeOf]. A field of a request that is missing has its default, or is empty, 0 or false.
	Request map[string]any    `json:"request"`
	Notes   map[string]string `json:"notes,omitempty"`  // on fields of the request
	Events  []any             `json:"events,omitempty"` // a shape for each type of events
	Answer  any               `json:"answer"`
	Command `json:"-"`
	// Run answers a request in JSON. Until then it may call emit with events, from one goroutine at a time; an error of emit ends the run.
	// Any request may have a field "timeout", in seconds. If it strikes or ctx ends, Run returns what is known by then, or the cause.
	// Faults of the request are [BadRequest] errors, and so is a timeout before anything is known.
	Run func(ctx context.Context, request []byte, emit func(event any) error) (any, error) `json:"-"`
	// New returns a pointer to a request with its defaults.
	New func() any `json:"-"`
	// Ask answers the request that a pointer points to, by a pointer to the answer. An answer beside an error is what was known before it; nil: nothing was.
	Ask func(ctx context.Context, request any, emit func(event any) error) (any, error) `json:"-"`

	emits []any // an event of each type
	// Looking at all types takes some milliseconds of the start in a browser, so it waits until somebody asks.
	describe func(*Method)
}

// Command is what a command has besides the fields of its request. It asks of each puzzle that its arguments name, or of none.
type Command struct {
	Help     string      // what it prints; "": the question is no command
	Examples [][2]string // words behind its name, and what they show
	Formats  []string    // of its output, the first is the default
	Output   bool        // it has --output
	Timeout  string      // the usage of --timeout; "": the usual one
	Brief    bool        // it needs no --timeout and no --memory
	Pictures string      // the usage of --pictures; "": it has none
	Terminal string      // the default format at a terminal; "": as elsewhere
	Prose    bool        // its lines break between words at a terminal
}

// Printer is the answer of a command. It prints itself in the formats other than JSON.
type Printer interface{ Print(to Output) error }

// Lined is a [Printer] that is mostly lines of text, printed without a copy: of millions of solutions copies would take long.
type Lined interface {
	Printer
	Lines() []byte // without any it prints itself
}

// Drawn is an answer that is drawn, if [Puzzle.Draw] asked for that.
type Drawn interface {
	Pictures(to Output) []draw.Picture
}

// Ready is a request that is checked before anything is read, for an answer in a format.
type Ready interface{ Ready(format string) error }

// Instead is a request that another question may answer: then request is not nil.
type Instead interface {
	Instead() (question string, request any, err error)
}

// Checked is an answer that may be bad news: the command that prints it fails.
type Checked interface{ Check() error }

// Output is what a [Printer] prints to.
type Output struct {
	io.Writer
	Format  string
	Number  int                      // of the puzzle, from 1 on
	Of      model.Puzzle             // with its place, if it is of a file
	Alone   bool                     // there are no other puzzles
	Heading func(text string) string // marks a heading
}

// Line prints a line.
func (o Output) Line(format string, args ...any) { fmt.Fprintf(o.Writer, format+"\n", args...) }

// Caption is that of the puzzle's picture.
func (o Output) Caption() string {
	if o.Of.File != "" {
		return fmt.Sprintf("%s:%d", o.Of.File, o.Of.Line)
	}
	return fmt.Sprintf("puzzle %d", o.Number)
}

// Puzzle prints a comment that names the puzzle, if it is of a file.
func (o Output) Puzzle() {
	if o.Of.File != "" {
		o.Line("# %s", o.Of.Location())
	}
}

var methods = registry.New[Method]("method")

// Methods returns all methods by name, with the fields of their JSON.
func Methods() []Method {
	all := methods.All()
	for i := range all {
		all[i].describe(&all[i])
	}
	return all
}

// Lookup returns the method of that name.
func Lookup(name string) (Method, error) { return methods.Lookup(name) }

// Commands returns the names of the questions that are commands.
func Commands() []string {
	return lists.Map(lists.Filter(methods.All(), func(m Method) bool { return m.Help != "" }), func(m Method) string { return m.Name })
}

// register adds a method with a request of type Q and an answer of type A. Call it at start only. An error of emit also ends the
// method's context. An answer beside the cause of the context's end counts as known, if it has a [Cut] and is not the zero value.
func register[Q, A any](m Method, answer func(ctx context.Context, request Q, emit func(event any) error) (A, error)) {
	m.describe = func(m *Method) {
		m.Request, m.Notes, m.Answer = requestShape(reflect.TypeFor[Q]()), notesOf(reflect.TypeFor[Q]()), shapeOf(reflect.TypeFor[A]())
		for _, event := range m.emits {
			m.Events = append(m.Events, shapeOf(reflect.TypeOf(event)))
		}
	}
	m.New = func() any {
		request := new(Q)
		setDefaults(reflect.ValueOf(request).Elem())
		return request
	}
	m.Ask = func(ctx context.Context, request any, emit func(any) error) (any, error) {
		found := new(A) // a pointer, so that the answer to each of many puzzles is not copied
		var err error
		var begun time.Time
		t, timed := any(found).(interface{ took(time.Duration) })
		if timed { // to read the clock takes long beside an easy search
			begun = time.Now()
		}
		*found, err = answer(ctx, *request.(*Q), emit)
		e, ends := any(found).(interface{ end(error) })
		if err != nil && (!ends || reflect.ValueOf(found).Elem().IsZero()) {
			return nil, err
		}
		if ends {
			e.end(err)
		}
		if timed {
			t.took(time.Since(begun))
		}
		return found, err
	}
	m.Run = func(ctx context.Context, text []byte, emit func(any) error) (any, error) {
		request := m.New()
		limit, text, err := cutTimeout(text)
		if err == nil {
			err = decode(text, request)
		}
		if err == nil {
			err = checkFields(reflect.ValueOf(request).Elem())
		}
		if ready, is := request.(Ready); is && err == nil {
			err = ready.Ready("json")
		}
		if err != nil {
			return nil, badf("%s: %w", m.Name, err)
		}
		limited, cancel := context.WithTimeoutCause(ctx, limit, timeoutError{limit})
		defer cancel()
		limited, stop := context.WithCancelCause(limited)
		defer stop(nil)
		if on, is := request.(interface{ puzzle() *Puzzle }); is {
			on.puzzle().Opened = new(Opened)
			defer on.puzzle().Opened.Close()
		}
		var paces paces
		found, err := m.Ask(limited, request, func(event any) error {
			progress, paced := event.(Progress)
			told := slices.ContainsFunc(m.emits, func(e any) bool { return reflect.TypeOf(e) == reflect.TypeOf(event) })
			if !told || paced && !paces.due(progress) {
				return nil
			}
			err := emit(event)
			if err != nil {
				stop(err)
			}
			return err
		})
		if memory.Exceeded(limited) != nil {
			pool.closeIdle(time.Now().Add(idleTime)) // all of them
		}
		if said := new(study.Error); found != nil && (limited.Err() != nil || errors.As(err, &said) && said.Stopped) {
			return found, nil
		}
		if errors.As(err, new(timeoutError)) || errors.As(err, new(*engine.UnsupportedError)) {
			err = badf("%s: %w", m.Name, err)
		}
		return found, err
	}
	methods.Register(m.Name, m)
}

// Cut is what answers say that may be cut short.
type Cut struct {
	Cause string `json:"cause,omitempty"` // why more is not known
}

func (c *Cut) end(err error) {
	if err != nil {
		c.Cause = err.Error()
	}
}

// Ended is what answers say of their end.
type Ended struct {
	Cut
	Seconds float64 `json:"seconds"`
}

func (e *Ended) took(all time.Duration) { e.Seconds = all.Seconds() }

// Progress is an event that says in words how far something is.
type Progress struct {
	Text  string  `json:"text,omitempty"`
	Share float64 `json:"share,omitempty"` // of the work that is done, if it is known
	Count string  `json:"count,omitempty"` // of the solutions so far, if they are counted one by one
}

// paces are those of counts and of shares, which come from several goroutines.
type paces struct {
	mutex         sync.Mutex
	counts, other engine.Pace
}

// due reports whether it is time to tell.
func (p *paces) due(e Progress) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if e.Count != "" {
		return p.counts.Due()
	}
	return p.other.Due()
}

// lane keeps counts from replacing shares: an event has one of them.
func (p Progress) lane() string {
	if p.Count != "" {
		return "count"
	}
	return "progress"
}

// Note is an event for standard error alone.
type Note struct {
	Text     string
	Terminal bool // only a terminal shows it
	Bare     bool // without the puzzle
}

// telling returns a function that emits progress in words.
func telling(emit func(any) error) func(text string) {
	return func(text string) { _ = emit(Progress{Text: text}) } // an error ends the context
}

// setDefaults sets the fields of a request to their defaults, as their tags say.
func setDefaults(request reflect.Value) {
	eachField(request.Type(), func(f reflect.StructField, tag string) {
		field, value := request.FieldByIndex(f.Index), f.Tag.Get("value")
		if names, some := f.Tag.Lookup("names"); some && value == "" {
			value, _, _ = strings.Cut(names, ",")
		}
		switch {
		case value == "":
		case field.Kind() == reflect.String:
			field.SetString(value)
		default:
			_ = json.Unmarshal([]byte(value), field.Addr().Interface())
		}
	})
}

// checkFields checks the fields of a request, as their tags say.
func checkFields(request reflect.Value) (err error) {
	eachField(request.Type(), func(f reflect.StructField, name string) {
		field := request.FieldByIndex(f.Index)
		if names, some := f.Tag.Lookup("names"); some && err == nil {
			err = input.CheckName(name, field.String(), strings.Split(names, ","))
		}
		if choice, some := Choices[f.Tag.Get("choice")]; some && err == nil && !field.IsZero() {
			err = choice.Check(field.String())
		}
		if field.IsZero() && f.Tag.Get("value") == "" {
			return // it is left out
		}
		least, most, number := 0.0, 0.0, 0.0
		switch {
		case field.CanInt():
			number = float64(field.Int())
		case field.CanUint():
			number = float64(field.Uint())
		case field.CanFloat():
			number = field.Float()
		}
		_, _ = fmt.Sscan(f.Tag.Get("least"), &least)
		_, bounded := f.Tag.Lookup("most")
		_, _ = fmt.Sscan(f.Tag.Get("most"), &most)
		switch {
		case err != nil || number >= least && (!bounded || number <= most):
		case bounded:
			err = fmt.Errorf("%s: found %v, expected %v to %v", name, number, least, most)
		case f.Tag.Get("least") != "":
			err = fmt.Errorf("%s: found %v, expected at least %v", name, number, least)
		}
	})
	return err
}

// Choice is what a field may be whose tag choice names it.
type Choice struct {
	Names   func() []string
	Several bool   // the field may have several, with commas between them
	Topic   string // of help, that lists the names; "": usage does
	Check   func(value string) error
}

// Choices are those of all fields.
var Choices = map[string]Choice{
	"break":      {Names: symmetry.Setting.Values, Check: symmetry.Setting.Check},
	"formulas":   {Names: encode.FormulaFormats, Check: oneOf("format", encode.FormulaFormats)},
	"solvers":    {Names: encode.Purposes, Check: oneOf("sort of solver", encode.Purposes)},
	"written":    {Names: WrittenFormats, Check: checkWritten},
	"levels":     {Names: logic.LevelNames, Check: oneOf("level", logic.LevelNames)},
	"needs":      {Names: logic.TechniqueNames, Topic: "techniques", Check: oneOf("technique", logic.TechniqueNames)},
	"symmetries": {Names: generate.SymmetryNames, Check: oneOf("symmetry", generate.SymmetryNames)},
	"wanted": {Names: generate.WantedNames, Several: true, Topic: "variants", Check: func(text string) error {
		_, err := generate.ParseWanted(text)
		return err
	}},
	"techniques": {Names: logic.Names, Several: true, Topic: "techniques", Check: logic.TechniquesSetting.Check},
}

// oneOf returns a check for one of some names.
func oneOf(kind string, names func() []string) func(string) error {
	return func(name string) error { return input.CheckName(kind, name, names()) }
}

// The timeouts of requests.
const (
	defaultTimeout = 20 * time.Second
	MostTimeout    = 60 * time.Second
)

// timeoutError is the cause of a request that took as long as it may.
type timeoutError struct{ limit time.Duration }

// Error says how long the request took.
func (e timeoutError) Error() string {
	return fmt.Sprintf("stopped after %v, the timeout of the request", e.limit)
}

// cutTimeout takes the field "timeout" out of a request, a number of seconds that any request may have.
func cutTimeout(text []byte) (limit time.Duration, rest []byte, err error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return 0, nil, fmt.Errorf("found no JSON object: %w", err)
	}
	given, found := fields["timeout"]
	if !found {
		return defaultTimeout, text, nil
	}
	var seconds float64
	if err := json.Unmarshal(given, &seconds); err != nil || seconds <= 0 || seconds > MostTimeout.Seconds() {
		return 0, nil, fmt.Errorf("timeout: found %s, expected seconds, more than 0 and at most %v", input.Clip(string(given)), MostTimeout.Seconds())
	}
	delete(fields, "timeout")
	rest, err = json.Marshal(fields)
	return time.Duration(seconds * float64(time.Second)), rest, err
}

// decode reads a request strictly: one JSON value, and no unknown field.
func decode(text []byte, request any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(request); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("found more than one JSON value, expected one")
	}
	return nil
}

// BadRequest is an error that the asker can mend: it says what was found and what was expected.
type BadRequest struct{ error }

// Unwrap returns the reason.
func (e BadRequest) Unwrap() error { return e.error }

// badf returns a [BadRequest].
func badf(format string, args ...any) error { return BadRequest{fmt.Errorf(format, args...)} }

// badIn returns the error of a reader or a writer as a [BadRequest], unless it is the end of ctx.
func badIn(ctx context.Context, err error) error {
	if err == nil || errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx)) {
		return err
	}
	return BadRequest{err}
}
