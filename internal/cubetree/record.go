package cubetree

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/document"
	"qmsat/model"
	"qmsat/model/engine"
)

// Record is what is kept of a cube: its count, how it was split, or neither where it is open.
type Record struct {
	Cube  model.Cube    // the givens besides those of the tree's root, in the order of the splits
	Count *big.Int      // nil unless it is counted
	Split *engine.Split // nil unless it is split
}

// Records yields a record for each cube, those above others first. Cubes within counted ones are left out.
func (t *Tree) Records() iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for n := range t.root.all() {
			if !yield(n.record()) {
				return
			}
		}
	}
}

func (n *Node) record() Record {
	r := Record{Cube: n.path(), Count: n.count}
	if n.children != nil {
		values := make([]int, len(n.children))
		for i, child := range n.children {
			values[i] = child.given.Value
		}
		r.Split = &engine.Split{Var: n.variable, Open: model.Values(values...)}
	}
	return r
}

// Complete reports a cube that has no record, once all records are taken up.
func (t *Tree) Complete() error {
	for n := range t.Open() {
		if !n.recorded {
			return fmt.Errorf("the cube %s has no record", formatCube(t.model, n.path()))
		}
	}
	return nil
}

// Add takes up a record, as Records yields them: of a cube that is the root, or a child of one that was taken up as split
// before. No cube has two.
func (t *Tree) Add(r Record) error {
	n, err := t.find(r.Cube)
	switch {
	case err != nil:
	case n.recorded:
		err = errors.New("it has two records")
	case r.Split != nil:
		_, err = n.Split(*r.Split)
	case r.Count != nil && r.Count.Sign() < 0:
		err = fmt.Errorf("found the count %v, expected one that is not negative", r.Count)
	case r.Count != nil:
		n.Count(r.Count)
	}
	if err != nil {
		return fmt.Errorf("the cube %s: %w", formatCube(t.model, r.Cube), err)
	}
	n.recorded = true
	return nil
}

func (t *Tree) find(path model.Cube) (*Node, error) {
	n := t.root
	for depth, g := range path {
		above := formatCube(t.model, path[:depth])
		switch {
		case n.count != nil:
			return nil, fmt.Errorf("it is within %s, which is counted", above)
		case n.children == nil:
			return nil, fmt.Errorf("it is within %s, which is not split", above)
		case g.Var != n.variable:
			return nil, fmt.Errorf("it is not a child of %s, which is split by %s", above, t.model.NameOf(n.variable))
		}
		i, found := slices.BinarySearchFunc(n.children, g.Value, func(child *Node, value int) int {
			return cmp.Compare(child.given.Value, value)
		})
		if !found {
			return nil, fmt.Errorf("it is within %s with %s=%d, which is refuted", above, t.model.NameOf(g.Var), g.Value)
		}
		n = n.children[i]
	}
	return n, nil
}

// The words of a record's text.
const (
	countWord   = "count"
	splitWord   = "split"
	openWord    = "open"
	refutedWord = "refuted"
	noneWord    = "none" // instead of values
)

// Format writes the record on one line: its cube, and "open", "count 12" or "split r1c3 open 3..5,8 refuted 1,2,6,7,9" after
// that. Each value of the variable's domain stands in it, so that none gets lost.
func (r Record) Format(m *model.Model) string {
	what := openWord
	if r.Count != nil {
		what = fmt.Sprint(countWord, " ", r.Count)
	} else if r.Split != nil {
		refuted := m.DomainOf(r.Split.Var).Minus(r.Split.Open)
		what = fmt.Sprintf("%s %s %s %s %s %s", splitWord, m.NameOf(r.Split.Var),
			openWord, formatValues(r.Split.Open), refutedWord, formatValues(refuted))
	}
	return formatCube(m, r.Cube) + " " + what
}

func formatCube(m *model.Model, cube model.Cube) string { return model.Assignments.FormatCube(m, cube) }

func formatValues(values model.Domain) string {
	if values.Empty() {
		return noneWord
	}
	return values.String()
}

// ParseRecord reads what Format writes.
func ParseRecord(m *model.Model, text string) (Record, error) {
	words := strings.Fields(text)
	at := slices.IndexFunc(words, func(word string) bool { return slices.Contains([]string{openWord, countWord, splitWord}, word) })
	if at < 1 {
		return Record{}, fmt.Errorf("found %q, expected a cube, and %s, %s or %s after it", document.Clip(text), openWord, countWord, splitWord)
	}
	cube, err := model.Assignments.Parse(m, strings.Join(words[:at], " "))
	if err != nil {
		return Record{}, err
	}
	r := Record{Cube: cube}
	switch what := words[at+1:]; words[at] {
	case countWord:
		r.Count, err = parseCount(what)
	case splitWord:
		r.Split, err = parseSplit(m, what)
	default:
		if len(what) > 0 {
			err = fmt.Errorf("found %q, expected nothing after %s", document.Clip(strings.Join(what, " ")), openWord)
		}
	}
	return r, err
}

func parseCount(words []string) (*big.Int, error) {
	text := strings.Join(words, " ")
	count, ok := new(big.Int).SetString(text, 10)
	if !ok || count.Sign() < 0 {
		return nil, fmt.Errorf("found %q, expected a count", document.Clip(text))
	}
	return count, nil
}

func parseSplit(m *model.Model, words []string) (*engine.Split, error) {
	if len(words) != 5 || words[1] != openWord || words[3] != refutedWord {
		return nil, fmt.Errorf("found %q, expected a variable and its values, those that are %s and those that are %s",
			document.Clip(strings.Join(words, " ")), openWord, refutedWord)
	}
	v, known := m.Names()[words[0]]
	if !known {
		return nil, fmt.Errorf("found %q, expected a cell or variable of the model", document.Clip(words[0]))
	}
	open, err := parseValues(words[2])
	if err != nil {
		return nil, err
	}
	refuted, err := parseValues(words[4])
	if err != nil {
		return nil, err
	}
	if all := m.DomainOf(v); !open.Union(refuted).Equal(all) || open.Size()+refuted.Size() != all.Size() {
		return nil, fmt.Errorf("found %s %s %s and %s %s, expected each value of %v in one of the two",
			words[0], openWord, document.Clip(words[2]), refutedWord, document.Clip(words[4]), all)
	}
	return &engine.Split{Var: v, Open: open}, nil
}

// parseValues reads a list of numbers, each once, and ranges lo..hi.
func parseValues(text string) (model.Domain, error) {
	if text == noneWord {
		return model.Domain{}, nil
	}
	var ranges []model.Range
	size := 0
	for part := range strings.SplitSeq(text, ",") {
		lo, hi, isRange := strings.Cut(part, "..")
		if !isRange {
			hi = lo
		}
		low, err1 := strconv.Atoi(lo)
		high, err2 := strconv.Atoi(hi)
		if err1 != nil || err2 != nil || low > high {
			return model.Domain{}, fmt.Errorf("found %q, expected numbers and ranges lo..hi", document.Clip(text))
		}
		ranges = append(ranges, model.Range{Lo: low, Hi: high})
		size += high - low + 1
	}
	values := model.NewDomain(ranges...)
	if values.Size() != size {
		return model.Domain{}, fmt.Errorf("found %q, expected each number once", document.Clip(text))
	}
	return values, nil
}
