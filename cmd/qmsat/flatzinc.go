package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/internal/memory"
	"qmsat/internal/parallel"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/flatzinc"
	"qmsat/model/flatzinc/library"
	"qmsat/native"
)

var flatzincCommand = &command{
	name:    "flatzinc",
	args:    "FILE",
	summary: "solve a FlatZinc file as solvers of MiniZinc do",
	long: `Prints a solution of a FlatZinc file, or the best one where the file minimizes or maximizes, as MiniZinc expects it of a solver:
each solution ends with a line ----------, a search that is exhausted with ==========; without a solution there is
=====UNSATISFIABLE=====, or =====UNKNOWN===== where the search was stopped first. The exit status after -t is 0. Solutions are told
apart by the variables that are printed: none comes twice. qmsat [flags] FILE.fzn, without the command's name, is the same.

--install DIR has MiniZinc know qmsat: it writes DIR/qmsat.msc and the library DIR/qmsat. Where MZN_SOLVER_PATH names DIR,
minizinc --solver qmsat MODEL runs it, and takes --engine, --confirm and --memory, too.

--confirm ENGINE has another engine count the solutions of an exhausted search, find as many as were asked for, or look for the
best one; auto chooses an engine. It must be unrelated to the first, as in help count. Where they differ the exit status is 1. Each
solution is then checked against the model, too. -s prints how many solutions there are and which engines say so.

Native follows the file's int_search and bool_search annotations, but for -f; -v says which words it replaces by the nearest that it
has. count, solve, export, compare and bench read FlatZinc by --model FILE.fzn.`,
	examples: []example{
		{"flatzinc -s testdata/minizinc/send-more.fzn", "a solution, and what it took"},
		{"flatzinc -a -s --confirm gini testdata/minizinc/queens-6.fzn", "all solutions, counted by two unrelated engines"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		z := &zinc{engines: &engineFlags{set: flags}}
		flags.BoolVarP(&z.all, "all-solutions", "a", false, "print all solutions, or each that is better than those before")
		addWholeP(flags, &z.number, "solutions", "n", 0, 0, "print `N` solutions at most; 0: one, or the best")
		flags.BoolVarP(&z.intermediate, "intermediate", "i", false, "print each solution that is better than those before")
		flags.BoolVarP(&z.statistics, "statistics", "s", false, "print statistics")
		flags.BoolVarP(&z.verbose, "verbose", "v", false, "say on standard error how the search goes about it")
		addWholeP(flags, &z.milliseconds, "time-limit", "t", 0, 0, "stop after `MS` milliseconds, with exit status 0; 0: no limit")
		addWholeP(flags, &z.workers, "parallel", "p", 1, 1, "search by `N` workers side by side")
		addWholeP(flags, &z.seed, "random-seed", "r", 1, 0, "draw by `SEED` what annotations leave to chance")
		flags.BoolVarP(&z.free, "free-search", "f", false, "do not follow search annotations")
		z.engines.addEngines("native")
		z.confirmer = addConfirm(flags, "have each count confirmed by the engine `NAME`, or by an unrelated one", unrelated)
		install := flags.String("install", "", "write what MiniZinc needs to know of qmsat into the folder `DIR`, and solve nothing")
		return func(ctx context.Context, streams streams, args []string) error {
			if *install != "" {
				if len(args) > 0 {
					return usageErrorf("--install beside %s, expected no file", args[0])
				}
				return installSolver(*install)
			}
			if len(args) != 1 {
				return usageErrorf("flatzinc: %d arguments, expected one FILE", len(args))
			}
			return z.run(ctx, streams, args[0])
		}
	},
}

// zinc is a run of a FlatZinc file.
type zinc struct {
	engines                                      *engineFlags
	all, intermediate, statistics, verbose, free bool
	number, milliseconds, workers, seed          int
	confirmer                                    *string
	confirming                                   engine.Chosen // the confirmer, if there is one
	file                                         string
	out                                          *lines
	stderr                                       io.Writer
	program                                      *flatzinc.Program
	chosen                                       engine.Chosen
	opened                                       time.Duration // what reading and opening took
	solved                                       time.Duration // what the search took
	shown                                        int           // solutions
	best                                         *int          // the value of the best solution that was found, where there is an objective
	text                                         []byte        // the last solution, as it is printed
	pending                                      bool          // that is not shown yet
}

// The lines by which MiniZinc tells how a search ended.
const (
	zincSolution      = "----------"
	zincComplete      = "=========="
	zincUnsatisfiable = "=====UNSATISFIABLE====="
	zincUnknown       = "=====UNKNOWN====="
)

// run solves the file.
func (z *zinc) run(ctx context.Context, streams streams, file string) error {
	z.file, z.out, z.stderr = file, newLines(streams.out), streams.err
	ctx, cancel := limited(ctx, time.Now(), time.Duration(z.milliseconds)*time.Millisecond)
	defer cancel()
	if err := z.choose(); err != nil {
		return err
	}
	result, err := z.search(ctx, streams.in)
	if z.pending {
		z.show()
	}
	var stop error
	if ctx.Err() != nil && !result.Complete() && !errors.As(err, new(*engine.UnsupportedError)) {
		stop, err = z.stopError(ctx), nil
	}
	var c *engine.Confirmation
	if err == nil {
		c, err = z.confirm(ctx, result)
	}
	if err != nil {
		return firstError(z.out.flush(), err)
	}
	if c != nil && c.Err != nil {
		stop = z.stopError(ctx)
	}
	switch {
	case z.shown > 0 && result.Complete():
		z.out.line(zincComplete)
	case result.Complete():
		z.out.line(zincUnsatisfiable)
	case z.shown == 0:
		z.out.line(zincUnknown)
	}
	if z.statistics {
		z.printStatistics(result, c)
	}
	return firstError(z.out.flush(), stop)
}

// isFlatZinc reports whether a command line without a command's name is that of a solver of MiniZinc: flags, and a file.
func isFlatZinc(args []string) bool {
	return len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".fzn") && (len(args) == 1 || strings.HasPrefix(args[0], "-"))
}

