package ask

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"qmsat/cmd/internal/study/code"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/grids"
)

func init() {
	register(Method{Name: "grids", Summary: "the exact number of quasi-magic grids for a Δ", emits: []any{Progress{}}}, countGrids)
	register(Method{Name: "erase", Summary: "a word with erasures, and what decoders recover"}, erase)
}

type gridsRequest struct {
	Delta int `json:"delta"`
}

type gridsAnswer struct {
	Count   string  `json:"count"`   // empty: the time was over
	Share   float64 `json:"share"`   // the part of the count that is done; the next request counts the rest
	Seconds float64 `json:"seconds"` // of the count, with earlier requests to this process
}

// counting is the count for a Δ, finished or not.
type counting struct {
	gridsAnswer
	grids.Partial
}

// counts are those of the process by Δ. Who counts holds a Δ's count, so that nobody counts the same at the same time.
var counts = func() (all [1 + 9]chan *counting) {
	for delta := range all {
		all[delta] = make(chan *counting, 1)
		all[delta] <- &counting{}
	}
	return all
}()

func countGrids(ctx context.Context, q gridsRequest, emit func(any) error) (a gridsAnswer, err error) {
	if q.Delta < 0 || q.Delta >= len(counts) {
		return a, badf("Δ = %d, expected 0 to %d", q.Delta, len(counts)-1)
	}
	var c *counting
	select {
	case c = <-counts[q.Delta]:
	case <-ctx.Done():
		return a, fmt.Errorf("another request counts the grids for Δ = %d: %w", q.Delta, context.Cause(ctx))
	}
	defer func() { counts[q.Delta] <- c }()
	if c.Count != "" {
		return c.gridsAnswer, nil
	}
	start := time.Now()
	n, err := grids.Count(ctx, q.Delta, grids.Grids, grids.Options{Partial: &c.Partial, Progress: func(done, total int) {
		c.Share = float64(done) / float64(max(total, 1))
		emit(Progress{Text: fmt.Sprintf("%d of %d parts of the sum", done, total), Share: c.Share})
	}})
	c.Seconds += time.Since(start).Seconds()
	switch {
	case err == nil:
		c.Count, c.Share = n.String(), 1
	case !errors.As(context.Cause(ctx), new(timeoutError)):
		return a, err
	}
	return c.gridsAnswer, nil
}

type eraseRequest struct {
	Delta    int    `json:"delta"`
	Erasures int    `json:"erasures"`
	Seed     uint64 `json:"seed" note:"of the word and of the erasures"`
}

type eraseAnswer struct {
	Word     string          `json:"word"`
	Uniform  bool            `json:"uniform"` // the word was drawn, each being equally likely
	Erased   []string        `json:"erased"`
	Decoders []decoderAnswer `json:"decoders"`
	Seed     uint64          `json:"seed"`
}

type decoderAnswer struct {
	Name      string   `json:"name"`
	Recovered values   `json:"recovered"` // erased cells alone
	Open      []string `json:"open"`
	OK        bool     `json:"ok"`
	Error     string   `json:"error,omitempty"`
}

func erase(ctx context.Context, q eraseRequest, _ func(any) error) (a eraseAnswer, err error) {
	switch {
	case q.Delta < 2 || q.Delta > model.MaxDelta(3):
		return a, badf("Δ = %d, expected 2 to %d: for 0 and 1 there are no words", q.Delta, model.MaxDelta(3))
	case q.Erasures < 0 || q.Erasures > code.Length:
		return a, badf("%d erasures, expected 0 to %d", q.Erasures, code.Length)
	}
	var book *code.Book
	if q.Delta == code.BookDelta {
		if book, err = code.NewBook(ctx); err != nil {
			return a, err
		}
	}
	sent, uniform, err := q.word(ctx)
	if err != nil {
		return a, err
	}
	received, erased := code.Erase(sent, q.Erasures, q.Seed), []string{}
	for cell, value := range received {
		if value == 0 {
			erased = append(erased, model.CellName(cell/9, cell%9))
		}
	}
	a = eraseAnswer{Word: sent.String(), Uniform: uniform, Erased: erased, Seed: q.Seed}
	for _, name := range code.DecoderNames() {
		d := decoderAnswer{Name: name, Recovered: values{}, Open: []string{}}
		decoder, err := code.NewDecoder(ctx, name, q.Delta, book)
		found := received
		if err == nil {
			found, err = decoder.Decode(ctx, &received)
		}
		if err != nil {
			found, d.Error = received, err.Error()
		}
		for cell, value := range found {
			switch at := model.CellName(cell/9, cell%9); {
			case value == 0:
				d.Open = append(d.Open, at)
			case received[cell] == 0:
				d.Recovered[at] = int(value)
			}
		}
		d.OK = found == sent
		a.Decoders = append(a.Decoders, d)
	}
	return a, nil
}

// word draws a word: uniformly for Δ = 2, where all words are known; otherwise by a search that tries values in a random order.
func (q eraseRequest) word(ctx context.Context) (w code.Word, uniform bool, err error) {
	if q.Delta == code.BookDelta {
		words, err := code.SampleWords(ctx, q.Delta, 1, q.Seed, grids.Options{})
		if err != nil {
			return w, false, err
		}
		return words[0], true, nil
	}
	m, err := model.QuasiMagic(3, q.Delta)
	if err != nil {
		return w, false, err
	}
	cells := lists.Map(m.OutputVars(), m.NameOf)
	session, err := engine.Open(ctx, "native", m, engine.Options{
		"branch": "first_fail indomain_random " + strings.Join(cells, " "), "seed": strconv.FormatUint(q.Seed, 10),
	})
	if err != nil {
		return w, false, err
	}
	defer session.Close()
	found, err := engine.Collect(ctx, session, nil, 1)
	if err != nil {
		return w, false, err
	}
	for cell, value := range found[0] {
		w[cell] = uint8(value)
	}
	return w, false, nil
}
