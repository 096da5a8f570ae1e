package generate

import "math/rand/v2"

// NewRandom returns the source of randomness of a seed.
func NewRandom(seed uint64) *rand.Rand { return NewStream(seed, 0) }

// NewStream returns one of the independent sources of randomness of a seed; the first is that of [NewRandom]. A puzzle with
// a stream of its own does not depend on what came of those before it.
func NewStream(seed, number uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, number)) }

// Streams returns a function that returns independent sources of randomness of a seed by their numbers, as [NewStream] does.
func Streams(seed uint64) func(number int) *rand.Rand {
	return func(number int) *rand.Rand { return NewStream(seed, uint64(number)) }
}
