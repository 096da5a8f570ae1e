package browser

import "testing"

// TestPage drives the page as it is served, and as a static build.
func TestPage(t *testing.T) {
	browser := start(t)
	t.Run("served", func(t *testing.T) { testPage(t, open(t, browser, served(t))) })
}

// testPage runs all cases in one tab, each on an empty grid.
func testPage(t *testing.T, p *tab) {
	for _, c := range []struct {
		name string
		run  func(t *testing.T, p *tab)
	}{
		{"mouse", byMouse},
	} {
		t.Run(c.name, func(t *testing.T) {
			p.set(t, `{ grid: { boxes: '3x3' } }`)
			c.run(t, p)
			for _, fault := range p.faults() {
				t.Error(fault)
			}
		})
	}
}

func byMouse(t *testing.T, p *tab) {
	p.click(t, cellOf("r2c3"))
	p.keys(t, "5")
	p.wait(t, `store.puzzle.givens?.r2c3 === 5`)
	p.drag(t, "r1c1", "r1c2", "r1c3")
	if got, want := p.text(t, `[...store.selection].join(' ')`), "r1c1 r1c2 r1c3"; got != want {
		t.Errorf("dragging selects %s, expected %s", got, want)
	}
}
