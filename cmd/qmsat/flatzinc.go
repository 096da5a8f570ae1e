package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shirou/gopsutil/v4/process"
	"github.com/spf13/pflag"

	"qmsat/cmd/internal/study"
	"qmsat/compare"
	"qmsat/compare/minizinc"
	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/internal/pattern"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
	"qmsat/model/flatzinc"
	"qmsat/model/flatzinc/library"
	"qmsat/native"
)

var flatzincCommand = &command{
	name:    "flatzinc",
	args:    "FILE",
	summary: "solve a FlatZinc file as solvers of MiniZinc do",
	long: `Solves a FlatZinc file as MiniZinc expects of a solver: each solution ends with ----------, and a finished search with
==========. Solutions that agree in all printed variables are printed once.

--install DIR makes qmsat known to MiniZinc: set MZN_SOLVER_PATH to DIR, then run minizinc --solver qmsat MODEL.
--confirm has an unrelated engine count again, or look for the best solution again; every solution is then checked
against the model as well.

native follows the search annotations of the file unless -f is given; -v says which of them it replaces.`,
	examples: []example{
		{"flatzinc -s testdata/minizinc/send-more.fzn", "a solution, and what it took"},
		{"flatzinc -a -s --confirm gini testdata/minizinc/queens-6.fzn", "all solutions, counted by two unrelated engines"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		z := &zinc{engines: &engineFlags{set: flags}}
		flags.BoolVarP(&z.All, "all-solutions", "a", false, "print all solutions; with an objective, each better one")
		addWholeP(flags, &z.Number, "solutions", "n", 0, 0, "stop after `N` solutions; with an objective, after N better ones; 0: one, or the best")
		flags.BoolVarP(&z.Intermediate, "intermediate", "i", false, "print each better solution")
		flags.BoolVarP(&z.statistics, "statistics", "s", false, "print statistics")
		flags.BoolVarP(&z.verbose, "verbose", "v", false, "describe the search on standard error")
		addWholeP(flags, &z.milliseconds, "time-limit", "t", 0, 0, "stop after `MS` milliseconds, with exit status 0; 0: no limit")
		addWorkers(flags, &z.Workers, "parallel", "p", 1, "search by `N` workers side by side")
		addWholeP(flags, &z.seed, "random-seed", "r", 1, 0, "draw by `SEED` what annotations leave to chance")
		flags.BoolVarP(&z.free, "free-search", "f", false, "ignore search annotations")
		z.engines.addEngines("native")
		z.confirmer = addConfirm(flags, "have an unrelated engine `NAME` count again, or auto")
		install := flags.String("install", "", "make qmsat known to MiniZinc in the folder `DIR`")
		return func(ctx context.Context, streams streams, args []string) error {
			if *install != "" {
				if len(args) > 0 {
					return usageErrorf("--install takes no file, found %s", args[0])
				}
				var others []string
				flags.Visit(func(f *pflag.Flag) {
					if f.Name != "install" {
						others = append(others, f.Name)
					}
				})
				if err := misplaced(flags, "cannot be combined with --install", others...); err != nil {
					return err
				}
				return installSolver(*install)
			}
			if len(args) != 1 {
				return usageErrorf("flatzinc: %d arguments, expected one FILE", len(args))
			}
			z.Name = args[0]
			return z.run(ctx, streams)
		}
	},
}

// zinc is a run of a FlatZinc file.
type zinc struct {
	minizinc.Search
	engines                   *engineFlags
	statistics, verbose, free bool
	milliseconds, seed        int
	confirmer                 *string
	confirming                engine.Chosen // the confirmer, if there is one
}

// run solves the file.
func (z *zinc) run(ctx context.Context, streams streams) error {
	ctx, cancel := limited(ctx, time.Now(), time.Duration(z.milliseconds)*time.Millisecond)
	defer cancel()
	if err := z.choose(); err != nil {
		return err
	}
	out := newLines(streams.out)
	z.Print = func(solution string) error { return firstError(out.line(solution), out.soon()) }
	z.Note = func(format string, args ...any) {
		if z.verbose {
			fmt.Fprintf(streams.err, "%% "+format+"\n", args...)
		}
	}
	err := z.search(ctx, streams.in)
	var stop error
	if ctx.Err() != nil && !z.Result.Complete() && !errors.As(err, new(*engine.UnsupportedError)) {
		stop, err = z.stopError(ctx), nil
	}
	var c *engine.Confirmation
	if err == nil && z.confirming.Engine != nil && z.Confirmable() {
		c, err = z.confirm(ctx, streams.err)
		if c != nil && c.Err != nil {
			stop = z.stopError(ctx)
		}
	}
	if err != nil {
		return firstError(out.flush(), err)
	}
	if end := z.End(); end != "" {
		out.line(end)
	}
	if z.statistics {
		out.line(z.Statistics(c))
	}
	return firstError(out.flush(), stop)
}

// isFlatZinc reports whether a command line without a command's name is that of a solver of MiniZinc: flags, and a file.
func isFlatZinc(args []string) bool {
	return len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".fzn") && (len(args) == 1 || strings.HasPrefix(args[0], "-"))
}

// stopError describes what stopped a search. A time limit is no error, because MiniZinc's solvers then end as usual.
func (z *zinc) stopError(ctx context.Context) error {
	cause := stopCause(ctx)
	if errors.As(cause, new(*timeoutError)) {
		return nil
	}
	return &exitError{statusStopped, fmt.Errorf("%s: %w", z.Name, cause)}
}

