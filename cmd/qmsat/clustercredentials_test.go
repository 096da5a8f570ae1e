package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"qmsat/model/modeltest"
)

// identity is a pair of keys.
type identity struct {
	nkeys.KeyPair
	public string
	seed   []byte
}

func newIdentity(t *testing.T, prefix nkeys.PrefixByte) identity {
	t.Helper()
	pair, err := nkeys.CreatePair(prefix)
	if err != nil {
		t.Fatal(err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	seed, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	return identity{pair, public, seed}
}

// serveNATS starts a server with JetStream and returns its URL.
func serveNATS(t *testing.T, o *server.Options) string {
	t.Helper()
	o.Host, o.Port, o.JetStream, o.StoreDir, o.NoSigs, o.NoLog = "127.0.0.1", server.RANDOM_PORT, true, t.TempDir(), true, true
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s.ClientURL()
}

// writeSecret writes a file that is its owner's alone.
func writeSecret(t *testing.T, name string, data []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// operated starts a server in operator mode, and returns its URL and the credentials of a user of an account that has JetStream.
func operated(t *testing.T) (url, credentials string) {
	operator := newIdentity(t, nkeys.PrefixByteOperator)
	resolver := &server.MemAccResolver{}
	account := func(room jwt.JetStreamLimits) identity {
		a := newIdentity(t, nkeys.PrefixByteAccount)
		claims := jwt.NewAccountClaims(a.public)
		claims.Limits.JetStreamLimits = room
		text, err := claims.Encode(operator)
		if err != nil {
			t.Fatal(err)
		}
		if err := resolver.Store(a.public, text); err != nil {
			t.Fatal(err)
		}
		return a
	}
	system := account(jwt.JetStreamLimits{})
	counts := account(jwt.JetStreamLimits{DiskStorage: jwt.NoLimit, Streams: jwt.NoLimit, Consumer: jwt.NoLimit})
	claims := jwt.NewOperatorClaims(operator.public)
	claims.SystemAccount = system.public
	url = serveNATS(t, &server.Options{TrustedOperators: []*jwt.OperatorClaims{claims}, SystemAccount: system.public, AccountResolver: resolver})
	user := newIdentity(t, nkeys.PrefixByteUser)
	token, err := jwt.NewUserClaims(user.public).Encode(counts)
	if err != nil {
		t.Fatal(err)
	}
	text, err := jwt.FormatUserConfig(token, user.seed)
	if err != nil {
		t.Fatal(err)
	}
	return url, writeSecret(t, "user.creds", text)
}

// Servers that want credentials of an operator's account, or an nkey, take those that they know, from flags and from the
// environment.
func TestClusterCredentials(t *testing.T) {
	modeltest.OnlyLong(t)
	count := func(args ...string) (status int, out, complaint string) {
		var output, errors bytes.Buffer
		all := slices.Concat([]string{"count", "--box", "2x2", "--workers", "1"}, args)
		status = run(t.Context(), all, streams{strings.NewReader(""), &output, &errors})
		return status, output.String(), errors.String()
	}
	operatorURL, credentials := operated(t)
	_, foreign := operated(t)
	user, stranger := newIdentity(t, nkeys.PrefixByteUser), newIdentity(t, nkeys.PrefixByteUser)
	keyURL := serveNATS(t, &server.Options{Nkeys: []*server.NkeyUser{{Nkey: user.public}}})
	key, strangerKey := writeSecret(t, "user.nk", user.seed), writeSecret(t, "stranger.nk", stranger.seed)
	for _, test := range []struct{ url, flag, good, bad, variable string }{
		{operatorURL, "--creds", credentials, foreign, "NATS_CREDS"},
		{keyURL, "--nkey", key, strangerKey, "NATS_NKEY"},
	} {
		t.Run(test.flag, func(t *testing.T) {
			if status, out, complaint := count("--cluster", test.url, test.flag, test.good); status != 0 || out != "288\n" {
				t.Errorf("exit status %d, %q, %s, expected 288", status, out, complaint)
			}
			for _, args := range [][]string{{"--cluster", test.url, test.flag, test.bad}, {"--cluster", test.url}} {
				status, out, complaint := count(args...)
				if status != statusFailed || out != "" || strings.Count(complaint, "\n") != 1 || !strings.Contains(complaint, "Authorization Violation") {
					t.Errorf("%v: exit status %d, %q, %q, expected a line that says that it is not authorized", args, status, out, complaint)
				}
			}
			t.Setenv("NATS_URL", test.url)
			t.Setenv(test.variable, test.good)
			var output, errors bytes.Buffer
			if status := run(t.Context(), []string{"jobs"}, streams{strings.NewReader(""), &output, &errors}); status != 0 || strings.Count(output.String(), "complete") != 1 {
				t.Errorf("exit status %d, %q, %s, expected the job", status, output.String(), errors.String())
			}
		})
	}
}
