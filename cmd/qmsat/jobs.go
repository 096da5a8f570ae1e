package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/spf13/pflag"

	"qmsat/model/job"
	"qmsat/model/job/cluster"
)

// jobTopics are what can be done with jobs.
var jobTopics = []topic[*jobFlags]{
	{"list", "all jobs, the oldest first", "", listJobs},
	{"show", "waits for a job, and prints what it comes to", "", showJob},
	{"cancel", "ends a job; what was finished stays", "", cancelJob},
	{"result", "what a job comes to by what is finished, with a hash of its records", "check engine seed", printJobResult},
}

var jobsCommand = &command{
	name:    "jobs",
	args:    "[TOPIC [ID]]",
	words:   firstWord(func() []string { return topicWords(jobTopics) }),
	summary: "list, follow and end the jobs of a cluster",
	long: `Tells of the jobs that a cluster has. Topics, of which list needs no ID and is what is done where none is named:

` + topicHelp(jobTopics) + `

result adds the records up from the first to the last item, and holds that each split partitions what it split; its hash is over all
of them. --check N has N items, chosen at random, done again here by the engine of --engine: one that differs is exit status 1.

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

// oneJob returns the ID that a topic is given.
func oneJob(args []string) (id string, err error) {
	if len(args) != 1 {
		return "", usageErrorf("%d IDs of jobs, expected one", len(args))
	}
	return args[0], nil
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

func showJob(ctx context.Context, streams streams, out *lines, f *jobFlags, args []string) error {
	id, err := oneJob(args)
	if err != nil {
		return err
	}
	bar := newBar(streams.err, 1, "")
	defer bar.clear()
	r, err := f.Follow(ctx, id, cluster.FollowOptions{Progress: bar.items})
	if err != nil {
		return orFailed(ctx, err)
	}
	return f.print(out, r, true)
}

func cancelJob(ctx context.Context, _ streams, _ *lines, f *jobFlags, args []string) error {
	id, err := oneJob(args)
	if err != nil {
		return err
	}
	return f.Cancel(ctx, id)
}

func printJobResult(ctx context.Context, _ streams, out *lines, f *jobFlags, args []string) error {
	id, err := oneJob(args)
	if err != nil {
		return err
	}
	r, complete, err := f.Result(ctx, id)
	if err != nil {
		return err
	}
	if f.check > 0 {
		n, err := f.Recheck(ctx, id, f.engine, f.check, f.seed)
		if err != nil {
			return orFailed(ctx, err)
		}
		defer out.line(fmt.Sprintf("%d items done again by %s, seed %d: no difference", n, f.engine, f.seed))
	}
	return f.print(out, r, complete)
}

// print prints what a job comes to.
func (f *jobFlags) print(out *lines, r job.Result, complete bool) error {
	if f.format == "json" {
		return out.object(struct {
			job.Result
			Complete bool `json:"complete"`
		}{r, complete})
	}
	least := ""
	if !complete {
		least = ">="
	}
	return out.line(fmt.Sprintf("%s%s\n%d records of %s by %s, %s", least, r.Result, r.Records,
		strings.Join(r.Workers, ", "), strings.Join(r.Engines, ", "), r.Hash))
}
