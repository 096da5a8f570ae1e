package browser

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"qmsat/internal/lzstring"
)

var update = flag.Bool("update", false, "write the exchange with the user script anew")

// stub has what the user script takes hold of in f-puzzles.com: its buttons, its grid, its log, and how it writes a puzzle.
const stub = `<!DOCTYPE html><title>a page in the place of f-puzzles.com</title><link rel=icon href=data:,>
<script>
var canvas = { width: 1600, height: 900 }, ctx = {}, popup = '', popups = { export: { h: 0 } }, cID = (name) => name;
var buttonW = 200, buttonLH = 40, buttonSH = 30, buttonGap = 10, lineWW = 1, cellSL = 60, currentTool = '', previewMode = false;
var boolSettings = [], defaultSettings = [], buttons = [], constraints = {}, cosmetics = {}, changes = [], changeIndex = -1;
function button(x, y, w, h, modes, id, title) {
  Object.assign(this, { x, y, w, h, modes, id, title });
  this.hovering = () => true;
  this.click = () => { if (boolSettings.includes(id)) boolSettings[id] = !boolSettings[id]; };
}
const named = (...titles) => titles.map((title) => new button(0, 0, 0, 0, [], title, title));
var sidebars = [{ title: 'Console', buttons: named('Solution Path', 'Step', 'Check', 'Solution Count'), sections: [{ y: 100 }] },
  { title: 'Main', buttons: named('Solve') }];
var consoleOutput = { style: { top: '10%', height: '50%' } }, lines = [];
function log(text) { lines.push(text); }
function clearConsole() { lines.length = 0; }
for (const name of ['createSidebarConsole', 'createSidebarMain', 'createOtherButtons', 'drawPopups', 'togglePopup', 'saveSettings',
  'clearChangeHistory', 'forgetFutureChanges', 'onInputEnd', 'importPuzzle', 'cell']) window[name] = () => {};
var size, grid;
function board(text) { // a digit is a given
  const rows = text.split('/');
  size = rows.length;
  grid = rows.map((row) => [...row].map((c) => ({ value: Number(c) || 0, given: c !== '.', centerPencilMarks: [], candidates: [] })));
  lines.length = 0;
}
board('....');
const ask = (path, body) => { // at once, as the compressor of f-puzzles.com does
  const request = new XMLHttpRequest();
  request.open('POST', path, false);
  request.send(body);
  return request.responseText;
};
var compressor = { compressToBase64: (text) => ask('/compress', text), decompressFromBase64: (text) => ask('/decompress', text) };
function exportPuzzle() {
  return compressor.compressToBase64(JSON.stringify({ size, grid: grid.map((row) => row.map(({ value, given, centerPencilMarks }) => ({
    ...value && { value }, ...given && { given }, ...centerPencilMarks.length && { centerPencilMarks } }))) }));
}
const exchange = [], Socket = WebSocket; // all messages
window.WebSocket = function (address) {
  if (address !== 'ws://localhost:4545') throw new Error(address);
  const socket = new Socket(setter), send = socket.send.bind(socket);
  socket.send = (data) => {
    exchange.push({ sent: JSON.parse(data) });
    send(data);
  };
  socket.addEventListener('message', ({ data }) => exchange.push({ received: JSON.parse(data) }));
  return socket;
};
const all = () => [...buttons, ...sidebars.flatMap((sidebar) => sidebar.buttons)];
const connection = () => all().find(({ id }) => id === 'Connect');
const press = (id) => all().find((one) => one.id === id).click();
const digits = () => grid.map((row) => row.map(({ value }) => value || '.').join('')).join('/');
const marks = () => grid.map((row) => row.map(({ value, centerPencilMarks }) => centerPencilMarks.join('') || value || '.').join(' ')).join(' / ');
</script>`

