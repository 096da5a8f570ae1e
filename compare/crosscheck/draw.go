package crosscheck

import (
	"math"
	"math/rand/v2"
	"slices"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/bruteforce"
	"qmsat/model/sample"
)

const (
	fewestContenders, mostContenders = 2, 4
	// smallGrid is the number of cells up to which a model may be run by brute force, and with it smallSpace, the number of
	// binary digits of the number of its assignments. Constraints that fail early leave few of these to try.
	smallGrid, smallSpace = 16, 34
	// The limits on solutions per cube, and the largest of the low ones, which are drawn once in a while.
	largeLimit, smallLimit, lowLimit = 1000, 2000, 20
)

// Draw returns the case of a number: its model and cubes are those of the seed and the number, its contenders depend on
// the engines besides.
func (c *Config) Draw(number uint64) *Case {
	random := rand.New(rand.NewPCG(c.Seed, number))
	return c.contend(random, sample.Draw(random))
}

func (c *Config) contend(random *rand.Rand, instance sample.Instance) *Case {
	drawn := &Case{Model: instance.Model, Cubes: instance.Cubes, Limit: c.Limit, Seed: c.Seed}
	if drawn.Limit == 0 {
		drawn.Limit = limit(random, instance.Model)
	}
	if small(instance.Model) && c.BruteForce != nil {
		drawn.Contenders = append(drawn.Contenders, compare.Contender{Engine: c.BruteForce})
	}
	engines := c.Engines
	for range fewestContenders + random.IntN(mostContenders-fewestContenders+1) {
		if len(engines) > 0 {
			drawn.Contenders = append(drawn.Contenders, c.contender(random, engines[random.IntN(len(engines))]))
		}
	}
	return drawn
}

// limit draws how many solutions are looked for: nearly always more than there are, since only searches that are exhausted
// can be held against each other.
func limit(random *rand.Rand, m *model.Model) uint64 {
	switch {
	case random.IntN(6) == 0:
		return uint64(1 + random.IntN(lowLimit))
	case len(m.Variables) > smallGrid:
		return largeLimit
	default:
		return smallLimit
	}
}

// small reports whether brute force can run the model.
func small(m *model.Model) bool {
	digits := 0.0
	for _, v := range m.Variables {
		digits += math.Log2(float64(v.Domain.Size()))
	}
	return digits <= smallSpace
}

// contender draws the options of an engine: each is the default or, as often, any. Once in a while its search is split.
func (c *Config) contender(random *rand.Rand, e *engine.Engine) compare.Contender {
	drawn := compare.Contender{Engine: e, Options: engine.Options{}}
	for _, s := range drawable(e) {
		values := slices.DeleteFunc(slices.Clone(e.Values(s)), func(value string) bool { return !slices.Contains(c.Values[s.Name], value) })
		if len(values) == 0 {
			values = e.Values(s)
		}
		if value := values[random.IntN(len(values))]; random.IntN(2) == 0 || !slices.Contains(values, s.Default) {
			drawn.Options[s.Name] = value
		}
	}
	if random.IntN(4) == 0 {
		drawn.Workers = 1
		if e.Abilities.Concurrent {
			drawn.Workers = 2
		}
	}
	return drawn
}

// drawable returns the settings of an engine without texts, which speak of one model, and, of an engine that finds all solutions, the
// seed, which has no use without them.
func drawable(e *engine.Engine) []*engine.Setting {
	return slices.DeleteFunc(slices.Clone(e.Settings), func(s *engine.Setting) bool {
		return s.Type == engine.Text || s.Type == engine.Seed && !e.Abilities.MayFail
	})
}

// Engines returns the registered engines that take part where nothing else is said: all that find every solution, but brute force, which
// only small models are run by.
func Engines() []*engine.Engine {
	var list []*engine.Engine
	for _, name := range engine.Names() {
		if e, err := engine.Lookup(name); err == nil && name != bruteforce.Name && !e.Abilities.MayFail {
			list = append(list, e)
		}
	}
	return list
}
