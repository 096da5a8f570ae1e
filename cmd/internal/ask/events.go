package ask

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// Waiting keeps the events of a run until they are written, as text. A newer event replaces one that waits and is about the same:
// those of a race are about an engine each. Any number of goroutines may use it.
type Waiting struct {
	mutex   sync.Mutex
	events  []waitingEvent
	batches int
	taken   time.Time // the last batch
}

type waitingEvent struct {
	lane string // what it is about
	text []byte
}

// The first batches of a run's events are written as soon as they come, the others at least an interval later than those before.
const (
	burst    = 4
	interval = 100 * time.Millisecond
)

// Put adds an event with its text.
func (w *Waiting) Put(event any, text []byte) {
	lane := fmt.Sprintf("%T", event)
	if e, is := event.(interface{ lane() string }); is {
		lane = e.lane()
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	i := slices.IndexFunc(w.events, func(e waitingEvent) bool { return e.lane == lane })
	if i < 0 {
		w.events = append(w.events, waitingEvent{lane: lane})
		i = len(w.events) - 1
	}
	w.events[i].text = text
}

// Pause returns how long the next batch has to wait.
func (w *Waiting) Pause() time.Duration {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.batches < burst {
		return 0
	}
	return max(0, interval-time.Since(w.taken))
}

// Take returns the texts of what waits.
func (w *Waiting) Take() (texts [][]byte) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for _, e := range w.events {
		texts = append(texts, e.text)
	}
	if len(texts) > 0 {
		w.events, w.taken = nil, time.Now()
		w.batches++
	}
	return texts
}
