package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask"
	"qmsat/internal/atomicfile"
	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/model/document"
	"qmsat/model/engine"
)

// command is a subcommand. Its help and its flags come from here, so they cannot disagree with what it does.
type command struct {
	name string
	args string // what follows the flags, for the usage line
	// words returns the words that may follow some arguments. Nil: none.
	words    func(before []string) []string
	summary  string // one line
	long     string // the content of standard output, and notes
	examples []example
	output   bool // it has --output, which may mean standard output
	partial  bool // the parts of its output stand for themselves, so a failed command keeps them
	bounded  bool // it opens engines or compiles: it has --memory
	lasting  bool // --memory bounds its tasks, and it outlasts them
	// setup adds the command's flags and returns the action to run after they are parsed. Nil: a topic is required.
	setup  func(flags *pflag.FlagSet) action
	topics []*command // commands of its own, with flags of their own
}

// action runs a command on the arguments other than flags.
type action func(ctx context.Context, streams streams, args []string) error

// example is a command line that works in the folder of the repository.
type example struct {
	args string // after "qmsat"
	says string // what it shows
}

// group is a heading of help with its commands.
type group struct {
	title    string
	commands []*command
}

// groups is the one table of subcommands, in the order of help. commands lists the commands of all groups.
var (
	groups   []group
	commands []*command
)

// Some commands read the table, so init fills it.
func init() {
	cobra.EnableCommandSorting = false
	groups = []group{
		{"Puzzles", []*command{
			solveCommand, countCommand, puzzleQuestion("estimate"), puzzleQuestion("candidates"), generateCommand, puzzleQuestion("minimize"), puzzleQuestion("conflict"), puzzleQuestion("explain"), puzzleQuestion("grade"),
			puzzleQuestion("analyze"), puzzleQuestion("draw", func(_ *question, flags *pflag.FlagSet) { requireFlag(flags, "solution", "timeout") }), puzzleQuestion("convert"), serveCommand,
		}},
		{"Formulas and MiniZinc", []*command{exportCommand, instancesCommand, decodeCommand, checkProofCommand, flatzincCommand}},
		{"Studies", []*command{gridsCommand, chromaticCommand, codeCommand, rulesCommand, reproduceCommand}},
		{"Engines, machines, the command itself", []*command{
			compareCommand, benchCommand, workerCommand, jobsCommand, completionCommand, versionCommand,
		}},
	}
	for _, g := range groups {
		commands = append(commands, g.commands...)
	}
	for _, name := range ask.Commands() { // those that have no place above
		if !slices.ContainsFunc(commands, func(c *command) bool { return c.name == name }) {
			c := puzzleQuestion(name)
			groups[0].commands, commands = append(groups[0].commands, c), append(commands, c)
		}
	}
}

// What qmsat is, in half a line and in a sentence.
const (
	synopsis     = "compile puzzles of the Sudoku family to SAT, solve them natively, and compare both"
	introduction = "qmsat counts and solves puzzles of the Sudoku family."
)

// exitError ends the command with an exit status other than 0.
type exitError struct {
	status int
	err    error // nil if there is nothing to print
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// checkFailed gives an error, unless nil, the status of a failed check.
func checkFailed(err error) error {
	if err == nil {
		return nil
	}
	return &exitError{statusCheck, err}
}

// The exit statuses other than 0.
const (
	statusCheck   = 1 // a check failed
	statusUsage   = 2 // bad usage or bad input
	statusStopped = 3 // a timeout, the memory budget, an interrupt, or an engine that gave up
	statusFailed  = 4 // a solver crashed or a write failed
)

// exitStatuses explains each exit status.
var exitStatuses = [...]string{
	0:             "All is done.",
	statusCheck:   "A check failed: engines disagree, a rule is refuted, a proof is wrong, a puzzle has no conflict.",
	statusUsage:   "Bad usage or bad input; one line on standard error says what, where, and what was expected.",
	statusStopped: "A timeout, the memory budget, --tries or an interrupt stopped the search, or an engine that may fail found no more. What was found until then is printed.",
	statusFailed:  "A solver crashed, an engine's check of itself failed, a write failed, or no server of a cluster answered.",
}

func usageErrorf(format string, args ...any) error {
	return &exitError{statusUsage, fmt.Errorf(format, args...)}
}

// errPipeClosed means that the reader of standard output is gone.
var errPipeClosed = errors.New("standard output was closed")

// run runs a command line and returns the exit status. It prints at most one line of error.
func run(ctx context.Context, args []string, streams streams) int {
	streams = streams.onScreen(ctx)
	err := dispatch(ctx, args, streams)
	var exit *exitError
	switch {
	case err == nil, errors.Is(err, errPipeClosed):
		return 0
	case !errors.As(err, &exit):
		exit = &exitError{statusFailed, err}
	}
	if exit.err != nil {
		fmt.Fprintf(streams.err, "%s %s%s\n", paintFor(streams.err).bad("qmsat:"), complaint(exit.err), evidence(exit.err))
	}
	return exit.status
}

// evidence writes the model to a temporary file if an engine failed its own check. It returns a text for the error that names the
// file.
func evidence(err error) string {
	mismatch := new(engine.MismatchError)
	if !errors.As(err, &mismatch) {
		return ""
	}
	hash := mismatch.Model.Hash()
	file := filepath.Join(os.TempDir(), "qmsat-mismatch-"+hash[len(hash)-16:]+".yaml")
	write := func(w io.Writer) error { return document.New(mismatch.Model).Write(w) }
	if err := atomicfile.Write(file, write); err != nil {
		return fmt.Sprintf("; its model could not be written: %v", err)
	}
	return "; its model is in " + file
}

func dispatch(ctx context.Context, args []string, streams streams) error {
	if len(args) > 0 && args[0] == "--version" {
		args = slices.Concat([]string{versionCommand.name}, args[1:])
	}
	if isFlatZinc(args) {
		args = slices.Concat([]string{flatzincCommand.name}, args)
	}
	var helpError error
	root := commandTree(streams, args)
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		helpError = writeText(streams.out, helpOf(c, paintFor(streams.out), widthOf(streams.out)))
	})
	root.SetArgs(args)
	return firstError(root.ExecuteContext(ctx), helpError)
}

