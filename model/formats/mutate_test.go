package formats

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qmsat/model/modeltest"
	"qmsat/model/variant"
)

// opened returns the JSON of a link, and a function that makes a text of changed JSON which the link's reader takes.
func opened(name, text string) (tree any, pack func(text string) string, err error) {
	plain := func(text string) string { return text }
	switch name {
	case fpName:
		err = readPacked(fpStart(), text, func(text string) (int, error) { return parseJSON(text, &tree) })
		return tree, plain, err
	case padName:
		err = readPacked(padStart(), text, func(text string) (at int, err error) {
			tree, at, err = parseSCL(text)
			return at, err
		})
		return tree, plain, err
	}
	lines, err := penpaLines(payload(penpaStart(), text))
	if err != nil {
		return nil, nil, err
	}
	_, err = parseJSON(lines[3], &tree)
	return tree, func(text string) string {
		changed := slices.Clone(lines)
		changed[3] = text
		packed, _ := deflated(strings.Join(changed, "\n"))
		return "https://x/penpa-edit/#p=" + packed
	}, err
}

// mutator changes JSON at random.
type mutator struct {
	*rand.Rand
	format string
	size   int
}

// written returns JSON with its keys in any order, with blanks, and with keys that mean nothing.
func (m mutator) written(v any, depth int) string {
	blank := func() string { return strings.Repeat(" ", m.IntN(3)/2) }
	var parts []string
	switch v := v.(type) {
	case map[string]any:
		for _, i := range m.Perm(len(v)) {
			key := slices.Sorted(maps.Keys(v))[i]
			parts = append(parts, blank()+strconv.Quote(key)+blank()+":"+m.written(v[key], depth+1))
		}
		return blank() + "{" + strings.Join(parts, ",") + blank() + "}"
	case []any:
		for _, item := range v {
			parts = append(parts, m.written(item, depth+1))
		}
		return "[" + blank() + strings.Join(parts, ","+blank()) + "]"
	}
	text, _ := json.Marshal(v)
	return string(text)
}

// drawnOnly are keys that a reader says are drawn only, and those without a meaning, by format. What is below them may change in silence.
var drawnOnly = map[string][]string{
	fpName:  slices.Concat(fpDrawn, fpBeside, fpLook, []string{"solution"}),
	padName: slices.Concat(padDrawn, padBeside, padKeys["metadata"], []string{"solution"}),
	"penpa": strings.Fields(`surface symbol freeline freelineE direction squareframe polygon line wall nobulbthermo deletelineE
		command_undo command_redo command_replay`),
}

// changes lists what may change, each with its place and a function that does it.
func (m mutator) changes(at string, v any) (list []change) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			item := v[key]
			if slices.Contains(drawnOnly[m.format], key) || isEmpty(item) {
				continue
			}
			here := at + "/" + key
			list = append(list, change{here + " renamed", func() {
				delete(v, key)
				v[key+"_"] = item
			}})
			list = append(list, m.changes(here, item)...)
			if other, is := m.altered(item); is {
				list = append(list, change{fmt.Sprintf("%s: %v becomes %v", here, item, other), func() { v[key] = other }})
			}
			if items, is := item.([]any); is {
				list = append(list, m.added(here, items, func(items []any) { v[key] = items })...)
			}
			if points, is := item.(map[string]any); is && len(points) > 0 && strings.Trim(slices.Min(slices.Collect(maps.Keys(points))), "0123456789,") == "" {
				from := slices.Sorted(maps.Keys(points))[m.IntN(len(points))]
				to := strconv.Itoa(m.IntN(5 * m.size * m.size))
				if a, _, isEdge := strings.Cut(from, ","); isEdge {
					n, _ := strconv.Atoi(a)
					to = fmt.Sprintf("%d,%d", n-3+m.IntN(6), n)
				}
				if _, taken := points[to]; !taken {
					list = append(list, change{fmt.Sprintf("%s/%s added as %s", here, from, to), func() { points[to] = points[from] }})
				}
			}
		}
	case []any:
		for i, item := range v {
			here := fmt.Sprintf("%s/%d", at, i)
			list = append(list, m.changes(here, item)...)
			if other, is := m.altered(item); is {
				list = append(list, change{fmt.Sprintf("%s: %v becomes %v", here, item, other), func() { v[i] = other }})
			}
		}
	}
	return list
}

// added adds a copy of an item to a list, with something changed.
func (m mutator) added(at string, items []any, put func([]any)) []change {
	isEntry := func(v any) bool { return strings.Contains(strings.TrimPrefix(fmt.Sprint(v), "map["), "[") }
	if !slices.ContainsFunc(items, isEntry) {
		return nil
	}
	i := m.IntN(len(items))
	text, _ := json.Marshal(items[i])
	var copied []any
	_ = json.Unmarshal([]byte("["+string(text)+"]"), &copied)
	what, do := fmt.Sprintf("%s/%d added", at, i), func() {}
	if inside := m.changes("", copied); len(inside) > 0 {
		c := inside[m.IntN(len(inside))]
		what, do = what+" with "+c.what, c.do
	}
	return []change{{what, func() {
		do()
		put(append(slices.Clone(items), copied...))
	}}}
}

type change struct {
	what string
	do   func()
}

var cellText = regexp.MustCompile(`^R\d+C\d+$`)

// altered returns another value of the same sort, or sometimes of none.
func (m mutator) altered(v any) (other any, is bool) {
	switch v := v.(type) {
	case bool:
		return !v, true
	case float64:
		return v + float64(1+m.IntN(2)), true
	case string:
		if number, err := strconv.Atoi(v); err == nil && m.IntN(4) > 0 {
			return strconv.Itoa(number + 1 + m.IntN(2)), true
		}
		if cellText.MatchString(v) && m.IntN(8) > 0 {
			other := fmt.Sprintf("R%dC%d", 1+m.IntN(m.size), 1+m.IntN(m.size))
			return other, other != v
		}
		return v + "x", true
	}
	return nil, false
}

