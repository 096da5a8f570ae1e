package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"qmsat/cmd/internal/web/serve"
	"qmsat/model/modeltest"
)

// patience is how long a test waits for what the page should show.
const patience = time.Minute // on machines that do much else as well

// start starts Chromium, without a window and without a way to other hosts, where tests may take long. It skips the test if Chromium
// is not installed.
func start(t *testing.T) context.Context {
	t.Helper()
	if !modeltest.Confirms() {
		modeltest.OnlyLong(t)
	}
	if testing.Short() {
		t.Skip("starts a browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		t.Skip("chromium is not installed")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WindowSize(1280, 800),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-gpu", true), chromedp.Flag("no-sandbox", os.Geteuid() == 0))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, end := chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {})) // about events that it does not know yet
	t.Cleanup(end)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// served serves the page of `qmsat serve`.
func served(t *testing.T) string {
	t.Helper()
	return listen(t, server(t).Page())
}

// server returns a server that fails the test if it has something to log.
func server(t *testing.T) *serve.Server {
	t.Helper()
	s, err := serve.New(serve.Options{Log: func(text string) { t.Error(text) }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func listen(t *testing.T, handler http.Handler) string {
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// tab is a page in the browser, with what went wrong in it and in its workers.
type tab struct {
	ctx      context.Context
	address  string
	problems chan []string // one list
	ended    atomic.Int64  // workers that ended, since attend
}

// open opens the page at an address in a tab of its own.
func open(t *testing.T, browser context.Context, address string) *tab {
	t.Helper()
	p := empty(t, browser, address)
	p.load(t, "")
	return p
}

// empty returns an empty tab for an address. It is wide as a desktop's.
func empty(t *testing.T, browser context.Context, address string) *tab {
	t.Helper()
	ctx, end := chromedp.NewContext(browser)
	t.Cleanup(end)
	p := &tab{ctx: ctx, address: address, problems: make(chan []string, 1)}
	p.problems <- nil
	if err := chromedp.Listen(ctx, p.note); err != nil {
		t.Fatal(err)
	}
	command(t, p, network.Enable, network.EnableParams{})
	command(t, p, log.Enable, cdp.Empty{})
	command(t, p, runtime.Enable, cdp.Empty{})
	command(t, p, audits.Enable, cdp.Empty{})
	return p
}

// load loads the page anew, with a fragment, and waits for its grid.
func (p *tab) load(t *testing.T, fragment string) {
	t.Helper()
	p.do(t, chromedp.Navigate("about:blank"), chromedp.Navigate(p.address+fragment))
	p.wait(t, `document.querySelector('[role=gridcell]') && document.querySelector('[role=tab]')`)
	p.eval(t, helpers, nil)
}

// attend loads the page anew and listens to its workers as well. Each waits for that before it starts, so times would be too long.
func (p *tab) attend(t *testing.T) {
	t.Helper()
	err := chromedp.Listen(p.ctx, func(event any) {
		switch e := event.(type) {
		case *target.EventAttachedToTarget:
			go func() { // a listener may not wait, and the worker may end meanwhile
				worker, end := chromedp.NewContext(p.ctx, chromedp.WithTargetID(e.TargetInfo.TargetID), chromedp.WithListener(p.note),
					chromedp.WithDetachOnCancel())
				context.AfterFunc(p.ctx, end)
				chromedp.Call(worker, runtime.RunIfWaitingForDebugger, cdp.Empty{})
			}()
		case *target.EventDetachedFromTarget:
			p.ended.Add(1)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	command(t, p, target.SetAutoAttach, target.SetAutoAttachParams{AutoAttach: true, WaitForDebuggerOnStart: true, Flatten: new(true)})
	p.load(t, "")
}

// note takes down errors of the console, exceptions, violations of the policy and requests to other hosts.
func (p *tab) note(event any) {
	text := ""
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if strings.Contains("error warning assert", string(e.Type)) {
			text = fmt.Sprintf("console: %s: %s", e.Type, encode(e.Args))
		}
	case *runtime.EventExceptionThrown:
		text = "exception: " + encode(e.ExceptionDetails)
	case *log.EventEntryAdded:
		// On a slow machine what was cancelled keeps its place for longer; the page asks again.
		isBusy := strings.Contains(e.Entry.Text, "429 (Too Many Requests)")
		if !isBusy && (e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning) {
			text = fmt.Sprintf("log: %s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL)
		}
	case *audits.EventIssueAdded:
		if policy := e.Issue.Details.ContentSecurityPolicyIssueDetails; policy != nil {
			text = "policy: " + encode(policy)
		}
	case *network.EventRequestWillBeSent:
		u, err := url.Parse(e.Request.URL)
		if err != nil || strings.HasPrefix(u.Scheme, "http") && u.Hostname() != "127.0.0.1" {
			text = "request to " + e.Request.URL
		}
	}
	if text != "" {
		p.problems <- append(<-p.problems, text)
	}
}

// faults returns what went wrong since the last call.
func (p *tab) faults() []string {
	list := <-p.problems
	p.problems <- nil
	return list
}

// run runs an action of chromedp and returns its value.
func run[T any](t *testing.T, p *tab, action chromedp.Action[T]) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 5*patience)
	defer cancel()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func (p *tab) do(t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	run(t, p, chromedp.Steps(steps...))
}

// command sends a command of the protocol of browsers.
func command[P, R any](t *testing.T, p *tab, command cdp.Command[P, R], params P) R {
	t.Helper()
	return run(t, p, func(ctx context.Context, target *chromedp.Target) (R, error) {
		return cdp.Call(ctx, target, command, params)
	})
}

// eval evaluates an expression, waits for its promise, and reads its value.
func (p *tab) eval(t *testing.T, expression string, value any) {
	t.Helper()
	script := "(async () => JSON.stringify(await (" + expression + ") ?? null))()"
	text := run(t, p, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
	if value == nil {
		return
	}
	if err := json.Unmarshal([]byte(text), value); err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
}

// text evaluates an expression with a text.
func (p *tab) text(t *testing.T, expression string) string {
	t.Helper()
	var text string
	p.eval(t, expression, &text)
	return text
}

// wait waits until an expression is true. The page's policy forbids functions made from text, so that the expression stands in a loop.
func (p *tab) wait(t *testing.T, condition string) {
	t.Helper()
	const loop = `(async () => {
  for (const end = Date.now() + %d; Date.now() < end; await new Promise((done) => setTimeout(done, 10))) if (%s) return true;
  return false;
})()`
	var met bool
	p.eval(t, fmt.Sprintf(loop, patience.Milliseconds(), condition), &met)
	if !met {
		t.Fatalf("waited %v in vain for %s\nfaults: %q\nthe puzzle: %s\nthe page:\n%s", patience, condition, p.faults(),
			p.text(t, "JSON.stringify(window.store?.puzzle ?? null)"), p.text(t, "document.body.innerText"))
	}
}

// helpers are functions for the expressions of tests: store is the page's state, call asks a method, seek finds what people see by
// its name, plain makes a puzzle from a line.
const helpers = `(async () => {
  window.store = (await import('./state.js')).store;
  window.call = (await import('./engine.js')).call;
  window.seen = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 0;
  window.nameOf = (e) => (e.getAttribute('aria-label') ?? e.labels?.[0]?.firstChild?.textContent ?? e.textContent).trim();
  window.seek = (name) => [...document.querySelectorAll('button, input, select, textarea, summary, a, label.check')]
    .find((e) => seen(e) && !e.closest('[inert]') && nameOf(e) === name);
  window.spot = async (find) => {
    find().scrollIntoView({ block: 'nearest', inline: 'nearest' });
    for (let last = '', same = 0; ;) { // what is above it may still grow, and it may be painted anew
      const { x, y, width, height } = find().getBoundingClientRect(), middle = [x + width / 2, y + height / 2];
      same = String(middle) === last ? same + 1 : 0;
      if (same === 3) return middle;
      last = String(middle);
      await new Promise(requestAnimationFrame);
    }
  };
  addEventListener('click', (event) => window.hit ||= Boolean(window.aim?.contains(event.target)), true);
  window.cell = (name) => document.querySelector('[data-cell=' + name + ']');
  window.panel = () => [...document.querySelectorAll('#right [role=tabpanel], #panels [role=tabpanel]')].filter(seen)
    .map((e) => e.innerText).join('\n');
  window.plain = (line, more) => {
    const size = Math.sqrt(line.length), box = Math.sqrt(size);
    return { grid: { boxes: box + 'x' + box }, ...more, givens: Object.fromEntries([...line].flatMap((digit, i) =>
      digit === '.' ? [] : [['r' + (Math.floor(i / size) + 1) + 'c' + (i % size + 1), Number(digit)]])) };
  };
})()`

// at returns the middle of an element.
func (p *tab) at(t *testing.T, element string) (x, y float64) {
	t.Helper()
	p.wait(t, element)
	var place [2]float64
	p.eval(t, "spot(() => "+element+")", &place)
	return place[0], place[1]
}

// click clicks on an element by the mouse.
func (p *tab) click(t *testing.T, element string, options ...chromedp.MouseOption) {
	t.Helper()
	x, y := p.at(t, element)
	p.do(t, chromedp.MouseClickXY(x, y, options...))
}

// press clicks on what has a name.
func (p *tab) press(t *testing.T, name string) {
	t.Helper()
	p.hit(t, "seek("+encode(name)+")")
}

// hit clicks on an element, and again if it moved away from the mouse or was painted anew before the click.
func (p *tab) hit(t *testing.T, element string) {
	t.Helper()
	for tries, hit := 0, false; !hit && tries < 5; tries++ {
		p.eval(t, "window.hit = false", nil)
		p.click(t, "(window.aim = "+element+")")
		p.eval(t, "window.hit !== false", &hit) // it is undefined after the click has loaded another page
	}
}

// drag moves the mouse from cell to cell with its button down.
func (p *tab) drag(t *testing.T, cells ...string) {
	t.Helper()
	x, y := p.at(t, cellOf(cells[0]))
	p.do(t, chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	for _, cell := range cells[1:] {
		x, y = p.at(t, cellOf(cell))
		p.do(t, chromedp.MouseEvent(chromedp.MouseMoved, x, y, chromedp.ButtonLeft))
	}
	p.do(t, chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// touch moves fingers over cells, each over its own.
func (p *tab) touch(t *testing.T, moves ...[]string) {
	t.Helper()
	for i, cells := range moves {
		points := make([]*input.TouchPoint, len(cells))
		for id, cell := range cells {
			x, y := p.at(t, cellOf(cell))
			points[id] = &input.TouchPoint{X: x, Y: y, ID: new(float64(id))}
		}
		kind := input.DispatchTouchEventTypeTouchMove
		if i == 0 {
			kind = input.DispatchTouchEventTypeTouchStart
		}
		command(t, p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	command(t, p, input.DispatchTouchEvent, input.DispatchTouchEventParams{
		Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{},
	})
}

// keys presses keys one after the other.
func (p *tab) keys(t *testing.T, keys string, modifiers ...chromedp.Modifier) {
	t.Helper()
	p.do(t, chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// fill replaces the text of a field.
func (p *tab) fill(t *testing.T, name, text string) {
	t.Helper()
	p.wait(t, "seek("+encode(name)+")")
	p.eval(t, fmt.Sprintf(`(() => { const e = seek(%s); e.focus(); e.select?.(); })()`, encode(name)), nil)
	command(t, p, input.InsertText, input.InsertTextParams{Text: text})
	p.eval(t, fmt.Sprintf(`seek(%s).dispatchEvent(new Event('change', { bubbles: true }))`, encode(name)), nil)
}

// choose chooses of a list, or moves a slider.
func (p *tab) choose(t *testing.T, name, value string) {
	t.Helper()
	p.wait(t, "seek("+encode(name)+")")
	p.eval(t, fmt.Sprintf(`(() => {
    const e = seek(%s);
    e.value = %s;
    e.dispatchEvent(new Event('input', { bubbles: true }));
    e.dispatchEvent(new Event('change', { bubbles: true }));
  })()`, encode(name), encode(value)), nil)
}

// show shows a panel.
func (p *tab) show(t *testing.T, id string) {
	t.Helper()
	p.click(t, "document.getElementById('tab-"+id+"')")
	p.wait(t, "seen(document.getElementById('panel-"+id+"'))")
}

// set shows a puzzle.
func (p *tab) set(t *testing.T, puzzle string) {
	t.Helper()
	p.eval(t, "store.open("+puzzle+")", nil)
}

func (p *tab) size(t *testing.T, width, height int64, options ...chromedp.EmulateViewportOption) {
	t.Helper()
	p.do(t, chromedp.EmulateViewport(width, height, options...))
}

// picture is a screenshot of what the window shows.
func (p *tab) picture(t *testing.T) []byte {
	t.Helper()
	return run(t, p, chromedp.CaptureScreenshot())
}

func cellOf(name string) string { return "cell(" + encode(name) + ")" }

// encode returns a value as JSON, which is JavaScript.
func encode(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
