package ask

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"qmsat/compare"
	"qmsat/compare/crosscheck"
	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

func init() {
	register(Method{Name: "race", Summary: "engines side by side on a puzzle, and whether they agree", emits: []any{raceEvent{}}}, race)
}

// mostEngines run at once.
const mostEngines = 32

type raceRequest struct {
	About
	Engines []string `json:"engines" note:"with settings in brackets; none: native, gini, gophersat and frontier"`
	Limit   uint64   `json:"limit" value:"100000" least:"1" most:"1000000" note:"of solutions, which are all kept"`
}

var racing = []string{"native", "gini", "gophersat", "frontier"}

// raceEvent says how far an engine is.
type raceEvent struct {
	Engine  string           `json:"engine"`
	State   string           `json:"state"` // waiting, running or ended
	Count   string           `json:"count"`
	Seconds float64          `json:"seconds"`
	Effort  map[string]int64 `json:"effort,omitempty"` // so far; some engines tell it only at the end
	Share   float64          `json:"share,omitempty"`
	Text    string           `json:"text,omitempty"`
}

func (e raceEvent) lane() string { return e.Engine }

type raceAnswer struct {
	Engines      []raceRow     `json:"engines"`
	Agree        bool          `json:"agree"` // no disagreement, and at least two engines confirm each other
	Limit        uint64        `json:"limit"`
	Disagreement *disagreement `json:"disagreement,omitempty"`
}

type raceRow struct {
	Engine    string           `json:"engine"`
	Count     string           `json:"count,omitempty"`
	Complete  bool             `json:"complete"`
	Seconds   float64          `json:"seconds"`
	Open      float64          `json:"open"`
	Effort    map[string]int64 `json:"effort"`
	Outcome   string           `json:"outcome"`
	Confirmed bool             `json:"confirmed"` // by another engine
	Error     string           `json:"error,omitempty"`
}

// disagreement is the smallest case that was found.
type disagreement struct {
	Reason string `json:"reason"` // as it was found
	// Of the smallest case; Shrunk is empty if the fault did not occur again.
	Shrunk  string   `json:"shrunk,omitempty"`
	Engines []string `json:"engines"`
	Text    string   `json:"text"` // the model file, with givens
	Tries   int      `json:"tries"`
}

func race(ctx context.Context, q raceRequest, emit func(any) error) (raceAnswer, error) {
	if len(q.Engines) > mostEngines {
		return raceAnswer{}, badf("engines: found %d, expected at most %d", len(q.Engines), mostEngines)
	}
	m, cube, err := q.Puzzle.bare(ctx)
	if err != nil {
		return raceAnswer{}, err
	}
	if len(q.Engines) == 0 {
		q.Engines = racing
	}
	config := compare.Config{Model: m, Limit: q.Limit}
	for _, name := range q.Engines {
		chosen, err := engineNamed(name)
		if err != nil {
			return raceAnswer{}, err
		}
		config.Contenders = append(config.Contenders, compare.Contender{Engine: chosen.Engine, Options: chosen.Options})
	}
	return runRace(ctx, config, cube, emit)
}

// engineNamed returns a registered engine with its settings. Families of engines are refused: they run commands.
func engineNamed(text string) (engine.Chosen, error) {
	name, _, err := engine.CutSettings(text)
	if err == nil {
		err = input.CheckName("engine", name, engine.Names())
	}
	if err != nil {
		return engine.Chosen{}, BadRequest{err}
	}
	chosen, err := engine.ParseChosen(text)
	switch {
	case err != nil:
		return engine.Chosen{}, BadRequest{err}
	case len(chosen) != 1:
		return engine.Chosen{}, badf("engine: found %q, expected one engine", text)
	}
	return chosen[0], nil
}

// runRace runs a race with its events, and shrinks a disagreement.
func runRace(ctx context.Context, config compare.Config, cube model.Cube, emit func(any) error) (raceAnswer, error) {
	names := lists.Map(config.Contenders, compare.Contender.String)
	report := compare.Race(ctx, config, model.Puzzle{Cube: cube}, func(s compare.Standing) {
		event := raceEvent{
			Engine: names[s.Contender], State: "running", Count: s.Count.String(), Seconds: s.Time.Seconds(),
			Effort: effortOf(s.Effort), Share: s.Progress.Share, Text: s.Progress.Text,
		}
		switch {
		case s.Ended:
			event.State = "ended"
		case !s.Begun:
			event.State = "waiting"
		}
		emit(event)
	})
	answer := raceAnswer{Limit: config.Limit, Agree: len(report.Failures) == 0}
	confirmed := 0
	for i := range report.Rows {
		row, o := &report.Rows[i], &report.Rows[i].Outcomes[0]
		r := raceRow{
			Engine: names[i], Complete: o.Exhausted(), Open: row.Open.Seconds(), Effort: effortOf(o.Effort), Outcome: o.String(),
			Confirmed: o.Answered() && o.Compared,
		}
		if o.Ran() {
			r.Count, r.Seconds = o.Count.String(), o.Times[0].Seconds()
		}
		if o.Err != nil {
			r.Error = o.Err.Error()
		}
		if r.Confirmed {
			confirmed++
		}
		answer.Engines = append(answer.Engines, r)
	}
	answer.Agree = answer.Agree && confirmed > 0
	if failure, failed := report.Smallest(); failed {
		answer.Disagreement = shrunk(ctx, config, cube, failure)
	}
	return answer, nil
}

func effortOf(effort engine.Effort) map[string]int64 {
	values := make(map[string]int64, len(effort))
	for _, m := range effort {
		values[m.Name] = m.Value
	}
	return values
}

// shrinkTry bounds the runs while a disagreement is made smaller.
const shrinkTry = 5 * time.Second

// shrunk makes a disagreement as small as it becomes until the context ends.
func shrunk(ctx context.Context, config compare.Config, cube model.Cube, failure compare.Failure) *disagreement {
	at := []compare.Contender{config.Contenders[failure.Contender]}
	if failure.Against >= 0 {
		at = append(at, config.Contenders[failure.Against])
	}
	s := crosscheck.Shrink(ctx, &crosscheck.Case{Model: config.Model, Cubes: []model.Cube{cube}, Limit: config.Limit, Contenders: at}, shrinkTry)
	d := &disagreement{
		Reason: fmt.Sprintf("%s: %s", failure.Label, failure.Reason), Engines: lists.Map(s.Case.Contenders, compare.Contender.String), Tries: s.Tries,
	}
	if s.Fault != nil {
		d.Shrunk = s.Fault.Reason
	}
	var text bytes.Buffer
	if err := s.Case.WriteModel(&text, "engines disagree"); err != nil && !errors.Is(err, context.Canceled) {
		d.Shrunk = err.Error()
	}
	d.Text = text.String()
	return d
}
