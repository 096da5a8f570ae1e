package sat

import (
	"path/filepath"
	"slices"
	"strings"

	"qmsat/encode"
	"qmsat/encode/formula"
	"qmsat/internal/registry"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/implied"
)

// The settings of all SAT engines.
var (
	cellSetting = &engine.Setting{
		Name: "encoding", Usage: "clauses for values of cells and all-different constraints",
		Values: withAutomatic(encode.CellEncodings), All: encode.CellEncodings.Names, Default: encode.Automatic, Flag: true,
	}
	amoSetting = &engine.Setting{
		Name: "amo", Usage: "clauses for at most one of several literals",
		Values: withAutomatic(encode.AtMostOnes), All: encode.AtMostOnes.Names, Inside: formula.AMOSettings,
		Default: encode.Automatic, Flag: true,
	}
	sumSetting = &engine.Setting{
		Name: "sum", Usage: "clauses for linear constraints",
		Values: encode.LinearEncodings.Names, Default: encode.DefaultLinear, Flag: true,
	}
	strategySetting = &engine.Setting{
		Name: "enumerate", Usage: "how the SAT solver finds the next solution",
		Values: strategies.Names, Default: automatic, Flag: true,
	}
	ruleSetting = &engine.Setting{
		Name: "rule-encoding", Usage: "clauses for rules",
		Values: encode.RuleEncodings.Names, Default: encode.DefaultRules, Flag: true,
	}
)

// limits are the sizes at which solvers and strategies change their methods. Only tests lower them: see [engine.Thresholds].
type limits struct {
	PieceLiterals int `limit:"65536 1 40"` // of a formula at which gophersat begins a new piece of it
	// Patience and Tidiness are numbers of conflicts after which depth-first search asks the solver whether a node has solutions:
	// Patience if the node has shown none; Tidiness at any node, because a solver drops learnt clauses only while it searches. After
	// Renewal conflicts all learnt clauses are dropped. Measured on 20,000 of the Δ = 2 grids, encoding joint: 3.1 s of processor
	// time with renewal at 1,000 or 2,000, 4.5 s without. All 248,832 took 21 to 27 s; clasp 3.3.5, run alternately, took 37 to 44 s
	// on support, its best encoding among support, pairs and joint.
	Patience      int `limit:"100 1 5"`
	Tidiness      int `limit:"3000 1 20"`
	Renewal       int `limit:"1500 1 10"`
	KeptLiterals  int `limit:"8388608 1 60"` // of a formula that gini keeps, for a fresh solver
	Images        int `limit:"1048576 1 3"`  // solutions that strategy orbits takes from one by symmetries
	CubeSolutions int `limit:"128 1 3"`      // at which strategy conquer splits a cube
	LeastCubes    int `limit:"256 1 4"`      // that strategy cubes splits a search into, where that is possible
	FewSolutions  int `limit:"16 1"`         // up to which blocking is the cheapest
}

var thresholds = engine.Thresholds[limits]()

// Settings returns the settings that choose an encoding. All SAT engines have them, "enumerate", and thresholds.
func Settings() []*engine.Setting {
	return []*engine.Setting{cellSetting, amoSetting, sumSetting, ruleSetting}
}

// encodingSettings adds the thresholds of encodings, and whether implied constraints are encoded.
func encodingSettings() []*engine.Setting {
	return slices.Concat(Settings(), []*engine.Setting{implied.Setting}, formula.Thresholds, encode.ChoiceThresholds)
}

// withAutomatic adds the name that [encode.Resolve] replaces.
func withAutomatic[T any](r *registry.Registry[T]) func() []string {
	return func() []string { return append([]string{encode.Automatic}, r.Names()...) }
}

// Asked returns the encoding that options choose, with automatic parts as they are.
func Asked(options engine.Options) encode.Options {
	return encode.Options{
		Cells:  cellSetting.Value(options),
		AMO:    amoSetting.Value(options),
		Linear: sumSetting.Value(options),
		Rules:  ruleSetting.Value(options),

		Implied: implied.Setting.Value(options) == implied.On,
		Limits:  engine.LimitsOf[encode.Limits](options),
	}
}

