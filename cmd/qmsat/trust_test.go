package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"

	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// trustSlack is by how much a process may exceed its memory budget.
const trustSlack = 1.2

// TestTrust runs every engine, and export, on models that are too much for most: with a timeout of a second, with an interrupt after a
// second, and with a memory budget. It prints how long each took to end, its exit status and its peak memory; -v shows the table.
// What is told to stop is to stop, with the status of a stop unless it was done or refused the model before, and the budget is to be
// kept. Times are printed and not judged: the aim is 1.2 s, and 0.2 s after the interrupt, on a machine that has nothing else to do.
func TestTrust(t *testing.T) {
	modeltest.OnlyConfirm(t)
	if runtime.GOOS != "linux" {
		t.Skip("the peak memory of a process is known in another unit, or not at all")
	}
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name+".yaml")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	models := []struct {
		name string
		args []string
	}{
		{"huge domain", []string{"--model", file("huge", hugeDomains)}},
		{"30,000-tuple tables", []string{"--model", file("tables", longTables())}},
		{"10×10 boxes", []string{"--box", "10x10"}},
		{"pigeonhole", []string{"--model", file("pigeonhole", pigeonhole(12))}},
		{"81×81", []string{"--box", "9x9"}},
	}
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\t\t--timeout 1s\t\t\tSIGINT after 1 s\t\t\t--memory 512MiB\t\t\t\n\t\tseconds\tMiB\tstatus\tseconds\tMiB\tstatus\tseconds\tMiB\tstatus\t\n")
	row := func(name, of string, args ...string) {
		fmt.Fprintf(w, "%s\t%s\t", name, of)
		for _, column := range []struct {
			args      []string
			interrupt time.Duration
			budget    int64 // in bytes; 0: whatever the machine has
		}{
			{args: []string{"--timeout", "1s"}},
			{interrupt: time.Second},
			{args: []string{"--memory", "512MiB", "--timeout", "10s"}, budget: 512 << 20},
		} {
			line := append(args[:len(args):len(args)], column.args...)
			end := runToEnd(t, dir, column.interrupt, line)
			fmt.Fprintf(w, "%.2f\t%d\t%d\t", end.After.Seconds(), end.Peak>>20, end.Status)
			if end.Status != 0 && end.Status != statusUsage && end.Status != statusStopped {
				t.Errorf("qmsat %s: exit status %d; %s", strings.Join(line, " "), end.Status, end.Complaint)
			}
			if column.budget > 0 && float64(end.Peak) > trustSlack*float64(column.budget) {
				t.Errorf("qmsat %s: %d MiB at the peak; %s", strings.Join(line, " "), end.Peak>>20, end.Complaint)
			}
		}
		fmt.Fprintln(w)
	}
	for _, name := range engine.Names() {
		for _, m := range models {
			row(name, m.name, append([]string{"count", "--engine", name}, m.args...)...)
		}
	}
	for _, format := range []string{"dimacs", "opb"} {
		for _, m := range models {
			row("export "+format, m.name, append([]string{"export", "--format", format, "-o", os.DevNull}, m.args...)...)
		}
	}
	w.Flush()
	t.Log("\n" + table.String())
}

// processEnd is how a process ended.
type processEnd struct {
	After     time.Duration // since it began, or since the interrupt where that came first
	Peak      int64         // resident memory, in bytes
	Status    int           // -1: it had to be killed
	Complaint string
}

// runToEnd runs the command, interrupts it after a while, unless that is 0, and waits for its end. A process of its own does that, since
// what the system says of a process' peak includes what the one that started it has ever had.
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
	const patience = time.Minute
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
	time.AfterFunc(interrupt+patience, func() { _ = program.Process.Kill() })
	if interrupt > 0 {
		time.AfterFunc(interrupt, func() { _ = program.Process.Signal(os.Interrupt) })
	}
	if err, exit := program.Wait(), new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		panic(err)
	}
	end := processEnd{After: time.Since(start), Status: program.ProcessState.ExitCode(), Complaint: strings.TrimSpace(complaint.String())}
	if end.After > interrupt {
		end.After -= interrupt
	}
	if usage, ok := program.ProcessState.SysUsage().(*syscall.Rusage); ok {
		end.Peak = usage.Maxrss << 10
	}
	if err := json.NewEncoder(os.Stdout).Encode(end); err != nil {
		panic(err)
	}
}

// hugeDomains has two variables with a sum.
const hugeDomains = `variables: {a: 1..100000, b: 1..100000}
constraints: [{kind: linear, cells: [a, b], sum: 100001}]
`

// longTables is Sudoku whose boxes take their fillings from long lists, each from one of its own.
func longTables() string {
	var text strings.Builder
	text.WriteString("grid: {boxes: 3x3}\nconstraints:\n")
	random := rand.New(rand.NewPCG(13, 0))
	for box := range 9 {
		text.WriteString("  - {kind: table, cells: [")
		for place := range 9 {
			fmt.Fprintf(&text, "r%dc%d, ", 1+box/3*3+place/3, 1+box%3*3+place%3)
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
