### What people call a tool who do not know its name: one phrase a line, in the words of somebody who writes.
### Search, the palette and slash commands find the tool `NAME` by aliases-NAME.

## kv

aliases-update_node_kv =
    set an attribute
    write into the character sheet
    note down a trait
    record a fact
    fill in the profile
    remember that she is
    change his age
    he has a new job
    put down hair and eyes
    give the character a backstory
    add a property to the card
    keep this detail
    save a fact about somebody
    keep that with her data
aliases-remove_node_kv =
    delete an attribute
    take a field away
    remove a trait
    drop an entry from the sheet
    clear a property
    strike a line from the profile
    that detail no longer holds
    forget what we said about him
aliases-read_node_kv =
    read the attributes
    look at the character sheet
    what do we know about him
    how old is she
    what is her job
    which traits does he have
    look up a detail
    his profile
    what did I set for this character
    when was she born
    which weapon does he carry
aliases-list_attributes =
    attributes of all characters
    table of traits
    compare the characters
    everybody's stats
    overview of all profiles
    who has which value
    cast list with details
    side by side sheet of characters
    which keys are in use
aliases-set_attribute =
    the same status for every scene
    same attribute for several nodes
    give them all the same value
    set a trait for everyone
    tag all of these
    same faction for the whole crew
    fill in one field on many cards
    mark several chapters with a point of view
    all of them belong to
aliases-update_attribute_table =
    paste a spreadsheet
    fill in the table of attributes
    enter rows of a sheet
    put a list of people in with their details
    many characters at once
    update several cards, each with its own values
    take over a cast list
    whole columns of data
    write a table
aliases-rename_attribute =
    rename a key
    call the field something else
    rename the attribute everywhere
    another name for the property
    the field is spelled wrong on all sheets
    change the column heading
    use a different word for this attribute

## image

aliases-generate_image =
    draw a portrait
    paint a picture
    make an illustration
    concept art
    picture of this place
    what could he look like
    design a cover
    character art
    sketch this scene
    image from a description
    show me how it looks
    visualize
aliases-add_image =
    use my own picture
    upload a picture
    attach a photo
    add an image file
    put this drawing on the node
    use this file as portrait
    I have a picture for her
    set the picture from a file
aliases-remove_image =
    take the picture off
    remove the portrait
    no picture any more
    delete the illustration
    without an image
    clear the photo
    get rid of her picture
aliases-list_images =
    which pictures are there
    earlier portraits
    show all images of the node
    picture history
    previous illustrations
    what did we paint before
    gallery
    older covers
    other versions of the face

## sound

aliases-set_sound =
    add music to the scene
    play rain in the background
    a sound when the door opens
    background music
    attach an audio file
    make it silent from here
    stop the music in this scene
    repeat the sound while the scene is open
aliases-remove_sound =
    take the music away
    no sound in this scene any more
    delete the audio
    remove the background noise

## text

aliases-write_text =
    write the scene
    write the whole text
    draft the chapter
    rewrite the passage from scratch
    start the text over
    compose the scene
    write this chapter
    a new version of the text
    retell it in another voice
    turn my notes into prose
aliases-replace_text =
    replace a sentence
    change a word in the text
    swap one phrase for another
    fix a typo
    correct this line
    reword a sentence
    instead of this word write that
    edit a passage
    change the dialogue line
    find and replace in the scene
aliases-append_text =
    continue the text
    write on
    add a paragraph at the end
    go on writing
    keep writing from here
    add a closing line
    extend the scene
    finish the passage
    what happens next, write it
aliases-read_text =
    read the text
    read me the chapter
    what does the scene say
    show the prose
    the words of the passage
    let me see the chapter
    what have I written here
    recite it
    how does it go at the moment
aliases-read_texts =
    read the whole story
    read several scenes
    all chapters one after the other
    the text of every character
    read this branch to the end
    read the story from here to there
    texts of a group
    go on reading
