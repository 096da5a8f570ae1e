package formats

import (
	"encoding/base64"
	"math/bits"
	"net/url"
	"slices"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/variant"
)

const sixBitDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// sixBits returns the bits of a text, six for each character, the lowest first.
func (r *issReader) sixBits(text string) []bool {
	var bits []bool
	for i := range len(text) {
		digit := strings.IndexByte(sixBitDigits, text[i])
		if digit < 0 {
			r.failf("found the code %q, expected letters, digits, - and _", input.Clip(text))
			return nil
		}
		for bit := range 6 {
			bits = append(bits, digit>>bit&1 == 1)
		}
	}
	return bits
}

// groups splits arguments into lists of cells at empty ones and at names, which begin with _.
func (r *issReader) groups(args []string) (groups []issGroup) {
	name, fresh := "", true
	for _, arg := range args {
		switch {
		case arg == "" || arg[0] == '_':
			if fresh = true; arg != "" {
				name, _ = url.QueryUnescape(arg[1:])
			}
		case fresh:
			groups, fresh = append(groups, issGroup{name, []string{arg}}), false
		default:
			last := &groups[len(groups)-1]
			last.args = append(last.args, arg)
		}
	}
	return groups
}

type issGroup struct {
	name string
	args []string
}

func (r *issReader) regex(args []string) []variant.Entry {
	if len(args) == 0 {
		return nil
	}
	pattern := string(r.decoded(args[0]))
	return lists.Map(r.groups(args[1:]), func(group issGroup) variant.Entry {
		return variant.Entry{Clue: &variant.Regex{Line: r.line(group.args), Expression: pattern}}
	})
}

// decoded returns the bytes of URL-safe base64. Old patterns are percent-encoded instead.
func (r *issReader) decoded(code string) []byte {
	if strings.Contains(code, "%") {
		text, err := url.PathUnescape(code)
		if err != nil {
			r.failf("found the code %q: %v", input.Clip(code), err)
		}
		return []byte(text)
	}
	bytes, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(code, "="))
	if err != nil {
		r.failf("found the code %q, expected base64 for links: %v", input.Clip(code), err)
	}
	return bytes
}

// automaton reads .NFA~code~_name~cells~~cells. A line may have segments with - between them: there the automaton reads a symbol
// after the last value.
func (r *issReader) automaton(args []string) (entries []variant.Entry) {
	if len(args) == 0 {
		return nil
	}
	nfa := r.nfa(args[0])
	for _, group := range r.groups(args[1:]) {
		if r.err != nil {
			return nil
		}
		used := *nfa
		if !slices.Contains(group.args, segmentBreak) {
			used.Next = lists.Map(nfa.Next, func(row [][]int) [][]int { return row[:min(len(row), r.n)] })
		}
		line := lists.Map(group.args, func(arg string) model.Var {
			if arg == segmentBreak {
				return r.segmentBreak()
			}
			return r.cell(arg)
		})
		c, err := used.Regular(line, r.lowest)
		if err != nil {
			r.failf(".NFA %s: %w", group.name, err)
			return nil
		}
		entries = append(entries, variant.Entry{Constraint: c.Named(group.name)})
	}
	return entries
}

// segmentBreak stands between the segments of an automaton's line, and between equal sums.
const segmentBreak = "-"

// segmentBreak returns a variable whose only value is the one after the last.
func (r *issReader) segmentBreak() model.Var {
	if r.breakVar == 0 {
		r.breakVar = r.Declare("segment_break", model.Values(r.lowest+r.n))
	}
	return r.breakVar
}

// bitReader reads numbers of bits, the highest first.
type bitReader struct {
	bytes []byte
	at    int
}

func (b *bitReader) left() int { return 8*len(b.bytes) - b.at }

func (b *bitReader) read(bits int) (value int) {
	for range min(bits, b.left()) {
		value = value<<1 | int(b.bytes[b.at/8]>>(7-b.at%8)&1)
		b.at++
	}
	return value
}

