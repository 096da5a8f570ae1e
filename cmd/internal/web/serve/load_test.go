package serve

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "qmsat/encode/sat" // registers gini
	"qmsat/model/modeltest"
)

// Under 200 clients that count all the time, requests are answered or refused as too many, memory stays bounded, and the page still
// draws. It takes a minute if QMSAT_CONFIRM is set.
func TestLoad(t *testing.T) {
	const clients, bound = 200, 1 << 30
	lasting := modeltest.Scale(time.Second/2, 3*time.Second, time.Minute)
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Page())
	defer server.Close()
	transport := &http.Transport{MaxIdleConnsPerHost: 2 * clients}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	post := func(method, body string) (int, error) {
		response, err := client.Post(server.URL+"/api/"+method, "application/json", strings.NewReader(body))
		if err != nil {
			return 0, err
		}
		return response.StatusCode, response.Body.Close()
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var counted, refused, drawn, heap atomic.Int64
	var slowest time.Duration
	var running sync.WaitGroup
	for c := range clients {
		running.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				puzzle := fmt.Sprintf(`{"puzzle":{"grid":{"boxes":"2x3"},"givens":{"r1c1":%d,"r2c4":%d}},"timeout":5}`, 1+c%6, 1+(c+i+1)%6)
				switch status, err := post("count", puzzle); {
				case err != nil:
					t.Errorf("client %d: %v", c, err)
					return
				case status == http.StatusOK:
					counted.Add(1)
				case status == http.StatusTooManyRequests:
					refused.Add(1)
					time.Sleep(10 * time.Millisecond)
				default:
					t.Errorf("client %d: status %d, expected 200 or 429", c, status)
					return
				}
			}
		})
	}
	// On a slow machine the time may be over before the first answer.
	for end := time.Now().Add(lasting); counted.Load() == 0 || drawn.Load() == 0 || time.Now().Before(end); {
		begun := time.Now()
		status, err := post("draw", `{"puzzle":{"grid":{"boxes":"3x3"}}}`)
		if err != nil || status != http.StatusOK {
			t.Errorf("draw: status %d, error %v", status, err)
		}
		slowest = max(slowest, time.Since(begun))
		drawn.Add(1)
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		heap.Store(max(heap.Load(), int64(m.HeapInuse)))
		time.Sleep(50 * time.Millisecond)
	}
	cancel()
	running.Wait()
	t.Logf("%v: %d counts, %d refused, %d drawings, the slowest %v; at most %d MiB of heap", lasting, counted.Load(), refused.Load(), drawn.Load(),
		slowest, heap.Load()>>20)
	if heap.Load() > bound {
		t.Errorf("expected less than %d MiB", bound>>20)
	}
}

// Whatever is sent to a method, the answer is JSON with a status that the API names, and nothing panics.
func FuzzMethods(f *testing.F) {
	const puzzle = `{"puzzle":{"grid":{"boxes":"2x2"},"givens":{"r1c1":1},"constraints":[{"kind":"thermometer","line":"r1c1-r2c2"}]},"timeout":0.1`
	for name, rest := range map[string]string{
		"count": `}`, "status": `,"limit":3}`, "solve": `,"engine":"gini"}`, "explain": `,"hint":true,"left":{"r1c2":[2]}}`, "draw": `,"candidates":{"r1c2":[2]}}`,
		"export": `,"format":"opb"}`, "conflict": `,"smallest":true}`, "estimate": `,"samples":3,"seed":1}`, "race": `,"engines":["native","gini"]}`,
		"trace": `,"engine":"native","most":10}`, "formula": `,"encoding":"minimal","cell":"r1c1","most":5}`, "sizes": `,"vary":"amo"}`,
		"propagate": `,"encoding":"minimal","literals":[1]}`, "decode": `,"encoding":"minimal","output":"v 1 0"}`, "generate": `,"seed":1}`,
	} {
		f.Add(name, puzzle+rest)
	}
	f.Add("open", `{"text":"1...............","timeout":0.1}`)
	f.Add("open", `{"text":"https://f-puzzles.com/?load=N4"}`)
	f.Add("library", `{"name":"quasi-magic-180","index":3}`)
	f.Add("about", `{}`)
	f.Add("about", `{"timeout":"x"}`)
	f.Fuzz(func(t *testing.T, name, body string) {
		s, err := New(Options{Timeout: 500 * time.Millisecond, Log: func(text string) { t.Error(text) }})
		if err != nil {
			t.Fatal(err)
		}
		request := httptest.NewRequest(http.MethodPost, "http://localhost/api/x", strings.NewReader(body))
		request.SetPathValue("name", name)
		answer := httptest.NewRecorder()
		s.method(answer, request)
		switch answer.Code {
		case 200, 400, 404, 413, 500, 503:
		default:
			t.Errorf("status %d", answer.Code)
		}
		if kind := answer.Header().Get("Content-Type"); kind != "application/json" {
			t.Errorf("content type %q", kind)
		}
	})
}