// choose reads the engine to run.
func (z *zinc) choose() error {
	list, err := z.engines.contenders()
	if err != nil {
		return err
	}
	if len(list) != 1 {
		return usageErrorf("found %d engines or encodings, expected one", len(list))
	}
	z.Chosen = engine.Chosen{Engine: list[0].Engine, Options: list[0].Options}
	if err := mustList(z.Chosen.Engine); err != nil {
		return err
	}
	z.Checks = *z.confirmer != ""
	if z.confirming, err = confirming(*z.confirmer, z.Chosen.Engine, engine.Result{}); err != nil {
		return err
	}
	if z.All {
		return mustFindAll(z.Chosen.Engine)
	}
	return nil
}

// search reads the file and prints its solutions.
func (z *zinc) search(ctx context.Context, stdin io.Reader) (err error) {
	z.Begun = time.Now()
	memory.Growing(ctx, "the model "+z.Name)
	z.Program, err = readNamed(ctx, z.Name, stdin, func(name string, r io.Reader) (*flatzinc.Program, error) {
		text := bufio.NewReaderSize(r, headSize)
		head, _ := text.Peek(headSize) // the reader meets the error again
		p, err := flatzinc.Read(ctx, name, text)
		if _, unread := document.ReaderFor("", name, string(head)); err != nil && unread != nil {
			err = unread
		}
		return p, err
	})
	if madeFile().MatchString(z.Name) {
		z.Name = parentModel()
		if bad := new(model.InputError); errors.As(err, &bad) {
			bad.File, bad.Line, bad.Column = z.Name, 0, 0
		}
	}
	if err != nil {
		return err
	}
	if z.engines.set.Changed("random-seed") {
		z.Set("seed", func() string { return strconv.Itoa(z.seed) })
	}
	if !z.free {
		z.Set("branch", func() string {
			return z.Program.Branching(native.VariableChoices(), native.ValueChoices(), func(word, by string) { z.Note("%s is taken as %s", word, by) })
		})
	}
	session, err := z.Open(ctx)
	if err != nil {
		return inputError(err)
	}
	defer session.Close()
	if z.Optimizes() {
		if err := mustFindAll(z.Chosen.Engine); err != nil {
			return err
		}
	}
	err = z.Run(ctx, session)
	switch {
	case z.Result.Unlisted && !z.Optimizes():
		return inputError(study.ListsNone(z.Chosen.Engine))
	case errors.As(err, new(*minizinc.FaultError)):
		return checkFailed(err)
	}
	return err
}

// madeFile matches the names of the files that minizinc makes for solvers. Errors name the model instead.
var madeFile = pattern.New(`mznfile\w+\.fzn$`)

// parentModel returns the name of the model that minizinc runs.
func parentModel() string {
	if parent, err := process.NewProcess(int32(os.Getppid())); err == nil {
		words, _ := parent.CmdlineSlice()
		if i := slices.IndexFunc(words, func(word string) bool { return strings.HasSuffix(word, ".mzn") }); i >= 0 {
			return words[i]
		}
	}
	return "the MiniZinc model"
}

// confirm lets another engine search again. If that is stopped, the confirmation and standard error say so.
func (z *zinc) confirm(ctx context.Context, stderr io.Writer) (*engine.Confirmation, error) {
	if err := mustList(z.confirming.Engine); z.Optimizes() && err != nil {
		return nil, err
	}
	c, err := z.Confirm(ctx, z.confirming)
	switch {
	case errors.As(err, new(*minizinc.FaultError)):
		return c, checkFailed(err)
	case ctx.Err() != nil && !c.Complete():
		c.Err = fmt.Errorf("%s: %s did not confirm it: %w", z.Name, c.By, stopCause(ctx))
		fmt.Fprintln(stderr, "qmsat:", c.Err)
		return c, nil
	}
	return c, inputError(err)
}

// installSolver has MiniZinc know this program, by files in a folder.
func installSolver(folder string) error {
	executable, err := os.Executable()
	if err == nil {
		executable, err = filepath.EvalSymlinks(executable)
	}
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return inputError(err)
	}
	return outputError(library.Install(folder, library.Solver{
		ID: "org.qmsat.qmsat", Name: "qmsat", Description: synopsis, Version: strings.TrimPrefix(compare.ReadBuild().Version, "v"),
		Executable: executable, Library: "qmsat", Tags: []string{"cp", "sat", "int"},
		StandardFlags: []string{"-a", "-n", "-i", "-s", "-v", "-t", "-p", "-r", "-f"},
		ExtraFlags: [][4]string{
			{"--engine", "what solves: " + strings.Join(zincEngines(), ", "), "string", "native"},
			{"--confirm", "what counts, or looks for the best solution, once more: an engine, or auto", "string", ""},
			{"--memory", "stop when the process holds more than this, such as 2GiB", "string", ""},
		},
		SupportsFzn: true, NeedsSolns2Out: true,
	}))
}

// zincEngines returns the forms of engines that list the solutions of a model without a grid.
func zincEngines() []string {
	sum := &model.Model{}
	x, y := sum.AddVariable("x", model.Interval(1, 3)), sum.AddVariable("y", model.Interval(1, 3))
	sum.Constraints = []model.Constraint{&model.Linear{Terms: []model.Term{{Coefficient: 1, Var: x}, {Coefficient: 2, Var: y}}, Lo: 4, Hi: 5}}
	names := lists.Filter(engine.Names(), func(name string) bool {
		e, err := engine.Lookup(name)
		if err != nil || mustFindAll(e) != nil || mustList(e) != nil {
			return false
		}
		session, err := e.Open(context.Background(), sum, nil)
		if err == nil {
			session.Close()
		}
		return err == nil
	})
	return append(names, "exec:COMMAND", "exec-lp:COMMAND")
}
