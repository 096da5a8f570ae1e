package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"

	"qmsat/compare/code"
	"qmsat/compare/show"
	"qmsat/encode"
	"qmsat/model"
)

const codecHelp = `encode prints the word of each number, 0 to 248,831, of those words in lexicographic order; decode the number of each word, in which
cells may be erased: of the one word that fits, or "-" where several do, and then the exit status is 1. With --bytes encode takes
bytes from standard input, two a word, and decode writes bytes. channel erases each cell of words with the probability of
--channel. Numbers and words are arguments, or lines of files, or of standard input. All three are for Δ = 2.`

// codecRecord is the JSON object of a word and its number, null where several words fit.
type codecRecord struct {
	Delta  int    `json:"delta"`
	Number *int   `json:"number"`
	Word   string `json:"word"`
}

// book lists the words, for topics that need a list.
func (f *codeFlags) book(ctx context.Context, topic string) (*code.Book, error) {
	if f.delta != code.BookDelta {
		return nil, usageErrorf("code %s --delta %d: only the words for Δ = %d are listed", topic, f.delta, code.BookDelta)
	}
	return code.NewBook(ctx)
}

// printEncoded prints words of numbers.
func printEncoded(ctx context.Context, streams streams, out *lines, f *codeFlags, args []string) error {
	book, err := f.book(ctx, "encode")
	if err != nil {
		return err
	}
	numbers, err := f.numbersToEncode(ctx, streams, args)
	if err != nil {
		return err
	}
	g := &figures[codecRecord]{out: out, format: f.format}
	for _, n := range numbers {
		if n < 0 || n >= len(book.Words) {
			return usageErrorf("number %d, expected 0 to %d", n, len(book.Words)-1)
		}
		word := book.Words[n].String()
		if f.format == "text" {
			out.line(word)
		} else {
			g.add(codecRecord{f.delta, &n, word})
		}
	}
	return g.endData()
}

// numbersToEncode reads numbers, or bytes.
func (f *codeFlags) numbersToEncode(ctx context.Context, streams streams, args []string) (numbers []int, err error) {
	if f.bytes {
		if len(args) > 0 {
			return nil, usageErrorf("code encode --bytes: %d arguments, expected none: bytes come from standard input", len(args))
		}
		message, err := io.ReadAll(encode.Stoppable(ctx, streams.in))
		return code.Numbers(message), err
	}
	if len(args) == 0 {
		scanner := bufio.NewScanner(encode.Stoppable(ctx, streams.in))
		for scanner.Scan() {
			args = append(args, scanner.Text())
		}
		if err := scanner.Err(); err != nil {
			return nil, err
		}
	}
	for _, arg := range args {
		n, err := strconv.Atoi(arg)
		if err != nil {
			return nil, usageErrorf("%q, expected a number of a word", arg)
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
	book, err := f.book(ctx, "decode")
	if err != nil {
		return err
	}
	list, words, err := f.received(streams, args)
	if err != nil {
		return err
	}
	decoder := book.Decoder()
	g := &figures[codecRecord]{out: out, format: f.format}
	var numbers []int
	lost := 0
	for i := range words {
		n, err := decoder.Number(&words[i])
		switch {
		case errors.Is(err, code.ErrNoWord):
			return usageErrorf("%s: %v", where(list[i]), err)
		case err != nil:
			lost++
		default:
			numbers = append(numbers, n)
		}
		switch {
		case f.bytes:
		case f.format != "text" && err != nil:
			g.add(codecRecord{f.delta, nil, words[i].String()})
		case f.format != "text":
			g.add(codecRecord{f.delta, &n, book.Words[n].String()})
		case err != nil:
			out.line("-")
		default:
			out.line(strconv.Itoa(n))
		}
	}
	if err := g.endData(); err != nil {
		return err
	}
	if lost > 0 {
		return &exitError{statusCheck, fmt.Errorf("%d of %s not recovered: more than one word fits", lost, show.Things(len(words), "word"))}
	}
	if !f.bytes {
		return nil
	}
	message, err := code.Message(numbers)
	if err != nil {
		return inputError(err)
	}
	_, err = out.w.Write(message)
	return outputError(err)
}

// printTransmitted prints words as a channel leaves them.
func printTransmitted(ctx context.Context, streams streams, out *lines, f *codeFlags, args []string) error {
	epsilons, err := parseShares(f.erasures.channel)
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
	words, err = code.Transmit(ctx, words, epsilons[0], rand.New(rand.NewPCG(f.erasures.seed, 0)))
	for i := range words {
		out.line(words[i].String())
	}
	return err
}
