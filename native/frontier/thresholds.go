package frontier

import "qmsat/model/engine"

// The sizes at which the engine changes its method. The count does not depend on them.
var (
	alikeSetting      = engine.NewThreshold("alike", "states of a layer from which on symmetry is looked for, unless many may come of each", 32, 1, 4)
	skipSetting       = engine.NewThreshold("passed", "states of a layer from which on searches look ahead and may skip cuts", 1<<12, 1, 4)
	onceSetting       = engine.NewThreshold("once", "percent of new states among those reached, from which on a cut is skipped", 80, 0, 30)
	neighbourSetting  = engine.NewThreshold("neighbour", "variables of a part that constraints within it are joined to", 12, 0, 3)
	distinctSetting   = engine.NewThreshold("distinct", "values of such a part", 62, 2, 4)
	togetherSetting   = engine.NewThreshold("together", "nodes of an automaton of several constraints before it is minimized", 1<<18, 1, 12)
	valuesSetting     = engine.NewThreshold("symmetric-values", "values at a cut where symmetry is looked for", 64, 0, 3)
	fieldsSetting     = engine.NewThreshold("symmetric-fields", "fields at a cut where symmetry is looked for", 255, 1, 3)
	searchedSetting   = engine.NewThreshold("searched", "nodes of a search for a canonical form", 2000, 1, 4)
	firstSetting      = engine.NewThreshold("first-states", "states that each order may see in the first round of a race", 1<<11, 1, 8)
	climbedSetting    = engine.NewThreshold("climbed", "predicted cost from which on an order is improved", 1<<24, 0, 100)
	rememberedSetting = engine.NewThreshold("remembered", "words that a stretch of steps remembers", 1<<23, 1, 32)
	endingsSetting    = engine.NewThreshold("endings", "words of one list of a stretch of steps", 1<<12, 1, 8)
	answersSetting    = engine.NewThreshold("answers", "answers that a look ahead remembers", 1<<19, 1, 4)
	asksSetting       = engine.NewThreshold("asks", "questions before a look ahead that hardly drops a state is given up", 1<<10, 0, 4)
	longestSetting    = engine.NewThreshold("longest", "steps that are taken at once", 16, 1, 3)
	pathsSetting      = engine.NewThreshold("ways", "bits of the number of paths through the steps that are taken at once", 62, 1, 6)
	bitsSetting       = engine.NewThreshold("word-bits", "bits of each word of a state that are used", 64, 1, 5)
)

// size returns the chosen value of a threshold.
func (p *problem) size(threshold *engine.Setting) int { return threshold.Int(p.options) }
