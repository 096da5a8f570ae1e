//go:build unix

package cluster_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"qmsat/model"
	"qmsat/model/cluster"
	"qmsat/model/cluster/embedded"
	"qmsat/model/parallel"
)

// The parts of a cluster that TestChaos runs as processes. Each runs this test's program, with the part's name and arguments in
// the environment.
const (
	partVariable    = "QMSAT_CHAOS_PART"
	serverPart      = "server"   // FOLDER PORT
	workerPart      = "worker"   // URL
	followerPart    = "follower" // URL JOB; prints the result
	chaosAckWait    = 1500 * time.Millisecond
	chaosSplitAfter = 2 * time.Millisecond
)

// chaosEngines count in turn: one loses the work of a search that is cut off, and the other returns it.
var chaosEngines = []string{"native", "gini"}

func TestMain(m *testing.M) {
	part := strings.Fields(os.Getenv(partVariable))
	if len(part) == 0 {
		os.Exit(m.Run())
	}
	if err := runPart(context.Background(), part[0], part[1:]); err != nil {
		fmt.Fprintln(os.Stderr, part[0]+":", err)
		os.Exit(1)
	}
}

func runPart(ctx context.Context, part string, args []string) error {
	if part == serverPart {
		port, err := strconv.Atoi(args[1])
		if err != nil {
			return err
		}
		if _, err := embedded.Start(ctx, embedded.Options{Folder: args[0], Port: port}); err != nil {
			return err
		}
		select {}
	}
	c, err := connectSoon(ctx, args[0])
	if err != nil {
		return err
	}
	if part == workerPart {
		return c.Work(ctx, cluster.WorkerOptions{Workers: 1, Engines: chaosEngines, Least: chaosSplitAfter, Most: chaosSplitAfter})
	}
	r, err := c.Follow(ctx, args[1], cluster.FollowOptions{})
	if err == nil {
		fmt.Println(r.Result)
	}
	return err
}

