package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask"
	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/cluster"
	"qmsat/model/engine"
)

// clusterFlags are the flags of every command that connects to a cluster.
type clusterFlags struct{ cluster.Access }

func addClusterFlags(flags *pflag.FlagSet, usage string) *clusterFlags {
	f := &clusterFlags{}
	flags.Var(&f.URL, "cluster", usage)
	flags.StringVar(&f.Creds, "creds", "", "`FILE` of credentials")
	flags.StringVar(&f.NKey, "nkey", "", "`FILE` with the seed of an nkey")
	flags.StringVar(&f.CA, "tlsca", "", "PEM `FILE` of trusted certificates")
	flags.StringVar(&f.Cert, "tlscert", "", "PEM `FILE` with the certificate of this side")
	flags.StringVar(&f.Key, "tlskey", "", "PEM `FILE` with its key")
	return f
}

// join connects to the cluster, as [cluster.Join] does.
func (f *clusterFlags) join(ctx context.Context, folder string, worker cluster.WorkerOptions) (c *cluster.Cluster, leave func(), err error) {
	options := cluster.Options{}
	if options.NATS, err = f.Resolve(); err != nil {
		return nil, nil, inputError(err)
	}
	if options.Version, err = compare.ReadBuild().Program(); err != nil {
		return nil, nil, err
	}
	c, leave, err = cluster.Join(ctx, f.URL, folder, options, worker)
	if errors.Is(err, cluster.ErrNoServer) {
		return nil, nil, inputError(err)
	}
	return c, leave, orFailed(ctx, err)
}

// waits says that a job waits for workers, and how to start one.
func (f *clusterFlags) waits(stderr io.Writer) func(d cluster.Info, engine string) {
	return func(d cluster.Info, engine string) {
		words := []string{"qmsat", "worker", "--cluster", f.URL.String()}
		if engine != noEngine {
			words = append(words, "--engine", engine)
		}
		fmt.Fprintf(stderr, "qmsat: job %s waits: no worker takes its items; start one: %s\n", d.ID, shellWords(words...))
	}
}

// clusterJob holds the options for searches spread over machines.
type clusterJob struct {
	*clusterFlags
	keep       time.Duration // how long ended jobs are kept
	share      float64       // share of items that are verified
	by         string        // the engine that verifies
	checkpoint string        // the folder of the embedded server
	workers    int           // in this process
	// commands are the engines that jobs other than searches may name for this process's workers.
	commands []string
	follow   cluster.FollowOptions
	last     cluster.Done // of a search
}

// given reports whether a flag selects a cluster.
func (s *clusterJob) given() bool { return s != nil && s.URL != "" }

func addClusterJob(flags *pflag.FlagSet) *clusterJob {
	s := &clusterJob{clusterFlags: addClusterFlags(flags, "spread the work over machines by the server at `URL`, or embedded")}
	addDuration(flags, &s.keep, "keep", cluster.UsualKeep, "remove the job `D` after it ended")
	requireFlag(flags, "cluster", "creds", "nkey", "tlsca", "tlscert", "tlskey", "verify", "verify-by", "keep")
	return s
}

// addSearchJob adds the flags of a search over a cluster.
func addSearchJob(flags *pflag.FlagSet) *clusterJob {
	s := addClusterJob(flags)
	flags.Float64Var(&s.share, "verify", 0, "redo this `SHARE` of the items, 0 to 1, on another worker")
	addChoice(flags, engineChoice(&s.by, false), "verify-by", "",
		"unrelated engine `NAME` for --verify (default: gini or native)")
	return s
}

// check reports flags that cannot be combined.
func (s *clusterJob) check() error {
	switch {
	case s.URL != cluster.Embedded && s.checkpoint != "":
		return usageErrorf("--checkpoint cannot be combined with --cluster URL: the server keeps the work")
	case !(s.share >= 0 && s.share <= 1):
		return usageErrorf("--verify %v, expected a share from 0 to 1", s.share)
	}
	return nil
}

// joinWith connects. With --workers it also runs workers with these engines; an embedded server has no other workers.
func (s *clusterJob) joinWith(ctx context.Context, stderr io.Writer, engines ...string) (c *cluster.Cluster, leave func(), err error) {
	embedded := s.URL == cluster.Embedded
	if embedded && s.workers == 0 {
		s.workers = runtime.GOMAXPROCS(0)
	}
	if !embedded { // its jobs end with this process
		s.follow.Left = func(d cluster.Info) { fmt.Fprintf(stderr, "qmsat: job %s runs on: qmsat jobs show %s\n", d.ID, d.ID) }
	}
	s.follow.Waits = s.waits(stderr)
	return s.join(ctx, s.checkpoint, cluster.WorkerOptions{Workers: s.workers, Engines: engines, Commands: s.commands, ChecksOwn: embedded})
}

// open opens a session whose runs are jobs. A puzzle without givens gets the title.
func (s *clusterJob) open(ctx context.Context, stderr io.Writer, chosen engine.Chosen, m *model.Model, title string) (engine.Session, error) {
	if chosen.Engine.Abilities.MayFail {
		return nil, engine.Unsupported(chosen.Engine.Name, "it may fail, expected a complete engine for a cluster")
	}
	verifier := cmp.Or(s.by, "native")
	if e, err := engine.Lookup("gini"); s.by == "" && err == nil && e.Unrelated(chosen.Engine) {
		verifier = e.Name
	}
	by, err := parseEngine("verify-by", verifier)
	if err == nil && s.share > 0 {
		err = inputError(ask.MustBeUnrelated("verify-by", by.Engine, chosen.Engine))
	}
	if err != nil {
		return nil, err
	}
	c, leave, err := s.joinWith(ctx, stderr, chosen.Engine.Name, by.Engine.Name)
	if err != nil {
		return nil, err
	}
	like := cluster.Info{Title: title, Keep: max(s.keep, 1)}
	if s.share > 0 {
		like.Verify, like.VerifyBy, like.Seed = s.share, verifier, rand.Uint64()
	}
	return &cluster.Search{Cluster: c, Leave: leave, Chosen: chosen, Model: m, Like: like, FollowOptions: s.follow, Last: &s.last}, nil
}

// noEngine is the engine of jobs other than searches: every worker does their items.
const noEngine = ""

// run runs a job other than a search, and returns its output.
func (s *clusterJob) run(ctx context.Context, streams streams, d cluster.Info, input []byte, output func([]byte) error) (cluster.Done, error) {
	if err := s.check(); err != nil {
		return cluster.Done{}, err
	}
	c, leave, err := s.joinWith(ctx, streams.err, noEngine)
	if err != nil {
		return cluster.Done{}, err
	}
	defer leave()
	bar := newShare(streams.err, "")
	defer bar.clear()
	s.follow.Progress, s.follow.Output, d.Keep = bar.items, output, max(s.keep, 1)
	done, err := c.Do(ctx, d, input, s.follow)
	return done, orFailed(ctx, err)
}

// orFailed sets the exit status of a job's error.
func orFailed(ctx context.Context, err error) error {
	ended := new(cluster.EndedError)
	switch {
	case err == nil || errors.As(err, new(*exitError)):
		return err
	case ctx.Err() != nil:
		return &exitError{statusStopped, stopCause(ctx)}
	case errors.As(err, new(*cluster.Disagreement)):
		return &exitError{statusCheck, err}
	case errors.As(err, &ended) && ended.State == cluster.TooLarge:
		return &exitError{statusStopped, err}
	}
	return &exitError{statusFailed, err}
}
