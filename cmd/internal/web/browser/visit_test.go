package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// widths are of phones, tablets and desktops.
var widths = []int64{320, 390, 768, 1024, 1280, 1920}

// tooWide names what is wider than its place: the document, a column beside another, or something in one that does not scroll by itself.
const tooWide = `(async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); // a new size takes a moment
  const columns = [...document.querySelectorAll('#left, #play, #right')].filter(seen);
  const places = columns.map((e) => e.getBoundingClientRect());
  return [
    document.documentElement.scrollWidth > innerWidth ? 'the document' : '',
    ...columns.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.id),
    ...places.flatMap((a, i) => places.slice(i + 1).filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 &&
      b.top < a.bottom - 1).map(() => columns[i].id + ' over another')),
    ...[...document.querySelectorAll('main *, header *, dialog *')].filter((e) => seen(e) && e.getBoundingClientRect().right > innerWidth + 1
      && !e.closest('.table, pre, .board, .tabs, .unseen, .skip')).map((e) => e.outerHTML.slice(0, 80)),
  ].filter(Boolean).slice(0, 5).join('; ');
})()`

// longWords shows puzzles whose words have 300 letters without a blank, in each panel at each width: nothing is wider than its place.
func longWords(t *testing.T, p *tab) {
	x := strings.Repeat("x", 300)
	puzzles := map[string]string{
		"conflict": `{ grid: { boxes: '3x3' }, name: 'X', author: 'X', rules: 'See https://example.org/X', constraints: [
      { kind: 'killer', name: 'X', cells: 'r1c1-r1c2', sum: 40 }, { kind: 'thermometer', name: 'X', line: 'r2c1-r2c4' }] }`,
		"several": `{ grid: { boxes: '2x2' }, name: 'X', rules: 'X', constraints: [{ kind: 'killer', name: 'X', cells: 'r1c1-r1c2', sum: 5 }] }`,
		"error":   `{ grid: { boxes: '2x2' }, name: 'X', constraints: [{ kind: 'X' }] }`,
		"no grid": `{ variables: { X: '1..3', yX: '1..3' }, constraints: [{ kind: 'all-different', name: 'X', cells: ['X', 'yX'] }] }`,
	}
	defer p.size(t, 1280, 800)
	p.show(t, "engines")
	p.wait(t, `document.querySelectorAll('#panel-engines .choices label').length > 4`)
	p.eval(t, `document.querySelector('#panel-engines .choices label').append('`+x+`')`, nil)
	for _, width := range widths {
		p.size(t, width, 800)
		for name, puzzle := range puzzles {
			p.set(t, strings.ReplaceAll(puzzle, "X", x))
			var panels []string
			p.eval(t, `[...document.querySelectorAll('[role=tab]')].filter(seen).map((e) => e.id.replace('tab-', ''))`, &panels)
			for _, panel := range panels {
				p.eval(t, `document.getElementById('tab-`+panel+`').click()`, nil)
				if panel == "live" && name == "conflict" {
					p.wait(t, has(`Why there is no solution`))
				}
				if found := p.text(t, tooWide); found != "" {
					t.Errorf("%d px, %s, %s: too wide: %s", width, name, panel, found)
				}
			}
		}
	}
	p.size(t, 1280, 800)
	p.load(t, "")
	for _, fault := range p.faults() {
		if !strings.Contains(fault, "the server responded with a status of 400") { // what the engines refuse
			t.Error(fault)
		}
	}
}

