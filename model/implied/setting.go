package implied

import "qmsat/model/engine"

// The values of [Setting].
const (
	Auto = "auto"
	On   = "on"
	Off  = "off"
)

// Setting chooses whether an engine also uses what the model implies.
var Setting = &engine.Setting{
	Name:    "implied",
	Usage:   "also use what the model implies (qmsat analyze lists it), in native alone by default",
	Values:  func() []string { return []string{Auto, On, Off} },
	Default: Auto,
	Flag:    true,
}