aliases-find_in_texts =
    where does this word stand in the texts
    every place of a phrase
    count how often a word is used
    which scenes say this
    show all occurrences in the prose
    before I replace it everywhere
aliases-replace_in_texts =
    call somebody something else in all texts
    find and replace in the whole story
    replace everywhere
    change a word in all texts
    rename somebody throughout the prose
    swap a spelling in every scene
    correct the name in all chapters
aliases-find_repetitions =
    repeated words
    words used twice close together
    overused phrases
    same word again and again
    echoes in the prose
    pet phrases
    which expressions do I repeat
    monotonous wording

## story

aliases-create_node =
    add a scene
    new character
    create a chapter
    new place
    start a new page
    insert a scene after this one
    we need another character
    add a card
    new passage
    make a note
    someone new appears
    begin the next chapter
    put in a new person
    another room
aliases-rename_node =
    rename the scene
    another title
    call the chapter
    change the character's name
    give it a better headline
    she is called something else now
    new title for this page
    retitle
    the place is now called
aliases-set_node_kind =
    change the kind
    this is a place, not a scene
    turn it into a character
    make it a note
    wrong type of card
    change the type of this node
    color this one card
aliases-move_node =
    move the card
    drag it to the left
    shift it on the map
    put it somewhere else on the canvas
    move it into the group
    take it out of the frame
    place it below
    nudge it up
    bring it nearer
aliases-move_nodes =
    line the cards up
    put them in a row
    stack them in a column
    spread these cards out
    place several cards
    arrange the selected scenes
    align them
    space them evenly
    move several at once
aliases-tidy_map =
    tidy up the map
    auto layout
    clean up the canvas
    cards overlap
    the graph is a mess
    lay everything out
    sort the board
    arrange the whole graph neatly
    make the map readable
aliases-group_nodes =
    group these scenes
    put them in a frame
    bundle into an act
    make a part of these chapters
    box them together
    collect under a heading
    new group around them
    wrap into a volume
aliases-ungroup =
    take the group apart
    dissolve the group
    remove the frame but keep the scenes
    break the group up
    undo the grouping
    no group any more
    drop the container
aliases-fold_groups =
    collapse the group
    fold the act
    hide what is inside
    close the group
    unfold it
    expand the group
    open the folded group
    show what the group holds
    less clutter
aliases-fit_groups =
    fit the frame to its cards
    shrink the group around its content
    the frame is too large
    resize the box to what is in it
    tighten the frame
    fit to content
    too much empty room in the act
aliases-color_nodes =
    color the cards
    paint them red
    mark these scenes in blue
    highlight cards
    another color for the chapters
    give them the usual color back
    color code by point of view
    tint
aliases-set_node_kinds =
    change the kind of several nodes
    turn them all into places
    these are all characters
    make them notes
    wrong type on all of these
    all of these should be scenes
aliases-duplicate_nodes =
    copy the scene
    duplicate the character
    clone it
    same scene once more
    make a copy with everything
    a variant of this scene
    another one like this
    paste a copy
aliases-remove_node =
    delete the scene
    remove the character
    cut this chapter
    throw the card away
    get rid of this one
    the place is not needed
    drop this scene
    kill the page
aliases-remove_nodes =
    delete several scenes
    remove all of these
    throw them all out
    delete the selected cards
    get rid of all notes
    drop these chapters
    clear out
    these are no longer part of the story
aliases-split_node =
    split the scene in two
    divide this chapter here
    cut the chapter at this sentence
    make two scenes of one
    the second half becomes its own scene
    break up a long passage
    start a new scene here
aliases-merge_nodes =
    merge two scenes
    join the chapters
    put both scenes together
    make one of these scenes
    combine the passages
    glue them into one
    unite two cards
aliases-reorder_node =
    move this scene earlier
    put the scene after the storm
    change the order of the scenes
    swap two chapters
    make this the first scene
aliases-extract_passage =
    move this passage into its own scene
    pull the paragraph out
    make a note of this passage
    turn this part into a new card
    take the flashback out
    put the dialogue into a scene of its own
    cut out and link to it
