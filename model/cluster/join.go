package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"

	"qmsat/internal/stop"
)

// Embedded, in place of a URL, means a server that [Join] starts for this process.
const Embedded = "embedded"

// URL is the address of one or more servers. Its String hides secrets, so it is safe to print. It can be the value of a flag.
type URL string

// Set parses a URL, or several separated by commas. Without any scheme, nats:// is added, as in NATS' own commands.
func (u *URL) Set(text string) error {
	if text != "" && text != Embedded {
		if !strings.Contains(text, "://") {
			text = "nats://" + strings.ReplaceAll(text, ",", ",nats://")
		}
		if err := checkURL(text); err != nil {
			return err
		}
	}
	*u = URL(text)
	return nil
}

// Type returns the type that help shows for the flag.
func (u URL) Type() string { return "string" }

// String returns the URL without secrets.
func (u URL) String() string { return Redact(string(u)) }

// Access has the URL of a cluster, and the files of credentials and TLS.
type Access struct {
	URL                        URL
	Creds, NKey, CA, Cert, Key string
}

// Resolve returns the options to connect with. Empty fields are read from the environment, as in NATS' own commands.
func (a *Access) Resolve() (options []nats.Option, err error) {
	if a.URL == "" {
		if err := a.URL.Set(os.Getenv("NATS_URL")); err != nil {
			return nil, fmt.Errorf("NATS_URL: %w", err)
		}
	}
	for value, name := range map[*string]string{
		&a.Creds: "NATS_CREDS", &a.NKey: "NATS_NKEY", &a.CA: "NATS_CA", &a.Cert: "NATS_CERT", &a.Key: "NATS_KEY",
	} {
		if *value == "" {
			*value = os.Getenv(name)
		}
	}
	if user := os.Getenv("NATS_USER"); user != "" {
		options = append(options, nats.UserInfo(user, os.Getenv("NATS_PASSWORD")))
	}
	if a.Creds != "" {
		options = append(options, nats.UserCredentials(a.Creds))
	}
	if a.NKey != "" {
		option, err := nats.NkeyOptionFromSeed(a.NKey)
		if err != nil {
			return nil, fmt.Errorf("--nkey: %w", err)
		}
		options = append(options, option)
	}
	if a.CA != "" {
		options = append(options, nats.RootCAs(a.CA))
	}
	switch {
	case (a.Cert == "") != (a.Key == ""):
		return nil, errors.New("--tlscert and --tlskey: expected both or neither")
	case a.Cert != "":
		options = append(options, nats.ClientCert(a.Cert, a.Key))
	case a.URL == "":
		return nil, errors.New("no cluster, expected --cluster URL or NATS_URL")
	}
	return options, nil
}

// Join connects to a cluster. If worker.Workers is above 0, it also starts a worker in this process. If the URL is [Embedded], it
// starts a server that stores its data in the folder. Without a folder, it uses a temporary one. leave stops and removes all of
// this.
func Join(ctx context.Context, url URL, folder string, options Options, worker WorkerOptions) (c *Cluster, leave func(), err error) {
	var ends []func()
	end := func() {
		for _, end := range slices.Backward(ends) {
			end()
		}
	}
	defer func() {
		if err != nil {
			end()
		}
	}()
	server := string(url)
	if url == Embedded {
		if folder == "" {
			if folder, err = os.MkdirTemp("", "qmsat-cluster"); err != nil {
				return nil, nil, err
			}
			ends = append(ends, func() { os.RemoveAll(folder) })
		}
		var shut func()
		if server, shut, err = startServer(ctx, folder); err != nil {
			return nil, nil, stop.OrCause(ctx, fmt.Errorf("--cluster %s: %w", Embedded, err))
		}
		ends = append(ends, shut)
	}
	if c, err = Connect(ctx, server, options); err != nil {
		return nil, nil, err
	}
	ends = append(ends, c.Close)
	if worker.Workers > 0 {
		working, rest := context.WithCancel(ctx)
		var group sync.WaitGroup
		group.Go(func() { _ = c.Work(working, worker) })
		ends = append(ends, func() { rest(); group.Wait() })
	}
	return c, end, nil
}
