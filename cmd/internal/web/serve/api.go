package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"qmsat/cmd/internal/ask"
)

// list describes the methods.
func (s *Server) list(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK, ask.Methods())
}

// method runs a method on the JSON of the body, and answers with JSON or with a stream of events.
func (s *Server) method(w http.ResponseWriter, r *http.Request) {
	m, request, end, err := s.accept(w, r)
	if err != nil {
		refuse(w, err)
		return
	}
	if strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		s.stream(w, r, m, request, end)
		return
	}
	answer, err := s.run(r.Context(), m, request, func(any) error { return nil }, end)
	if err != nil {
		refuse(w, err)
		return
	}
	reply(w, http.StatusOK, answer)
}

// accept takes a place for the run of a request and reads it. Without a place nothing is read, so that no more requests than there
// are places take memory.
func (s *Server) accept(w http.ResponseWriter, r *http.Request) (m ask.Method, request []byte, end func(), err error) {
	if m, err = s.Lookup(r.PathValue("name")); err != nil {
		return m, nil, nil, statusError{http.StatusNotFound, err}
	}
	if end, err = s.begin(m.Name); err != nil {
		return m, nil, nil, err
	}
	control := http.NewResponseController(w)
	if request, err = io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody)); err != nil {
		end()
		if errors.As(err, new(*http.MaxBytesError)) {
			return m, nil, nil, statusf(http.StatusRequestEntityTooLarge, "found a request of more than %d bytes, expected at most that", mostBody)
		}
		return m, nil, nil, statusError{http.StatusBadRequest, err}
	}
	_ = control.SetReadDeadline(time.Time{}) // a later end of the connection cancels the run
	return m, request, end, nil
}

// stream runs a method and writes its events, as [ask.Waiting] has them, and at last the result. A client that does not read holds up
// nothing but its own events.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, m ask.Method, request []byte, end func()) {
	ctx, cancel := context.WithCancel(r.Context())
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	var waiting ask.Waiting
	some, ended := make(chan struct{}, 1), make(chan struct{})
	var answer any
	var err error
	go func() {
		defer close(ended)
		answer, err = s.run(ctx, m, request, func(event any) error {
			waiting.Put(event, encode(event))
			select {
			case some <- struct{}{}:
			default:
			}
			return context.Cause(ctx)
		}, end)
	}()
	defer func() { cancel(); <-ended }()
	control := http.NewResponseController(w)
	write := func(name string, data []byte) error {
		_ = control.SetWriteDeadline(time.Now().Add(patience))
		_, failed := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, data)
		return errors.Join(failed, control.Flush())
	}
	for running := true; running; {
		select {
		case <-some:
		case <-ended:
			running = false
		}
		select {
		case <-time.After(waiting.Pause()):
		case <-ended:
		}
		for _, event := range waiting.Take() {
			if write("progress", event) != nil {
				return
			}
		}
	}
	if err != nil {
		_ = write("error", encode(failure{err.Error()}))
		return
	}
	_ = write("result", encode(answer))
}

// failure is the answer to a request that failed.
type failure struct {
	Error string `json:"error"`
}

// refuse answers with an error.
func refuse(w http.ResponseWriter, err error) {
	status := statusOf(err)
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "1")
	}
	reply(w, status, failure{err.Error()})
}

// reply answers with JSON.
func reply(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	// Before an answer is sent, the rest of its request may be awaited.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(2 * patience))
	w.WriteHeader(status)
	_, _ = w.Write(encode(value)) // a client that is gone misses nothing
}
