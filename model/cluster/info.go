package cluster

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"qmsat/internal/job"
)

// State is the state of a job.
type State string

// The states.
const (
	Open      State = "open"
	Complete  State = "complete"
	Cancelled State = "cancelled"
	Failed    State = "failed"
	TooLarge  State = "too large" // an item exceeded the memory of the workers that tried it
)

// Info is a job's description and state.
type Info struct {
	ID      string    `json:"id"`
	Kind    string    `json:"kind"`
	Title   string    `json:"title"`           // for people
	Input   string    `json:"input"`           // the hash of its input
	Engine  string    `json:"engine"`          // as in --engine
	Model   string    `json:"model,omitempty"` // the hash of its model
	Version string    `json:"version"`
	Created time.Time `json:"created"`
	Ended   time.Time `json:"ended,omitzero"`
	State   State     `json:"state"`
	Reason  string    `json:"reason,omitempty"` // why the job ended without a result
	// Verify is the share of items that another worker does again by the engine VerifyBy. Seed determines which.
	Verify   float64 `json:"verify,omitempty"`
	VerifyBy string  `json:"verify_by,omitempty"`
	Seed     uint64  `json:"seed,omitempty"`
	// Keep is how long the job is kept after its end; 0: [UsualKeep].
	Keep time.Duration `json:"keep,omitempty"`
}

// UsualKeep is the default of [Info.Keep].
const UsualKeep = 7 * 24 * time.Hour

// expires returns when a job that has ended is removed. For an open job, it returns when to check whether the job is complete.
func (d *Info) expires() time.Time {
	return cmp.Or(d.Ended, d.Created).Add(cmp.Or(d.Keep, UsualKeep))
}

// inputKey returns the key of a job's input. The keys of its items' outputs also begin with the ID.
func inputKey(id string) string { return id + ".input" }

// Submit queues a job and removes expired jobs. It sets ID, Input, Version, Created and State of the description.
func (c *Cluster) Submit(ctx context.Context, description Info, input []byte) (Info, error) {
	d := description
	d.ID, d.Version, d.Created, d.State = randomID(idBytes), c.options.Version, time.Now().UTC(), Open
	work, err := openWork(ctx, d, input, job.Options{Reads: true})
	if err != nil {
		return d, err
	}
	defer work.Close()
	if len(input) > maxInput {
		return d, fmt.Errorf("the job's input has %d bytes, expected at most %d", len(input), maxInput)
	}
	d.Input = inputHash(input)
	c.sweep(ctx)
	err = c.keep(ctx, inputKey(d.ID), input)
	if err == nil {
		_, err = retry(ctx, func() (uint64, error) { return c.jobs.Put(ctx, jobKey(d.ID), encode(d)) })
	}
	if err == nil {
		err = c.sendOpen(ctx, d, "", job.NewTree(work).Root())
	}
	if err != nil { // nobody knows the ID, so nobody would remove it
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answering)
		defer cancel()
		_ = c.drop(ctx, fileBucket, d.ID)
		_ = c.drop(ctx, jobBucket, d.ID)
	}
	return d, err
}

// Find returns a job that is open or complete and has the same kind, input, version and verification as the description.
func (c *Cluster) Find(ctx context.Context, like Info, input []byte) (d Info, found bool, err error) {
	list, err := c.Jobs(ctx)
	if err != nil {
		return d, false, err
	}
	hash := inputHash(input)
	for _, d := range list {
		if d.Kind == like.Kind && d.Input == hash && d.Version == c.options.Version && d.Verify == like.Verify && d.VerifyBy == like.VerifyBy &&
			(d.State == Open || d.State == Complete) {
			return d, true, nil
		}
	}
	return d, false, nil
}

// inputHash identifies an input.
func inputHash(input []byte) string { return fmt.Sprintf("%x", sha256.Sum256(input)) }

// open opens a job's work.
func (c *Cluster) open(ctx context.Context, d Info, options job.Options) (job.Work, error) {
	input, err := c.input(ctx, d)
	if err != nil {
		return nil, err
	}
	return openWork(ctx, d, input, options)
}

func openWork(ctx context.Context, d Info, input []byte, options job.Options) (job.Work, error) {
	kind, err := job.Kinds.Lookup(d.Kind)
	if err != nil {
		return nil, err
	}
	if options.Engine != "" && !kind.Searches {
		return nil, fmt.Errorf("found a job of kind %s for engine %s, expected a search", d.Kind, options.Engine)
	}
	return kind.Open(ctx, input, options)
}

// input returns a job's input.
func (c *Cluster) input(ctx context.Context, d Info) ([]byte, error) {
	input, err := c.file(ctx, inputKey(d.ID), maxInput)
	if err == nil && inputHash(input) != d.Input {
		err = fmt.Errorf("job %s: its input differs from what was sent", d.ID)
	}
	return input, err
}

// keep stores data in the bucket of files, in pieces. The last piece is shorter than the others, possibly empty.
func (c *Cluster) keep(ctx context.Context, key string, data []byte) error {
	for i := 0; ; i++ {
		piece := data[:min(len(data), maxPiece)]
		data = data[len(piece):]
		_, err := retry(ctx, func() (uint64, error) { return c.files.Put(ctx, pieceKey(key, i), piece) })
		if err != nil || len(piece) < maxPiece {
			return err
		}
	}
}