// EncodingOptions returns the encoding that options choose, without automatic parts and with the default thresholds, because
// certificates name it.
func EncodingOptions(options engine.Options) encode.Options {
	o := encode.Resolve(nil, nil, Asked(options), encode.Purpose{})
	o.Limits = nil
	return o
}

// solverPurposes are the solvers that are known by their names, or by a part of these, as in minisat_static.
var solverPurposes = []struct{ name, purpose string }{
	{"minisat", encode.ForMinisat}, {"glucose", encode.ForMinisat}, {"picosat", encode.ForMinisat}, {"clasp", encode.ForMinisat},
	{"sharpSAT", encode.ForCounter}, {"d4", encode.ForCounter}, {"ganak", encode.ForCounter},
	{"cadical", encode.ForCadical}, {"kissat", encode.ForCadical}, {"cryptominisat", encode.ForCadical},
}

// purpose returns what the formulas of an engine are for.
func purpose(name string, options engine.Options) encode.Purpose {
	return encode.Purpose{Solver: purposeOf(name), Limits: engine.LimitsOf[encode.ChoiceLimits](options)}
}

// purposeOf returns which solver the formulas of an engine are for. The first program of a command that it knows decides, so a command may
// begin with another, such as nice. Unknown commands are taken as related to CaDiCaL, which most solvers of today are.
func purposeOf(name string) string {
	command, external := strings.CutPrefix(name, execPrefix)
	switch {
	case name == "gini" || name == "gophersat":
		return encode.ForSession
	case !external:
		return encode.ForProof
	}
	words, _ := engine.SplitWords(command) // a command that cannot be split is refused elsewhere
	for _, word := range words {
		for part := range strings.FieldsSeq(word) { // of the script of a shell
			program := filepath.Base(part)
			for _, known := range slices.Backward(solverPurposes) {
				if !strings.HasPrefix(part, "-") && strings.Contains(program, known.name) {
					return known.purpose
				}
			}
		}
	}
	return encode.ForCadical
}

// EncodingUnder returns the encoding that an engine's options choose for a model under a cube.
func EncodingUnder(name string, m *model.Model, cube model.Cube, options engine.Options) encode.Options {
	return encode.Resolve(m, cube, Asked(options), purpose(name, options))
}

// EncodingOf returns its name, or "" if the options choose no encoding.
func EncodingOf(name string, m *model.Model, cube model.Cube, options engine.Options) string {
	if _, encodes := options[cellSetting.Name]; !encodes {
		return ""
	}
	return EncodingUnder(name, m, cube, options).String()
}

// Varies reports whether the formula of an engine may depend on the givens.
func Varies(name string, m *model.Model, options engine.Options) bool {
	return encode.Varies(m, Asked(options), purpose(name, options))
}

// EngineOptions returns the options that choose an encoding.
func EngineOptions(encoding encode.Options) engine.Options {
	options := engine.Options{}
	for setting, name := range map[*engine.Setting]string{
		cellSetting: encoding.Cells, amoSetting: encoding.AMO, sumSetting: encoding.Linear, ruleSetting: encoding.Rules,
	} {
		if name != "" {
			options[setting.Name] = name
		}
	}
	return options
}

// The measures of the SAT engines.
func init() {
	for _, k := range []engine.MeasureKind{
		{Name: "solves", Unit: "calls", Meaning: "of the solver's search"},
		{Name: "propagations", Unit: "calls", Meaning: "of unit propagation outside the solver's search"},
		{Name: "conflicts", Unit: "clauses", Meaning: "found false by the solver's search"},
		{Name: "decisions", Unit: "literals", Meaning: "that the solver's search branched on"},
	} {
		engine.RegisterMeasure(k)
	}
}
