package page

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"qmsat/internal/registry"
)

// Method is a question that the page asks.
type Method struct {
	Name    string
	Summary string // half a line, for the description of the API
	// Run answers a request. Until then it may call emit with events, from one goroutine at a time; an error of emit ends the run. If ctx
	// ends, Run returns what is known by then, or its cause. Faults of the request are [BadRequest] errors.
	Run func(ctx context.Context, request []byte, emit func(event any) error) (any, error)
}

var methods = registry.New[Method]("method")

// Methods returns all methods by name.
func Methods() []Method { return methods.All() }

// Lookup returns the method of that name.
func Lookup(name string) (Method, error) { return methods.Lookup(name) }

// register adds a method with a request of type Q and an answer of type A. Call it at start only.
func register[Q, A any](name, summary string, answer func(ctx context.Context, request Q, emit func(event any) error) (A, error)) {
	methods.Register(name, Method{name, summary, func(ctx context.Context, text []byte, emit func(any) error) (any, error) {
		var request Q
		if err := decode(text, &request); err != nil {
			return nil, BadRequest{fmt.Errorf("%s: %w", name, err)}
		}
		return answer(ctx, request, emit)
	}})
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
