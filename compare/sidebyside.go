package compare

import (
	"context"
	"errors"
	"math/big"
	"sync"
	"time"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Standing is how far a contender of a [Race] has come.
type Standing struct {
	Contender int           // an index
	Begun     bool          // it does not wait for its turn
	Ended     bool          // Outcome of the report says how
	Count     *big.Int      // solutions so far
	Time      time.Duration // so far, with opening
	Progress  engine.Progress
	Effort    engine.Effort // so far; nil if the engine has not told it yet: some tell it only once they have ended
}

// turn is held by a contender whose engine cannot run several sessions at once. Such engines may share a library.
var turn = make(chan struct{}, 1)

// Race compares the contenders on one puzzle as [Run] does, but they search at the same time, and a contender that does not take
// the model only has an error in its outcome. Of the engines without the ability to run concurrently one runs at a time in the
// whole process. show is called about five times a second for each contender that searches, and once when it has ended, from one
// goroutine. Times are those of contenders that share the machine.
func Race(ctx context.Context, config Config, puzzle model.Puzzle, show func(Standing)) *Report {
	config.Rounds = 1
	report, round := newReport(&config, []model.Puzzle{puzzle}), newRound(&config, puzzle)
	racers := lists.Make(len(config.Contenders), func(i int) *racer {
		r := &racer{number: i}
		r.openContender = openContender{Contender: config.Contenders[i], row: &report.Rows[i], progress: r.report}
		return r
	})
	ended := make(chan *racer)
	for _, r := range racers {
		go func() {
			r.race(ctx, round)
			ended <- r
		}()
	}
	ticker := time.NewTicker(time.Second / 5)
	defer ticker.Stop()
	for left := len(racers); left > 0; {
		select {
		case r := <-ended:
			left--
			r.over = true
			show(r.standing())
		case <-ticker.C:
			for _, r := range racers {
				if !r.over {
					show(r.standing())
				}
			}
		}
	}
	judged := make([]*run, len(racers))
	for i, r := range racers {
		if r.run == nil {
			report.Stopped = true
			continue
		}
		report.add(i, 0, r.run)
		if !errors.As(r.run.err, new(*engine.UnsupportedError)) {
			judged[i] = r.run
		}
	}
	report.judge(0, 0, round, judged)
	return report
}

// racer is a contender in a race.
type racer struct {
	openContender
	number int
	over   bool // run is its result

	mu    sync.Mutex
	begun time.Time
	last  engine.Progress
	meter engine.Meter
	run   *run // nil if ctx ended before its turn
}

func (r *racer) race(ctx context.Context, round *round) {
	if !r.Engine.Abilities.Concurrent {
		select {
		case turn <- struct{}{}:
			defer func() { <-turn }()
		case <-ctx.Done():
			return
		}
	}
	r.mu.Lock()
	r.begun = time.Now()
	r.mu.Unlock()
	defer r.close()
	if r.Workers == 0 {
		ctx = engine.WithMeter(ctx, &r.meter)
	}
	r.run = round.run(ctx, &r.openContender)
}

func (r *racer) report(p engine.Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = p
}

func (r *racer) standing() Standing {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := Standing{
		Contender: r.number, Begun: !r.begun.IsZero(), Ended: r.over, Progress: r.last, Count: new(big.Int).SetUint64(r.listed.Load()),
	}
	if s.Begun {
		s.Time, s.Effort = time.Since(r.begun), r.meter.Effort()
	}
	if r.over && r.run != nil {
		s.Count, s.Effort = r.run.result.Count, r.run.result.Effort
	}
	return s
}
