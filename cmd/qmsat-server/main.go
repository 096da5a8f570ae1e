// Command qmsat-server is a NATS server with JetStream for the jobs of qmsat. It is a program of its own, because it would
// double the size of qmsat.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/pflag"

	"qmsat/model/cluster/embedded"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	status, err := serve(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "qmsat-server:", err)
	}
	os.Exit(status)
}

const usage = `Usage: qmsat-server --folder DIR [flags]

Serves the jobs of qmsat and keeps them in DIR. It prints the URL for
qmsat --cluster, with a token; DIR/url has it too while the server runs.
Stop it with an interrupt (Ctrl-C).

Example:
  qmsat-server --folder jobs --host 0.0.0.0 --port 4222

Flags:

`

// serve serves until the context ends, and returns the exit status.
func serve(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int, err error) {
	var o embedded.Options
	flags := pflag.NewFlagSet("qmsat-server", pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() { fmt.Fprint(stdout, usage, flags.FlagUsagesWrapped(80)) }
	flags.StringVar(&o.Folder, "folder", "", "folder `DIR` for all data (required)")
	flags.StringVar(&o.Host, "host", "127.0.0.1", "listen at `ADDRESS`; 0.0.0.0 is every interface")
	flags.IntVar(&o.Port, "port", 0, "listen at the port `N` (default: any free port)")
	flags.StringVar(&o.Certificate, "tls-cert", "", "certificate of the server, a PEM `FILE`")
	flags.StringVar(&o.Key, "tls-key", "", "key of the certificate, a PEM `FILE`")
	held := flags.Bool("with-input", false, "end when standard input ends (for programs)")
	switch err := flags.Parse(args); {
	case errors.Is(err, pflag.ErrHelp):
		return 0, nil
	case err != nil:
		return 2, err
	case len(flags.Args()) > 0 || o.Folder == "":
		return 2, errors.New("expected --folder DIR and no arguments")
	case (o.Certificate == "") != (o.Key == ""):
		return 2, errors.New("--tls-cert and --tls-key: expected both or neither")
	}
	s, err := embedded.Start(ctx, o)
	if err != nil {
		return 4, err
	}
	defer s.Stop()
	for _, line := range s.Warnings {
		fmt.Fprintln(stderr, "qmsat-server:", line)
	}
	if _, err := fmt.Fprintln(stdout, s.URL); err != nil {
		return 4, err
	}
	ended := make(chan struct{})
	if *held {
		signal.Ignore(os.Interrupt) // at a terminal it is for all, and the other program still has to say its last
		go func() {
			_, _ = io.Copy(io.Discard, stdin)
			close(ended)
		}()
	}
	select {
	case <-ctx.Done():
	case <-ended:
	}
	return 0, nil
}