// emptyGrid has no candidates and no count on grids without a digit, clue or rule, whatever else is in them, and both with the first digit.
func emptyGrid(t *testing.T, p *tab) {
	const looks = `[...document.querySelectorAll('.facts dd')].map((e) => e.className).join()` // "no" is no error
	p.show(t, "live")
	for _, puzzle := range []string{
		`{ grid: { boxes: '3x3' } }`, `{ grid: { boxes: '4x4' }, name: 'Mine', rules: 'Normal rules.', constraints: [] }`,
		`{ grid: { boxes: '3x3' }, givens: {}, marks: { r1c1: { corner: [1] } } }`,
	} {
		p.set(t, puzzle)
		p.wait(t, has(`Unique\s+no[^]*Solutions\s+not counted[^]*The grid is empty`)+` && seek('Count for a minute') && `+looks+` === 'good,,'`)
		p.eval(t, `new Promise((done) => setTimeout(done, 500))`, nil)
		p.expect(t, `[seek('Cancel: Counting solutions'), document.querySelector('.overlay .counts text')].some(Boolean) ? 'busy' : 'bare'`, "bare")
	}
	p.hit(t, cellOf("r1c1"))
	p.keys(t, "1")
	p.wait(t, `seek('Cancel: Counting solutions') && document.querySelector('.overlay .counts text') && !`+has(`The grid is empty`))
	p.keys(t, "1")
	p.wait(t, has(`The grid is empty`))
}

// lowerBounds are not shown as facts, and what is no error has not the colour of one.
func lowerBounds(t *testing.T, p *tab) {
	const colour = `(() => {
    const error = Object.assign(document.createElement('p'), { className: 'bad' });
    document.body.append(error);
    const red = getComputedStyle(error).color;
    error.remove();
    return [...document.querySelectorAll('.overlay .counts text')].filter((e) => getComputedStyle(e).fill === red).length +
      [...document.querySelectorAll('.facts dd')].filter((e) => getComputedStyle(e).color === red).length;
  })()`
	const kinds = `[...new Set([...document.querySelectorAll('.overlay .counts text')].map((e) => e.getAttribute('class')))].sort().join()`
	const legend = `[...document.querySelectorAll('.legend .swatch-mark rect')].filter(seen).map((e) => e.getAttribute('class')).sort().join()`
	p.show(t, "live")
	for _, c := range []struct{ puzzle, unique, kinds string }{
		{magic, `✓ yes`, "count-alone"}, {`plain('1...............')`, "no", "count-many"},
		{`plain('12..3..........2')`, "no", "count-alone,count-few,count-one"},
		{`plain('1.34............')`, "no", "count-alone,count-few,count-some"},
	} {
		p.set(t, c.puzzle)
		p.wait(t, has(`Unique\s+`+c.unique)+` && `+kinds+` === `+encode(c.kinds)+` && `+legend+` === `+encode(c.kinds))
		p.expect(t, `String(`+colour+`)`, "0")
	}
	p.show(t, "keys") // Live would show what it finds
	p.eval(t, `store.view = { counts: { r2c1: { 1: 1, 2: 7, 3: 100 }, r2c2: { 4: 1 }, r2c3: { 1: 1, 2: 2 } }, limit: 100, exact: true, least: true }`, nil)
	p.expect(t, kinds, "count-all,count-alone,count-least")
	p.expect(t, `String(`+colour+`)`, "0")
	p.show(t, "live")
	p.set(t, `{ grid: { boxes: '2x2' }, givens: { r1c1: 1, r1c2: 1 } }`)
	p.wait(t, has(`Solvable\s+✗ no`))
	p.expect(t, `String(`+colour+`)`, "1") // this is an error
}

