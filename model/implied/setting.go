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
	Usage:   "use what the model implies too, such as sums of innies (qmsat analyze lists it); auto: only native does",
	Values:  func() []string { return []string{Auto, On, Off} },
	Default: Auto,
	Flag:    true,
}
