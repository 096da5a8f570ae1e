package solvertest

import (
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"

	"qmsat/internal/lists"
)

// formula is a DIMACS CNF file.
type formula struct {
	variables int
	clauses   [][]int
	show      []int // the variables of "c p show", or all
	projected bool
}

// mode is a way in which the command may be run, by its first argument; the second one is the file.
type mode func(f *formula, args []string, stdout, stderr io.Writer) int

// says is a mode that prints the same for every formula.
func says(status int, text string) mode {
	return func(_ *formula, _ []string, stdout, _ io.Writer) int {
		fmt.Fprint(stdout, text)
		return status
	}
}

var modes = map[string]mode{
	// solve answers as the SAT competitions ask.
	"solve": solve,
	// counting solves, and prints statistics as CaDiCaL does.
	"counting": func(f *formula, args []string, stdout, stderr io.Writer) int {
		fmt.Fprintf(stdout, "c conflicts:   7   1.00  per second\nc propagations:   8\n")
		return solve(f, args, stdout, stderr)
	},
	// zero does the same without conflicts.
	"zero": func(f *formula, args []string, stdout, stderr io.Writer) int {
		fmt.Fprintln(stdout, "c --- [ statistics ] ------")
		return solve(f, args, stdout, stderr)
	},
	// picosat does the same as PicoSAT.
	"picosat": func(f *formula, args []string, stdout, stderr io.Writer) int {
		fmt.Fprintf(stdout, "c level  conflicts\nc 5 conflicts\nc 6 propagations\n")
		return solve(f, args, stdout, stderr)
	},
	// quiet prints the model and exits with 0 or 20, without an s line.
	"quiet": func(f *formula, _ []string, stdout, _ io.Writer) int {
		for m := range f.models(nil) {
			printModel(stdout, m)
			return 0
		}
		return 20
	},
	// minisat writes its answer to the file that a third argument names, as minisat does. It prints something else.
	"minisat": func(f *formula, args []string, stdout, stderr io.Writer) int {
		status, answer := 20, "UNSAT\n"
		for m := range f.models(nil) {
			status, answer = 10, "SAT\n"+strings.Trim(fmt.Sprint(m), "[]")+" 0\n"
			break
		}
		fmt.Fprintln(stdout, "| statistics |\nINDETERMINATE")
		if err := os.WriteFile(args[2], []byte(answer), 0o644); err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		return status
	},
	// arb counts as the Model Counting Competitions ask since 2021.
	"arb": func(f *formula, _ []string, stdout, _ io.Writer) int {
		kind, verdict, count := "mc", "SATISFIABLE", f.count(f.show)
		if f.projected {
			kind = "pmc"
		}
		if count == 0 {
			verdict = "UNSATISFIABLE"
		}
		fmt.Fprintf(stdout, "s %s\nc s type %s\nc s log10-estimate 0\nc s exact arb int %v\n", verdict, kind, count)
		return 0
	},
	// mc counts all models, and ignores projections.
	"mc": func(f *formula, _ []string, stdout, _ io.Writer) int {
		fmt.Fprintf(stdout, "s mc %v\n", f.count(f.all()))
		return 0
	},
	"crash": func(_ *formula, _ []string, _, stderr io.Writer) int {
		fmt.Fprintln(stderr, "reading\nout of memory")
		return 1
	},
	"killed": func(*formula, []string, io.Writer, io.Writer) int {
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Kill()
		}
		time.Sleep(time.Minute)
		panic(err)
	},
	"silent":        says(0, ""),
	"modelless":     says(10, "s SATISFIABLE\n"),
	"contradicting": says(20, "s SATISFIABLE\nv 1 0\n"),
	"garbled":       says(10, "s SATISFIABLE\nv 1 two 0\n"),
	"unsatisfiable": says(20, "s UNSATISFIABLE\n"),
	// ones sets the first of every four variables to true, so that all values are 1.
	"ones": func(f *formula, _ []string, stdout, _ io.Writer) int {
		var model []int
		for v := 1; v <= f.variables; v += 4 {
			model = append(model, v, -v-1, -v-2, -v-3)
		}
		printModel(stdout, model)
		return 10
	},
	// repeating forgets the last clause.
	"repeating": func(f *formula, args []string, stdout, stderr io.Writer) int {
		f.clauses = f.clauses[:len(f.clauses)-1]
		return solve(f, args, stdout, stderr)
	},
	// hang starts a process and waits for it, whatever it is told. It writes the number of that process to the file that a
	// third argument names.
	"hang": func(_ *formula, args []string, _, stderr io.Writer) int {
		signal.Ignore(syscall.SIGTERM)
		path, err := os.Executable()
		if err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		child := exec.Command(path, os.Args[1:len(os.Args)-len(args)]...)
		child.Args = append(child.Args, "sleep", args[1])
		if err := child.Start(); err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		if err := os.WriteFile(args[2], []byte(strconv.Itoa(child.Process.Pid)), 0o644); err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		_ = child.Wait()
		return 1
	},
	// hungry fills half a gigabyte and waits.
	"hungry": func(*formula, []string, io.Writer, io.Writer) int {
		memory := make([]byte, 1<<29)
		for i := 0; i < len(memory); i += os.Getpagesize() {
			memory[i] = 1
		}
		time.Sleep(time.Minute)
		return int(memory[0])
	},
	"sleep": func(*formula, []string, io.Writer, io.Writer) int {
		signal.Ignore(syscall.SIGTERM)
		time.Sleep(time.Minute)
		return 1
	},
}

