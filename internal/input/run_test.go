package input

import (
	"bufio"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// treeOf reads a text, and writes its nodes with their places, or the error. With whole, the library reads all of it.
func treeOf(text string, whole bool) (tree string, cuts int) {
	d := &Reader{File: "f"}
	s := &source{from: bufio.NewReaderSize(strings.NewReader(text), askBytes)}
	read := d.document
	if !whole {
		read = func(*source) (*Node, error) { return d.Document(strings.NewReader(text)) }
		s.runs = runs{}
		_, _ = s.Read(make([]byte, 1))
	}
	root, err := read(s)
	if err != nil {
		return err.Error(), len(s.runs)
	}
	var w strings.Builder
	var write func(n *Node)
	write = func(n *Node) {
		fmt.Fprint(&w, "(", n.Kind, n.Style, n.Tag == "!!null", n.Anchor, n.Line, ":", n.Column, n.Value)
		for _, child := range n.Content {
			write(child)
		}
		w.WriteString(")")
	}
	write(root)
	return w.String(), len(s.runs)
}

// TestRuns compares what is read with long runs to what the library reads by itself: nodes with their places, or errors.
func TestRuns(t *testing.T) {
	lines := []string{
		"[RUN]", "[[RUN], x]", "[RUN -1]", "[x, RUN]", "[RUN # c\n RUN]", "[RUN#c\n]", "[x, # RUN\n RUN]", "[x\n,RUN]", "[{a: [RUN]}, RUN]", "[[x, RUN], [[RUN]], RUN]",
		"[RUN: x]", "[a: RUN]", "[x RUN]", "[!!str RUN]", "[&x RUN, *x]", "&y [RUN]", "{RUN}", "{a: [RUN], RUN}", "[? RUN]", "[RUN, ]", "[RUN", "RUN]",
		"\"[RUN]\"", "'[RUN]'", "'x, RUN'", "|\n  [RUN]", ">-\n  x, RUN\n  y", "x, RUN", "[RUN]\n - x", "\n  - [RUN]\n  - RUN", "['RUN', \"RUN\"]",
	}
	read, cut := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for i := range rapid.IntRange(1, 4).Draw(t, "lines") {
			text += fmt.Sprintf("k%d: %s\n", i, rapid.SampledFrom(lines).Draw(t, "line"))
		}
		run := rapid.StringMatching(`(( |\n ?|)(-?[0-9a-c][0-9a-c_.-]{0,3}|null|r1c1|\[[0-9ab]( ?, ?-?[0-9]){0,3},?\]|[a-c]|[0-9]|\[{1,6}1, (2,?\]|\[3],){1,6})[ \n]?,){1,3}`)
		for strings.Contains(text, "RUN") {
			text = strings.Replace(text, "RUN", strings.Repeat(run.Draw(t, "run"), rapid.IntRange(20, 90).Draw(t, "times")), 1)
		}
		if at := rapid.IntRange(0, 2*len(text)).Draw(t, "at"); at < len(text) {
			text = text[:at] + rapid.SampledFrom(strings.Split("[]{},:#'\"?-&*!|>~x\n\r\té \u2028\ufeff", "")).Draw(t, "sign") + text[at:]
		}
		got, cuts := treeOf(text, false)
		want, _ := treeOf(text, true)
		if got != want {
			t.Fatalf("%q: %s", text, difference(got, want))
		}
		if strings.HasPrefix(want, "(") {
			if read++; cuts > 0 {
				cut++
			}
		}
	})
	t.Logf("%d texts are YAML, %d with runs", read, cut)
	long := "a: [" + strings.Repeat("1, ", 1<<15) + "[" + strings.Repeat("1, ", 1<<15) + "2], " + strings.Repeat("[1, x],\n", 1<<15) + "[]]\nb: &x [" + strings.Repeat("[y, -1,], ", leastRun) + "]\nc: [*x, *x]\n"
	got, cuts := treeOf(long, false)
	if want, _ := treeOf(long, true); got != want || cuts == 0 {
		t.Errorf("%d runs of a long text: %s", cuts, difference(got, want))
	}
}

// difference shows where two texts begin to differ.
func difference(got, want string) string {
	same := 0
	for same < min(len(got), len(want)) && got[same] == want[same] {
		same++
	}
	return fmt.Sprintf("read as … %.80q, expected … %.80q", got[max(0, same-20):], want[max(0, same-20):])
}
