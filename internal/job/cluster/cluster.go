package cluster

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The names of what is kept on the server.
const (
	itemStream = "qmsat-items"
	jobBucket  = "qmsat-jobs"
	fileBucket = "qmsat-files"
)

// Limits on what is read from the wire, in bytes.
const (
	maxMessage = 1 << 20 // an item, a record, a job's description: a server's usual limit
	maxPiece   = 1 << 19 // of a file
	maxInput   = 64 << 20
	maxOutput  = 256 << 20
)

// Options say how a cluster is used.
type Options struct {
	// Version is that of the program. Items of a job are done by workers of the same version only.
	Version string
	// AckWait is how long an item's worker may be silent before the item is given to another; 0: 30 s.
	AckWait time.Duration
	NATS    []nats.Option // how to connect: credentials, TLS
}

// Cluster is a connection to a server. It may be used by several goroutines.
type Cluster struct {
	options Options
	nc      *nats.Conn
	js      jetstream.JetStream
	stream  jetstream.Stream
	jobs    jetstream.KeyValue
	files   jetstream.KeyValue
}

// secret is what stands before the host of a URL: a user with a password, or a token.
var secret = regexp.MustCompile(`://\S*@`)

// Redact returns a text without the secrets of the URLs in it.
func Redact(text string) string { return secret.ReplaceAllString(text, "://") }

// CheckURL reports a text that is no URL of servers, with commas between them. It does not show the text, of which any part may be a secret.
func CheckURL(text string) error {
	for server := range strings.SplitSeq(text, ",") {
		if _, err := url.Parse(server); err != nil || !strings.Contains(server, "://") {
			return errors.New("found an invalid cluster URL, expected one such as nats://host:4222")
		}
	}
	return nil
}

// Connect connects to a server, and makes there what is missing. An error says in one line what could not be had.
func Connect(ctx context.Context, url string, options Options) (*Cluster, error) {
	if err := CheckURL(url); err != nil {
		return nil, err
	}
	if options.AckWait == 0 {
		options.AckWait = 30 * time.Second
	}
	nc, err := nats.Connect(url, append([]nats.Option{
		nats.Name("qmsat"), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.Timeout(5 * time.Second),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // each call reports its own
	}, options.NATS...)...)
	if err != nil {
		return nil, fmt.Errorf("cluster %s: %w", Redact(url), err)
	}
	c := &Cluster{options: options, nc: nc}
	if err := c.prepare(ctx); err != nil {
		nc.Close()
		return nil, fmt.Errorf("cluster %s: %w", Redact(url), err)
	}
	return c, nil
}

func (c *Cluster) prepare(ctx context.Context) (err error) {
	// A call that is not answered is made again: a message may be lost.
	if c.js, err = jetstream.New(c.nc, jetstream.WithDefaultTimeout(c.options.AckWait/6)); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if c.stream, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: itemStream, Subjects: []string{itemStream + ".>"}, Retention: jetstream.WorkQueuePolicy,
		Storage: jetstream.FileStorage, MaxMsgSize: maxMessage,
	}); err != nil {
		return err
	}
	for name, bucket := range map[string]*jetstream.KeyValue{jobBucket: &c.jobs, fileBucket: &c.files} {
		*bucket, err = c.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, History: 1, MaxValueSize: maxMessage})
		if err != nil {
			return err
		}
	}
	return nil
}

// watch follows keys of jobs until the context ends: first all that there are, in the order of their revisions, then nil, then what changes.
func (c *Cluster) watch(ctx context.Context, keys string) (jetstream.KeyWatcher, error) {
	return retry(ctx, func() (jetstream.KeyWatcher, error) { return c.jobs.Watch(ctx, keys, jetstream.IgnoreDeletes()) })
}

// silence is how long a list may bring nothing before it is asked for again. Its end is known by how many entries there are to come when
// it begins: where some of those are dropped in its midst, it never comes.
const silence = 3 * time.Second

// entries returns what keys of jobs have now.
func (c *Cluster) entries(ctx context.Context, keys string) ([]jetstream.KeyValueEntry, error) {
	return retry(ctx, func() (list []jetstream.KeyValueEntry, err error) {
		watcher, err := c.watch(ctx, keys)
		if err != nil {
			return nil, err
		}
		defer watcher.Stop()
		for {
			select {
			case <-ctx.Done():
				return nil, context.Cause(ctx)
			case <-time.After(silence):
				return nil, errors.New("the server stopped in the middle of a list")
			case entry, ok := <-watcher.Updates():
				switch {
				case !ok:
					return nil, errDisconnected
				case entry == nil: // those were all
					return list, nil
				}
				list = append(list, entry)
			}
		}
	})
}

var errDisconnected = errors.New("the connection has ended")

// Close ends the connection.
func (c *Cluster) Close() { c.nc.Close() }

// retry calls a function until it succeeds, fails for good, or the context ends, which is an error with its cause: what fails while a
// server is away or starting is tried again.
func retry[T any](ctx context.Context, do func() (T, error)) (result T, err error) {
	for range pauses(ctx, 50*time.Millisecond, 2*time.Second) {
		if result, err = do(); err == nil || isFinal(err) {
			return result, err
		}
	}
	return result, context.Cause(ctx)
}

// pauses yields once, and after pauses that double up to most, until the context ends.
func pauses(ctx context.Context, pause, most time.Duration) iter.Seq[time.Duration] {
	return func(yield func(time.Duration) bool) {
		for ; yield(pause); pause = min(2*pause, most) {
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
			}
		}
	}
}

// encode returns the JSON of plain data.
func encode(data any) []byte {
	text, err := json.Marshal(data)
	if err != nil {
		panic(err)
	}
	return text
}

// isFinal reports whether an error stays where the same is tried again.
func isFinal(err error) bool {
	if errors.As(err, new(*json.SyntaxError)) || errors.As(err, new(*json.UnmarshalTypeError)) || isFull(err) {
		return true
	}
	for _, final := range []error{jetstream.ErrKeyExists, jetstream.ErrKeyNotFound, nats.ErrConnectionClosed, nats.ErrMaxPayload} {
		if errors.Is(err, final) {
			return true
		}
	}
	return false
}

// isFull reports whether an error says that the server has no room for more.
func isFull(err error) bool {
	api := new(jetstream.APIError)
	const insufficientResources, noStorage, storeFailed = 10023, 10047, 10077
	return errors.As(err, &api) && (api.ErrorCode == insufficientResources || api.ErrorCode == noStorage || api.ErrorCode == storeFailed)
}

// randomID returns so many random bytes as hexadecimal digits.
func randomID(bytes int) string {
	id := make([]byte, bytes)
	rand.Read(id) // never fails
	return hex.EncodeToString(id)
}
