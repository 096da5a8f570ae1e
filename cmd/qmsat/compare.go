package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare/crosscheck"
	"qmsat/compare/show"
	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model/cluster"
	"qmsat/model/engine"
	"qmsat/model/engine/bruteforce"
	"qmsat/model/sample"
)

var compareCommand = &command{
	name:    "compare",
	args:    puzzleArgs,
	summary: "run several engines side by side and check that they agree",
	long: `Checks that engines agree. Runs each engine with each listed encoding on each puzzle, checks each solution against the
model, and compares counts and sets of solutions. If engines disagree, the smallest puzzle on which they do is printed
below the table, and the exit status is 1.

--encoding, --amo and --sum may list several encodings, or "all". --random N compares engines on random models
instead.`,
	examples: []example{
		{"compare --delta 2 testdata/quasimagic-180.txt", "three engines on 180 quasi-magic puzzles"},
		{"compare --engine native,paper --delta 2 testdata/quasimagic-180.txt", "with the solver that was published in 2009"},
		{"compare --random 20 --seed 7 --engine native,gini", "two engines on random models"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		ef := addEngineFlags(flags, "native,gini,gophersat", measuredFormats...)
		rf := addRoundFlags(flags, 1, 0)
		dir := addReport(flags)
		workers := flags.String("workers", "0", "numbers of workers to compare, `N,...`")
		random := addRandomFlags(flags, workers)
		return func(ctx context.Context, streams streams, args []string) error {
			if err := random.misplaced(args); err != nil {
				return err
			}
			if random.asked() {
				return runRandom(ctx, streams, random, ef, rf.Seed)
			}
			sets, err := newSets(ctx, streams, args, ef, rf)
			if err != nil {
				return err
			}
			for _, set := range sets {
				if set.Contenders, err = withWorkers(set.Contenders, *workers); err != nil {
					return err
				}
			}
			return printMeasured(ctx, streams, compareSheet, ef.format, *dir, flags, args, sets)
		}
	},
}

// randomTimeout is the default timeout of a run on a random model.
const randomTimeout = 10 * time.Second

// randomFlags are the flags of the cross-check.
type randomFlags struct {
	set       *pflag.FlagSet
	workers   *string
	models    uint64
	family    string
	duration  time.Duration
	keepGoing bool
	out       string
	over      *clusterJob
}

func addRandomFlags(flags *pflag.FlagSet, workers *string) *randomFlags {
	f := &randomFlags{set: flags, workers: workers}
	addNumber(flags, &f.models, "random", 0, "run `N` random models; 0: until --for")
	addDuration(flags, &f.duration, "for", 0, "end the random models after `D`, such as 1h; 0: not")
	addName(flags, &f.family, "models", sample.AnyFamily, "`FAMILY` of the random models", sample.Families()...)
	flags.BoolVar(&f.keepGoing, "keep-going", false, "do not stop at a disagreement")
	flags.StringVarP(&f.out, "out", "o", ".", "folder `DIR` for models of disagreements")
	f.over = addClusterJob(flags)
	return f
}

func (f *randomFlags) asked() bool { return f.set.Changed("random") || f.set.Changed("for") }

// misplaced reports a flag or an argument that has no meaning with random models, or none without them.
func (f *randomFlags) misplaced(args []string) error {
	if !f.asked() {
		return misplaced(f.set, "needs --random or --for", "random", "for", "models", "keep-going", "out", "cluster")
	}
	const why = "cannot be combined with --random: it draws models and puzzles itself"
	if err := misplaced(f.set, why, append(strings.Fields(puzzleFlags), "rounds", "warm-up", "report")...); err != nil {
		return err
	}
	if len(args) > 0 {
		return usageErrorf("%q cannot be combined with --random: it draws puzzles itself", args[0])
	}
	return nil
}

func (f *randomFlags) config(ef *engineFlags, seed uint64) (config crosscheck.Config, err error) {
	if ef.format != "text" && ef.format != "json" {
		return config, usageErrorf("--format %s cannot be combined with --random, expected text or json", ef.format)
	}
	workers, err := strconv.Atoi(*f.workers)
	if err != nil || workers < 0 {
		return config, usageErrorf("--workers %s cannot be combined with --random, expected the number of models to run at once", *f.workers)
	}
	config = crosscheck.Config{
		Seed: seed, Models: f.models, Family: f.family, Workers: workers, Engines: crosscheck.Engines(), Limit: ef.limit, Timeout: ef.timeout,
	}
	if !f.set.Changed("timeout") {
		config.Timeout = randomTimeout
	}
	if config.BruteForce, err = engine.Lookup(bruteforce.Name); err != nil {
		return config, err
	}
	if f.set.Changed("engine") {
		chosen, err := parseEngines(ef.engines)
		if err != nil {
			return config, err
		}
		config.Engines = nil
		for _, c := range chosen {
			if len(c.Options) > 0 {
				return config, usageErrorf("--engine %s cannot be combined with --random: it draws settings", c)
			}
			if c.Engine.Name != bruteforce.Name {
				config.Engines = append(config.Engines, c.Engine)
			}
		}
	}
	config.Values, err = ef.values(false)
	return config, err
}

func runRandom(ctx context.Context, streams streams, rf *randomFlags, ef *engineFlags, seed uint64) error {
	config, err := rf.config(ef, seed)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(rf.out, 0o755); err != nil {
		return err
	}
	limited, cancel := stop.Within(ctx, rf.duration)
	defer cancel()
	total := unknownTotal
	if config.Models > 0 {
		total = int(config.Models)
	}
	bar := newBar(streams.err, total, "models")
	config.Progress = bar.model
	out := newLines(streams.out)
	var failed, crash error
	found := func(found crosscheck.Found) bool {
		crash = cmp.Or(crash, found.Fault.Err, errors.New(found.Fault.Reason))
		bar.Describe(fmt.Sprintf("shrinking model %d", found.Number))
		r, err := config.Report(ctx, found, rf.out, shellWords)
		if failed = err; err == nil {
			out.record(ef.format, r, r.Text(out.bad))
			failed = out.flush()
		}
		return failed == nil && rf.keepGoing
	}
	var summary *crosscheck.Summary
	if rf.over.given() {
		if summary, err = rf.spread(limited, streams, config, found); err != nil {
			return err
		}
	} else {
		summary = crosscheck.Run(limited, config, found)
	}
	bar.clear()
	summary.Claim.Stopped = ctx.Err() != nil
	out.record(ef.format, summary, summary.Text(out.bad))
	if ef.format == "text" && len(summary.Uses) > 0 {
		out.line("")
		out.table(summary.UsesText())
	}
	if err := cmp.Or(failed, out.flush()); err != nil {
		return err
	}
	switch {
	case summary.Claim.Disagreements > 0:
		return &exitError{statusCheck, fmt.Errorf("%s in %s", summary.Claim.Failed(), show.Things(summary.Models, "random model"))}
	case summary.Claim.Crashes > 0:
		return inputError(fmt.Errorf("%s in %s: %w", summary.Claim.Failed(), show.Things(summary.Models, "random model"), crash))
	case ctx.Err() != nil:
		return &exitError{statusStopped, fmt.Errorf("%w after %d random models", stopCause(ctx), summary.Models)}
	}
	return nil
}

// spread runs the models over a cluster. It runs the failing ones again here.
func (f *randomFlags) spread(ctx context.Context, streams streams, config crosscheck.Config, found func(crosscheck.Found) bool) (*crosscheck.Summary, error) {
	if config.Models == 0 {
		return nil, usageErrorf("--cluster cannot be combined with --random 0, expected a number of models")
	}
	input, err := config.JobInput()
	if err != nil {
		return nil, err
	}
	f.over.workers = config.Workers
	f.over.commands = lists.Map(config.Engines, func(e *engine.Engine) string { return e.Name })
	title := fmt.Sprintf("%d models of seed %d", config.Models, config.Seed)
	r, err := f.over.run(ctx, streams, cluster.Info{Kind: crosscheck.Job, Title: title}, input, config.Again(ctx, found))
	if err != nil {
		return nil, err
	}
	return crosscheck.ReadJob(r.Result)
}
