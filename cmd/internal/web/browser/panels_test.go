package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"qmsat/model/engine"
	"qmsat/model/engine/enginetest"
)

func init() {
	native, err := engine.Lookup("native")
	if err != nil {
		panic(err)
	}
	engine.Register(enginetest.Dropping("dropping", native))
}

const (
	// small has one solution, and needs no guess.
	small = `plain('123.34..2.4...21')`
	// medium is of README: people need locked candidates.
	medium = `plain('.9..135......6..1...8.29.....4...6.33....2..9..7.3..8....7...9..4...8...26.......')`
	// magic has one solution, by its sums.
	magic = `plain('.......................4.........4.....................75...........6............', { 'quasi-magic': 2 })`
)

// coloured colours a cell, which no panel asks about.
const coloured = `store.edit('colour', (p) => ({ ...p, marks: { ...p.marks, r1c1: { colours: ['#cfcfcf'] } } }))`

// has is true where the panel shown has a text.
func has(pattern string) string { return "/" + pattern + "/.test(panel())" }

func unique(t *testing.T, p *tab) {
	p.show(t, "live")
	p.set(t, magic)
	p.wait(t, has(`Solvable\s+✓ yes[^]*Unique\s+✓ yes[^]*Solutions\s+1`))
	p.wait(t, `document.querySelectorAll('.overlay .count-alone').length === 76`) // every open cell has one candidate
	p.wait(t, `cell('r1c1').getAttribute('aria-label').includes('possible 1')`)
}

func several(t *testing.T, p *tab) {
	p.show(t, "live")
	p.set(t, `plain('1...............')`)
	p.wait(t, has(`Unique\s+no[^]*Solutions\s+72 `))
	p.press(t, "Confirm by another engine")
	p.wait(t, has(`Solutions\s+72 \(\w+, confirmed by \w+, `))
	// Candidates are coloured by their solutions: 3 of r1c2 have 24 each.
	p.wait(t, `document.querySelectorAll('.overlay .count-many').length > 3`)
	p.press(t, "Show true candidates")
	p.wait(t, `!document.querySelector('.overlay .counts text')`)
	p.press(t, "Show true candidates")
	p.wait(t, `document.querySelector('.overlay .counts text')`)
	p.press(t, "Why not unique?")
	p.wait(t, has(`Two solutions differ in \d+ cells. This is solution 1 of 2.`))
	const told, of = `document.querySelector('.overlay .highlight.accent')`, `Object.values(store.view.found).join('')`
	p.wait(t, told+` && document.querySelector('.picture').textContent.includes(store.view.found.r4c4)`)
	var first, second string
	p.eval(t, of, &first)
	p.press(t, "Show the other solution")
	p.wait(t, has(`This is solution 2 of 2.`))
	if p.eval(t, of, &second); len(first) != 16 || len(second) != 16 || first == second {
		t.Errorf("found the solutions %s and %s, expected two", first, second)
	}
	p.press(t, "Hide the solutions")
	p.wait(t, `document.querySelectorAll('.overlay .count-many').length > 3 && !`+told)
	p.press(t, "Estimate")
	p.wait(t, has(`About 7\d(\.\d+)? solutions, from 1,000 samples`))
	p.expect(t, `import('./panels/kit.js').then(({ magnitude }) => ['12.5', '1.235e+04', '9.999e+09', '1.2e+400'].map(magnitude).join())`,
		"12.5,12,350,9.999 × 10^9,1.2 × 10^400")
}

func counting(t *testing.T, p *tab) {
	p.show(t, "live")
	p.set(t, `plain('123456789' + '.'.repeat(72))`)
	p.wait(t, has(`Solutions\s+at least \d`))
	p.wait(t, `seek('Cancel: Counting solutions')`)
	p.eval(t, coloured, nil)
	p.expect(t, `String(Boolean(seek('Cancel: Counting solutions')))`, "true") // it goes on
	p.press(t, "Cancel: Counting solutions")
	p.expect(t, `String(document.activeElement.matches('.asker'))`, "true")
	p.wait(t, `!seek('Cancel: Counting solutions') && seek('Count for a minute')`)
	p.expect(t, `String(`+has(`Solutions\s+at least \d`)+`)`, "true") // what it counted stays
	p.hit(t, cellOf("r1c1"))                                          // the page answers
	p.keys(t, "5")
	p.wait(t, `document.querySelector('.picture').textContent.includes('5')`)
}

