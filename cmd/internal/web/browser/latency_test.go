package browser

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"

	"qmsat/internal/lists"
	"qmsat/model/modeltest"
)

// keystrokes are functions of the page that measure from a key event in a cell until the page has painted whether there is a
// solution, and which candidates are possible; and until it has painted their counts up to 100, or that these were cut off.
const keystrokes = `(async () => {
  const { normalize } = await import('./state.js');
  const { shapeOf } = await import('./cells.js');
  const { kinds } = await call('about', {});
  const panel = document.getElementById('panel-live');
  const most = 25_000; // longer than the page waits for an answer
  const viewed = () => new Promise((done) => {
    store.addEventListener('view', done, { once: true });
    setTimeout(done, most);
  });
  const painted = async () => {
    await new Promise(requestAnimationFrame);
    const { port1, port2 } = new MessageChannel();
    await new Promise((done) => {
      port1.onmessage = done;
      port2.postMessage(0);
    });
  };
  const said = () => panel.querySelector('.facts dd').textContent[0];
  const answered = async () => { // an answer that takes long is preceded by an empty view; n: not known in time
    for (const since = performance.now(); performance.now() - since < most;) {
      await viewed();
      await painted();
      if ('✗n'.includes(said()) || said() === '✓' && document.querySelector('.overlay .counts text')) return;
    }
  };
  const timing = () => panel.querySelector('.facts ~ p.muted');
  const done = async () => { // it says how long the whole answer took
    for (const since = performance.now(); !timing().textContent && performance.now() - since < most;) await painted();
    await painted();
  };
  const becomes = async (puzzle) => {
    timing().textContent = '';
    store.open(puzzle); // which takes the old view away
    await answered();
    await done();
  };
  const press = async (name, digit, solvable) => {
    store.mode = 'given';
    store.select([name]);
    await painted();
    const [key, code] = digit === null ? ['Delete', 'Delete'] : [String(digit), 'Digit' + digit];
    timing().textContent = '';
    const since = performance.now(), event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true });
    const answer = answered();
    cell(name).dispatchEvent(event);
    await answer;
    const candidates = performance.now() - since;
    if (said() !== (solvable ? '✓' : '✗') && said() !== 'n' && candidates < most) {
      throw new Error(name + ' ' + key + ': ' + said() + ': ' + JSON.stringify(store.puzzle));
    }
    await done();
    return { candidates, counts: performance.now() - since, cut: timing().textContent.includes(': ') || !timing().textContent };
  };
  // samples opens a puzzle of the library in its variants, each but for the last key, and returns how long each key takes, in ms.
  // It returns null if the puzzle cannot be read, is not 9×9, has no givens, or has no solution.
  window.samples = async (name, index) => {
    const item = await call('library', { name, index }).catch(() => null);
    if (!item) return null;
    const puzzle = normalize(item.puzzle, kinds), shape = shapeOf(puzzle), { givens = {} } = puzzle;
    if (shape?.rows !== 9 || shape.columns !== 9 || shape.values.length !== 9 || !Object.keys(givens).length) return null;
    await becomes(puzzle);
    if (said() === '✗') return null;
    const less = (away) => ({ ...puzzle, givens: Object.fromEntries(Object.entries(givens).filter(([of]) => !away.includes(of))) });
    const names = Object.keys(givens), apart = Math.max(1, Math.floor(names.length / 4));
    const cells = names.slice(0, 4).map((_, i) => names[(index + i * apart) % names.length]), times = {};
    await becomes(less(cells.slice(0, 1)));
    times['as it is'] = await press(cells[0], givens[cells[0]], true);
    times['one given less'] = await press(cells[0], null, true);
    if (cells.length >= 4) {
      await becomes(less(cells.slice(0, 3)));
      times['four givens less'] = await press(cells[3], null, true);
    }
    await becomes(puzzle);
    await painted();
    const open = Object.entries(store.view.counts ?? {}).filter(([name]) => cell(name) && givens[name] === undefined);
    for (let i = 0; i < open.length; i++) {
      const [name, counts] = open[(index * 31 + i) % open.length];
      const wrong = shape.values.filter((value) => !(value in counts));
      if (!wrong.length) continue;
      times['one wrong digit'] = await press(name, wrong[index % wrong.length], false);
      break;
    }
    return times;
  };
})()`

