package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"qmsat/internal/lists"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// trustSlack is by how much a process may exceed its memory budget.
const trustSlack = 1.2

// latest is by how much a command may be late, by the clock and by its processor time: far more than on a machine that has
// nothing else to do, where the aim is 0.2 s.
const latest = 5 * time.Second

// stopped are lines of the commands that take --timeout, but count: they run on the models of TestTrust if they name no puzzle or
// size of their own. The first ones met the longest loops that did not look at their context.
var stopped = []struct {
	line string
	own  bool
}{
	{line: "conflict"}, {line: "analyze"}, {line: "minimize --drop all"}, {line: "estimate"}, {line: "candidates"},
	{line: "candidates --counts 50"}, {line: "explain --check"}, {line: "grade"}, {line: "solve"}, {line: "draw --solution"},
	{line: "generate --unique=false --givens 2"}, {line: "export --format dimacs -o /dev/null"}, {line: "export --format opb -o /dev/null"},
	{"solve --format svg --all", true}, {"solve --format svg --all --box 5x5", true}, {"solve --format json --all", true},
	{"generate --box 4x4 --minimal", true}, {"generate --full --box 10x10", true}, {"generate --clues killer,thermometers --box 4x4", true},
	{"instances --size 4x4 --delta 5..9 --difficulty 10 --count 50 -o instances", true},
	{"grids --what classes --delta 3", true}, {"chromatic --box 2x4", true}, {"rules profile testdata/quasimagic-180.txt", true},
	{"rules effect --delta 2 --rules testdata/rules/delta-2.yaml testdata/quasimagic-180.txt", true}, {"code distances --delta 4", true}, {"code erasures --delta 4", true}, {"code curves", true},
	{"code subcodes --delta 2", true}, {"code critical --delta 2", true}, {"code stopping --delta 4", true}, {"code time --delta 4", true},
	{"code encode --delta 2 12345", true}, {"code channel --delta 3 --channel 0.1", true}, {"code decode --delta 4 " + strings.Repeat(".", 81), true},
}

// eachRun are the commands whose timeout is that of each of several runs.
var eachRun = strings.Fields("compare bench prove mine encodings creation orders")

// Each command that takes --timeout is stopped by TestTrust.
func TestTrustIsWhole(t *testing.T) {
	for _, page := range allPages(commandTree(streams{strings.NewReader(""), io.Discard, io.Discard}, nil)) {
		name := strings.TrimPrefix(page.CommandPath(), "qmsat ")
		known := name == "count" || slices.Contains(eachRun, page.Name())
		for _, s := range stopped {
			known = known || strings.HasPrefix(s.line+" ", name+" ")
		}
		if page.Flags().Lookup("timeout") != nil && !known {
			t.Errorf("%s takes --timeout, but TestTrust does not stop it", name)
		}
	}
}