// slowCount counts for so long that the page estimates by itself.
func slowCount(t *testing.T, p *tab) {
	p.show(t, "live")
	p.set(t, `plain('123456789' + '.'.repeat(72))`)
	const place = `String(seek('Why not unique?').getBoundingClientRect().top)`
	p.wait(t, `seek('Why not unique?')`)
	aimed := p.text(t, place)
	const said = `[...document.querySelectorAll('#panel-live .asking span')].filter(seen).map((e) => e.textContent).join()`
	p.wait(t, `/\d,\d{3}/.test(`+said+`)`)
	p.expect(t, `String(/\d{4}/.test(`+said+`))`, "false")
	p.expect(t, place, aimed)
	p.wait(t, has(`Solutions\s+at least \d[^]*About [\d.,]+ × 10\^\d+ solutions, from 1,000 samples`))
}

// factsFirst shows whether there is a solution, and one only, although the candidates of this puzzle take some seconds.
func factsFirst(t *testing.T, p *tab) {
	p.show(t, "live")
	p.eval(t, `(async () => {
    const { normalize } = await import('./state.js'), { kinds } = await call('about', {});
    const puzzle = normalize((await call('library', { name: 'iss', index: 34 })).puzzle, kinds), names = Object.keys(puzzle.givens);
    const away = names.filter((_, i) => [34, 35, 36, 37].some((n) => n % names.length === i));
    store.open({ ...puzzle, givens: Object.fromEntries(Object.entries(puzzle.givens).filter(([name]) => !away.includes(name))) });
  })()`, nil)
	p.wait(t, has(`Solvable\s+✓ yes[^]*Unique\s+no`))
	p.expect(t, `String(document.querySelectorAll('.overlay .counts text').length)`, "0")
}

// marksStay keeps pencil marks where no candidates are shown, because there is no solution.
func marksStay(t *testing.T, p *tab) {
	p.show(t, "live")
	p.set(t, `{ grid: { boxes: '2x2' }, givens: { r1c1: 1, r1c2: 1 }, marks: { r4c4: { centre: [2, 3] } } }`)
	p.wait(t, has(`Solvable\s+✗ no[^]*Why there is no solution`))
	p.wait(t, `document.querySelector('.picture').textContent.includes('23')`)
	p.expect(t, `cell('r4c4').getAttribute('aria-label')`, "row 4 column 4, empty, centre 2 3")
}

func conflict(t *testing.T, p *tab) {
	p.show(t, "live")
	p.set(t, `{ grid: { boxes: '2x2' }, givens: { r1c1: 1, r4c4: 2 }, constraints: [{ kind: 'thermometer', line: 'r1c1-r1c4' },
    { kind: 'thermometer', line: 'r4c1-r1c1' }] }`)
	p.wait(t, has(`Solvable\s+✗ no[^]*Why there is no solution`))
	p.wait(t, `document.querySelector('.overlay .highlight.bad')`)
	p.wait(t, has(`no solution together|has no solution`))
	p.expect(t, `document.querySelector('.conflict').textContent.match(/Thermometer r\dc1-r1c\d/) ? '' : document.querySelector('.conflict').textContent`, "")
	p.eval(t, `(() => {
    window.told = [];
    new MutationObserver(() => told.push(panel())).observe(document.querySelector('.facts'), { childList: true, subtree: true });
    store.edit('less', (q) => ({ ...q, constraints: q.constraints.slice(0, 1) }));
  })()`, nil)
	p.wait(t, has(`Solvable\s+✓ yes`)+` && !document.querySelector('.overlay .highlight.bad')`)
	p.expect(t, `told.find((text) => /Solvable\s+✓ yes/.test(text) && /Solutions\s+0|no solution/.test(text))`, "") // of the puzzle before
	p.set(t, `{ grid: { boxes: '2x2' }, constraints: [{ kind: 'thermometer', line: 'r1c1-r1c4-r2c4' }] }`)
	p.wait(t, has(`This alone has no solution(; confirmed[^.]*)?\.`)+` && !seek('Look for fewer')`)
}