// makesUnique finds why a puzzle is not unique, and makes cells given in which solutions differ, until it is.
func makesUnique(t *testing.T, p *tab) {
	p.show(t, "live")
	p.set(t, `{ grid: { boxes: '2x2' }, givens: { r1c1: 1 }, marks: { r1c2: { value: 2 }, r1c3: { centre: [3, 4] } } }`)
	for i := 0; ; i++ {
		p.wait(t, has(`Unique\s+(no|✓ yes)[^]*Solutions\s+\d`))
		if p.text(t, `String(`+has(`Unique\s+✓ yes`)+`)`) == "true" {
			break
		}
		if i == 16 {
			t.Fatal("16 givens are not enough")
		}
		p.press(t, "Why not unique?")
		p.wait(t, has(`This is solution 1 of 2`)+` && document.querySelector('.overlay .highlight.accent')`)
		p.press(t, "Show the other solution")
		p.wait(t, has(`This is solution 2 of 2`))
		var offers []string
		p.eval(t, `[...document.querySelectorAll('#panel-live .literal')].filter(seen).map((e) => e.textContent)`, &offers)
		least, cell, value, left := 0, "", 0, 0
		for _, offer := range offers {
			offer = strings.Replace(strings.Replace(offer, ":", " :", 1), " = ", " ", 1)
			if _, err := fmt.Sscanf(offer, "%s %d : %d left", &cell, &value, &left); err != nil || left < least {
				t.Fatalf("found the offers %q, expected those that leave the fewest solutions first", offers)
			}
			least = left
		}
		p.press(t, offers[len(offers)-1])
		p.wait(t, fmt.Sprintf(`store.puzzle.givens.%s === %d && !%s && %s`, cell, value, has(`This is solution`), has(fmt.Sprintf(`Solutions\s+%d `, left))))
		p.expect(t, `String(document.activeElement !== document.body)`, "true")
	}
	p.expect(t, `String(Object.values(store.puzzle.marks).some(({ value, centre }) => value === 2 || centre))`, "true") // what was entered stays
	for range 20 {
		p.eval(t, `store.undo()`, nil)
	}
	p.set(t, `plain('123456789' + '.'.repeat(72))`)
	p.wait(t, has(`Solutions\s+at least`))
	p.press(t, "Why not unique?")
	p.wait(t, `seek('Hide the solutions') && [...document.querySelectorAll('#panel-live .literal')].every((e) => /: at least \d+ left$/.test(e.textContent))`)
}

// nothingOver shows true candidates of a grid full of clues: they meet no text of the picture, stand where it writes candidates, and its
// digits are as high as those laid over it.
func nothingOver(t *testing.T, p *tab) {
	p.show(t, "live")
	p.set(t, `{ grid: { boxes: '3x3' }, givens: { r3c3: 5 }, constraints: [{ kind: 'killer', cells: ['r1c1', 'r1c2', 'r2c1'], sum: 12 },
    { kind: 'killer', cells: 'r4c4..r5c5', sum: 20 }, { kind: 'whispers', line: 'r7c1-r7c5', difference: 4 },
    { kind: 'quadruple', cells: ['r5c1', 'r5c2', 'r6c1', 'r6c2'], values: [1, 2] }] }`)
	p.wait(t, `document.querySelectorAll('.overlay .counts text').length > 300 && document.querySelector('.picture').textContent.includes('20')`)
	p.expect(t, `(() => {
    const rim = ({ left, right, top, bottom }) => ({ left: left + 1, right: right - 1, top: top + 0.22 * (bottom - top), bottom: bottom - 0.22 * (bottom - top) });
    const boxes = (list) => [...document.querySelectorAll(list)].map((e) => ({ text: e.textContent, ...rim(e.getBoundingClientRect()) }));
    const drawn = boxes('.picture text'), counts = boxes('.overlay .counts text');
    return counts.flatMap((a) => drawn.filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => a.text + ' over ' + b.text)).join();
  })()`, "")
	p.expect(t, `(() => { // they are read on lines of any colour
    const { paintOrder, stroke } = getComputedStyle(document.querySelector('.overlay .counts text'));
    return String(/^stroke/.test(paintOrder) && stroke === getComputedStyle(document.querySelector('.picture')).backgroundColor);
  })()`, "true")
	const places = `[...document.querySelectorAll('LIST')].filter((e) => e.getAttribute('font-size') < 15).map((e) =>
    e.textContent + ':' + Math.round(e.getAttribute('x')) + ':' + Math.round(e.getAttribute('y'))).sort().join()`
	laid := p.text(t, strings.Replace(places, "LIST", ".overlay .counts text", 1))
	p.eval(t, `window.view = { candidates: Object.fromEntries(Object.entries(store.view.counts).map(([cell, byValue]) =>
    [cell, cell === 'r3c3' ? [] : Object.keys(byValue).map(Number)])) }`, nil)
	p.show(t, "keys") // Live would show what it counts
	p.eval(t, `store.view = view`, nil)
	p.wait(t, `document.querySelectorAll('.picture g[fill="#444444"] text').length > 300`)
	if drawn := p.text(t, strings.Replace(places, "LIST", `.picture g[fill="#444444"] text`, 1)); drawn != laid {
		t.Errorf("candidates are drawn at %s\nand laid over at %s", drawn, laid)
	}
	p.show(t, "live")
	p.set(t, `plain('1234341221.34.21', { constraints: [{ kind: 'killer', cells: 'r3c2-r3c3', sum: 5 }] })`)
	p.wait(t, `document.querySelectorAll('.overlay .count-alone').length === 2 && document.querySelectorAll('[role=gridcell]').length === 16`)
	p.expect(t, `(() => {
    const middle = (e) => { const { top, bottom } = e.getBoundingClientRect(); return (top + bottom) / 2; };
    const given = [...document.querySelectorAll('.picture text')].filter((e) => e.textContent === '2').map(middle);
    const laid = middle(document.querySelector('.overlay .count-alone'));
    return String(given.some((y) => Math.abs(y - laid) < 1.5));
  })()`, "true")
}

