package compare

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/shirou/gopsutil/v4/cpu"

	"qmsat/compare/show"
)

// unknown replaces missing information.
const unknown = "unknown"

// Build describes the source and the tools of this program.
type Build struct {
	Version  string `json:"version"`  // the release, such as 0.3.0
	Commit   string `json:"commit"`   // of version control, or "unknown": go run and -buildvcs=false record none
	Modified bool   `json:"modified"` // uncommitted changes were built in
	Go       string `json:"go"`       // such as go1.26.0
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	// Modules are the versions of the modules that were built in, by path.
	Modules map[string]string `json:"-"`
}

// Version is the release of qmsat; CHANGELOG.md lists its changes.
const Version = "0.3.0"

// ReadBuild returns the build information of the running program. It starts no other program.
func ReadBuild() Build {
	b := Build{
		Version: Version, Commit: unknown, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Modules: map[string]string{},
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, module := range info.Deps {
		b.Modules[module.Path] = module.Version
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Commit = setting.Value
		case "vcs.modified":
			b.Modified = setting.Value == "true"
		}
	}
	return b
}

// shownCommit is how many digits of a commit are shown; the whole is in JSON.
const shownCommit = 12

// ShortCommit returns the first digits of the commit, with "-modified" if there were changes beyond it, or "unknown".
func (b Build) ShortCommit() string {
	if b.Commit == unknown {
		return unknown
	}
	text := b.Commit[:min(len(b.Commit), shownCommit)]
	if b.Modified {
		text += "-modified"
	}
	return text
}

// Program says which program runs, so that two are the same if their texts are: by its commit, or by its bytes if the commit is
// unknown or is not all that was built in.
func (b Build) Program() (string, error) {
	version := b.Version + " " + b.ShortCommit()
	if b.Commit != unknown && !b.Modified {
		return version, nil
	}
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	program, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer program.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, program); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, program %x", version, sum.Sum(nil)[:6]), nil
}

// Environment is everything else that a result depends on, apart from models and puzzles.
type Environment struct {
	Build
	CPU     string    `json:"cpu"`     // the processor's brand
	CPUs    int       `json:"cpus"`    // that the program may use at once
	Command string    `json:"command"` // with its flags
	Date    time.Time `json:"date"`    // UTC, when it was started
}

// NewEnvironment describes this machine, this program, and the command line it was given.
func NewEnvironment(command string) Environment {
	return Environment{
		Build: ReadBuild(), CPU: brand(), CPUs: runtime.GOMAXPROCS(0),
		Command: command, Date: time.Now().UTC().Truncate(time.Second),
	}
}

// brand returns the name of the first processor.
func brand() string {
	processors, err := cpu.Info()
	if err != nil || len(processors) == 0 {
		return unknown
	}
	return cmp.Or(strings.TrimSpace(processors[0].ModelName), unknown)
}

// Machine returns processor, operating system, Go version, commit and date on one line.
func (e Environment) Machine() string {
	return strings.Join([]string{
		e.CPU, show.Things(e.CPUs, "CPU"), e.OS + "/" + e.Arch, e.Go, "commit " + e.ShortCommit(), e.Date.Format("2006-01-02 15:04:05 UTC"),
	}, ", ")
}
