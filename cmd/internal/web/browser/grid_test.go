package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// expect compares what an expression says with what it should say.
func (p *tab) expect(t *testing.T, expression, want string) {
	t.Helper()
	if got := p.text(t, expression); got != want {
		t.Errorf("%s is %q, expected %q", expression, got, want)
	}
}

const (
	selection = `[...store.selection].join(' ')`
	mark      = `JSON.stringify(store.puzzle.marks?.r1c1 ?? {})`
)

func byMouse(t *testing.T, p *tab) {
	p.hit(t, cellOf("r2c3"))
	p.keys(t, "5")
	p.wait(t, `store.puzzle.givens?.r2c3 === 5 && document.querySelector('.picture').textContent.includes('5')`)
	p.drag(t, "r1c1", "r1c2", "r1c3")
	p.expect(t, selection, "r1c1 r1c2 r1c3")
	p.click(t, cellOf("r5c5"), chromedp.ButtonModifiers(chromedp.ModifierCtrl))
	p.expect(t, selection, "r1c1 r1c2 r1c3 r5c5")
	p.press(t, "Corner")
	p.press(t, "4")
	p.press(t, "Centre")
	p.press(t, "7")
	p.press(t, "8")
	p.press(t, "Colour")
	p.press(t, "green")
	p.expect(t, mark, `{"corner":[4],"centre":[7,8],"colours":["#c9ebc9"]}`)
	p.expect(t, `JSON.stringify(store.puzzle.marks.r5c5)`, `{"corner":[4],"centre":[7,8],"colours":["#c9ebc9"]}`)
	p.press(t, "Value")
	p.press(t, "6")
	p.press(t, "Erase")
	p.expect(t, `String(store.puzzle.marks.r1c2.value)`, "undefined")
	p.press(t, "Given")
	p.hit(t, cellOf("r7c7"))
	p.keys(t, "5")
	x, y := p.at(t, cellOf("r7c7"))
	// A double click selects equal digits. On a busy machine two clicks may be too far apart for one.
	for tries := 0; tries < 20 && p.text(t, selection) != "r2c3 r7c7"; tries++ {
		p.do(t, chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y))
	}
	p.expect(t, selection, "r2c3 r7c7")
}

func byTouch(t *testing.T, p *tab) {
	p.size(t, 390, 844, chromedp.EmulateTouch, chromedp.EmulateMobile)
	defer p.size(t, 1280, 800)
	p.touch(t, []string{"r3c3"})
	p.wait(t, selection+` === 'r3c3'`)
	p.press(t, "9")
	p.wait(t, `store.puzzle.givens?.r3c3 === 9`)
	p.touch(t, []string{"r5c1"}, []string{"r5c2"}, []string{"r5c3"})
	p.wait(t, selection+` === 'r5c1 r5c2 r5c3'`)
	p.press(t, "Multi")
	p.touch(t, []string{"r7c7"})
	p.wait(t, selection+` === 'r5c1 r5c2 r5c3 r7c7'`)
	p.press(t, "Multi")
	p.touch(t, []string{"r4c4", "r6c6"}, []string{"r3c3", "r7c7"}, []string{"r2c2", "r8c8"})
	p.wait(t, `parseInt(document.querySelector('.zoomed').textContent) > 150`)
	p.press(t, "Fit")
	p.wait(t, `document.documentElement.scrollWidth <= 390`) // nothing is wider than the phone
}

