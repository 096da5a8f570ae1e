package input

import (
	"bytes"
	"strconv"
	"strings"

	"qmsat/internal/memory"

	"go.yaml.in/yaml/v4"
)

// runs are parts of lists that are read here, by their marks. The YAML library would keep the tokens of a whole list in one array, and
// copy that as it grows. The collector waits for such a copy, and all wait for the collector.
type runs map[string][]*Node

// A run has leastRun items at least, and lists within less than mostOpen lists.
const leastRun, mostOpen = 64, 5

// cut puts a mark and blanks in the place of each run in a text; what follows keeps its place. A run consists of words and lists of
// words, each before a comma. It may be a part of something else, such as a text in quotes: then [source.fill] finds no mark.
func (s *source) cut(text []byte) {
	whole := string(text)
	s.kept = append(s.kept, strings.NewReader(whole))
	for at := 0; ; {
		opener := strings.IndexAny(whole[at:], "[,")
		if opener < 0 {
			return
		}
		at += opener + 1
		items, begin, end, next := readRun(whole[at:])
		if len(items) >= leastRun {
			run, mark := text[at+begin:at+end], s.mark+strconv.Itoa(len(s.runs))
			if lines, last := bytes.Count(run, []byte("\n")), bytes.LastIndexByte(run, '\n'); lines == 0 || last >= len(mark)+lines-1 {
				s.runs[mark] = items
				copy(run, mark+strings.Repeat("\n", max(0, lines-1))+strings.Repeat(" ", len(run)))
				if lines > 0 {
					run[last] = '\n'
				}
			}
		}
		at += next
	}
}

// readRun reads a run that a text begins with. The text of its items is text[begin:end], and others may begin at next. The places of
// nodes are those in the run.
func readRun(text string) (items []*Node, begin, end, next int) {
	for ; next < min(len(text), 2*leastRun); next++ {
		if c := text[next]; !inWord(c) && c != ' ' && c != ',' && c != '[' && c != ']' && c != '\n' { // as in most texts
			return nil, 0, 0, next
		}
	}
	open, ready, here := []*Node{{}}, false, position{1, 1} // the run, then the lists that are open
	for next = 0; next < len(text); {
		var n *Node
		in, c, length := open[len(open)-1], text[next], 1
		switch {
		case c == ' ' || c == '\n':
		case c == ',' && ready:
			if ready = false; len(open) == 1 {
				items, end = in.Content, next
			}
		case c == ']' && len(open) > 1:
			open, ready = open[:len(open)-1], true
		case c == '[' && !ready && len(open) < mostOpen:
			n = &Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
			open = append(open, n)
		default:
			word := wordOf(text[next:])
			if ready || word == "" {
				return items, begin, end, next
			}
			n, ready, length = &Node{Kind: yaml.ScalarNode, Value: word}, true, len(word)
		}
		if n != nil {
			if len(open[0].Content) == 0 {
				begin, here = next, position{1, 1}
			}
			n.Line, n.Column = here.line, here.column
			in.Content = append(in.Content, n)
		}
		for range length {
			here, next = here.next(text[next]), next+1
		}
	}
	return items, begin, end, next
}

// inWord reports whether words of runs have a byte.
func inWord(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '.' || c == '-'
}

// wordOf returns the word that a text begins with, or "". Its first character, or the second after a minus, is a letter, a digit or _. The
// word null is not returned.
func wordOf(text string) string {
	n := 0
	for n < len(text) && inWord(text[n]) {
		n++
	}
	if first := strings.TrimPrefix(text[:n], "-"); first == "" || first[0] < '0' || strings.EqualFold(text[:n], "null") {
		return ""
	}
	return text[:n]
}

// fill puts the runs of a list in the place of their marks.
func (s *source) fill(n *Node) {
	var filled []*Node
	done := 0 // items that filled has, or whose runs it has
	for i, item := range n.Content {
		if run := s.runs[item.Value]; run != nil && n.Kind == yaml.SequenceNode {
			settle(run, item)
			delete(s.runs, item.Value)
			filled = memory.Append(s.ctx, "", memory.Append(s.ctx, "", filled, n.Content[done:i]...), run...)
			done = i + 1
		}
	}
	if done > 0 {
		n.Content = memory.Append(s.ctx, "", filled, n.Content[done:]...)
	}
}

// settle gives the nodes of a run their places in the file by that of the mark.
func settle(run []*Node, mark *Node) {
	for _, n := range run {
		if n.Line == 1 {
			n.Column += mark.Column - 1
		}
		n.Line += mark.Line - 1
		settle(n.Content, mark)
	}
}
