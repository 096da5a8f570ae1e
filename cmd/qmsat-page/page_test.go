package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"qmsat/cmd/internal/web/serve"
	"qmsat/model/modeltest"
)

// mostModule is how much of the network a static build may take, in bytes.
const mostModule = 6e6

// asked is a script for node: it starts the module as the worker does, and asks twice, since the first answer
// compiles it, and then for what only a timeout ends.
const asked = `
require(process.argv[1] + '/wasm_exec.js');
(async () => {
  const go = new Go();
  const module = require('fs').readFileSync(process.argv[1] + '/qmsat.wasm');
  go.run((await WebAssembly.instantiate(module, go.importObject)).instance);
  const events = [], times = [];
  let answer, failure;
  for (let i = 0; i < 2; i++) {
    const begun = performance.now();
    answer = JSON.parse(await qmsatCall('status', process.argv[2], (text) => events.push(JSON.parse(text))));
    times.push(performance.now() - begun);
  }
  const begun = performance.now();
  const cut = JSON.parse(await qmsatCall('count', process.argv[3], () => {}));
  times.push(performance.now() - begun);
  await qmsatCall('nonsense', '{}', null).catch((error) => { failure = error.message; });
  console.log(JSON.stringify({ answer, cut, events, times, failure }));
  process.exit(0);
})();
`

// A static build is small, and its module answers in node as the server does.
func TestStaticBuild(t *testing.T) {
	modeltest.OnlyLong(t)
	folder := t.TempDir()
	var doing []string
	done := 0.0
	tell := func(what string, share float64) {
		if doing = append(doing, what); share < done || share > 1 {
			t.Errorf("%s: the share is %v after %v", what, share, done)
		}
		done = share
	}
	if err := serve.Export(t.Context(), folder, tell); err != nil {
		t.Fatal(err)
	}
	if last := doing[len(doing)-1]; done < 0.9 || !strings.HasPrefix(last, "packing ") {
		t.Errorf("the last step is %q at %v, expected to pack near the end", last, done)
	}
	index, err := os.ReadFile(filepath.Join(folder, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, expected := range []string{`name="qmsat-engine" content="static"`, `script-src 'self' 'wasm-unsafe-eval';`, `default-src 'none'`} {
		if !strings.Contains(string(index), expected) {
			t.Errorf("index.html has no %s", expected)
		}
	}
	if strings.Contains(string(index), "frame-ancestors") {
		t.Error("index.html has frame-ancestors, which browsers refuse there")
	}
	packed, err := os.Stat(filepath.Join(folder, "qmsat.wasm.gz"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the module has %.2f MB gzipped", float64(packed.Size())/1e6)
	if float64(packed.Size()) > mostModule {
		t.Errorf("the module has %d bytes gzipped, expected at most %.0f", packed.Size(), mostModule)
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not here")
	}
	const puzzle = `{"puzzle":{"grid":{"boxes":"3x3"},"givens":{"r1c1":1,"r2c2":2}},"limit":3}`
	const endless = `{"puzzle":{"grid":{"boxes":"3x3"}},"timeout":1}`
	out, err := exec.CommandContext(t.Context(), node, "-e", asked, folder, puzzle, endless).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var said struct {
		Answer struct {
			Solvable, Unique, Complete bool
			Counts                     map[string]map[string]int
		}
		Cut     struct{ Complete *bool }
		Events  []struct{ Solvable, Unique bool }
		Times   []float64
		Failure string
	}
	if err := json.Unmarshal(out, &said); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Logf("times: %.0f ms", said.Times)
	if a := said.Answer; !a.Solvable || a.Unique || !a.Complete || a.Counts["r1c2"]["3"] != 3 || a.Counts["r1c1"]["2"] != 0 {
		t.Errorf("answer %+v", a)
	}
	if said.Cut.Complete == nil || *said.Cut.Complete {
		t.Errorf("an endless count that a timeout ends: %+v", said.Cut)
	}
	if len(said.Events) == 0 || !said.Events[0].Solvable {
		t.Errorf("events %v", said.Events)
	}
	if !strings.Contains(said.Failure, `"nonsense"`) {
		t.Errorf("failure %q of an unknown method", said.Failure)
	}
}
