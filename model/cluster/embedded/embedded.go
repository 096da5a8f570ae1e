// Package embedded runs a NATS server with JetStream in this process, for clusters without a server of their own.
package embedded

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Options say how a server listens.
type Options struct {
	Folder string // holds all data; it is created if missing
	Host   string // "": 127.0.0.1
	Port   int    // 0: any free port
	Room   int64  // the largest number of bytes stored; 0: as much as the disk has
	// Certificate and Key are files in PEM, for TLS; both or neither.
	Certificate, Key string
}

// urlFile is the file in the folder with the server's URL and token while it runs. Only its owner can read it.
const urlFile = "url"

// tokenFile keeps the token, so that a worker's URL stays valid when the server starts again.
const tokenFile = "token"

// Server is a running server.
type Server struct {
	server *server.Server
	folder string
	ended  context.CancelFunc
	URL    string // with the token
	// Warnings say in one line each how others could get access: no TLS beyond this machine, or a folder that others can read.
	Warnings []string
}

// Start starts a server, in some tenths of a second. It is an error if another server uses the folder.
func Start(ctx context.Context, options Options) (*Server, error) {
	if err := os.MkdirAll(options.Folder, 0o700); err != nil {
		return nil, err
	}
	var warnings []string
	if info, err := os.Stat(options.Folder); err == nil && info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		warnings = append(warnings, fmt.Sprintf("folder %s: others can read it, mode %o; chmod 700 keeps them out", options.Folder, info.Mode().Perm()))
	}
	if ip := net.ParseIP(options.Host); options.Certificate == "" && options.Host != "" && options.Host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		warnings = append(warnings, fmt.Sprintf("host %s without TLS: the token and all jobs cross the network as plain text", options.Host))
	}
	token, err := tokenOf(options.Folder)
	if err != nil {
		return nil, err
	}
	o := &server.Options{
		ServerName: "qmsat", Host: options.Host, Port: options.Port, Authorization: token, JetStream: true, StoreDir: options.Folder,
		JetStreamMaxStore: options.Room,
		NoSigs:            true, NoLog: true, DisableJetStreamBanner: true, SyncInterval: 5 * time.Second,
	}
	if o.Host == "" {
		o.Host = "127.0.0.1"
	}
	if o.Port == 0 {
		o.Port = server.RANDOM_PORT
	}
	scheme := "nats"
	if options.Certificate != "" {
		scheme = "tls"
		o.TLS = true
		if o.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: options.Certificate, KeyFile: options.Key}); err != nil {
			return nil, err
		}
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, err
	}
	disk := &diskLog{}
	s.SetLogger(disk, false, false)
	s.Start()
	deadline, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	for !s.ReadyForConnections(50*time.Millisecond) || !s.JetStreamEnabled() {
		if reason := disk.fatal.Load(); reason != nil {
			s.Shutdown()
			return nil, fmt.Errorf("the server in %s does not start: %v", options.Folder, reason)
		}
		if deadline.Err() != nil {
			s.Shutdown()
			return nil, errors.Join(context.Cause(ctx), fmt.Errorf("the server in %s does not start: is another one using the folder?", options.Folder))
		}
	}
	address, err := url.Parse(s.ClientURL())
	if err != nil {
		return nil, err
	}
	address.Scheme, address.User = scheme, url.User(token)
	started := &Server{server: s, folder: options.Folder, URL: address.String(), Warnings: warnings}
	ctx, started.ended = context.WithCancel(context.WithoutCancel(ctx))
	go started.reopen(ctx, disk, server.JetStreamConfig{StoreDir: o.StoreDir, MaxStore: o.JetStreamMaxStore, SyncInterval: o.SyncInterval})
	return started, os.WriteFile(filepath.Join(options.Folder, urlFile), []byte(started.URL+"\n"), 0o600)
}

// tokenBytes is the number of random bytes of a token.
const tokenBytes = 16

// tokenOf returns the token of a folder. It makes a new one if the file is missing or empty; a crash may leave an empty file.
func tokenOf(folder string) (string, error) {
	file := filepath.Join(folder, tokenFile)
	data, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	if len(data) > 0 {
		if bytes, err := hex.DecodeString(string(data)); err != nil || len(bytes) != tokenBytes {
			return "", fmt.Errorf("%s: found %d bytes, expected %d hexadecimal digits; delete it to get a new token",
				file, len(data), 2*tokenBytes)
		}
		return string(data), nil
	}
	token := make([]byte, tokenBytes)
	rand.Read(token) // never fails
	text := hex.EncodeToString(token)
	return text, os.WriteFile(file, []byte(text), 0o600)
}

// Stop ends the server and waits until its data is written.
func (s *Server) Stop() {
	s.ended()
	os.Remove(filepath.Join(s.folder, urlFile))
	s.server.Shutdown()
	s.server.WaitForShutdown()
}