aliases-link_nodes =
    connect two scenes
    add a choice
    link to
    make an option that leads to
    from here the reader can go to
    draw an arrow
    let the player choose
    branch to
    this scene is followed by
    new way from here to there
    after this comes that
aliases-update_link =
    change the choice
    reword the option
    change the label of the link
    only available if
    condition of a choice
    lock an option
    show the choice only when
    choosing it costs gold
    the option leads somewhere else
    reorder the choices
    redirect the link
    text of the button
    it may be chosen only once
    gone after it was picked
aliases-remove_link =
    remove the link
    disconnect
    delete the choice
    cut the connection
    no way from here to there
    take the option away
    erase the arrow
    reader cannot go there any more
    there should be no way between them
aliases-find_nodes =
    find characters
    which scenes have
    all places
    nodes with this attribute
    list all characters
    cards whose status is
    scenes told by
    who belongs to
    filter the cards
    show every note
    by title
aliases-outline =
    outline of the story
    structure of the book
    overview of the plot
    how the chapters hang together
    tree of scenes
    big picture
    table of contents
    summary of the whole
    storyline at a glance
    map of the branches
aliases-neighbors =
    what is around
    what comes before and after
    previous and next scene
    what leads here
    where can one go from here
    incoming and outgoing links
    options from this scene
    who leads to this chapter
    from where do you get here
    which choices are there here
aliases-find_paths =
    ways from start to end
    route to the ending
    how to get there
    can the reader reach
    paths between two scenes
    which choices lead to
    walkthrough
    is there a way
aliases-show_node =
    everything about this node
    tell me all about
    show the whole card
    all data of the scene
    what do we have on
    details of the node
    open the card
    full entry
    what does this card contain
aliases-read_map =
    every card and link
    read the whole graph
    what changed on the map since
    state of the map
aliases-read_node =
    read the node at once
    all data and links of a node
    what mentions this node
    backlinks
aliases-set_start =
    start here
    begin the story at
    first scene
    opening scene
    entry point
    make this the beginning
    the reader begins with
    where the game starts
    let the reader begin with this
aliases-rename_story =
    rename the book
    title of the story
    call the project
    new name for the whole
    working title
    the novel is called
    change the game's name
    I decided on a title
aliases-set_tag_color =
    color of a tag
    make this tag green
    give every tag a color of its own
    which color a label has
    change the tag's color
aliases-set_word_goal =
    word goal of the story
    how long the story is to be
    how many words I aim at
    I want to write 50,000 words
    set a writing goal
aliases-define_kind =
    new kind of card
    define a type
    own category
    custom node type
    a kind for spells
    besides scenes and characters I need
    type for factions
    what new nodes of this kind start with
    a sort of card of its own

## style_guide

aliases-read_style_guide =
    the rules of the book
    how should I write
    which tense does the story use
    show the style sheet
    what are my do nots
    house style
    the voice of the narrator
aliases-write_style_guide =
    always write in the past tense
    remember this rule for the whole book
    never use adverbs
    set the narrative voice
    from now on second person
    use British spelling
    make this a standing rule
    write like this passage

## play

aliases-play_story =
    play the story
    test the game
    try it as a reader
    walk through it
    preview from here
    read it with choices
    what options are open
    simulate the player
    try with these variables
aliases-playtest_story =
    playtest
    random test
    let readers play
    simulate readers
    random playthroughs
    how many find each ending
    scenes nobody reads
    where do readers get stuck
    which ending is too rare
    play it a thousand times
aliases-set_ending =
    this is an ending
    the story ends here
    mark as final
    last scene
    not an ending any more
    one of the endings
    nothing comes after this
    the end
    make this a proper ending
    it all finishes here
aliases-set_enter_effect =
    when the reader enters
    on arrival set a variable
    entering costs gold
    gain an item here
    set a flag on visit
    lose health when you come here
    counter goes up each visit
    happens automatically
aliases-list_variables =
    variables of the story
    which variables exist
    where is a variable used
    where is gold set
    flags and counters
    state of the game
    who changes this variable
