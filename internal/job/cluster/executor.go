package cluster

import (
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

// executor does items in one goroutine. It keeps the sessions that it has opened.
type executor struct {
	*worker
	works map[workOf]job.Work
}

// workOf identifies what an executor opens: a job, for an engine.
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

// errEnded says that a job has ended or was removed, and errOwn that another worker is to do an item, which checks what this one
// says.
var errEnded, errOwn = errors.New("the job is not open"), errors.New("it is this worker's own")

// take does the item of a message, and says what became of it.
func (h *executor) take(ctx context.Context, by string, message jetstream.Msg) {
	var i item
	if len(message.Data()) > maxMessage || json.Unmarshal(message.Data(), &i) != nil {
		_ = message.TermWithReason("it is no item") // where that is lost it comes again
		return
	}
	switch err := h.begin(ctx, by, i, message); {
	case err == nil:
		_ = message.DoubleAck(ctx) // where that is lost the item comes again, and meets its record
	case ctx.Err() != nil:
		_ = message.Nak()
	case err == errEnded:
		_ = message.Ack()
	default:
		if !errors.As(err, new(*engine.RefusedError)) && err != errOwn { // of those another may do it
			h.log(fmt.Sprintf("job %s: item %s is given up here: %v", i.Job, i.Path, err))
			if !isFull(err) {
				_ = h.failed(ctx, i, err) // where that is lost it is tried once more
			}
		}
		_ = message.NakWithDelay(time.Second)
	}
}

// begin does the item of a message while its job is open.
func (h *executor) begin(ctx context.Context, by string, i item, message jetstream.Msg) error {
	k, err := h.job(ctx, i.Job)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound), err == nil && k.ctx.Err() != nil:
		return errEnded
	case err != nil:
		return err
	case i.Not == h.id && !h.ChecksOwn:
		return errOwn
	}
	meta, err := message.Metadata()
	if err != nil {
		return err
	}
	inner, cancel := context.WithCancel(k.ctx)
	defer cancel()
	go h.beat(inner, message)
	err = h.beside(inner, func(ctx context.Context) error { return h.do(ctx, k, by, i, meta.NumPending) })
	if err != nil && k.ctx.Err() != nil {
		return errEnded
	}
	return err
}

// beside does something beside other items. If the memory budget is exceeded then, which of the items is too large is not known:
// it is done once more, alone.
func (h *executor) beside(ctx context.Context, do func(context.Context) error) error {
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
func (h *executor) within(ctx context.Context, do func(context.Context) error) error {
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

// beat tells the server until the context ends that the item of a message is being done.
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

// do does an item, and keeps its record.
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
		if r, err = work.Do(ctx, i.Item, h.splitAfter(k, waiting)); err == nil {
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
	// Of a split that was recorded before, items may not have been sent.
	open, err := r.Open(work, i.Entry)
	if err != nil {
		return err
	}
	return h.sendOpen(ctx, k.Info, "", open...)
}

// check does an item again by another engine.
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

// open returns the work of a job by an engine, which is kept for the items after.
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
		options.Engine = by
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