func byKeys(t *testing.T, p *tab) {
	p.eval(t, `cell('r1c1').focus()`, nil)
	p.keys(t, "3"+kb.ArrowRight+kb.ArrowDown+"8")
	p.wait(t, `JSON.stringify(store.puzzle.givens) === '{"r1c1":3,"r2c2":8}'`)
	p.wait(t, `cell('r2c2').getAttribute('aria-label') === 'row 2 column 2, given 8'`)
	p.keys(t, kb.Delete)
	p.keys(t, kb.ArrowLeft+kb.ArrowUp)
	p.keys(t, kb.Delete)
	p.expect(t, `JSON.stringify(store.puzzle.givens ?? {})`, "{}")
	p.keys(t, "1", chromedp.ModifierShift)
	p.keys(t, "2", chromedp.ModifierCtrl)
	p.keys(t, "5", chromedp.ModifierAlt)
	p.expect(t, mark, `{"corner":[1],"centre":[2],"colours":["#c9ebc9"]}`)
	p.keys(t, kb.ArrowRight+kb.ArrowDown, chromedp.ModifierShift)
	p.expect(t, selection, "r1c1 r1c2 r2c2")
	p.keys(t, " 4")
	p.expect(t, `store.mode`, "value")
	p.expect(t, `String(store.puzzle.marks.r2c2.value)`, "4")
	for _, key := range []struct{ name, mode string }{{"x", "corner"}, {"c", "centre"}, {"v", "colour"}, {"z", "value"}, {"Z", "given"}} {
		p.keys(t, key.name)
		p.expect(t, `store.mode`, key.mode)
	}
	p.keys(t, "a", chromedp.ModifierCtrl)
	p.expect(t, `String(store.selection.size)`, "81")
	p.keys(t, kb.Escape)
	p.expect(t, `String(store.selection.size)`, "0")
}

func undoes(t *testing.T, p *tab) {
	const givens = `JSON.stringify(store.puzzle.givens ?? {})`
	p.hit(t, cellOf("r1c1"))
	p.keys(t, "1")
	p.hit(t, cellOf("r2c2"))
	p.keys(t, "2")
	p.keys(t, "z", chromedp.ModifierCtrl)
	p.expect(t, givens, `{"r1c1":1}`)
	p.press(t, "Undo")
	p.expect(t, givens, `{}`)
	p.press(t, "Redo")
	p.keys(t, "y", chromedp.ModifierCtrl)
	p.expect(t, givens, `{"r1c1":1,"r2c2":2}`)
	p.press(t, "3") // on the pad; then keys go on in the grid
	p.press(t, "Undo")
	p.keys(t, "4")
	p.expect(t, givens, `{"r1c1":1,"r2c2":4}`)
	p.eval(t, `(async () => {
    for (seek('Undo').focus(); store.canUndo;) store.undo();
    await new Promise(requestAnimationFrame);
  })()`, nil)
	p.expect(t, `nameOf(document.activeElement)`, "Undo")
	for _, c := range []struct{ edit, solution string }{ // of a stored solution that an edit may make wrong
		{`{ rules: 'Normal rules.', marks: { r1c1: { value: 1 } } }`, "1234341221434321"}, {`{ givens: { r1c1: 2 } }`, "undefined"},
		{`{ 'quasi-magic': 1 }`, "undefined"},
	} {
		p.set(t, `{ grid: { boxes: '2x2' }, solution: '1234341221434321' }`)
		p.eval(t, `store.edit('a test', (p) => ({ ...p, ...`+c.edit+` }))`, nil)
		p.expect(t, `String(store.puzzle.solution)`, c.solution)
		p.eval(t, `store.undo()`, nil)
		p.expect(t, `store.puzzle.solution`, "1234341221434321")
	}
	p.fill(t, "Title", "Mine")
	p.expect(t, `store.puzzle.name`, "Mine")
	p.set(t, clues)
	p.expect(t, `seek('Title').value`, "Two thermometers")
}

func zooms(t *testing.T, p *tab) {
	const width = `document.querySelector('.board').getBoundingClientRect().width`
	var before, after float64
	p.eval(t, width, &before)
	p.press(t, "Zoom in")
	p.press(t, "Zoom in")
	p.wait(t, `document.querySelector('.zoomed').textContent === '156 %'`)
	if p.eval(t, width, &after); after < 1.5*before {
		t.Errorf("the board is %.0f wide, and %.0f after zooming in", before, after)
	}
	p.press(t, "Zoom out")
	p.press(t, "Fit")
	p.wait(t, fmt.Sprintf(`document.querySelector('.zoomed').textContent === '100 %%' && %s < %g`, width, after/1.4))
}

