package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"qmsat/cmd/internal/ask"
	"qmsat/cmd/internal/web"
	"qmsat/internal/memory"
	"qmsat/model/modeltest"
)

// soon is how long a test waits for what must happen.
const soon = 30 * time.Second

// methods are stand-ins for those of the page, by what a test needs of them.
type methods struct {
	begun, ended chan string // gets a line when a waiting method begins, and when it ends
}

func newMethods() *methods { return &methods{make(chan string, 100), make(chan string, 100)} }

func (m *methods) lookup(name string) (ask.Method, error) {
	runs := map[string]func(ctx context.Context, request []byte, emit func(any) error) (any, error){
		"echo": func(_ context.Context, request []byte, _ func(any) error) (any, error) {
			return json.RawMessage(request), nil
		},
		"wait": func(ctx context.Context, _ []byte, emit func(any) error) (any, error) {
			m.begun <- "wait"
			<-ctx.Done()
			m.ended <- "wait"
			return nil, ctx.Err()
		},
		"steps": func(_ context.Context, _ []byte, emit func(any) error) (any, error) {
			for i := range 1000 {
				if err := emit(map[string]int{"step": i}); err != nil {
					return nil, err
				}
			}
			return "done", nil
		},
		"flood": func(ctx context.Context, _ []byte, emit func(any) error) (any, error) {
			m.begun <- "flood"
			text := strings.Repeat("x", 1<<20)
			for {
				if err := emit(text); err != nil {
					m.ended <- "flood"
					return nil, err
				}
				time.Sleep(time.Millisecond)
			}
		},
		"large": func(context.Context, []byte, func(any) error) (any, error) {
			m.begun <- "large"
			return strings.Repeat("x", 64<<20), nil
		},
		"hoard": func(ctx context.Context, _ []byte, _ func(any) error) (any, error) {
			var blocks [][]byte
			for ctx.Err() == nil {
				blocks = append(blocks, make([]byte, 1<<20))
				time.Sleep(time.Millisecond)
			}
			time.Sleep(1500 * time.Millisecond) // it is slow to let go
			runtime.KeepAlive(blocks)
			return nil, ctx.Err()
		},
		"bad":   func(context.Context, []byte, func(any) error) (any, error) { return nil, errors.New("it failed") },
		"panic": func(context.Context, []byte, func(any) error) (any, error) { panic("secret") },
	}
	run, ok := runs[name]
	if !ok {
		return ask.Method{}, fmt.Errorf("unknown method %q", name)
	}
	return ask.Method{Name: name, Run: run}, nil
}

// start serves the methods on loopback until the test ends.
func start(t *testing.T, o Options) (url string, m *methods) {
	t.Helper()
	m = newMethods()
	o.Lookup, o.Log = m.lookup, func(text string) { t.Log(text) }
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Page())
	t.Cleanup(server.Close)
	return server.URL, m
}

// asked sends a request with some headers, and returns the answer.
func asked(t *testing.T, method, url, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			request.Host = headers[i+1]
		}
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

