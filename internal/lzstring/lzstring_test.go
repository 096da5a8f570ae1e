package lzstring

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// pair is a text and what npm's lz-string 1.5.0 makes of it.
type pair struct{ Text, Base64, URI string }

func check(t *testing.T, p pair) {
	t.Helper()
	for _, c := range []struct {
		name     string
		alphabet Alphabet
		want     string
	}{{"Base64", Base64, p.Base64}, {"URI", URI, p.URI}} {
		if got := c.alphabet.Encode(p.Text); got != c.want {
			t.Fatalf("%s of %q: got %s, npm has %s", c.name, p.Text, got, c.want)
		}
		if got, err := c.alphabet.Decode(c.want); err != nil || got != p.Text {
			t.Fatalf("%s of %q comes back as %q, %v", c.name, p.Text, got, err)
		}
	}
}

func TestGoldenPairs(t *testing.T) {
	file, err := os.Open("testdata/pairs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	number := 0
	for ; lines.Scan(); number++ {
		var p pair
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		check(t, p)
	}
	if number != 300 {
		t.Errorf("read %d pairs, expected 300", number)
	}
}

// randomText returns a text that repeats itself, of ASCII, of wider characters, or of both, like JSON or not.
func randomText(random *rand.Rand) string {
	alphabets := []string{"ab", `{}[]":,R1C2`, "0123456789", "aä→𝄞\x00\u007fÿĀ漢😀", "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
	characters := []rune(alphabets[random.IntN(len(alphabets))])
	var words []string
	for range 1 + random.IntN(8) {
		var word []rune
		for range 1 + random.IntN(12) {
			if random.IntN(20) == 0 {
				word = append(word, rune(random.IntN(0xD800)))
			}
			word = append(word, characters[random.IntN(len(characters))])
		}
		words = append(words, string(word))
	}
	var text strings.Builder
	for range random.IntN(1 << random.IntN(10)) {
		text.WriteString(words[random.IntN(len(words))])
	}
	return text.String()
}

const script = `const lz = require("lz-string");
for (const text of JSON.parse(require("fs").readFileSync(0, "utf8")))
  console.log(JSON.stringify({Text: text, Base64: lz.compressToBase64(text), URI: lz.compressToEncodedURIComponent(text)}));`

// QMSAT_LZSTRING names a folder where npm has installed lz-string. Then 10,000 texts are compared with it.
func TestNpm(t *testing.T) {
	folder := os.Getenv("QMSAT_LZSTRING")
	if folder == "" {
		t.Skip("QMSAT_LZSTRING is not set: a folder with node_modules/lz-string")
	}
	random := rand.New(rand.NewPCG(1, 2))
	texts := make([]string, 10000)
	for i := range texts {
		texts[i] = randomText(random)
	}
	input, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", "-e", script)
	node.Env = append(os.Environ(), "NODE_PATH="+filepath.Join(folder, "node_modules"))
	node.Stdin, node.Stderr = strings.NewReader(string(input)), os.Stderr
	output, err := node.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	if len(lines) != len(texts) {
		t.Fatalf("node wrote %d lines for %d texts", len(lines), len(texts))
	}
	for i, line := range lines {
		var p pair
		if err := json.Unmarshal([]byte(line), &p); err != nil || p.Text != texts[i] {
			t.Fatalf("%q: %v", line, err)
		}
		check(t, p)
	}
}

func TestBadText(t *testing.T) {
	for text, want := range map[string]string{
		"":      "ends too early",
		"N4Ig":  "ends too early",
		"N4Ig?": "found '?' at character 5",
		"zz":    "code 3 where 3 codes are known",
	} {
		_, err := Base64.Decode(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}

func TestLongText(t *testing.T) {
	long := Base64.Encode(strings.Repeat("a", MaxUnits+1))
	if _, err := Base64.Decode(long); err == nil || !strings.Contains(err.Error(), "expected fewer") {
		t.Errorf("a text of %d characters in %d: %v", MaxUnits+1, len(long), err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"", "N4Ig", Base64.Encode("abcabcabcabc"), Base64.Encode(`{"size":9}`)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		decoded, err := Base64.Decode(text)
		if err != nil {
			return
		}
		if again, err := Base64.Decode(Base64.Encode(decoded)); err != nil || again != decoded {
			t.Errorf("%q decodes to %q, which comes back as %q, %v", text, decoded, again, err)
		}
	})
}
