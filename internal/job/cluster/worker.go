package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"qmsat/internal/job"
	"qmsat/internal/memory"
	"qmsat/model/engine"
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
	w := &worker{Cluster: c, WorkerOptions: options, id: randomID(4), jobs: map[string]*known{}}
	for _, engine := range options.Engines {
		consumer, err := w.consumer(ctx, engine)
		if err != nil && ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		w.consumers = append(w.consumers, consumer)
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

	mutex sync.Mutex
	jobs  map[string]*known

	alone sync.RWMutex // held for an item that runs alone, and shared by all others
}

// known is a job as a worker knows it.
type known struct {
	Info
	ctx   context.Context // ends with the job
	end   context.CancelFunc
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
	for ctx.Err() == nil {
		w.sweep(ctx)
		for _, engine := range w.Engines {
			_, _ = w.consumer(ctx, engine) // the next time does it
		}
		select {
		case <-ctx.Done():
		case <-time.After(cmp.Or(w.Tidy, time.Minute)):
		}
	}
}

// watch follows the states of jobs. Those of another version are refused.
func (w *worker) watch(ctx context.Context) error {
	watcher, err := watch(ctx, w.Cluster.jobs, ">")
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
	w.mutex.Lock()
	k := w.jobs[id]
	w.mutex.Unlock()
	if k != nil {
		return k, nil
	}
	d, err := w.Job(ctx, id)
	if err != nil {
		return nil, err
	}
	return w.know(ctx, d), nil
}

// know takes up what a job is now, and returns it as it is known.
func (w *worker) know(ctx context.Context, d Info) *known {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	k := w.jobs[d.ID]
	if k == nil {
		k = &known{Info: d}
		k.ctx, k.end = context.WithCancel(ctx)
		w.jobs[d.ID] = k
	}
	if d.State != Open {
		k.end()
		delete(w.jobs, d.ID)
	}
	return k
}

// calm is how long an item is worked on at first before it is split, where others wait in the queue. With the small ones that splits leave,
// items take a third of it in the mean.
const calm = 3 * time.Second

// patience is how long an item of the job is worked on before it is split, where so many others wait in the queue.
func (w *worker) patience(k *known, waiting uint64) time.Duration {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if k.begun.IsZero() {
		k.begun = time.Now()
	}
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
	h := &hand{worker: w, works: map[string]opened{}}
	defer h.close()
	for pause := idleLeast; ctx.Err() == nil; {
		if w.round(ctx, h) {
			pause = idleLeast
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, idleMost)
	}
}

// round has a hand do an item of each engine, and reports whether there was any.
func (w *worker) round(ctx context.Context, h *hand) (found bool) {
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

// hand is one of the goroutines that do items, with what it has opened.
type hand struct {
	*worker
	works map[string]opened // by job and engine
}

// opened is the work of a job.
type opened struct {
	job.Work
	of *known
}

func (h *hand) close() {
	for _, work := range h.works {
		work.Close()
	}
	clear(h.works)
}

// take does the item of a message, and says what became of it.
func (h *hand) take(ctx context.Context, by string, message jetstream.Msg) {
	var i item
	if len(message.Data()) > maxMessage || json.Unmarshal(message.Data(), &i) != nil {
		_ = message.TermWithReason("it is no item") // where that is lost it comes again
		return
	}
	k, err := h.job(ctx, i.Job)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		_ = message.Ack() // the job was removed
		return
	} else if err != nil {
		_ = message.NakWithDelay(time.Second)
		return
	}
	if k.ctx.Err() != nil && ctx.Err() == nil {
		_ = message.Ack() // the job has ended
		return
	}
	if i.Not == h.id && !h.ChecksOwn {
		_ = message.NakWithDelay(time.Second) // another is to check what this worker says
		return
	}
	inner, cancel := context.WithCancel(k.ctx)
	go h.beat(inner, message)
	meta, err := message.Metadata()
	if err == nil {
		err = h.beside(inner, func(ctx context.Context) error { return h.do(ctx, k, by, i, meta.NumPending) })
	}
	cancel()
	switch {
	case err == nil:
		_ = message.DoubleAck(ctx) // where that is lost the item comes again, and meets its record
	case ctx.Err() != nil:
		_ = message.Nak()
	case k.ctx.Err() != nil:
		_ = message.Ack()
	case errors.As(err, new(*engine.RefusedError)):
		_ = message.NakWithDelay(time.Second) // another may do it
	default:
		h.log(fmt.Sprintf("job %s: item %s is given up here: %v", i.Job, i.Path, err))
		if !isFull(err) {
			_ = h.failed(ctx, i, err) // where that is lost it is tried once more
		}
		_ = message.NakWithDelay(time.Second)
	}
}

