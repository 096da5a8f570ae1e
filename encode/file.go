package encode

import (
	"context"
	"io"

	"qmsat/encode/program"
	"qmsat/internal/input"
	"qmsat/model"
)

// File is a puzzle as a file for solvers.
type File struct {
	Write     func(ctx context.Context, w io.Writer) error
	Encoding  string // empty for formats that need none
	Variables int
	Clauses   int64 // or constraints
}

// FormulaFormats returns the formats of formulas.
func FormulaFormats() []string { return []string{"dimacs", "opb", "lp", "mps"} }

// NewFormula prepares a formula in one of [FormulaFormats]. Of these, only dimacs needs an encoding; solver is one of [Purposes], which
// automatic parts suit. The formula is bare, unless it is for a proof: see [Options]. If uncounted is set, a comment says that the
// formula may have fewer models than the puzzle has solutions.
func NewFormula(
	ctx context.Context, format string, m *model.Model, cube model.Cube, options Options, solver string, uncounted bool,
) (*File, error) {
	if err := input.CheckName("format", format, FormulaFormats()); err != nil {
		return nil, err
	}
	if format == "dimacs" {
		options.Bare = solver != ForProof
		options = Resolve(m, cube, options, Purpose{Solver: solver})
		d, err := NewDIMACS(ctx, m, options, cube)
		if err != nil {
			return nil, err
		}
		d.Uncounted = uncounted
		return &File{d.Write, options.String(), d.Size.Variables, d.Size.Clauses}, nil
	}
	program, err := program.New(ctx, m, cube, options)
	if err != nil {
		return nil, err
	}
	write := map[string]func(context.Context, io.Writer) error{"opb": program.WriteOPB, "lp": program.WriteLP, "mps": program.WriteMPS}
	return &File{write[format], "", program.Map.Variables(), int64(program.Rows())}, nil
}
