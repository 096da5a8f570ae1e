package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/spf13/pflag"

	"qmsat/compare/table"
	"qmsat/internal/job"
	"qmsat/model/cluster"
	"qmsat/model/engine"
)

var jobsCommand = &command{
	name:    "jobs",
	args:    "[TOPIC [ID]]",
	summary: "list, follow, end and remove the jobs of a cluster",
	long: `Lists and manages the jobs of a cluster. Without a topic it lists all jobs.

A job is removed a week after it ended; --keep of the command that started it changes that.`,
	bounded: true,
	setup:   jobsListCommand.setup,
	topics: []*command{
		jobsListCommand,
		jobsTopic(command{name: "show", args: "ID", summary: "waits for the end of a job and prints its result"}, showJob),
		jobsTopic(command{name: "cancel", args: "ID", summary: "ends a job; what was finished stays"},
			func(ctx context.Context, _ streams, _ *lines, f *jobFlags, id string) error { return f.Cancel(ctx, id) }),
		jobsTopic(command{name: "remove", args: "ID", summary: "deletes a job and its data; an unfinished job is cancelled first"},
			func(ctx context.Context, _ streams, _ *lines, f *jobFlags, id string) error { return f.Remove(ctx, id) }),
		jobsTopic(command{
			name: "result", args: "ID", summary: "the result of the items done so far, and their hash; does not wait",
			long: `Adds up the results of the items done so far, and checks that the items of each split make up the whole. The first line is the
result. The second has the number of records, one per item that is done or split; the IDs of their workers; the engines; and the
hash of the records.

--check N does N random items again here, by the engine of --engine. If one differs the exit status is 1. Any engine
reveals a faulty worker; only an unrelated one reveals a faulty engine (qmsat help engines).`,
			examples: []example{
				{"jobs result 0123456789 --check 20 --cluster nats://host:4222", "the result of a job, with twenty of its items checked again by gini"},
			},
		}, printJobResult, func(f *jobFlags, flags *pflag.FlagSet) {
			addWhole(flags, &f.check, "check", 0, 0, "do `N` items again")
			addEngines(flags, &f.engine, "gini", "the engine `NAME` of --check", false)
			addNumber(flags, &f.seed, "seed", 1, "`S`, the seed by which --check chooses")
			requireFlag(flags, "check", "engine", "seed")
		}),
	},
}

var jobsListCommand = jobsTopic(command{
	name: "list", summary: "all jobs, the oldest first",
	examples: []example{{"jobs --cluster nats://host:4222", "all jobs"}},
}, listJobs)

// jobFlags are the values of a topic's flags, zero for a flag that it lacks.
type jobFlags struct {
	*clusterFlags
	check  int
	engine string
	seed   uint64
	format string

	*cluster.Cluster
}

// jobsTopic makes a topic from a function. It calls the function with a cluster, and with the ID of a job if the topic takes one.
// Its own flags come before the flags of all topics.
func jobsTopic(
	c command, do func(ctx context.Context, streams streams, out *lines, f *jobFlags, id string) error, own ...func(f *jobFlags, flags *pflag.FlagSet),
) *command {
	c.bounded = true
	c.setup = func(flags *pflag.FlagSet) action {
		f := &jobFlags{}
		for _, add := range own {
			add(f, flags)
		}
		f.clusterFlags = addClusterFlags(flags, "the NATS server at `URL`")
		addFormat(flags, &f.format, "text", "json")
		return func(ctx context.Context, streams streams, args []string) error {
			id := strings.Join(args, "")
			switch {
			case c.args == "":
			case len(args) != 1:
				return usageErrorf("found %d job IDs, expected one", len(args))
			default:
				if err := cluster.CheckID(id); err != nil {
					return usageErrorf("%w, see qmsat jobs list", err)
				}
			}
			connected, leave, err := f.join(ctx, "", cluster.WorkerOptions{})
			if err != nil {
				return err
			}
			defer leave()
			out := newLines(streams.out)
			f.Cluster = connected
			if err = do(ctx, streams, out, f, id); errors.Is(err, jetstream.ErrKeyNotFound) {
				err = usageErrorf("%w, see qmsat jobs list", err)
			}
			return firstError(out.flush(), asStopped(ctx, err))
		}
	}
	return &c
}

func listJobs(ctx context.Context, _ streams, out *lines, f *jobFlags, _ string) error {
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
	r := table.Table[cluster.Info]{Records: list, Left: true, Heading: "id\tkind\tstate\tengine\tcreated\tof"}
	r.Row = func(d cluster.Info) string {
		return strings.Join([]string{d.ID, d.Kind, string(d.State), d.Engine, d.Created.Format(time.DateTime), d.Title}, "\t")
	}
	return out.table(r.Text())
}

func showJob(ctx context.Context, streams streams, out *lines, f *jobFlags, id string) error {
	bar := newShare(streams.err, "")
	defer bar.clear()
	r, err := f.Follow(ctx, id, cluster.FollowOptions{Progress: bar.items, Waits: f.waits(streams.err)})
	if err != nil {
		return orFailed(ctx, err)
	}
	return f.print(out, r, true, nil)
}

func printJobResult(ctx context.Context, _ streams, out *lines, f *jobFlags, id string) error {
	r, complete, err := f.Result(ctx, id)
	if err != nil {
		return err
	}
	var done *cluster.Check
	if f.check > 0 {
		by, err := parseEngine("engine", f.engine)
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

// jobRecord is the JSON object of a job and its result.
type jobRecord struct {
	job.Result
	Complete bool           `json:"complete"`
	Check    *cluster.Check `json:"check,omitempty"` // nil: no item was done again
}

// print prints the result of a job, and the items that were checked again.
func (f *jobFlags) print(out *lines, r job.Result, complete bool, done *cluster.Check) error {
	records := "records"
	if r.Records == 1 {
		records = "record"
	}
	text := fmt.Sprintf("%s\n%d %s of %s by %s, %s",
		r.Result, r.Records, records, strings.Join(r.Workers, ", "), strings.Join(r.Engines, ", "), r.Hash)
	if !complete {
		text = ">=" + text
	}
	if done != nil {
		text += fmt.Sprintf("\n%d items done again by %s, seed %d: no difference", done.Items, cmp.Or(done.Engine, "this program"), done.Seed)
	}
	return out.record(f.format, jobRecord{r, complete, done}, text)
}