// stopError says what stopped a search, but for a time limit, after which solvers of MiniZinc end as usual.
func (z *zinc) stopError(ctx context.Context) error {
	cause := stopCause(ctx)
	if errors.As(cause, new(*timeoutError)) {
		return nil
	}
	return &exitError{statusStopped, fmt.Errorf("%s: %w", z.file, cause)}
}

// choose reads which engine is to run.
func (z *zinc) choose() error {
	list, err := z.engines.contenders()
	if err != nil {
		return err
	}
	if len(list) != 1 {
		return usageErrorf("%d engines or encodings, expected one", len(list))
	}
	z.chosen = engine.Chosen{Engine: list[0].Engine, Options: list[0].Options}
	if err := mustList(z.chosen.Engine); err != nil {
		return err
	}
	if z.confirming, err = confirming(*z.confirmer, z.chosen.Engine, engine.Result{}); err != nil {
		return err
	}
	if z.all {
		return mustFindAll(z.chosen.Engine)
	}
	return nil
}

// search reads the file and prints its solutions.
func (z *zinc) search(ctx context.Context, stdin io.Reader) (engine.Result, error) {
	begun := time.Now()
	memory.Growing(ctx, "the model "+z.file)
	var err error
	z.program, err = readNamed(ctx, z.file, stdin, func(name string, r io.Reader) (*flatzinc.Program, error) {
		return flatzinc.Read(ctx, name, r)
	})
	if err != nil {
		return engine.Result{}, err
	}
	if z.engines.set.Changed("random-seed") {
		z.set("seed", func() string { return strconv.Itoa(z.seed) })
	}
	if !z.free {
		z.set("branch", func() string {
			return z.program.Branching(native.VariableChoices(), native.ValueChoices(), func(word, by string) { z.note("%s is taken as %s", word, by) })
		})
	}
	session, err := z.open(ctx, z.program.Model)
	if err != nil {
		return engine.Result{}, inputError(err)
	}
	defer session.Close()
	z.opened = time.Since(begun)
	defer func() { z.solved = time.Since(begun) - z.opened }()
	if z.program.Model.Objective != nil {
		return z.optimize(ctx, session)
	}
	limit := uint64(z.number)
	if !z.all {
		limit = max(limit, 1)
	}
	var failed error
	result, err := session.Run(ctx, nil, limit, func(a model.Assignment) bool {
		failed = z.found(a, true)
		return failed == nil
	})
	if result.Unlisted {
		return result, errListsNone(z.chosen.Engine)
	}
	return result, firstError(failed, err)
}

// optimize looks for the best solution, and prints those on the way where they are asked for.
func (z *zinc) optimize(ctx context.Context, session engine.Session) (engine.Result, error) {
	if err := mustFindAll(z.chosen.Engine); err != nil {
		return engine.Result{}, err
	}
	var failed error
	found := 0
	result, err := engine.Optimize(ctx, session, z.program.Model, z.open, nil, func(a model.Assignment, value int) bool {
		found++
		z.best = &value
		failed = z.found(a, z.all || z.intermediate)
		return failed == nil && found != z.number
	})
	return result, firstError(failed, err)
}

// found checks a solution, where counts are confirmed, and shows it now or keeps it for the end.
func (z *zinc) found(a model.Assignment, now bool) error {
	if *z.confirmer != "" {
		if err := z.program.Model.Check(a); err != nil {
			return checkFailed(fmt.Errorf("%s: a solution of %s is wrong: %w", z.file, z.chosen.Engine.Name, err))
		}
	}
	z.text = append(z.program.Append(z.text[:0], a), zincSolution...)
	z.pending = !now
	if now {
		return z.show()
	}
	return nil
}

// show prints the last solution soon: whoever reads it may be waiting.
func (z *zinc) show() error {
	z.shown++
	z.out.line(string(z.text))
	return z.out.soon()
}

