package browser

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"

	"qmsat/compare/page/serve"
	"qmsat/internal/modeltest"
)

// TestPage drives the page as it is served, and as a static build.
func TestPage(t *testing.T) {
	browser := start(t)
	t.Run("served", func(t *testing.T) { testPage(t, open(t, browser, served(t))) })
	t.Run("static", func(t *testing.T) { testPage(t, open(t, browser, exported(t))) })
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

// exported serves the static build as any web server does.
func exported(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := serve.Export(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	return listen(t, http.FileServer(http.Dir(dir)))
}

// testPage runs all cases in one tab, each on an empty grid.
func testPage(t *testing.T, p *tab) {
	for _, c := range []struct {
		name string
		run  func(t *testing.T, p *tab)
		long bool // takes longer
	}{
		{"mouse", byMouse, false},
		{"touch", byTouch, false},
		{"keys", byKeys, false},
		{"undo", undoes, false},
		{"zoom", zooms, false},
		{"sizes", sizes, false},
		{"all sizes", allSizes, true},
		{"jigsaw", jigsaw, false},
		{"palette", palette, false},
		{"drawing on", drawsOn, false},
		{"narrow", narrow, false},
		{"large", large, false},
		{"delta", delta, false},
		{"unique", unique, false},
		{"several", several, false},
		{"counting", counting, false},
		{"conflict", conflict, false},
		{"why", why, false},
		{"race", race, false},
		{"hopeless", hopeless, false},
		{"replay", replay, false},
		{"formula", formula, false},
		{"solvers", solvers, false},
		{"grids", grids, false},
		{"erasures", erasures, false},
		{"generator", generates, false},
		{"library", library, false},
		{"open", opens, false},
		{"refuse", refuses, false},
		{"share", shares, false},
		{"pictures", pictures, false},
		{"address", address, false},
		{"keyboard alone", keyboardAlone, false},
	} {
		if c.long && !modeltest.Long() {
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
