package input_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"qmsat/internal/input"
	"qmsat/internal/memory"
	"qmsat/internal/stop"
)

// read reads a mapping of a text and a list of numbers; both keys may be left out.
func read(text string) (name string, numbers []int, err error) {
	d := &input.Reader{File: "x.yaml"}
	root, err := d.Document(strings.NewReader(text))
	if err != nil {
		return "", nil, err
	}
	f := d.Mapping(root)
	name = f.OptionalText("name")
	f.If("numbers", func(n *input.Node) { numbers = d.Ints(n) })
	f.Done()
	return name, numbers, d.Err()
}

func TestReader(t *testing.T) {
	name, numbers, err := read("numbers: [3, -1]\nname: a b\n")
	if err != nil || name != "a b" || len(numbers) != 2 || numbers[1] != -1 {
		t.Errorf("%q %v, error %v", name, numbers, err)
	}
	for text, want := range map[string]string{
		"":                      "x.yaml:1:1: found an empty file, expected a mapping",
		"- a":                   "x.yaml:1:1: found a list, expected a mapping",
		"name: a\nname: b":      `x.yaml:2:1: "name" appears twice, expected once`,
		"name: a\nnmae: b":      `x.yaml:2:1: found the key "nmae", expected only name, numbers`,
		"numbers: [1, x]":       `x.yaml:1:14: found "x", expected a whole number`,
		"numbers: 1":            `x.yaml:1:10: found "1", expected a list`,
		"numbers: [1e3]":        `x.yaml:1:11: found "1e3", expected a whole number`,
		"name: [a]":             "x.yaml:1:7: found a list, expected text",
		"name: a\n---\nname: b": "x.yaml:2:1: found a second document, expected one",
		"name: 'a":              "x.yaml:1:",
		"name: a\n\tb: 1":       "x.yaml:2:1: not YAML: found a tab, expected blanks",
		"a:\n -\tb: 1\n\tc: 1":  "x.yaml:2:3: not YAML: found a tab, expected blanks",
		"name: a\nb: \xff":      "x.yaml:2:4: not YAML: ",
		"numbers: [" + strings.Repeat("9", 30) + "]": "expected a whole number of 64 bits",
	} {
		if _, _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected %q", text, err, want)
		}
	}
}

// named reads a mapping, and the name in it.
func named(t *testing.T, text string) *input.Mapping {
	t.Helper()
	d := &input.Reader{File: "x.yaml"}
	root, err := d.Document(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	f := d.Mapping(root)
	f.OptionalText("name")
	return f
}

// TestSuggestions checks which names an error suggests for a mistyped one.
func TestSuggestions(t *testing.T) {
	for name, want := range map[string]string{
		"givens": "; did you mean givens?", "GIVENS": "; did you mean givens?", "give": "; did you mean givens?", "gvens": "; did you mean givens?",
		"gievns": "; did you mean givens?", "gvns": "", "gi": "", "domain": "; did you mean domains?", "sun": "; did you mean sum?",
		"--sum": "", "": "", "cel": "; did you mean cell or cells?", "outputsss": "; did you mean outputs?", "outputssss": "",
	} {
		if got := input.DidYouMean(name, []string{"givens", "domains", "cell", "cells", "sum", "outputs"}); got != want {
			t.Errorf("%q: %q, expected %q", name, got, want)
		}
	}
	for text, want := range map[string]string{
		"nmae: a\n":          `x.yaml:1:1: found the key "nmae"; did you mean name?`,
		"b: 1\n":             `x.yaml:1:1: found no "name", expected one`,
		"nmae: a\nname: a\n": `x.yaml:1:1: found the key "nmae", expected only name; did you mean name?`,
	} {
		d := &input.Reader{File: "x.yaml"}
		root, _ := d.Document(strings.NewReader(text))
		f := d.Mapping(root)
		f.Required("name")
		f.Done()
		if err := d.Err(); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, expected %s", text, err, want)
		}
	}
}