// nfa decodes an automaton. First come the form (0 plain, 1 packed), the bits of a state less one, the symbols less one, the number of
// starts, the number of accepting states that are no starts, and which starts accept (the last bit is the first start). Then, for each
// state, its transitions. The first states are the starts, the next ones accept.
func (r *issReader) nfa(code string) *variant.NFA {
	b := &bitReader{bytes: r.decoded(code)}
	packed := b.read(2) == 1
	stateBits, symbols := b.read(4)+1, b.read(4)+1
	starts, others := b.read(stateBits), b.read(stateBits)
	nfa := &variant.NFA{}
	for i := starts - 1; i >= 0 && b.left() > 0; i-- {
		if b.read(1) == 1 {
			nfa.Accepting = append(nfa.Accepting, i)
		}
	}
	nfa.Starts = lists.Numbers[int](starts)
	for i := range others {
		nfa.Accepting = append(nfa.Accepting, starts+i)
	}
	symbolBits, countBits := bits.Len(uint(symbols-1)), symbols
	if !packed {
		countBits = b.read(4)
	}
	most := starts + others
	for countBits > 0 && b.left() >= countBits {
		row, count := make([][]int, symbols), b.read(countBits)
		for symbol := 0; packed && symbol < symbols; symbol++ {
			if count>>symbol&1 == 1 {
				row[symbol] = []int{b.read(stateBits)}
			}
		}
		for i := 0; !packed && i < count; i++ {
			symbol := b.read(symbolBits)
			row[min(symbol, symbols-1)] = append(row[min(symbol, symbols-1)], b.read(stateBits))
		}
		nfa.Next = append(nfa.Next, row)
		for _, to := range slices.Concat(row...) {
			most = max(most, to+1)
		}
	}
	unreached := nfa.Next[min(most, len(nfa.Next)):] // empty ones fill the last byte
	if over := b.left(); over >= 8 || b.read(over) != 0 || len(slices.Concat(slices.Concat(unreached...)...)) > 0 {
		r.failf("found the automaton %q, expected its end after %d states", input.Clip(code), most)
	}
	if most > len(nfa.Next)+1 && len(nfa.Next) == 0 && code != "" {
		r.failf("found the automaton %q, expected states", input.Clip(code))
	}
	for len(nfa.Next) < most {
		nfa.Next = append(nfa.Next, make([][]int, symbols))
	}
	return nfa
}

// swapped exchanges - and _ in the key, which old texts had the other way round.
func swapped(args []string) []string {
	args = slices.Clone(args)
	if len(args) > 0 {
		args[0] = strings.NewReplacer("-", "_", "_", "-").Replace(args[0])
	}
	return args
}

// relation decodes the pairs of values that a key allows, from the first value on.
func (r *issReader) relation(key string) [][]int {
	var tuples [][]int
	for i, allowed := range r.sixBits(key) {
		if allowed && i >= r.n*r.n {
			r.failf("found the code %q, expected pairs of %d values", input.Clip(key), r.n)
		} else if allowed {
			tuples = append(tuples, []int{r.lowest + i/r.n, r.lowest + i%r.n})
		}
	}
	return tuples
}

// relations reads .Pair~key~_name~cells~~cells: neighbours on a line, or each two of the cells.
func (r *issReader) relations(args []string, all bool) (entries []variant.Entry) {
	if len(args) == 0 {
		return nil
	}
	pairs := r.relation(args[0])
	for _, group := range r.groups(args[1:]) {
		n := &variant.Relation{Titled: variant.Titled{Name: group.name}, Pairs: pairs}
		if cells := r.line(group.args); all {
			n.Cells = cells
		} else {
			n.Line = cells
		}
		if len(group.args) > 1 {
			entries = append(entries, clues(n)...)
		}
	}
	return entries
}
