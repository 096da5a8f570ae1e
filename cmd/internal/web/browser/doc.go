// Package browser has no code. Its tests drive the page in a real Chromium, by mouse, touch and keys: as it is served, and as a
// static build with its engines in the browser. They skip where no Chromium is installed.
package browser
