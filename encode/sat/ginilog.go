package sat

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"runtime"
	"strings"
	"sync"
)

// giniLog is the output of the standard logger while giniSolvers search. gini holds its first model against all clauses, and
// where one is broken, which would be a defect of its own, it logs that and ends the process by log.Fatalf. What gini logs
// therefore becomes a panic here, before it comes to that: it ends the run, and no other. What anybody else logs goes where it
// would have gone.
//
// The standard logger is the program's, so its output is replaced for the time of searches only, and not put back where the
// program has set another one meanwhile. Where it did, or discards its log during a search, gini ends the process as before.
var giniLog struct {
	sync.Mutex
	searches int
	output   logOutput
}

// logOutput passes on what it is not gini that logs.
type logOutput struct{ io.Writer }

func (o *logOutput) Write(line []byte) (int, error) {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers)])
	for more := true; more; {
		var frame runtime.Frame
		if frame, more = frames.Next(); strings.HasPrefix(frame.Function, "github.com/go-air/gini/") {
			panic(fmt.Errorf("gini takes an assignment for a model that is none: %s", bytes.TrimSpace(line)))
		}
	}
	return o.Writer.Write(line)
}

// interceptGiniLog has what gini logs panic until release is called.
func interceptGiniLog() (release func()) {
	giniLog.Lock()
	defer giniLog.Unlock()
	if giniLog.searches++; giniLog.searches == 1 {
		giniLog.output.Writer = log.Writer()
		log.SetOutput(&giniLog.output)
	}
	return func() {
		giniLog.Lock()
		defer giniLog.Unlock()
		if giniLog.searches--; giniLog.searches == 0 && log.Writer() == &giniLog.output {
			log.SetOutput(giniLog.output.Writer)
		}
	}
}