// newGrid makes an empty grid by the dialog. No boxes are those that the dialog offers first.
func (p *tab) newGrid(t *testing.T, rows, columns int, boxes string) {
	t.Helper()
	p.press(t, "New")
	p.fill(t, "Rows", fmt.Sprint(rows))
	p.fill(t, "Columns", fmt.Sprint(columns))
	if boxes != "" {
		p.choose(t, "Boxes", boxes)
	}
	p.press(t, "Create")
	p.wait(t, fmt.Sprintf(`document.querySelectorAll('[role=gridcell]').length === %d`, rows*columns))
	p.wait(t, `!document.querySelector('dialog[open]')`)
}

func sizes(t *testing.T, p *tab) {
	p.newGrid(t, 4, 4, "")
	p.expect(t, `store.puzzle.grid.boxes`, "2x2")
	p.newGrid(t, 6, 8, "") // six rows with some of eight digits
	p.expect(t, `JSON.stringify(store.puzzle.grid)`, `{"rows":6,"columns":8,"boxes":"2x4"}`)
	p.newGrid(t, 16, 16, "")
	p.hit(t, cellOf("r16c16"))
	p.keys(t, "g")
	p.wait(t, `store.puzzle.givens?.r16c16 === 16 && document.querySelector('.picture').textContent.includes('16')`)
}

// allSizes makes grids of all other sizes.
func allSizes(t *testing.T, p *tab) {
	for size := 5; size < 16; size++ {
		p.newGrid(t, size, size, "")
		p.hit(t, cellOf(fmt.Sprintf("r%dc%d", size, size)))
		p.press(t, fmt.Sprint(size))
		p.wait(t, fmt.Sprintf(`document.querySelector('.picture').textContent.includes('%d')`, size))
	}
}

func jigsaw(t *testing.T, p *tab) {
	p.newGrid(t, 4, 4, "jigsaw")
	for region := 1; region <= 4; region++ { // the rows, but for one swap
		cells := strings.Fields(fmt.Sprintf("r%[1]dc1 r%[1]dc2 r%[1]dc3 r%[1]dc4", region))
		p.drag(t, cells...)
		p.keys(t, fmt.Sprint(region))
	}
	p.hit(t, cellOf("r1c1"))
	p.keys(t, "2")
	p.wait(t, `seek('Done') && document.body.innerText.includes('Not 4 cells: region 2 has 5, region 1 has 3.')`)
	p.hit(t, cellOf("r2c4"))
	p.keys(t, "1")
	p.wait(t, `document.body.innerText.includes('Every cell is in a region of 4 cells.')`)
	p.press(t, "Done")
	p.expect(t, `store.puzzle.grid.regions`, "BAAA\nBBBA\nCCCC\nDDDD")
	p.newGrid(t, 2, 3, "jigsaw") // regions need no square
	p.drag(t, "r1c1", "r1c2", "r2c2")
	p.keys(t, "1")
	p.drag(t, "r2c1", "r2c1")
	p.keys(t, "2")
	p.press(t, "Done")
	p.expect(t, `store.puzzle.grid.regions`, "AA.\nBA.")
	p.set(t, `{ grid: { rows: 4, columns: 4, regions: ['AABB', 'AABB', 'CCDD', 'CCDD'] } }`) // as files may have them
	p.wait(t, `document.querySelectorAll('[role=gridcell]').length === 16`)
}

