package report

import (
	"qmsat/compare"
	"qmsat/compare/table"
	"qmsat/model"
	"qmsat/model/engine"
)

// contest has the first fields of the JSON objects of compare and bench: what was run, and the results.
type contest struct {
	Delta    *int    `json:"delta"`
	Engine   string  `json:"engine"`
	Encoding string  `json:"encoding"`
	Puzzles  int     `json:"puzzles"`
	Count    *string `json:"count"` // of one round; null if none were counted: nothing ran, or the engine may fail
	Complete bool    `json:"complete"`
}

func contestOf(set *compare.SetResult, row *compare.Row) contest {
	c := contest{
		Delta: set.Delta, Engine: row.Contender.Engine.Name, Encoding: set.Encoding(row.Contender), Puzzles: row.Puzzles(), Complete: row.Complete(),
	}
	if row.Puzzles() > 0 && !row.MayFail() {
		digits := row.Solutions().String()
		c.Count = &digits
	}
	return c
}

// conditions has the last fields of these objects: the effort, how it was measured, how the engine relates to the others, and the
// failures.
type conditions struct {
	Effort        engine.Effort       `json:"effort"`        // of all rounds
	Settings      engine.Options      `json:"settings"`      // of the engine, all of them but thresholds at their defaults
	Set           string              `json:"set,omitempty"` // of the suite
	Label         string              `json:"label"`         // names the engine and its settings, unlike all others of the set
	Rounds        int                 `json:"rounds"`
	WarmUp        int                 `json:"warm_up"`
	Seed          uint64              `json:"seed"`
	Unfinished    int                 `json:"unfinished"` // puzzles without an answer: cut off, stuck, or the engine failed
	Ratios        []ratioRecord       `json:"ratios"`
	Disagreements []disagreement      `json:"disagreements"`
	Environment   compare.Environment `json:"environment"`
	Stopped       bool                `json:"stopped"`          // the set was not run to its end
	Compared      int                 `json:"compared"`         // puzzles on which another engine found the same, all or up to the limit
	CutOff        int                 `json:"cut_off"`          // puzzles that a timeout or an interrupt cut off
	NotRun        int                 `json:"not_run"`          // puzzles that the engine never ran on
	Solved        *int                `json:"solved,omitempty"` // puzzles, of an engine that may fail
	Stuck         *int                `json:"stuck,omitempty"`
}

// ratioRecord is the ratio of this engine's time to another one's, over puzzles that both finished: a geometric mean with its
// interval of 95 % confidence.
type ratioRecord struct {
	Of       string       `json:"-" text:"time of"`   // the engine's label
	Over     string       `json:"over"`               // the other's
	Ratio    table.Figure `json:"ratio" show:"ratio"` // missing if there is no such puzzle
	Low      table.Figure `json:"low" show:"ratio"`   // missing if there are too few for an interval
	High     table.Figure `json:"high" show:"ratio"`
	Pairs    int          `json:"pairs"`
	Excluded int          `json:"excluded" text:"left out"` // puzzles that one of the two, or both, did not finish
}

func newRatioRecord(report *compare.Report, r compare.PairRatio) ratioRecord {
	return ratioRecord{
		report.Rows[r.Of].Label, report.Rows[r.Over].Label, table.Figure(r.Center), table.Known(r.Low != 0, r.Low), table.Figure(r.High), r.Pairs, r.Excluded,
	}
}

// disagreement is one puzzle on which the engine is wrong.
type disagreement struct {
	model.Puzzle
	Reason string `json:"reason"`
	Failed bool   `json:"failed,omitempty"` // the engine ended with an error, rather than with something wrong
}

func conditionsOf(e compare.Environment, set *compare.SetResult, row int) conditions {
	report := set.Report
	own := &report.Rows[row]
	c := conditions{
		Effort: own.Effort, Settings: own.Contender.Settings(), Set: set.Name, Label: own.Label, Rounds: report.Rounds, WarmUp: report.WarmUp, Seed: report.Seed,
		Unfinished: own.Unfinished(), Ratios: []ratioRecord{}, Disagreements: []disagreement{},
		Environment: e, Stopped: report.Stopped, Compared: own.Compared(), CutOff: own.CutOff(), NotRun: own.NotRun(),
	}
	if own.MayFail() {
		solved, stuck := own.Ended(engine.Solved), own.Ended(engine.Stuck)
		c.Solved, c.Stuck = &solved, &stuck
	}
	for _, r := range report.RatiosOf(row) {
		c.Ratios = append(c.Ratios, newRatioRecord(report, r))
	}
	for _, f := range report.Failures {
		if f.Contender == row {
			c.Disagreements = append(c.Disagreements, disagreement{f.Puzzle, f.Reason, f.Err != nil})
		}
	}
	return c
}