func why(t *testing.T, p *tab) {
	p.set(t, medium)
	p.eval(t, coloured, nil)
	p.show(t, "why")
	p.wait(t, has(`Solved in \d+ steps: level medium, score 498`)+` && `+has(`Step 1 of \d+: Hidden Single`))
	p.press(t, "Next step")
	p.wait(t, has(`Step 2 of`))
	p.eval(t, coloured, nil)
	p.expect(t, `String(`+has(`Step 2 of`)+`)`, "true")
	p.press(t, "Previous step")
	p.wait(t, has(`Step 1 of`)+` && store.view.marks.length > 0 && store.view.candidates`)
	p.press(t, "Apply this step to the grid")
	p.wait(t, `store.puzzle.marks?.r2c7?.value === 9`)
	p.press(t, "Solve from here")
	p.wait(t, has(`Step 1 of \d+`)+` && store.view.marks?.length && !store.view.marks.some((one) => one.cell === 'r2c7')`)
	p.press(t, "Last step")
	p.wait(t, `seek('Next step').disabled && document.activeElement.closest('#panel-why')`)
	p.click(t, `[...document.querySelectorAll('.steps button')].find((one) => /Locked Candidates/i.test(one.textContent))`)
	p.expect(t, `String(`+has(`\d in (box|row|column) \d must be in (box|row|column) \d, so r\dc\d`)+`)`, "true") // in plain words
	p.wait(t, has(`Step \d+ of \d+: Locked Candidates`)+` && document.querySelector('.picture svg')`)
	p.expect(t, `(store.open({ ...`+small+`, marks: { r1c4: { value: 1 } } }), String(Boolean(seek('Apply this step to the grid'))))`, "false")
	p.wait(t, has(`contradict each other`))
}

func race(t *testing.T, p *tab) {
	p.set(t, `plain('1...............')`)
	p.show(t, "engines")
	p.press(t, "Run them")
	p.wait(t, has(`✓ 4 engines agree: 72 solutions, each of them checked`))
	p.expect(t, `[...document.querySelectorAll('.panel tbody th')].filter(seen).map((e) => e.firstChild.firstChild.textContent).sort().join()`,
		"frontier,gini,gophersat,native")
	p.expect(t, `String([...document.querySelectorAll('.bar-fill.done')].filter(seen).length >= 4)`, "true")
	p.eval(t, `store.edit('a digit', (p) => ({ ...p, givens: { r1c1: 2 } }))`, nil)
	p.expect(t, `String(`+has(`engines agree`)+`)`, "false") // they are about another puzzle
}

// engines makes a race of the engines whose names meet a condition, and shows its panel.
func (p *tab) engines(t *testing.T, condition string) {
	t.Helper()
	p.show(t, "engines")
	p.wait(t, `document.querySelectorAll('#panel-engines .choices input').length > 4`)
	p.eval(t, `document.querySelectorAll('#panel-engines .choices input').forEach((box) => {
    if (box.checked !== (`+condition+`)(box.labels[0].textContent.trim())) box.click();
  })`, nil)
}

const usualEngines = `(name) => ['native', 'gini', 'gophersat', 'frontier'].includes(name)`

// allEngines has all engines race that are registered, but for the test's own.
func allEngines(t *testing.T, p *tab) {
	p.load(t, "")
	p.expect(t, `(document.getElementById('tab-engines').click(), String(Boolean(seek('Run them'))))`, "false") // none is known yet
	p.set(t, small)
	p.engines(t, `(name) => name !== 'dropping'`)
	p.press(t, "Run them")
	p.wait(t, has(`✓ \d\d engines agree: 1 solution, each of them checked`))
	p.expect(t, `(() => {
    const shown = [...document.querySelectorAll('.panel tbody th')].filter(seen).map((e) => e.firstChild.firstChild.textContent);
    const lacking = [...document.querySelectorAll('#panel-engines .choices input:checked')].map((box) => box.labels[0].textContent.trim())
      .filter((name) => !shown.includes(name));
    return shown.length < 20 ? shown.join() : lacking.join();
  })()`, "")
	p.engines(t, usualEngines)
}

