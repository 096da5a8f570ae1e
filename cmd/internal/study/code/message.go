package code

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"

	"qmsat/cmd/internal/study"
	"qmsat/compare/show"
	"qmsat/internal/input"
)

var encodeTopic = &study.Topic{
	Name: "encode", Args: "[NUMBER]...", Summary: "turn numbers or bytes into words",
	Help: `Prints the word of each number, from 0. --bytes reads bytes from standard input instead, as many per word as fit: 2
for Δ = 2 and 9 for Δ = 9. Without arguments it reads numbers from standard input.

For Δ = 2 the numbers 0 to 248,831 follow the lexicographic order of words. For other Δ the words are counted first,
or the counts come from --checkpoint; that takes up to half a gigabyte of memory.`,
	Examples: [][2]string{{"code encode 0 248831", "the first and the last word"}},
	New:      study.Of[encoding],
}

var decodeTopic = &study.Topic{
	Name: "decode", Args: "[WORD | FILE]...", Summary: "turn words with erasures back into numbers or bytes",
	Help: `Prints the number of each word. Cells may be erased. "-" means that several words fit; the exit status is then 1.
--bytes writes bytes and undoes encode --bytes. The words are counted first, as in encode.`,
	New: study.Of[decoding],
}

var channelTopic = &study.Topic{
	Name: "channel", Args: "[WORD | FILE]...", Summary: "erase random cells of words",
	Help: `Erases each cell with the probability of --channel, and prints the words.`,
	New:  study.Of[channel],
}

// coding are the options of words and their numbers.
type coding struct {
	spoken
	Bytes bool `flag:"bytes" usage:"bytes instead of numbers"`
	numbered
	output
}

type (
	encoding struct{ coding }
	decoding struct{ coding }
	channel  struct {
		spoken
		seeded
		Channel string `flag:"channel" usage:"erasure probability <N>"`
		output
	}
)

// codecRecord is a word and its number, null where several words fit.
type codecRecord struct {
	Delta  int      `json:"delta"`
	Number *big.Int `json:"number"`
	Word   string   `json:"word"`
}

// receivedRecord is a word as a channel leaves it.
type receivedRecord struct {
	Delta int    `json:"delta"`
	Word  string `json:"word"`
}

// printEach prints n texts, or records in other formats.
func printEach[T any](b *study.Base, n int, text func(i int) string, record func(i int) T) error {
	g := study.NewResults[T](b)
	for i := range n {
		if b.Format == "text" {
			b.Line(text(i))
		} else {
			g.Add(record(i))
		}
	}
	return g.End("", "")
}

// Answer prints words of numbers.
func (o *encoding) Answer(ctx context.Context) error {
	codec, err := o.codec(ctx)
	if err != nil {
		return err
	}
	numbers, err := o.numbers(ctx, codec.Total())
	if err != nil {
		return err
	}
	words, err := codec.Grids(ctx, numbers)
	if err != nil {
		return err
	}
	text := func(i int) string { return words[i].String() }
	return printEach(&o.Base, len(words), text, func(i int) codecRecord { return codecRecord{o.Delta, numbers[i], text(i)} })
}

// codec returns the codec for the Δ.
func (o *coding) codec(ctx context.Context) (Codec, error) {
	if err := o.counted(&o.Base, "checkpoint", "workers"); err != nil {
		return nil, err
	}
	return o.numbered.codec(ctx, &o.Base, o.Delta)
}

// numbers reads numbers, or bytes.
func (o *encoding) numbers(ctx context.Context, total *big.Int) (numbers []*big.Int, err error) {
	in, words := o.Input(ctx), o.Args
	if o.Bytes {
		if len(words) > 0 {
			return nil, fmt.Errorf("code encode --bytes: %d arguments, expected none: bytes come from standard input", len(words))
		}
		message, err := io.ReadAll(in)
		return Pack(message, total), err
	}
	add := func(_ int, word string) error {
		n, ok := new(big.Int).SetString(word, 10)
		if !ok || n.Sign() < 0 || n.Cmp(total) >= 0 {
			return input.ErrorAt(1, "found %q, expected the number of a word, less than %v", input.Clip(word), total)
		}
		numbers = append(numbers, n)
		return nil
	}
	if len(words) == 0 {
		_, err := input.EachLine(ctx, "standard input", in, input.MaxLine, add)
		return numbers, err
	}
	for i, word := range words {
		if err := add(i, word); err != nil {
			return nil, err
		}
	}
	return numbers, nil
}

// Answer prints numbers of words.
func (o *decoding) Answer(ctx context.Context) error {
	if o.Bytes && o.Format != "text" {
		return fmt.Errorf("--bytes cannot be combined with --format %s: bytes have no format", o.Format)
	}
	list, received, err := o.received(&o.Base)
	if err != nil {
		return err
	}
	codec, err := o.codec(ctx)
	if err != nil {
		return err
	}
	var words []Word                 // recovered
	of := make([]int, len(received)) // the place of a word among these, or -1
	for i := range received {
		word, err := codec.Recover(ctx, &received[i])
		switch {
		case errors.Is(err, ErrNoWord):
			return fmt.Errorf("%s: %w", list[i].Location(), err)
		case errors.Is(err, ErrAmbiguous):
			of[i] = -1
		case err != nil:
			return err
		default:
			words, of[i] = append(words, word), len(words)
		}
	}
	numbers, err := codec.Numbers(ctx, words)
	if err != nil {
		return err
	}
	switch {
	case !o.Bytes:
		err = printEach(&o.Base, len(of), func(i int) string {
			if of[i] < 0 {
				return "-"
			}
			return numbers[of[i]].String()
		}, func(i int) codecRecord {
			if of[i] < 0 {
				return codecRecord{o.Delta, nil, received[i].String()}
			}
			return codecRecord{o.Delta, numbers[of[i]], words[of[i]].String()}
		})
	case len(words) == len(received):
		var message []byte
		if message, err = Unpack(numbers, codec.Total()); err == nil {
			err = o.WriteFile("", func(w io.Writer) error { _, err := w.Write(message); return err })
		}
	}
	if lost := len(received) - len(words); lost > 0 && err == nil {
		err = study.Failed(fmt.Errorf("%d of %s not recovered: more than one word fits", lost, show.Things(len(received), "word")))
	}
	return err
}

// Answer prints words as a channel leaves them.
func (o *channel) Answer(ctx context.Context) error {
	epsilons, err := parseShares(o.Channel)
	if err != nil {
		return err
	}
	if len(epsilons) != 1 {
		return fmt.Errorf("code channel: %d probabilities, expected one, --channel N", len(epsilons))
	}
	_, words, err := o.received(&o.Base)
	if err != nil {
		return err
	}
	words, err = transmit(ctx, words, epsilons[0], rand.New(rand.NewPCG(o.Seed, 0)))
	if err != nil {
		return err
	}
	text := func(i int) string { return words[i].String() }
	return printEach(&o.Base, len(words), text, func(i int) receivedRecord { return receivedRecord{o.Delta, text(i)} })
}