// changes are what the last key makes of a puzzle.
var changes = []string{"as it is", "one given less", "four givens less", "one wrong digit"}

// TestLatency measures the time from a key to true candidates with their counts up to 100, for each set of puzzles, as served and as
// a static build, and prints medians and 99th percentiles. With QMSAT_EVERY=N it takes every Nth of top1465.
func TestLatency(t *testing.T) {
	modeltest.OnlyConfirm(t)
	every, err := strconv.Atoi(os.Getenv("QMSAT_EVERY"))
	if err != nil {
		every = 1
	}
	browser := start(t)
	var table strings.Builder
	for _, build := range []struct {
		name    string
		address func(*testing.T) string
	}{{"served", served}, {"static", exported}} {
		p := open(t, browser, build.address(t))
		p.show(t, "live")
		p.eval(t, keystrokes, nil)
		report := func(set string, times map[string][]keyTime) {
			for _, change := range changes {
				row := fmt.Sprintf("| %s | %s | %s | %s |", build.name, set, change, figures(times[change]))
				fmt.Fprintln(&table, row)
				t.Log(row)
			}
		}
		all := map[string][]keyTime{}
		for _, set := range []struct {
			name              string
			count, every, use int
		}{{"quasi-magic", 180, 1, 180}, {"top1465", 1465, every, 1465}, {"iss", 297, 1, 40}} {
			taken, of := 0, map[string][]keyTime{}
			for index := 0; index < set.count && taken < set.use; index += set.every {
				var times map[string]keyTime
				if p.eval(t, fmt.Sprintf("samples('%s', %d)", set.name, index), &times); times == nil {
					continue
				}
				taken++
				for change, time := range times {
					if time.Counts > 1000 || time.Cut {
						t.Logf("%s, %s %d, %s: %+v", build.name, set.name, index, change, time)
					}
					of[change] = append(of[change], time)
					all[change] = append(all[change], time)
				}
			}
			if most := min(set.use, (set.count+set.every-1)/set.every); taken < most {
				t.Errorf("%s: measured %d puzzles, expected %d", set.name, taken, most)
			}
			report(set.name, of)
		}
		report("all", all)
		t.Logf("%s, the example loaded again: median, 99th percentile and most of 20: %s", build.name, spread(p.loads(t, 20)))
	}
	t.Log("\n| build | puzzles | after the key | keys | candidates | with counts | cut |\n" + table.String())
}

// loads opens the page anew with the example in its address, and returns how long that takes until its candidates are shown, in ms.
func (p *tab) loads(t *testing.T, count int) (times []float64) {
	t.Helper()
	command(t, p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `{
    if (location.hash) history.replaceState('drafted', ''); // of a link no candidates are shown
    const look = () => document.querySelector('.overlay .counts text') ? window.answered = performance.now() : requestAnimationFrame(look);
    look();
  }`})
	before := p.text(t, `location.hash`)
	p.set(t, magic)
	p.wait(t, `location.hash !== `+encode(before))
	address := p.text(t, `location.hash`)
	for range count {
		p.load(t, address)
		p.wait(t, `window.answered`)
		var time float64
		p.eval(t, `window.answered`, &time)
		times = append(times, time)
	}
	return times
}

// keyTime is how long a key takes, in ms.
type keyTime struct {
	Candidates float64 // until the possible candidates are shown
	Counts     float64 // until their counts are
	Cut        bool    // the page did not wait for all counts
}

// figures returns how many keys there are, their times, and how many have counts that were cut off, as columns.
func figures(times []keyTime) string {
	cut := lists.Filter(times, func(k keyTime) bool { return k.Cut })
	return fmt.Sprintf("%d | %s | %s | %d", len(times), spread(lists.Map(times, func(k keyTime) float64 { return k.Candidates })),
		spread(lists.Map(times, func(k keyTime) float64 { return k.Counts })), len(cut))
}

// spread returns the median, 99th percentile and maximum of times.
func spread(times []float64) string {
	if len(times) == 0 {
		return "–"
	}
	slices.Sort(times)
	rank := func(share float64) float64 { return times[int(math.Ceil(share*float64(len(times))))-1] }
	return fmt.Sprintf("%.0f, %.0f, %.0f", rank(0.5), rank(0.99), rank(1))
}
