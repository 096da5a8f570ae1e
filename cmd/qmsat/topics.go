package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qmsat/internal/document"
)

// topic is something that a command can be asked for by its first argument; F are the command's flags.
type topic[F any] struct {
	name    string
	summary string
	flags   string // those that not all topics read, and this one does, with blanks between them
	print   func(ctx context.Context, streams streams, out *lines, f F, args []string) error
}

// topicHelp lists topics.
func topicHelp[F any](topics []topic[F]) string {
	var text strings.Builder
	for _, t := range topics {
		fmt.Fprintf(&text, "  %-10s %s\n", t.name, t.summary)
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// topicWords are the topics as words of a command line.
func topicWords[F any](topics []topic[F]) []string {
	return each(topics, func(t topic[F]) string { return cobra.CompletionWithDesc(t.name, t.summary) })
}

// runTopic prints the topic that the first argument names, which reads all flags that were given. Messages call it by its kind, and the
// command by its name.
func runTopic[F any](
	ctx context.Context, streams streams, kind, command string, topics []topic[F], flags *pflag.FlagSet, f F, args []string,
) error {
	if len(args) == 0 {
		return usageErrorf("no %s, expected one of those in qmsat help %s", kind, command)
	}
	i := slices.IndexFunc(topics, func(t topic[F]) bool { return t.name == args[0] })
	if i < 0 {
		names := each(topics, func(t topic[F]) string { return t.name })
		return usageErrorf("%s: %w", command, document.CheckName(kind, args[0], names))
	}
	if err := topics[i].unread(command, topics, flags); err != nil {
		return err
	}
	out := newLines(streams.out)
	err := topics[i].print(ctx, streams, out, f, args[1:])
	if said := (*exitError)(nil); err != nil && ctx.Err() != nil && !errors.As(err, &said) {
		err = &exitError{statusStopped, stopCause(ctx)}
	}
	return firstError(out.flush(), err)
}

// unread reports a flag that was given, and that others of the topics read.
func (t topic[F]) unread(command string, topics []topic[F], flags *pflag.FlagSet) (err error) {
	flags.Visit(func(flag *pflag.Flag) {
		reads := func(t topic[F]) bool { return slices.Contains(strings.Fields(t.flags), flag.Name) }
		readers := slices.DeleteFunc(slices.Clone(topics), func(other topic[F]) bool { return !reads(other) })
		if len(readers) > 0 && !reads(t) {
			names := each(readers, func(other topic[F]) string { return other.name })
			err = firstError(err, usageErrorf("--%s beside %s %s: it is read by %s", flag.Name, command, t.name, strings.Join(names, ", ")))
		}
	})
	return err
}

// misplaced reports the first of some flags that was given, and why it should not have been.
func misplaced(flags *pflag.FlagSet, why string, names ...string) error {
	for _, name := range names {
		if flags.Changed(name) {
			return usageErrorf("--%s %s", name, why)
		}
	}
	return nil
}

// besideIt annotates a flag with others that say nothing without it.
const besideIt = "read beside it"

// readBeside has flags refused where the one beside which they are read is not given.
func readBeside(flags *pflag.FlagSet, name string, others ...string) {
	flags.Lookup(name).Annotations = map[string][]string{besideIt: others}
}

// unread reports a flag that was given without the one beside which it is read.
func unread(flags *pflag.FlagSet) (err error) {
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Changed {
			err = firstError(err, misplaced(flags, "without --"+f.Name, f.Annotations[besideIt]...))
		}
	})
	return err
}