aliases-rename_variable =
    rename a variable
    call a variable something else
    change the name of a variable
    rename a flag
    fix a misspelled variable

## examine

aliases-check_story =
    check for problems
    dead ends
    unreachable scenes
    find mistakes
    plot holes
    anything broken
    consistency check
    loose ends
    test the structure
    scenes nobody can get to
    is everything fine
    before publishing
aliases-story_statistics =
    how many words
    word count
    reading time
    how long is it
    length of the chapters
    statistics
    number of endings
    longest scene
    shortest playthrough
    how much have I written
aliases-list_appearances =
    which scenes is she in
    who appears where
    where does this character appear
    scenes with this character
    who has not appeared for a long time
    cast of each scene
    matrix of characters and scenes
    when do we last see him
    character presence
aliases-writing_progress =
    words per day
    how much have I written today
    writing progress
    writing streak
    am I on track with my word goal
    when will I finish
    how many words this week
    daily word count
    words written by the assistant

## findings

aliases-add_finding =
    note this contradiction
    her eyes were blue before
    keep this plot hole in mind
    a gun on the wall that must fire
    mark this passage
    this does not fit with chapter two
    remember an open promise
aliases-list_findings =
    which contradictions are there
    open promises
    continuity errors
    what is still to be mended
    list the plot holes
    which remarks are open
    what did you notice
aliases-waive_finding =
    that is on purpose
    leave the contradiction as it is
    ignore this remark
    it may stay
    this is not a mistake
aliases-reply_to_finding =
    answer a comment
    reply to the note of the editor
    say something to this remark
    answer what my reader asked
    respond to a finding
aliases-update_finding =
    change the words of a comment
    edit my comment
    rephrase this note
    correct a typo in a remark
aliases-close_finding =
    the contradiction is mended
    the promise is kept now
    done with this remark
    it fires here
    this plot hole is closed
aliases-advance_promise =
    the gun is taken from the wall
    a step towards keeping the promise
    this scene leads on from the promise
    the setup comes up again here
    it is mentioned again before the payoff
aliases-write_summary =
    sum up this scene in my words
    note what happens here
    write a synopsis of the scene
    correct the summary
    remove the summary

## facts

aliases-set_fact =
    her arm is broken from this scene on
    since the fire he limps
    from here on she knows the secret
    this changes in chapter three
    the sword is lost after the battle
    what is true from now on
aliases-remove_fact =
    that does not change after all
    take this fact away
    the injury never happened
    she does not know it yet
    forget the change
aliases-list_facts =
    how does her arm change over the story
    all changes of this character
    show the facts of Ada
    what changes about him and when
    list the story facts
aliases-facts_at =
    what holds in this scene
    is her arm still broken here
    who knows the secret by now
    what has changed up to here
    state of things at this point
    what does he carry here

## versions

aliases-list_versions =
    earlier versions
    version history of this scene
    what it looked like before
    older drafts of the text
    who changed this
    past revisions
    how often was it rewritten
    previous wording
    all revisions of this card
aliases-compare_versions =
    difference between versions
    what changed in the text
    compare two drafts
    old against new
    show the changes
    diff
    side by side with the earlier one
    what did you change here
aliases-adopt_version =
    go back to the earlier version
    use the old text again
    restore the previous portrait
    the older one was better
    bring the first draft back
    switch to that version
    return this node to how it was
    that version was the best
aliases-undo =
    undo
    take it back
    revert the last step
    that was wrong
    I did not mean that
    go back one step
    cancel what you just did
    ctrl z
    not like that
aliases-redo =
    redo
    do it again
    bring back what was undone
    forward again
    I want that change after all
    reapply the undone step
    undo the undo
    put that change in again
aliases-list_steps =
    steps that can be undone
    what can I undo
    list of last actions
    undo list
    how many steps back
    what will be taken back next
    recent operations
