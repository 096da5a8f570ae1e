package ask

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"time"

	"qmsat/internal/input"
	"qmsat/internal/memory"
	"qmsat/internal/registry"
	"qmsat/model/engine"
)

// Method is a question that the page asks.
type Method struct {
	Name    string `json:"name"`
	Summary string `json:"summary"` // half a line, for the description of the API
	// The fields of its JSON, set by [Methods]: see [shapeOf]. A field of a request that is missing is empty, 0 or false.
	Request map[string]any `json:"request"`
	Events  []any          `json:"events,omitempty"` // a shape for each type of events
	Answer  any            `json:"answer"`
	// Run answers a request. Until then it may call emit with events, from one goroutine at a time; an error of emit ends the run. Any
	// request may have a field "timeout", in seconds. If it strikes or ctx ends, Run returns what is known by then, or the cause. Faults
	// of the request are [BadRequest] errors, and so is a timeout before anything is known.
	Run func(ctx context.Context, request []byte, emit func(event any) error) (any, error) `json:"-"`

	// Looking at all types takes some milliseconds of the start in a browser, so it waits until somebody asks.
	describe func(*Method)
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

// register adds a method with a request of type Q and an answer of type A. Call it at start only. An error of emit also ends the
// method's context.
func register[Q, A any](name, summary string, answer func(ctx context.Context, request Q, emit func(event any) error) (A, error)) {
	method := Method{Name: name, Summary: summary, describe: func(m *Method) {
		m.Request, m.Events, m.Answer = requestShape(reflect.TypeFor[Q]()), eventShapes(name), shapeOf(reflect.TypeFor[A]())
	}}
	method.Run = func(ctx context.Context, text []byte, emit func(any) error) (any, error) {
		var request Q
		limit, text, err := cutTimeout(text)
		if err == nil {
			err = decode(text, &request)
		}
		if err != nil {
			return nil, badf("%s: %w", name, err)
		}
		limited, cancel := context.WithTimeoutCause(ctx, limit, timeoutError{limit})
		defer cancel()
		limited, stop := context.WithCancelCause(limited)
		defer stop(nil)
		found, err := answer(limited, request, func(event any) error {
			err := emit(event)
			if err != nil {
				stop(err)
			}
			return err
		})
		if memory.Exceeded(limited) != nil {
			pool.closeIdle(time.Now().Add(idleTime)) // all of them
		}
		if errors.As(err, new(timeoutError)) || errors.As(err, new(*engine.UnsupportedError)) {
			err = badf("%s: %w", name, err)
		}
		return found, err
	}
	methods.Register(name, method)
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
