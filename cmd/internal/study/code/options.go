package code

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"qmsat/cmd/internal/study"
	"qmsat/model"
	"qmsat/native/grids"
)

// Topics are the questions about the code.
var Topics = []*study.Topic{
	distancesTopic, erasuresTopic, curvesTopic, subcodesTopic, criticalTopic, stoppingTopic, timeTopic, encodeTopic, channelTopic, decodeTopic,
}

// Options that several topics take.
type (
	spoken struct {
		Delta int `flag:"delta" value:"2" usage:"Δ = <N>, from 2 to 9"`
	}
	seeded struct {
		Seed uint64 `flag:"seed" value:"1" usage:"seed <S> of words and erasures"`
	}
	// numbered are the options of the count that chooses and numbers words.
	numbered struct {
		Workers    int    `flag:"workers" least:"0" usage:"use <N> processors (default: all)"`
		Checkpoint string `flag:"checkpoint" usage:"for Δ > 2: keep the counts of words in <FILE>"`
	}
	// sampled are the options of random words.
	sampled struct {
		Samples int `flag:"samples" value:"100" least:"1" usage:"draw <N> words"`
		seeded
		numbered
	}
	erased struct {
		Erasures string `flag:"erasures" value:"8,16,24,32,40,44,48,52,56,60,64,68,72,76,80" usage:"cells to erase, <N>, such as 8,40-60"`
	}
	// decoded are the options of several decoders.
	decoded struct {
		spoken
		erased
		Subcode  int    `flag:"subcode" least:"0" usage:"for Δ = 2: only words of the subcode with distance <N>"`
		Decoders string `flag:"decoder" lists:"naked-singles,singles,arc-consistency,limited,ml" usage:"decoders, <NAME,...>"`
		sampled
	}
	output struct {
		_ study.BaseFlag `flag:"timeout" usage:"stop after <D>, such as 10s"`
		_ study.BaseFlag `flag:"format" names:"text,json,csv" usage:"output <FORMAT>"`
		study.Base
	}
	charted struct {
		_ study.BaseFlag `flag:"report" objects:"true" usage:"write index.html and results.jsonl into the folder <DIR>"`
		output
	}
)

// Check reports a Δ without words.
func (o *spoken) Check() error {
	if o.Delta < BookDelta || o.Delta > model.MaxDelta(3) {
		return fmt.Errorf("--delta %d, expected %d to %d: smaller Δ have no words", o.Delta, BookDelta, model.MaxDelta(3))
	}
	return nil
}

// numbers reads the numbers of erased cells.
func (o *erased) numbers() ([]int, error) {
	return study.Numbers("erasures", o.Erasures, 0, Length, "40 or 8,40-60")
}

// received reads the words that the arguments name, with or without erasures.
func (o *spoken) received(b *study.Base) ([]model.Puzzle, []Word, error) {
	m, err := model.QuasiMagic(side, o.Delta)
	if err != nil {
		return nil, nil, err
	}
	list, err := b.Puzzles(m).List(b.Files("-")...)
	words := make([]Word, len(list))
	for i, p := range list {
		for _, given := range p.Cube {
			words[i][given.Var] = uint8(given.Value)
		}
	}
	return list, words, err
}

// words reads the words that the arguments name.
func (o *spoken) words(b *study.Base) ([]Word, error) {
	list, words, err := o.received(b)
	if err != nil {
		return nil, err
	}
	for i, p := range list {
		if slices.Contains(words[i][:], 0) {
			return nil, fmt.Errorf("%s: found empty cells, expected a word of %d values", p.Location(), Length)
		}
	}
	return words, nil
}

// book lists the words. An error names the topic.
func (o *spoken) book(ctx context.Context, topic string) (*Book, error) {
	if o.Delta != BookDelta {
		return nil, fmt.Errorf("code %s --delta %d: expected %d: the words of other Δ are not listed", topic, o.Delta, BookDelta)
	}
	return NewBook(ctx)
}

// bookIfAny lists the words for Δ = 2.
func (o *spoken) bookIfAny(ctx context.Context) (*Book, error) {
	if o.Delta != BookDelta {
		return nil, nil
	}
	return NewBook(ctx)
}

// counted refuses flags of the count for Δ = 2, where all words are listed.
func (o *spoken) counted(b *study.Base, names ...string) error {
	if o.Delta != BookDelta {
		return nil
	}
	return b.Misplaced(fmt.Sprintf("needs --delta above %d: all words for Δ = %d are listed", BookDelta, BookDelta), names...)
}

// grids are the options of that count.
func (o *numbered) grids(bar study.Bar) grids.Options {
	return grids.Options{Workers: o.Workers, Progress: bar.Share, Checkpoint: o.Checkpoint}
}

// sample chooses words for a Δ.
func (o *sampled) sample(ctx context.Context, b *study.Base, delta int) ([]Word, error) {
	return SampleWords(ctx, delta, o.Samples, o.Seed, o.grids(b.Bar(1, "choice of words")))
}

// codec returns the codec for a Δ. Except for Δ = 2 it counts the words first.
func (o *numbered) codec(ctx context.Context, b *study.Base, delta int) (Codec, error) {
	return NewCodec(ctx, delta, o.grids(b.Bar(1, fmt.Sprintf("numbering of words for Δ = %d", delta))))
}

// floatOf returns a fraction as a number; nil for nil.
func floatOf(r *big.Rat) *float64 {
	if r == nil {
		return nil
	}
	value, _ := r.Float64()
	return &value
}
