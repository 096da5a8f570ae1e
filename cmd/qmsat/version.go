package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"qmsat/compare"
)

// solverModules are the solver libraries, by the names that version gives them.
var solverModules = []struct{ name, path string }{
	{"gini", "github.com/go-air/gini"}, {"gophersat", "github.com/crillab/gophersat"},
}

var versionCommand = &command{
	name:    "version",
	summary: "tell what this qmsat was built from",
	long: `Prints the release with its commit in brackets, the versions of Go and of the SAT solvers, and the platform. "go run"
records no commit; "go build" does.`,
	examples: []example{
		{"version", "for a report of a fault"},
		{"version --format json", "for programs"},
	},
	setup: func(flags *pflag.FlagSet) action {
		var format string
		addFormat(flags, &format, "text", "json")
		return func(_ context.Context, streams streams, _ []string) error {
			return printVersion(streams, format)
		}
	},
}

// versionRecord is the JSON object of a build.
type versionRecord struct {
	compare.Build
	Solvers map[string]string `json:"solvers"` // versions by name
}

func printVersion(streams streams, format string) error {
	r := versionRecord{compare.ReadBuild(), map[string]string{}}
	for _, solver := range solverModules {
		r.Solvers[solver.name] = cmp.Or(r.Modules[solver.path], "unknown")
	}
	out := newLines(streams.out)
	if format == "json" {
		return firstError(out.object(r), out.flush())
	}
	out.line("qmsat " + r.Version + " (" + r.ShortCommit() + ")")
	for _, fact := range [][2]string{
		{"go", r.Go}, {"platform", r.OS + "/" + r.Arch},
	} {
		out.line(fmt.Sprintf("%-10s %s", fact[0], fact[1]))
	}
	for _, solver := range solverModules {
		out.line(fmt.Sprintf("%-10s %s", solver.name, r.Solvers[solver.name]))
	}
	return out.flush()
}
