package parallel

import (
	"context"

	"qmsat/internal/checkpoint"
	"qmsat/internal/cubetree"
	"qmsat/model"
)

// checkpointVersion changes when the form of the file does.
const checkpointVersion = 2

// checkpointHeader says which count a checkpoint belongs to: that of a cube of a model. The engine is no part of it, since
// the counts of cubes are the same for each.
func checkpointHeader(m *model.Model, cube model.Cube) checkpoint.Header {
	return checkpoint.Header{Kind: "qmsat count checkpoint", Version: checkpointVersion, Work: []string{m.FormatCube(cube)}}
}

// loadTree opens a checkpoint and returns the tree of what it keeps of the cube's count.
func loadTree(ctx context.Context, path string, m *model.Model, cube model.Cube) (*checkpoint.File, *cubetree.Tree, error) {
	file, body, err := checkpoint.Open(ctx, path, checkpointHeader(m, cube))
	if err != nil {
		return nil, nil, err
	}
	tree := cubetree.New(m, cube)
	if line, err := readTree(ctx, tree, m, body); err != nil {
		file.Close()
		if ctx.Err() != nil {
			return nil, nil, err
		}
		return nil, nil, file.Refuse(line, err)
	}
	return file, tree, nil
}

// readTree takes up records, one a line. An error is of the line of that number, or, where that is 0, of no single one.
func readTree(ctx context.Context, tree *cubetree.Tree, m *model.Model, body []checkpoint.Line) (line int, err error) {
	for _, l := range body {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		record, err := cubetree.ParseRecord(m, l.Text)
		if err == nil {
			err = tree.Add(record)
		}
		if err != nil {
			return l.Number, err
		}
	}
	if body == nil {
		return 0, nil
	}
	return 0, tree.Complete()
}

// lines returns the records of a tree, a line each.
func lines(m *model.Model, tree *cubetree.Tree) []string {
	var body []string
	for r := range tree.Records() {
		body = append(body, r.Format(m))
	}
	return body
}