// set gives the engine a setting, if it has it and it was not given with its name.
func (z *zinc) set(name string, value func() string) {
	has := slices.ContainsFunc(z.chosen.Engine.Settings, func(s *engine.Setting) bool { return s.Name == name })
	if _, given := z.chosen.Options[name]; has && !given {
		z.chosen.Options = maps.Clone(z.chosen.Options)
		z.chosen.Options[name] = value()
	}
}

// open opens the engine on a model, with workers where it can have them: branch and bound goes by one.
func (z *zinc) open(ctx context.Context, m *model.Model) (engine.Session, error) {
	e := z.chosen.Engine
	if z.workers > 1 && (m.Objective == nil || !e.Abilities.Optimum) {
		session, err := parallel.Open(ctx, e, m, z.chosen.Options, parallel.Options{Workers: z.workers})
		if !errors.As(err, new(*engine.UnsupportedError)) {
			return session, err
		}
		z.note("one worker: %v", err)
	}
	return e.Open(ctx, m, z.chosen.Options)
}

// note says on standard error how the search goes about it, where that is asked for.
func (z *zinc) note(format string, args ...any) {
	if z.verbose {
		fmt.Fprintf(z.stderr, "%% "+format+"\n", args...)
	}
}

// printStatistics prints what the search took, as MiniZinc reads it.
func (z *zinc) printStatistics(result engine.Result, c *engine.Confirmation) {
	stat := func(name string, value any) {
		if text, is := value.(string); is {
			value = strconv.Quote(text)
		}
		z.out.line(fmt.Sprintf("%%%%%%mzn-stat: %s=%v", strings.ReplaceAll(name, " ", "_"), value))
	}
	stat("engine", z.chosen.Engine.Name)
	stat("nSolutions", z.shown)
	stat("complete", result.Complete())
	if z.best != nil {
		stat("objective", *z.best)
	}
	if c != nil {
		stat("confirmEngine", c.By.String())
		stat("confirmed", c.Err == nil)
		if c.Count != nil && z.best == nil {
			stat("confirmSolutions", c.Count)
		}
	}
	if z.program != nil {
		stat("variables", len(z.program.Model.Variables))
		stat("constraints", len(z.program.Model.Constraints))
	}
	for _, m := range result.Effort {
		stat(m.Name, m.Value)
	}
	stat("initTime", z.opened.Seconds())
	stat("solveTime", z.solved.Seconds())
	z.out.line("%%%mzn-stat-end")
}

// confirm has another engine look again for what was found: all solutions of an exhausted search, as many of another one, or the best. It
// is nil where none was asked for, or nothing was found out. The error is that they differ, or that the engine cannot run; that it was
// stopped stands in the confirmation, and standard error is told.
func (z *zinc) confirm(ctx context.Context, result engine.Result) (c *engine.Confirmation, err error) {
	best := z.program != nil && z.program.Model.Objective != nil
	if z.confirming.Engine == nil || !result.Complete() && (z.shown == 0 || best) {
		return nil, nil
	}
	if err := mustList(z.confirming.Engine); best && err != nil {
		return nil, err
	}
	difference := ""
	if best {
		c = engine.ConfirmBest(ctx, z.confirming, z.program.Model)
		better := c.Best != nil && (z.best == nil || z.program.Model.Objective.Better(*c.Best, *z.best))
		if better || c.Complete() && valueText(c.Best) != valueText(z.best) {
			difference = fmt.Sprintf("%s, and %s %s", valueText(z.best), c.By, valueText(c.Best))
		}
	} else {
		limit := uint64(z.shown)
		if result.Complete() {
			limit = 0
		}
		c = engine.Confirm(ctx, z.confirming, z.program.Model, nil, limit, nil)
		result.Count = big.NewInt(int64(z.shown))
		if c.Refutes(result) {
			difference = fmt.Sprintf("%d solutions, and %s %v", z.shown, c.By, c.Count)
		}
	}
	switch {
	case difference != "":
		return c, checkFailed(fmt.Errorf("%s: %s finds %s", z.file, z.chosen.Engine.Name, difference))
	case ctx.Err() != nil && !c.Complete():
		c.Err = fmt.Errorf("%s: %s has not confirmed it: %w", z.file, c.By, stopCause(ctx))
		fmt.Fprintln(z.stderr, "qmsat:", c.Err)
		return c, nil
	}
	return c, inputError(c.Err)
}

// valueText says how good the best solution is.
func valueText(value *int) string {
	if value == nil {
		return "no solution"
	}
	return fmt.Sprintf("a best solution of %d", *value)
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
			{"--engine", "what solves: " + strings.Join(engine.Forms(), ", "), "string", "native"},
			{"--confirm", "what counts, or looks for the best solution, once more: an engine, or auto", "string", ""},
			{"--memory", "stop when the process holds more than this, such as 2GiB", "string", ""},
		},
		SupportsFzn: true, NeedsSolns2Out: true,
	}))
}
