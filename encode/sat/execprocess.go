package sat

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	ps "github.com/shirou/gopsutil/v4/process"

	"qmsat/encode/answer"
	"qmsat/internal/cputime"
	"qmsat/internal/memory"
	"qmsat/internal/stop"
)

// process is one run of a solver. Its output goes to files, so nobody waits for pipes that its children hold open.
type process struct {
	words    []string // the command
	folder   string   // of the files
	solution string   // the name of the file with the answer: stdout, unless the command writes it elsewhere
}

// grace is the time for a process to end before it is killed.
const grace = 30 * time.Millisecond

// The exit statuses of SAT solvers; clasp adds 20 if it has searched everything.
const (
	exitNone          = 0
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
	exitAll           = 30
)

func (p *process) path(name string) string { return filepath.Join(p.folder, name) }

// run runs the command to its end and returns its exit status, or -1 if a signal ended it. If ctx ends first, the process and, on
// Linux, all its children are asked to end, and then killed. Their memory counts toward ctx's budget.
func (p *process) run(ctx context.Context) (status int, err error) {
	if err := os.RemoveAll(p.path(p.solution)); err != nil { // that of an earlier search
		return 0, err
	}
	stdout, err := os.Create(p.path("stdout"))
	if err != nil {
		return 0, err
	}
	defer stdout.Close()
	stderr, err := os.Create(p.path("stderr"))
	if err != nil {
		return 0, err
	}
	defer stderr.Close()
	command := exec.Command(p.words[0], p.words[1:]...)
	command.Stdout, command.Stderr = stdout, stderr
	groupOfItsOwn(command)
	if err := command.Start(); err != nil {
		return 0, err
	}
	ended := make(chan error, 1)
	go func() { ended <- awaitEnd(command) }()
	processes := &family{found: time.Now()}
	if parent, err := ps.NewProcess(int32(command.Process.Pid)); err == nil {
		processes.members = []*ps.Process{parent}
	}
	ticker := time.NewTicker(memoryInterval)
	defer ticker.Stop()
	for running := true; running; {
		select {
		case err = <-ended:
			running = false
		case <-ticker.C:
			_ = memory.Ask(ctx, "the command "+p.words[0], processes.resident()) // if it is too much, ctx ends
		case <-ctx.Done():
			terminateGroup(command)
			select {
			case err = <-ended:
			case <-time.After(grace):
				killGroup(command)
				err = <-ended
			}
			running = false
		}
	}
	err = reap(command, err)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return 0, err
	}
	return command.ProcessState.ExitCode(), nil
}

// open opens the file with the answer.
func (p *process) open() (*os.File, error) {
	file, err := os.Open(p.path(p.solution))
	if errors.Is(err, os.ErrNotExist) {
		return nil, p.failure("wrote no file in place of " + solutionPlaceholder)
	}
	return file, err
}

// answer reads what the process printed, or wrote in place of {solution}, until ctx ends. An unknown exit status is an error, with the last line of standard
// error.
func (p *process) answer(ctx context.Context, status int) (*answer.Answer, error) {
	switch status {
	case exitNone, exitSatisfiable, exitUnsatisfiable, exitAll:
	case -1:
		return nil, p.failure("was killed by a signal")
	default:
		return nil, p.failure(fmt.Sprintf("ended with exit status %d, expected 10 or 20, or 0", status))
	}
	file, err := p.open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	answer, err := answer.ReadOutput("output of "+p.words[0], stop.Reader(ctx, file))
	if err != nil {
		return nil, err
	}
	satisfiable := answer.Satisfiable || status == exitSatisfiable || status == exitAll || len(answer.Models) > 0
	answer.Unsatisfiable = answer.Unsatisfiable || status == exitUnsatisfiable
	switch {
	case answer.Count != nil:
		if answer.Unsatisfiable && answer.Count.Sign() > 0 || satisfiable && answer.Count.Sign() == 0 {
			return nil, p.failure(fmt.Sprintf("contradicts itself: %v models", answer.Count))
		}
	case satisfiable && answer.Unsatisfiable:
		return nil, p.failure("finds the formula both satisfiable and unsatisfiable")
	case !satisfiable && !answer.Unsatisfiable:
		return nil, p.failure("gave no answer, expected an s line, or exit status 10 or 20")
	}
	answer.Satisfiable = satisfiable
	return answer, nil
}

// failure returns an error on one line, with the last line of the process's standard error.
func (p *process) failure(what string) error {
	text, _ := os.ReadFile(p.path("stderr")) // best effort: without it the error is still useful
	const most = 200
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	if runes := []rune(last); len(runes) > most {
		last = string(runes[:most]) + "…"
	}
	if last != "" {
		last = ": " + last
	}
	return fmt.Errorf("it %s%s", what, last)
}

// The times between two checks of the memory of a command's processes, and between two slower searches for its children.
const (
	memoryInterval   = 10 * time.Millisecond
	childrenInterval = 100 * time.Millisecond
)

// family is a command's process and its descendants.
type family struct {
	members []*ps.Process // as found last; the command's process comes first
	found   time.Time
}

// resident returns the bytes that the processes hold in memory. A process that is gone, or unknown to the system, counts as none.
func (f *family) resident() int64 {
	if len(f.members) > 0 && time.Since(f.found) >= childrenInterval {
		f.members = cputime.WithChildren(f.members[:1])
		f.found = time.Now()
	}
	total := int64(0)
	for _, member := range f.members {
		if memory, err := member.MemoryInfo(); err == nil {
			total += int64(memory.RSS)
		}
	}
	return total
}
