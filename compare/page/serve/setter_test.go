package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/google/go-cmp/cmp"

	"qmsat/internal/lzstring"
	_ "qmsat/native"          // registers native
	_ "qmsat/native/frontier" // registers frontier
)

// board writes a puzzle as f-puzzles.com does. Digits are givens, and letters are values entered, a for 1; other characters are empty.
func board(text string, rest string) string {
	var rows []string
	for line := range strings.SplitSeq(text, "/") {
		var cells []string
		for _, c := range line {
			switch {
			case c >= '1' && c <= '9':
				cells = append(cells, fmt.Sprintf(`{"value":%c,"given":true}`, c))
			case c >= 'a' && c <= 'i':
				cells = append(cells, fmt.Sprintf(`{"value":%d}`, c-'a'+1))
			default:
				cells = append(cells, "{}")
			}
		}
		rows = append(rows, "["+strings.Join(cells, ",")+"]")
	}
	return lzstring.Base64.Encode(fmt.Sprintf(`{"size":%d,"grid":[%s]%s}`, len(rows), strings.Join(rows, ","), rest))
}

// dial connects to a setter as a page does.
func dial(t *testing.T, url, origin string) (*websocket.Conn, int) {
	t.Helper()
	connection, response, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
	if err != nil {
		return nil, response.StatusCode
	}
	t.Cleanup(func() { connection.CloseNow() })
	return connection, response.StatusCode
}

func startSetter(t *testing.T, o Options) (url string) {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Setter())
	t.Cleanup(server.Close)
	return server.URL
}

// Pages that the user script names may connect, and no others, and only some of them.
func TestSetterOrigins(t *testing.T) {
	url := startSetter(t, Options{})
	for origin, status := range map[string]int{
		"https://f-puzzles.com": 101, "https://www.f-puzzles.com": 101, "http://f-puzzles.com": 403, "https://f-puzzles.com.evil.example": 403,
		"https://evil-f-puzzles.com": 403, "https://sudokupad.app": 403, "null": 403, "https://f-puzzles.com:8443": 403,
	} {
		if _, got := dial(t, url, origin); got != status {
			t.Errorf("%s: status %d, expected %d", origin, got, status)
		}
	}
	full := startSetter(t, Options{Running: 2})
	for _, status := range []int{101, 101, http.StatusTooManyRequests} {
		if _, got := dial(t, full, "https://f-puzzles.com"); got != status {
			t.Errorf("status %d, expected %d", got, status)
		}
	}
	if response, text := ask(t, "GET", url, "", "Host", "evil.example"); response.StatusCode != http.StatusForbidden {
		t.Errorf("foreign host: status %d %s, expected 403", response.StatusCode, text)
	}
}

