package proof

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"

	"qmsat/encode"
	"qmsat/encode/formula"
	"qmsat/model"
)

// Statement says what a proof is about: model, givens, encoding and formula.
type Statement struct {
	Model    string         // its hash
	Cube     string         // the givens as NAME=VALUE words, "." if there are none
	Encoding encode.Options // of the formula
	Formula  Formula        // zero if there is none
	bare     bool           // the proof's literals are those of [formula.Bare]
}

// Formula identifies the formula that the encoding makes of the model and the givens, so that a proof of another version of
// the encoder is not mistaken for a wrong one.
type Formula struct {
	Variables int
	Clauses   int64
	Hash      string // "sha256:" and 64 hexadecimal digits over the clauses
}

// String returns the three fields on one line.
func (f Formula) String() string { return fmt.Sprintf("%d %d %s", f.Variables, f.Clauses, f.Hash) }

// NewStatement returns the statement about a model under a cube. It fails if the options cannot encode the model, or if the
// context ends.
func NewStatement(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options) (Statement, error) {
	formula, _, err := compile(ctx, m, cube, encoding, nil)
	return Statement{
		Model: m.Hash(), Cube: model.Assignments.FormatCube(m, cube), Encoding: encoding, Formula: formula,
	}, err
}

// compile identifies the formula, and writes it to a sink if there is one.
func compile(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options, sink encode.Sink) (
	Formula, *encode.Map, error) {
	fingerprint := &fingerprint{sink: sink, hash: sha256.New()}
	vm, err := encode.CompileCube(ctx, m, cube, encoding, fingerprint)
	if err != nil {
		return Formula{}, nil, err
	}
	return Formula{vm.Variables(), fingerprint.clauses, digest(fingerprint.hash)}, vm, nil
}

// about returns the givens. It refuses a statement about another model.
func (s Statement) about(m *model.Model) (model.Cube, error) {
	if hash := m.Hash(); s.Model != hash {
		return nil, refuse("it is about another model, %s, than the flags name, %s; repeat the flags of its count", s.Model, hash)
	}
	cube, err := model.Assignments.Parse(m, s.Cube)
	if err != nil {
		return nil, refuse("the cube: %v", err)
	}
	return cube, nil
}

// recompile writes the statement's formula to a sink. It refuses a statement about another model, or about another encoder's
// formula.
func (s Statement) recompile(ctx context.Context, m *model.Model, sink encode.Sink) (model.Cube, *encode.Map, error) {
	cube, err := s.about(m)
	if err != nil {
		return nil, nil, err
	}
	if s.bare {
		sink = formula.Bare(sink, len(m.Variables))
	}
	formula, vm, err := compile(ctx, m, cube, s.Encoding, sink)
	if err != nil {
		return nil, nil, err
	}
	if formula != s.Formula {
		return nil, nil, refuse("it is about the formula %v, and this encoder makes %v", s.Formula, formula)
	}
	return cube, vm, nil
}

// digest returns a hash in its text form.
func digest(h hash.Hash) string { return "sha256:" + hex.EncodeToString(h.Sum(nil)) }

// fingerprint is a sink that hashes clauses, and passes them on to another sink if it has one. It hashes each literal as four
// bytes, lowest first, and a 0 at the end of a clause.
type fingerprint struct {
	sink    encode.Sink
	hash    hash.Hash
	buffer  []byte
	clauses int64
}

func (f *fingerprint) Clause(clause []encode.Literal) {
	f.buffer = f.buffer[:0]
	for _, l := range clause {
		f.buffer = binary.LittleEndian.AppendUint32(f.buffer, uint32(l))
	}
	f.hash.Write(binary.LittleEndian.AppendUint32(f.buffer, 0))
	f.clauses++
	if f.sink != nil {
		f.sink.Clause(clause)
	}
}
