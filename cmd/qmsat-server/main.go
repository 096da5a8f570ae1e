// Command qmsat-server is a NATS server with JetStream for the jobs of qmsat, where there is none yet. It is a program of its own since
// it would double the size of qmsat.
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

	"qmsat/internal/job/cluster/embedded"
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

Serves the jobs of qmsat, which it keeps in DIR. The first line of standard output is the URL for qmsat --cluster, with a token
that was made with the folder; DIR/url has it too while the server runs. It ends with an interrupt.

`

// serve serves until the context ends, and returns the exit status.
func serve(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int, err error) {
	var o embedded.Options
	flags := pflag.NewFlagSet("qmsat-server", pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() { fmt.Fprint(stdout, usage, flags.FlagUsages()) }
	flags.StringVar(&o.Folder, "folder", "", "keep everything in the folder `DIR`; it is made if missing; required")
	flags.StringVar(&o.Host, "host", "127.0.0.1", "listen at `ADDRESS`; 0.0.0.0 for all")
	flags.IntVar(&o.Port, "port", 0, "listen at the port `N`; 0: any that is free")
	flags.StringVar(&o.Certificate, "tls-cert", "", "the server's certificate, a `FILE` in PEM; with --tls-key")
	flags.StringVar(&o.Key, "tls-key", "", "its key, a `FILE` in PEM")
	held := flags.Bool("with-input", false, "end with standard input, not with an interrupt: a program that started the server holds it open")
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
