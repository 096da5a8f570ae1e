package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"qmsat/internal/job"
	"qmsat/internal/memory"
	"qmsat/internal/stop"
	"qmsat/model/engine"
)

// executor does items in one goroutine. It keeps the works that it has opened.
type executor struct {
	*worker
	works map[workOf]job.Work
}

// workOf identifies an opened work by its job and engine.
type workOf struct {
	*known
	engine string
}

func (h *executor) close() {
	for _, work := range h.works {
		work.Close()
	}
	clear(h.works)
}

// errEnded says that a job has ended or was removed. errOwn says that this worker must not check its own record.
var errEnded, errOwn = errors.New("the job is not open"), errors.New("it is this worker's own")

// take does the item of a message, and tells the server whether it is done, dropped, or needs another delivery.
func (h *executor) take(ctx context.Context, by string, message jetstream.Msg) {
	var i item
	if len(message.Data()) > maxMessage || json.Unmarshal(message.Data(), &i) != nil {
		_ = message.TermWithReason("it is no item") // if this is lost, the message comes again
		return
	}
	switch err := h.begin(ctx, by, i, message); {
	case err == nil:
		_ = message.DoubleAck(ctx) // if this is lost, the item comes again and has its record already
	case ctx.Err() != nil:
		_ = message.Nak()
	case err == errEnded:
		_ = message.Ack()
	case errors.Is(err, jetstream.ErrInvalidKey):
		_ = message.TermWithReason("found a job ID or a path that is no key")
	default:
		if !errors.As(err, new(*engine.RefusedError)) && err != errOwn { // these are no failures: another worker may do it
			h.log(fmt.Sprintf("job %s: item %s is given up here: %v", i.Job, i.Path, err))
			if !isFull(err) {
				_ = h.failed(ctx, i, err) // if this is lost, the item gets one more try
			}
		}
		_ = message.NakWithDelay(time.Second)
	}
}

// begin does the item of a message, and stops if its job ends.
func (h *executor) begin(ctx context.Context, by string, i item, message jetstream.Msg) error {
	k, err := h.job(ctx, i.Job)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound), err == nil && k.ctx.Err() != nil:
		return errEnded
	case err != nil:
		return err
	}
	meta, err := message.Metadata()
	if err != nil {
		return err
	}
	if i.Not == h.id && !h.ChecksOwn {
		if meta.NumDelivered >= deliveries {
			k.waits.Do(func() { h.log(fmt.Sprintf("job %s: its checks wait for another worker", k.ID)) })
		}
		return errOwn
	}
	inner, cancel := context.WithCancel(k.ctx)
	defer cancel()
	go h.beat(inner, message)
	err = h.beside(inner, func(ctx context.Context) (err error) {
		defer engine.Guard(cmp.Or(by, k.Kind), &err)
		return h.do(ctx, k, by, i, meta.NumPending)
	})
	if err != nil && k.ctx.Err() != nil {
		return errEnded
	}
	return err
}

// beside calls do while other items run. If they exceed the memory budget, it is not known which item is too large. So beside
// closes all works of the worker and calls do once more, alone.
func (h *executor) beside(ctx context.Context, do func(context.Context) error) error {
	h.alone.RLock()
	err := h.within(ctx, do)
	h.alone.RUnlock()
	if errors.As(err, new(*memory.ExceededError)) && ctx.Err() == nil {
		h.alone.Lock()
		defer h.alone.Unlock()
		for _, other := range h.executors {
			other.close()
		}
		err = h.within(ctx, do)
	}
	return err
}

// within calls do under the worker's memory budget. If the budget is exceeded, within returns that as the error. It also closes
// its works then, or if one of them failed.
func (h *executor) within(ctx context.Context, do func(context.Context) error) error {
	ctx, stop := memory.WithBudget(ctx, memory.Budget(ctx))
	defer stop()
	err := do(ctx)
	if exceeded := memory.Exceeded(ctx); err != nil && exceeded != nil {
		err = exceeded
	}
	if errors.As(err, new(*memory.ExceededError)) || errors.As(err, new(*engine.FailedError)) {
		h.close()
	}
	return err
}

// failed stores the failure of an item. After [deliveries] failures it ends the job.
func (h *executor) failed(ctx context.Context, i item, failure error) error {
	key := failureKey(i.Job, i.Path)
	if _, err := h.create(ctx, key+"."+randomID(4), job.Record{Item: i.Item, Worker: h.id, Failure: failure.Error()}); err != nil {
		return err
	}
	failures, err := h.entries(ctx, key+".*")
	if err != nil || len(failures) < deliveries {
		return err
	}
	state := Failed
	if errors.As(failure, new(*memory.ExceededError)) {
		state = TooLarge
	}
	return h.end(ctx, i.Job, state, fmt.Sprintf("item %s, given up %d times: %v", i.Path, len(failures), failure))
}

// beat renews the lease of an item until the context ends.
func (h *executor) beat(ctx context.Context, message jetstream.Msg) {
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

// do does an item, stores its record, and queues the items that the record leaves open.
func (h *executor) do(ctx context.Context, k *known, engine string, i item, waiting uint64) error {
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
		r, err = work.Do(ctx, i.Item, h.splitAfter(k, waiting))
		for len(r.Parts) > 0 && len(encode(r)) > maxMessage/4 { // the names of outputs follow
			r.Parts = r.Parts[:len(r.Parts)/2] // the others are done again
		}
		if err == nil {
			err = stop.OrCause(ctx, r.Keep(func(printed []byte) (string, error) {
				key := i.Job + "." + randomID(8)
				return key, h.keep(ctx, key, printed)
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
	// Also if the record was found: a worker may have died before it had queued all items of the split.
	open, err := r.Open(work, i.Entry)
	if err != nil {
		return err
	}
	return h.sendOpen(ctx, k.Info, "", open...)
}

// check does an item again by another engine and stores the result.
func (h *executor) check(ctx context.Context, k *known, engine string, i item) error {
	work, err := h.open(ctx, k, engine)
	if err != nil {
		return err
	}
	result, err := again(ctx, work, i.Item, i.Split)
	if err = stop.OrCause(ctx, err); err != nil {
		return err
	}
	_, err = h.create(ctx, checkKey(i.Job, i.Path), job.Record{Item: i.Item, Result: result, Worker: h.id, Engine: k.VerifyBy})
	return err
}

// open returns the work of a job for its engine or, by the other one, for its checks. It keeps the work for later items, and
// closes the works of jobs that have ended.
func (h *executor) open(ctx context.Context, k *known, by string) (job.Work, error) {
	if work, found := h.works[workOf{k, by}]; found {
		return work, nil
	}
	for of, work := range h.works {
		if of.ctx.Err() != nil {
			work.Close()
			delete(h.works, of)
		}
	}
	if err, refused := k.refused.Load(by); refused {
		return nil, err.(error)
	}
	options := job.Options{Engines: slices.Concat(h.Engines, h.Commands)}
	if engineName(k.Engine) != engineName(by) {
		options.Engine = k.VerifyBy
	}
	work, err := h.Cluster.open(ctx, k.Info, options)
	if err == nil {
		h.works[workOf{k, by}] = work
	} else if errors.As(err, new(*engine.RefusedError)) {
		if _, known := k.refused.LoadOrStore(by, err); !known {
			h.log(fmt.Sprintf("job %s is left to others: %v", k.ID, err))
		}
	}
	return work, err
}
