package parallel

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"qmsat/model"
	"qmsat/model/checkpoint"
)

// checkpointVersion changes when the form of the file does.
const checkpointVersion = 1

// The words that open the body lines of a checkpoint: "done COUNT CUBE" and "open SHARE CUBE".
const (
	doneWord = "done"
	openWord = "open"
)

// makeHeader says which count a checkpoint belongs to: that of a cube of a model. The engine is not part of it, since the cubes
// and their counts are the same for each.
func (r *run) makeHeader() []string {
	return []string{
		"qmsat count checkpoint",
		fmt.Sprintf("version %d", checkpointVersion),
		r.model.FormatCube(r.cube),
	}
}

// load takes up the checkpoint, and reports whether there is one.
func (r *run) load() (kept bool, err error) {
	path := r.session.options.Checkpoint
	if path == "" {
		return false, nil
	}
	r.header = r.makeHeader()
	body, err := checkpoint.Read(path, r.header)
	if err != nil || body == nil {
		return false, err
	}
	for _, line := range body {
		if err := r.loadLine(line.Text); err != nil {
			return false, &checkpoint.RefusedError{Path: path, Err: fmt.Errorf("line %d: %w", line.Number, err)}
		}
	}
	r.share = 1
	for e := r.tasks.Front(); e != nil; e = e.Next() {
		r.share -= e.Value.(*task).share
	}
	return true, nil
}

// loadLine takes up one line.
func (r *run) loadLine(text string) error {
	word, rest, _ := strings.Cut(text, " ")
	number, names, _ := strings.Cut(rest, " ")
	cube, err := model.Assignments.Parse(r.model, names)
	if err != nil {
		return err
	}
	switch word {
	case doneWord:
		count, ok := new(big.Int).SetString(number, 10)
		if !ok || count.Sign() < 0 {
			return fmt.Errorf("found %.40q, expected a count", number)
		}
		r.finished = append(r.finished, finished{cube, count})
		r.count.Add(r.count, count)
		r.cubes++
	case openWord:
		share, err := strconv.ParseFloat(number, 64)
		if err != nil || !(0 <= share && share <= 1) {
			return fmt.Errorf("found %.40q, expected a share from 0 to 1", number)
		}
		t := &task{cube: cube, share: share}
		t.place = r.tasks.PushBack(t)
	default:
		return errors.New("expected " + doneWord + " or " + openWord)
	}
	return nil
}

// save writes the checkpoint: what is done with its counts, everything else as open.
func (r *run) save() error {
	path := r.session.options.Checkpoint
	if path == "" {
		return nil
	}
	return checkpoint.Write(path, r.header, r.body())
}

// body returns the lines of the checkpoint.
func (r *run) body() []string {
	var body []string
	for _, f := range r.finished {
		body = append(body, fmt.Sprintf("%s %v %s", doneWord, f.count, model.Assignments.FormatCube(r.model, f.cube)))
	}
	for e := r.tasks.Front(); e != nil; e = e.Next() {
		t := e.Value.(*task)
		body = append(body, fmt.Sprintf("%s %g %s", openWord, t.share, model.Assignments.FormatCube(r.model, t.cube)))
	}
	return body
}