// TestTrust runs every engine, the race of count, and what else takes long, on models that are too much for most: with a timeout
// of a second, with an interrupt after a second, and with a memory budget. It prints how long each took, its peak memory and its
// exit status, and how late those were that went on until they were stopped; -v shows that. What is told to stop is to stop, with the
// status of a stop unless it was done or refused the model before, and the budget is to be kept. Where tests do not take minutes some
// engines are interrupted on the models that are the largest.
func TestTrust(t *testing.T) {
	if !modeltest.Confirms() {
		modeltest.OnlyLong(t)
	}
	if runtime.GOOS != "linux" {
		t.Skip("the peak memory of a process is known in another unit, or not at all")
	}
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	type given struct {
		name string
		args []string
	}
	list := []given{
		{"CNF, 200,000 clauses", []string{"--model", file("large.cnf", randomClauses(20_000, 200_000))}},
		{"CNF, 84,000 clauses", []string{"--model", file("hard.cnf", randomClauses(20_000, 84_000))}},
		{"CNF, 20,000 clauses", []string{"--model", file("small.cnf", randomClauses(5_000, 20_000))}},
		{"long sum", []string{"--model", file("sum.yaml", oneConstraint(30, "0..1000000", "linear", ", sum: 15000000"))}},
		{"circuit of 400", []string{"--model", file("circuit.yaml", oneConstraint(400, "1..400", "circuit", ""))}},
		{"100,000 variables", []string{"--model", file("wide.yaml", oneConstraint(100_000, "0..9", "all-different", ""))}},
		{"FlatZinc", []string{"--model", file("large.fzn", flatSums(50_000, 200_000))}},
	}
	halts := []halt{
		{title: "SIGINT", interrupt: time.Second},
		{title: "timeout", args: []string{"--timeout", "1s"}, after: time.Second},
		{title: "memory", args: []string{"--memory", "512MiB", "--timeout", "10s"}, after: 10 * time.Second, budget: 512 << 20},
	}
	const race = "count's race"
	names := []string{race}
	if modeltest.Confirms() {
		names = append([]string{race}, engine.Names()...)
		list = append(list,
			given{"huge domain", []string{"--model", file("huge.yaml", hugeDomains)}},
			given{"30,000-tuple tables", []string{"--model", file("tables.yaml", longTables())}},
			given{"10×10 boxes", []string{"--box", "10x10"}},
			given{"pigeonhole", []string{"--model", file("pigeonhole.yaml", pigeonhole(12))}},
			given{"81×81", []string{"--box", "9x9"}},
			given{"30,000 rules", []string{"--model", file("rules.yaml", manyRules())}},
			given{"connected 40×40", []string{"--model", file("connected.yaml", connected)}},
		)
	} else {
		halts = halts[:1]
	}
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, halt := range halts {
		t.Run(halt.title, func(t *testing.T) {
			var late []time.Duration // of those that did not end before
			run := func(name string, list []given, args ...string) {
				t.Run(name, func(t *testing.T) {
					var table strings.Builder
					w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
					fmt.Fprintln(w, "\ts\tMiB\tstatus\t")
					for _, m := range list {
						end := halt.expect(t, dir, slices.Concat(args, m.args, halt.args))
						fmt.Fprintf(w, "%s\t%.2f\t%d\t%d\t\n", m.name, end.After.Seconds(), end.Peak>>20, end.Status)
						if asked := max(halt.after, halt.interrupt); end.After > asked {
							late = append(late, end.After-asked)
						}
					}
					w.Flush()
					t.Log("\n" + table.String())
				})
			}
			for _, name := range names {
				if name == race {
					run(name, list, "count")
				} else {
					run(name, list, "count", "--engine", name)
				}
			}
			for i, s := range stopped {
				switch words := strings.Fields(strings.ReplaceAll(s.line, "testdata", testdata)); {
				case s.own && (modeltest.Confirms() || words[0] == "solve"):
					run(s.line, []given{{name: "its own"}}, words...)
				case !s.own && modeltest.Confirms():
					run(s.line, list, words...)
				case i < 5:
					run(s.line, list[1:2], words...)
				}
			}
			slices.Sort(late)
			within := func(most time.Duration) int {
				return lists.Count(late, func(d time.Duration) bool { return d <= most })
			}
			t.Logf("%d went on until they were stopped: %d ended within 0.1 s, %d within 0.2 s, the last ones after %v",
				len(late), within(100*time.Millisecond), within(200*time.Millisecond), late[max(0, len(late)-5):])
		})
	}
}

// halt is how runs are stopped.
type halt struct {
	title     string
	args      []string
	after     time.Duration // by args
	interrupt time.Duration // 0: none
	budget    int64         // in bytes; 0: whatever the machine has
}

// expect expects that a run ends as it is to.
func (h *halt) expect(t *testing.T, dir string, line []string) processEnd {
	t.Helper()
	end := runToEnd(t, dir, h.interrupt, line)
	found := end.Status == statusCheck && line[0] == "conflict" // a solution
	if end.Status != 0 && end.Status != statusUsage && end.Status != statusStopped && !found {
		t.Errorf("qmsat %s: exit status %d; %s", strings.Join(line, " "), end.Status, end.Complaint)
	}
	if min(end.After, end.Busy) > max(h.after, h.interrupt)+latest {
		t.Errorf("qmsat %s: ended after %v; %s", strings.Join(line, " "), end.After, end.Complaint)
	}
	if h.budget > 0 && float64(end.Peak) > trustSlack*float64(h.budget) {
		t.Errorf("qmsat %s: %d MiB at the peak; %s", strings.Join(line, " "), end.Peak>>20, end.Complaint)
	}
	return end
}

// processEnd is how a process ended.
type processEnd struct {
	After     time.Duration
	Busy      time.Duration // its processor time: less than the time that it took if others keep the machine busy
	Peak      int64         // resident memory, in bytes
	Status    int           // -1: it had to be killed
	Complaint string
}

// runToEnd runs the command, interrupts it after a while, unless that is 0, and waits for its end. A process of its own does
// that, since what the system says of a process' peak includes what the one that started it has ever had.
func runToEnd(t *testing.T, dir string, interrupt time.Duration, args []string) (end processEnd) {
	t.Helper()
	program := exec.Command("watchqmsat", append([]string{interrupt.String()}, args...)...)
	program.Dir = dir
	text, err := program.Output()
	if err == nil {
		err = json.Unmarshal(text, &end)
	}
	if err != nil {
		t.Fatal(err)
	}
	return end
}

