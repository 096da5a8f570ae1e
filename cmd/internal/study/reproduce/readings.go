package reproduce

import (
	"context"
	"fmt"
	"math"
	"strings"

	"qmsat/cmd/internal/study"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
)

// paperPuzzles makes as many quasi-magic puzzles, Δ = 2, with one solution and as many givens as the published ones had: each
// number of a band about equally often, at most 18.
func paperPuzzles(ctx context.Context, seed uint64) ([]model.Cube, error) {
	m, err := model.QuasiMagic(3, model.PruningRuleDelta)
	if err != nil {
		return nil, err
	}
	session, err := engine.Open(ctx, "native", m, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	random := generate.NewRandom(seed)
	var cubes []model.Cube
	for _, band := range paperBands {
		least, most := max(band.Least, fewestPaperGivens), min(band.Most, mostPaperGivens)
		for i := range band.Published.Puzzles {
			g, err := generate.New(ctx, m, nil, session, generate.Options{Givens: least + i%(most-least+1), Unique: true})
			if err != nil {
				return nil, err
			}
			p, err := g.Puzzle(ctx, random)
			if err != nil {
				return nil, err
			}
			cubes = append(cubes, p.Givens)
		}
	}
	return cubes, nil
}

// The published puzzles had four to 18 givens; with four there is no puzzle for each grid, and with five it takes long to find one.
const (
	fewestPaperGivens = 6
	mostPaperGivens   = 18
)

// distance is by which factor the figures of a line are off the published ones: the geometric mean.
func (l ComparisonLine) distance() float64 {
	sum := 0.0
	for i, published := range l.Published {
		sum += math.Abs(math.Log(l.Ours[i] / published))
	}
	return math.Exp(sum / float64(len(l.Columns)))
}

var readingsTopic = &study.Topic{
	Name: "readings", Summary: "table1 on generated puzzles, for both values of --third-cell (qmsat help search)",
	Help: `Measures table 1 of Roach et al. 2009 on 180 generated puzzles for each of --seeds, for both values of --third-cell (qmsat help search).`,
	New:  study.Of[readings],
}

type readings struct {
	Seeds int `flag:"seeds" value:"20" least:"1" usage:"sets of puzzles, <N>"`
	seeded
	output
}

// readingRecord is a measure of a set of puzzles under a reading of the paper: published iterations and ours by column, and the
// factor by which ours are off, which is a geometric mean.
type readingRecord struct {
	Seed      uint64 `json:"seed"`
	ThirdCell string `json:"third_cell"`
	ComparisonLine
	Factor float64 `json:"factor"`
}

// Answer measures table 1 under both readings on sets of generated puzzles, one for each seed.
func (o *readings) Answer(ctx context.Context) error {
	paper := PaperTables[0]
	measured := study.NewResults[readingRecord](&o.Base)
	for seed := o.Seed; seed < o.Seed+uint64(o.Seeds); seed++ {
		cubes, err := paperPuzzles(ctx, seed)
		if err != nil {
			return err
		}
		for _, reading := range thirdCells {
			runs, err := Searches(ctx, under(reading, paper.Methods), cubes, 0, o.Bar(len(cubes), "puzzles").Step)
			if err != nil {
				return err
			}
			for _, line := range paper.Compare(runs) {
				if line.Name == averageIterations.name || line.Name == medianIterations.name {
					measured.Add(readingRecord{seed, reading, line, line.distance()})
				}
			}
		}
	}
	records := measured.Records
	lines := []string{"seed\tthird-cell\t\t" + strings.Join(records[0].Columns, "\t") + "\toff by"}
	for _, r := range records[:2] {
		lines = append(lines, fmt.Sprintf("\tpublished\t%s%s\t", r.Name, r.cells(r.Published)))
	}
	nearest := map[string]readingRecord{} // by measure
	for _, r := range records {
		lines = append(lines, fmt.Sprintf("%d\t%s\t%s%s\t×%.3g", r.Seed, r.ThirdCell, r.Name, r.cells(r.Ours), r.Factor))
		of := fmt.Sprint(r.Seed, r.Name)
		if other, known := nearest[of]; !known || r.Factor < other.Factor {
			nearest[of] = r
		}
	}
	nearer := map[string]int{}
	for _, r := range nearest {
		nearer[r.ThirdCell]++
	}
	notes := ""
	for _, reading := range thirdCells {
		notes += fmt.Sprintf("nearer to the published figures with third-cell=%s: %d of %d\n", reading, nearer[reading], len(nearest))
	}
	return measured.Layout(lines, notes+fmt.Sprintf("off by: the geometric mean over the four methods; each set has %d puzzles with as many givens as the published ones\n",
		records[0].Puzzles[0]), "")
}