func palette(t *testing.T, p *tab) {
	p.fill(t, "Search kinds of clues", "thermo")
	p.press(t, "Thermometer")
	p.drag(t, "r1c1", "r1c1") // too short to mean anything
	p.expect(t, `store.puzzle.constraints ? 'drawn' : 'not drawn'`, "not drawn")
	p.drag(t, "r1c1", "r2c1", "r3c1", "r4c1")
	p.wait(t, `JSON.stringify(store.puzzle.constraints) === '[{"kind":"thermometer","line":"r1c1-r4c1"}]'`)
	p.wait(t, `document.querySelector('.picture svg [stroke-width]')`)
	const line = `document.querySelector('.draw-line [role=status]').textContent`
	p.wait(t, line+` === 'Added: Thermometer r1c1-r4c1. Draw another, or press Done.'`)
	p.expect(t, `seek('Add').ariaDisabled`, "true")
	p.keys(t, kb.Enter) // in the grid: nothing is drawn
	p.expect(t, `String(document.querySelector('.form [role=alert]')?.textContent)`, "undefined")
	p.hit(t, cellOf("r9c9"))
	p.keys(t, "7") // no digit while a clue is drawn: the selection is elsewhere
	p.expect(t, line+` + JSON.stringify(store.puzzle.givens ?? {})`, "Thermometer needs 2 cells or more.{}")
	p.press(t, "Done")
	p.expect(t, line, "")
	p.hit(t, `seek('Search kinds of clues')`)
	p.keys(t, "killer") // in place of what was sought before
	p.press(t, "Killer")
	p.drag(t, "r5c5", "r5c6", "r6c6")
	p.keys(t, "12") // its sum
	p.press(t, "Done")
	p.wait(t, `store.puzzle.constraints?.[1]?.sum === 12 && document.querySelector('.picture').textContent.includes('12') && !seek('Done')`)
	p.press(t, "Killer")
	p.fill(t, "Sum", "9")
	p.press(t, "Close without adding")
	p.expect(t, `String(store.puzzle.constraints.length)`, "2")
	const kept = `(seek('Sum')?.value ?? 'no form') + ' ' + nameOf(document.activeElement)`
	p.press(t, "Killer")
	p.keys(t, kb.Escape)
	p.expect(t, kept, "no form Killer")
	p.press(t, "Killer") // what was entered stays
	p.fill(t, "Sum", "9")
	p.keys(t, kb.Escape)
	p.expect(t, kept, "9 Close without adding")
	p.hit(t, `document.querySelector('.clues [title=Edit]')`)
	p.expect(t, kept, "9 Close without adding")
	p.press(t, "Draw")
	p.drag(t, "r8c8", "r8c9")
	p.eval(t, `cell('r1c1').focus()`, nil)
	p.keys(t, kb.Escape)
	p.expect(t, kept+` + seek('Cells *').value`, "9 Doner8c8-r8c9")
	p.keys(t, kb.Enter)
	p.wait(t, `store.puzzle.constraints?.[2]?.sum === 9 && !seek('Done')`)
	p.eval(t, `store.undo()`, nil)
	p.fill(t, "Search kinds of clues", "or")
	p.press(t, "Or")
	p.choose(t, "Add a part", "killer")
	p.press(t, "Draw")
	p.drag(t, "r8c1", "r8c2")
	p.fill(t, "Sum", "5")
	p.choose(t, "Add a part", "anti-knight")
	p.press(t, "Add")
	p.wait(t, `JSON.stringify(store.puzzle.constraints?.[2]) ===
    '{"kind":"or","of":[{"kind":"killer","cells":"r8c1-r8c2","sum":5},{"kind":"anti-knight"}]}'`)
	p.press(t, "Done")
	p.fill(t, "Search kinds of clues", "knight's move")
	p.press(t, "Anti knight")
	p.wait(t, `document.querySelectorAll('.clues li').length === 4`)
	// A clue is edited while another one goes away and a digit is entered.
	p.set(t, `{ grid: { boxes: '3x3' }, constraints: ['a', 'b', 'c'].map((name, i) =>
    ({ kind: 'killer', name, cells: 'r' + (i + 1) + 'c1-r' + (i + 1) + 'c2', sum: 10 })) }`)
	p.wait(t, `document.querySelectorAll('.clues [title=Edit]').length === 3`)
	p.hit(t, `document.querySelectorAll('.clues [title=Edit]')[1]`)
	p.hit(t, `document.querySelectorAll('.clues [title=Remove]')[0]`)
	p.wait(t, `document.activeElement.textContent.startsWith('b ')`)
	p.fill(t, "Sum", "11")
	p.eval(t, `(() => {
    document.querySelector('.form form').requestSubmit();
    store.edit('a digit', (p) => ({ ...p, givens: { r9c9: 9 } }));
  })()`, nil)
	p.wait(t, `JSON.stringify(store.puzzle.constraints.map(({ name, sum }) => name + sum)) + store.puzzle.givens?.r9c9 === '["b11","c10"]9'`)
	p.fill(t, "Search kinds of clues", "no such kind")
	p.wait(t, `![...document.querySelectorAll('.kinds li')].some(seen) && document.body.innerText.includes('No kind matches “no such kind”.')`)
	p.fill(t, "Search kinds of clues", "")
}

