package encodings

import (
	"context"
	"os/exec"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"qmsat/encode"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/model/engine"
	"qmsat/model/implied"
)

// Solver is a contestant: an engine on formulas.
type Solver struct {
	Name    string
	Command string   // that must be installed; "" for solvers of this process
	Engine  string   // as in --engine
	Version []string // the command that prints it; its first line with a digit counts
	Counts  bool     // a model counter, for the task count alone
}

// answersInFile runs a solver of the MiniSat family, which writes its model to a file, and prints it as v lines.
func answersInFile(command string) string {
	return `exec:sh -c "` + command + ` {} {}.model; status=\$?; tail -n +2 {}.model | sed 's/^/v /'; exit \$status"`
}

// Solvers are all solvers. The statistics of commands are read by package sat.
var Solvers = []*Solver{
	{Name: "gini", Engine: "gini"},
	{Name: "gophersat", Engine: "gophersat"},
	{Name: "cadical", Command: "cadical", Engine: "exec:cadical", Version: []string{"cadical", "--version"}},
	{Name: "kissat", Command: "kissat", Engine: "exec:kissat", Version: []string{"kissat", "--version"}},
	{Name: "minisat", Command: "minisat", Engine: answersInFile("minisat"), Version: []string{"dpkg-query", "-W", "minisat"}},
	{Name: "glucose", Command: "glucose", Engine: "exec:glucose -model -verb=1", Version: []string{"glucose", "--version"}},
	{Name: "picosat", Command: "picosat", Engine: "exec:picosat -v", Version: []string{"picosat", "--version"}},
	{
		Name: "cryptominisat", Command: "cryptominisat5", Engine: "exec:cryptominisat5 --verb 1",
		Version: []string{"cryptominisat5", "--version"},
	},
	{Name: "clasp", Command: "clasp", Engine: "exec:clasp --stats", Version: []string{"clasp", "--version"}},
	{Name: "sharpSAT", Command: "sharpSAT", Engine: "exec:sharpSAT -decot 1 -tmpdir /tmp", Counts: true},
	{Name: "d4", Command: "d4", Engine: "exec:d4 -m counting -i {}", Counts: true},
	{Name: "ganak", Command: "ganak", Engine: "exec:ganak", Version: []string{"ganak", "--version"}, Counts: true},
}

// Installed splits the solvers into those that this machine has and the others.
func Installed() (here, missing []*Solver) {
	for _, s := range Solvers {
		if _, err := exec.LookPath(s.Command); s.Command == "" || err == nil {
			here = append(here, s)
		} else {
			missing = append(missing, s)
		}
	}
	return here, missing
}

func solverNames(list []*Solver) string {
	return strings.Join(lists.Map(list, func(s *Solver) string { return s.Name }), ", ")
}

var versionText = regexp.MustCompile(`(?m)^.*\d.*$`)

// version returns what a solver prints of its version, or "".
func (s *Solver) version(ctx context.Context) string {
	if len(s.Version) == 0 {
		return s.built()
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	text, _ := exec.CommandContext(ctx, s.Version[0], s.Version[1:]...).CombinedOutput() // some exit with 10
	return strings.Join(strings.Fields(versionText.FindString(string(text))), " ")
}

// built returns the version of a solver that this program was built with, or "".
func (s *Solver) built() string {
	info, _ := debug.ReadBuildInfo()
	for i := 0; info != nil && i < len(info.Deps); i++ {
		if d := info.Deps[i]; s.Command == "" && strings.HasSuffix(d.Path, "/"+s.Name) {
			return d.Version
		}
	}
	return ""
}

// does reports whether a solver does a task.
func (s *Solver) does(t Task) bool { return s.Counts == (t == Count) }

// chosen returns the solver's engine with an encoding: solutions are blocked by their outputs, and no formula is simplified by
// other means than its encoding.
func (s *Solver) chosen(encoding encode.Options) (*engine.Engine, engine.Options, error) {
	e, err := engine.Lookup(s.Engine)
	if err != nil {
		return nil, nil, err
	}
	options := sat.EngineOptions(encoding)
	if encoding.Implied {
		options[implied.Setting.Name] = implied.On
	}
	for name, value := range map[string]string{"enumerate": "outputs", "reduced-literals": "1073741824"} {
		if slices.ContainsFunc(e.Settings, func(s *engine.Setting) bool { return s.Name == name }) {
			options[name] = value
		}
	}
	return e, options, nil
}
