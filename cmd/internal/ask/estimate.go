package ask

import (
	"context"
	"fmt"

	"qmsat/cmd/internal/ask/setter"
	"qmsat/cmd/internal/study"
	"qmsat/model/engine"
)

func init() {
	register(Method{Name: "estimate", Summary: "estimate how many solutions a puzzle has", emits: []any{Progress{}}, Command: Command{
		Help: `Estimates the number of solutions from samples of native's search tree, where count takes too long. Each sample has
the number of solutions as its expected value.

The two numbers in brackets bound the number with 95 % confidence. They enclose two intervals: by the standard error on
a logarithmic scale, and by Cox's method for log-normal samples. Neither knows of solutions in parts of the tree
that no sample met, so an estimate proves nothing.

knuth follows a random path (Knuth 1975). chen visits the tree level by level and keeps one node for each number of
children (Chen 1992); its samples vary less but take longer. Without --sampling, chen follows if no sample of knuth
meets a solution.

If no sample meets a solution, a search takes a tenth of --timeout or of the samples' time. Its solutions are a
lower bound, >=N, or the exact number if it ends. Without a solution the exit status is 3; if the search has proved that there is none,
it is 0.`,
		Examples: [][2]string{
			{"--samples 200", "the number of Sudoku grids, 6.67e+21"},
			{"--sampling chen --seed 2 --box 2x2 1...............", "72 solutions, by another method"},
		},
		Formats: []string{"text", "json"}, Timeout: "stop a puzzle after `D`, such as 10s, and print the estimate so far",
	}}, estimate)
}

type estimateRequest struct {
	About
	Sampling string `json:"sampling" flag:"sampling" names:"auto,chen,knuth" usage:"how to draw samples, <NAME>"`
	Samples  int    `json:"samples" flag:"samples" value:"1000" least:"1" most:"100000" usage:"draw <N> samples"`
	Seed     uint64 `json:"seed" flag:"seed" value:"1" usage:"<S>, the seed"`
}

// estimateAnswer has numbers as texts, since they may exceed all floats.
type estimateAnswer struct {
	Estimate string `json:"estimate,omitempty"` // missing if no sample met a solution and no search proved the number
	Lower    string `json:"lower,omitempty"`    // solutions that a search found, if no sample met one
	Exact    bool   `json:"exact,omitempty"`    // the search found all
	Error    string `json:"error,omitempty"`    // the standard error; missing for a single sample, and if none met a solution
	Low      string `json:"low,omitempty"`      // the bounds of the interval of 95 %; missing if fewer than two samples met a solution
	High     string `json:"high,omitempty"`
	Sampling string `json:"sampling"`
	Seed     uint64 `json:"seed"`
	Samples  int    `json:"samples"`  // drawn
	Hits     int    `json:"hits"`     // samples that met a solution
	Complete bool   `json:"complete"` // all samples were drawn
	Ended
}

func estimate(ctx context.Context, q estimateRequest, emit func(any) error) (a estimateAnswer, err error) {
	d, err := q.Puzzle.tried(ctx)
	if err != nil {
		return a, err
	}
	m, givens := d.Model, d.Givens
	session, err := q.Puzzle.session(ctx, "native", m)
	if err != nil {
		return a, err
	}
	splitter, splits := session.(engine.Splitter)
	if !splits {
		return a, badf("engine native cannot split the search of this model")
	}
	methods := setter.DefaultMethods
	if q.Sampling != "auto" {
		methods = []string{q.Sampling}
	}
	sampler, drawn := &setter.Sampler{Session: splitter, Cube: givens}, 0
	e, err := sampler.Estimate(ctx, methods, q.Samples, q.Seed, func() {
		drawn++
		_ = emit(Progress{Text: fmt.Sprintf("%d samples", drawn), Share: min(1, float64(drawn)/float64(q.Samples))}) // an error ends ctx
	})
	if err == nil && e.Hits == 0 && !e.Exact && e.Lower.Sign() == 0 {
		err = study.Stopped("no solution is known, by samples or by a search")
	}
	a = estimateAnswer{
		Exact: e.Exact, Sampling: e.Method, Seed: q.Seed, Samples: e.Samples, Hits: e.Hits, Complete: e.Samples == q.Samples,
	}
	if e.Hits > 0 {
		a.Estimate = e.Mean.Text('g', 4)
	} else if e.Lower != nil {
		if a.Lower = e.Lower.String(); e.Exact {
			a.Estimate = a.Lower
		}
	}
	if e.Low != nil {
		a.Low, a.High = e.Low.Text('g', 3), e.High.Text('g', 3)
	}
	if e.Error != nil {
		a.Error = e.Error.Text('g', 2)
	}
	return a, err
}

// Print implements [Printer].
func (a estimateAnswer) Print(to Output) error {
	number, interval, spread, hits := a.Estimate, "no interval", "", "none"
	switch {
	case a.Exact:
		interval = "exact, by a search"
	case a.Lower != "":
		number, interval = ">="+a.Lower, "by a search"
	case number == "":
		number = ">=0"
	case a.Low != "":
		interval = a.Low + " to " + a.High
	}
	if a.Error != "" {
		spread = "standard error " + a.Error + ", "
	}
	if a.Hits > 0 {
		hits = fmt.Sprint(a.Hits)
	}
	to.Line("%s (%s) %s%d samples by %s, %s with a solution, seed %d", number, interval, spread, a.Samples, a.Sampling, hits, a.Seed)
	return nil
}
