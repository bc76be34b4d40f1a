### Words of the actions: what a writer can do.

actions-undo = Undo
actions-redo = Redo
actions-newNode = New scene
actions-newOf = New: { $kind }
actions-kindOf = Kind: { $kind }
actions-newKind = Define your own kind…
actions-newLinked = New scene linked from here
actions-rename = Rename
actions-link = Link the two cards
actions-linkTo = Link to another card…
actions-nextLink = Next link of this card
actions-previousLink = Previous link of this card
actions-groupAround = Select the surrounding group
actions-editCondition = Edit condition…
actions-insertScene = Insert scene here…
actions-reverseLink = Reverse
actions-goToTarget = Go to target

actions-map-keys-title = On the map
actions-map-keys-everywhere = Everything else
actions-map-keys-go = Move from card to card, or from a link to its ends
actions-map-keys-add = Add the next card to the selection
actions-map-keys-move = Move the selected cards
actions-map-keys-moveFar = Move them further
actions-map-keys-pan = Scroll the map
actions-map-keys-toStart = Go to the start of the story
actions-map-keys-edit = Write in the selected scene
actions-map-keys-menu = Open the menu for the selection
actions-map-keys-letGo = Cancel, deselect, or leave the group

actions-setStart = Start the story here
actions-group = Group
actions-ungroup = Ungroup
actions-alignLeft = Align left edges
actions-alignCenter = Align centers
actions-alignRight = Align right edges
actions-alignTop = Align top edges
actions-alignMiddle = Align middles
actions-alignBottom = Align bottom edges
actions-spreadAcross = Distribute horizontally
actions-spreadDown = Distribute vertically
actions-fold = Collapse the group
actions-unfold = Expand the group
actions-collapseBranch = Collapse the branch
actions-expandBranch = Expand the branch
actions-fitGroup = Fit the frame to its cards
actions-fitAlready = The frame already fits its cards.
actions-enterGroup = Open the group
actions-leaveGroup = Leave the group
actions-intoGroup = Move into the selected group
actions-outOfGroup = Move out of the group
actions-duplicate = Duplicate
actions-cut = Cut
actions-copy = Copy
actions-paste = Paste
actions-color1 = Color: red
actions-color2 = Color: orange
actions-color3 = Color: yellow
actions-color4 = Color: green
actions-color5 = Color: teal
actions-color6 = Color: purple
actions-colorNone = Color: same as its kind
actions-remove = Delete
actions-selectAll = Select all
actions-fitAll = Show the whole map
actions-fitSelection = Show the selection
actions-zoomIn = Zoom in
actions-zoomOut = Zoom out
actions-zoomFull = Zoom to 100 %
actions-tidy = Tidy up the map
actions-viewMap = View: map
actions-viewText = View: text
actions-viewBible = View: bible
actions-focus = Hide or show all panels
actions-search = Search or run a command
actions-outline = Show or hide the outline
actions-inspector = Show or hide the scene panel
actions-rightSide = Show or hide the right side
actions-assistant = Show or hide the assistant
actions-closeStory = Close the story
actions-newStory = New story…
actions-openStory = Open another story…
actions-newWindow = New window
actions-importFile = Import a file…
actions-exportStory = Export…
actions-saveCopy = Save a copy…

actions-window-keys-nextPanel = Next panel
actions-window-keys-previousPanel = Previous panel
actions-window-keys-goToName = In a text: open the card named there

actions-pictured = “{ $title }” has a new picture
actions-replaceAll = Find and replace everywhere…
actions-savedCopy = Saved a copy: { $path }
actions-settings = Settings…
actions-keysHelp = Keyboard shortcuts
actions-themeLight = Light
actions-themeDark = Dark
actions-themeSystem = Follow system
actions-newGroup = New group
actions-play = Play the story
actions-playHere = Play from here
actions-problems = Show or hide problems
actions-history = Show or hide the story’s history
actions-agents = Show or hide agents
actions-statistics = Show or hide statistics
actions-followed = { $count ->
    [one] Updated one link to the new title, in { $titles }
   *[other] Updated { $count } links to the new title, in { $titles }
  }
actions-followedHint = Undo restores the title and the links together.
actions-mentioned = { $count ->
    [one] “{ $title }” is still mentioned once, in { $titles }
   *[other] “{ $title }” is still mentioned { $count } times, in { $titles }
  }
actions-mentions-change = Change mentions too
actions-mentions-changed = { $count ->
    [one] Changed one mention, in { $titles }
   *[other] Changed { $count } mentions, in { $titles }
  }
actions-comma = ,{" "}

actions-steps-create_node = new card
actions-steps-rename_node = rename
actions-steps-set_node_kind = kind or color
actions-steps-remove_node = delete
actions-steps-remove_nodes = delete
actions-steps-set_node_kinds = kind
actions-steps-duplicate_nodes = duplicate
actions-steps-fit_groups = fit a frame
actions-steps-fold_groups = collapse or expand
actions-steps-set_attribute = attributes
actions-steps-update_attribute_table = attributes
actions-steps-rename_attribute = rename an attribute
actions-steps-move_node = move
actions-steps-move_nodes = move
actions-steps-tidy_map = tidy up
actions-steps-group_nodes = group
actions-steps-ungroup = ungroup
actions-steps-color_nodes = color
actions-steps-link_nodes = new link
actions-steps-update_link = edit a link
actions-steps-remove_link = delete a link
actions-steps-set_start = story start
actions-steps-set_ending = ending
actions-steps-set_enter_effect = effect on arrival
actions-steps-rename_story = story title
actions-steps-set_tag_color = tag color
actions-steps-set_word_goal = word goal
actions-steps-write_text = writing
actions-steps-replace_text = writing
actions-steps-replace_in_texts = find and replace
actions-steps-append_text = writing
actions-steps-update_node_kv = attributes
actions-steps-remove_node_kv = attributes
actions-steps-generate_image = new picture
actions-steps-adopt_version = restore a version
actions-steps-adopt_draft = accept a draft
actions-steps-import_story = import
actions-steps-restore_snapshot = restore a snapshot

actions-tidyAlready = The map is already tidy.
actions-undone = Undone: { $what }
actions-redone = Redone: { $what }
actions-removedOne = Deleted “{ $title }”. You can undo this.
actions-removedMany = Deleted { $count } cards. You can undo this.

actions-keys-letters = Letters and digits alone are shortcuts
actions-keys-letters-note = Only while the map or the outline has the keyboard. Turn this off if you dictate or press keys by accident.
actions-keys-reset = Restore all shortcuts
actions-keys-none = Without a shortcut
actions-keys-usual = Usual shortcut of { $name }
actions-keys-change = Change the shortcut of { $name }
actions-keys-press = Press the keys… Backspace removes
actions-keys-taken = Used by “{ $name }”
actions-tour = Tour of the window
