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
	// Not is the worker whose record is to be checked, by another; "" where the item is to be done.
	Not   string `json:"not,omitempty"`
	Split string `json:"split,omitempty"` // in that record
}

// subject returns the subject of items of a job; each of version, engine and job may be * for any.
func subject(version, engine, id string) string {
	return strings.Join([]string{itemStream, token(version), token(engine), id}, ".")
}

// presence returns the subject on which workers of a version that have an engine answer.
func presence(version, engine string) string {
	return "qmsat-workers." + token(version) + "." + token(engine)
}

// token makes of a text what may stand in a subject.
func token(text string) string {
	if text == "*" {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// engineName is the name of an engine without its settings: workers that have it do items of all settings.
func engineName(engine string) string {
	if strings.HasPrefix(engine, "exec") {
		return engine
	}
	name, _, _ := strings.Cut(engine, "[")
	return name
}

// send queues an item. The same item, of the same occasion, is queued once within two minutes; any more often does no harm.
func (c *Cluster) send(ctx context.Context, d Info, engine, occasion string, i item) error {
	i.Job = d.ID
	_, err := retry(ctx, func() (*jetstream.PubAck, error) {
		return c.js.Publish(ctx, subject(d.Version, engineName(engine), d.ID), encode(i),
			jetstream.WithMsgID(strings.Join([]string{d.ID, i.Path, i.Not, occasion}, " ")))
	})
	return err
}

// sendOpen queues items that are to be done.
func (c *Cluster) sendOpen(ctx context.Context, d Info, occasion string, entries ...job.Entry) error {
	for _, entry := range entries {
		if err := c.send(ctx, d, d.Engine, occasion, item{Entry: entry}); err != nil {
			return err
		}
	}
	return nil
}

// queued reports whether the queue has items of a job, of which some may be being done.
func (c *Cluster) queued(ctx context.Context, id string) (bool, error) {
	info, err := c.stream.Info(ctx, jetstream.WithSubjectFilter(subject("*", "*", id)))
	return err == nil && len(info.State.Subjects) > 0, err
}

// jobKey is where a job's description is kept, recordKey the record of an item, checkKey that of its check; failureKey begins
// those of its failures.
func jobKey(id string) string           { return id + ".job" }
func recordKey(id, path string) string  { return id + ".r." + path }
func checkKey(id, path string) string   { return id + ".c." + path }
func failureKey(id, path string) string { return id + ".f." + path }

// create keeps a record, unless there is one: then it returns that.
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

// record returns a record, and whether there is one.
func (c *Cluster) record(ctx context.Context, key string) (r job.Record, found bool, err error) {
	entry, err := retry(ctx, func() (jetstream.KeyValueEntry, error) { return c.jobs.Get(ctx, key) })
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return r, false, nil
	} else if err != nil {
		return r, false, err
	}
	return r, true, json.Unmarshal(entry.Value(), &r)
}