// nextCage draws cages that touch, with a sum and without, and no Enter between. Ctrl and Multi go on with a cage.
func nextCage(t *testing.T, p *tab) {
	const line = `document.querySelector('.draw-line [role=status]').textContent`
	const enters = "Enter or another drag adds it. Ctrl, Shift or Multi goes on with it. Done adds it and ends drawing."
	p.fill(t, "Search kinds of clues", "killer")
	p.press(t, "Killer")
	p.drag(t, "r1c1", "r1c2")
	p.expect(t, line, "Drawing: killer. "+enters)
	p.drag(t, "r2c1", "r2c2")
	p.wait(t, `store.puzzle.constraints?.length === 1 && `+line+`.endsWith('`+enters+`')`)
	p.expect(t, `nameOf(document.activeElement)`, "Sum")
	p.keys(t, "6")
	p.click(t, cellOf("r3c2"), chromedp.ButtonModifiers(chromedp.ModifierCtrl))
	p.drag(t, "r4c2", "r5c2")
	p.press(t, "Multi")
	p.drag(t, "r7c2", "r8c2")
	p.press(t, "Multi")
	p.click(t, cellOf("r8c2")) // not of the cage, after all
	p.press(t, "Done")
	p.wait(t, `!seek('Done')`)
	p.expect(t, `store.puzzle.constraints.map(({ cells, sum }) => cells + ' ' + sum).join('; ')`,
		"r1c1-r1c2 undefined; r2c1-r2c2-r3c2 6; r4c2,r5c2,r7c2 undefined")
	p.fill(t, "Search kinds of clues", "or") // a part of a clue is not the clue
	p.press(t, "Or")
	p.choose(t, "Add a part", "killer")
	p.press(t, "Draw")
	p.drag(t, "r8c5", "r8c6")
	p.drag(t, "r9c5", "r9c6")
	p.expect(t, `seek('Cells *').value + store.puzzle.constraints.length`, "r8c5-r8c6-r9c5-r9c63")
	p.press(t, "Done")
	p.fill(t, "Search kinds of clues", "")
}

// gestures sets a clue beside the grid, and one between two cells by a click near their border.
func gestures(t *testing.T, p *tab) {
	p.fill(t, "Search kinds of clues", "skyscraper")
	p.press(t, "Skyscraper")
	p.press(t, "Clue above column 3") // the wrong place
	p.press(t, "Clue below column 3")
	p.keys(t, "4")
	p.press(t, "Clue left of row 2") // the next clue
	p.keys(t, "5")
	p.press(t, "Done")
	p.wait(t, `JSON.stringify(store.puzzle.constraints) ===
    '[{"kind":"skyscraper","column":3,"end":true,"count":4},{"kind":"skyscraper","row":2,"count":5}]' && !seek('Done')`)
	p.expect(t, `String(seen(document.querySelector('.sides')))`, "false")
	p.fill(t, "Search kinds of clues", "white dot")
	p.press(t, "White dot")
	x, y := p.at(t, cellOf("r5c5"))
	right, _ := p.at(t, cellOf("r5c6"))
	p.do(t, chromedp.MouseClickXY(x+(right-x)/3, y))
	p.wait(t, `JSON.stringify(store.puzzle.constraints?.[2]) === '{"kind":"white-dot","cells":"r5c5-r5c6"}'`)
	p.wait(t, `document.querySelector('.picture svg circle')`)
	p.press(t, "Done")
	p.fill(t, "Search kinds of clues", "")
}