// commandTree describes the commands to cobra. cobra finds the command, parses its flags and runs it. cobra also writes
// completion scripts and answers the requests of shells. If args are about one command, only that one is described; this saves two
// milliseconds.
func commandTree(streams streams, args []string) *cobra.Command {
	root := &cobra.Command{
		Use: "qmsat COMMAND [flags] ...", DisableFlagsInUseLine: true, Short: synopsis, Long: introduction, SilenceErrors: true, SilenceUsage: true,
		DisableFlagParsing: true, Args: cobra.ArbitraryArgs, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(root *cobra.Command, args []string) error {
			if len(args) == 0 || args[0] == "--help" || args[0] == "-h" {
				return root.Help()
			}
			return usageErrorf("%w", input.CheckName("command", args[0], commandNames()))
		},
	}
	root.SetIn(streams.in)
	root.SetOut(streams.out)
	root.SetErr(io.Discard) // cobra repeats its answer there for people
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usageErrorf("%s: %w", pathOf(c), flagError(c.Flags(), err))
	})
	root.SetHelpCommand(helpCommand())
	completing := len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
	if completing || len(args) > 1 && args[0] == "help" {
		args = args[1:]
	}
	// The last word of a shell's request may be the beginning of another one.
	alone := (len(args) > 1 || len(args) == 1 && !completing) &&
		slices.ContainsFunc(commands, func(c *command) bool { return c.name == args[0] && c.name != "completion" })
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands {
			if alone && c.name != args[0] {
				continue
			}
			sub := c.describe(streams)
			sub.GroupID = g.title
			root.AddCommand(sub)
		}
	}
	if completing {
		for _, c := range allPages(root) {
			c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = shortUsage(f) })
		}
	}
	if alone {
		root.CompletionOptions.DisableDefaultCmd = true // it would stand for our own
		return root
	}
	root.AddGroup(&cobra.Group{ID: "Topics", Title: "Topics"})
	for _, t := range topicPages {
		root.AddCommand(&cobra.Command{Use: t.name, GroupID: "Topics", Short: t.summary, Long: t.text(), Aliases: t.aliases})
	}
	return root
}

func (c *command) describe(std streams) *cobra.Command {
	sub := &cobra.Command{
		Use: strings.TrimSpace(c.name + " [flags] " + c.args), DisableFlagsInUseLine: true,
		Short: c.summary, Long: c.text(), Example: c.exampleText(), Args: c.checkArguments, ValidArgsFunction: c.completeArgument,
	}
	sub.Flags().SortFlags = false
	var act action
	if c.setup != nil {
		act = c.setup(sub.Flags())
	} else { // the flags belong to topics, so a missing or unknown topic is the error
		sub.Use, sub.FParseErrWhitelist.UnknownFlags = c.name+" "+c.args, true
	}
	output := new(string)
	if c.output {
		sub.Flags().StringVarP(output, "output", "o", "", "write to `FILE` instead of standard output")
	}
	if c.bounded {
		addMemory(sub.Flags(), c.lasting)
	}
	sub.RunE = func(sub *cobra.Command, args []string) error {
		ctx, stop := withinBudget(sub.Context(), sub.Flags(), c.lasting)
		defer stop()
		if err := missingFlag(sub.Flags()); err != nil {
			return err
		}
		if c.lasting {
			if err := memory.Ask(ctx, "", 0); err != nil {
				return withAdvice(err, sub.Flags())
			}
		}
		if !c.output {
			return withAdvice(act(ctx, std, args), sub.Flags())
		}
		return withAdvice(intoFile(*output, c.partial, std, func(into streams) error { return act(ctx, into, args) }), sub.Flags())
	}
	sub.Flags().VisitAll(func(f *pflag.Flag) {
		// It fails only if the flag does not exist.
		_ = sub.RegisterFlagCompletionFunc(f.Name, completeFlag(f))
	})
	sub.InitDefaultHelpFlag()
	for _, t := range c.topics {
		topic := t.describe(std)
		sub.AddCommand(topic)
		// cobra must know which flags have no value, to find the topic after them.
		topic.Flags().VisitAll(func(f *pflag.Flag) {
			if f.NoOptDefVal != "" && sub.Flags().Lookup(f.Name) == nil {
				known := *f
				known.Hidden = true
				sub.Flags().AddFlag(&known)
			}
		})
	}
	return sub
}

func commandNames() []string { return lists.Map(commands, func(c *command) string { return c.name }) }
