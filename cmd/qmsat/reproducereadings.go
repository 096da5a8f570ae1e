package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare/study/reproduce"
)

var readingsCommand = topic(command{
	name: "readings", summary: "table1 on generated puzzles, by both readings of what the paper does at a line's last cell",
	long: `Measures the first table of the paper on 180 generated puzzles for each of --seeds, under both readings of the paper.`,
}, printReadings, func(f *reproduceFlags, flags *pflag.FlagSet) {
	addWhole(flags, &f.seeds, "seeds", 20, 1, "sets of puzzles, `N`")
}, (*reproduceFlags).addSeed, (*reproduceFlags).addFormat)

// readingRecord is the JSON object of a measure of a set of puzzles under a reading of the paper: published iterations and ours by
// column, and the factor by which ours are off, which is a geometric mean.
type readingRecord struct {
	Seed      uint64 `json:"seed"`
	ThirdCell string `json:"third_cell"`
	reproduce.ComparisonLine
	Factor float64 `json:"factor"`
}

// printReadings measures table 1 under both readings on sets of generated puzzles, one for each seed.
func printReadings(ctx context.Context, streams streams, out *lines, f *reproduceFlags, _ []string) error {
	table := reproduce.PaperTables[0]
	measured := results[readingRecord]{out: out, format: f.format}
	for seed := f.seed; seed < f.seed+uint64(f.seeds); seed++ {
		cubes, err := reproduce.PaperPuzzles(ctx, seed)
		if err != nil {
			return err
		}
		for _, reading := range reproduce.Readings {
			bar := puzzleBar(streams.err, len(cubes))
			runs, err := reproduce.Searches(ctx, reproduce.Read(table.Methods, reading), cubes, reproduce.SearchOptions{Progress: bar.step})
			bar.clear()
			if err != nil {
				return err
			}
			c := table.Compare(runs)
			for i, line := range c.Lines {
				if strings.HasPrefix(line.Name, "average it") || strings.HasPrefix(line.Name, "median") {
					measured.add(readingRecord{seed, reading, line, c.Distance(i)})
				}
			}
		}
	}
	return measured.layout(readingLines(measured.Records))
}

// readingLines has a line a record, below what was published, and notes how often each reading is nearer to that.
func readingLines(records []readingRecord) (lines []string, notes string) {
	lines = append(lines, fmt.Sprintf("seed\tthird-cell\t\t%s\toff by", strings.Join(records[0].Columns, "\t")))
	factors := map[string]map[string]float64{}
	for i, r := range records {
		if i < 2 {
			lines = append(lines, fmt.Sprintf("\tpublished\t%s\t%s\t", r.Name, joinFigures(r.Published, false)))
		}
	}
	nearer := map[string]int{}
	for _, r := range records {
		lines = append(lines, fmt.Sprintf("%d\t%s\t%s\t%s\t×%.3g", r.Seed, r.ThirdCell, r.Name, joinFigures(r.Ours, false), r.Factor))
		of := fmt.Sprint(r.Seed, r.Name)
		if factors[of] == nil {
			factors[of] = map[string]float64{}
		}
		if factors[of][r.ThirdCell] = r.Factor; len(factors[of]) == len(reproduce.Readings) {
			nearest := reproduce.Readings[0]
			for _, reading := range reproduce.Readings {
				if factors[of][reading] < factors[of][nearest] {
					nearest = reading
				}
			}
			nearer[nearest]++
		}
	}
	for _, reading := range reproduce.Readings {
		notes += fmt.Sprintf("nearer to the published figures with third-cell=%s: %d of %d\n", reading, nearer[reading], len(factors))
	}
	return lines, notes + fmt.Sprintf("off by: the geometric mean over the four methods; each set has %d puzzles with as many givens as the published ones\n",
		records[0].Puzzles[0])
}
