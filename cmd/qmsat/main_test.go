package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"qmsat/encode"
	"qmsat/encode/formula"
	"qmsat/encode/sat/solvertest"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/enginetest"
	"qmsat/model/modeltest"
)

var update = flag.Bool("update", false, "rewrite the outputs that documents and golden files show")

// root is the folder of the repository, in which the examples of help and README run.
var root = absolute("../..")

func absolute(name string) string {
	path, err := filepath.Abs(name)
	if err != nil {
		panic(err)
	}
	return path
}

// besideOthers lets a test run beside others. It must not change the process's folder, and rewrites nothing beside them.
func besideOthers(t *testing.T) {
	t.Helper()
	if !*update {
		t.Parallel()
	}
}

func TestMain(m *testing.M) {
	registerLiars()
	registerLimited()
	registerDemonstration()
	testscript.Main(m, map[string]func(){
		"qmsat":      main,
		"watchqmsat": watchqmsat,
		"satsolver":  func() { os.Exit(solvertest.Main(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// registerLiars adds engines that are wrong on purpose where a script asks for them.
func registerLiars() {
	if os.Getenv("QMSAT_LIARS") == "" {
		return
	}
	native, err := engine.Lookup("native")
	if err != nil {
		panic(err)
	}
	engine.Register(enginetest.Dropping("dropping", native))
	engine.Register(enginetest.Miscounting("miscounting", native))
	doubtful := &model.AllDifferent{Name: "doubtful"}
	mismatch := engine.Failed("contradicting", &engine.MismatchError{
		Model: &model.Model{Constraints: []model.Constraint{doubtful}}, Constraint: doubtful, Part: "table", Detail: "it differs",
	})
	engine.Register(enginetest.Crashing("contradicting", native, mismatch))
	engine.Register(enginetest.Counting("overcounting", enginetest.Miscounting("", native)))
	engine.Register(enginetest.Repeating("repeating", native))
	engine.Register(enginetest.Optional("optional", native))
	engine.Register(enginetest.Lowered("lowered", native))
	engine.Register(enginetest.Stale("stale", native))
	engine.Register(enginetest.Inspired("inspired", native))
	engine.Register(enginetest.Crashing("crashing", native, errCrash))
}

// registerLimited adds engines that can do little where a script asks for them.
func registerLimited() {
	if os.Getenv("QMSAT_LIMITED") == "" {
		return
	}
	native, err := engine.Lookup("native")
	if err != nil {
		panic(err)
	}
	engine.Register(enginetest.Failing("failing", native))
	engine.Register(enginetest.Counting("counting", native))
	engine.Register(enginetest.Deaf("deaf", native))
	engine.Register(enginetest.Waiting("waiting", native))
	engine.Register(heralded(os.Getenv("QMSAT_LIMITED"), native))
	engine.Register(&engine.Engine{
		Name: "settled", Summary: "native with settings that it does not read", Abilities: native.Abilities, Open: native.Open,
		Settings: []*engine.Setting{
			{Name: "alpha", Usage: "how much is kept", Type: engine.Number, Range: engine.Range{Min: 0, Max: 1}, Default: "0.5"},
			{Name: "seed", Usage: "where it starts", Type: engine.Seed, Default: "1"},
			{Name: "techniques", Usage: "what it knows", Type: engine.List, Values: func() []string { return []string{"naked", "hidden"} }},
		},
	})
}

// heralded returns an engine that writes a file when it is opened.
func heralded(file string, e *engine.Engine) *engine.Engine {
	return &engine.Engine{
		Name: "heralded", Summary: "tells that it is opened", Abilities: e.Abilities,
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			if err := os.WriteFile(file, []byte("opened\n"), 0o644); err != nil {
				return nil, err
			}
			return e.Open(ctx, m, options)
		},
	}
}

// registerDemonstration adds an at-most-one encoding where a script asks for it, as a new file in package amo would.
func registerDemonstration() {
	if os.Getenv("QMSAT_DEMONSTRATION") == "" {
		return
	}
	encode.AtMostOnes.Register("demonstration", formula.AtMostOne{
		About: formula.About{Meaning: "pairs, the last ones first", Clauses: "n(n−1)/2", Propagation: formula.Everything},
		Write: func(c *formula.Compiler, literals []encode.Literal, _ func(i, j int) bool) {
			for j := len(literals) - 1; j > 0; j-- {
				for i := range j {
					c.Add(-literals[i], -literals[j])
				}
			}
		},
	})
}

// The scripts run the command within the test, which costs less than a process, unless they start one by exec: for signals,
// pipes, standard input, variables of the environment, and what a timeout or the memory budget ends. Beside testscript's own
// words they have:
//
//	run qmsat …       the command, within the test, ends with exit status 0
//	status N qmsat …  it ends with exit status N
//	status N exec …   a process ends with exit status N
//	oneline           standard error of the last command is one line
//	server            qmsat-server is built, and in the PATH
//	filled FILE       waits until something stands in a file, which a command in the background writes
//
// and the conditions fulldevice, there is a device on which every write finds the disk full; long, tests may take long; and
// confirm, they confirm what is large.
func TestScripts(t *testing.T) {
	data := filepath.Join(root, "testdata")
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join(data, "script"), // absolute, since commands change the folder of the process
		Setup: func(env *testscript.Env) error {
			env.Setenv("DATA", data)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"run":     scriptRun,
			"status":  scriptStatus,
			"oneline": scriptOneLine,
			"filled":  scriptFilled,
			"server":  scriptServer,
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "fulldevice":
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			case "long":
				return modeltest.Long(), nil
			case "confirm":
				return modeltest.Confirms(), nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
	})
}

// inFolder is held while a script's folder is that of the process.
var inFolder sync.Mutex

// runHere runs the command in the script's folder and returns its exit status.
func runHere(ts *testscript.TestScript, args []string) int {
	inFolder.Lock()
	defer inFolder.Unlock()
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer os.Chdir(before)
	return run(context.Background(), args, streams{strings.NewReader(""), ts.Stdout(), ts.Stderr()})
}

func scriptRun(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: run qmsat …")
	}
	scriptStatus(ts, false, append([]string{"0"}, args...))
}

func scriptStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "qmsat" && (args[1] != "exec" || len(args) < 3) {
		ts.Fatalf("usage: status N qmsat … or status N exec …")
	}
	expected, err := strconv.Atoi(args[0])
	ts.Check(err)
	status := 0
	if args[1] == "qmsat" {
		status = runHere(ts, args[2:])
	} else if err := ts.Exec(args[2], args[3:]...); err != nil {
		exit := new(exec.ExitError)
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		status = exit.ExitCode()
	}
	if status != expected {
		ts.Fatalf("exit status %d, expected %d", status, expected)
	}
}

func scriptFilled(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: filled FILE")
	}
	const timeout = 2 * time.Minute
	for start := time.Now(); time.Since(start) < timeout; time.Sleep(10 * time.Millisecond) {
		if info, err := os.Stat(ts.MkAbs(args[0])); err == nil && info.Size() > 0 {
			return
		}
	}
	ts.Fatalf("%s is still empty after %v", args[0], timeout)
}

func scriptServer(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: server")
	}
	folder := ts.MkAbs("bin")
	// It is built with this process's environment: a script has no cache of its own. The process's folder may be another script's.
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", folder+string(filepath.Separator), "./cmd/qmsat-server")
	build.Dir = filepath.Dir(ts.Getenv("DATA"))
	if text, err := build.CombinedOutput(); err != nil {
		ts.Fatalf("%v: %s", err, text)
	}
	ts.Setenv("PATH", folder+string(filepath.ListSeparator)+ts.Getenv("PATH"))
}

