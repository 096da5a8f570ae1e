package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"

	"github.com/spf13/pflag"

	"qmsat/compare/show"
	"qmsat/compare/study/code"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/native/grids"
)

var encodeCommand = codeTopic(command{
	name: "encode", args: "[NUMBER]...", summary: "the words of numbers, or of bytes",
	long: `Prints the word of each number, from 0. With --bytes it takes bytes from standard input, as many a word as its number leaves room
for, 2 for Δ = 2 and 9 for Δ = 9. Numbers are arguments, or lines of standard input. ` + codecHelp,
	examples: []example{{"code encode 0 248831", "the first and the last word"}},
}, printEncoded, (*codeFlags).addDelta, (*codeFlags).addCodec)

var codeDecodeCommand = codeTopic(command{
	name: "decode", args: "[WORD | FILE]...", summary: "the numbers, or the bytes, of words with erasures",
	long: `Prints the number of each word, in which cells may be erased: of the one word that fits, or "-" where several do, and then the exit
status is 1. With --bytes it writes the bytes that encode took. ` + codecHelp + ` decode takes as long, and searches for the words with the
engine native.`,
}, printDecoded, (*codeFlags).addDelta, (*codeFlags).addCodec)

var channelCommand = codeTopic(command{
	name: "channel", args: "[WORD | FILE]...", summary: "erases cells of words at random",
	long: "Erases each cell of words with the probability of --channel.",
}, printTransmitted, (*codeFlags).addDelta, (*codeFlags).addSeed, func(f *codeFlags, flags *pflag.FlagSet) {
	flags.StringVar(&f.channel, "channel", "", "`N`, the probability of an erasure in a channel without memory")
})

// codecHelp tells how words are numbered.
const codecHelp = `For Δ = 2 numbers, 0 to 248,831,
follow the lexicographic order of words. For others they are places in the sum by which qmsat grids counts: that is done first, or taken
from --checkpoint, and takes as much memory, up to half a gigabyte; then one pass finds all words, in up to 1 s for one of them and 10 to
300 ms each for many.`

func (f *codeFlags) addCodec(flags *pflag.FlagSet) {
	flags.BoolVar(&f.bytes, "bytes", false, "bytes instead of numbers")
	f.addNumbering(flags)
}

// codecRecord is the JSON object of a word and its number, null where several words fit.
type codecRecord struct {
	Delta  int      `json:"delta"`
	Number *big.Int `json:"number"`
	Word   string   `json:"word"`
}

// book lists the words, for topics that need a list.
func (f *codeFlags) book(ctx context.Context, topic string) (*code.Book, error) {
	if f.delta != code.BookDelta {
		return nil, usageErrorf("code %s --delta %d: only the words for Δ = %d are listed", topic, f.delta, code.BookDelta)
	}
	return code.NewBook(ctx)
}

// codec counts words, where they are numbered by that.
func (f *codeFlags) codec(ctx context.Context, streams streams, delta int) (code.Codec, error) {
	bar := newBar(streams.err, 1, fmt.Sprintf("numbering of words for Δ = %d", delta))
	defer bar.clear()
	codec, err := code.NewCodec(ctx, delta, f.gridsOptions(bar))
	return codec, orStopped(ctx, err)
}

// gridsOptions are those of the count that words are chosen and numbered by.
func (f *codeFlags) gridsOptions(b bar) grids.Options {
	return grids.Options{Workers: f.workers, Progress: b.share, Checkpoint: f.checkpoint}
}

// printEncoded prints words of numbers.
func printEncoded(ctx context.Context, streams streams, out *lines, f *codeFlags, args []string) error {
	codec, err := f.codec(ctx, streams, f.delta)
	if err != nil {
		return err
	}
	numbers, err := f.numbersToEncode(ctx, streams, args, codec.Total())
	if err != nil {
		return err
	}
	words, err := codec.Grids(ctx, numbers)
	if err != nil {
		return orStopped(ctx, inputError(err))
	}
	g := &results[codecRecord]{out: out, format: f.format}
	for i, n := range numbers {
		if f.format == "text" {
			out.line(words[i].String())
		} else {
			g.add(codecRecord{f.delta, n, words[i].String()})
		}
	}
	return g.end("")
}

