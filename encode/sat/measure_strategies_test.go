package sat

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"qmsat/internal/cputime"
	"qmsat/model"
	"qmsat/model/engine"
)

var (
	measureStrategies = flag.String("strategies", "all", "the strategies that TestMeasureStrategies measures")
	measureSums       = flag.String("sums", "pairs,joint", "the linear encodings that TestMeasureStrategies measures them with")
	measureUpTo       = flag.Uint64("upto", 300_000, "the number of solutions that TestMeasureStrategies goes up to")
	measureFor        = flag.Duration("for", time.Minute, "the processor time that each may take")
)

// TestMeasureStrategies prints how many Δ = 2 grids each strategy of gini has found per second of processor time at 1,000,
// 10,000 and 100,000 of them, and at the end, from the empty grid. A strategy that slows down is stopped when its time is up.
func TestMeasureStrategies(t *testing.T) {
	if !*measure {
		t.Skip("without -measure")
	}
	m := must(model.QuasiMagic(3, 2))
	names := strategies.Names()
	if *measureStrategies != "all" {
		names = strings.Split(*measureStrategies, ",")
	}
	fmt.Printf("%-12s %-9s %9s %9s %9s %9s %9s %s\n", "strategy", "sum", "1000", "10000", "100000", "end", "found", "effort")
	for _, name := range names {
		for sum := range strings.SplitSeq(*measureSums, ",") {
			session := open(t, engineNamed(t, "gini"), m, engine.Options{"sum": sum, "enumerate": name})
			began := cputime.Self()
			rate := func(n int) string { return fmt.Sprintf("%.0f", float64(n)/(cputime.Self()-began).Seconds()) }
			marks := []string{"-", "-", "-"}
			seen := map[string]bool{}
			result, err := session.Run(context.Background(), nil, *measureUpTo, func(a model.Assignment) bool {
				key := model.Characters.FormatSolution(m, a)
				if seen[key] || m.Check(a) != nil {
					t.Errorf("%s: %s is no solution or comes again", name, key)
				}
				seen[key] = true
				if i := slices.Index([]int{1_000, 10_000, 100_000}, len(seen)); i >= 0 {
					marks[i] = rate(len(seen))
				}
				return cputime.Self()-began < *measureFor
			})
			if err != nil || result.Complete() && len(seen) != 248_832 {
				t.Errorf("%s: %d solutions, error %v", name, len(seen), err)
			}
			fmt.Printf("%-12s %-9s %9s %9s %9s %9s %9d %v\n",
				name, sum, marks[0], marks[1], marks[2], rate(len(seen)), len(seen), result.Effort)
		}
	}
}

// TestMeasurePuzzles prints the processor time of each strategy of gini for one of the 180 quasi-magic puzzles, after loading: to
// find all solutions, and to find two.
func TestMeasurePuzzles(t *testing.T) {
	if !*measure {
		t.Skip("without -measure")
	}
	m := must(model.QuasiMagic(3, 2))
	puzzles := quasiMagicPuzzles(t, m)
	for _, name := range strategies.Names() {
		for sum := range strings.SplitSeq(*measureSums, ",") {
			var times []string
			for _, limit := range []uint64{0, 2} {
				best := time.Hour
				for range *measureRounds {
					session := open(t, engineNamed(t, "gini"), m, engine.Options{"sum": sum, "enumerate": name})
					began := cputime.Self()
					for _, p := range puzzles {
						result, err := session.Run(context.Background(), p.cube, limit, nil)
						if err != nil || !result.Complete() || result.Count.Int64() != 1 {
							t.Fatalf("%s: %+v, error %v, expected one solution", name, result, err)
						}
					}
					best = min(best, cputime.Self()-began)
				}
				times = append(times, fmt.Sprintf("%.2f", best.Seconds()*1e3/float64(len(puzzles))))
			}
			fmt.Printf("%-12s %-6s ms a puzzle: all %s, limit 2 %s\n", name, sum, times[0], times[1])
		}
	}
}
