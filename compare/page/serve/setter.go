package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"qmsat/compare/page"
	"qmsat/internal/document"
	"qmsat/internal/lists"
	"qmsat/internal/lzstring"
)

// setterOrigins are the pages that may use the protocol: those that the @match lines of its user script name
// (UserScripts/Fpuzzles-SudokuSolver.user.js, version 1.3.3, in github.com/dclamage/SudokuSolver).
var setterOrigins = []string{"https://f-puzzles.com", "https://*.f-puzzles.com"}

// Setter returns the handler of the WebSocket protocol by which dclamage's user script asks a solver from f-puzzles.com. Its messages
// are those of SudokuSolverConsole/WebsocketListener.cs in the same repository. There are as many connections as runs of a method.
func (s *Server) Setter() http.Handler {
	places := make(chan struct{}, s.Running)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.checkHost(r); err != nil {
			refuse(w, err)
			return
		}
		select {
		case places <- struct{}{}:
			defer func() { <-places }()
		default:
			refuse(w, statusf(http.StatusTooManyRequests, "too many pages are connected; close one"))
			return
		}
		connection, err := websocket.Accept(w, r, &websocket.AcceptOptions{OriginPatterns: setterOrigins})
		if err != nil {
			return // Accept has answered
		}
		defer connection.CloseNow()
		connection.SetReadLimit(mostBody)
		s.converse(r.Context(), connection)
	})
}

// converse answers messages until the connection or the context ends. A message cancels what the last one asked.
func (s *Server) converse(ctx context.Context, connection *websocket.Conn) {
	ctx, cancel := context.WithCancel(ctx)
	stop := func() {} // what runs
	var running sync.WaitGroup
	for {
		var m message
		err := wsjson.Read(ctx, connection, &m)
		stop()
		running.Wait()
		if err != nil {
			cancel()
			return
		}
		send := func(kind string, f fields) error {
			within, done := context.WithTimeout(ctx, patience)
			defer done()
			response := fields{"nonce": m.Nonce, "type": kind}
			maps.Copy(response, f)
			return wsjson.Write(within, connection, response)
		}
		one, end := context.WithCancel(ctx)
		stop = end
		running.Go(func() {
			err := s.answer(one, m, send)
			switch {
			case err != nil && one.Err() != nil:
				err = send("canceled", nil)
			case err != nil:
				err = send("invalid", fields{"message": err.Error()})
			}
			if err != nil {
				cancel() // it does not take answers
			}
		})
	}
}

// message is a request of the user script.
type message struct {
	Nonce    int    `json:"nonce"`
	Command  string `json:"command"`
	DataType string `json:"dataType"`
	Data     string `json:"data"`
}

// fields are a JSON object: a request of a method, or a response beside its nonce and type.
type fields map[string]any

// question is a command with its puzzle.
type question struct {
	*Server
	command string
	send    func(kind string, f fields) error
	sheet
}

// sheet is a puzzle of f-puzzles.com, as the protocol adds to it.
type sheet struct {
	Grid [][]struct {
		Value int   `json:"value"`
		Marks []int `json:"centerPencilMarks"`
	} `json:"grid"`
	Options []string `json:"truecandidatesoptions"`
	puzzle  fields
}

// none answers a puzzle without solutions, in the words of the protocol.
type none struct{}

func (none) Error() string { return "No solutions found." }

// answer runs a command. Those about solutions read the givens alone; the others read all that is entered.
func (s *Server) answer(ctx context.Context, m message, send func(string, fields) error) error {
	run := map[string]func(*question, context.Context) error{
		"truecandidates": (*question).trueCandidates, "solve": (*question).solve, "check": (*question).count, "count": (*question).count,
		"estimate": (*question).estimate, "solvepath": (*question).logical, "step": (*question).logical,
	}
	if m.Command == "cancel" {
		return send("canceled", nil)
	}
	err := document.CheckName("command", m.Command, append(slices.Sorted(maps.Keys(run)), "cancel"))
	if err == nil && m.DataType != "fpuzzles" {
		err = fmt.Errorf("data type %q, expected fpuzzles", m.DataType)
	}
	if err != nil {
		return err
	}
	q := &question{Server: s, command: m.Command, send: send}
	if err := q.open(ctx, m.Data); err != nil {
		return err
	}
	return run[m.Command](q, ctx)
}

