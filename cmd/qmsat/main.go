package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	_ "qmsat/encode/residual"             // registers residual
	_ "qmsat/encode/sat"                  // registers gini and gophersat
	_ "qmsat/native"                      // registers native
	_ "qmsat/native/classic"              // registers backtracking, norvig and pencil-and-paper
	_ "qmsat/native/frontier"             // registers frontier
	_ "qmsat/native/heuristic"            // registers annealing and others like it
	_ "qmsat/native/heuristic/projection" // registers projection
	_ "qmsat/native/logic"                // registers logic
	_ "qmsat/native/paper"                // registers paper
)

func main() {
	startCollectorLate()
	// Without this a closed standard output would kill the process; with it the write fails, and the command ends by itself.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal ends what the command does. From then on signals are the system's, and the second ends the process.
	context.AfterFunc(ctx, stop)
	status := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(status)
}

// startCollectorLate has the garbage collector begin with a heap of 16 MiB, where Go has 4 MiB, and go on as usual: a cycle takes longer
// than most small models do.
func startCollectorLate() {
	if os.Getenv("GOGC") != "" {
		return
	}
	before := debug.SetGCPercent(400)
	runtime.AddCleanup(new(streams), func(percent int) { debug.SetGCPercent(percent) }, before)
}

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// note says in one line on standard error what the output leaves out.
func (s streams) note(format string, args ...any) {
	fmt.Fprintf(s.err, "qmsat: "+format+"\n", args...)
}
