package encode

import (
	"context"

	_ "qmsat/encode/amo" // these four register their encodings
	_ "qmsat/encode/cells"
	"qmsat/encode/formula"
	_ "qmsat/encode/kind"
	_ "qmsat/encode/sum"
	"qmsat/model"
)

// What users need of the core.
type (
	Literal     = formula.Literal
	Sink        = formula.Sink
	LimitedSink = formula.LimitedSink
	Options     = formula.Options
	Limits      = formula.Limits
	Map         = formula.Map
	Described   = formula.Described
)

// The literals without a variable, and the names of the default parts of an encoding.
const (
	True  = formula.True
	False = formula.False

	Automatic     = formula.Automatic
	DefaultCells  = formula.DefaultCells
	DefaultAMO    = formula.DefaultAMO
	DefaultLinear = formula.DefaultLinear
	DefaultRules  = formula.DefaultRules
)

// The encodings by name.
var (
	CellEncodings   = formula.CellEncodings
	AtMostOnes      = formula.AtMostOnes
	LinearEncodings = formula.LinearEncodings
	RuleEncodings   = formula.RuleEncodings
)

// ParseOptions reads what [Options.String] returns. A name that is not registered is an error.
func ParseOptions(text string) (Options, error) { return formula.ParseOptions(text) }

// Compile writes the model's clauses to the sink and returns what its literals mean: see [formula.Compile].
func Compile(ctx context.Context, m *model.Model, options Options, sink Sink) (*Map, error) {
	return formula.Compile(ctx, m, nil, options, sink)
}

// CompileCube is Compile for a model under givens.
func CompileCube(ctx context.Context, m *model.Model, cube model.Cube, options Options, sink Sink) (*Map, error) {
	return formula.Compile(ctx, m, cube, options, sink)
}
