package modeltest

import (
	"flag"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
)

// Long reports whether tests may take more than a second or so: if QMSAT_LONG is set, as in CI.
func Long() bool { return os.Getenv("QMSAT_LONG") != "" }

// Scale returns the second where tests may take long, otherwise the first: a number of cases or another measure of the work. Where
// they may take minutes it returns the third, if there is one.
func Scale[T any](quick, long T, minutes ...T) T {
	switch {
	case Confirms() && len(minutes) > 0:
		return minutes[0]
	case Long():
		return long
	}
	return quick
}

// quickChecks is the number of cases of a property test if tests must be quick; rapid's own default is 100.
const quickChecks = "30"

func init() {
	// Tests leave four times the garbage: collecting it was a quarter of their time. The commands that they start as processes do as
	// they always do.
	if strings.HasSuffix(os.Args[0], ".test") && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if Long() || os.Getenv("RAPID_CHECKS") != "" {
		return
	}
	if err := flag.Set("rapid.checks", quickChecks); err != nil {
		panic(err)
	}
}

// Mutations returns how often a test changes each of its inputs at random, and a source of random numbers. QMSAT_MUTATIONS and QMSAT_SEED
// set others.
func Mutations(quick, long int) (times int, random *rand.Rand) {
	times, err := strconv.Atoi(os.Getenv("QMSAT_MUTATIONS"))
	if err != nil {
		times = Scale(quick, long)
	}
	seed, _ := strconv.ParseUint(os.Getenv("QMSAT_SEED"), 10, 64)
	return times, rand.New(rand.NewPCG(seed, 52))
}

// OnlyLong skips a test unless [Long].
func OnlyLong(t testing.TB) {
	t.Helper()
	if !Long() {
		t.Skip("takes long; runs where QMSAT_LONG is set")
	}
}

// Confirms reports whether tests may take minutes: if QMSAT_CONFIRM is set. CI does not set it.
func Confirms() bool { return os.Getenv("QMSAT_CONFIRM") != "" }

// OnlyConfirm skips a test unless [Confirms].
func OnlyConfirm(t testing.TB) {
	t.Helper()
	if !Confirms() {
		t.Skip("takes minutes; runs where QMSAT_CONFIRM is set")
	}
}
