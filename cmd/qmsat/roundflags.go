package main

import "github.com/spf13/pflag"

// roundFlags are the flags of the commands that measure.
type roundFlags struct {
	rounds, warmUp int
	seed           uint64
}

// addRoundFlags adds the flags, with the defaults of the command.
func addRoundFlags(flags *pflag.FlagSet, rounds, warmUp int) *roundFlags {
	f := &roundFlags{}
	flags.IntVar(&f.rounds, "rounds", rounds, "how often each puzzle is run, `N`")
	flags.Uint64Var(&f.seed, "seed", 1, "`S`, the seed of the order")
	flags.IntVar(&f.warmUp, "warm-up", warmUp, "runs of each engine before the first round, `N`, not measured")
	return f
}

func (f *roundFlags) check() error {
	if f.rounds < 1 {
		return usageErrorf("--rounds %d, expected at least 1", f.rounds)
	}
	if f.warmUp < 0 {
		return usageErrorf("--warm-up %d, expected a number that is not negative", f.warmUp)
	}
	return nil
}
