package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qmsat/docs"
)

// command is a subcommand: its help and its flags come from here, so that they cannot disagree with what it does.
type command struct {
	name string
	args string // what follows the flags, for the usage line
	// words returns what the next argument may be behind some others, where it is one of some words. Nil: never.
	words    func(before []string) []word
	summary  string // one line
	long     string // what standard output holds, and what else is worth knowing
	examples []example
	// setup adds the command's flags and returns what runs it once they are parsed.
	setup func(flags *pflag.FlagSet) action
}

// action runs a command on the arguments that are no flags.
type action func(ctx context.Context, io streams, args []string) error

// example is a command line that works in the folder of the repository.
type example struct {
	args string // after "qmsat"
	says string // what it shows
}

// commands is the one list of subcommands, in the order of help.
var commands []*command

// Some commands tell about the others: they read the list, so that it is made once they are there.
func init() {
	commands = []*command{
		solveCommand, countCommand, exportCommand, decodeCommand, checkProofCommand, compareCommand, benchCommand, gridsCommand,
		generateCommand, reproduceCommand, rulesCommand, completionCommand, manCommand, versionCommand,
	}
}

// What qmsat is, in half a line and in a sentence.
const (
	synopsis     = "compile puzzles of the Sudoku family to SAT, solve them natively, and compare both"
	introduction = "qmsat compiles puzzles of the Sudoku family to SAT, solves them natively, and compares both."
)

// exitError ends the command with a status other than 0.
type exitError struct {
	status int
	err    error // nil where nothing is left to say
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// The exit statuses beside 0.
const (
	statusCheck   = 1 // a check failed
	statusUsage   = 2 // bad usage or bad input
	statusStopped = 3 // a timeout or an interrupt
	statusFailed  = 4 // a solver crashed or a write failed
)

// exitStatuses says what each exit status means.
var exitStatuses = [...]string{
	0:             "All is done.",
	statusCheck:   "A check failed: engines disagree, a rule is refuted, a proof is wrong.",
	statusUsage:   "Bad usage or bad input; one line on standard error says what, where, and what was expected.",
	statusStopped: "A timeout or an interrupt stopped the search, and what was found until then is printed.",
	statusFailed:  "A solver crashed or a write failed.",
}

func usageErrorf(format string, args ...any) error {
	return &exitError{statusUsage, fmt.Errorf(format, args...)}
}

// errPipeClosed says that nobody reads standard output any more.
var errPipeClosed = errors.New("standard output was closed")

// run runs a command line and returns the exit status. It writes at most one line of complaint.
func run(ctx context.Context, args []string, io streams) int {
	err := dispatch(ctx, args, io)
	var exit *exitError
	switch {
	case err == nil, errors.Is(err, errPipeClosed):
		return 0
	case !errors.As(err, &exit):
		exit = &exitError{statusFailed, err}
	}
	if exit.err != nil {
		fmt.Fprintf(io.err, "%s %v\n", paintFor(io.err).bad("qmsat:"), exit.err)
	}
	return exit.status
}

func dispatch(ctx context.Context, args []string, io streams) error {
	if len(args) == 0 {
		return usageErrorf("no command, expected %s; see qmsat help", commandNames())
	}
	switch args[0] {
	case "help", "--help", "-h":
		return help(args[1:], io)
	case "--version":
		args = slices.Concat([]string{versionCommand.name}, args[1:])
	case cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd:
		return complete(ctx, args, io)
	}
	c := findCommand(args[0])
	if c == nil {
		return usageErrorf("unknown command %q, expected %s", args[0], commandNames())
	}
	flags, act := c.flags()
	if err := flags.Parse(args[1:]); errors.Is(err, pflag.ErrHelp) {
		return c.help(io.out)
	} else if err != nil {
		return usageErrorf("%s: %v", c.name, flagError(err))
	}
	return act(ctx, io, flags.Args())
}

// flagError returns what a flag of named values says about one that is wrong, which tells what was found and expected, and
// any other error as it is.
func flagError(err error) error {
	if wrong := new(pflag.InvalidValueError); errors.As(err, &wrong) {
		if _, named := wrong.GetFlag().Value.(*choice); named {
			return errors.Unwrap(wrong)
		}
	}
	return err
}

func findCommand(name string) *command {
	i := slices.IndexFunc(commands, func(c *command) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return commands[i]
}

func commandNames() string {
	var names []string
	for _, c := range commands {
		names = append(names, c.name)
	}
	return strings.Join(names, ", ")
}

// flags makes the command's flag set and what reads it.
func (c *command) flags() (*pflag.FlagSet, action) {
	flags := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() {}
	flags.SetOutput(io.Discard)
	return flags, c.setup(flags)
}

// help prints the list of commands, the help of one, or the page on model files.
func help(args []string, io streams) error {
	if len(args) == 0 {
		return overview(io.out)
	}
	if args[0] == modelPage.text {
		return writeText(io.out, docs.Model)
	}
	c := findCommand(args[0])
	if c == nil {
		return usageErrorf("no help on %q, expected %s, %s", args[0], commandNames(), modelPage.text)
	}
	return c.help(io.out)
}

// modelPage is what help tells about beside commands.
var modelPage = word{"model", "every key of model files, with examples"}

func overview(w io.Writer) error {
	var text strings.Builder
	text.WriteString(introduction + "\n\n" + paintFor(w).heading("Commands:") + "\n")
	for _, c := range commands {
		fmt.Fprintf(&text, "  %-11s %s\n", c.name, c.summary)
	}
	text.WriteString("\nqmsat help COMMAND tells more, and qmsat help model what model files may say.\n")
	return writeText(w, text.String())
}

func (c *command) help(w io.Writer) error {
	flags, _ := c.flags()
	var text strings.Builder
	p := paintFor(w)
	fmt.Fprintf(&text, "qmsat %s [flags] %s\n\n%s\n\n%s\n%s\n%s\n", c.name, c.args, c.long,
		p.heading("Flags:"), flags.FlagUsagesWrapped(110), p.heading("Examples:"))
	for _, e := range c.examples {
		fmt.Fprintf(&text, "  qmsat %s\n      %s\n", e.args, e.says)
	}
	return writeText(w, text.String())
}