// Each request gets its status, and a refusal is one line of JSON that tells why.
func TestStatus(t *testing.T) {
	url, _ := start(t, Options{Token: "open sesame", Name: "puzzles.example"})
	const token, other = TokenHeader, "http://evil.example"
	for _, c := range []struct {
		name, method, path, body string
		headers                  []string
		status                   int
		says                     string
	}{
		{"page", "GET", "/", "", nil, 200, "<!"},
		{"no such file", "GET", "/no.js", "", nil, 404, ""},
		{"folder", "GET", "/panels/", "", nil, 404, ""},
		{"answer", "POST", "/api/echo", `{"a":1}`, []string{token, "open sesame"}, 200, `{"a":1}`},
		{"no such method", "POST", "/api/no", "", []string{token, "open sesame"}, 404, `unknown method`},
		{"wrong verb", "PUT", "/api/echo", "", []string{token, "open sesame"}, 405, ""},
		{"no token", "POST", "/api/echo", "{}", nil, 403, "token"},
		{"wrong token", "POST", "/api/echo", "{}", []string{token, "open"}, 403, "token"},
		{"no token for the list", "GET", "/api/", "", nil, 403, "token"},
		{"named host", "POST", "/api/echo", "{}", []string{token, "open sesame", "Host", "Puzzles.example:80"}, 200, "{}"},
		{"localhost", "POST", "/api/echo", "{}", []string{token, "open sesame", "Host", "localhost:1"}, 200, "{}"},
		{"IPv6", "POST", "/api/echo", "{}", []string{token, "open sesame", "Host", "[::1]:1"}, 200, "{}"},
		{"rebound host", "POST", "/api/echo", "{}", []string{token, "open sesame", "Host", "evil.example"}, 403, "evil.example"},
		{"rebound host for the page", "GET", "/", "", []string{"Host", "evil.example"}, 403, "evil.example"},
		{"other address", "GET", "/", "", []string{"Host", "192.0.2.1"}, 403, "192.0.2.1"},
		{"no name but a prefix", "GET", "/", "", []string{"Host", "localhost.evil.example"}, 403, "evil"},
		{"foreign origin", "POST", "/api/echo", "{}", []string{token, "open sesame", "Origin", other}, 403, other},
		{"foreign port", "POST", "/api/echo", "{}", []string{token, "open sesame", "Origin", "http://127.0.0.1:1"}, 403, "127.0.0.1:1"},
		{"opaque origin", "POST", "/api/echo", "{}", []string{token, "open sesame", "Origin", "null"}, 403, "null"},
		{"own origin", "POST", "/api/echo", "{}", []string{token, "open sesame", "Origin", url}, 200, "{}"},
		{"cross-site", "POST", "/api/echo", "{}", []string{token, "open sesame", "Sec-Fetch-Site", "cross-site"}, 403, "another site"},
		{"own site", "POST", "/api/echo", "{}", []string{token, "open sesame", "Sec-Fetch-Site", "same-origin"}, 200, "{}"},
		{"link from elsewhere", "GET", "/", "", []string{"Sec-Fetch-Site", "cross-site"}, 200, "<!"},
		{"largest body", "POST", "/api/echo", `"` + strings.Repeat("x", mostBody-2) + `"`, []string{token, "open sesame"}, 200, ""},
		{"larger body", "POST", "/api/echo", strings.Repeat(" ", mostBody+1), []string{token, "open sesame"}, 413, "1048576 bytes"},
		{"failure", "POST", "/api/bad", "{}", []string{token, "open sesame"}, 500, "it failed"},
		{"panic", "POST", "/api/panic", "{}", []string{token, "open sesame"}, 500, "internal fault"},
	} {
		t.Run(c.name, func(t *testing.T) {
			response, text := asked(t, c.method, url+c.path, c.body, c.headers...)
			if response.StatusCode != c.status || !strings.Contains(text, c.says) || strings.Contains(text, "secret") {
				t.Errorf("status %d, %.200q, expected %d and %q", response.StatusCode, text, c.status, c.says)
			}
			if policy := response.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") ||
				strings.Contains(policy, "unsafe") || response.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("headers %v", response.Header)
			}
			if len(response.Cookies()) > 0 || response.Header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("headers %v, expected no cookie and no access for others", response.Header)
			}
		})
	}
}

// A file that a browser has is not sent again.
func TestUnchangedFile(t *testing.T) {
	url, _ := start(t, Options{})
	first, text := asked(t, "GET", url, "")
	tag := first.Header.Get("ETag")
	again, rest := asked(t, "GET", url, "", "If-None-Match", tag)
	if tag == "" || text == "" || again.StatusCode != http.StatusNotModified || rest != "" {
		t.Errorf("tag %q, then status %d and %d bytes, expected 304 and none", tag, again.StatusCode, len(rest))
	}
	if kind := first.Header.Get("Content-Type"); kind != "text/html; charset=utf-8" {
		t.Errorf("content type %q", kind)
	}
}

// Every file of the page has a content type of ours.
func TestContentTypes(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range s.files {
		if f.kind == "" {
			t.Errorf("%s has no content type", name)
		}
	}
}

// events reads a stream of events.
func events(t *testing.T, r io.Reader) (names, data []string) {
	t.Helper()
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			names = append(names, name)
		}
		if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			data = append(data, text)
		}
	}
	return names, data
}