// gallery opens examples by their pictures, and a puzzle of the library.
func gallery(t *testing.T, p *tab) {
	p.show(t, "live")
	p.press(t, "Open an example")
	p.wait(t, `document.querySelectorAll('.gallery button').length === 12`)
	p.expect(t, `String([...document.querySelectorAll('.gallery svg')].every((e) => seen(e) && e.querySelectorAll('path, text').length > 2))`, "true")
	p.expect(t, `document.activeElement.closest('.gallery') ? 'in the gallery' : document.activeElement.outerHTML`, "in the gallery")
	p.keys(t, kb.Escape)
	p.wait(t, `!document.querySelector('dialog[open]')`)
	for _, title := range []string{"Killer", "Thermometers", "6 × 6"} {
		p.press(t, "Open an example")
		p.hit(t, `[...document.querySelectorAll('.gallery button')].find((e) => e.querySelector('strong').textContent === `+encode(title)+`)`)
		p.wait(t, `store.puzzle.name === `+encode(title)+` && store.puzzle.rules && !document.querySelector('dialog[open]')`)
		p.wait(t, has(`Unique\s+✓ yes`))
	}
	p.press(t, "Open an example")
	p.press(t, "More puzzles, by sets")
	p.wait(t, `seek('Set')?.options.length > 5`)
	p.choose(t, "Set", "quasi-magic")
	p.press(t, "Next")
	p.wait(t, `store.puzzle['quasi-magic'] === 2 && Object.keys(store.puzzle.givens).length > 3 && !document.querySelector('dialog[open]')`)
	p.wait(t, `document.getElementById('announcer').textContent.includes('2 of 180')`)
}

// firstSteps are shown until they are closed, and come back.
func firstSteps(t *testing.T, p *tab) {
	const steps = `document.querySelectorAll('#help li').length === 3 && seen(document.getElementById('help'))`
	p.eval(t, `localStorage.removeItem('qmsat-help')`, nil)
	p.load(t, "")
	p.wait(t, steps)
	p.press(t, "Close the first steps")
	p.expect(t, `String(`+steps+`) + nameOf(document.activeElement)`, "falseFirst steps")
	p.load(t, "")
	p.expect(t, `String(`+steps+`)`, "false")
	p.press(t, "First steps")
	p.wait(t, steps)
	p.press(t, "First steps")
	p.expect(t, `String(`+steps+`)`, "true")
	p.hit(t, `document.querySelector('#help .link')`)
	p.wait(t, `document.querySelector('dialog[open]')`)
	p.keys(t, kb.Escape)
}