// What the user script has sent gets the answers that it was content with. testdata/userscript.jsonl was recorded with version 1.3.3
// in Chromium, by TestUserScript in ../browser; it has each command.
func TestSetterReplay(t *testing.T) {
	connection, _ := dial(t, startSetter(t, Options{}), "https://f-puzzles.com")
	connection.SetReadLimit(1 << 20)
	text, err := os.ReadFile("testdata/userscript.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	sent := map[string]int{}
	for line := range strings.Lines(string(text)) {
		var m struct {
			Sent     *message
			Received map[string]any
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatal(err)
		}
		if m.Sent != nil {
			sent[m.Sent.Command]++
			say(t, connection, m.Sent.Nonce, m.Sent.Command, m.Sent.Data)
			continue
		}
		got := answer(t, connection)
		for got["type"] == "estimate" && m.Received["type"] == "canceled" { // later estimates, which are not recorded
			got = answer(t, connection)
		}
		if diff := cmp.Diff(m.Received, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
	if len(sent) != 8 {
		t.Errorf("recorded commands %v, expected all eight", sent)
	}
}

// Each command gets the answers of its protocol, in cases that the user script does not send. These exchanges were written by hand,
// from WebsocketListener.cs and Fpuzzles-SudokuSolver.user.js in dclamage/SudokuSolver (commit 226e55b). The original solver was not
// run: it needs .NET. It differs in four points: its solution is a random one, its steps have other words, it counts without a time
// limit, and an unknown command gets no answer from it.
func TestSetterCommands(t *testing.T) {
	connection, _ := dial(t, startSetter(t, Options{}), "https://f-puzzles.com")
	connection.SetReadLimit(1 << 20)
	const one, two, none, open = "1.../..3./.4../...2", "12../34../21../43..", "1.../.1../..../....", "..../..../..../...."
	options := func(list string) string { return `,"truecandidatesoptions":[` + list + `]` }
	for nonce, c := range []struct {
		command, data, answer string
	}{
		{"solve", board(one, ""), `{"type":"solved","solution":[1,3,2,4,4,2,3,1,2,4,1,3,3,1,4,2]}`},
		{"solve", board(none, ""), `{"type":"invalid","message":"No solutions found."}`},
		{"check", board(one, ""), `{"type":"count","count":1,"inProgress":false}`},
		{"check", board(open, ""), `{"type":"count","count":2,"inProgress":false}`},
		{"check", board(none, ""), `{"type":"count","count":0,"inProgress":false}`},
		{"count", board(open, ""), `{"type":"count","count":288,"inProgress":false}`},
		{"count", board("aa../..../..../....", ""), `{"type":"count","count":288,"inProgress":false}`}, // only givens count
		{"truecandidates", board(two, options(`"truecandidatesnumsolutions=3"`)), `{"type":"truecandidates","solutionsPerCandidate":[` +
			`3,0,0,0, 0,3,0,0, 0,0,2,2, 0,0,2,2,  0,0,3,0, 0,0,0,3, 2,2,0,0, 2,2,0,0,  ` +
			`0,3,0,0, 3,0,0,0, 0,0,2,2, 0,0,2,2,  0,0,0,3, 0,0,3,0, 2,2,0,0, 2,2,0,0]}`},
		{"truecandidates", board(two, options(`"logical"`)), `{"type":"truecandidates","solutionsPerCandidate":[` +
			`1,0,0,0, 0,1,0,0, 0,0,1,1, 0,0,1,1,  0,0,1,0, 0,0,0,1, 1,1,0,0, 1,1,0,0,  ` +
			`0,1,0,0, 1,0,0,0, 0,0,1,1, 0,0,1,1,  0,0,0,1, 0,0,1,0, 1,1,0,0, 1,1,0,0]}`},
		{"truecandidates", board(two, options(`"colored","truecandidatesnumsolutions=1"`)), `{"type":"truecandidates","solutionsPerCandidate":[` +
			`1,0,0,0, 0,1,0,0, 0,0,1,1, 0,0,1,1,  0,0,1,0, 0,0,0,1, 1,1,0,0, 1,1,0,0,  ` +
			`0,1,0,0, 1,0,0,0, 0,0,1,1, 0,0,1,1,  0,0,0,1, 0,0,1,0, 1,1,0,0, 1,1,0,0]}`},
		{"truecandidates", board(none, ""), `{"type":"invalid","message":"No solutions found."}`},
		{"cancel", "", `{"type":"canceled"}`},
		{"dance", "", `{"type":"invalid","message":"unknown command \"dance\", expected check, count, estimate, solve, solvepath, step, truecandidates, cancel"}`},
		{"solve", "%", `{"type":"invalid","message":"fpuzzles: found '%' at character 1 of the compressed text"}`},
	} {
		t.Run(fmt.Sprint(nonce, " ", c.command), func(t *testing.T) {
			say(t, connection, nonce, c.command, c.data)
			got := answer(t, connection)
			var want map[string]any
			if err := json.Unmarshal([]byte(c.answer), &want); err != nil {
				t.Fatal(err)
			}
			want["nonce"] = float64(nonce)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// say sends a command.
func say(t *testing.T, connection *websocket.Conn, nonce int, command, data string) {
	t.Helper()
	m := message{Nonce: nonce, Command: command, Data: data}
	if command != "cancel" {
		m.DataType = "fpuzzles"
	}
	if err := wsjson.Write(t.Context(), connection, m); err != nil {
		t.Fatal(err)
	}
}

// answer returns the next response that is no progress.
func answer(t *testing.T, connection *websocket.Conn) (response map[string]any) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	for {
		response = nil
		if err := wsjson.Read(ctx, connection, &response); err != nil {
			t.Fatal(err)
		}
		if response["inProgress"] != true {
			return response
		}
	}
}

// An estimate goes on until it is cancelled.
func TestSetterEstimate(t *testing.T) {
	connection, _ := dial(t, startSetter(t, Options{}), "https://f-puzzles.com")
	say(t, connection, 1, "estimate", board("..../..../..../....", ""))
	for batch := 1; batch <= 2; batch++ {
		a := answer(t, connection)
		low, _ := a["ci95_lower"].(float64)
		high, _ := a["ci95_upper"].(float64)
		estimate, _ := a["estimate"].(float64)
		if a["type"] != "estimate" || a["iterations"] != float64(200*batch) || low > 288 || high < 288 || low < 250 || high > 330 ||
			low >= estimate || estimate >= high {
			t.Errorf("answer %v, expected about 288", a)
		}
	}
	say(t, connection, 2, "estimate", board("1.../.1../..../....", ""))
	a := answer(t, connection)
	for a["nonce"] != 2.0 {
		a = answer(t, connection)
	}
	if a["estimate"] != 0.0 || a["stderr"] != "unknown" || a["ci95_lower"] != "unknown" || a["relErrPercent"] != "unknown" {
		t.Errorf("answer %v, expected that no error is known without a solution", a)
	}
	say(t, connection, 3, "cancel", "")
	for {
		if a := answer(t, connection); a["type"] == "canceled" && a["nonce"] == 3.0 {
			return
		}
	}
}

// A step begins with the candidates, if the sheet shows others; a path ends with the solution.
func TestSetterLogic(t *testing.T) {
	connection, _ := dial(t, startSetter(t, Options{}), "https://f-puzzles.com")
	cellsOf := func(a map[string]any) (cells []logicalCell) {
		text, err := json.Marshal(a["cells"])
		if err == nil {
			err = json.Unmarshal(text, &cells)
		}
		if err != nil || a["type"] != "logical" || len(cells) != 16 {
			t.Fatalf("answer %v, error %v", a, err)
		}
		return cells
	}
	const puzzle = "1.../..3./.4../...2"
	say(t, connection, 1, "solvepath", board(puzzle, ""))
	a := answer(t, connection)
	var digits []int
	for _, c := range cellsOf(a) {
		digits = append(digits, c.Value)
	}
	if !slices.Equal(digits, []int{1, 3, 2, 4, 4, 2, 3, 1, 2, 4, 1, 3, 3, 1, 4, 2}) || a["isValid"] != true {
		t.Errorf("path to %v", a)
	}
	say(t, connection, 2, "step", board(puzzle, ""))
	a = answer(t, connection)
	if cells := cellsOf(a); a["message"] != "Initial candidates.\n" || cells[0].Value != 1 || len(cells[1].Candidates) == 0 {
		t.Errorf("step %v", a)
	}
	say(t, connection, 3, "solvepath", board("11../..../..../....", ""))
	if a = answer(t, connection); a["isValid"] != false || a["message"] != "Board is invalid!\n" {
		t.Errorf("path of a board with two equal givens in a row: %v", a)
	}
	for _, cell := range cellsOf(a) {
		if cell.Value == 0 && cell.Candidates == nil {
			t.Errorf("a cell without candidates has no list in %v", a)
		}
	}
}

// logicalCell is a cell of a logical answer.
type logicalCell struct {
	Value      int
	Candidates []int
}

// A new message cancels what the last one asked.
func TestSetterCancel(t *testing.T) {
	url := startSetter(t, Options{Timeout: time.Minute})
	connection, _ := dial(t, url, "https://f-puzzles.com")
	empty := strings.TrimSuffix(strings.Repeat(strings.Repeat(".", 9)+"/", 9), "/")
	say(t, connection, 1, "count", board(empty, ""))
	say(t, connection, 2, "check", board("1.../..3./.4../...2", ""))
	if a := answer(t, connection); a["type"] != "canceled" || a["nonce"] != 1.0 {
		t.Errorf("first %v", a)
	}
	if a := answer(t, connection); a["type"] != "count" || a["count"] != 1.0 {
		t.Errorf("second %v", a)
	}
}

// FuzzSetter sends any sheet with any command: compressed, as f-puzzles.com sends it, or as it is. Each answer can be written as JSON
// and has a type of the protocol, each error is one line, and nothing panics.
func FuzzSetter(f *testing.F) {
	empty := strings.TrimSuffix(strings.Repeat(strings.Repeat(".", 16)+"/", 16), "/")
	for _, command := range []string{"truecandidates", "solve", "check", "count", "estimate", "solvepath", "step", "cancel", "dance"} {
		for _, data := range []string{
			board("1.../..3./.4../...2", `,"truecandidatesoptions":["colored","logical"]`), board("11../..a./.4../....", ""), board(empty, ""),
			board("..../..../..../....", `,"thermometer":[{"lines":[["R1C1","R1C2"]]}],"killercage":[{"cells":["R1C1","R2C1"],"value":"3"}]`),
		} {
			sheet, err := lzstring.Base64.Decode(data)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(command, sheet, true)
		}
		f.Add(command, "https://f-puzzles.com/?load=N4", false)
	}
	f.Fuzz(func(t *testing.T, command, sheet string, compressed bool) {
		s, err := New(Options{Timeout: 500 * time.Millisecond, Log: func(text string) { t.Error(text) }})
		if err != nil {
			t.Fatal(err)
		}
		if compressed {
			sheet = lzstring.Base64.Encode(sheet)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		err = s.answer(ctx, message{Command: command, DataType: "fpuzzles", Data: sheet}, func(kind string, answer fields) error {
			if _, err := json.Marshal(answer); err != nil {
				t.Errorf("%s: %v", kind, err)
			}
			if !slices.Contains([]string{"truecandidates", "solved", "count", "estimate", "logical", "canceled"}, kind) {
				t.Errorf("a response of type %q", kind)
			}
			return ctx.Err()
		})
		if err != nil && (err.Error() == "" || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%q, expected one line", err)
		}
	})
}