aliases-story_history =
    history of changes
    who changed what
    what happened lately
    what was done today
    log of edits
    recent activity in the book
    what has the assistant done
    changes since yesterday
    when was it deleted
    when did it disappear
aliases-create_snapshot =
    save this point
    make a snapshot
    set a milestone
    name the present state
    save before the rewrite
    checkpoint
    bookmark where we are
    remember this state as
    keep a safe copy
    keep this as the version for
aliases-list_snapshots =
    my snapshots
    saved milestones
    list of snapshots
    which save points are there
    what checkpoints did I make
    all bookmarks of the story
aliases-compare_snapshot =
    what changed since the snapshot
    compare with the first draft
    difference to a save point
    what is new since the milestone
    how far have I come since
    everything rewritten since
aliases-restore_snapshot =
    go back to the milestone
    restore the snapshot
    load a save
    return the whole story to
    everything as it was before
    reset to the checkpoint
    roll the book back
aliases-rename_snapshot =
    rename the snapshot
    call the milestone something else
    another name for a save point
    the checkpoint has a typo
    name a saved state anew
    correct the title of a bookmark
aliases-delete_snapshot =
    delete the snapshot
    remove a milestone
    clear old save points
    get rid of a checkpoint
    throw away a saved state
    this bookmark is not needed any more
aliases-list_drafts =
    drafts waiting
    pending proposals
    what waits for my decision
    suggestions to review
    unreviewed changes
    anything to approve
aliases-show_draft =
    what would the draft change
    show the proposal
    let me see the suggested changes
    preview the changes before accepting
    look at the suggestion
    what is in the draft
    your proposed rewrite
aliases-adopt_draft =
    accept the draft
    take over the proposal
    approve the suggestion
    yes, use it
    adopt the changes
aliases-drop_draft =
    reject the draft
    discard the proposal
    no, leave it
    refuse the suggestion
    throw the draft away
aliases-rebase_draft =
    bring the draft up to date
    the story has changed since the draft
    resolve the conflict of a draft
    renew the proposal
aliases-adopt_passages =
    accept a part of the draft
    take only these passages
    adopt some sentences
    partly accept

## alternatives

aliases-list_alternatives =
    show the alternatives
    the other openings side by side
    which variants are there
    compare the drafts of this scene
    what else did we try
    other wordings
aliases-keep_alternative =
    keep this version as a variant
    put this aside under a name
    save this wording for later
    remember this picture as an option
    call this one warmer
    do not lose this attempt
aliases-use_alternative =
    take the warmer one
    use the second opening
    switch to that variant
    choose this alternative
    go with the other wording
    replace it with the variant
aliases-remove_alternative =
    throw away that variant
    delete the alternative
    the other opening is not needed
    discard the colder one
    remove the option

## search

aliases-search_story =
    search for a word
    where is it mentioned
    which chapter says
    find a phrase
    where did I write about
    occurrences of a name
    search all texts
    does anyone say
    look for a foreshadowing

## exchange

aliases-export_story =
    export
    save as a file
    convert to Twine
    make an ebook
    print as PDF
    Word document
    get it out as HTML
    share a playable version
    for my publisher
    give me the file
    download the story
    a gamebook with numbered sections
aliases-import_edits =
    bring in edits
    edited document
    editor’s changes
    changes from Word
    come back from Word
    edited spreadsheet
    merge a copy of the story
aliases-import_story =
    import a file
    load a story
    bring in my old project
    open a Twine file
    read in a manuscript
    move over from another program
    paste an existing story
    migrate
    continue a story written elsewhere
aliases-preview_import =
    what would come in
    preview the import
    how would my novel be split into chapters
    look at the file before importing
    are the chapters found
aliases-list_formats =
    which formats
    can I export as
    supported file types
    does it support
    is there epub
    compatible programs
    what can be imported

## assistant

aliases-send_message =
    ask the assistant
    talk to the assistant
    tell the model
    chat
    give an instruction
aliases-cancel_turn =
    stop the assistant
    cancel the answer
    interrupt
    halt
