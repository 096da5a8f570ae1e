package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// Every flag that a topic reads is one of its command, and a flag that only others read is refused.
func TestTopicFlags(t *testing.T) {
	t.Run("reproduce", func(t *testing.T) { checkTopicFlags(t, reproduceCommand, tables) })
	t.Run("code", func(t *testing.T) { checkTopicFlags(t, codeCommand, codeTopics) })
	t.Run("rules", func(t *testing.T) { checkTopicFlags(t, rulesCommand, ruleTopics) })
	t.Run("jobs", func(t *testing.T) { checkTopicFlags(t, jobsCommand, jobTopics) })
}

func checkTopicFlags[F any](t *testing.T, c *command, topics []topic[F]) {
	all := strings.Join(each(topics, func(t topic[F]) string { return t.flags }), " ")
	for _, name := range strings.Fields(all) {
		flags := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
		c.setup(flags)
		flag := flags.Lookup(name)
		if flag == nil {
			t.Errorf("--%s is read by a topic, and is none of the flags", name)
			continue
		}
		if err := flags.Set(name, flag.Value.String()); err != nil {
			continue // its default says that it is left out
		}
		for _, topic := range topics {
			err, read := topic.unread(c.name, topics, flags), slices.Contains(strings.Fields(topic.flags), name)
			if read != (err == nil) {
				t.Errorf("--%s beside %s, which reads it: %t; error %v", name, topic.name, read, err)
			}
		}
	}
}