// read returns what a text says, with its sheet, and the reader's warnings or error.
func readSaid(f Format, text string) (said_, told string) {
	p, err := f.ReadNamed("", text)
	if err != nil {
		return "", err.Error()
	}
	if p.Sheet != nil {
		p.Sheet.Foreign = nil
	}
	sheet, _ := json.Marshal(p.Sheet)
	all := append(said(p), string(sheet), p.Model.Name, fmt.Sprint(len(p.Model.Variables)))
	for _, clue := range p.Clues() { // the middle of a palindrome says nothing
		all = append(all, variant.Text(p.Model, clue))
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), "\n"), strings.Join(p.Warnings, "\n")
}

// known reports whether a change adds an indexer in a cell that is in one of these: they are one set of cells.
func known(name, text, what string) bool {
	added := regexp.MustCompile(`^/(\w+indexer)/\d+ added .* becomes (R\d+C\d+)$`).FindStringSubmatch(what)
	if added == nil {
		return false
	}
	tree, _, _ := opened(name, text)
	items, _ := json.Marshal(tree.(map[string]any)[added[1]])
	return strings.Contains(string(items), strconv.Quote(added[2]))
}

// TestMutatedLinks changes links: those of testdata, our own, and those in the folder that QMSAT_LINKS names. If the meaning stays, so
// does the model. If an item changes, the model is another one, the link is refused, or a line tells of it.
func TestMutatedLinks(t *testing.T) {
	times, random := modeltest.Mutations(3, 30)
	var texts []string
	for _, pattern := range []string{"testdata/*.link", filepath.Join(os.Getenv("QMSAT_LINKS"), "*.txt")} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, trim(string(text)))
		}
	}
	texts = append(texts, `{"cells": [[{"value":1},{"value":"2"},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"regions":[[[0,0],[0,1],[1,0],[1,1]],
		[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],
		"metadata":{"antiknight":true,"antiking":"true","disjoint":1},"global":["nonconsecutive"],"cages":[{"value":"antiratio: true"},
		{"cells":[[0,0],[1,0]],"value":5},{"cells":[[2,0],[2,1]],"value":"7","sum":7,"unique":true},{"cells":[[3,0],[2,1]],"sum":6},
		{"cells":[[3,2],[3,3]],"value":"8","sum":8,"unique":false},{"cells":[[2,2],[3,3]],"unique":true,"hidden":true,"type":"disjoint"},
		{"cells":[[0,3],[1,1]],"style":"extraregion","unique":true,"sum":3}]}`)
	for range modeltest.Scale(2, 10) {
		p := drawPuzzle(t, random, map[string]int{})
		for _, name := range []string{fpName, padName, "penpa"} {
			f, err := Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			write := f.Write
			if name == padName {
				write = writeDrawing
			}
			text, _, err := write(p)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, trim(text))
		}
	}
	count, silent := map[string]int{}, map[string]bool{}
	for number, text := range texts {
		f, found := Find("", text)
		if !found || f.Name == "iss" {
			continue
		}
		before, told := readSaid(f, text)
		if before == "" {
			t.Logf("%s %d is not read: %s", f.Name, number, told)
			continue
		}
		p, _ := f.ReadNamed("", text)
		m := mutator{random, f.Name, p.Model.Grid.Rows}
		for range times {
			tree, pack, err := opened(f.Name, text)
			if err != nil {
				t.Fatal(err)
			}
			count[f.Name]++
			if after, toldAfter := readSaid(f, pack(m.written(tree, 0))); after != before || toldAfter != told {
				t.Fatalf("%s %d: another order of keys is another model: %s", f.Name, number, toldAfter)
			}
			list := m.changes("", tree)
			// What a line tells already may be told again; the frame of the grid means nothing.
			list = slices.DeleteFunc(list, func(c change) bool {
				return strings.Contains(told, strings.Split(c.what+"/", "/")[1]) || strings.Contains(c.what, "lineE") && strings.Contains(c.what, "added") ||
					regexp.MustCompile(`^/cages/5/(hidden|type):`).MatchString(c.what) && f.Name == padName || // it is unique in any case
					regexp.MustCompile(`^/cages/5 added with /0/unique: `).MatchString(c.what) && f.Name == padName || // a cage that demands nothing
					regexp.MustCompile(`^/arrow/0/lines/0.*: R8C2 becomes R8C1$`).MatchString(c.what) && number == 1 || // a shaft begins in the other half of its pill
					regexp.MustCompile(`^/numberS/\d+/1:`).MatchString(c.what) // the colour of a sum
			})
			if len(list) == 0 {
				break
			}
			c := list[m.IntN(len(list))]
			c.do()
			json, err := json.Marshal(tree)
			if err != nil {
				t.Fatal(err)
			}
			if after, toldAfter := readSaid(f, pack(string(json))); after == before && toldAfter == told {
				if q, _ := f.ReadNamed("", pack(string(json))); len(q.Clues()) > len(p.Clues()) || known(f.Name, text, c.what) {
					continue // what is added is there already
				}
				key := f.Name + regexp.MustCompile(`\d+|: .* becomes .*`).ReplaceAllString(c.what, "·")
				if !silent[key] {
					t.Errorf("%s %d: %s changes nothing, in silence", f.Name, number, c.what)
				}
				silent[key] = true
			}
		}
	}
	t.Log(count)
}
