package main

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare/study"
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

// stopCause says what ended a context: a timeout, the memory budget or a signal.
func stopCause(ctx context.Context) error { return study.Cause(ctx) }

// orStopped gives an error its status: that of a stop where ctx has ended, and of bad input elsewhere, unless it has one.
func orStopped(ctx context.Context, err error) error {
	if exit := new(exitError); err == nil || ctx.Err() == nil || errors.As(err, &exit) {
		return inputError(err)
	}
	return &exitError{statusStopped, stopCause(ctx)}
}

// memoryFlag is the name of the flag that bounds the memory of a command.
const memoryFlag = "memory"

func addMemory(flags *pflag.FlagSet) {
	flags.Var(&memorySize{}, memoryFlag,
		"stop at `SIZE` of memory (default: half of the free)")
}

// withinBudget returns a context that ends when the process holds more than --memory, for a command that has it. The garbage collector
// works at nine tenths of that, so that garbage alone never reaches it.
func withinBudget(ctx context.Context, flags *pflag.FlagSet) (context.Context, context.CancelFunc) {
	flag := flags.Lookup(memoryFlag)
	if flag == nil {
		return ctx, func() {}
	}
	bytes := flag.Value.(*memorySize).bytes
	if !flag.Changed {
		bytes = memory.Default()
	}
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, bytes/10*9))
	ctx, stop := memory.WithBudget(ctx, bytes)
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
	return &exitError{statusStopped, fmt.Errorf("%w; try --%s %s%s", err, memoryFlag, sufficient(exceeded), other)}
}

// sufficient writes the smallest power of two that is at least twice the budget, and has room for what was asked for.
func sufficient(e *memory.ExceededError) string {
	need := uint64(e.Budget) + uint64(max(e.Budget, e.Need))
	return strings.ReplaceAll(memory.Text(1<<min(bits.Len64(need-1), 62)), " ", "")
}

// memorySize is a flag's number of bytes, above 0.
type memorySize struct {
	bytes int64
	text  string
}

// Type implements pflag.Value; it says what is expected.
func (s *memorySize) Type() string { return "a number of bytes, or one such as 512MiB or 2GiB" }

// String implements pflag.Value.
func (s *memorySize) String() string { return s.text }

// sizeUnits are what may follow a size's number, from 1024 to the power of 0 on.
const sizeUnits = "KMGTPE"

// Set implements pflag.Value.
func (s *memorySize) Set(text string) error {
	number, unit := text, 0
	if rest, ok := strings.CutSuffix(text, "iB"); ok && rest != "" {
		unit = 1 + strings.IndexByte(sizeUnits, rest[len(rest)-1])
		number = rest[:len(rest)-1]
		if unit == 0 {
			number = ""
		}
	}
	value, err := strconv.ParseFloat(number, 64)
	value *= float64(uint64(1) << (10 * unit))
	if err != nil || !(value >= 1 && value < 1<<63) {
		return errors.New("expected " + s.Type())
	}
	s.bytes, s.text = int64(value), text
	return nil
}
