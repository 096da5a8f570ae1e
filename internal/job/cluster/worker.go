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
	Workers int      // items done side by side, at least 1
	Engines []string // whose items it does, as in --engine, without settings
	// Commands are engines that inputs of jobs may name, beside those of Engines and the registered ones.
	Commands []string
	// Least is how long an item is worked on before it is split where no other waits in the queue: somebody may have nothing to do. Else
	// that grows, from three seconds, with the time spent on the job, to Most. 0: 50 ms and 10 s.
	Least, Most time.Duration
	// Tidy is the time between two looks for jobs that have expired; 0: a minute.
	Tidy time.Duration
	// ChecksOwn has the worker verify what itself has done, by the other engine: where it is the only one.
	ChecksOwn bool
	// Log is called with a line for people, by one goroutine at a time: a job that is refused, an item that failed.
	Log func(line string)
}

// Work does items until the context ends; an item that is being done then is given back.
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
		group.Go(func() { w.run(ctx) })
	}
	group.Wait()
	return <-watched
}

// worker is what the goroutines of Work share.
type worker struct {
	*Cluster
	WorkerOptions
	id        string
	consumers []jetstream.Consumer
	jobs      sync.Map     // *known, by ID, of those that are open
	alone     sync.RWMutex // held for an item that runs alone, and shared by all others
}

// known is a job as a worker knows it.
type known struct {
	Info
	ctx   context.Context // ends with the job
	end   context.CancelFunc
	begin sync.Once
	begun time.Time // of the first item
	// refused has, by engine, why this worker leaves the job to others.
	refused sync.Map
}

// deliveries is how often an item is tried, and given up, before its job ends.
const deliveries = 5

// consumer returns what hands out the items of an engine to workers of this version.
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

// tidy removes jobs that have expired until the context ends. It makes the consumers again that the server dropped while it was away.
func (w *worker) tidy(ctx context.Context) {
	every := cmp.Or(w.Tidy, time.Minute)
	for range pauses(ctx, every, every) {
		w.sweep(ctx)
		for _, engine := range w.Engines {
			_, _ = w.consumer(ctx, engine) // the next time does it
		}
	}
}

// watch follows the states of jobs. Those of another version are refused.
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
		if d.State == Open && d.Version != w.options.Version {
			w.log(fmt.Sprintf("job %s is of version %s, this worker of %s: its items are left to others", d.ID, d.Version, w.options.Version))
		}
		w.know(ctx, d)
	}
	return nil
}

func (w *worker) log(line string) {
	if w.Log != nil {
		w.Log(line)
	}
}

// job returns a job, which the watch may not have seen yet.
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

// know takes up what a job is now, and returns it as it is known.
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

// calm is how long an item is worked on at first before it is split, where others wait in the queue. With the small ones that splits leave,
// items take a third of it in the mean.
const calm = 3 * time.Second

// splitAfter returns how long an executor works on an item of the job before it splits it. waiting is the number of queued items.
func (w *worker) splitAfter(k *known, waiting uint64) time.Duration {
	k.begin.Do(func() { k.begun = time.Now() })
	if waiting == 0 {
		return w.Least
	}
	return min(max(time.Since(k.begun)/32, calm), w.Most)
}

// The time between two looks at empty queues: the first, and what it doubles up to.
const (
	idleLeast = 20 * time.Millisecond
	idleMost  = time.Second
)

// run takes one item after the other.
func (w *worker) run(ctx context.Context) {
	h := &executor{worker: w, works: map[workOf]job.Work{}}
	defer h.close()
	for ctx.Err() == nil {
		for range pauses(ctx, idleLeast, idleMost) {
			if w.round(ctx, h) {
				break
			}
		}
	}
}

// round lets an executor do an item of each engine, and reports whether there was any.
func (w *worker) round(ctx context.Context, h *executor) (found bool) {
	for i, consumer := range w.consumers {
		batch, err := consumer.FetchNoWait(1)
		if err != nil {
			continue // the server is away: it is asked again
		}
		for message := range batch.Messages() {
			found = true
			h.take(ctx, w.Engines[i], message)
		}
	}
	return found
}