// skipLinks are what Tab reaches first.
func skipLinks(t *testing.T, p *tab) {
	p.load(t, "")
	before := p.text(t, `location.href`)
	p.eval(t, `document.activeElement.blur()`, nil)
	p.keys(t, kb.Tab)
	p.expect(t, `document.activeElement.textContent`, "Skip to the grid")
	p.expect(t, `String(document.activeElement.getBoundingClientRect().top >= 0)`, "true")
	p.keys(t, kb.Enter)
	p.expect(t, `document.activeElement.dataset.cell`, "r1c1")
	p.eval(t, `document.activeElement.blur()`, nil)
	p.eval(t, `document.querySelectorAll('#skip a')[1].focus()`, nil)
	p.keys(t, kb.Enter)
	p.expect(t, `document.activeElement.getAttribute('role')`, "tab")
	p.expect(t, `location.href`, before)
}

// allWidths has no button twice as high as it need be, and no table that is cut.
func allWidths(t *testing.T, p *tab) {
	defer p.size(t, 1280, 800)
	p.set(t, `plain('1...............')`)
	p.show(t, "engines")
	p.press(t, "Run them")
	p.wait(t, has(`4 engines agree`))
	p.expect(t, `String(/\d(.)[mµn]?s/.exec(document.querySelector('#panel-engines .table').textContent)?.[1] === '\u00a0')`, "true") // one line
	for _, width := range append(widths, 760, 862, 1159, 1160) {
		p.size(t, width, 800)
		p.expect(t, `[...document.querySelectorAll('.modes button, .actions button, .pad .row button')].filter((e) => seen(e) && e.offsetHeight > 44)
    .map(nameOf).join()`, "")
		p.expect(t, `[...document.querySelectorAll('#panel-engines .table')].filter((e) => seen(e) && e.scrollWidth > e.clientWidth)
    .map((e) => innerWidth + ': ' + e.scrollWidth + ' > ' + e.clientWidth).join()`, "")
		p.expect(t, `[...document.querySelectorAll('[role=tab]')].filter(seen).flatMap((tab) => {
    tab.click();
    const { scrollWidth, clientWidth } = document.getElementById('tabs');
    return scrollWidth > clientWidth ? [innerWidth + ': ' + tab.id] : [];
  }).join()`, "")
		p.show(t, "engines")
		if found := p.text(t, tooWide); found != "" {
			t.Errorf("%d px: too wide: %s", width, found)
		}
	}
}

// noGrid has words for what cannot be drawn, and nothing that is for a grid.
func noGrid(t *testing.T, p *tab) {
	const parts = `['.scroll', '.zoom', '#pad', '[type=search]', '.legend'].filter((one) => [...document.querySelectorAll(one)].some(seen)).join()`
	p.show(t, "live")
	p.eval(t, `call('open', { text: 'p cnf 3 2\n1 2 0\n-1 3 0\n' }).then(({ puzzle }) => store.open(puzzle))`, nil)
	p.wait(t, `document.querySelector('#stage').innerText.includes('no grid, so it has no picture. Its variables are x1, x2, x3.')`)
	p.wait(t, has(`Unique\s+no[^]*Solutions\s+4 `))
	p.expect(t, parts, "")
	p.set(t, `{ grid: { boxes: '2x2' }, givens: { r1c1: 1 } }`)
	p.wait(t, parts+` === '.scroll,.zoom,#pad,[type=search],.legend' && !document.querySelector('#stage').innerText.includes('no grid')`)
	p.show(t, "keys")
	p.set(t, `{ grid: { rows: 200, columns: 200 } }`)
	p.wait(t, `/200 rows.*expected/.test(document.querySelector('.messages .error')?.textContent)`)
	p.expect(t, parts, "")
	p.set(t, `{ grid: { boxes: '2x2' } }`)
	p.wait(t, parts+` === '.scroll,.zoom,#pad,[type=search]'`)
	p.refusals(t, "draw")
}

