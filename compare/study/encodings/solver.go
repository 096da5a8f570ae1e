package encodings

import (
	"context"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"qmsat/compare"
	"qmsat/encode"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/model/engine"
	"qmsat/model/implied"
)

// Solver is a contestant: an engine on formulas.
type Solver struct {
	Name    string
	Sort    string // of [encode.Purpose]
	Command string // that must be installed; "" for solvers of this process
	Engine  string // as in --engine
	Version string // the command that prints it; its first line with a digit counts
}

// answersInFile runs a solver of the MiniSat family, which writes its model to a file, and prints it as v lines.
func answersInFile(command string) string {
	return `exec:sh -c "` + command + ` {} {}.model; status=\$?; tail -n +2 {}.model | sed 's/^/v /'; exit \$status"`
}

// Solvers are all solvers. The statistics of commands are read by package sat.
var Solvers = []*Solver{
	{Name: "gini", Sort: encode.ForSession, Engine: "gini"},
	{Name: "gophersat", Sort: encode.ForSession, Engine: "gophersat"},
	{"cadical", encode.ForCadical, "cadical", "exec:cadical", "cadical --version"},
	{"kissat", encode.ForCadical, "kissat", "exec:kissat", "kissat --version"},
	{"minisat", encode.ForMinisat, "minisat", answersInFile("minisat"), "dpkg-query -W minisat"},
	{"glucose", encode.ForMinisat, "glucose", "exec:glucose -model -verb=1", "glucose --version"},
	{"picosat", encode.ForMinisat, "picosat", "exec:picosat -v", "picosat --version"},
	{"cryptominisat", encode.ForCadical, "cryptominisat5", "exec:cryptominisat5 --verb 1", "cryptominisat5 --version"},
	{"clasp", encode.ForMinisat, "clasp", "exec:clasp --stats", "clasp --version"},
	// sharpSAT-TD looks for its program flow_cutter_pace17 in the folder where it runs.
	{"sharpSAT", encode.ForCounter, "sharpSAT", `exec:sh -c "cd \$(dirname \$(command -v sharpSAT)) && ./sharpSAT -decot 1 -tmpdir /tmp {}"`, ""},
	{"d4", encode.ForCounter, "d4", `exec:sh -c "d4 -mc {} | sed 's/^s /s mc /'"`, ""},
	{"ganak", encode.ForCounter, "ganak", "exec:ganak", "ganak --version"},
	{Name: "residual", Sort: encode.ForProof, Engine: "residual"},
}

// scouts run the whole first step. They are one solver of each sort.
var scouts = []string{"gini", "cadical", "minisat"}

func (s *Solver) scout() bool { return slices.Contains(scouts, s.Name) }

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

// version returns what a solver prints of its version, or the version that is built in, or "".
func (s *Solver) version(ctx context.Context) string {
	if s.Command == "" {
		for path, version := range compare.ReadBuild().Modules {
			if strings.HasSuffix(path, "/"+s.Name) {
				return version
			}
		}
	}
	words := strings.Fields(s.Version)
	if len(words) == 0 {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	text, _ := exec.CommandContext(ctx, words[0], words[1:]...).CombinedOutput() // some exit with 10
	return strings.Join(strings.Fields(versionText.FindString(string(text))), " ")
}

// Does reports whether a solver does a task: counters only count, and residual lists and counts.
func (s *Solver) Does(t Task) bool {
	switch s.Sort {
	case encode.ForCounter:
		return t == Count
	case encode.ForProof:
		return t == Count || t == All
	}
	return t != Count
}

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