func solve(f *formula, _ []string, stdout, _ io.Writer) int {
	for m := range f.models(nil) {
		fmt.Fprintln(stdout, "c a comment\ns SATISFIABLE")
		printModel(stdout, m)
		return 10
	}
	fmt.Fprintln(stdout, "s UNSATISFIABLE")
	return 20
}

// Main runs the command MODE FILE and returns its exit status.
func Main(args []string, stdout, stderr io.Writer) int {
	if len(args) < 2 || modes[args[0]] == nil {
		fmt.Fprintf(stderr, "arguments %q, expected MODE FILE\n", args)
		return 1
	}
	text, err := os.ReadFile(args[1])
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	f, err := parse(string(text))
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return modes[args[0]](f, args, stdout, stderr)
}

// parse reads a file strictly: the line p cnf must match the content.
func parse(text string) (*formula, error) {
	f := &formula{}
	clauses := -1
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case strings.HasPrefix(line, "c p show "):
			numbers, err := numbers(words[3:])
			if err != nil {
				return nil, err
			}
			f.show, f.projected = numbers, true
		case words[0] == "c":
		case words[0] == "p":
			numbers, err := numbers(append(words[2:], "0"))
			if err != nil || len(numbers) != 2 {
				return nil, fmt.Errorf("line p: %q", line)
			}
			f.variables, clauses = numbers[0], numbers[1]
		default:
			clause, err := numbers(words)
			if err != nil {
				return nil, err
			}
			f.clauses = append(f.clauses, clause)
		}
	}
	if len(f.clauses) != clauses {
		return nil, fmt.Errorf("%d clauses, but the line p says %d", len(f.clauses), clauses)
	}
	if !f.projected {
		f.show = f.all()
	}
	return f, nil
}

func numbers(words []string) ([]int, error) {
	list := []int{}
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	if len(list) == 0 || list[len(list)-1] != 0 {
		return nil, fmt.Errorf("%q, expected a 0 at the end", words)
	}
	return list[:len(list)-1], nil
}

func (f *formula) all() (variables []int) {
	for v := range f.variables {
		variables = append(variables, v+1)
	}
	return variables
}

// models yields models, a literal for each variable, that differ in what is shown, each once.
func (f *formula) models(show []int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if slices.ContainsFunc(f.clauses, func(clause []int) bool { return len(clause) == 0 }) {
			return // gini takes no empty clause
		}
		g := gini.NewV(f.variables)
		add := func(clause ...int) {
			for _, l := range clause {
				g.Add(z.Dimacs2Lit(l))
			}
			g.Add(z.LitNull)
		}
		for _, v := range f.all() {
			add(v, -v) // gini does not know variables without a clause
		}
		for _, clause := range f.clauses {
			add(clause...)
		}
		for g.Solve() == 1 {
			model := f.all()
			for i, v := range model {
				if !g.Value(z.Dimacs2Lit(v)) {
					model[i] = -v
				}
			}
			block := lists.Map(show, func(v int) int { return -model[v-1] })
			if !yield(model) || len(block) == 0 {
				return
			}
			add(block...)
		}
	}
}

// count returns how many models there are on the variables that are shown.
func (f *formula) count(show []int) (count int) {
	for range f.models(show) {
		count++
	}
	return count
}

func printModel(w io.Writer, model []int) {
	for part := range slices.Chunk(model, 10) {
		fmt.Fprintf(w, "v %s\n", strings.Trim(fmt.Sprint(part), "[]"))
	}
	fmt.Fprintln(w, "v 0")
}