// Events come in order, not all of them, the last one always, and then the result.
func TestStream(t *testing.T) {
	url, _ := start(t, Options{})
	_, text := asked(t, "POST", url+"/api/steps", "{}", "Accept", "text/event-stream")
	names, data := events(t, strings.NewReader(text))
	last, before := len(names)-1, -1
	if last < 1 || last > 100 || names[last] != "result" || data[last] != `"done"` || data[last-1] != `{"step":999}` {
		t.Fatalf("events %v with %v", names, data)
	}
	for i := range last {
		var event struct{ Step int }
		if err := json.Unmarshal([]byte(data[i]), &event); err != nil || names[i] != "progress" || event.Step <= before {
			t.Errorf("event %d is %s %s after step %d, error %v", i, names[i], data[i], before, err)
		}
		before = event.Step
	}
	for method, says := range map[string]string{"bad": "it failed", "panic": "internal fault"} {
		_, text = asked(t, "POST", url+"/api/"+method, "{}", "Accept", "text/event-stream")
		if names, data := events(t, strings.NewReader(text)); len(names) != 1 || names[0] != "error" || !strings.Contains(data[0], says) {
			t.Errorf("%s: events %v with %v, expected an error with %q", method, names, data, says)
		}
	}
}

// Requests beyond the limit are refused at once, and those of other methods are not. A place is free again when its client is gone.
func TestTooMany(t *testing.T) {
	url, m := start(t, Options{Running: 2})
	ctx, hangUp := context.WithCancel(t.Context())
	for _, accept := range []string{"application/json", "text/event-stream"} {
		request, err := http.NewRequestWithContext(ctx, "POST", url+"/api/wait", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept", accept)
		go func() {
			if response, err := http.DefaultClient.Do(request); err == nil {
				_, _ = io.Copy(io.Discard, response.Body)
				response.Body.Close()
			}
		}()
		receive(t, m.begun)
	}
	response, text := asked(t, "POST", url+"/api/wait", "{}", "Accept", "text/event-stream")
	if response.StatusCode != http.StatusTooManyRequests || response.Header.Get("Retry-After") == "" {
		t.Errorf("status %d %s, expected 429 with Retry-After", response.StatusCode, text)
	}
	if response, text = asked(t, "POST", url+"/api/echo", "{}"); response.StatusCode != http.StatusOK {
		t.Errorf("another method: status %d %s", response.StatusCode, text)
	}
	hangUp()
	receive(t, m.ended)
	receive(t, m.ended)
}

// receive waits for a line.
func receive(t *testing.T, lines chan string) {
	t.Helper()
	select {
	case <-lines:
	case <-time.After(soon):
		t.Fatal("nothing happened")
	}
}

// A run that takes too long ends, and says so.
func TestTimeout(t *testing.T) {
	url, _ := start(t, Options{Timeout: 10 * time.Millisecond})
	response, text := asked(t, "POST", url+"/api/wait", "{}")
	if response.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, "stopped after 10ms") {
		t.Errorf("status %d %s, expected 503", response.StatusCode, text)
	}
}

// A client that reads nothing holds up neither other clients nor, once its answer is known, the place of its run.
func TestSlowReader(t *testing.T) {
	url, m := start(t, Options{Running: 1}) // two places for all methods
	for _, method := range []string{"flood", "large"} {
		connection, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		fmt.Fprintf(connection, "POST /api/%s HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nContent-Length: 2\r\n\r\n{}", method)
		receive(t, m.begun)
	}
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		response, text := asked(t, "POST", url+"/api/echo", "{}")
		if response.StatusCode == http.StatusOK {
			return
		}
		if time.Since(begun) > soon {
			t.Fatalf("status %d %s beside slow readers", response.StatusCode, text)
		}
	}
}

// A client that announces a body and does not send it gets its refusal, and is let go.
func TestMissingBody(t *testing.T) {
	modeltest.OnlyLong(t) // it waits for the server's patience to end
	t.Parallel()
	url, _ := start(t, Options{})
	connection, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	fmt.Fprint(connection, "POST /api/no HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n")
	connection.SetReadDeadline(time.Now().Add(patience + soon))
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil || response.StatusCode != http.StatusNotFound {
		t.Fatalf("%v, error %v, expected status 404", response, err)
	}
	response.Body.Close()
}

