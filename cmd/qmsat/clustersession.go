package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"qmsat/internal/job"
	"qmsat/internal/job/cluster"
	"qmsat/internal/parallel"
	"qmsat/model"
	"qmsat/model/engine"
)

// clusterRun is how searches are spread over machines.
type clusterRun struct {
	*clusterFlags
	keep    time.Duration // how long jobs are kept once they have ended
	share   float64       // of items that are verified
	by      string        // the engine that does so
	folder  string        // of the embedded server
	workers int           // in this process
	title   string        // of jobs without a puzzle
	// commands are engines that jobs which are no search may name for workers in this process.
	commands []string
	stderr   io.Writer
	show     func(cluster.Progress)
	last     *jobResult // of the last run
}

// given reports whether a cluster was asked for.
func (s *clusterRun) given() bool { return s != nil && s.url != "" }

func addClusterRun(flags *pflag.FlagSet) *clusterRun {
	s := &clusterRun{clusterFlags: addClusterFlags(flags, "spread the work over machines by the NATS server at `URL`, or by one that is started here: embedded")}
	addDuration(flags, &s.keep, "keep", cluster.UsualKeep, "cluster: remove the job `D` after it has ended")
	readBeside(flags, "cluster", "creds", "nkey", "tlsca", "tlscert", "tlskey", "verify", "verify-by", "keep")
	return s
}

// addSearchRun adds the flags of a search over a cluster.
func addSearchRun(flags *pflag.FlagSet) *clusterRun {
	s := addClusterRun(flags)
	flags.Float64Var(&s.share, "verify", 0, "cluster: have the `SHARE` of items, from 0 to 1, done again by --verify-by on another worker")
	addChoice(flags, &choice{value: &s.by, names: engine.Forms, check: unchecked, about: engineSummary, inside: settingWords}, "verify-by", "",
		"cluster: the unrelated engine `NAME` that verifies; left out: gini, or native if gini is related")
	return s
}

// over takes up where a search is spread, and where it is kept.
func (s *search) over(over *clusterRun, checkpoint string) error {
	if !over.given() {
		s.keep = checkpoint
		return nil
	}
	s.spread, over.workers, over.title = over, s.workers, cmp.Or(s.task.file, s.task.model.Name)
	return over.check(checkpoint)
}

// check takes up where an embedded server keeps the work, and reports flags that do not fit together.
func (s *clusterRun) check(checkpoint string) error {
	switch {
	case s.url != embeddedCluster && checkpoint != "":
		return usageErrorf("--checkpoint beside --cluster URL: the server there keeps the work")
	case !(s.share >= 0 && s.share <= 1):
		return usageErrorf("--verify %v, expected a share from 0 to 1", s.share)
	}
	s.folder = checkpoint
	if s.url == embeddedCluster && s.workers == 0 {
		s.workers = runtime.GOMAXPROCS(0)
	}
	return nil
}

// result is what JSON says of the last job, or nil.
func (s *clusterRun) result() *jobResult {
	if s == nil {
		return nil
	}
	return s.last
}

// jobSession runs each cube as a job of a cluster. Where its context ends the job goes on.
type jobSession struct {
	*clusterRun
	*cluster.Cluster
	close  func()
	chosen engine.Chosen
	model  *model.Model
}

// jobResult is what JSON says of a job.
type jobResult struct {
	ID      string   `json:"id"`
	Records int      `json:"records"`
	Hash    string   `json:"hash"`
	Workers []string `json:"workers"`
	Version string   `json:"version"`
	Model   string   `json:"model"`
}

// open opens a session whose runs are jobs.
func (s *clusterRun) open(ctx context.Context, chosen engine.Chosen, m *model.Model) (engine.Session, error) {
	if chosen.Engine.Abilities.MayFail {
		return nil, engine.Unsupported(chosen.Engine.Name, "it may fail, expected one for a cluster that exhausts its searches")
	}
	by, err := parseEngine(s.verifier(chosen))
	if err == nil && s.share > 0 {
		err = mustBeUnrelated("verify-by", by.Engine, chosen.Engine)
	}
	if err != nil {
		return nil, err
	}
	c, closeAll, err := s.join(ctx, []string{chosen.Engine.Name, s.verifier(chosen)})
	if err != nil {
		return nil, err
	}
	return &jobSession{clusterRun: s, Cluster: c, close: closeAll, chosen: chosen, model: m}, nil
}

// join connects to the cluster, and works for it with engines where workers were asked for.
func (s *clusterRun) join(ctx context.Context, engines []string) (c *cluster.Cluster, closeAll func(), err error) {
	folder, remove := s.folder, func() {}
	if s.url == embeddedCluster && folder == "" {
		if folder, err = os.MkdirTemp("", "qmsat-cluster"); err != nil {
			return nil, nil, err
		}
		remove = func() { os.RemoveAll(folder) }
	}
	c, disconnect, err := s.connect(ctx, folder)
	if err != nil {
		remove()
		return nil, nil, err
	}
	working, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	if s.workers > 0 {
		group.Go(func() {
			_ = c.Work(working, cluster.WorkerOptions{Workers: s.workers, Engines: engines, Commands: s.commands, ChecksOwn: s.url == embeddedCluster})
		})
	}
	return c, func() { stop(); group.Wait(); disconnect(); remove() }, nil
}