// The rest is what was not asked for, and is taken: it complains of its keys, the mapping does not.
func TestRestIsTaken(t *testing.T) {
	f := named(t, "name: a\nb: 1\nc: 2\n")
	rest := f.Rest()
	if len(f.Left()) > 0 || len(rest.Left()) != 2 || rest.OptionalText("b") != "1" || rest.OptionalText("name") != "" {
		t.Errorf("%v is left, and of the rest %v", f.Left(), rest.Left())
	}
}

// Each takes what was not asked for, so that nothing is left to complain of.
func TestEachTakesAll(t *testing.T) {
	f := named(t, "name: a\nb: 1\nc: 2\n")
	keys := ""
	f.Each(func(key, value *input.Node) { keys += key.Value + value.Value })
	if f.Done(); keys != "b1c2" || len(f.Left()) > 0 {
		t.Errorf("%q, and %v is left", keys, f.Left())
	}
}

// textOf reads a mapping of texts, with a number of nodes.
func textOf(t *testing.T, file string) (text string, err error) {
	t.Helper()
	d := &input.Reader{File: "x.yaml"}
	root, err := d.Document(strings.NewReader(file))
	if err != nil {
		return "", err
	}
	var write func(n *input.Node)
	write = func(n *input.Node) {
		text += n.Value
		for _, child := range n.Content {
			text += "("
			write(child)
			text += ")"
		}
	}
	write(root)
	return text, nil
}

func TestAliases(t *testing.T) {
	for _, c := range []struct{ aliases, plain string }{
		{"a: &x [1, 2]\nb: *x\n", "a: [1, 2]\nb: [1, 2]\n"},
		{"a: &x 1\nb: [*x, *x]\n", "a: 1\nb: [1, 1]\n"},
		{"a: &x [&y 1]\nb: [*y, *x]\n", "a: [1]\nb: [1, [1]]\n"},
		{"a: &x {k: 1, l: 2}\nb: {<<: *x, m: 3}\n", "a: {k: 1, l: 2}\nb: {k: 1, l: 2, m: 3}\n"},
		{"a: &x {k: 1, l: 2}\nb: {l: 3, <<: *x}\n", "a: {k: 1, l: 2}\nb: {l: 3, k: 1}\n"},
		{"a: &x {k: 1}\nb: &y {k: 2, l: 3}\nc: {<<: [*x, *y]}\n", "a: {k: 1}\nb: {k: 2, l: 3}\nc: {k: 1, l: 3}\n"},
		{"a: &x {k: 1}\nb: &y {<<: *x, l: 2}\nc: {<<: *y}\n", "a: {k: 1}\nb: {k: 1, l: 2}\nc: {k: 1, l: 2}\n"},
		{"a: &x 1\nb: {*x : 2}\n", "a: 1\nb: {1: 2}\n"},
		{"a: {\"<<\": 1}\n", "a: {'<<': 1}\n"},
	} {
		got, err := textOf(t, c.aliases)
		want, _ := textOf(t, c.plain)
		if err != nil || got != want {
			t.Errorf("%q is read as %s, expected %s: %v", c.aliases, got, want, err)
		}
	}
}

func TestAliasesThatAreRefused(t *testing.T) {
	laughs := "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
	for i := range 12 {
		laughs += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), i)
	}
	for text, want := range map[string]string{
		"a: &x [*x]\n":                     "x.yaml:1:8: found an alias of a node within that node",
		"a: &x {b: [{c: *x}]}\n":           "x.yaml:1:16: found an alias of a node within that node",
		"a: &x [1]\nb: {<<: *x}\n":         `x.yaml:1:8: found "1", expected a mapping to merge`,
		"a: &x 1\nb: {<<: *x}\n":           `x.yaml:1:4: found "1", expected a mapping to merge`,
		"a: &x {k: 1}\nb: {<<: [*x, 2]}\n": `x.yaml:2:14: found "2", expected a mapping to merge`,
		laughs:                             "found aliases that stand for over 131072 nodes",
	} {
		if _, err := textOf(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected %s", text, err, want)
		}
	}
}

