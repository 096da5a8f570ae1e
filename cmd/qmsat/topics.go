package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"qmsat/model/document"
)

// topic is something that a command can be asked for by its first argument; F are the command's flags.
type topic[F any] struct {
	name    string
	summary string
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

// runTopic prints the topic that the first argument names. Messages call it by its kind, and the command by its name.
func runTopic[F any](ctx context.Context, streams streams, kind, command string, topics []topic[F], f F, args []string) error {
	if len(args) == 0 {
		return usageErrorf("no %s, expected one of those in qmsat help %s", kind, command)
	}
	i := slices.IndexFunc(topics, func(t topic[F]) bool { return t.name == args[0] })
	if i < 0 {
		names := each(topics, func(t topic[F]) string { return t.name })
		return usageErrorf("%s: %w", command, document.CheckName(kind, args[0], names))
	}
	out := newLines(streams.out)
	err := topics[i].print(ctx, streams, out, f, args[1:])
	if said := (*exitError)(nil); err != nil && ctx.Err() != nil && !errors.As(err, &said) {
		err = &exitError{statusStopped, stopCause(ctx)}
	}
	return firstError(out.flush(), err)
}