// TestUserScript lets dclamage's user script ask qmsat, on a page that stands for f-puzzles.com, looks at what the script makes of the
// answers, and compares all messages with those in ../serve/testdata/userscript.jsonl, which a test of package serve replays.
// QMSAT_USERSCRIPT names the file of the script: UserScripts/Fpuzzles-SudokuSolver.user.js in dclamage/SudokuSolver.
func TestUserScript(t *testing.T) {
	file := os.Getenv("QMSAT_USERSCRIPT")
	if file == "" {
		t.Skip("QMSAT_USERSCRIPT names no file")
	}
	script, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	setter := strings.Replace(listen(t, server(t).Setter()), "http:", "ws:", 1)
	p := empty(t, start(t), "https://f-puzzles.com/")
	pages := map[string]func(body string) (string, error){
		"/": func(string) (string, error) {
			return stub + "<script>var setter = " + encode(setter) + "</script><script src=user.js></script>", nil
		},
		"/user.js":    func(string) (string, error) { return string(script), nil },
		"/compress":   func(body string) (string, error) { return lzstring.Base64.Encode(body), nil },
		"/decompress": lzstring.Base64.Decode,
	}
	err = chromedp.Listen(p.ctx, func(event any) {
		if e, ok := event.(*fetch.EventRequestPaused); ok {
			go func() { // a listener may not wait
				answer := fetch.FulfillRequestParams{RequestID: e.RequestID, ResponseCode: 404}
				if page := pages[strings.TrimPrefix(e.Request.URL, "https://f-puzzles.com")]; page != nil {
					var body strings.Builder
					for _, part := range e.Request.PostDataEntries {
						body.Write(part.Bytes)
					}
					text, err := page(body.String())
					if err != nil {
						t.Error(err)
					}
					answer.ResponseCode, answer.Body = 200, []byte(text)
				}
				chromedp.Call(p.ctx, fetch.FulfillRequest, answer)
			}()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	command(t, p, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "https://*"}}})
	for _, name := range []string{"loopback-network", "local-network-access"} { // which a user is asked for
		if _, err := chromedp.CallBrowser(p.ctx, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: name}, Setting: browser.PermissionSettingGranted, Origin: "https://f-puzzles.com",
		}); err != nil {
			t.Fatal(err)
		}
	}
	p.do(t, chromedp.Navigate(p.address))
	p.wait(t, "connection()")
	p.eval(t, "press('Connect')", nil)
	p.wait(t, "connection().title === 'Disconnect' && window.solverConnected")

	const one, two, none, open = "1.../..3./.4../...2", "12../34../21../43..", "1.../.1../..../....", "..../..../..../...."
	for _, step := range []struct{ board, button, show, want string }{
		{one, "Check", "lines.join()", "There is a unique solution."},
		{two, "Check", "lines.join()", "There are multiple solutions."},
		{none, "Check", "lines.join()", "There are no solutions."},
		{open, "Solution Count", "lines.join()", "There are exactly 288 solutions."},
		{one, "Solve", "digits()", "1324/4231/2413/3142"},
		{none, "Solve", "lines.join()", "No solutions found."},
		{one, "Step", "lines.join()", "Initial candidates.\n"},
		{one, "Solution Path", "digits()", "1324/4231/2413/3142"},
		{two, "TrueCandidates", "marks()", "1 2 34 34 / 3 4 12 12 / 2 1 34 34 / 4 3 12 12"},
		{none, "TrueCandidates", "grid[0][1].tcerror", "true"},
	} {
		p.eval(t, "board("+encode(step.board)+"), press("+encode(step.button)+")", nil)
		p.wait(t, "connection().title === 'Disconnect'")
		if got := p.text(t, "String("+step.show+")"); got != step.want {
			t.Errorf("%s of %s: %q, expected %q", step.button, step.board, got, step.want)
		}
		if step.button == "TrueCandidates" {
			p.eval(t, "press('TrueCandidates')", nil)
		}
	}
	// A change while candidates are shown asks anew; a cap of 3 colours them.
	p.eval(t, "board("+encode(two)+"), boolSettings.SolutionCap = 3, press('TrueCandidates')", nil)
	p.wait(t, "connection().title === 'Disconnect'")
	p.expect(t, "[grid[0][2].centerPencilMarkColors[3] !== null, grid[0][2].centerPencilMarks.join('')].join()", "true,34")
	p.eval(t, "(Object.assign(grid[0][2], { value: 3, given: true, centerPencilMarks: [] }), changeIndex++, changes.push({}))", nil)
	p.wait(t, "connection().title === 'Disconnect'")
	p.expect(t, "marks()", "1 2 3 4 / 3 4 12 12 / 2 1 4 3 / 4 3 12 12")
	p.eval(t, "press('TrueCandidates')", nil)
	// An estimate goes on until it is cancelled, and so does a count of too many.
	p.eval(t, "board("+encode(open)+"), press('Estimate Count')", nil)
	p.wait(t, "lines[0]?.startsWith('Solution Estimate (after ')")
	p.eval(t, "press('Estimate Count')", nil)
	p.wait(t, "lines.at(-1) === 'Operation canceled.'")
	empty := strings.TrimSuffix(strings.Repeat(strings.Repeat(".", 9)+"/", 9), "/")
	p.eval(t, "board("+encode(empty)+"), press('Solution Count')", nil)
	p.wait(t, "lines[0]?.includes('so far')")
	p.eval(t, "press('Solution Count')", nil)
	p.wait(t, "lines.at(-1) === 'Operation canceled.'")
	p.eval(t, "press('Connect')", nil)
	p.wait(t, "connection().title === 'Connect' && !window.solverConnected")

	var exchange []json.RawMessage
	p.eval(t, `exchange.filter(({ received: now }, i) => !now?.inProgress && // how many of these come depends on the machine
    !(now?.type === 'estimate' && exchange[i - 1].received?.type === 'estimate'))`, &exchange)
	var got strings.Builder
	for _, message := range exchange {
		fmt.Fprintf(&got, "%s\n", message)
	}
	const golden = "../serve/testdata/userscript.jsonl"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for _, fault := range p.faults() {
		if !strings.HasPrefix(fault, "request to https://f-puzzles.com/") {
			t.Error(fault)
		}
	}
}