// open reads the puzzle of a message: compressed JSON, or a link that has it. The method open refuses what is too large before the
// sheet is read.
func (q *question) open(ctx context.Context, packed string) error {
	if _, after, found := strings.Cut(packed, "?load="); found {
		packed = after
	}
	var opened struct{ Puzzle fields }
	if err := q.call(ctx, "open", fields{"text": "https://www.f-puzzles.com/?load=" + url.QueryEscape(packed)}, nil, &opened); err != nil {
		return err
	}
	q.puzzle = opened.Puzzle
	delete(q.puzzle, "marks")
	text, err := lzstring.Base64.Decode(packed)
	if err == nil {
		err = json.Unmarshal([]byte(text), &q.sheet)
	}
	if err != nil {
		return err
	}
	for _, row := range q.Grid {
		if len(row) != len(q.Grid) {
			return fmt.Errorf("found a row of %d cells in a grid of %d rows, expected a square", len(row), len(q.Grid))
		}
	}
	return nil
}

// each calls f with each cell and its name, row by row.
func (p *sheet) each(f func(name string, value int, marks []int)) {
	for row := range p.Grid {
		for column, cell := range p.Grid[row] {
			f(fmt.Sprintf("r%dc%d", row+1, column+1), cell.Value, cell.Marks)
		}
	}
}

// enter makes the values that are entered givens, and returns the marks in the centre of cells.
func (p *sheet) enter() (marked map[string][]int) {
	givens, marked := fields{}, map[string][]int{}
	p.each(func(name string, value int, marks []int) {
		switch {
		case value != 0:
			givens[name] = value
		case len(marks) > 0:
			marked[name] = marks
		}
	})
	p.puzzle["givens"] = givens
	return marked
}

// ask runs a method on the puzzle.
func (q *question) ask(ctx context.Context, method string, request fields, emit func(any) error, answer any) error {
	request["puzzle"], request["timeout"] = q.puzzle, page.MostTimeout.Seconds()
	return q.call(ctx, method, request, emit, answer)
}

// trueCandidates sends, cell by cell and value by value, the number of solutions up to a limit, and −1 for what logic leaves wrongly.
func (q *question) trueCandidates(ctx context.Context) error {
	limit, colored, logical := 0, false, false
	for _, option := range q.sheet.Options {
		name, value, _ := strings.Cut(strings.ToLower(option), "=")
		switch n, _ := strconv.Atoi(value); {
		case name == "truecandidatesnumsolutions" && n > 0:
			limit = n
		case name == "colored":
			colored = true
		case name == "logical":
			logical = true
		}
	}
	switch {
	case limit == 0 && colored:
		limit = 8
	case limit == 0:
		limit = 1
	}
	var status struct {
		Solvable, Complete bool
		Candidates         map[string]map[int]int
	}
	err := q.ask(ctx, "status", fields{"limit": limit}, nil, &status)
	var left solving
	if err == nil && logical {
		left, err = q.explain(ctx, fields{})
	}
	switch {
	case err != nil:
		return err
	case !status.Complete:
		return fmt.Errorf("stopped after %v", page.MostTimeout)
	case !status.Solvable:
		return none{}
	}
	var counts []int
	q.each(func(name string, _ int, _ []int) {
		for value := range len(q.Grid) {
			n := min(status.Candidates[name][value+1], limit)
			if n == 0 && slices.Contains(left.End.Candidates[name], value+1) {
				n = -1
			}
			counts = append(counts, n)
		}
	})
	return q.send("truecandidates", fields{"solutionsPerCandidate": counts})
}

func (q *question) solve(ctx context.Context) error {
	var found struct{ Solution map[string]int }
	if err := q.ask(ctx, "solve", fields{}, nil, &found); err != nil {
		return err
	}
	if len(found.Solution) == 0 {
		return none{}
	}
	var solution []int
	q.each(func(name string, _ int, _ []int) { solution = append(solution, found.Solution[name]) })
	return q.send("solved", fields{"solution": solution})
}

