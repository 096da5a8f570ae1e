package parallel

import (
	"errors"

	"qmsat/model"
	"qmsat/model/checkpoint"
	"qmsat/model/engine/cubetree"
)

// checkpointVersion changes when the form of the file does.
const checkpointVersion = 2

// checkpointHeader says which count a checkpoint belongs to: that of a cube of a model. The engine is no part of it, since the
// counts of cubes are the same for each.
func checkpointHeader(m *model.Model, cube model.Cube) checkpoint.Header {
	return checkpoint.Header{Kind: "qmsat count checkpoint", Version: checkpointVersion, Work: []string{m.FormatCube(cube)}}
}

// loadTree opens a checkpoint and returns the tree of what it keeps of the cube's count.
func loadTree(path string, m *model.Model, cube model.Cube) (*checkpoint.File, *cubetree.Tree, error) {
	file, body, err := checkpoint.Open(path, checkpointHeader(m, cube))
	if err != nil {
		return nil, nil, err
	}
	if body == nil {
		return file, cubetree.New(m, cube), nil
	}
	tree, err := readTree(file, body, m, cube)
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return file, tree, nil
}

// readTree makes a tree from lines with a record each.
func readTree(file *checkpoint.File, body []checkpoint.Line, m *model.Model, cube model.Cube) (*cubetree.Tree, error) {
	records := make([]cubetree.Record, len(body))
	for i, line := range body {
		var err error
		if records[i], err = cubetree.ParseRecord(m, line.Text); err != nil {
			return nil, file.Refuse(line.Number, err)
		}
	}
	tree, err := cubetree.Build(m, cube, records)
	if misfit := new(cubetree.RecordError); errors.As(err, &misfit) {
		return nil, file.Refuse(body[misfit.Index].Number, misfit.Err)
	}
	if err != nil {
		return nil, file.Refuse(0, err)
	}
	return tree, nil
}

// lines returns the records of a tree, a line each.
func lines(m *model.Model, tree *cubetree.Tree) []string {
	var body []string
	for r := range tree.Records() {
		body = append(body, r.Format(m))
	}
	return body
}