func pieceKey(key string, number int) string { return fmt.Sprint(key, ".", number) }

// file returns the data that keep has stored under a key. More bytes than most are an error.
func (c *Cluster) file(ctx context.Context, key string, most int) (data []byte, err error) {
	for i := 0; ; i++ {
		piece, err := retry(ctx, func() (jetstream.KeyValueEntry, error) { return c.files.Get(ctx, pieceKey(key, i)) })
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			err = fmt.Errorf("file %s is missing", key)
		}
		if err != nil {
			return nil, err
		}
		data = append(data, piece.Value()...)
		if len(data) > most {
			return nil, fmt.Errorf("file %s: more than %d bytes", key, most)
		}
		if len(piece.Value()) < maxPiece {
			return data, nil
		}
	}
}

// change reads a job's description and lets a function change it. If the function returns true, change writes the description. It
// is an error if somebody else has written it meanwhile.
func (c *Cluster) change(ctx context.Context, id string, by func(d *Info) bool) error {
	d, revision, err := c.get(ctx, id)
	if err == nil && by(&d) {
		_, err = c.jobs.Update(ctx, jobKey(id), encode(d), revision)
	}
	return err
}

// end gives an open job another state. A job that has ended keeps its state.
func (c *Cluster) end(ctx context.Context, id string, state State, reason string) error {
	_, err := retry(ctx, func() (none struct{}, err error) {
		err = c.change(ctx, id, func(d *Info) bool {
			open := d.State == Open
			if open {
				d.State, d.Reason, d.Ended = state, reason, time.Now().UTC()
			}
			return open
		})
		if errors.Is(err, jetstream.ErrKeyExists) { // somebody else has changed it: try again
			err = errors.New("the job's state has changed")
		}
		return none, err
	})
	return err
}

// Job returns a job.
func (c *Cluster) Job(ctx context.Context, id string) (Info, error) {
	return retry(ctx, func() (Info, error) {
		d, _, err := c.get(ctx, id)
		return d, err
	})
}

func (c *Cluster) get(ctx context.Context, id string) (d Info, revision uint64, err error) {
	entry, err := c.jobs.Get(ctx, jobKey(id))
	if err != nil {
		return d, 0, fmt.Errorf("job %s: %w", id, err)
	}
	return d, entry.Revision(), json.Unmarshal(entry.Value(), &d)
}

// Jobs returns all jobs, the oldest first.
func (c *Cluster) Jobs(ctx context.Context) (list []Info, err error) {
	kept, err := c.entries(ctx, jobKey("*"))
	for _, entry := range kept {
		var d Info
		if err := json.Unmarshal(entry.Value(), &d); err != nil {
			return list, fmt.Errorf("job %s: %w", entry.Key(), err)
		}
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b Info) int { return a.Created.Compare(b.Created) })
	return list, err
}

// Cancel ends a job. It drops the job's items and keeps its records.
func (c *Cluster) Cancel(ctx context.Context, id string) error {
	if err := c.end(ctx, id, Cancelled, ""); err != nil {
		return err
	}
	return c.purge(ctx, itemStream, subject("*", "*", id))
}

// hearing is how long workers need at most to notice that a job was cancelled.
const hearing = 2 * time.Second

// Remove deletes a job with its input, records and output. An open job is cancelled first.
func (c *Cluster) Remove(ctx context.Context, id string) error {
	d, err := c.Job(ctx, id)
	if err != nil {
		return err
	}
	if err := c.Cancel(ctx, id); err != nil {
		return err
	}
	if d.State == Open { // wait until workers notice, so that they write nothing more
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(hearing):
		}
	}
	if err := c.drop(ctx, fileBucket, id); err != nil {
		return err
	}
	return c.drop(ctx, jobBucket, id)
}

// sweep removes expired jobs. An open job may be complete if nobody followed it: sweep ends it, so its time to be kept begins
// now. What fails is left to the next sweep.
func (c *Cluster) sweep(ctx context.Context) {
	list, _ := c.Jobs(ctx)
	for _, d := range list {
		if time.Now().Before(d.expires()) {
			continue
		}
		if d.State != Open {
			_ = c.Remove(ctx, d.ID)
			continue
		}
		if queued, err := c.queued(ctx, d.ID); err != nil || queued {
			continue
		}
		if _, complete, err := c.Result(ctx, d.ID); err != nil || !complete {
			continue
		}
		state, reason := Complete, ""
		if d.Verify > 0 {
			state, reason = Cancelled, "nobody followed it, so nothing was verified; its result stays"
		}
		_ = c.end(ctx, d.ID, state, reason)
	}
}

// drop purges everything below a key of a bucket. The usual way to delete keys would leave a marker for each.
func (c *Cluster) drop(ctx context.Context, bucket, key string) error {
	return c.purge(ctx, "KV_"+bucket, "$KV."+bucket+"."+key+".>")
}

// purge deletes the messages of a subject.
func (c *Cluster) purge(ctx context.Context, name, subject string) error {
	_, err := retry(ctx, func() (none struct{}, err error) {
		stream, err := c.js.Stream(ctx, name)
		if err != nil {
			return none, err
		}
		return none, stream.Purge(ctx, jetstream.WithPurgeSubject(subject))
	})
	return err
}