// beside does something beside other items. If the memory budget is exceeded then, which of the items is too large is not known: it is done
// once more, alone.
func (h *hand) beside(ctx context.Context, do func(context.Context) error) error {
	h.alone.RLock()
	err := h.within(ctx, do)
	h.alone.RUnlock()
	if errors.As(err, new(*memory.ExceededError)) && ctx.Err() == nil {
		h.alone.Lock()
		defer h.alone.Unlock()
		err = h.within(ctx, do)
	}
	return err
}

// within does something within the memory budget of the worker. Where that is exceeded the error says so, and nothing stays open.
func (h *hand) within(ctx context.Context, do func(context.Context) error) error {
	ctx, stop := memory.WithBudget(ctx, memory.Budget(ctx))
	defer stop()
	err := do(ctx)
	if exceeded := new(memory.ExceededError); err != nil && errors.As(context.Cause(ctx), &exceeded) {
		err = exceeded
		h.close()
	}
	return err
}

// failed keeps a record of a delivery of an item that failed. After so many the job ends.
func (h *hand) failed(ctx context.Context, i item, failure error) error {
	key := failureKey(i.Job, i.Path)
	if _, err := h.create(ctx, key+"."+randomID(4), job.Record{Item: i.Item, Worker: h.id, Failure: failure.Error()}); err != nil {
		return err
	}
	failures, err := entries(ctx, h.records, key+".*")
	if err != nil || len(failures) < deliveries {
		return err
	}
	state := Failed
	if errors.As(failure, new(*memory.ExceededError)) {
		state = TooLarge
	}
	return h.end(ctx, i.Job, state, fmt.Sprintf("item %s, given up %d times: %v", i.Path, len(failures), failure))
}

// beat tells the server until the context ends that the item of a message is being done.
func (h *hand) beat(ctx context.Context, message jetstream.Msg) {
	ticker := time.NewTicker(h.options.AckWait / 3)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			_ = message.InProgress()
		}
	}
}

// do does an item, and keeps its record.
func (h *hand) do(ctx context.Context, k *known, engine string, i item, waiting uint64) error {
	if i.Not != "" {
		return h.check(ctx, k, engine, i)
	}
	r, found, err := h.record(ctx, recordKey(i.Job, i.Path))
	if err != nil {
		return err
	}
	work, err := h.open(ctx, k, engine)
	if err != nil {
		return err
	}
	if !found {
		if r, err = work.Do(ctx, i.Item, h.patience(k, waiting)); err == nil {
			err = orCause(ctx, r.Keep(func(printed []byte) (string, error) {
				name := i.Job + "/" + randomID(8)
				return name, h.keep(ctx, name, printed)
			}))
		}
		if err != nil {
			return err
		}
		r.Worker, r.Engine = h.id, k.Engine
		if r, err = h.create(ctx, recordKey(i.Job, i.Path), r); err != nil {
			return err
		}
	}
	// Of a split that was recorded before, items may not have been sent.
	open, err := r.Open(work, i.Place)
	if err != nil {
		return err
	}
	return h.sendOpen(ctx, k.Info, "", open...)
}

// check does an item again by another engine.
func (h *hand) check(ctx context.Context, k *known, engine string, i item) error {
	work, err := h.open(ctx, k, engine)
	if err != nil {
		return err
	}
	result, err := again(ctx, work, i.Item, i.Split)
	if err = orCause(ctx, err); err != nil {
		return err
	}
	_, err = h.create(ctx, checkKey(i.Job, i.Path), job.Record{Item: i.Item, Result: result, Worker: h.id, Engine: k.VerifyBy})
	return err
}

// open returns the work of a job by an engine, which is kept for the items after.
func (h *hand) open(ctx context.Context, k *known, by string) (job.Work, error) {
	key := k.ID + " " + by
	if work, found := h.works[key]; found {
		return work, nil
	}
	for key, work := range h.works {
		if work.of.ctx.Err() != nil {
			work.Close()
			delete(h.works, key)
		}
	}
	if err, refused := k.refused.Load(by); refused {
		return nil, err.(error)
	}
	options := job.Options{Engines: slices.Concat(h.Engines, h.Commands)}
	if engineName(k.Engine) != engineName(by) {
		options.Engine = by
	}
	work, err := h.Cluster.open(ctx, k.Info, options)
	if err == nil {
		h.works[key] = opened{work, k}
	} else if errors.As(err, new(*engine.RefusedError)) {
		if _, known := k.refused.LoadOrStore(by, err); !known {
			h.log(fmt.Sprintf("job %s is left to others: %v", k.ID, err))
		}
	}
	return work, err
}