func scriptOneLine(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile("stderr")
	if neg || len(args) > 0 {
		ts.Fatalf("usage: oneline")
	}
	if !strings.HasPrefix(text, "qmsat: ") || strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "\n") {
		ts.Fatalf("standard error is not one line of qmsat:\n%s", text)
	}
}

// runIn runs a command line of the repository's documents in its root and returns standard output.
func runIn(t *testing.T, dir, line string) string {
	t.Helper()
	t.Chdir(dir)
	var out, complaint bytes.Buffer
	status := run(context.Background(), strings.Fields(line), streams{strings.NewReader(""), &out, &complaint})
	if status != 0 || countedBy.ReplaceAllString(complaint.String(), "") != "" {
		t.Fatalf("qmsat %s: exit status %d, %s", line, status, complaint.String())
	}
	return out.String()
}

// countedBy is the line that names the engine that was first, if a search took more than a moment.
var countedBy = regexp.MustCompile(`(?m)^.*: (counted|solved) by [a-z]+\n`)

// golden compares text with a file, or rewrites that under -update.
func golden(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	expected, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test ./cmd/qmsat -update writes it", err)
	}
	if diff := cmp.Diff(string(expected), text); diff != "" {
		t.Errorf("%s is stale (-update rewrites it):\n%s", file, diff)
	}
}