// sayClues names clues in conflicts, constraints and errors as the list of clues does.
func sayClues(t *testing.T, p *tab) {
	const clues = `[...document.querySelectorAll('.clues .clue')].map((e) => e.textContent.trim()).join('; ')`
	p.set(t, `{ grid: { boxes: '2x2' }, constraints: [{ kind: 'killer', name: 'Cage', cells: ['r1c1', 'r1c2'], sum: 8 },
    { kind: 'killer', cells: 'r3c1..r4c2', sum: 10 }, { kind: 'thermometer', line: ['r1c4', 'r2c4'] }, { kind: 'sandwich', row: 1, sum: 3 }] }`)
	p.wait(t, clues+` === 'Cage r1c1, r1c2, sum 8; Killer r3c1..r4c2, sum 10; Thermometer r1c4, r2c4; Sandwich row 1, sum 3'`)
	p.show(t, "live")
	p.wait(t, `document.querySelector('.conflict li')?.textContent === 'Cage r1c1, r1c2, sum 8'`)
	p.show(t, "formula")
	p.wait(t, clues+`.split('; ').every((clue) => [...document.querySelectorAll('#panel-formula option')].some((e) => e.textContent === clue))`)
	p.show(t, "keys")
	for puzzle, words := range map[string]string{
		`constraints: [{ kind: 'killer', cells: 'r3c1..r4c2', sum: 10 }, { kind: 'thermometer', line: ['r1c4'] }]`: "Thermometer r1c4: line: found 1 cell, expected at least 2",
		`constraints: [{ kind: 'killer', name: 'Cage', cells: ['r1c1', 'r1c2'], sum: 'x' }]`:                       "Cage r1c1, r1c2, sum x: found \"x\", expected a whole number",
		`givens: { r1c1: 1, r1c2: 7 }`: "given r1c2: found 7, expected a value of 1..4",
	} {
		p.set(t, `{ grid: { boxes: '2x2' }, `+puzzle+` }`)
		p.wait(t, `document.querySelector('.messages .error')?.textContent === `+encode(words))
	}
	p.set(t, `{ grid: { boxes: '2x2' } }`)
	p.wait(t, `!document.querySelector('.messages .error')`)
	p.refusals(t, "draw")
}

// phone has the verdict above the fold, and the step in view while its text is read.
func phone(t *testing.T, p *tab) {
	defer p.size(t, 1280, 800)
	const small = `document.querySelector('#mini svg') && seen(document.getElementById('mini'))`
	for _, height := range []int64{640, 844} {
		p.size(t, 320+(height-640)/3, height, chromedp.EmulateTouch, chromedp.EmulateMobile)
		p.set(t, medium)
		p.eval(t, `document.getElementById('tab-live').click()`, nil)
		p.wait(t, `document.getElementById('verdict').textContent === '✓ Exactly one solution'`)
		p.eval(t, `scrollTo(0, 0)`, nil)
		p.expect(t, `String(document.getElementById('verdict').getBoundingClientRect().bottom < innerHeight / 2)`, "true")
		p.eval(t, `document.getElementById('tab-why').click()`, nil)
		p.wait(t, has(`Step 1 of`)+` && store.view.candidates`)
		p.expect(t, `String(seen(document.getElementById('verdict')))`, "false") // it is Live's
		p.eval(t, `document.querySelector('.steps').scrollIntoView({ block: 'end' })`, nil)
		p.wait(t, small+` && document.querySelector('#mini .highlight')`)
		p.expect(t, `(() => {
    const { top, bottom } = document.getElementById('mini').getBoundingClientRect();
    return String(top >= 0 && bottom < innerHeight / 2 && document.getElementById('mini').textContent.includes(store.view.caption));
  })()`, "true")
		p.hit(t, `document.querySelector('#mini button')`)
		p.wait(t, `!(`+small+`) && cell('r5c5').getBoundingClientRect().top > 0`)
		p.eval(t, `document.getElementById('tab-files').click()`, nil)
		p.eval(t, `scrollTo(0, document.body.scrollHeight)`, nil)
		p.expect(t, `String(Boolean(`+small+`))`, "false") // nothing is laid over the grid
		p.eval(t, `document.getElementById('tab-set').click()`, nil)
		p.fill(t, "Search kinds of clues", "thermo")
		p.press(t, "Thermometer") // the grid to draw it on is in view, and the form is near
		p.expect(t, `String(cell('r1c1').getBoundingClientRect().top >= 0 && cell('r9c9').getBoundingClientRect().bottom <= innerHeight)`, "true")
		p.press(t, "To the form")
		p.press(t, "Drawing: tap to stop")
		p.press(t, "Done")
	}
}

