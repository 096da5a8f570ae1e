package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"qmsat/internal/job"
)

// WorkerOptions say what a worker does.
type WorkerOptions struct {
	Workers int      // executors, at least 1; each does one item at a time
	Engines []string // the worker does items for these, as in --engine, without settings
	// Commands are further engines that inputs of jobs may name, besides Engines and the registered ones.
	Commands []string
	// Least is the time after which an item is split if the queue is empty, since another worker may be idle. Otherwise the time
	// grows from three seconds up to Most, with the time spent on the job. If Least is 0, they are 50 ms and 10 s.
	Least, Most time.Duration
	// Tidy is the time between two searches for expired jobs; 0: a minute.
	Tidy time.Duration
	// ChecksOwn lets the worker verify its own records, by the other engine. It is for a cluster with one worker.
	ChecksOwn bool
	// Log is called with a line for people, such as on a refused job or a failed item. One goroutine calls it at a
	// time.
	Log func(line string)
}

// Work does items until the context ends. Then it returns unfinished items to the queue.
func (c *Cluster) Work(ctx context.Context, options WorkerOptions) error {
	if options.Least == 0 {
		options.Least, options.Most = 50*time.Millisecond, 10*time.Second
	}
	w := &worker{Cluster: c, WorkerOptions: options, id: randomID(4)}
	for _, engine := range options.Engines {
		consumer, err := w.consumer(ctx, engine)
		if err != nil && ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		w.consumers = append(w.consumers, consumer)
		there, err := c.nc.Subscribe(presence(c.options.Version, engine), func(question *nats.Msg) { _ = question.Respond(nil) })
		if err != nil {
			return err
		}
		defer there.Unsubscribe()
	}
	watched := make(chan error, 1)
	go func() { watched <- w.watch(ctx) }()
	var group sync.WaitGroup
	group.Go(func() { w.tidy(ctx) })
	for range options.Workers {
		w.executors = append(w.executors, &executor{worker: w, works: map[workOf]job.Work{}})
	}
	for _, h := range w.executors {
		group.Go(func() { h.run(ctx) })
	}
	group.Wait()
	for _, h := range w.executors {
		h.close()
	}
	return <-watched
}

// worker is the state that the goroutines of Work share.
type worker struct {
	*Cluster
	WorkerOptions
	id        string
	consumers []jetstream.Consumer
	jobs      sync.Map // the open jobs as *known, by ID
	executors []*executor
	alone     sync.RWMutex // locked for writing by an item that runs alone, for reading by all others
	logging   sync.Mutex
}

// known is a job as a worker knows it.
type known struct {
	Info
	ctx   context.Context // ends with the job
	end   context.CancelFunc
	begin sync.Once
	begun time.Time // when the first item began
	waits sync.Once // for another worker
	// refused holds by engine why this worker leaves the job to others.
	refused sync.Map
}

// deliveries is how often an item may be given up before its job ends.
const deliveries = 5

// consumer creates the server's consumer, which delivers items for an engine to workers of this version.
func (w *worker) consumer(ctx context.Context, engine string) (jetstream.Consumer, error) {
	return retry(ctx, func() (jetstream.Consumer, error) {
		return w.stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable:       token(w.options.Version) + "-" + token(engine),
			FilterSubject: subject(w.options.Version, engine, "*"),
			AckPolicy:     jetstream.AckExplicitPolicy, AckWait: w.options.AckWait, MaxAckPending: -1,
			InactiveThreshold: UsualKeep,
		})
	})
}

// tidy removes expired jobs at intervals until the context ends. It also creates consumers again that the server has dropped.
func (w *worker) tidy(ctx context.Context) {
	every := cmp.Or(w.Tidy, time.Minute)
	for range pauses(ctx, every, every) {
		w.sweep(ctx)
		for _, engine := range w.Engines {
			_, _ = w.consumer(ctx, engine) // after an error the next round tries again
		}
	}
}

// watch follows the states of jobs. It logs open jobs of another version.
func (w *worker) watch(ctx context.Context) error {
	watcher, err := w.Cluster.watch(ctx, jobKey("*"))
	switch {
	case err != nil && ctx.Err() != nil:
		return nil
	case err != nil:
		return err
	}
	defer watcher.Stop()
	for entry := range watcher.Updates() {
		var d Info
		if entry == nil || json.Unmarshal(entry.Value(), &d) != nil {
			continue
		}
		if _, known := w.jobs.Load(d.ID); !known && d.State == Open && d.Version != w.options.Version {
			w.log(fmt.Sprintf("job %s is of version %s, this worker of %s: its items are left to others", d.ID, d.Version, w.options.Version))
		}
		w.know(ctx, d)
	}
	return nil
}

func (w *worker) log(line string) {
	if w.Log != nil {
		w.logging.Lock()
		defer w.logging.Unlock()
		w.Log(line)
	}
}

// job returns a job. It asks the server if the watch has not seen the job yet.
func (w *worker) job(ctx context.Context, id string) (*known, error) {
	if k, found := w.jobs.Load(id); found {
		return k.(*known), nil
	}
	d, err := w.Job(ctx, id)
	if err != nil {
		return nil, err
	}
	return w.know(ctx, d), nil
}

// know stores a job that is new to this worker, forgets one that has ended, and returns it.
func (w *worker) know(ctx context.Context, d Info) *known {
	fresh := &known{Info: d}
	fresh.ctx, fresh.end = context.WithCancel(ctx)
	kept, found := w.jobs.LoadOrStore(d.ID, fresh)
	if found {
		fresh.end()
	}
	if d.State != Open {
		kept.(*known).end()
		w.jobs.Delete(d.ID)
	}
	return kept.(*known)
}

// calm is the first time limit of an item if others wait in the queue. Splits also leave small items, so items take a third of it
// on average.
const calm = 3 * time.Second

// splitAfter returns how long an executor works on an item before it splits it. waiting is the number of queued items.
func (w *worker) splitAfter(k *known, waiting uint64) time.Duration {
	k.begin.Do(func() { k.begun = time.Now() })
	if waiting == 0 {
		return w.Least
	}
	return min(max(time.Since(k.begun)/32, calm), w.Most)
}

// The time between two looks at empty queues. It starts at idleLeast and doubles up to idleMost.
const (
	idleLeast = 20 * time.Millisecond
	idleMost  = time.Second
)

// run does one item after the other, in one goroutine, until the context ends.
func (h *executor) run(ctx context.Context) {
	for ctx.Err() == nil {
		for range pauses(ctx, idleLeast, idleMost) {
			if h.round(ctx) {
				break
			}
		}
	}
}

// round does up to one item for each engine, and reports whether there was any.
func (h *executor) round(ctx context.Context) (found bool) {
	for i, consumer := range h.consumers {
		batch, err := consumer.FetchNoWait(1)
		if err != nil {
			continue // the server is away; the next round asks again
		}
		for message := range batch.Messages() {
			found = true
			h.take(ctx, h.Engines[i], message)
		}
	}
	return found
}