// disagreement has an engine race that drops a solution, and opens the smallest case.
func disagreement(t *testing.T, p *tab) {
	p.set(t, `{ grid: { rows: 3, columns: 3 }, givens: { r1c1: 1, r2c2: 3 } }`)
	p.engines(t, `(name) => ['native', 'dropping'].includes(name)`)
	p.press(t, "Run them")
	p.wait(t, has(`✗ The engines disagree: [^]*dropping[^]*In the smallest case, of \d+ tr`))
	p.expect(t, `document.querySelector('.verdict pre').textContent.replace(/\d/g, '1')`, "name: engines disagree\nvariables: {r1c1: 1}\n")
	p.press(t, "Open it")
	p.wait(t, `Object.keys(store.puzzle.variables ?? {}).length === 1`)
	p.engines(t, usualEngines)
	p.set(t, small)
	p.wait(t, `document.querySelector('.picture').textContent.includes('3')`)
	p.refusals(t, "draw") // of the case, which has no grid
}

// hopeless are searches that take hours: 15 variables that differ, with 14 values. Gini's is one call of the library, which only
// the worker's end stops in a static build.
func hopeless(t *testing.T, p *tab) {
	for _, engine := range []string{"gophersat", "gini"} {
		p.expect(t, fmt.Sprintf(`call('race', { puzzle: {
      variables: Object.fromEntries(Array.from({ length: 15 }, (_, i) => ['x' + i, '1..14'])),
      constraints: [{ kind: 'all-different', cells: Array.from({ length: 15 }, (_, i) => 'x' + i) }],
    }, engines: [%q], timeout: 0.5 }).then((answer) => answer.engines[0].outcome, ({ message }) =>
      message === 'race: stopped after 0.5 s, the timeout of the request' ? 'cut off' : message)`, engine), "cut off")
	}
	p.show(t, "live")
	p.wait(t, has(`Solvable\s+✓ yes`)) // the page answers
}

func replay(t *testing.T, p *tab) {
	p.set(t, magic)
	p.show(t, "engines")
	p.press(t, "Record")
	p.wait(t, has(`\d events?.*: .*\d nodes?`)+` && `+has(`Before the first event`))
	p.press(t, "One event on")
	p.wait(t, has(`1\. `))
	p.press(t, "To the end")
	p.press(t, "One event back")
	p.choose(t, "Speed", "40")
	p.press(t, "To the start")
	p.press(t, "Play")
	p.wait(t, `seek('Play') && `+has(`([\d,]+) of \1\n`)) // it has played to the end
	p.choose(t, "Search of", "gophersat")
	p.press(t, "Record")
	p.wait(t, has(`learnt clause[^]*Before the first event`))
	p.press(t, "One event on")
	p.wait(t, has(`Conflict 1 teaches: `))
}

// inCell is the text that the picture has in a cell.
func inCell(text, cell string) string {
	return fmt.Sprintf(`[...document.querySelectorAll('.picture text')].find((e) => {
    const { left, right, top, bottom } = cell(%q).getBoundingClientRect(), { x, y } = e.getBoundingClientRect();
    return e.textContent === %q && x > left && x < right && y > top && y < bottom;
  })`, cell, text)
}

