package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"qmsat/internal/job"
)

// item is a message of the queue.
type item struct {
	job.Entry
	Job string `json:"job"`
	// Not is the worker that did the item, if another worker should check it; "": the item is not done yet.
	Not   string `json:"not,omitempty"`
	Split string `json:"split,omitempty"` // the split to check, if any
}

// subject returns the subject of a job's items. Version, engine and ID may each be * for any.
func subject(version, engine, id string) string {
	return strings.Join([]string{itemStream, token(version), token(engine), id}, ".")
}

// presence returns the subject on which the workers of a version with an engine answer.
func presence(version, engine string) string {
	return "qmsat-workers." + token(version) + "." + token(engine)
}

// token returns a hash of a text that is valid in a subject. It keeps "*".
func token(text string) string {
	if text == "*" {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// engineName returns the name of an engine without its settings, since a worker with this engine does items with any settings. It
// returns an exec engine as a whole.
func engineName(engine string) string {
	if strings.HasPrefix(engine, "exec") {
		return engine
	}
	name, _, _ := strings.Cut(engine, "[")
	return name
}

// send queues an item. Within two minutes the server drops a second copy with the same occasion. A later copy does no harm.
func (c *Cluster) send(ctx context.Context, d Info, engine, occasion string, i item) error {
	i.Job = d.ID
	_, err := retry(ctx, func() (*jetstream.PubAck, error) {
		return c.js.Publish(ctx, subject(d.Version, engineName(engine), d.ID), encode(i),
			jetstream.WithMsgID(strings.Join([]string{d.ID, i.Path, i.Not, occasion}, " ")))
	})
	return err
}

// sendOpen queues open items.
func (c *Cluster) sendOpen(ctx context.Context, d Info, occasion string, entries ...job.Entry) error {
	for _, entry := range entries {
		if err := c.send(ctx, d, d.Engine, occasion, item{Entry: entry}); err != nil {
			return err
		}
	}
	return nil
}

// queued reports whether the queue has items of a job. They include items in work.
func (c *Cluster) queued(ctx context.Context, id string) (bool, error) {
	info, err := c.stream.Info(ctx, jetstream.WithSubjectFilter(subject("*", "*", id)))
	return err == nil && len(info.State.Subjects) > 0, err
}

// These are the keys of a job's description, of an item's record, and of its check. The keys of an item's failures begin with
// failureKey.
func jobKey(id string) string           { return id + ".job" }
func recordKey(id, path string) string  { return id + ".r." + path }
func checkKey(id, path string) string   { return id + ".c." + path }
func failureKey(id, path string) string { return id + ".f." + path }

// create stores a record. If the key has a record already, create keeps and returns that one.
func (c *Cluster) create(ctx context.Context, key string, r job.Record) (job.Record, error) {
	data := encode(r)
	if len(data) > maxMessage {
		return r, fmt.Errorf("record %s: %d bytes, expected at most %d", key, len(data), maxMessage)
	}
	_, err := retry(ctx, func() (uint64, error) { return c.jobs.Create(ctx, key, data) })
	if !errors.Is(err, jetstream.ErrKeyExists) {
		return r, err
	}
	kept, found, err := c.record(ctx, key)
	if err == nil && !found {
		err = fmt.Errorf("record %s: it has disappeared", key)
	}
	return kept, err
}

// record returns the record of a key, and whether there is one.
func (c *Cluster) record(ctx context.Context, key string) (r job.Record, found bool, err error) {
	entry, err := retry(ctx, func() (jetstream.KeyValueEntry, error) { return c.jobs.Get(ctx, key) })
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return r, false, nil
	} else if err != nil {
		return r, false, err
	}
	return r, true, json.Unmarshal(entry.Value(), &r)
}