// noEngine is the engine of jobs that are no search: every worker does their items.
const noEngine = ""

// run runs a job that is no search, and hands on what it prints.
func (s *clusterRun) run(ctx context.Context, streams streams, d cluster.Info, input []byte, output func([]byte) error) (job.Result, error) {
	s.stderr = streams.err
	c, closeAll, err := s.join(ctx, []string{noEngine})
	if err != nil {
		return job.Result{}, err
	}
	defer closeAll()
	bar := newBar(streams.err, 1, "")
	defer bar.clear()
	s.show = bar.items
	_, r, err := s.follow(ctx, c, d, input, output)
	return r, err
}

// follow queues a job, unless there is one like it, and follows it to its end. Where the context ends first the job goes on.
func (s *clusterRun) follow(
	ctx context.Context, c *cluster.Cluster, description cluster.Info, input []byte, output func([]byte) error,
) (d cluster.Info, r job.Result, err error) {
	description.Keep = max(s.keep, 1)
	d, found, err := c.Find(ctx, description, input)
	if err == nil && !found {
		d, err = c.Submit(ctx, description, input)
	}
	if err != nil {
		return d, r, orFailed(ctx, err)
	}
	r, err = c.Follow(ctx, d.ID, cluster.FollowOptions{Progress: s.show, Output: output})
	switch {
	case err == nil:
		s.last = &jobResult{ID: d.ID, Records: r.Records, Hash: r.Hash, Workers: r.Workers, Version: d.Version, Model: d.Model}
	case ctx.Err() != nil:
		fmt.Fprintf(s.stderr, "qmsat: job %s goes on: qmsat jobs show %s\n", d.ID, d.ID)
		err = &exitError{statusStopped, stopCause(ctx)}
	default:
		err = orFailed(ctx, err)
	}
	return d, r, err
}

// verifier returns the engine that verifies.
func (s *clusterRun) verifier(chosen engine.Chosen) string {
	if e, err := engine.Lookup("gini"); s.by == "" && err == nil && e.Unrelated(chosen.Engine) {
		return e.Name
	}
	return cmp.Or(s.by, "native")
}

// Run implements engine.Session.
func (j *jobSession) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	input, err := parallel.JobInput(j.model, cube, j.chosen)
	if err != nil {
		return engine.Result{Count: new(big.Int)}, err
	}
	kind := parallel.CountJob
	if yield != nil {
		kind = parallel.SolveJob
	}
	description := cluster.Info{
		Kind: kind, Title: j.title, Engine: j.chosen.String(), Model: j.model.Hash(),
	}
	if len(cube) > 0 || j.title == "" {
		description.Title = model.Assignments.FormatCube(j.model, cube)
	}
	if j.share > 0 {
		description.Verify, description.VerifyBy, description.Seed = j.share, j.verifier(j.chosen), rand.Uint64()
	}
	listed, enough := new(big.Int), errors.New("enough solutions")
	var output func([]byte) error
	if yield != nil {
		output = func(text []byte) error {
			for line := range strings.Lines(string(text)) {
				a, err := parallel.Solution(j.model, line)
				if err != nil {
					return err
				}
				listed.Add(listed, big.NewInt(1))
				if !yield(a) || limit > 0 && listed.IsUint64() && listed.Uint64() == limit {
					return enough
				}
			}
			return nil
		}
	}
	d, r, err := j.follow(ctx, j.Cluster, description, input, output)
	switch {
	case errors.Is(err, enough):
		return engine.NewResult(ctx, limit, listed, false), j.Cancel(ctx, d.ID)
	case err != nil && ctx.Err() != nil:
		return engine.NewResult(ctx, limit, listed, false), nil
	case err != nil:
		return engine.Result{Count: listed}, err
	}
	count, ok := new(big.Int).SetString(r.Result, 10)
	if !ok {
		return engine.Result{Count: listed}, fmt.Errorf("job %s: found the result %q, expected a count", d.ID, r.Result)
	}
	return engine.NewResult(ctx, limit, count, true), nil
}

// Close implements engine.Session.
func (j *jobSession) Close() error {
	j.close()
	return nil
}

// orFailed gives an error the status of one that failed, unless the context has ended.
func orFailed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if errors.As(err, new(*cluster.Disagreement)) {
		return &exitError{statusCheck, err}
	}
	if ended := new(cluster.EndedError); errors.As(err, &ended) && ended.State == cluster.TooLarge {
		return &exitError{statusStopped, err}
	}
	return &exitError{statusFailed, err}
}