// watchqmsat is the program that runToEnd starts: its first argument is when to interrupt, the others are for qmsat.
func watchqmsat() {
	const grace = time.Minute
	interrupt, err := time.ParseDuration(os.Args[1])
	if err != nil {
		panic(err)
	}
	program := exec.Command("qmsat", os.Args[2:]...)
	var complaint bytes.Buffer
	program.Stderr = &complaint
	program.WaitDelay = time.Second
	start := time.Now()
	if err := program.Start(); err != nil {
		panic(err)
	}
	time.AfterFunc(interrupt+grace, func() { _ = program.Process.Kill() })
	if interrupt > 0 {
		time.AfterFunc(interrupt, func() { _ = program.Process.Signal(os.Interrupt) })
	}
	if err, exit := program.Wait(), new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		panic(err)
	}
	end := processEnd{After: time.Since(start), Status: program.ProcessState.ExitCode(), Complaint: strings.TrimSpace(complaint.String())}
	end.Busy = program.ProcessState.UserTime() + program.ProcessState.SystemTime()
	// Windows does not tell it.
	if peak := reflect.Indirect(reflect.ValueOf(program.ProcessState.SysUsage())).FieldByName("Maxrss"); peak.IsValid() {
		end.Peak = peak.Int() << 10
	}
	if err := json.NewEncoder(os.Stdout).Encode(end); err != nil {
		panic(err)
	}
}

// randomClauses is a formula of three literals a clause.
func randomClauses(variables, clauses int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "p cnf %d %d\n", variables, clauses)
	random := rand.New(rand.NewPCG(27, 11))
	for range clauses {
		for range 3 {
			fmt.Fprintf(&text, "%d ", (1+random.IntN(variables))*(1-2*random.IntN(2)))
		}
		text.WriteString("0\n")
	}
	return text.String()
}

// oneConstraint has a constraint on many variables.
func oneConstraint(n int, values, kind, more string) string {
	var names, variables []string
	for i := range n {
		names = append(names, fmt.Sprint("x", i))
		variables = append(variables, names[i]+": "+values)
	}
	return fmt.Sprintf("variables: {%s}\nconstraints: [{kind: %s, cells: [%s]%s}]\n",
		strings.Join(variables, ", "), kind, strings.Join(names, ", "), more)
}

// flatSums has sums of three variables, in FlatZinc.
func flatSums(variables, sums int) string {
	var text strings.Builder
	for i := range variables {
		fmt.Fprintf(&text, "var 1..100: x%d;\n", i)
	}
	random := rand.New(rand.NewPCG(27, 5))
	for range sums {
		fmt.Fprintf(&text, "constraint int_lin_le([1,2,-3],[x%d,x%d,x%d],%d);\n",
			random.IntN(variables), random.IntN(variables), random.IntN(variables), random.IntN(100)-50)
	}
	return text.String() + "solve satisfy;\n"
}

// hugeDomains has two variables with a sum.
const hugeDomains = `variables: {a: 1..100000, b: 1..100000}
constraints: [{kind: linear, cells: [a, b], sum: 100001}]
`

// manyRules is 25×25 Sudoku with rules of two cells.
func manyRules() string {
	var text strings.Builder
	text.WriteString("grid: {boxes: 5x5}\nconstraints:\n")
	random := rand.New(rand.NewPCG(29, 11))
	number := func() int { return 1 + random.IntN(25) }
	for range 30_000 {
		fmt.Fprintf(&text, "- {kind: rule, if: {r%dc%d: %d}, then: {not: {r%dc%d: [%d, %d]}}}\n", number(), number(), number(), number(), number(), number(), number())
	}
	return text.String()
}

// connected has a connected region of half of the cells.
const connected = `grid: {rows: 40, columns: 40, values: 0..1, houses: none}
constraints:
  - {kind: connected, cells: r1c1..r40c40, values: 1, size: 700..800}
  - {kind: connected, cells: r1c1..r40c40, values: 0}
`

// longTables is Sudoku whose boxes take their fillings from long lists, each from one of its own.
func longTables() string {
	var text strings.Builder
	text.WriteString("grid: {boxes: 3x3}\nconstraints:\n")
	random := rand.New(rand.NewPCG(13, 0))
	for box := range 9 {
		text.WriteString("  - {kind: table, cells: [")
		for position := range 9 {
			fmt.Fprintf(&text, "r%dc%d, ", 1+box/3*3+position/3, 1+box%3*3+position%3)
		}
		text.WriteString("], allowed: [")
		for range 30_000 {
			text.WriteString("[")
			for _, digit := range random.Perm(9) {
				fmt.Fprintf(&text, "%d, ", digit+1)
			}
			text.WriteString("], ")
		}
		text.WriteString("]}\n")
	}
	return text.String()
}

// pigeonhole has one pigeon more than holes, which differ in pairs: no propagation sees that this cannot be.
func pigeonhole(holes int) string {
	var variables, constraints strings.Builder
	for pigeon := range holes + 1 {
		fmt.Fprintf(&variables, "p%d: 1..%d, ", pigeon, holes)
		for other := range pigeon {
			fmt.Fprintf(&constraints, "  - {kind: all-different, cells: [p%d, p%d]}\n", other, pigeon)
		}
	}
	return fmt.Sprintf("variables: {%s}\nconstraints:\n%s", variables.String(), constraints.String())
}
