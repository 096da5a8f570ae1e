package main

import (
	"context"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qmsat/internal/input"
)

// shells lists the supported shells, each with the function that writes its script.
var shells = map[string]func(root *cobra.Command, w io.Writer) error{
	"bash": func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) },
	"zsh":  (*cobra.Command).GenZshCompletion,
	"fish": func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) },
}

func shellNames() []string { return slices.Sorted(maps.Keys(shells)) }

var completionCommand = &command{
	name:    "completion",
	args:    "SHELL",
	words:   firstWord(shellNames),
	summary: "print what makes a shell complete command lines",
	long:    `Prints a completion script for a shell. It completes commands, topics, flags and their values.`,
	examples: []example{
		{"completion bash -o qmsat.bash", "the script for bash, to be read by source qmsat.bash"},
		{"completion zsh -o _qmsat", "the script for zsh, for a folder of $fpath"},
	},
	output: true,
	setup: func(*pflag.FlagSet) action {
		return func(_ context.Context, streams streams, args []string) error {
			if len(args) != 1 {
				return usageErrorf("completion: %d arguments, expected one: %s", len(args), strings.Join(shellNames(), ", "))
			}
			if err := input.CheckName("shell", args[0], shellNames()); err != nil {
				return usageErrorf("%w", err)
			}
			return outputError(shells[args[0]](commandTree(streams, nil), streams.out))
		}
	},
}

// shortUsage is a flag's usage without the names, because completion offers them itself.
func shortUsage(f *pflag.Flag) string {
	_, usage := pflag.UnquoteUsage(f)
	if c, ok := f.Value.(*choice); ok {
		usage = strings.TrimSuffix(usage, ": "+strings.Join(c.names(), ", "))
	}
	return usage
}

// completeArgument completes an argument: by words if the command has some at this position, otherwise by files if it takes them.
func (c *command) completeArgument(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if c.words != nil {
		if words := c.words(args); len(words) > 0 {
			return words, cobra.ShellCompDirectiveNoFileComp
		}
	}
	if c.topics == nil && strings.Contains(c.args, "FILE") || strings.Contains(c.args, "FORMULA") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// completeFlag returns the completion of a flag's value: the names of a choice, otherwise files or folders if help names the
// value so.
func completeFlag(f *pflag.Flag) cobra.CompletionFunc {
	if c, ok := f.Value.(*choice); ok {
		return func(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return c.complete(begun)
		}
	}
	switch called, _ := pflag.UnquoteUsage(f); called {
	case "FILE":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
	case "DIR":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	case "SPEC": // of rules, a file as well
		return cobra.FixedCompletions([]cobra.Completion{noRules, allNames}, cobra.ShellCompDirectiveDefault)
	}
	return cobra.NoFileCompletions
}

// complete returns the possible names. A list is completed by names that it lacks. A form such as exec:COMMAND is offered up to
// its colon.
func (c *choice) complete(begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	list, directive := "", cobra.ShellCompDirectiveNoFileComp
	if c.inside != nil {
		if words := c.inside(begun); words != nil {
			return words, directive | cobra.ShellCompDirectiveNoSpace
		}
	}
	if c.several {
		list = begun[:strings.LastIndex(begun, ",")+1]
		directive |= cobra.ShellCompDirectiveNoSpace
	}
	names := c.names()
	if c.all && list == "" {
		names = append(slices.Clone(names), allNames)
	}
	var words []string
	for _, name := range names {
		if slices.Contains(strings.Split(list, ","), name) {
			continue
		}
		word := list + name
		if prefix, _, isForm := strings.Cut(name, ":"); isForm {
			word = list + prefix + ":"
		}
		if c.about != nil {
			word = cobra.CompletionWithDesc(word, c.about(name))
		}
		words = append(words, word)
	}
	return words, directive
}

// firstWord completes only the first argument of a command.
func firstWord(words func() []string) func(before []string) []string {
	return func(before []string) []string {
		if len(before) > 0 {
			return nil
		}
		return words()
	}
}
