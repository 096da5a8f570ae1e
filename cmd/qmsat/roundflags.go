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
	addWhole(flags, &f.rounds, "rounds", rounds, 1, "how often each puzzle is run, `N`")
	flags.Uint64Var(&f.seed, "seed", 1, "`S`, the seed of the order")
	addWhole(flags, &f.warmUp, "warm-up", warmUp, 0, "runs of each engine before the first round, `N`, not measured")
	return f
}