// count answers count, and check, which tells 0, 1 and more apart.
func (q *question) count(ctx context.Context) error {
	type counted struct {
		Count    json.Number
		Complete bool
	}
	request := fields{}
	if q.command == "check" {
		request["limit"] = 2
	}
	var all counted
	err := q.ask(ctx, "count", request, func(event any) error {
		var now counted
		if json.Unmarshal(encode(event), &now) != nil || now.Count == "" {
			return nil // it tells something else
		}
		return q.send("count", fields{"count": now.Count, "inProgress": true})
	}, &all)
	if err == nil && !all.Complete && (q.command == "count" || all.Count != "2") {
		err = fmt.Errorf("stopped after %v with %s solutions", page.MostTimeout, all.Count)
	}
	if err != nil {
		return err
	}
	return q.send("count", fields{"count": all.Count, "inProgress": false})
}

// estimate samples until it is cancelled.
func (q *question) estimate(ctx context.Context) error {
	const samples = 200 // of a batch
	q.enter()
	var sum, variance float64 // of the sum
	for batch := 1; ; batch++ {
		var one struct {
			Estimate float64 `json:"estimate,string"`
			Error    float64 `json:"standardError,string"`
			Samples  int
		}
		if err := cmp.Or(q.ask(ctx, "estimate", fields{"samples": samples, "seed": batch}, nil, &one), context.Cause(ctx)); err != nil {
			return err
		}
		if one.Samples < samples { // all batches weigh the same
			return fmt.Errorf("stopped after %v with %d samples", page.MostTimeout, (batch-1)*samples+one.Samples)
		}
		sum, variance = sum+one.Estimate, variance+one.Error*one.Error
		mean, spread := sum/float64(batch), math.Sqrt(variance)/float64(batch)
		known := func(x float64) any {
			if mean == 0 { // no sample met a solution
				return "unknown"
			}
			return x
		}
		err := q.send("estimate", fields{
			"estimate": mean, "stderr": known(spread), "iterations": batch * samples,
			"ci95_lower": known(mean - 1.96*spread), "ci95_upper": known(mean + 1.96*spread), "relErrPercent": known(100 * 1.96 * spread / mean),
		})
		if err != nil {
			return err
		}
	}
}

// state is what people know of a grid, beside the givens.
type state struct {
	Candidates map[string][]int
	Found      map[string]int
	Broken     bool
}

// step is a deduction with the state before it; solving is a list of steps with the state after them.
type (
	step struct {
		state
		Text string
	}
	solving struct {
		Steps []step
		End   state
		Cause string // why the steps are not all
	}
)

// explain returns all steps from candidates.
func (q *question) explain(ctx context.Context, candidates any) (p solving, err error) {
	err = q.ask(ctx, "explain", fields{"candidates": candidates}, nil, &p)
	if err == nil && p.Cause != "" {
		err = errors.New(p.Cause)
	}
	return p, err
}

// logical answers step and solvepath.
func (q *question) logical(ctx context.Context) error {
	p, err := q.explain(ctx, q.enter())
	if err != nil {
		return err
	}
	states := append(lists.Map(p.Steps, func(s step) state { return s.state }), p.End)
	texts := lists.Map(p.Steps, func(s step) string { return s.Text })
	end := len(texts)
	switch {
	case q.command == "step" && !q.shows(states[0]):
		end, texts = 0, []string{"Initial candidates."}
	case end == 0 && !states[0].Broken:
		texts = []string{"No logical steps found."}
	case q.command == "step":
		end, texts = 1, texts[:1]
	}
	now := states[end]
	if now.Broken {
		texts = append(texts, "Board is invalid!")
	}
	var cells []fields
	q.each(func(name string, value int, _ []int) {
		cell := fields{"value": cmp.Or(value, now.Found[name])}
		if cell["value"] == 0 {
			cell["candidates"] = append([]int{}, now.Candidates[name]...)
		}
		cells = append(cells, cell)
	})
	return q.send("logical", fields{"cells": cells, "message": strings.Join(texts, "\n") + "\n", "isValid": !now.Broken})
}

// shows reports whether the marks of the sheet are the candidates of a state.
func (p *sheet) shows(now state) bool {
	same := true
	p.each(func(name string, value int, marks []int) {
		same = same && (value != 0 || slices.Equal(slices.Sorted(slices.Values(marks)), now.Candidates[name]))
	})
	return same
}
