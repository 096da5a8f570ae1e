package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/pflag"

	"qmsat/internal/lists"
	"qmsat/model/cluster"
	"qmsat/model/engine"
)

var workerCommand = &command{
	name:    "worker",
	summary: "do the work of jobs for a cluster",
	long: `Works on a cluster's jobs until interrupted. Unfinished work returns to the queue: at once on an interrupt, after
30 s on a kill.

A job is one count, say; an item is a part of it, such as a cube (qmsat help cluster). Jobs name no files. A job's external
command runs only if --engine here names that very command.

If an item needs more than --memory, it is tried once more, alone, and then left to other workers. An item that fails so five
times ends its job; the command that waits for the job then exits with status 3.`,
	examples: []example{
		{"worker --cluster nats://host:4222", "work with all processors"},
		{"worker --cluster tls://host:4222 --tlsca ca.pem --creds my.creds", "work over TLS, as a user with credentials"},
	},
	bounded: true,
	lasting: true,
	setup: func(flags *pflag.FlagSet) action {
		f := addClusterFlags(flags, "work for the NATS server at `URL`")
		var workers int
		var engines string
		addWorkers(flags, &workers, "workers", "", 0, "do `N` items side by side; 0: as many as there are processors")
		addEngines(flags, &engines, "native,gini", "engines `NAME,...`", true)
		return func(ctx context.Context, streams streams, _ []string) error {
			list, err := parseEngines(engines)
			if err != nil {
				return err
			}
			if f.URL == cluster.Embedded {
				return usageErrorf("--cluster %s, expected the URL of a running server", cluster.Embedded)
			}
			c, leave, err := f.join(ctx, "", cluster.WorkerOptions{})
			if err != nil {
				return err
			}
			defer leave()
			if workers == 0 {
				workers = runtime.GOMAXPROCS(0)
			}
			return c.Work(ctx, cluster.WorkerOptions{
				Workers: workers, Engines: append(lists.Map(list, func(c engine.Chosen) string { return c.Engine.Name }), noEngine),
				Log: func(line string) { fmt.Fprintln(streams.err, "qmsat:", cluster.Redact(line)) },
			})
		}
	},
}
