package sat

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"qmsat/encode"
	"qmsat/internal/cputime"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// BenchmarkListing lists the 10,240 solutions of the first two givens of a quasi-magic puzzle with Δ = 2: gini and clasp, each on
// its best formula. Processor time, from the model to the last solution.
func BenchmarkListing(b *testing.B) {
	m := modeltest.QuasiMagic(b, 2)
	cube := modeltest.Cubes(b, m, "quasimagic-180.txt")[132][:2]
	listing := func(list func(b *testing.B)) func(*testing.B) {
		return func(b *testing.B) {
			var spent time.Duration
			for b.Loop() {
				began := cputime.Self() + cputime.Children()
				list(b)
				spent += cputime.Self() + cputime.Children() - began
			}
			b.ReportMetric(float64(spent.Milliseconds())/float64(b.N), "cpu-ms/op")
		}
	}
	const solutions = 10_240
	for _, strategy := range []string{depthFirstName, "orbits"} {
		b.Run("gini/"+strategy, listing(func(b *testing.B) {
			session := open(b, engineNamed(b, "gini"), m, engine.Options{"sum": "joint", "enumerate": strategy})
			if r, err := session.Run(context.Background(), cube, 0, nil); err != nil || r.Count.Int64() != solutions {
				b.Fatalf("%v solutions, error %v, expected %d", r.Count, err, solutions)
			}
		}))
	}
	b.Run("clasp", listing(func(b *testing.B) {
		if _, err := exec.LookPath("clasp"); err != nil {
			b.Skip(err)
		}
		file := filepath.Join(b.TempDir(), "puzzle.cnf")
		d, err := encode.NewDIMACS(context.Background(), m, encode.Options{Linear: "joint"}, cube)
		if err != nil {
			b.Fatal(err)
		}
		var formula bytes.Buffer
		if err := errors.Join(d.Write(context.Background(), &formula), os.WriteFile(file, formula.Bytes(), 0o600)); err != nil {
			b.Fatal(err)
		}
		output, _ := exec.Command("clasp", "-n", "0", "-q", file).Output()
		if !strings.Contains(string(output), ": 10240\n") {
			b.Fatalf("expected %d models\n%s", solutions, output)
		}
	}))
}
