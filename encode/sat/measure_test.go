package sat

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

var (
	measure       = flag.Bool("measure", false, "measure the linear encodings; minutes")
	measureRounds = flag.Int("rounds", 3, "how often each time is taken")
)

// measureLimit is the longest time for one encoding, file and round, so that a weak encoding does not hold up the rest; the mean
// is then over the first puzzles.
const measureLimit = 10 * time.Second

// TestMeasureLinear prints the figures behind encode.DefaultLinear. For each linear encoding with the default cells and
// at-most-one, it prints the size, and the mean time of gini and gophersat for a puzzle: the median of rounds in which the
// encodings alternate. TestMeasureNodes of package propagate prints the nodes.
func TestMeasureLinear(t *testing.T) {
	if !*measure {
		t.Skip("without -measure")
	}
	for _, file := range []struct {
		delta int
		name  string
	}{{2, "quasimagic-180"}, {4, "quasimagic-delta4"}, {6, "quasimagic-delta6"}, {8, "quasimagic-delta8"}} {
		m := must(model.QuasiMagic(3, file.delta))
		puzzles := modeltest.Cubes(t, m, file.name+".txt")
		fmt.Printf("Δ = %d, %d puzzles\n", file.delta, len(puzzles))
		times := measureSolvers(t, m, puzzles)
		fmt.Printf("  %-10s %9s %8s %8s %9s %9s %9s\n",
			"", "variables", "clauses", "literals", "build ms", "gini ms", "gopher ms")
		for _, sum := range encode.LinearEncodings.Names() {
			began := time.Now()
			d, err := encode.NewDIMACS(context.Background(), m, encode.Options{Linear: sum}, nil)
			if err != nil {
				t.Errorf("%s: %v", sum, err)
				continue
			}
			build := time.Since(began)
			fmt.Printf("  %-10s %9d %8d %8d %9.0f %9.2f %9.2f\n", sum, d.Size.Variables, d.Size.Clauses, d.Size.Literals,
				build.Seconds()*1e3, times["gini"][sum], times["gophersat"][sum])
		}
		if file.delta == 2 {
			measureEnumeration(t, m)
		}
	}
}

// measureSolvers returns milliseconds a puzzle, by engine and linear encoding.
func measureSolvers(t *testing.T, m *model.Model, puzzles []model.Cube) map[string]map[string]float64 {
	medians := map[string]map[string]float64{}
	for _, name := range []string{"gini", "gophersat"} {
		times := map[string][]float64{}
		for range *measureRounds {
			for _, sum := range encode.LinearEncodings.Names() {
				session := open(t, engineNamed(t, name), m, engine.Options{"sum": sum})
				began := time.Now()
				solved := 0
				for _, cube := range puzzles {
					result, err := session.Run(context.Background(), cube, 0, nil)
					if err != nil || result.Count.Int64() != 1 {
						t.Fatalf("%s, %s: count %v, error %v, expected one solution", name, sum, result.Count, err)
					}
					if solved++; time.Since(began) > measureLimit {
						break
					}
				}
				times[sum] = append(times[sum], time.Since(began).Seconds()*1e3/float64(solved))
				session.Close()
			}
		}
		medians[name] = map[string]float64{}
		for sum, list := range times {
			slices.Sort(list)
			medians[name][sum] = list[len(list)/2]
		}
	}
	return medians
}

// measureEnumeration lets gini enumerate the 1,280 solutions of the Δ = 2 grid whose first box is 184/962/537.
func measureEnumeration(t *testing.T, m *model.Model) {
	var cube model.Cube
	for i, value := range []int{1, 8, 4, 9, 6, 2, 5, 3, 7} {
		cube = append(cube, model.Given{Var: m.Grid.BoxCell(0, i/3, i%3), Value: value})
	}
	rates := map[string][]float64{}
	for range *measureRounds {
		for _, sum := range encode.LinearEncodings.Names() {
			session := open(t, engineNamed(t, "gini"), m, engine.Options{"sum": sum})
			began := time.Now()
			result, err := session.Run(context.Background(), cube, 2000, nil)
			if err != nil || result.Count.Int64() != 1280 {
				t.Fatalf("%s: count %v, error %v, expected 1280", sum, result.Count, err)
			}
			rates[sum] = append(rates[sum], 1280/time.Since(began).Seconds())
			session.Close()
		}
	}
	fmt.Println("  solutions a second, gini, first box given")
	for _, sum := range encode.LinearEncodings.Names() {
		slices.Sort(rates[sum])
		fmt.Printf("  %-10s %9.0f\n", sum, rates[sum][len(rates[sum])/2])
	}
}