// Every command has a summary, help with two examples or more, and each example works; what help and examples print is
// golden, times left out. Those that take long run where tests may.
func TestHelpAndExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every example")
	}
	golden(t, filepath.Join(root, "testdata", "help", "overview.txt"), runIn(t, ".", "help"))
	if bare := runIn(t, ".", ""); bare != runIn(t, ".", "help") || bare != runIn(t, ".", "--help") {
		t.Error("qmsat, qmsat --help and qmsat help differ")
	}
	for _, topic := range []string{"engines", "measures"} {
		golden(t, filepath.Join(root, "testdata", "help", topic+".txt"), runIn(t, ".", "help "+topic))
	}
	for _, c := range commands {
		t.Run(c.name, func(t *testing.T) {
			if len(c.allExamples()) < 2 {
				t.Errorf("%d examples, expected two", len(c.allExamples()))
			}
			text := ""
			for path := range everyCommand(c) {
				text += runIn(t, ".", "help "+path)
				if !strings.HasSuffix(text, runIn(t, ".", path+" --help")) {
					t.Errorf("help %s and %[1]s --help differ", path)
				}
				text += "\n"
			}
			text = strings.TrimSuffix(text, "\n")
			file := filepath.Join(root, "testdata", "help", c.name+".txt")
			base := t.TempDir()
			if err := os.Symlink(filepath.Dir(filepath.Dir(file)), filepath.Join(base, "testdata")); err != nil {
				t.Fatal(err)
			}
			for _, e := range c.allExamples() {
				if text += "\n$ qmsat " + e.args + "\n"; strings.Contains(e.args, "--cluster") || c == serveCommand {
					continue // it needs a server, or is one
				}
				if takesLong(e.args) {
					text += shownAfter(t, file, text)
				} else {
					text += masked(runIn(t, base, e.args))
				}
			}
			golden(t, file, text)
		})
	}
}

// shownAfter returns what a golden file has between the text so far and the next example.
func shownAfter(t *testing.T, file, text string) string {
	t.Helper()
	expected, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rest, _ := strings.CutPrefix(string(expected), text)
	shown, _, _ := strings.Cut(rest, "\n$ qmsat ")
	return shown
}

// everyCommand yields commands and their topics, with how they are called.
func everyCommand(list ...*command) iter.Seq2[string, *command] {
	return func(yield func(string, *command) bool) {
		for _, c := range list {
			if !yield(c.name, c) {
				return
			}
			for path, topic := range everyCommand(c.topics...) {
				if !yield(c.name+" "+path, topic) {
					return
				}
			}
		}
	}
}

// The name of a command, or of a topic of one, stands once in its list.
func TestCommandNamesAreUnique(t *testing.T) {
	var names []string
	for path := range everyCommand(commands...) {
		names = append(names, path)
	}
	slices.Sort(names)
	if compact := slices.Compact(slices.Clone(names)); len(compact) != len(names) {
		t.Errorf("a name appears twice in %v", names)
	}
}
