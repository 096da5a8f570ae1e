package compare

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// Config defines a comparison.
type Config struct {
	Model      *model.Model
	Contenders []Contender
	Givens     model.Cube    // added to every puzzle
	Limit      uint64        // solutions per puzzle and contender; 0 for all
	Timeout    time.Duration // per puzzle and contender; 0 for none
	Rounds     int           // how often each contender runs each puzzle; below 1: once
	// WarmUp is the number of runs of each contender before the first round, on puzzles drawn by the seed. They are neither timed
	// nor judged.
	WarmUp   int
	Seed     uint64 // draws the order of the puzzles for each round, and the order of the contenders for each puzzle
	Progress func() // called after each puzzle of each round; may be nil
}

// Run compares the contenders on the puzzles. All run one puzzle before any runs the next, in an order drawn each time. So a
// change of the machine's speed affects all equally, and sessions that remember earlier work have equal chances. Times exclude
// the handling of solutions, and opening. A contender's first timeout includes opening; one that needs longer tries again with
// each puzzle. An error is an [OpenError]; contenders' faults, including panics, are in the report. The context's end stops the
// comparison, and the report says so.
func Run(ctx context.Context, config Config, puzzles []model.Puzzle) (*Report, error) {
	config.Rounds = max(config.Rounds, 1)
	report := newReport(&config, puzzles)
	opened := make([]*openContender, len(config.Contenders))
	for i, contender := range config.Contenders {
		opened[i] = &openContender{Contender: contender, row: &report.Rows[i]}
		defer opened[i].close()
		limited, cancel := config.limited(ctx, 0)
		err := opened[i].open(limited, config.Model)
		late := endedBy(limited, err)
		cancel()
		switch {
		case err != nil && ctx.Err() != nil:
			report.Stopped = true
			return report, nil
		case err != nil && !late:
			return nil, &OpenError{i, err}
		}
	}
	random := rand.New(rand.NewPCG(config.Seed, 0))
	config.warmUp(ctx, opened, puzzles, random)
	for number := range config.Rounds {
		for _, p := range random.Perm(len(puzzles)) {
			order := random.Perm(len(opened))
			round, runs := newRound(&config, puzzles[p]), make([]*run, len(opened))
			for _, i := range order {
				if ctx.Err() != nil {
					report.Stopped = true
					break
				}
				runs[i] = round.run(ctx, opened[i])
				report.add(i, p, runs[i])
			}
			report.judge(p, number, round, runs)
			if ctx.Err() == nil && config.Progress != nil {
				config.Progress()
			}
		}
	}
	slices.SortFunc(report.Failures, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(a.Contender, b.Contender))
	})
	return report, nil
}

// NotRun returns the report of a comparison that is stopped before it begins.
func NotRun(config Config, puzzles []model.Puzzle) *Report {
	report := newReport(&config, puzzles)
	report.Stopped = true
	return report
}

// limited returns a context that ends with the rest of a puzzle's timeout.
func (config *Config) limited(ctx context.Context, spent time.Duration) (context.Context, context.CancelFunc) {
	if config.Timeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, config.Timeout-spent)
}

// endedBy reports whether an error only says that the context has ended.
func endedBy(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, context.Cause(ctx))
}

// openContender is a contender with its session.
type openContender struct {
	Contender
	row     *Row
	session engine.Session // nil until it is open
	spent   time.Duration  // of the first timeout
	// Of a race:
	listed   atomic.Uint64 // solutions so far
	progress func(engine.Progress)
}

func (s *openContender) open(ctx context.Context, m *model.Model) (err error) {
	start := time.Now()
	s.session, err = s.Contender.open(ctx, m, s.progress)
	s.spent = max(time.Since(start), 1)
	if err == nil {
		s.row.Open = s.spent
	}
	return err
}

func (s *openContender) close() {
	if s.session != nil {
		s.session.Close()
	}
}

// warmUp gives each contender its runs before the first round, on the puzzles in a random order. If there are fewer puzzles than
// runs, it repeats them.
func (config *Config) warmUp(ctx context.Context, opened []*openContender, puzzles []model.Puzzle, random *rand.Rand) {
	if config.WarmUp == 0 || len(puzzles) == 0 {
		return
	}
	order := random.Perm(len(puzzles))
	for n := range config.WarmUp {
		for _, s := range opened {
			if ctx.Err() != nil {
				return
			}
			newRound(config, puzzles[order[n%len(order)]]).run(ctx, s)
		}
	}
}