func formula(t *testing.T, p *tab) {
	const chosen = `document.querySelector('#panel-formula select:has([value="4"])').value`
	p.set(t, `{ grid: { boxes: '2x2' }, givens: { r1c1: 1 }, constraints: [{ kind: 'skyscraper', row: 2, count: 3 },
    { kind: 'skyscraper', row: 2, end: true, count: 2 }, { kind: 'thermometer', line: 'r3c1-r3c3' }] }`)
	p.eval(t, `(store.select([]), store.clue = 2)`, nil)
	p.show(t, "formula") // what was chosen before is shown
	p.wait(t, has(`\d clauses of`)+` && seek('Constraint').selectedOptions[0].textContent.includes('Thermometer r3c1')`)
	p.show(t, "live")
	p.show(t, "formula")
	p.wait(t, has(`\d clauses of`)+` && seek('Constraint').selectedOptions[0].textContent.includes('Thermometer r3c1')`)
	p.click(t, inCell("3", "r1c4"))
	p.wait(t, has(`Cell\s+r1c4`)+` && `+has(`¬r1c4=3`)+` && `+chosen+` === '3' && seek('Constraint').value === ''`)
	p.click(t, cellOf("r3c2")) // its middle is between candidates
	p.wait(t, has(`Cell\s+r3c2`)+` && `+chosen+` === ''
    && document.querySelector('#panel-formula optgroup')?.label === 'With r3c2'
    && /Thermometer/.test(document.querySelector('#panel-formula optgroup').textContent)`)
	for i, number := range []string{"3", "2"} {
		p.click(t, `[...document.querySelectorAll('.picture text')].find((e) => e.textContent === '`+number+`'
      && e.closest('g').querySelector('title')?.textContent === 'skyscraper')`)
		p.wait(t, fmt.Sprintf(`store.clue === %d && seek('Constraint').selectedOptions[0].textContent.includes('count %s')`, i, number))
		p.wait(t, has(`Cell\s+none selected`)+` && `+has(`\d clauses of`))
	}
	p.set(t, `{ grid: { boxes: '3x3' } }`)
	p.eval(t, `store.select(['r2c4'])`, nil)
	p.wait(t, has(`Cell\s+r2c4`)+` && `+has(`\d clauses of [\d,]+; 729 variables`))
	p.set(t, `{ grid: { boxes: '3x3', values: '0..8' }, constraints: [{ kind: 'all-different', cells: ['r1c4', 'r2c1', 'r3c7'] }] }`)
	p.expect(t, `[...document.querySelector('#panel-formula select:has([value="5"])').options].map((one) => one.value).join('')`, "012345678")
	p.wait(t, `seek('Constraint').options.length === 29`)
	p.eval(t, `(store.select([]), store.clue = 0)`, nil)
	p.wait(t, has(`\b27 clauses of`)+` && seek('Constraint').value === '27'`)
	p.set(t, `{ grid: { boxes: '2x2' } }`)
	p.wait(t, has(`\d clauses of [\d,]+; 64 variables`)+` && seek('Constraint').options.length === 13`)
	p.press(t, "Propagate the formula")
	p.wait(t, has(`0 literals more follow from 0 choices`))
	p.expect(t, `(seek('Propagate the formula').click(), store.open(`+small+`),
    String([...document.querySelectorAll('[data-literal]')].filter(seen).length))`, "0")
	p.wait(t, has(`\d clauses of [\d,]+; 64 variables`))
	p.expect(t, `String(`+has(`follow from`)+`)`, "false")
	p.hit(t, cellOf("r1c4"))
	p.wait(t, has(`\b47 clauses of 393`)+` && `+has(`¬r1c4=1`))
	p.choose(t, "Write as", "dimacs")
	p.wait(t, `document.querySelector('.clauses li').textContent.endsWith(' 0')`)
	p.choose(t, "Write as", "symbols")
	p.eval(t, `(() => {
    const value = document.querySelector('#panel-formula select:has(option[value="4"])');
    value.value = '4';
    value.dispatchEvent(new Event('change'));
  })()`, nil)
	p.wait(t, `!`+has(`\b47 clauses of 393`)+` && `+has(`\d clauses of 393`))
	p.click(t, `seek('r1c4=4')`)
	p.wait(t, has(`more follows? from 1 choice`)+` && seek('Take back r1c4=4')`)
	p.eval(t, coloured, nil)
	p.expect(t, `String(Boolean(seek('Take back r1c4=4')))`, "true")
	p.press(t, "Take all back")
	p.wait(t, has(`from 0 choices`))
	p.expect(t, `document.querySelector('[aria-label="What follows"]').textContent.match(/=[05-9]/)?.input`, "") // names of the larger grid
	p.press(t, "Measure")
	p.wait(t, `[...document.querySelectorAll('.panel tbody tr')].filter(seen).length > 5`)
}

