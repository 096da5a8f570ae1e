package serve

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"path"
	"runtime"
	"strings"
	"time"

	"qmsat/cmd/internal/ask"
	"qmsat/cmd/internal/web"
)

// Options are the limits of a server. The zero value is for loopback.
type Options struct {
	Token   string        // what requests to methods carry in [TokenHeader]; "": nothing
	Name    string        // the host of the listening address; Host may name it, beside loopback
	Running int           // most runs of one method at a time; all methods may have twice as many (0: 2 for each processor, at least 4)
	Timeout time.Duration // most time of a run; 0: a little more than a request may ask for
	// Lookup returns a method. Nil: [ask.Lookup].
	Lookup func(name string) (ask.Method, error)
	// Log receives a text about a fault of the server itself. Nil: package log.
	Log func(text string)
}

// TokenHeader is the header that carries the token of a server that others can reach.
const TokenHeader = "X-Qmsat-Token"

const (
	patience = 10 * time.Second // for a client to send a request, or to take what was written
	drain    = 2 * time.Second  // for the last answers, at the end
	mostBody = 1 << 20          // bytes of a request

	mostConnections = 256 // others wait until one is closed
)

// Server answers requests within common limits.
type Server struct {
	Options
	running running
	files   map[string]file
}

// file is a file of the page.
type file struct {
	data      []byte
	kind, tag string
}

// kinds are the content types of the page's files. Those of the system would differ from machine to machine.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml",
}

// New returns a server.
func New(o Options) (*Server, error) {
	o.Running = cmp.Or(o.Running, max(4, 2*runtime.GOMAXPROCS(0)))
	o.Timeout = cmp.Or(o.Timeout, ask.MostTimeout+patience)
	if o.Lookup == nil {
		o.Lookup = ask.Lookup
	}
	if o.Log == nil {
		o.Log = func(text string) { log.Print(text) }
	}
	palette := newFile([]byte(ask.Palette()), ".css")
	s := &Server{Options: o, running: running{of: map[string]int{}}, files: map[string]file{"palette.css": palette}}
	err := fs.WalkDir(web.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(web.FS, name)
		s.files[name] = newFile(data, path.Ext(name))
		return err
	})
	return s, err
}

func newFile(data []byte, extension string) file {
	return file{data, kinds[extension], fmt.Sprintf(`"%.16x"`, sha256.Sum256(data))}
}

// Page returns the handler of the page and of its methods.
func (s *Server) Page() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /", s.static)
	mux.HandleFunc("GET /api/{$}", s.list)
	mux.HandleFunc("POST /api/{name}", s.method)
	return s.guard(mux)
}

// static serves a file of the page. Browsers keep it and ask whether it is still the same.
func (s *Server) static(w http.ResponseWriter, r *http.Request) {
	f, ok := s.files[cmp.Or(strings.TrimPrefix(r.URL.Path, "/"), "index.html")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", f.kind)
	w.Header().Set("ETag", f.tag)
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.data))
}

// Serve serves until ctx ends. Runs end with it, and clients get their last answers.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	connected := make(chan struct{}, mostConnections)
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: patience, IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx },
		ErrorLog:    log.New(io.Discard, "", 0), // of clients that hang up
		ConnState: func(_ net.Conn, state http.ConnState) {
			switch state {
			case http.StateNew:
				connected <- struct{}{} // the listener waits for this
			case http.StateHijacked, http.StateClosed:
				<-connected
			}
		},
	}
	drained := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(drained)
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
		defer cancel()
		if server.Shutdown(within) != nil {
			_ = server.Close() // what a client does not take is lost
		}
	})
	err := server.Serve(listener)
	if !stop() {
		<-drained
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
