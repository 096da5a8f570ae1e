package serve

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// policy allows the page its own files and nothing inline.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard refuses what other sites send, and tells browsers to do so.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control, late := http.NewResponseController(w), time.Now().Add(patience)
		_, _ = control.SetReadDeadline(late), control.SetWriteDeadline(late) // a writer without deadlines has no connection either
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if err := s.check(r); err != nil {
			refuse(w, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *Server) check(r *http.Request) error {
	if err := s.checkHost(r); err != nil {
		return err
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		if u, err := url.Parse(origin); err != nil || u.Host != r.Host {
			return statusf(http.StatusForbidden, "origin %q: expected the page of this server", origin)
		}
	}
	if !strings.HasPrefix(r.URL.Path, "/api/") {
		return nil
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		return statusf(http.StatusForbidden, "a request from another site (%s): expected the page of this server", site)
	}
	if subtle.ConstantTimeCompare([]byte(r.Header.Get(TokenHeader)), []byte(s.Token)) == 0 && s.Token != "" {
		return statusf(http.StatusForbidden, "no valid token in %s: open the address that the server printed", TokenHeader)
	}
	return nil
}

// checkHost refuses requests to a host other than this server: loopback, the host that it listens at, or the address that was dialled.
// DNS rebinding gives our address another name, which is refused.
func (s *Server) checkHost(r *http.Request) error {
	host := hostOf(r.Host)
	if host == "localhost" || s.Name != "" && strings.EqualFold(host, s.Name) {
		return nil
	}
	if named, err := netip.ParseAddr(host); err == nil {
		local, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
		if named.IsLoopback() || local != nil && named.Unmap() == local.AddrPort().Addr().Unmap() {
			return nil
		}
	}
	return statusf(http.StatusForbidden, "host %q: expected localhost or the address that --addr names", r.Host)
}

// hostOf returns a host without its port and brackets.
func hostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return strings.Trim(address, "[]")
}