// sayLines lists clues: a line as it goes, and a set as a rectangle if it is one.
func sayLines(t *testing.T, p *tab) {
	p.set(t, `{ grid: { boxes: '3x3' }, constraints: [{ kind: 'whispers', line: 'r7c4-r7c5-r8c5-r8c4' }, { kind: 'killer', cells: 'r4c4..r5c5', sum: 20 },
    { kind: 'thermometer', line: ['r1c1', 'r1c2', 'r2c2', 'r2c1'] }, { kind: 'renban', line: 'r9c1-r9c3' },
    { kind: 'arrow', bulb: 'r2c7', shafts: ['r3c7-r4c7-r4c8', 'r3c8-r3c9-r2c9-r2c8'] }, { kind: 'killer', cells: ['r6c1', 'r6c2'], sum: 5 }] }`)
	p.wait(t, `document.querySelectorAll('.clues .clue').length === 6`)
	p.expect(t, `[...document.querySelectorAll('.clues .clue')].map((e) => e.textContent.trim()).join('; ')`, "Whispers r7c4-r7c5-r8c5-r8c4; "+
		"Killer r4c4..r5c5, sum 20; Thermometer r1c1, r1c2, r2c2, r2c1; Renban r9c1-r9c3; Arrow r2c7, r3c7-r4c7-r4c8, r3c8-r3c9-r2c9-r2c8; "+
		"Killer r6c1, r6c2, sum 5")
}

// firstVisit sets a killer with a thermometer on 4×4, finds why it is not unique, makes it so, and writes it for another program, whose
// link opens the same puzzle.
func firstVisit(t *testing.T, p *tab) {
	p.newGrid(t, 4, 4, "")
	p.fill(t, "Search kinds of clues", "killer")
	p.press(t, "Killer")
	p.drag(t, "r1c1", "r1c2")
	p.fill(t, "Sum", "3")
	p.press(t, "Add")
	p.wait(t, `store.puzzle.constraints?.length === 1`)
	p.press(t, "Done")
	p.fill(t, "Search kinds of clues", "thermo")
	p.press(t, "Thermometer")
	p.drag(t, "r4c1", "r4c2", "r4c3", "r4c4")
	p.wait(t, `store.puzzle.constraints?.length === 2`)
	p.press(t, "Done")
	p.fill(t, "Search kinds of clues", "")
	p.show(t, "live")
	for range 9 {
		p.wait(t, has(`Unique\s+(no|✓ yes)[^]*Solutions\s+\d`))
		if p.text(t, `String(`+has(`Unique\s+✓ yes`)+`)`) == "true" {
			break
		}
		p.press(t, "Why not unique?")
		p.wait(t, has(`This is solution 1 of 2`))
		givens := p.text(t, `String(Object.keys(store.puzzle.givens ?? {}).length)`)
		p.hit(t, `[...document.querySelectorAll('#panel-live .literal')].find(seen)`)
		p.wait(t, `String(Object.keys(store.puzzle.givens ?? {}).length) !== `+encode(givens)+` && !`+has(`This is solution`)) // what is shown of the puzzle before goes a moment later
	}
	p.wait(t, has(`Unique\s+✓ yes`))
	p.show(t, "files")
	p.wait(t, `seek('Write it as')?.options.length > 3`)
	p.choose(t, "Write it as", "sudokupad")
	p.wait(t, `/^https:/.test(document.querySelector('[aria-label="The puzzle in this format"]').value)`)
	p.expect(t, `(async () => {
    const { puzzle } = await call('open', { text: document.querySelector('[aria-label="The puzzle in this format"]').value });
    const count = await call('count', { puzzle, limit: 2 });
    return JSON.stringify([puzzle.constraints.map(({ kind }) => kind).sort(), count.count]);
  })()`, `[["killer","thermometer"],"1"]`)
}
