package sat

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"qmsat/model/modeltest"
)

// importing is another program that imports package sat: it counts with SAT solvers, and uses its own logger.
const importing = `package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"time"

	_ "qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/engine"
)

func main() {
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	grids, err := model.Sudoku(2, 2)
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"gini", "gophersat", "gophersat-pb"} {
		n, err := count(context.Background(), name, grids)
		log.Print(name, ": ", n, " ", err)
	}
	stopped := []string{"gini", "gophersat", "gophersat-pb"}
	if runtime.GOOS == "js" {
		stopped = stopped[1:] // one thread, on which no timer runs while gini does
	}
	// Hours of work, which the context ends.
	m := &model.Model{}
	var pigeons model.AllDifferent
	for i := range 15 {
		pigeons.Vars = append(pigeons.Vars, m.AddVariable(fmt.Sprint("x", i), model.Interval(1, 14)))
	}
	m.Constraints = []model.Constraint{&pigeons}
	for _, name := range stopped {
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		ended := make(chan error)
		go func() {
			_, err := count(ctx, name, m)
			ended <- err
		}()
		mine := true
		for searching := true; searching; {
			select {
			case err := <-ended:
				log.Print(name, " was stopped: ", err, "; the log is mine: ", mine)
				searching = false
			default:
				mine = mine && log.Writer() == io.Writer(os.Stdout)
				time.Sleep(time.Millisecond)
			}
		}
		cancel()
	}
}

func count(ctx context.Context, name string, m *model.Model) (n string, err error) {
	e, err := engine.Lookup(name)
	if err != nil {
		return "", err
	}
	session, err := e.Open(ctx, m, nil)
	if err != nil {
		return "", err
	}
	defer session.Close()
	result, err := session.Run(ctx, nil, 0, nil)
	return result.Count.String(), errors.Join(err, result.Cause)
}
`

// outputOf builds the program and runs it.
func outputOf(t *testing.T, runner []string, environment ...string) string {
	source := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(source, []byte(importing), 0o600); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "program")
	build := exec.Command("go", "build", "-o", binary, source)
	build.Env = append(os.Environ(), environment...)
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	command := append(runner, binary)
	output, err := exec.Command(command[0], command[1:]...).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, output)
	}
	return string(output)
}

// What the program prints.
const (
	allCounted       = "gini: 288 <nil>\ngophersat: 288 <nil>\ngophersat-pb: 288 <nil>\n"
	giniStopped      = "gini was stopped: context deadline exceeded; the log is mine: true\n"
	gophersatStopped = "gophersat was stopped: context deadline exceeded; the log is mine: true\n" +
		"gophersat-pb was stopped: context deadline exceeded; the log is mine: true\n"
)

// TestInAnotherProgram has a program other than qmsat count with the solvers and stop them. Its log stays its own throughout.
func TestInAnotherProgram(t *testing.T) {
	modeltest.OnlyLong(t)
	const want = allCounted + giniStopped + gophersatStopped
	if got := outputOf(t, nil); got != want {
		t.Errorf("printed\n%s, expected\n%s", got, want)
	}
}

// TestInAPage has the same program count as WebAssembly, as a page would run it.
func TestInAPage(t *testing.T) {
	modeltest.OnlyLong(t)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip(err)
	}
	const want = allCounted + gophersatStopped
	runner := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	if got := outputOf(t, []string{runner}, "GOOS=js", "GOARCH=wasm", "GOFLAGS=-trimpath"); got != want {
		t.Errorf("printed\n%s, expected\n%s", got, want)
	}
}
