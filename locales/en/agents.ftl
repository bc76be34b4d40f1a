### Words of the panel of agents and people of other programs.

agents-title = Sharing
agents-closed = Work with agents and readers
agents-closed-hint = Let agents of other programs work on this story, and invite people to read, play and discuss it in their browser. Nobody gets in without an invitation or a credential from you.
agents-reach = Who can reach it?
agents-reach-computer = This computer
agents-reach-network = My network
agents-reach-hint = Everybody in your network can reach the address. What you send is encrypted only if your settings file names a certificate. Nobody gets in without an invitation.
agents-open = Open to agents
agents-close = Close to agents
agents-address = Address
agents-address-hint = An agent connects at this address followed by /agent/NAME, a person with /human/NAME.
agents-mcp = Address for MCP
agents-mcp-hint = Assistants that speak MCP connect at this address. They ask you to sign in, or take a credential as the bearer token.
agents-code = Code for signing in
agents-code-hint = A program that signs in opens a page in your browser, which asks for this code.
agents-copy = Copy: { $what }
agents-copied = Copied

agents-connected = Connected now
agents-nobody = Nobody is connected yet.
agents-kind = Who is it for?
agents-kind-agent = Agent
agents-kind-human = Person
agents-actions = { $count ->
    [one] { $count } action
   *[other] { $count } actions
  }
agents-running = Doing now: { $action }
agents-last = Last: { $action }, { $ago }
agents-last-refused = Last: { $action }, not done, { $ago }
agents-since = Connected { $ago }
agents-undo = Undo everything
agents-undo-of = Undo everything { $name } did
agents-undone = { $count ->
    [one] Undid { $count } change by { $name }
   *[other] Undid { $count } changes by { $name }
  }
agents-drop = Disconnect
agents-drop-of = Disconnect { $name }

agents-chat = Chat

agents-traffic = { $connections ->
    [one] { $connections } connection
   *[other] { $connections } connections
  }, { $received ->
    [one] { $received } message
   *[other] { $received } messages
  }
agents-traffic-received = Messages received
agents-traffic-delivered = Messages sent
agents-traffic-queued = Waiting to be sent
agents-traffic-skipped = Left out for slow readers
agents-traffic-median = Half are passed on within
agents-traffic-p99 = 99 of 100 are passed on within
agents-traffic-ms = { $time } ms
agents-traffic-errors = Errors sent

agents-credentials = Who can connect
agents-level = What is allowed?
agents-level-of = What { $name } may do
agents-level-none = Nothing
agents-level-read = Read
agents-level-comment = Comment
agents-level-draft = Suggest
agents-level-write = Write
agents-level-read-hint = Reads the story and follows what happens.
agents-level-comment-hint = Reads, and comments on passages. Changes no text.
agents-level-draft-hint = Its changes wait in a draft until you accept them.
agents-level-write-hint = Changes the story directly. You can undo all of it.
agents-spend = May spend money
agents-until = Ends { $when }
agents-until-of = When { $name }’s access ends
agents-until-from-now = { $lifetime } from now
agents-only = only { $methods }
agents-end = End access
agents-end-of = End access for { $name }

agents-add = Let in
agents-invite = Invite
agents-name = Name
agents-name-hint = Letters, digits and - _ . : without spaces. The story’s history shows this name.
agents-name-person-hint = The story’s history shows this name.
agents-methods = Only these tools
agents-methods-hint = For example: kv.read, text.write. Leave it empty to allow every tool.
agents-lifetime = For how long?
agents-lifetime-10 = 10 minutes
agents-lifetime-60 = 1 hour
agents-lifetime-480 = 8 hours
agents-lifetime-10080 = 1 week
agents-made = { $name } can connect now.
agents-made-address = Its address
agents-made-secret = Its credential
agents-made-hint = Copy the credential now; it isn’t shown again. Give it to the program as the environment variable STAR_CREDENTIAL.
agents-invited = { $name } is invited.
agents-invitation = Invitation
agents-invitation-hint = Send this address to them; it isn’t shown again. Opened in a browser, it lets them read the story and write to you, under this name.
agents-invitation-local = This address works on this computer only. For people at other computers, close to agents, choose “My network” and open again.
