package crosscheck

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"qmsat/compare"
	"qmsat/compare/certificate"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/bruteforce"
	"qmsat/model/sample"
	"qmsat/native/frontier"
)

const (
	fewestContenders, mostContenders = 2, 4
	// A model with more than smallGrid variables has the limit largeLimit on solutions. Brute force runs a model with a grid if the
	// number of its assignments has at most smallSpace binary digits. The constraints of a grid fail early, so few assignments are
	// tried. A model without a grid has the bound bareSpace, because its constraints may fail late.
	smallGrid, smallSpace, bareSpace = 16, 34, 17
	// The limits on solutions per cube. Once in a while a low limit is drawn, up to lowLimit.
	largeLimit, smallLimit, bareLimit, lowLimit = 1000, 2000, 1 << 14, 20
)

// Draw returns the case of a number. The seed and the number determine its model and cubes; its contenders also depend on the
// engines.
func (c *Config) Draw(number uint64) *Case {
	random := rand.New(rand.NewPCG(c.Seed, number))
	return c.contend(random, sample.DrawFrom(cmp.Or(c.Family, sample.AnyFamily), random))
}

func (c *Config) contend(random *rand.Rand, instance sample.Instance) *Case {
	drawn := &Case{Model: instance.Model, Cubes: instance.Cubes, Limit: c.Limit, Seed: c.Seed}
	if drawn.Limit == 0 {
		drawn.Limit = limit(random, instance.Model)
	}
	if small(instance.Model) && c.BruteForce != nil {
		drawn.Contenders = append(drawn.Contenders, compare.Contender{Engine: c.BruteForce})
	}
	engines := c.affordable(random, instance.Model)
	for _, e := range engines { // in models without a grid, two contenders test sharing and counts beyond the limit
		if instance.Model.Grid == nil && e.Name == frontier.Name {
			drawn.Contenders = append(drawn.Contenders, c.contender(random, e), c.contender(random, e))
		}
	}
	for range fewestContenders + random.IntN(mostContenders-fewestContenders+1) {
		if len(engines) > 0 {
			drawn.Contenders = append(drawn.Contenders, c.contender(random, engines[random.IntN(len(engines))]))
		}
	}
	lower(random, drawn.Contenders)
	return drawn
}

// limit draws the limit on solutions. It is usually above the number of solutions, since only exhausted searches can be
// compared.
func limit(random *rand.Rand, m *model.Model) uint64 {
	switch {
	case random.IntN(6) == 0:
		return uint64(1 + random.IntN(lowLimit))
	case len(m.Variables) > smallGrid:
		return largeLimit
	case m.Grid == nil && widest(m) <= wide:
		return bareLimit
	default:
		return smallLimit
	}
}

// Engines that encode formulas list solutions slowly if a domain is wide, and take seconds to start if it is vast. With a vast
// domain, they get one model in seldom.
const (
	wide, vast = 66, 600
	seldom     = 12
)

// affordable returns the engines that do not take too long for a model. Certificates get small models only.
func (c *Config) affordable(random *rand.Rand, m *model.Model) []*engine.Engine {
	certified, formulas := small(m) && widest(m) <= wide, widest(m) <= vast || random.IntN(seldom) == 0
	return slices.DeleteFunc(slices.Clone(c.Engines), func(e *engine.Engine) bool {
		return !certified && strings.HasPrefix(e.Name, certificate.Prefix) || !formulas && slices.Contains(e.Settings, sat.Settings()[0])
	})
}

// widest returns the size of the largest domain.
func widest(m *model.Model) (size int) {
	for _, v := range m.Variables {
		size = max(size, v.Domain.Size())
	}
	return size
}

// small reports whether brute force can run the model.
func small(m *model.Model) bool {
	digits := lists.Sum(m.Variables, func(v model.Variable) float64 { return math.Log2(float64(v.Domain.Size())) })
	return digits <= bareSpace || m.Grid != nil && digits <= smallSpace
}

// contender draws the options of an engine. Each is the default or, equally often, a random value. Once in a while the search is
// split.
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

// lower draws the thresholds of contenders. Half of the contenders keep all defaults. For the others, each threshold is the
// default or, equally often, a random value. Thresholds are drawn last, so a new threshold does not change other draws.
func lower(random *rand.Rand, contenders []compare.Contender) {
	for _, c := range contenders {
		thresholds := c.Engine.Thresholds()
		if len(thresholds) == 0 || random.IntN(2) == 0 || !engine.Bracketed(c.Engine.Name) { // what is found can be repeated
			continue
		}
		for _, s := range thresholds {
			if values := c.Engine.Values(s); random.IntN(2) == 0 {
				c.Options[s.Name] = values[random.IntN(len(values))]
			}
		}
	}
}

// drawable returns the settings of an engine that are drawn at random. It leaves out thresholds, and texts, which fit one model
// only. It also leaves out the seed, unless the engine may fail.
func drawable(e *engine.Engine) []*engine.Setting {
	return slices.DeleteFunc(e.Listed(), func(s *engine.Setting) bool {
		return s.Type == engine.Text || s.Type == engine.Seed && !e.Abilities.MayFail
	})
}

// Engines returns the default engines: all registered ones that find every solution, and the engines of certificates. Brute force
// is not among them, since it runs small models only.
func Engines() []*engine.Engine {
	var list []*engine.Engine
	for _, name := range engine.Names() {
		if e, err := engine.Lookup(name); err == nil && name != bruteforce.Name && !e.Abilities.MayFail {
			list = append(list, e)
		}
	}
	for _, format := range []string{"frontier", "tree"} { // not CPOG: its time grows with the square of the lines
		if e, err := engine.Lookup(certificate.Prefix + format); err == nil {
			list = append(list, e)
		}
	}
	return list
}
