package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qmsat/internal/document"
	"qmsat/internal/lists"
	"qmsat/internal/page"
)

// asStopped gives an error the status of a stop if ctx has ended. It keeps a status that is already set.
func asStopped(ctx context.Context, err error) error {
	if said := (*exitError)(nil); err == nil || ctx.Err() == nil || errors.As(err, &said) {
		return err
	}
	return &exitError{statusStopped, stopCause(ctx)}
}

// isStop reports whether an error has the status of a stop.
func isStop(err error) bool {
	exit := new(exitError)
	return errors.As(err, &exit) && exit.status == statusStopped
}

// checkArguments reports arguments that the command does not take, and unknown topics.
func (c *command) checkArguments(sub *cobra.Command, args []string) error {
	switch {
	case c.topics != nil && len(args) > 0:
		return usageErrorf("%s: %w", c.name, document.CheckName("topic", args[0], lists.Map(c.topics, func(t *command) string { return t.name })))
	case c.topics != nil && c.setup == nil:
		return usageErrorf("found no topic, expected one that qmsat help %s lists", c.name)
	case c.args == "" && len(args) > 0:
		return usageErrorf("%s takes no arguments, found %s", pathOf(sub), document.Clip(args[0]))
	}
	return nil
}

// text is the command's help: its long text, or its summary if there is none. Topics come last.
func (c *command) text() string {
	if c.topics == nil {
		return cmp.Or(c.long, strings.ToUpper(c.summary[:1])+c.summary[1:]+".")
	}
	text := c.long + "\n\nTopics:\n\n"
	for _, t := range c.topics {
		text += page.Entry(t.name, t.summary)
	}
	return text + fmt.Sprintf("\nSee qmsat help %s TOPIC.", c.name)
}

// misplaced reports the first given flag among some, and why it does not fit.
func misplaced(flags *pflag.FlagSet, why string, names ...string) error {
	for _, name := range names {
		if flags.Changed(name) {
			return usageErrorf("--%s %s", name, why)
		}
	}
	return nil
}

// dependents is the annotation of a flag that lists the flags that need it.
const dependents = "flags that need this one"

// requireFlag makes a flag required by others.
func requireFlag(flags *pflag.FlagSet, name string, others ...string) {
	flags.Lookup(name).Annotations = map[string][]string{dependents: others}
}

// missingFlag reports a given flag whose required flag is missing, or that names nothing.
func missingFlag(flags *pflag.FlagSet) (err error) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed && f.Value.String() == "" {
			err = firstError(err, usageErrorf("--%s: found an empty text, expected a value", f.Name))
		}
		if !f.Changed {
			err = firstError(err, misplaced(flags, "needs --"+f.Name, f.Annotations[dependents]...))
		}
	})
	return err
}
