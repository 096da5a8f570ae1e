package sat

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestReap checks that an ended command keeps its number until the rest of its group is killed. Otherwise another process could
// get the number and be killed instead.
func TestReap(t *testing.T) {
	command := exec.Command("sh", "-c", "sleep 1000 & echo $!")
	output, err := os.Create(t.TempDir() + "/child")
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	command.Stdout = output
	groupOfItsOwn(command)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := awaitEnd(command)
	if ended != nil || !isZombie(command.Process.Pid) {
		t.Errorf("error %v, state known: %v, expected a process that has ended and was not waited for", ended, command.ProcessState)
	}
	if err := reap(command, ended); err != nil || !command.ProcessState.Exited() {
		t.Errorf("%v, error %v, expected the status of an exit", command.ProcessState, err)
	}
	text, err := os.ReadFile(output.Name())
	if err != nil {
		t.Fatal(err)
	}
	child, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	for alive(child) { // it is killed, but perhaps not ended yet: this hangs if it is not
	}
}

// alive reports whether a process has not ended.
func alive(pid int) bool {
	_, err := os.Stat("/proc/" + strconv.Itoa(pid))
	return err == nil && !isZombie(pid)
}
