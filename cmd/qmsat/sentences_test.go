package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// longSentence is the number of words beyond which a sentence has to be read twice.
const longSentence = 35

// notProse matches what a Markdown file has beside sentences: blocks of code, headings, rows of tables.
var notProse = regexp.MustCompile("(?ms)^```.*?^```$|^#[^\n]*$|^ *\\|[^\n]*$")

// sentenceEnd matches the end of a sentence, of an item of a list, or of a paragraph.
var sentenceEnd = regexp.MustCompile(`[.:;?!]["')*]*\s+|\n\s*\n|\n\s*([-*]|\d+\.)\s`)

// longSentences returns the sentences of a text that are too long.
func longSentences(text string) []string {
	var long []string
	for _, sentence := range sentenceEnd.Split(text, -1) {
		if words := strings.Fields(sentence); len(words) > longSentence {
			long = append(long, strings.Join(words, " "))
		}
	}
	return long
}

// Sentences of help and of documents have 35 words at most.
func TestLongSentences(t *testing.T) {
	prose := map[string]string{}
	for path, c := range everyCommand(commands...) {
		prose[path] = c.long
	}
	for _, p := range topicPages {
		prose[p.name] = runIn(t, ".", "help "+p.name)
	}
	for name, text := range prose {
		for paragraph := range strings.SplitSeq(text, "\n\n") {
			if strings.Contains("\n"+paragraph, "\n  ") { // a list
				continue
			}
			for _, sentence := range longSentences(paragraph) {
				t.Errorf("help %s: over %d words: %s", name, longSentence, sentence)
			}
		}
	}
	files, err := filepath.Glob("../../*.md")
	more, moreErr := filepath.Glob("../../docs/*.md")
	if err != nil || moreErr != nil || len(files) < 4 || len(more) < 10 {
		t.Fatalf("found %d files and %d documents: %v, %v", len(files), len(more), err, moreErr)
	}
	for _, file := range append(files, more...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, sentence := range longSentences(string(notProse.ReplaceAll(bytes.ReplaceAll(text, []byte("\r"), nil), []byte("\n\n")))) {
			t.Errorf("%s: over %d words: %s", filepath.Base(file), longSentence, sentence)
		}
	}
}
