### What the pages say that a client of MCP shows: the difference of a draft, the links around a node.

apps-draft = Changes waiting for review
apps-draft-empty = Nothing is waiting for review.
apps-draft-moved = Changed in the story since
apps-draft-review = Review them in Storyteller.
apps-draft-removed = Removed
apps-draft-before = Before
apps-draft-after = After
apps-part-text = Text
apps-part-kv = Attributes
apps-part-image = Picture
apps-part-play = Play settings
apps-part-node = Title and kind
apps-part-edge = Link
apps-part-layout = Place on the map
apps-comes-from = Comes from
apps-leads-to = Leads to
apps-nothing = Nothing
apps-in-group = In the group
apps-members = In this group
apps-once = Only once
apps-waiting = Loading…
apps-failed = This can’t be shown.