// drawsOn draws clues while the engine has not read those before, with a field that is wrong, and after other puzzles.
func drawsOn(t *testing.T, p *tab) {
	const constraints = `store.puzzle.constraints?.map(({ line, cells }) => line ?? cells).join(' ')`
	p.fill(t, "Search kinds of clues", "thermo")
	p.press(t, "Thermometer")
	p.eval(t, `(() => {
    const layer = document.querySelector('.cells');
    window.point = (type, name) => {
      const { x, y, width, height } = cell(name).getBoundingClientRect();
      layer.dispatchEvent(new PointerEvent(type, { pointerId: 9, clientX: x + width / 2, clientY: y + height / 2 }));
    };
    layer.setPointerCapture = () => {};
    for (const row of ['r1', 'r2']) {
      point('pointerdown', row + 'c1');
      point('pointermove', row + 'c2');
      point('pointerup', row + 'c2');
    }
    point('pointerdown', 'r3c1');
  })()`, nil)
	p.wait(t, constraints+` === 'r1c1-r1c2 r2c1-r2c2'`)
	p.eval(t, `(() => {
    point('pointermove', 'r3c2');
    point('pointerup', 'r3c2');
    delete document.querySelector('.cells').setPointerCapture;
    seek('Done').click();
  })()`, nil)
	p.wait(t, constraints+` === 'r1c1-r1c2 r2c1-r2c2 r3c1-r3c2'`)
	p.expect(t, `String(Boolean(seek('Done')))`, "false")
	p.fill(t, "Search kinds of clues", "killer")
	p.press(t, "Killer")
	p.drag(t, "r5c5", "r5c6")
	p.fill(t, "Sum", "abc")
	p.eval(t, `cell('r1c1').focus()`, nil)
	p.keys(t, kb.Enter)
	p.wait(t, `document.querySelector('.form [role=alert]')?.textContent === 'Sum: found abc, expected a whole number.'`)
	p.fill(t, "Sum", "12")
	p.eval(t, `(document.querySelector('.form form').requestSubmit(), document.querySelector('.form form').requestSubmit())`, nil)
	p.wait(t, `store.puzzle.constraints?.length > 3 && !document.querySelector('.form [role=alert]')`)
	p.expect(t, constraints, "r1c1-r1c2 r2c1-r2c2 r3c1-r3c2 r5c5-r5c6")
	p.fill(t, "Cells *", "r99c1")
	p.fill(t, "Sum", "9")
	p.press(t, "Add")
	p.wait(t, `document.querySelector('.form [role=alert]') && seek('Cells *').value + seek('Sum').value === 'r99c19'`) // it stays
	p.press(t, "Close without adding")
	p.fill(t, "Search kinds of clues", "")
	p.expect(t, `(() => { // the picture of the model is never asked for
    store.open({ grid: { boxes: '2x2' } });
    store.open({ variables: { a: '1..2', b: '1..2' }, constraints: [{ kind: 'all-different', cells: ['a', 'b'] }] });
    const offers = [...document.querySelectorAll('.clues [title=Remove]')].some(seen);
    store.open({ grid: { boxes: '3x3' } });
    return String(offers);
  })()`, "false")
	p.refusals(t, "draw")
}

// refusals checks that nothing went wrong but that the server refused a method's requests.
func (p *tab) refusals(t *testing.T, method string) {
	t.Helper()
	for _, fault := range p.faults() {
		if !strings.Contains(fault, "the server responded with a status of 400") || !strings.HasSuffix(fault, "/api/"+method) {
			t.Error(fault)
		}
	}
}

// narrow uses a window in which the panel to set puzzles is one of the tabs.
func narrow(t *testing.T, p *tab) {
	p.size(t, 1000, 800)
	defer p.size(t, 1280, 800)
	p.load(t, "")
	p.newGrid(t, 2, 3, "jigsaw")
	p.drag(t, "r1c1", "r1c2")
	p.keys(t, "2")
	p.expect(t, `[...document.querySelectorAll('.overlay .numbers text')].map((one) => one.textContent).join()`, "2,2")
	p.show(t, "set")
	p.show(t, "live")
	p.expect(t, `store.mode`, "given")
	p.set(t, `{ grid: { boxes: '3x3' } }`)
	p.show(t, "set")
	p.fill(t, "Search kinds of clues", "thermo")
	p.press(t, "Thermometer")
	p.show(t, "live")
	p.drag(t, "r1c1", "r1c2")
	p.expect(t, selection+` + JSON.stringify(store.puzzle.constraints ?? [])`, "r1c1 r1c2[]")
}

