package ask

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// sessions are kept for the next question on the same model with other givens: a page asks one at each keystroke.
type sessions struct {
	mutex sync.Mutex
	idle  []kept // the one that was used last is at the end
}

// kept is a session with the text of its model.
type kept struct {
	engine.Session
	key   string
	until time.Time
}

// The limits of idle sessions.
const (
	mostIdle = 8
	idleTime = time.Minute
)

// pool holds the sessions of [status].
var pool sessions

// keyOf returns a text of all that engines read of a model. It has no names.
func keyOf(m *model.Model) string {
	text := fmt.Appendf(nil, "%v %v;", m.Grid, m.OutputVars())
	for _, v := range m.Variables {
		text = append(model.AppendCanonicalDomain(text, v.Domain), ';')
	}
	for _, c := range m.Constraints {
		text = append(model.AppendCanonical(text, c), ';')
	}
	return string(text)
}

// open returns a session on a model, for the caller alone until it gives it back to keep.
func (s *sessions) open(ctx context.Context, m *model.Model) (k kept, err error) {
	k.key = keyOf(m)
	s.mutex.Lock()
	if i := slices.IndexFunc(s.idle, func(idle kept) bool { return idle.key == k.key }); i >= 0 {
		k = s.idle[i]
		s.idle = slices.Delete(s.idle, i, i+1)
	}
	s.mutex.Unlock()
	if k.Session == nil {
		k.Session, err = openRaced(ctx, m)
	}
	return k, err
}

// openRaced opens a session for questions about few solutions.
func openRaced(ctx context.Context, m *model.Model) (engine.Session, error) {
	first, err := engine.Open(ctx, "native", m, nil)
	if err != nil {
		return nil, err
	}
	return raced(first, m, 2, 0, nil), nil
}

// keep keeps a session for a while, and closes the one that was not used for longest if there are too many.
func (s *sessions) keep(k kept) {
	k.until = time.Now().Add(idleTime)
	time.AfterFunc(idleTime, func() { s.closeIdle(time.Now()) })
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.idle = append(s.idle, k); len(s.idle) > mostIdle {
		s.idle[0].Close()
		s.idle = slices.Delete(s.idle, 0, 1)
	}
}

// closeIdle closes the sessions that are kept until a time.
func (s *sessions) closeIdle(until time.Time) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.idle = slices.DeleteFunc(s.idle, func(k kept) bool {
		late := !k.until.After(until)
		if late {
			k.Close()
		}
		return late
	})
}
