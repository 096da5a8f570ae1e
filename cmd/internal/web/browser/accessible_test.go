package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"qmsat/model/modeltest"
)

// scenes are the panels with something in them.
var scenes = []struct {
	panel, puzzle string
	prepare       func(t *testing.T, p *tab)
}{
	{"set", clues, func(*testing.T, *tab) {}},
	{"live", `plain('123456789' + '.'.repeat(72))`, func(t *testing.T, p *tab) {
		p.wait(t, `document.querySelector('.overlay .counts text')`)
		p.press(t, "Cancel: Counting solutions") // it goes on for long
	}},
	{"live", `{ grid: { boxes: '3x3' }, givens: { r1c1: 5, r1c9: 5 } }`, func(t *testing.T, p *tab) {
		p.wait(t, has(`Why there is no solution`))
	}},
	{"why", medium, func(t *testing.T, p *tab) {
		p.wait(t, has(`Step 1 of`))
		p.eval(t, `[...document.querySelectorAll('.steps button')].find((one) => /Locked Candidates/i.test(one.textContent)).click()`, nil)
	}},
	{"engines", magic, func(t *testing.T, p *tab) {
		p.press(t, "Run them")
		p.wait(t, has(`engines agree`))
		p.press(t, "Record")
		p.wait(t, has(`Before the first event`))
		p.press(t, "To the end")
	}},
	{"formula", small, func(t *testing.T, p *tab) {
		p.press(t, "Measure")
		p.eval(t, `store.select(['r1c4'])`, nil)
		p.wait(t, has(`¬r1c4=1`))
		p.eval(t, `seek('r1c4=4').click()`, nil)
		p.wait(t, has(`from 1 choice`))
	}},
	{"files", clues, func(t *testing.T, p *tab) { p.wait(t, `seek('Write it as')?.options.length > 3`) }},
	{"keys", clues, func(t *testing.T, p *tab) { p.wait(t, has(`Version`)) }},
	{"live", magic, func(t *testing.T, p *tab) {
		p.press(t, "Open an example")
		p.wait(t, `document.querySelectorAll('.gallery button').length === 12`)
		p.press(t, "More puzzles, by sets")
	}},
}

// look is a size of the window and a theme.
type look struct {
	name, theme   string
	width, height int64
}

var looks = []look{
	{"desktop-light", "light", 1280, 800}, {"phone-dark", "dark", 390, 844},
	{"desktop-dark", "dark", 1280, 800}, {"phone-light", "light", 390, 844},
}

// wear gives the page a look.
func (p *tab) wear(t *testing.T, l look) {
	t.Helper()
	options := []chromedp.EmulateViewportOption{}
	if l.width < 760 {
		options = append(options, chromedp.EmulateTouch, chromedp.EmulateMobile)
	}
	p.size(t, l.width, l.height, options...)
	command(t, p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.theme}},
	})
	p.wait(t, `document.documentElement.dataset.theme === `+encode(l.theme))
}

// stage shows a panel with something in it.
func (p *tab) stage(t *testing.T, i int) {
	t.Helper()
	scene := scenes[i]
	p.eval(t, `document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())`, nil)
	p.set(t, scene.puzzle)
	if scene.panel != "set" || p.text(t, `String(seen(document.getElementById('tab-set')))`) == "true" {
		p.show(t, scene.panel)
	}
	scene.prepare(t, p)
	p.wait(t, `![...document.querySelectorAll('.asking')].some(seen)`)
	p.wait(t, `document.getAnimations().length === 0`) // colours are those of the theme
}

// TestAccessible has axe-core look at each panel as served, on a light desktop; with QMSAT_CONFIRM in all looks. TestPage does so for
// the static build on a dark phone.
func TestAccessible(t *testing.T) {
	accessible(t, open(t, start(t), served(t)), modeltest.Scale(looks[:1], looks[:1], looks))
}

// accessible has axe-core look at each panel in some looks.
func accessible(t *testing.T, p *tab, looks []look) {
	axe, err := os.ReadFile(filepath.Join("..", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Skip("axe-core is not installed: run npm ci in cmd/internal/web")
	}
	run(t, p, chromedp.Evaluate[chromedp.Void](string(axe)))
	p.eval(t, `store.shades = true`, nil) // a puzzle from a link may have been shown before
	for _, l := range looks {
		for i := range scenes {
			t.Run(fmt.Sprintf("%s/%d-%s", l.name, i, scenes[i].panel), func(t *testing.T) {
				p.wear(t, l)
				p.stage(t, i)
				var findings []string
				p.eval(t, `axe.run({ preload: false, resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(
          ({ id, help, nodes }) => nodes.map(({ html, any }) => [id, help, html.slice(0, 200), any.map((e) => e.message)].join(': '))))`,
					&findings)
				if len(findings) > 0 {
					t.Error(strings.Join(findings, "\n"))
				}
				p.expect(t, `String(document.documentElement.scrollWidth <= innerWidth)`, "true")
			})
		}
	}
	for _, fault := range p.faults() {
		t.Error(fault)
	}
}

// TestPictures writes a picture of each panel in each look to a folder, for people to look at, where QMSAT_CONFIRM is set.
func TestPictures(t *testing.T) {
	modeltest.OnlyConfirm(t)
	dir, err := os.MkdirTemp("", "qmsat-pictures")
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, start(t), served(t))
	for _, l := range looks {
		p.wear(t, l)
		for i, scene := range scenes {
			p.stage(t, i)
			for part, top := range []string{`0`, `document.getElementById('right').getBoundingClientRect().top + scrollY`} {
				if part > 0 && l.width > 760 {
					continue
				}
				p.eval(t, `scrollTo(0, `+top+`)`, nil)
				name := filepath.Join(dir, fmt.Sprintf("%s-%d-%s-%d.png", l.name, i, scene.panel, part))
				if err := os.WriteFile(name, p.picture(t), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) < len(scenes)*len(looks) {
		t.Errorf("found %d pictures, %v", len(names), err)
	}
	t.Log("pictures in ", dir)
}
