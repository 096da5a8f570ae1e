package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/spf13/pflag"

	"qmsat/internal/job"
	"qmsat/internal/job/cluster"
	"qmsat/model/engine"
)

// jobTopics are what can be done with jobs.
var jobTopics = []topic[*jobFlags]{
	{"list", "all jobs, the oldest first", "", listJobs},
	{"show", "waits for a job and prints its result", "", ofJob(showJob)},
	{"cancel", "ends a job; what was finished stays", "", ofJob(cancelJob)},
	{"remove", "drops a job and all that is kept of it; an open one is cancelled", "", ofJob(removeJob)},
	{"result", "the result so far, with a hash of the records it adds up", "check engine seed", ofJob(printJobResult)},
}

var jobsCommand = &command{
	name:    "jobs",
	args:    "[TOPIC [ID]]",
	words:   firstWord(func() []string { return topicWords(jobTopics) }),
	summary: "list, follow, end and remove the jobs of a cluster",
	long: `Lists and manages the jobs of a cluster. The default topic is list, which takes no ID:

` + topicHelp(jobTopics) + `

A job is removed a week after it has ended, or as --keep of its command says. A worker removes it, or the command that queues the next
job. Nothing of it stays on the server.

result adds up the records, and checks that each split partitions what it split. Its hash covers all records. --check N does N random
items again here, by the engine of --engine. If one differs the exit status is 1. Any engine finds what a worker got wrong. Only an
unrelated one finds a fault of the job's engine: see help engines.

` + clusterHelp,
	examples: []example{
		{"jobs --cluster nats://host:4222", "all jobs"},
		{"jobs result 0123456789 --check 20 --cluster nats://host:4222", "what a job comes to, and twenty of its items done again by gini"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &jobFlags{set: flags, clusterFlags: addClusterFlags(flags, "the NATS server at `URL`")}
		addWhole(flags, &f.check, "check", 0, 0, "result: do `N` items again")
		addEngines(flags, &f.engine, "gini", "result: the engine `NAME` of --check", false)
		flags.Uint64Var(&f.seed, "seed", 1, "result: `S`, the seed by which --check chooses")
		addFormat(flags, &f.format, "text", "json")
		return f.run
	},
}

// jobFlags are the flags of jobs.
type jobFlags struct {
	set *pflag.FlagSet
	*clusterFlags
	check  int
	engine string
	seed   uint64
	format string

	*cluster.Cluster
}

func (f *jobFlags) run(ctx context.Context, streams streams, args []string) error {
	if len(args) == 0 {
		args = []string{"list"}
	}
	c, closeAll, err := f.connect(ctx, "")
	if err != nil {
		return err
	}
	defer closeAll()
	f.Cluster = c
	err = runTopic(ctx, streams, "topic", "jobs", jobTopics, f.set, f, args)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		err = usageErrorf("%w, see qmsat jobs list", err)
	}
	return err
}

// ofJob has a topic read the ID of a job.
func ofJob(
	do func(ctx context.Context, streams streams, out *lines, f *jobFlags, id string) error,
) func(context.Context, streams, *lines, *jobFlags, []string) error {
	return func(ctx context.Context, streams streams, out *lines, f *jobFlags, args []string) error {
		if len(args) != 1 {
			return usageErrorf("%d IDs of jobs, expected one", len(args))
		}
		return do(ctx, streams, out, f, args[0])
	}
}

func listJobs(ctx context.Context, _ streams, out *lines, f *jobFlags, args []string) error {
	if len(args) > 0 {
		return usageErrorf("jobs list: %d arguments, expected none", len(args))
	}
	list, err := f.Jobs(ctx)
	if err != nil {
		return err
	}
	if f.format == "json" {
		for _, d := range list {
			out.object(d)
		}
		return nil
	}
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "id\tkind\tstate\tengine\tcreated\tof")
	for _, d := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", d.ID, d.Kind, d.State, d.Engine, d.Created.Format(time.DateTime), d.Title)
	}
	w.Flush()
	return out.table(text.String())
}

func showJob(ctx context.Context, streams streams, out *lines, f *jobFlags, id string) error {
	bar := newBar(streams.err, 1, "")
	defer bar.clear()
	r, err := f.Follow(ctx, id, cluster.FollowOptions{Progress: bar.items})
	if err != nil {
		return orFailed(ctx, err)
	}
	return f.print(out, r, true, nil)
}

func cancelJob(ctx context.Context, _ streams, _ *lines, f *jobFlags, id string) error {
	return f.Cancel(ctx, id)
}

func removeJob(ctx context.Context, _ streams, _ *lines, f *jobFlags, id string) error {
	return f.Remove(ctx, id)
}

func printJobResult(ctx context.Context, _ streams, out *lines, f *jobFlags, id string) error {
	r, complete, err := f.Result(ctx, id)
	if err != nil {
		return err
	}
	var done *cluster.Check
	if f.check > 0 {
		by, err := parseEngine(f.engine)
		if err != nil {
			return err
		}
		if done, err = f.Recheck(ctx, id, by, f.check, f.seed); errors.As(err, new(*engine.RefusedError)) {
			return usageErrorf("job %s: %w", id, err)
		} else if err != nil {
			return orFailed(ctx, err)
		}
	}
	return f.print(out, r, complete, done)
}

// jobRecord is the JSON object of what a job comes to.
type jobRecord struct {
	job.Result
	Complete bool           `json:"complete"`
	Check    *cluster.Check `json:"check,omitempty"` // nil: no item was done again
}

// print prints what a job comes to, and what was done again of it.
func (f *jobFlags) print(out *lines, r job.Result, complete bool, done *cluster.Check) error {
	text := fmt.Sprintf("%s\n%d records of %s by %s, %s", r.Result, r.Records, strings.Join(r.Workers, ", "), strings.Join(r.Engines, ", "), r.Hash)
	if !complete {
		text = ">=" + text
	}
	if done != nil {
		text += fmt.Sprintf("\n%d items done again by %s, seed %d: no difference", done.Items, cmp.Or(done.Engine, "this program"), done.Seed)
	}
	return out.record(f.format, jobRecord{r, complete, done}, text)
}