aliases-answer_request =
    answer the assistant's question
    approve the call
    allow it
    say no
aliases-list_turns =
    what is the assistant doing
    open questions
    running turns
    is it still working
aliases-thread_history =
    read the conversation
    what did we say
    earlier messages
    chat log
aliases-list_threads =
    my conversations
    list of chats
    earlier talks
aliases-create_thread =
    begin a conversation
    new chat
    start a thread
aliases-rename_thread=
    rename a conversation
    give the chat another title
    change the title of a conversation
aliases-delete_thread=
    delete a conversation
    remove a chat
    forget what we talked about
    erase the conversation
aliases-attach_picture =
    attach a picture
    show the assistant a picture
    add an image to the message
aliases-show_context =
    what was the model shown
    context window
    how many tokens
    prompt sent
aliases-set_node_context =
    always show this node
    pin to the context
    never send this
    exclude from the context
aliases-list_resources =
    documents of plugins
    what can be pinned from a plugin
    MCP resources
aliases-set_resource_context =
    always show this document
    pin a document of a plugin
    pin a resource
aliases-read_context_strategy =
    which strategy is set
    how is the conversation kept
    memory settings
    is it summarized
aliases-set_context_strategy =
    how the conversation is fitted
    summarize old turns
    sliding window
    memory strategy
aliases-find_tools =
    find a tool
    what can you do
    is there a command for
    look for a function
    other tools
    which tool does
aliases-list_allowed =
    what may it do without asking
    permissions given
    tools always allowed
aliases-revoke_allowed =
    ask me again
    take a permission back
    no longer allow
aliases-plan_job =
    what would it cost to translate everything
    how many tokens for all scenes
    estimate the work first
    price of the whole job
    how much is it before we begin
aliases-run_job =
    translate the whole story
    rewrite every scene
    put all chapters into the past tense
    proofread everything
    shorten all scenes
    the same for each chapter
    change all texts at once
    go on with the job
aliases-list_jobs =
    how far is the translation
    what is still running
    which jobs are there
    what failed in the last job
    show the progress
aliases-remove_job =
    forget this job
    take the job off the list
    I do not need the job any more
    clear finished work
    drop the interrupted job
aliases-rewrite_passage =
    rephrase this sentence
    other words for this passage
    make this paragraph longer
    make this paragraph shorter
    change the tone here
    translate this sentence
    write on from here

## stories

aliases-get_workspace_state =
    recent stories
    where was I
    version
aliases-open_story =
    open a story
    open a file
aliases-create_story =
    new story
    start a story
aliases-open_sample_story =
    sample
    example story
aliases-create_story_from_file =
    import a file as a new story
aliases-preview_file =
    preview a file as a new story
    how would this manuscript be divided
aliases-list_imports =
    how far is the import
aliases-cancel_import =
    stop the import
aliases-copy_story =
    save a copy
aliases-close_story =
    close the story
aliases-remove_recent_story =
    remove from the recent stories
aliases-compact_story =
    make the file smaller
    drop old versions
aliases-verify_story_file =
    is the file damaged
    check the file

## backups

aliases-list_backups =
    which backups are there
    list the backups
    older copies of my story
aliases-back_up_story =
    back up the story
    make a backup now
aliases-open_backup =
    open a backup
    restore from a backup
    my story is broken

## calls

aliases-list_tools =
    which tools are there
    all commands
aliases-cancel_call =
    stop a running call
aliases-run_slash_command =
    run a slash command

## settings

aliases-get_settings =
    settings
    preferences
    options
aliases-read_licenses =
    licenses of the program
    what is it made from
    third party notices
aliases-update_settings =
    change a setting
    choose a model
    dark mode

## api_keys

aliases-get_api_key_status =
    is there a key
    where is my key
aliases-list_api_keys =
    which keys are there
aliases-set_api_key =
    save a key
    add an API key
aliases-remove_api_key =
    delete a key
    forget an API key

## models

aliases-test_model =
    does the model work
    try a model
    check the key
aliases-list_models =
    which models are there
    models of a server

