package sat

import (
	"bytes"
	"os"
	"reflect"
	"regexp"
	"strconv"

	"qmsat/internal/pattern"
	"qmsat/model/engine"
)

// Counters are what a solver counted on a session's formula, in its search alone. A counter that it does not tell is -1.
type Counters struct{ Conflicts, Propagations int64 }

// counting is a solver that counts. Its counters are of the round or longer.
type counting interface{ counters() Counters }

// uncounted are the counters of a session before its first round, and of solvers that do not count.
var uncounted = Counters{Conflicts: -1, Propagations: -1}

// Counted returns the counters of the last round of a session of this package, or of its formula if the session keeps that.
func Counted(s engine.Session) Counters {
	if s, ok := s.(interface{ lastCounters() Counters }); ok {
		return s.lastCounters()
	}
	return uncounted
}

func (s *session) lastCounters() Counters { return s.counted }

func (g *giniSolver) counters() Counters {
	inner := reflect.ValueOf(g.gini).Elem().FieldByName("xo").Elem()
	return Counters{
		Conflicts:    inner.FieldByName("Driver").Elem().FieldByName("Conflicts").Int(),
		Propagations: inner.FieldByName("Trail").Elem().FieldByName("Props").Int(),
	}
}

func (g *gophersatSolver) counters() Counters {
	c := Counters{Propagations: -1}
	if g.loaded != nil && g.loaded.solver != nil {
		c.Conflicts = int64(g.loaded.solver.Stats.NbConflicts)
	}
	return c
}

func (s *execSolver) counters() Counters { return s.counted }

// The lines of statistics as CaDiCaL, Kissat, CryptoMiniSat, MiniSat, Glucose and clasp print them, and as PicoSAT does.
var (
	conflictLine    = pattern.New(`(?mi)^(?:c )?conflicts\s*:\s*(\d+)|^c (\d+) conflicts$`)
	propagationLine = pattern.New(`(?mi)^(?:c )?propagations\s*:\s*(\d+)|^c (\d+) propagations$`)
)

// statisticsTitle is the title of the statistics of CaDiCaL and Kissat, which leave out lines of zeros.
const statisticsTitle = "--- [ statistics ] ---"

// count adds what a run of the command printed in its statistics.
func (c *command) count(p *process) {
	text, _ := os.ReadFile(p.path("stdout")) // best effort: without it the counters are unknown
	add := func(sum *int64, line *regexp.Regexp) {
		switch found := line.FindSubmatch(text); {
		case found != nil && *sum >= 0:
			n, _ := strconv.ParseInt(string(found[1])+string(found[2]), 10, 64)
			*sum += n
		case !bytes.Contains(text, []byte(statisticsTitle)):
			*sum = -1
		}
	}
	add(&c.counted.Conflicts, conflictLine())
	add(&c.counted.Propagations, propagationLine())
}
