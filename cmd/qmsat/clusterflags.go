package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/internal/job/cluster"
)

// embeddedCluster is the value of --cluster that has a server started.
const embeddedCluster = "embedded"

// clusterHelp explains how to connect.
const clusterHelp = `--cluster is the URL of a NATS server with JetStream, or several with commas between them: nats://host:4222, or tls:// for TLS.
Tokens, users and passwords stand in the URL, or in NATS_USER and NATS_PASSWORD. The environment has the flags' other values, as
for NATS' own commands: NATS_URL, NATS_CREDS, NATS_NKEY, NATS_CA, NATS_CERT and NATS_KEY. qmsat-server is such a server, for where there is none.`

// clusterFlags are the flags of every command that connects to a cluster.
type clusterFlags struct {
	url                        clusterURL
	creds, nkey, ca, cert, key string
}

// clusterURL is the value of --cluster. As a text it has no secrets, wherever that is written.
type clusterURL string

// Set implements pflag.Value. A server without a scheme is one of NATS, as for NATS' own commands.
func (u *clusterURL) Set(text string) error {
	if text != "" && text != embeddedCluster {
		if !strings.Contains(text, "://") {
			text = "nats://" + strings.ReplaceAll(text, ",", ",nats://")
		}
		if err := cluster.CheckURL(text); err != nil {
			return err
		}
	}
	*u = clusterURL(text)
	return nil
}

// Type implements pflag.Value.
func (u clusterURL) Type() string { return "string" }

// String implements pflag.Value.
func (u clusterURL) String() string { return cluster.Redact(string(u)) }

func addClusterFlags(flags *pflag.FlagSet, usage string) *clusterFlags {
	f := &clusterFlags{}
	flags.Var(&f.url, "cluster", usage)
	flags.StringVar(&f.creds, "creds", "", "cluster: a `FILE` of credentials")
	flags.StringVar(&f.nkey, "nkey", "", "cluster: a `FILE` with the seed of an nkey")
	flags.StringVar(&f.ca, "tlsca", "", "cluster: a `FILE` of certificates to be trusted, in PEM")
	flags.StringVar(&f.cert, "tlscert", "", "cluster: this side's certificate, a `FILE` in PEM")
	flags.StringVar(&f.key, "tlskey", "", "cluster: its key, a `FILE` in PEM")
	return f
}

// options are how to connect.
func (f *clusterFlags) options() (options []nats.Option, err error) {
	if f.url == "" {
		if err := f.url.Set(os.Getenv("NATS_URL")); err != nil {
			return nil, fmt.Errorf("NATS_URL: %w", err)
		}
	}
	for value, name := range map[*string]string{
		&f.creds: "NATS_CREDS", &f.nkey: "NATS_NKEY", &f.ca: "NATS_CA", &f.cert: "NATS_CERT", &f.key: "NATS_KEY",
	} {
		if *value == "" {
			*value = os.Getenv(name)
		}
	}
	if user := os.Getenv("NATS_USER"); user != "" {
		options = append(options, nats.UserInfo(user, os.Getenv("NATS_PASSWORD")))
	}
	if f.creds != "" {
		options = append(options, nats.UserCredentials(f.creds))
	}
	if f.nkey != "" {
		option, err := nats.NkeyOptionFromSeed(f.nkey)
		if err != nil {
			return nil, fmt.Errorf("--nkey: %w", err)
		}
		options = append(options, option)
	}
	if f.ca != "" {
		options = append(options, nats.RootCAs(f.ca))
	}
	if (f.cert == "") != (f.key == "") {
		return nil, errors.New("--tlscert and --tlskey: expected both or neither")
	}
	if f.cert != "" {
		options = append(options, nats.ClientCert(f.cert, f.key))
	}
	return options, nil
}

// connect connects to the cluster. Where that is embedded, its server is started, which keeps everything in a folder and ends with
// close, or with this process.
func (f *clusterFlags) connect(ctx context.Context, folder string) (c *cluster.Cluster, closeAll func(), err error) {
	options, err := f.options()
	if err != nil {
		return nil, nil, inputError(err)
	}
	if f.url == "" {
		return nil, nil, usageErrorf("no cluster, expected --cluster URL or NATS_URL")
	}
	version, err := compare.ReadBuild().Program()
	if err != nil {
		return nil, nil, err
	}
	url, stop := string(f.url), func() {}
	if url == embeddedCluster {
		switch url, stop, err = cluster.StartServer(ctx, folder); {
		case errors.Is(err, cluster.ErrNoServer):
			return nil, nil, usageErrorf("--cluster %s: %w", embeddedCluster, err)
		case err != nil && ctx.Err() != nil:
			return nil, nil, context.Cause(ctx)
		case err != nil:
			return nil, nil, &exitError{statusFailed, fmt.Errorf("--cluster %s: %w", embeddedCluster, err)}
		}
	}
	c, err = cluster.Connect(ctx, url, cluster.Options{Version: version, NATS: options})
	if err != nil {
		stop()
		return nil, nil, &exitError{statusFailed, err}
	}
	return c, func() { c.Close(); stop() }, nil
}
