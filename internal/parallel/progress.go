package parallel

import (
	"math/big"
	"time"

	"qmsat/internal/job"
)

// Progress says how far a run has come.
type Progress struct {
	Count *big.Int // solutions in counted cubes
	Cubes int      // counted since this run began
	Open  int      // known and not counted
	// Share is the part of the search space that is counted, from 0 to 1, where the children of a cube are taken for equally
	// large.
	Share float64
	Rate  float64       // solutions a second, since this run began
	Left  time.Duration // an estimate by share and time of this run; 0 where nothing is counted yet
}

// meter measures the progress of a run.
type meter struct {
	tree  *job.Tree
	began time.Time
	count *big.Int // when the run began: what the checkpoint had
	share float64  // likewise
	cubes int      // likewise
	shown time.Time
}

// showEvery is the time between two calls of Options.Progress.
const showEvery = time.Second

func newMeter(tree *job.Tree) *meter {
	return &meter{tree: tree, began: time.Now(), count: found(tree), share: tree.Share(), cubes: tree.Taken(), shown: time.Now()}
}

func (m *meter) progress() Progress {
	elapsed := time.Since(m.began)
	_, open := m.tree.Counts()
	p := Progress{Count: found(m.tree), Cubes: m.tree.Taken() - m.cubes, Open: open, Share: m.tree.Share()}
	since, _ := new(big.Float).SetInt(new(big.Int).Sub(p.Count, m.count)).Float64()
	p.Rate = since / elapsed.Seconds()
	if done := p.Share - m.share; done > 0 && p.Open > 0 {
		p.Left = time.Duration(float64(elapsed) * (1 - p.Share) / done)
	}
	return p
}