// endless is text that repeats for ever after its beginning.
type endless struct {
	text, again string
	read        int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.text == "" {
		e.text = strings.Repeat(e.again, 1<<10)
	}
	n := copy(p, e.text)
	e.text = e.text[n:]
	e.read += n
	return n, nil
}

// held returns the bytes that the process holds, without free memory.
func held() int64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.Sys - stats.HeapIdle)
}

// TestEndless holds that a text without end is read until the budget has no room for it, whatever it is made of, and that a file
// that fits is read.
func TestEndless(t *testing.T) {
	const budget = 24 << 20
	within := func(r io.Reader) error {
		runtime.GC()
		const large = 1 << 40
		before, pages := held(), large-memory.Room(large)
		ctx, stopBudget := memory.WithBudget(t.Context(), before+pages+budget)
		defer stopBudget()
		d := &input.Reader{File: "f", Watch: stop.NewWatch(ctx)}
		root, err := d.Document(r)
		if err == nil {
			d.Mapping(root)
			err = d.Err()
		}
		if taken := held() - before; taken > budget*9/8 {
			t.Errorf("%d MiB taken, expected at most %d", taken>>20, budget>>20)
		}
		return err
	}
	for _, text := range []endless{
		{text: "a: '", again: "a"}, {text: "a: |\n", again: "  a\n"}, {text: "a: [", again: "1,"}, {text: "a:\n", again: "- 1\n"}, {again: "# a\n"}, {again: "\n"},
		{text: "a: [", again: "[1, 2], "}, {text: "a: [", again: "{a: 1}, "}, {text: "a: [", again: "'1',"}, {text: "a:\n", again: "- a: b\n"},
	} {
		name, exceeded := text.text+text.again, new(memory.ExceededError)
		if err := within(&text); !errors.As(err, &exceeded) {
			t.Errorf("%q: error %v, expected the budget's", name, err)
		} else if strings.ContainsAny(name, "{[") && strings.ContainsAny(name, "{'") && exceeded.Need < budget/4 {
			t.Errorf("%q: %v, expected that the tokens' next array is asked for", name, err)
		} else if text.read > 1<<24 {
			t.Errorf("%q: %d MiB read", name, text.read>>20)
		}
	}
	for name, text := range map[string]string{
		"comments": strings.Repeat("# a comment\n", 1<<16) + "a: 1\n", "list": "a: [" + strings.Repeat("1, ", 1<<15) + "1]\n",
		"text": "a: " + strings.Repeat("a", 1<<20), "keys": "a: 1\n" + strings.Repeat("\n", 1<<16) + "b: 1\n",
	} {
		if err := within(strings.NewReader(text)); err != nil {
			t.Errorf("%s of %d KiB: %v", name, len(text)>>10, err)
		}
	}
}

// TestPlaceOfErrors holds that an error has its place, however much text goes before it.
func TestPlaceOfErrors(t *testing.T) {
	for _, before := range []string{"", "a: b\n", strings.Repeat("# é\n", 5000), "# " + strings.Repeat("é", 9000) + "\n", "a: '" + strings.Repeat("ab\n  é ", 5000) + "'\n"} {
		line := strings.Count(before, "\n")
		long := strings.Repeat("é", 9000)
		for text, want := range map[string]string{
			"x: \x01":              fmt.Sprintf("f:%d:4: not YAML: control characters are not allowed (value: 1)", line+1),
			"x: '" + long + "\x01": fmt.Sprintf("f:%d:9005: not YAML: control characters are not allowed (value: 1)", line+1),
			"x:\n\t- 1":            fmt.Sprintf("f:%d:1: not YAML: found a tab, expected blanks", line+2),
		} {
			_, err := (&input.Reader{File: "f"}).Document(strings.NewReader(before + text))
			if err == nil || err.Error() != want {
				t.Errorf("%.20q and %.20q: error %v, expected %s", before, text, err, want)
			}
		}
	}
}
