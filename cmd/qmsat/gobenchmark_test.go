package main

import (
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
)

// What --format go prints is read by the reader that benchstat uses: a result a round and engine, with names whose parts
// benchstat can group by, the time in seconds, and what was measured on.
func TestGoBenchmarkLines(t *testing.T) {
	out := runIn(t, root, "bench --box 2x2 --engine native,gini --sum support --rounds 5 --seed 3 --format go 12.............. 1...2...........")
	reader := benchfmt.NewReader(strings.NewReader(out), "bench")
	results := map[string]int{}
	for reader.Scan() {
		result, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			t.Fatalf("not a result: %v", reader.Result())
		}
		name := string(result.Name.Full())
		if i := strings.LastIndexByte(name, '-'); i >= 0 {
			name = name[:i]
		}
		results[name]++
		if seconds, ok := result.Value("sec/op"); !ok || seconds <= 0 || seconds > 10 || result.Iters != 2 {
			t.Errorf("%s: %v s, %d puzzles", name, seconds, result.Iters)
		}
		for key, want := range map[string]string{"pkg": "qmsat", "seed": "3", "warm-up": "1"} {
			if got := result.GetConfig(key); got != want {
				t.Errorf("%s: %q, expected %q", key, got, want)
			}
		}
		if result.GetConfig("cpu") == "" || result.GetConfig("go") == "" || !strings.HasPrefix(result.GetConfig("command"), "qmsat bench ") {
			t.Errorf("configuration %v", result.Config)
		}
	}
	if err := reader.Err(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Compare/engine=native/puzzles=2", "Compare/engine=gini/encoding=extended+pairwise+support/puzzles=2"} {
		if results[name] != 5 {
			t.Errorf("%d results of %s, expected one a round: %v", results[name], name, results)
		}
	}
}

func TestShellWords(t *testing.T) {
	for want, words := range map[string][]string{
		"qmsat count --box 2x2 -":    {"qmsat", "count", "--box", "2x2", "-"},
		`'a b' 'it'\''s' '' '{};$x'`: {"a b", "it's", "", "{};$x"},
	} {
		if got := shellWords(words...); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}
