package engine

import "time"

// Progress says how far a run has come.
type Progress struct {
	Share float64 // of the work that is done, from 0 to 1, as the engine estimates it
	Text  string  // where the run is, for people
}

// Reporter is a session that says how far its runs have come.
type Reporter interface {
	Session
	// Report has the runs that follow call show from time to time, by one goroutine at a time.
	Report(show func(Progress))
}

// Pace says when to show progress again: five times a second.
type Pace struct{ shown time.Time }

// Due reports whether it is time, and if so supposes that it is shown.
func (p *Pace) Due() bool {
	if time.Since(p.shown) < time.Second/5 {
		return false
	}
	p.shown = time.Now()
	return true
}