// downloads sets a folder that files are saved to, and returns it.
func (p *tab) downloads(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	_, err := chromedp.CallBrowser(p.ctx, browser.SetDownloadBehavior,
		browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// saved waits for a file with an ending, and returns its content.
func (p *tab) saved(t *testing.T, dir, ending string) string {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		names, _ := filepath.Glob(filepath.Join(dir, "*"+ending))
		for _, name := range names {
			if text, err := os.ReadFile(name); err == nil && len(text) > 0 {
				return string(text)
			}
		}
	}
	t.Fatalf("waited %v in vain for a file *%s\nfaults: %q\nthe page:\n%s", patience, ending, p.faults(), p.text(t, "document.body.innerText"))
	return ""
}

func solvers(t *testing.T, p *tab) {
	dir := p.downloads(t)
	p.set(t, small)
	p.show(t, "formula")
	p.wait(t, has(`\d clauses of [\d,]+; 64 variables`)) // they move what is below them
	for _, file := range []struct{ format, ending, part string }{
		{"dimacs", ".cnf", "\np cnf 64 "}, {"opb", ".opb", "x1"}, {"lp", ".lp", "Subject To"}, {"yaml", ".yaml", "2x2"},
	} {
		p.choose(t, "Format", file.format)
		p.press(t, "Download")
		if text := p.saved(t, dir, file.ending); !strings.Contains("\n"+text, file.part) {
			t.Errorf("%s has no %q: %.300s", file.format, file.part, text)
		}
	}
	p.eval(t, `(async () => {
    const { implied } = await call('propagate', { puzzle: store.puzzle, encoding: 'extended/pairwise/auto', literals: [] });
    window.answer = 's SATISFIABLE\nv ' + implied.map(({ id }) => id).filter((id) => id > 0).join(' ') + ' 0\n';
  })()`, nil)
	p.fill(t, "Output of a solver, for one of these files", p.text(t, "answer"))
	p.press(t, "Show the grid")
	p.wait(t, has(`The answer is a solution`)+` && store.view.found?.r4c4 === 1`)
	p.press(t, "Enter it in the grid")
	p.wait(t, `store.puzzle.marks?.r1c4?.value === 4`)
}

// keyboardAlone sets a puzzle, finds it unique and reads its steps without a mouse.
func keyboardAlone(t *testing.T, p *tab) {
	p.set(t, `plain('123.34..2.4.....')`)
	p.load(t, p.text(t, `(await import('./formats.js')).linkOf(store.puzzle).then((link) => new URL(link).hash)`))
	p.eval(t, `document.body.focus()`, nil)
	tab := func(until string) {
		t.Helper()
		for range 60 {
			p.keys(t, kb.Tab)
			var met bool
			if p.eval(t, "Boolean("+until+")", &met); met {
				return
			}
		}
		t.Fatalf("no Tab reaches %s", until)
	}
	tab(`document.activeElement.dataset.cell`)
	p.expect(t, `getComputedStyle(document.activeElement).outlineStyle`, "solid") // the focus is seen
	p.keys(t, kb.End+kb.ArrowDown+kb.ArrowDown+kb.ArrowDown+"z1")                 // of a link, digits are values at first
	p.wait(t, `store.puzzle.givens.r4c4 === 1`)
	tab(`document.activeElement.role === 'tab' || document.activeElement.getAttribute('role') === 'tab'`)
	for range 10 {
		if p.text(t, `document.activeElement.id`) == "tab-live" {
			break
		}
		p.keys(t, kb.ArrowRight)
	}
	p.wait(t, has(`Unique\s+✓ yes`))
	for range 10 {
		if p.text(t, `document.activeElement.id`) == "tab-why" {
			break
		}
		p.keys(t, kb.ArrowRight)
	}
	p.wait(t, has(`Step 1 of`))
	tab(`nameOf(document.activeElement) === 'Next step'`)
	p.keys(t, kb.Enter)
	p.wait(t, has(`Step 2 of`))
}