// connectSoon connects to a server that may still be away.
func connectSoon(ctx context.Context, url string) (c *cluster.Cluster, err error) {
	for range 100 {
		if c, err = cluster.Connect(ctx, url, cluster.Options{AckWait: chaosAckWait}); err == nil {
			return c, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, err
}

// startPart starts a part as a process.
func startPart(t *testing.T, output io.Writer, words ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), partVariable+"="+strings.Join(words, " "))
	cmd.Stdout, cmd.Stderr = output, output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// faults counts what a run survived.
type faults struct{ workers, servers, followers, pauses, dropped, doubled atomic.Int64 }

func (f *faults) String() string {
	return fmt.Sprintf("killed: %d workers, %d servers, %d followers; paused: %d workers; messages dropped: %d, doubled: %d",
		f.workers.Load(), f.servers.Load(), f.followers.Load(), f.pauses.Load(), f.dropped.Load(), f.doubled.Load())
}

// A count is exact although processes are killed or paused and messages are lost or doubled.
func TestChaos(t *testing.T) {
	runs := 0
	switch {
	case os.Getenv("QMSAT_CONFIRM") != "":
		runs = 100
	case os.Getenv("QMSAT_LONG") != "" && !testing.Short():
		runs = 1
	default:
		t.Skip("processes are killed for seconds: QMSAT_LONG")
	}
	m, cube, want := chaosModel(t)
	var all faults
	for seed := range runs {
		chaos(t, m, cube, want, uint64(seed), &all)
	}
	t.Logf("%d runs; %v", runs, &all)
}

// chaosModel returns 2×3 Sudoku, some givens, and the number of grids.
func chaosModel(t *testing.T) (*model.Model, model.Cube, string) {
	m, err := model.Sudoku(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	p, err := model.Characters.Parse(m, "123456..............................")
	if err != nil {
		t.Fatal(err)
	}
	return m, p, "39168" // 28,200,960 / 6!
}

func chaos(t *testing.T, m *model.Model, cube model.Cube, want string, seed uint64, survived *faults) {
	random := rand.New(rand.NewPCG(seed, 0))
	folder, port := t.TempDir(), freePort(t)
	server := startPart(t, nil, serverPart, folder, port)
	defer func() { kill(server) }()
	token := tokenIn(t, folder)
	through := newProxy(t, "127.0.0.1:"+port, seed, survived)
	direct, proxied := "nats://"+token+"@127.0.0.1:"+port, "nats://"+token+"@"+through
	c, err := connectSoon(t.Context(), direct)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	d := submit(t, c, parallel.CountJob, chaosEngines[seed%uint64(len(chaosEngines))], m, cube, cluster.Info{})
	var workers []*exec.Cmd
	for range 3 {
		workers = append(workers, startPart(t, nil, workerPart, proxied))
	}
	defer func() {
		for _, w := range workers {
			_ = w.Process.Signal(syscall.SIGCONT)
			kill(w)
		}
	}()
	follow := func() (cmd *exec.Cmd, output *bytes.Buffer, done chan error) {
		output, done = new(bytes.Buffer), make(chan error, 1)
		cmd = startPart(t, output, followerPart, proxied, d.ID)
		go func() { done <- cmd.Wait() }()
		return cmd, output, done
	}
	follower, output, done := follow()
	deadline := time.After(2 * time.Minute)
	for events := 0; ; {
		pause := time.Duration(100+random.IntN(400)) * time.Millisecond
		if events >= 12 { // from then on only messages are lost or doubled
			pause = time.Minute
		}
		select {
		case err := <-done:
			if got := strings.TrimSpace(output.String()); err != nil || got != want {
				t.Errorf("seed %d: %q, error %v, expected %s", seed, got, err, want)
			}
			return
		case <-deadline:
			_ = follower.Process.Kill()
			t.Errorf("seed %d: no end after two minutes", seed)
			return
		case <-time.After(pause):
		}
		events++
		i := random.IntN(len(workers))
		switch random.IntN(6) {
		case 0, 1:
			kill(workers[i])
			workers[i] = startPart(t, nil, workerPart, proxied)
			survived.workers.Add(1)
		case 2:
			_ = workers[i].Process.Signal(syscall.SIGSTOP)
			time.AfterFunc(chaosAckWait*3/2, func() { _ = workers[i].Process.Signal(syscall.SIGCONT) })
			survived.pauses.Add(1)
		case 3, 4:
			_ = follower.Process.Kill()
			if err := <-done; err == nil { // it had ended before the kill
				done <- nil
				continue
			}
			survived.followers.Add(1)
			follower, output, done = follow()
		case 5:
			kill(server)
			server = startPart(t, nil, serverPart, folder, port)
			survived.servers.Add(1)
		}
	}
}

// freePort returns a port on which nobody listens.
func freePort(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// tokenIn waits for the token in a server's folder and returns it.
func tokenIn(t *testing.T, folder string) string {
	for range 200 {
		if data, err := os.ReadFile(filepath.Join(folder, "token")); err == nil && len(data) > 0 {
			return string(data)
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the server does not start")
	return ""
}

// newProxy starts a proxy that drops and doubles some of the messages that clients publish. It returns the proxy's address.
func newProxy(t *testing.T, server string, seed uint64, survived *faults) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{random: rand.New(rand.NewPCG(seed, 1)), survived: survived}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(client, server)
		}
	}()
	return l.Addr().String()
}

type proxy struct {
	mutex    sync.Mutex
	random   *rand.Rand
	survived *faults
}

func (p *proxy) serve(client net.Conn, server string) {
	defer client.Close()
	upstream, err := net.Dial("tcp", server)
	if err != nil {
		return
	}
	defer upstream.Close()
	go func() {
		_, _ = io.Copy(client, upstream)
		client.Close()
	}()
	from := bufio.NewReader(client)
	for {
		line, err := from.ReadString('\n')
		if err != nil {
			return
		}
		frame, times := line, 1
		if words := strings.Fields(line); len(words) > 0 && (words[0] == "PUB" || words[0] == "HPUB") {
			size, err := strconv.Atoi(words[len(words)-1])
			if err != nil {
				return
			}
			payload := make([]byte, size+len("\r\n"))
			if _, err := io.ReadFull(from, payload); err != nil {
				return
			}
			frame += string(payload)
			times = p.times()
		}
		if _, err := io.WriteString(upstream, strings.Repeat(frame, times)); err != nil {
			return
		}
	}
}

// times draws how often a message is passed on.
func (p *proxy) times() int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	switch p.random.IntN(100) {
	case 0:
		p.survived.dropped.Add(1)
		return 0
	case 1, 2:
		p.survived.doubled.Add(1)
		return 2
	}
	return 1
}

// If the server's storage is full, the error has one line. The job continues once there is room.
func TestFull(t *testing.T) {
	if os.Getenv("QMSAT_LONG") == "" {
		t.Skip("it waits for seconds: QMSAT_LONG")
	}
	port, err := strconv.Atoi(freePort(t))
	if err != nil {
		t.Fatal(err)
	}
	options := embedded.Options{Folder: t.TempDir(), Port: port, Room: 2_500}
	s, err := embedded.Start(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, s.URL, cluster.Options{AckWait: chaosAckWait})
	m, cube, want := chaosModel(t)
	d := submit(t, c, parallel.CountJob, "native", m, cube, cluster.Info{})
	work(t, c, quick("native"))
	if _, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{}); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, expected one line that says that there is no room", err)
	} else {
		t.Log(err)
	}
	s.Stop()
	options.Room = 0
	if s, err = embedded.Start(t.Context(), options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	if r, err := c.Follow(t.Context(), d.ID, cluster.FollowOptions{}); err != nil || r.Result != want {
		t.Errorf("%+v, error %v, expected %s", r, err, want)
	}
}
