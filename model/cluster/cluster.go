package cluster

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"qmsat/internal/input"
	"qmsat/internal/pattern"
	"qmsat/internal/stop"
)

// The names of the stream and the buckets on the server.
const (
	itemStream = "qmsat-items"
	jobBucket  = "qmsat-jobs"
	fileBucket = "qmsat-files"
)

// Limits on what is read from the wire, in bytes.
const (
	maxMessage = 1 << 20 // an item, a record or a job's description; the default limit of a NATS server
	maxPiece   = 1 << 19 // of a file
	maxInput   = 64 << 20
	maxOutput  = 256 << 20
)

// Options say how a cluster is used.
type Options struct {
	// Version is the program's version. Only workers of the same version do a job's items.
	Version string
	// AckWait is the lease of an item: after this silence of its worker, another worker gets the item. 0: 30 s.
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

// secret matches the part of a URL before the host, which may be a user and password, or a token.
var secret = pattern.New(`://\S*@`)

// Redact returns a text without the secrets of the URLs in it.
func Redact(text string) string {
	if !strings.Contains(text, "@") {
		return text
	}
	return secret().ReplaceAllString(text, "://")
}

// checkURL checks a list of server URLs, separated by commas. Its error does not show the text, since any part may be a secret.
func checkURL(text string) error {
	for server := range strings.SplitSeq(text, ",") {
		if _, err := url.Parse(server); err != nil || !strings.Contains(server, "://") {
			return errors.New("found an invalid cluster URL, expected one such as nats://host:4222")
		}
	}
	return nil
}

// Connect connects to a server, and creates the stream and the buckets if they are missing. An error has one line.
func Connect(ctx context.Context, url string, options Options) (*Cluster, error) {
	if err := checkURL(url); err != nil {
		return nil, err
	}
	if options.AckWait == 0 {
		options.AckWait = 30 * time.Second
	}
	const timeout = 5 * time.Second
	connecting, end := context.WithCancel(context.WithoutCancel(ctx))
	connected := context.AfterFunc(ctx, end)
	nc, err := nats.Connect(url, append([]nats.Option{
		nats.Name("qmsat"), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.Timeout(timeout),
		nats.SetCustomDialer(&dialer{net.Dialer{Timeout: timeout}, connecting}), nats.SkipHostLookup(), // the dialer looks up hosts
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // each call returns its own error
	}, options.NATS...)...)
	connected()
	if err != nil {
		return nil, stop.OrCause(ctx, fmt.Errorf("cluster %s: %w", Redact(url), err))
	}
	c := &Cluster{options: options, nc: nc}
	if err := c.prepare(ctx); err != nil {
		nc.Close()
		return nil, fmt.Errorf("cluster %s: %w", Redact(url), err)
	}
	return c, nil
}

// dialer dials until its context ends. Then it closes its connections, so that the client stops waiting for the server's greeting.
type dialer struct {
	net.Dialer
	ctx context.Context
}

// Dial implements [nats.CustomDialer].
func (d *dialer) Dial(network, address string) (net.Conn, error) {
	conn, err := d.DialContext(d.ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &connection{conn, context.AfterFunc(d.ctx, func() { conn.Close() })}, nil
}

// connection is a connection that its context closes. The client compares connections, so it is used by pointer.
type connection struct {
	net.Conn
	forget func() bool // the context
}

// Close implements [net.Conn].
func (c *connection) Close() error {
	c.forget()
	return c.Conn.Close()
}

func (c *Cluster) prepare(ctx context.Context) (err error) {
	// The timeout is short because a message may be lost: then retry makes the call again.
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

// watch follows keys in the bucket of jobs until the context ends. First come all present entries in the order of their
// revisions, then nil, then every change.
func (c *Cluster) watch(ctx context.Context, keys string) (jetstream.KeyWatcher, error) {
	return retry(ctx, func() (jetstream.KeyWatcher, error) { return c.jobs.Watch(ctx, keys, jetstream.IgnoreDeletes()) })
}

// silence is how long entries waits for the next entry before it asks for the list again. The server marks the end of a list by
// the number of entries at its start. If entries are removed meanwhile, that end never comes.
const silence = 3 * time.Second

// entries returns the present entries of keys in the bucket of jobs.
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
				case entry == nil: // the list is complete
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

// retry calls a function until it succeeds, its error is final, or the context ends. So a call survives a server that is away or
// starting. If the context ends, the error is its cause.
func retry[T any](ctx context.Context, do func() (T, error)) (result T, err error) {
	for range pauses(ctx, 50*time.Millisecond, 2*time.Second) {
		if result, err = do(); err == nil || isFinal(err) {
			return result, err
		}
	}
	return result, context.Cause(ctx)
}

// pauses yields at once, and again after each pause, until the context ends. Each pause is twice as long as the last, up to most.
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

// isFinal reports whether an error would be the same on a retry.
func isFinal(err error) bool {
	if errors.As(err, new(*json.SyntaxError)) || errors.As(err, new(*json.UnmarshalTypeError)) || isFull(err) {
		return true
	}
	return slices.ContainsFunc([]error{
		jetstream.ErrKeyExists, jetstream.ErrKeyNotFound, jetstream.ErrInvalidKey, nats.ErrConnectionClosed, nats.ErrMaxPayload,
	}, func(final error) bool { return errors.Is(err, final) })
}

// isFull reports whether an error says that the server's storage is full.
func isFull(err error) bool {
	api := new(jetstream.APIError)
	const insufficientResources, noStorage, storeFailed = 10023, 10047, 10077
	return errors.As(err, &api) && (api.ErrorCode == insufficientResources || api.ErrorCode == noStorage || api.ErrorCode == storeFailed)
}

// idBytes is the number of random bytes of a job's ID.
const idBytes = 5

// CheckID checks the form of a job's ID.
func CheckID(id string) error {
	if bytes, err := hex.DecodeString(id); err != nil || len(bytes) != idBytes {
		return fmt.Errorf("found the job ID %q, expected %d hexadecimal digits", input.Clip(id), 2*idBytes)
	}
	return nil
}

// randomID returns random bytes as hexadecimal digits.
func randomID(bytes int) string {
	id := make([]byte, bytes)
	rand.Read(id) // never fails
	return hex.EncodeToString(id)
}