## agents

aliases-open_to_agents =
    let agents in
    share the story with other programs
    start a hub
aliases-close_to_agents =
    shut agents out
    stop sharing
    stop the hub
aliases-list_participants =
    who is connected
    what are the agents doing
aliases-list_agent_credentials =
    who may come in
    access of agents
aliases-add_agent_credential =
    invite an agent
    let a person in
    make a credential
aliases-change_agent_credential =
    narrow what an agent may do
    allow an agent more
aliases-renew_agent_credential =
    extend access
    renew credential
    when access ends
aliases-end_agent_credential =
    revoke a credential
    take access away
aliases-drop_participant =
    disconnect an agent
    throw somebody out
aliases-post_message =
    write to my readers
    send a message to everybody on the story
aliases-list_messages =
    what did my readers write
    read the chat of the story
aliases-undo_agent =
    take back everything an agent did

## outside_servers

aliases-list_outside_servers =
    which plugins are there
    show the MCP servers
aliases-set_outside_server =
    add a plugin
    add an MCP server
    connect other tools
aliases-remove_outside_server =
    remove a plugin
    remove an MCP server
aliases-start_outside_server =
    start a plugin
    restart an MCP server
aliases-stop_outside_server =
    stop a plugin
    turn an MCP server off
aliases-sign_in_to_server =
    sign in to a plugin
    log in to an MCP server
    connect my account
aliases-sign_out_of_server =
    sign out of a plugin
    log out of an MCP server
    forget the login
aliases-set_outside_tool =
    allow a tool of a plugin
    refuse a tool of a plugin

## languages

aliases-read_story_languages =
    in which languages is the story
    what language is it written in
    languages of this book
    is there a German version
    list the languages
aliases-set_story_languages =
    offer the story in German too
    make the story bilingual
    which languages the story has
    the story is written in English
    add a language
    readers should be able to switch the language

## glossary

aliases-list_glossary =
    how are names translated
    show the glossary
    list names and terms for translators
    what is our term base
    which terms are fixed
aliases-set_glossary_term =
    the lighthouse is always called Leuchtturm
    fix how a name is translated
    add a term to the glossary
    keep this name in every language
    decide on a translation for a term
aliases-remove_glossary_term =
    take a term out of the glossary
    forget this translation of a name
    delete a glossary entry
    the term is no longer fixed
    drop a term

## translation

aliases-list_translations =
    how far is the German translation
    what is not translated yet
    which translations are out of date
    what is stale
    translation progress
aliases-read_translation =
    show the German of this scene
    compare the translation with the original
    what changed since it was translated
    read the scene in the other language
    source and translation side by side
aliases-write_translation =
    translate this scene into German
    put this line into Chinese
    correct the translation
    translate the title
    write the text in another language
aliases-confirm_translation =
    the translation still fits
    only a typo was corrected in the original
    mark the translation as up to date
    no need to translate again
    the change does not matter for the translation
aliases-export_translations =
    give the texts to a translator
    export as XLIFF
    make a PO file
    a spreadsheet for the translator
    string table for the game
aliases-import_translations =
    take in what the translator sent
    the translation came back
    import a PO file
    read in the translated spreadsheet
    import XLIFF
aliases-check_continuity =
    find contradictions
    does the story fit together
    read everything for continuity errors
    look for plot holes
    check who knows what when
aliases-list_summaries =
    what happens in each scene
    show the synopsis of all chapters
    which summaries are out of date
    the story in short
    read the summaries
aliases-propose_rules =
    learn from my corrections
    what rules follow from my edits
    look at what I changed in your drafts
    suggest rules for the style guide
    find my habits in the corrections
aliases-list_proposed_rules =
    which rules are proposed
    rules waiting for my decision
    what did you learn from me
    show the suggested style rules
    proposals for the style guide
aliases-decide_proposed_rule =
    accept the proposed rule
    reject this rule
    add the suggestion to the style guide
    no, that is not a rule
    yes, keep to this from now on