// numbersToEncode reads numbers, or bytes.
func (f *codeFlags) numbersToEncode(ctx context.Context, streams streams, args []string, total *big.Int) (numbers []*big.Int, err error) {
	if f.bytes {
		if len(args) > 0 {
			return nil, usageErrorf("code encode --bytes: %d arguments, expected none: bytes come from standard input", len(args))
		}
		message, err := io.ReadAll(stop.Reader(ctx, streams.in))
		return code.Pack(message, total), err
	}
	if len(args) == 0 {
		scanner := bufio.NewScanner(stop.Reader(ctx, streams.in))
		for scanner.Scan() {
			args = append(args, scanner.Text())
		}
		if err := scanner.Err(); err != nil {
			return nil, err
		}
	}
	for _, arg := range args {
		n, ok := new(big.Int).SetString(arg, 10)
		if !ok {
			return nil, usageErrorf("%.40q, expected a number of a word", arg)
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// received reads words with or without erasures.
func (f *codeFlags) received(streams streams, args []string) ([]model.Puzzle, []code.Word, error) {
	if len(args) == 0 {
		args = []string{stdinName}
	}
	m, err := model.QuasiMagic(3, f.delta)
	if err != nil {
		return nil, nil, inputError(err)
	}
	list, err := (&task{model: m, notation: m.Notation()}).listPuzzles(streams.in, args)
	words := make([]code.Word, len(list))
	for i, p := range list {
		for _, given := range p.Cube {
			words[i][given.Var] = uint8(given.Value)
		}
	}
	return list, words, err
}

// printDecoded prints numbers of words.
func printDecoded(ctx context.Context, streams streams, out *lines, f *codeFlags, args []string) error {
	list, received, err := f.received(streams, args)
	if err != nil {
		return err
	}
	codec, err := f.codec(ctx, streams, f.delta)
	if err != nil {
		return err
	}
	var words []code.Word
	lost := make([]bool, len(received))
	for i := range received {
		word, err := codec.Recover(ctx, &received[i])
		switch {
		case errors.Is(err, code.ErrNoWord):
			return usageErrorf("%s: %v", where(list[i]), err)
		case errors.Is(err, code.ErrAmbiguous):
			lost[i] = true
		case err != nil:
			return err
		default:
			words = append(words, word)
		}
	}
	numbers, err := codec.Numbers(ctx, words)
	if err != nil {
		return err
	}
	if f.bytes && len(words) == len(received) {
		message, err := code.Unpack(numbers, codec.Total())
		if err != nil {
			return inputError(err)
		}
		_, err = out.w.Write(message)
		return outputError(err)
	}
	g := &results[codecRecord]{out: out, format: f.format}
	found := 0 // words
	for i := range received {
		var number *big.Int
		word, text := received[i], "-"
		if !lost[i] {
			number, word = numbers[found], words[found]
			text = number.String()
			found++
		}
		switch {
		case f.bytes:
		case f.format == "text":
			out.line(text)
		default:
			g.add(codecRecord{f.delta, number, word.String()})
		}
	}
	if err := g.end(""); err != nil || found == len(received) {
		return err
	}
	return &exitError{statusCheck, fmt.Errorf("%d of %s not recovered: more than one word fits", len(received)-found, show.Things(len(received), "word"))}
}

// printTransmitted prints words as a channel leaves them.
func printTransmitted(ctx context.Context, streams streams, out *lines, f *codeFlags, args []string) error {
	epsilons, err := parseShares(f.channel)
	if err != nil {
		return err
	}
	if len(epsilons) != 1 {
		return usageErrorf("code channel: %d probabilities, expected one, --channel N", len(epsilons))
	}
	_, words, err := f.received(streams, args)
	if err != nil {
		return err
	}
	words, err = code.Transmit(ctx, words, epsilons[0], rand.New(rand.NewPCG(f.seed, 0)))
	for i := range words {
		out.line(words[i].String())
	}
	return err
}
