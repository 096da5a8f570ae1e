package browser

import (
	"strings"
	"testing"
)

// widths are of phones, tablets and desktops.
var widths = []int64{320, 390, 768, 1024, 1280, 1920}

// tooWide names what is wider than its place: the document, a column beside another, or something in one that does not scroll by itself.
const tooWide = `(() => {
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
