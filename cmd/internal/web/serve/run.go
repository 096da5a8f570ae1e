package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"sync"

	"qmsat/cmd/internal/ask"
	"qmsat/internal/memory"
)

// statusError is an error with its HTTP status.
type statusError struct {
	status int
	error
}

func (e statusError) Unwrap() error { return e.error }

func statusf(status int, format string, args ...any) error {
	return statusError{status, fmt.Errorf(format, args...)}
}

// statusOf returns the HTTP status of an error.
func statusOf(err error) int {
	var known statusError
	switch {
	case errors.As(err, &known):
		return known.status
	case errors.As(err, new(ask.BadRequest)):
		return http.StatusBadRequest
	case errors.As(err, new(*memory.ExceededError)), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// running counts the runs of each method.
type running struct {
	mutex sync.Mutex
	of    map[string]int
	all   int
}

// begin takes a place for a run of a method, or fails at once. One method leaves room for others, so that a page draws while counts
// take all that they may.
func (s *Server) begin(name string) (end func(), err error) {
	r := &s.running
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.of[name] >= s.Running || r.all >= 2*s.Running {
		return nil, statusf(http.StatusTooManyRequests, "%s: too many requests are running; try again in a second", name)
	}
	r.of[name]++
	r.all++
	return func() {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.of[name]--
		r.all--
	}, nil
}

// run runs a method within the budgets. It ends the place that begin took.
func (s *Server) run(ctx context.Context, m ask.Method, request []byte, emit func(any) error, end func()) (answer any, err error) {
	defer end()
	ctx, stop := context.WithTimeoutCause(ctx, s.Timeout, statusf(http.StatusServiceUnavailable, "stopped after %v", s.Timeout))
	defer stop()
	ctx, release := memory.WithBudget(ctx, memory.Budget(ctx))
	defer release()
	defer func() {
		if fault := recover(); fault != nil {
			s.Log(fmt.Sprintf("%s: %v\n%s", m.Name, fault, debug.Stack()))
			err = statusf(http.StatusInternalServerError, "%s: an internal fault; the server's standard error has more", m.Name)
		}
	}()
	answer, err = m.Run(ctx, request, emit)
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = context.Cause(ctx)
	}
	return answer, err
}

// encode returns a value as one line of JSON. What cannot be JSON becomes an error for the reader.
func encode(value any) []byte {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // pictures stay short
	if err := e.Encode(value); err != nil {
		return encode(map[string]string{"error": err.Error()})
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}