// serveFor serves stand-ins on loopback until ctx ends, and then sends the error.
func serveFor(t *testing.T, ctx context.Context) (url string, m *methods, served <-chan error) {
	t.Helper()
	m = newMethods()
	s, err := New(Options{Lookup: m.lookup})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, listener, s.Page()) }()
	return "http://" + listener.Addr().String(), m, ended
}

// A run that takes too much memory ends alone, even if it is slow to let go. The server lives on.
func TestMemory(t *testing.T) {
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	ctx, end := context.WithCancel(memory.Shared(t.Context(), int64(now.Sys)+128<<20))
	url, _, served := serveFor(t, ctx)
	for range 2 {
		response, text := asked(t, "POST", url+"/api/hoard", "{}")
		if response.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, "memory budget") {
			t.Errorf("status %d %s, expected 503 and the memory budget", response.StatusCode, text)
		}
		if response, text = asked(t, "POST", url+"/api/echo", "{}"); response.StatusCode != http.StatusOK {
			t.Errorf("status %d %s after a run that took too much", response.StatusCode, text)
		}
	}
	end()
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// An unfinished body takes a place of its method: the next request is refused before its own body is read.
func TestUnfinishedBody(t *testing.T) {
	url, _ := start(t, Options{Running: 1})
	send := func() net.Conn {
		connection, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(connection, "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n{")
		return connection
	}
	first, second := send(), send() // which of them comes first is open
	refused := make(chan int, 2)
	for _, connection := range []net.Conn{first, second} {
		go func() {
			if response, err := http.ReadResponse(bufio.NewReader(connection), nil); err == nil {
				refused <- response.StatusCode
			}
		}()
	}
	if status := <-refused; status != http.StatusTooManyRequests {
		t.Errorf("status %d, expected that one of two is refused", status)
	}
	first.Close()
	second.Close()
	for response, _ := asked(t, "POST", url+"/api/echo", "{}"); response.StatusCode != http.StatusOK; {
		response, _ = asked(t, "POST", url+"/api/echo", "{}") // the server has yet to see that they are gone
	}
}

// Connections are bounded: a further one waits until another is closed.
func TestConnections(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	url, m, served := serveFor(t, ctx)
	var open []net.Conn
	for range mostConnections {
		connection, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		open = append(open, connection)
	}
	answered := make(chan int, 1)
	go func() {
		response, err := http.Post(url+"/api/wait", "application/json", strings.NewReader("{}"))
		if err != nil {
			t.Error(err)
			return
		}
		response.Body.Close()
		answered <- response.StatusCode
	}()
	select {
	case <-m.begun:
		t.Errorf("a request began beside %d connections", mostConnections)
	case <-time.After(50 * time.Millisecond):
	}
	open[0].Close()
	receive(t, m.begun)
	end()
	if err := <-served; err != nil {
		t.Error(err)
	}
	if status := <-answered; status != http.StatusServiceUnavailable {
		t.Errorf("status %d, expected that the end of the server ends the run", status)
	}
}

// When the server ends, runs end, and their clients get an answer.
func TestShutdown(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	url, m, served := serveFor(t, ctx)
	answered := make(chan string, 1)
	var status atomic.Int64
	go func() {
		response, err := http.Post(url+"/api/wait", "application/json", strings.NewReader("{}"))
		if err != nil {
			answered <- err.Error()
			return
		}
		defer response.Body.Close()
		status.Store(int64(response.StatusCode))
		text, _ := io.ReadAll(response.Body)
		answered <- string(text)
	}()
	receive(t, m.begun)
	interrupt()
	if err := <-served; err != nil {
		t.Errorf("error %v after an interrupt", err)
	}
	if text := <-answered; status.Load() != http.StatusServiceUnavailable {
		t.Errorf("status %d %s, expected 503", status.Load(), text)
	}
}

// The page names its modules in advance: otherwise a browser finds them one after the other, while it loads the engine.
func TestModulesArePreloaded(t *testing.T) {
	index, err := fs.ReadFile(web.FS, "index.html")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	if err := fs.WalkDir(web.FS, ".", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".js") && !slices.Contains([]string{"engine.js", "main.js", "types.js", "worker.js"}, path) {
			want = append(want, path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`<link rel="modulepreload" href="(.+)">`).FindAllSubmatch(index, -1) {
		got = append(got, string(m[1]))
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("modules (-files +index.html): " + diff)
	}
}
