package crosscheck

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"

	"qmsat/model/engine/bruteforce"
	"qmsat/model/modeltest"
	"qmsat/model/sample"
)

// FuzzEngines draws an instance from the data, engines and options by the seed, and runs them.
func FuzzEngines(f *testing.F) {
	for seed := range uint64(6) {
		data := make([]byte, 120)
		random := rand.New(rand.NewPCG(seed, 0))
		for i := range data {
			data[i] = byte(random.IntN(1 << 8))
		}
		f.Add(data, seed)
	}
	f.Add([]byte{}, uint64(1))
	config := Config{Engines: Engines(), BruteForce: lookup(f, bruteforce.Name)}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		c := config.contend(rand.New(rand.NewPCG(seed, 0)), sample.DrawFrom(sample.AnyFamily, modeltest.Bytes(data)))
		fault := c.Fault(t.Context(), time.Second)
		if fault == nil {
			return
		}
		shrunk := Shrink(t.Context(), c, time.Second)
		var text bytes.Buffer
		if err := shrunk.Case.WriteModel(&text, ""); err != nil {
			t.Fatal(err)
		}
		t.Fatalf("%s\n%v, shrunk: %v\n%v\n%s", fault.Reason, shrunk.Case.Contenders, shrunk.Fault, shrunk.Case.Cubes, text.String())
	})
}
