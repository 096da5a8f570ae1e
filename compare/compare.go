package compare

import (
	"context"
	"math/rand/v2"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// Config says what is compared, and how.
type Config struct {
	Model      *model.Model
	Contenders []Contender
	Givens     model.Cube    // added to every puzzle
	Limit      uint64        // solutions per puzzle and contender; 0 for all
	Timeout    time.Duration // per puzzle and contender; 0 for none
	Rounds     int           // how often each contender runs each puzzle; below 1: once
	// WarmUp is how many runs each contender has before the first round, on puzzles drawn by the seed. They are neither
	// timed nor judged.
	WarmUp   int
	Seed     uint64 // draws the order of the puzzles anew for each round, and that of the contenders for each puzzle
	Progress func() // called after each puzzle of each round; may be nil
}

// Run compares the contenders on the puzzles. All run one puzzle before any runs the next, in an order drawn each time, so
// that a change of the machine's speed meets all alike; a session that is faster on what it knows has the same chance as
// the others. What is done with solutions is no part of the times. An error is an [OpenError]; what contenders do wrong,
// panics among it, stands in the report. The context's end stops it, and the report says so.
func Run(ctx context.Context, config Config, puzzles []model.Puzzle) (*Report, error) {
	config.Rounds = max(config.Rounds, 1)
	report := newReport(&config, puzzles)
	sessions := make([]engine.Session, len(config.Contenders))
	for i, contender := range config.Contenders {
		start := time.Now()
		session, err := contender.open(ctx, config.Model)
		if err != nil && ctx.Err() != nil {
			report.Stopped = true
			return report, nil
		}
		if err != nil {
			return nil, &OpenError{i, err}
		}
		defer session.Close()
		sessions[i] = session
		report.Rows[i].Open = time.Since(start)
	}
	random := rand.New(rand.NewPCG(config.Seed, 0))
	config.warmUp(ctx, sessions, puzzles, random)
	for round := range config.Rounds {
		for _, p := range random.Perm(len(puzzles)) {
			order := random.Perm(len(sessions))
			if ctx.Err() != nil {
				report.Stopped = true
				break
			}
			runs := make([]*run, len(sessions))
			for _, i := range order {
				runs[i] = config.run(ctx, sessions[i], puzzles[p])
				report.add(i, p, runs[i])
			}
			report.judge(p, round, runs)
			if config.Progress != nil {
				config.Progress()
			}
		}
	}
	report.sortFailures()
	return report, nil
}

// warmUp gives each contender its runs before the first round: on the puzzles of a random order, again from its start where
// there are fewer than runs.
func (config *Config) warmUp(ctx context.Context, sessions []engine.Session, puzzles []model.Puzzle, random *rand.Rand) {
	if config.WarmUp == 0 || len(puzzles) == 0 {
		return
	}
	order := random.Perm(len(puzzles))
	for n := range config.WarmUp {
		for _, session := range sessions {
			if ctx.Err() != nil {
				return
			}
			config.run(ctx, session, puzzles[order[n%len(order)]])
		}
	}
}
