package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/study"
	"qmsat/internal/memory"
)

// timeoutError is what ends the context of a --timeout.
type timeoutError struct{ after time.Duration }

func (e *timeoutError) Error() string { return fmt.Sprintf("stopped after %v", e.after) }

// Is makes it a context's end as others are.
func (e *timeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// limited returns a context that ends so long after a moment; 0: never.
func limited(ctx context.Context, from time.Time, after time.Duration) (context.Context, context.CancelFunc) {
	if after == 0 {
		return ctx, func() {}
	}
	return context.WithDeadlineCause(ctx, from.Add(after), &timeoutError{after})
}

// addTimeout adds the --timeout of a command that is stopped as a whole.
func addTimeout(flags *pflag.FlagSet) *time.Duration {
	timeout := new(time.Duration)
	addDuration(flags, timeout, "timeout", 0, "stop after `D`, such as 10s")
	return timeout
}

// addTimeout adds the --timeout of a command that runs puzzle by puzzle.
func (f *modelFlags) addTimeout() {
	addDuration(f.set, &f.timeout, "timeout", 0, "give up on a puzzle after `D`, such as 10s")
}

// stopCause says what ended a context: a timeout, the memory budget or a signal.
func stopCause(ctx context.Context) error { return study.Cause(ctx) }

// orStopped sets an error's exit status: stopped if ctx has ended, otherwise bad input. It keeps a status that is already set.
func orStopped(ctx context.Context, err error) error {
	if exit := new(exitError); err == nil || ctx.Err() == nil || errors.As(err, &exit) {
		return inputError(err)
	}
	return &exitError{statusStopped, stopCause(ctx)}
}

// memoryFlag is the name of the flag that bounds the memory of a command.
const memoryFlag = "memory"

func addMemory(flags *pflag.FlagSet, lasting bool) {
	what := "stop"
	if lasting {
		what = "stop a task"
	}
	flags.Var(&memory.Size{}, memoryFlag, what+" at `SIZE` (default: half of the free memory)")
}

// withinBudget returns a context that ends when the process holds more than --memory, for a command that has it. If the command is
// lasting, that ends its tasks only. The garbage collector works at nine tenths of that, so that garbage alone never reaches it.
func withinBudget(ctx context.Context, flags *pflag.FlagSet, lasting bool) (context.Context, context.CancelFunc) {
	flag := flags.Lookup(memoryFlag)
	if flag == nil {
		return ctx, func() {}
	}
	bytes := flag.Value.(*memory.Size).Bytes
	if !flag.Changed {
		bytes = memory.Default()
	}
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, memory.Room(bytes)/10*9))
	stop := func() {}
	if lasting {
		ctx = memory.Shared(ctx, bytes)
	} else {
		ctx, stop = memory.WithBudget(ctx, bytes)
	}
	return ctx, func() {
		stop()
		debug.SetMemoryLimit(before)
	}
}

// withAdvice adds to an error that says that memory does not suffice what would help.
func withAdvice(err error, flags *pflag.FlagSet) error {
	exceeded := new(memory.ExceededError)
	if !errors.As(err, &exceeded) {
		return err
	}
	other := ""
	if strings.Contains(exceeded.What, "formula") && flags.Lookup("sum") != nil {
		other = ", or another --sum, --amo or --encoding"
	}
	return &exitError{statusStopped, fmt.Errorf("%w; try --%s %s%s", err, memoryFlag, exceeded.Sufficient(), other)}
}