// large has values and regions beyond digits and capital letters.
func large(t *testing.T, p *tab) {
	p.expect(t, `import('./state.js').then(({ normalize }) => JSON.stringify([
    normalize({ grid: { boxes: '6x6' }, givens: '.'.repeat(1294) + 'Za' }, []).givens,
    normalize({ grid: { boxes: '8x8' }, givens: '64' + ' 0'.repeat(4094) + ' 9' }, []).givens]))`,
		`[{"r36c35":35,"r36c36":36},{"r1c1":64,"r64c64":9}]`)
	p.expect(t, `import('./cells.js').then(({ regionLetter, regionNumber }) => [1, 26, 27, 52, 53, 100].map((number) =>
    number === regionNumber(regionLetter(number)) ? regionLetter(number) : '?').join(''))`, "AZaz丵乤")
	p.set(t, `{ grid: { rows: 2, columns: 2, values: '1..50' } }`)
	p.wait(t, `[...document.querySelectorAll('.pad p')].some(seen) && document.querySelectorAll('[role=gridcell]').length === 4`)
	p.set(t, `{ grid: { boxes: '3x3' }, 'quasi-magic': 2 }`)
	p.expect(t, `String([...document.querySelectorAll('.pad p')].some(seen))`, "false")
	p.press(t, "Paint regions (jigsaw)")
	p.wait(t, `document.getElementById('announcer').textContent.endsWith('The quasi-magic sums are gone: they need boxes')`)
}

func delta(t *testing.T, p *tab) {
	const slider = "Quasi-magic: how far sums may be from the magic constant"
	p.set(t, `plain('384165297' + '.'.repeat(72))`)
	p.choose(t, slider, "2")
	p.wait(t, `store.puzzle['quasi-magic'] === 2 && document.body.innerText.includes('add up to 13 to 17')`)
	p.wait(t, `document.querySelector('.picture').textContent.includes('15')`)
	p.choose(t, slider, "-1")
	p.wait(t, `!('quasi-magic' in store.puzzle) && !document.querySelector('.picture').textContent.includes('15')`)
}

// theme changes the theme, which stays.
func theme(t *testing.T, p *tab) {
	const shown = `document.documentElement.dataset.theme`
	p.expect(t, shown, "light")
	p.press(t, "Dark theme")
	p.expect(t, shown, "dark")
	p.load(t, "")
	p.expect(t, shown+` + seek('Dark theme').getAttribute('aria-pressed')`, "darktrue")
	p.press(t, "Dark theme")
	p.expect(t, shown, "light")
	p.eval(t, `localStorage.removeItem('qmsat-theme')`, nil)
}

// prints looks at what is printed of a dark page: the grid with its title and rules, dark on light.
func prints(t *testing.T, p *tab) {
	p.press(t, "Dark theme")
	p.set(t, `{ ...`+clues+`, rules: 'Normal rules.' }`)
	p.wait(t, `document.querySelector('.picture').textContent.includes('5')`)
	command(t, p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	p.expect(t, `[...document.querySelectorAll('.picture svg, #sheet h2, #rules')].filter(seen).map((e) => e.textContent && e.tagName).join()`,
		"H2,svg,P")
	p.expect(t, `[...document.querySelectorAll('button, input, [role=tab], [role=tabpanel], [role=gridcell], .bar, .overlay')]
    .filter(seen).map((e) => e.outerHTML.slice(0, 99)).join()`, "")
	p.expect(t, `getComputedStyle(document.body).backgroundColor + getComputedStyle(document.querySelector('#rules')).color`,
		"rgba(0, 0, 0, 0)rgb(28, 30, 33)")
	command(t, p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	p.press(t, "Dark theme")
	p.eval(t, `localStorage.removeItem('qmsat-theme')`, nil)
}
