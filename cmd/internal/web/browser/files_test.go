package browser

import (
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// clues is a puzzle that most formats hold.
const clues = `{ name: 'Two thermometers', grid: { boxes: '3x3' }, givens: { r1c5: 5, r9c1: 5 },
  constraints: [{ kind: 'thermometer', line: 'r1c1-r4c1' }, { kind: 'thermometer', line: 'r9c9-r6c9' }] }`

// openText is the label of the field for what is opened.
const openText = "Text, or a link of f-puzzles, SudokuPad, Penpa+ or Interactive Sudoku Solver"

// opens drops a puzzle on a new page; then it writes one in all formats, and opens each by the panel of files.
func opens(t *testing.T, p *tab) {
	p.load(t, "")
	p.eval(t, `(() => {
    const data = new DataTransfer();
    data.items.add(new File(['{grid: {boxes: 2x2}, givens: {r1c1: 3}}'], 'dropped.yaml'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  })()`, nil)
	p.wait(t, `JSON.stringify(store.puzzle.givens) === '{"r1c1":3}'`)
	p.show(t, "files")
	var formats []string
	p.eval(t, `call('about', {}).then(({ formats }) => formats.filter(({ read, write }) => read && write).map(({ name }) => name))`,
		&formats)
	if len(formats) < 4 {
		t.Errorf("the page reads and writes %q, expected more formats", formats)
	}
	for _, format := range formats {
		p.eval(t, `call('convert', { puzzle: `+small+`, to: `+encode(format)+`, lossy: true }).then((answer) => { window.written = answer; })`, nil)
		p.set(t, `{ grid: { boxes: '3x3' } }`)
		p.fill(t, openText, p.text(t, `written.text`))
		p.click(t, `document.querySelector('.drop button')`)
		p.wait(t, `JSON.stringify(Object.entries(store.puzzle.givens ?? {}).sort()) === `+
			`JSON.stringify(Object.entries(`+small+`.givens).sort()) && `+has(`Read as (.+ link|.+ file \(.+\)|qmsat model \(YAML\)|text)[.,]`))
	}
}

// refuses shows in words why a text is no puzzle. The browser takes down that the server refused it.
func refuses(t *testing.T, p *tab) {
	p.show(t, "files")
	p.fill(t, openText, "no puzzle at all")
	p.click(t, `document.querySelector('.drop button')`)
	p.wait(t, `document.querySelector('.drop [role=alert]')?.textContent.includes('expected')`)
	p.refusals(t, "open")
	p.eval(t, `(() => { // as browsers do with a folder
    const data = new DataTransfer(), { text } = File.prototype;
    data.items.add(new File([''], 'folder'));
    File.prototype.text = () => Promise.reject(new Error('it is a folder'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    File.prototype.text = text;
  })()`, nil)
	p.wait(t, `document.querySelector('.drop [role=alert]')?.textContent === 'it is a folder'`)
	p.fill(t, openText, "")
}

// shares writes links and copies them.
func shares(t *testing.T, p *tab) {
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		_, err := chromedp.CallBrowser(p.ctx, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: name}, Setting: browser.PermissionSettingGranted,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	p.show(t, "files")
	p.set(t, clues)
	p.wait(t, `seek('Write it as')?.options.length > 3`)
	p.expect(t, `[...seek('Write it as').options].map(({ text }) => text).filter((text) => /\S*:|ISS/.test(text) || !/ (link|file)|[(].+[)]$/.test(text)).join()`, "")
	for _, format := range []string{"fpuzzles", "penpa"} {
		p.wait(t, `[...seek('Write it as')?.options ?? []].some((one) => one.value === `+encode(format)+`)`)
		p.choose(t, "Write it as", format)
		p.wait(t, `document.querySelector('#panel-files a.button:not([hidden])')?.href.startsWith('http') && seek('Open the link')`)
		p.eval(t, `(async () => {
      const { puzzle } = await call('open', { text: document.querySelector('#panel-files a.button').href });
      window.opened = puzzle;
    })()`, nil)
		p.expect(t, `/thermometer.*r4c1/.test(JSON.stringify(opened)) ? 'clues' : JSON.stringify(opened)`, "clues")
	}
	p.expect(t, `(store.edit('a rule', (p) => ({ ...p, rules: 'mine' })), ['Copy', 'Download'].map((name) => seek(name).disabled).join())`,
		"true,true") // they would be of the puzzle before
	p.wait(t, `!seek('Copy').disabled`)
	p.expect(t, `String(`+has(`The link opens on this machine only, while the server runs.`)+`)`, "true")
	p.press(t, "Copy a link to this page")
	p.wait(t, `seek('Copied') && document.getElementById('announcer').textContent === 'copied the link'`)
	p.wait(t, `seek('Copy a link to this page')`)
	p.expect(t, `navigator.clipboard.readText()`, p.text(t, `import('./formats.js').then(({ linkOf }) => linkOf(store.puzzle))`))
}

func pictures(t *testing.T, p *tab) {
	dir := p.downloads(t)
	p.show(t, "files")
	p.set(t, clues)
	p.press(t, "Save PNG")
	if text := p.saved(t, dir, "two-thermometers.png"); !strings.HasPrefix(text, "\x89PNG") {
		t.Errorf("no PNG: %.20q", text)
	}
	p.press(t, "Save SVG")
	if text := p.saved(t, dir, "two-thermometers.svg"); !strings.Contains(text, "<svg") {
		t.Errorf("no SVG: %.20q", text)
	}
}

// address opens the puzzle that is in the address, and a foreign link in it.
func address(t *testing.T, p *tab) {
	p.set(t, clues)
	p.wait(t, `location.hash.startsWith('#q=') && await import('./formats.js').then(({ linkOf }) => linkOf(store.puzzle))`+
		`.then((link) => link === location.href)`)
	before := p.text(t, `JSON.stringify(store.puzzle)`)
	hash := p.text(t, `location.hash`)
	const shown = `document.querySelectorAll('.overlay .counts text').length`
	p.show(t, "live")
	p.wait(t, shown+` > 0`)
	p.do(t, chromedp.Reload()) // a puzzle of one's own stays as it was
	p.wait(t, shown+` > 0`)
	p.load(t, hash) // somebody opens the link, and opens it again: the solution is not shown
	for range 2 {
		p.wait(t, `JSON.stringify(store.puzzle) === `+encode(before)+` && document.getElementById('verdict').textContent`)
		p.wait(t, `history.state === null && location.hash === `+encode(hash)+` && `+has(`Found in`))
		p.expect(t, shown+` + store.mode`, "0value")
		p.do(t, chromedp.Reload())
		p.wait(t, `document.querySelector('[role=gridcell]') && document.querySelector('[role=tab]')`)
		p.eval(t, helpers, nil)
	}
	p.press(t, "Show true candidates")
	p.wait(t, shown+` > 0`)
	link := p.text(t, `call('convert', { puzzle: store.puzzle, to: 'fpuzzles', lossy: true }).then(({ text }) => text.trim())`)
	p.load(t, "#open="+url.QueryEscape(link))
	p.wait(t, `store.puzzle.givens?.r1c5 === 5 && store.puzzle.constraints?.length === 2`)
	p.set(t, "{ grid: { boxes: '2x2' } }")
	own := p.text(t, `location.href.replace(/#.*/, '')`) + hash // as a text, such as one from a chat
	p.load(t, "#open="+url.QueryEscape(own))
	p.wait(t, `store.puzzle.givens?.r1c5 === 5 && store.puzzle.constraints?.length === 2`)
	penpa, err := os.ReadFile("../../../../model/formats/testdata/penpa6.link")
	if err != nil {
		t.Fatal(err)
	}
	p.load(t, "#open="+strings.TrimSpace(string(penpa))) // as it is, with its own # and &
	p.wait(t, `store.puzzle.grid?.boxes === '2x3'`)
	// The later of two addresses counts, even if the earlier one takes longer.
	p.eval(t, `(async () => {
    for (const hash of ['#open=' + ('.'.repeat(81) + '%0A').repeat(500), `+encode(hash)+`]) {
      location.hash = hash;
      await new Promise((done) => addEventListener('hashchange', done, { once: true }));
    }
    await new Promise((done) => setTimeout(done, 400));
  })()`, nil)
	p.wait(t, `JSON.stringify(store.puzzle) === `+encode(before))
	// An address that is set while the page writes the one of its puzzle counts too.
	p.set(t, "{ grid: { boxes: '2x2' } }")
	p.wait(t, `location.hash !== `+encode(hash))
	p.eval(t, `(() => {
    const { arrayBuffer } = Response.prototype;
    Response.prototype.arrayBuffer = async function () {
      const packed = await arrayBuffer.call(this);
      Response.prototype.arrayBuffer = arrayBuffer;
      location.hash = `+encode(hash)+`;
      return packed;
    };
    store.open({ grid: { boxes: '2x3' } });
  })()`, nil)
	p.wait(t, `JSON.stringify(store.puzzle) === `+encode(before))
	// Of two puzzles the later one's address stays, even if the earlier one's takes longer.
	p.eval(t, `(async () => {
    const { arrayBuffer } = Response.prototype, pause = (time) => new Promise((done) => setTimeout(done, time));
    Response.prototype.arrayBuffer = async function () {
      Response.prototype.arrayBuffer = arrayBuffer;
      await pause(900);
      return arrayBuffer.call(this);
    };
    store.open(`+before+`);
    await pause(300);
    store.open({ grid: { boxes: '2x2' } });
    await pause(1200);
  })()`, nil)
	p.wait(t, `location.hash !== `+encode(hash))
	p.load(t, "#q=cut")
	p.wait(t, `document.querySelector('#sheet [role=alert]')?.textContent.includes('cannot be read')`)
}
