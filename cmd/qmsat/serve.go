package main

import (
	"context"
	"crypto/rand"
	"net"
	"os/exec"
	"runtime"
	"strconv"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/web/serve"
)

var serveCommand = &command{
	name:    "serve",
	summary: "serve a web page that sets puzzles and shows engines at work",
	long: `Serves the page until interrupted, and prints its address. The page sets puzzles of all variants, shows solutions,
candidates, steps and conflicts while you edit, runs engines side by side and shows formulas. It loads nothing from elsewhere.

By default only this machine can reach it. At any other --addr requests need the token in the printed address. There is no
encryption; put a server with TLS in front if you need it.

--export writes a static build: the same page with its engines as WebAssembly, for any web server. It needs Go, and qmsat's
source in the current folder.

GET /api/ lists the methods behind the page. POST /api/NAME takes JSON and answers with JSON, or with events as they come if
Accept says text/event-stream. Closing the connection cancels.`,
	examples: []example{
		{"serve --open", "serve the page and show it in the browser"},
		{"serve --addr localhost:0", "serve it at any free port"},
		{"serve --export public", "write a static build into a folder"},
	},
	bounded: true,
	lasting: true,
	setup: func(flags *pflag.FlagSet) action {
		addr := flags.String("addr", "localhost:8088", "listen at `HOST:PORT`; port 0: any free one; no host: every interface")
		open := flags.Bool("open", false, "show the page in the browser")
		export := flags.String("export", "", "write the page into the folder `DIR` for any web server, and end")
		return func(ctx context.Context, streams streams, _ []string) error {
			if *export != "" {
				if err := misplaced(flags, "cannot be combined with --export: nothing is served", "addr", "open"); err != nil {
					return err
				}
				streams.note("compiling the engines for browsers, about a minute of processor time if Go has not done so before")
				b := newShare(streams.err, "")
				defer b.clear()
				return orStopped(ctx, serve.Export(ctx, *export, b.at))
			}
			return servePage(ctx, streams, *addr, *open)
		}
	},
}

// servePage serves the page until ctx ends.
func servePage(ctx context.Context, streams streams, addr string, open bool) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return usageErrorf("--addr %s: %w", addr, err)
	}
	defer listener.Close()
	at := listener.Addr().(*net.TCPAddr)
	host, _, _ := net.SplitHostPort(addr) // Listen has checked it
	o := serve.Options{Name: host, Log: func(text string) { streams.note("%s", text) }}
	if at.IP.IsUnspecified() {
		host = "localhost"
	}
	page := "http://" + net.JoinHostPort(host, strconv.Itoa(at.Port)) + "/"
	if at.IP.IsLoopback() {
		streams.note("only this machine can reach the page")
	} else {
		o.Token = rand.Text()
		page += "#token=" + o.Token
		streams.note("other machines can reach %v, without encryption; requests need the token in the address", at)
	}
	server, err := serve.New(o)
	if err != nil {
		return err
	}
	if err := writeText(streams.out, page+"\n"); err != nil {
		return err
	}
	if open {
		if err := openBrowser(page); err != nil {
			streams.note("--open: %v", err)
		}
	}
	return serve.Serve(ctx, listener, server.Page())
}

// openBrowser shows a page in the browser of the system.
func openBrowser(page string) error {
	words := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if words == nil {
		words = []string{"xdg-open"}
	}
	browser := exec.Command(words[0], append(words[1:], page)...)
	if err := browser.Start(); err != nil {
		return err
	}
	go func() { _ = browser.Wait() }() // it may stay as long as the browser does
	return nil
}
