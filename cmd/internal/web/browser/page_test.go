package browser

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"

	"qmsat/cmd/internal/web/serve"
	"qmsat/model/modeltest"
)

// TestPage drives the page as it is served, and as a static build.
func TestPage(t *testing.T) {
	browser := start(t)
	t.Run("served", func(t *testing.T) { testPage(t, open(t, browser, served(t)), "served") })
	t.Run("static", func(t *testing.T) {
		dir := export(t)
		p := open(t, browser, listen(t, http.FileServer(http.Dir(dir))))
		p.attend(t)
		testPage(t, p, "static")
		t.Run("accessible", func(t *testing.T) { accessible(t, p, looks[1:2]) })
		t.Run("workers", func(t *testing.T) { testWorkers(t, browser, dir) })
	})
	t.Run("token", func(t *testing.T) { testToken(t, browser) })
}

// testToken loads the page with a token in a browser that blocks storage. The first picture is asked with the token.
func testToken(t *testing.T, browser context.Context) {
	server, err := serve.New(serve.Options{Log: func(text string) { t.Error(text) }})
	if err != nil {
		t.Fatal(err)
	}
	tokens := make(chan string, 100)
	p := open(t, browser, listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.URL.Path == "/" && len(tokens) > 0 {
			<-tokens // of the page before
		}
		if strings.HasPrefix(r.URL.Path, "/api/") {
			tokens <- r.Header.Get("X-Qmsat-Token")
		}
		server.Page().ServeHTTP(w, r)
	})))
	command(t, p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });`,
	})
	p.load(t, "#token=secret")
	p.expect(t, `document.documentElement.dataset.theme`, "light")
	if token := <-tokens; token != "secret" {
		t.Errorf("the first call has the token %q, expected secret", token)
	}
	for _, fault := range p.faults() {
		t.Error(fault)
	}
}

// faulty is added to the worker: it has faults, and engine native never answers a request that names it.
const faulty = `
console.error('a line of the console');
Promise.reject(new Error('an exception'));
fetch('https://example.com/').catch(() => {});
{
  const answer = onmessage;
  onmessage = (event) => { if (event.data.request?.engine !== 'native') answer(event); };
}`

// testWorkers loads a static build with faulty workers: the tests notice each fault, and the second engine of a race wins and ends
// the worker of the first one.
func testWorkers(t *testing.T, browser context.Context, dir string) {
	worker, err := os.ReadFile(filepath.Join(dir, "worker.js"))
	if err != nil {
		t.Fatal(err)
	}
	files := http.FileServer(http.Dir(dir))
	p := open(t, browser, listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/worker.js" {
			files.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/javascript")
		w.Write(append(worker, faulty...))
	})))
	p.attend(t)
	p.show(t, "keys")
	p.eval(t, `new Promise((done) => setTimeout(done, 500))`, nil) // workers of what the page asked before have ended
	ended := p.ended.Load()
	p.expect(t, `call('count', { puzzle: { grid: { boxes: '2x2' } } }).then(({ engine, count }) => engine + ' ' + count)`, "gini 288")
	for end := time.Now().Add(patience); p.ended.Load() == ended && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	if now := p.ended.Load(); now != ended+1 {
		t.Errorf("%d workers ended by a race, expected 1", now-ended)
	}
	faults := p.faults()
	for _, start := range []string{"console: error: ", "exception: ", "request to https://example.com/"} {
		if !slices.ContainsFunc(faults, func(fault string) bool { return strings.HasPrefix(fault, start) }) {
			t.Errorf("no fault %q... among %q", start, faults)
		}
	}
}

// exported serves the static build as any web server does.
func exported(t *testing.T) string {
	t.Helper()
	return listen(t, http.FileServer(http.Dir(export(t))))
}

// export writes the static build and returns its folder.
func export(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := serve.Export(t.Context(), dir, func(string, float64) {}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// testPage runs all cases in one tab, each on an empty grid.
func testPage(t *testing.T, p *tab, build string) {
	for _, c := range []struct {
		name string
		run  func(t *testing.T, p *tab)
		long bool   // takes longer
		only string // the build that it is for; "": both
	}{
		{"long words", longWords, false, ""},
		{"mouse", byMouse, false, ""},
		{"touch", byTouch, false, ""},
		{"keys", byKeys, false, ""},
		{"undo", undoes, false, ""},
		{"zoom", zooms, false, ""},
		{"sizes", sizes, false, ""},
		{"all sizes", allSizes, true, ""},
		{"jigsaw", jigsaw, false, ""},
		{"palette", palette, false, ""},
		{"next cage", nextCage, false, ""},
		{"gestures", gestures, false, "served"},
		{"drawing on", drawsOn, false, ""},
		{"narrow", narrow, false, ""},
		{"large", large, false, ""},
		{"delta", delta, false, ""},
		{"unique", unique, false, ""},
		{"several", several, false, ""},
		{"empty grid", emptyGrid, false, ""},
		{"lower bounds", lowerBounds, false, ""},
		{"makes unique", makesUnique, false, ""},
		{"nothing over", nothingOver, false, ""},
		{"say lines", sayLines, false, ""},
		{"say clues", sayClues, false, ""},
		{"no grid", noGrid, false, ""},
		{"counting", counting, false, ""},
		{"slow count", slowCount, false, "served"},
		{"facts first", factsFirst, false, "served"},
		{"marks stay", marksStay, false, "served"},
		{"conflict", conflict, false, ""},
		{"why", why, false, ""},
		{"race", race, false, ""},
		{"all engines", allEngines, false, ""},
		{"disagreement", disagreement, false, "served"},
		{"hopeless", hopeless, false, ""},
		{"replay", replay, false, ""},
		{"formula", formula, false, ""},
		{"solvers", solvers, false, ""},
		{"first visit", firstVisit, false, ""},
		{"gallery", gallery, false, ""},
		{"first steps", firstSteps, false, ""},
		{"skip links", skipLinks, false, ""},
		{"all widths", allWidths, false, ""},
		{"phone", phone, false, ""},
		{"open", opens, false, ""},
		{"refuse", refuses, false, ""},
		{"share", shares, false, ""},
		{"pictures", pictures, false, ""},
		{"address", address, false, ""},
		{"keyboard alone", keyboardAlone, false, ""},
		{"theme", theme, false, "served"},
		{"print", prints, false, "served"},
	} {
		if c.long && !modeltest.Long() || c.only != "" && c.only != build {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			p.set(t, `{ grid: { boxes: '3x3' } }`)
			p.eval(t, `store.mode = 'given'`, nil)
			c.run(t, p)
			if t.Failed() {
				p.load(t, "") // the next case is not to suffer from this one
			}
			for _, fault := range p.faults() {
				t.Error(fault)
			}
		})
	}
}
