package code

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"qmsat/cmd/internal/study"
	"qmsat/compare/report/plot"
	"qmsat/internal/stop"
)

// Subcode is the code of the words for Δ = 2 without some classes.
type Subcode struct {
	Delta    int     `json:"delta"`
	Distance int     `json:"distance"` // the smallest distance between two of its words
	Words    int     `json:"words"`    // the number of its words
	Rate     float64 `json:"rate"`
	Ideal    float64 `json:"ideal"`   // cells that an ideal code of this rate must receive
	Dropped  string  `json:"dropped"` // classes, from 1
	Kept     []int   `json:"-"`       // classes, as indices of the book's
}

// Rate returns the rate of a code with a number of words: the logarithm of that number, divided by the logarithm of the number of
// all contents. An ideal code loses no word if at most the remaining share of the 81 symbols is erased.
func Rate(words *big.Int) float64 {
	number, _ := new(big.Float).SetInt(words).Float64()
	return math.Log(number) / (Length * math.Log(digits))
}

// randomFailures returns the share of words that a random code of this size does not recover from this many erasures. Its words
// are chosen at random among all contents. A word is not recovered if another word agrees with it in all cells that are left.
func randomFailures(words *big.Int, erasures int) float64 {
	number, _ := new(big.Float).SetInt(words).Float64()
	return -math.Expm1((number - 1) * math.Log1p(-math.Pow(digits, float64(erasures-Length))))
}

// Sub returns a book of the words that a subcode keeps.
func (b *Book) Sub(s *Subcode) *Book {
	sub := &Book{index: stop.NewKept[index]()}
	newClass := map[int]int{}
	for _, class := range s.Kept {
		newClass[class] = len(sub.Classes)
		sub.Classes = append(sub.Classes, b.Classes[class])
	}
	sub.Words, sub.packed, sub.classOf = slices.Grow(sub.Words, s.Words), slices.Grow(sub.packed, s.Words), slices.Grow(sub.classOf, s.Words)
	for i, class := range b.classOf {
		if to, kept := newClass[class]; kept {
			sub.Words, sub.packed, sub.classOf = append(sub.Words, b.Words[i]), append(sub.packed, b.packed[i]), append(sub.classOf, to)
		}
	}
	return sub
}

// Subcodes returns for each smallest distance that unions of classes have a largest such union, in ascending order.
func (b *Book) Subcodes(ctx context.Context) ([]Subcode, error) {
	// The smallest distance of a class's words from the words of each class. By symmetry its representative has the same
	// distance.
	apart := make([][]int, len(b.Classes))
	for i, class := range b.Classes {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		apart[i] = slices.Repeat([]int{Length + 1}, len(b.Classes))
		from := pack(&class.Representative)
		for w := range b.packed {
			differences := from.differences(&b.packed[w])
			if d := differences.size(); d > 0 {
				apart[i][b.classOf[w]] = min(apart[i][b.classOf[w]], d)
			}
		}
	}
	var list []Subcode
	for least := 1; ; {
		s := b.largest(apart, least)
		if s.Words == 0 {
			return list, nil
		}
		s.Distance = Length + 1
		for _, i := range s.Kept {
			for _, j := range s.Kept {
				s.Distance = min(s.Distance, apart[i][j])
			}
		}
		var dropped []string
		for class := range b.Classes {
			if !slices.Contains(s.Kept, class) {
				dropped = append(dropped, strconv.Itoa(class+1))
			}
		}
		s.Delta, s.Rate, s.Dropped = BookDelta, Rate(big.NewInt(int64(s.Words))), strings.Join(dropped, " ")
		s.Ideal = s.Rate * Length
		list = append(list, s)
		least = s.Distance + 1
	}
}

// largest returns a largest union of classes whose words have at least a given distance.
func (b *Book) largest(apart [][]int, least int) (best Subcode) {
	clash := make([]uint64, len(b.Classes)) // the classes that a class cannot be kept with
	var all uint64
	for i := range apart {
		for j, d := range apart[i] {
			if d < least {
				clash[i] |= 1 << j
			}
		}
		if clash[i]>>i&1 == 0 {
			all |= 1 << i
		}
	}
	words := func(set uint64) (n int) {
		for ; set != 0; set &= set - 1 {
			n += b.Classes[bits.TrailingZeros64(set)].Size
		}
		return n
	}
	var kept uint64
	var choose func(kept, open uint64)
	choose = func(chosen, open uint64) {
		if words(chosen)+words(open) <= best.Words {
			return
		}
		if open == 0 {
			best.Words, kept = words(chosen), chosen
			return
		}
		// A class without clashes among the open ones is kept. Otherwise the search branches on the class with most clashes.
		most, at := -1, 0
		for left := open; left != 0; left &= left - 1 {
			i := bits.TrailingZeros64(left)
			if n := bits.OnesCount64(clash[i] & open); n > most {
				most, at = n, i
			}
		}
		if most == 0 {
			choose(chosen|open, 0)
			return
		}
		choose(chosen|1<<at, open&^(clash[at]|1<<at))
		choose(chosen, open&^(1<<at))
	}
	choose(0, all)
	for ; kept != 0; kept &= kept - 1 {
		best.Kept = append(best.Kept, bits.TrailingZeros64(kept))
	}
	return best
}

var subcodesTopic = &study.Topic{
	Name: "subcodes", Summary: "drop words so that the others are farther apart",
	Help: `For Δ = 2 only. Drops classes of symmetric words so that the remaining words are farther apart. Prints for each smallest distance the
most words that remain, the rate, and how many of the 81 cells an ideal code of that rate has to receive.`,
	New: study.Of[subcodes],
}

type subcodes struct {
	spoken
	charted
}

// Answer prints a line, or an object, for each distance.
func (o *subcodes) Answer(ctx context.Context) error {
	book, err := o.book(ctx, "subcodes")
	if err != nil {
		return err
	}
	list, err := book.Subcodes(ctx)
	if err != nil {
		return err
	}
	g := study.NewResults[Subcode](&o.Base)
	chart := plot.Chart{Description: "words that are left by their smallest distance", X: plot.Whole("smallest distance"), Y: plot.Log("words")}
	for _, s := range list {
		g.Add(s)
		chart.Add("largest subcode", float64(s.Distance), float64(s.Words))
	}
	return g.End("classes are those of qmsat code distances --by class", "Subcodes for Δ = 2", chart)
}
